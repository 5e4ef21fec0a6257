// How a file is sent by a browser: fetch does not tell how far it has come.
const patience = 60_000; // milliseconds without a byte that moves, after which nothing is expected any more

// postFile sends a file in a form, telling how far it has come as a share from 0 to 1, and returns what is answered. The status is 0 without an answer.
export function postFile(
  path: string,
  file: File,
  headers: Record<string, string>,
  progress: (share: number) => void,
): Promise<{ status: number; answer: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const moved = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), patience);
    };
    request.open("POST", path);
    request.responseType = "json";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      moved();
      progress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener("loadend", () => {
      clearTimeout(stalled);
      resolve({ status: request.status, answer: request.response ?? {} });
    });
    const form = new FormData();
    form.append("media", file, file.name || "photo");
    moved();
    request.send(form);
  });
}
