// Photos are made small on the phone: at most 2,560 pixels wide and high, upright, as JPEG, without the metadata of the
// camera.
export const longest = 2560;
const thumbnail = 240;

export interface Shrunk {
  bytes: ArrayBuffer;
  thumb: ArrayBuffer;
  width: number;
  height: number;
  sha256: string;
}

async function jpeg(source: ImageBitmap, most: number, quality: number): Promise<{ bytes: ArrayBuffer; width: number; height: number }> {
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

// shrink throws when the file is no picture that this browser can open.
export async function shrink(file: Blob): Promise<Shrunk> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const photo = await jpeg(bitmap, longest, 0.85);
    const { bytes: thumb } = await jpeg(bitmap, thumbnail, 0.7);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", photo.bytes));
    return { ...photo, thumb, sha256: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") };
  } finally {
    bitmap.close();
  }
}
