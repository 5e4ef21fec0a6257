// Sends files over the REST paths, which tell how far they have come. The same bytes sent again are one file.
import { GraphError, type FieldFault } from "../data/graph/errors";
import { language, t } from "../lib/i18n/more";
import { accepted } from "../lib/domain";
import { postFile } from "../lib/postFile";
import * as session from "../data/session/session";

const brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]; // of HEIF files, after "ftyp"

export async function isHeic(file: File): Promise<boolean> {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]s?$/i.test(file.name)) return true;
  const head = new TextDecoder("latin1").decode(await file.slice(4, 12).arrayBuffer());
  return head.startsWith("ftyp") && brands.includes(head.slice(4));
}

// sorted parts the files that the service takes from those that it does not, with what to say of these: before anything is sent.
export async function sorted(files: Iterable<File>): Promise<{ fit: File[]; refused: string[] }> {
  const fit: File[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const name = file.name || t("media.unnamed");
    if (await isHeic(file)) refused.push(t("media.heic", { name }));
    else if (file.type && !accepted.split(",").includes(file.type)) refused.push(t("media.otherKind", { name }));
    else fit.push(file);
  }
  return { fit, refused };
}

interface Answer {
  message?: string;
  code?: string;
  errors?: FieldFault[];
  request_id?: string;
}

// upload sends one file; progress is told as a share from 0 to 1.
export async function upload(path: string, file: File, progress: (share: number) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const token = await session.token();
    try {
      return await send(path, file, token, progress);
    } catch (cause) {
      const renewed = attempt === 0 && cause instanceof GraphError && (await session.renewRefused(token, cause.code));
      if (!renewed) throw cause;
    }
  }
}

async function send(path: string, file: File, token: string, progress: (share: number) => void): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Accept-Language": language() };
  const { status, answer } = await postFile(path, file, headers, progress);
  if (status === 0) throw new GraphError(t("error.offline"), "OFFLINE");
  if (status < 300) return;
  const { message, code, errors, request_id: request } = answer as Answer;
  throw new GraphError(
    message ?? t("error.unknown"),
    (code ?? "INTERNAL_ERROR").toUpperCase(),
    errors ?? [],
    request ?? "",
  );
}

// Uploading is what a screen shows of a file on its way.
export interface Uploading {
  key: string;
  name: string;
  preview: string; // an object URL; revoke it
  share: number;
  error?: unknown;
}
