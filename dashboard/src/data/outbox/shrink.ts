// Photos are made small on the phone: at most 2,560 pixels wide and high, upright, as JPEG, without the metadata of the
// camera. Videos stay as they are.
import { isVideoFormat, type VideoFormat } from "../../lib/domain";

export const longest = 2560;
const thumbnail = 240;

export interface Shrunk {
  bytes: ArrayBuffer | Blob;
  video?: VideoFormat;
  thumb: ArrayBuffer;
  width: number;
  height: number;
  sha256: string;
}

async function digest(bytes: ArrayBuffer): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

async function jpeg(
  source: ImageBitmap,
  most: number,
  quality: number,
): Promise<{ bytes: ArrayBuffer; width: number; height: number }> {
  const scale = Math.min(1, most / Math.max(source.width, source.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff"; // behind what is transparent
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  const { width, height } = canvas;
  canvas.width = 0; // phones give the memory back at once
  if (!blob) throw new Error("no JPEG");
  return { bytes: await blob.arrayBuffer(), width, height };
}

// poster returns the first picture of a video, or a gray one of what this browser can't play.
async function poster(file: Blob): Promise<ImageBitmap> {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  try {
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    await new Promise((resolve, reject) => {
      video.addEventListener("loadeddata", resolve);
      video.addEventListener("error", reject);
      setTimeout(reject, 5000);
      video.src = url;
    });
    return await createImageBitmap(video);
  } catch {
    return createImageBitmap(
      new ImageData(new Uint8ClampedArray(thumbnail * thumbnail * 4).fill(128), thumbnail, thumbnail),
    );
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}

// keepVideo returns a video as it is, with a small picture of it. It throws when the service takes no such videos.
export async function keepVideo(file: Blob): Promise<Shrunk> {
  const type = file.type.split(";")[0]!;
  if (!isVideoFormat(type)) throw new Error(`no ${type}`);
  const frame = await poster(file);
  try {
    const { width, height } = frame;
    const { bytes: thumb } = await jpeg(frame, thumbnail, 0.7);
    return { bytes: file, video: type, thumb, width, height, sha256: await digest(await file.arrayBuffer()) };
  } finally {
    frame.close();
  }
}

// shrink throws when the file is no picture that this browser can open.
export async function shrink(file: Blob): Promise<Shrunk> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const photo = await jpeg(bitmap, longest, 0.85);
    const { bytes: thumb } = await jpeg(bitmap, thumbnail, 0.7);
    return { ...photo, thumb, sha256: await digest(photo.bytes) };
  } finally {
    bitmap.close();
  }
}
