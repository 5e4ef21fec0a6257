// Builds the service worker, dist/worker.js, with the list of the files that it keeps: what a solver needs without a
// connection, which is the start, the languages, signing in and the screens for solvers.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { transformWithOxc, type Plugin, type Rolldown } from "vite";

const source = "src/worker/worker.ts";
const wanted = [
  /index\.html$/,
  /virtual:messages\/(en|de)\/(first|more)$/,
  /\/src\/app\/FieldFrame\.tsx$/,
  /\/src\/screens\/field\//,
  /\/src\/parts\/MediaViewer\.tsx$/,
  /\/src\/screens\/door\/SignIn\.tsx$/,
];
const others = ["app.webmanifest", "icon-192.png", "icon-512.png", "theme.js"]; // of the folder public

export function worker(): Plugin {
  return {
    name: "redress-worker",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      const files = new Set<string>(others);
      const add = (chunk: Rolldown.OutputChunk): void => {
        if (files.has(chunk.fileName)) return;
        files.add(chunk.fileName);
        for (const file of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
          files.add(file);
        for (const name of chunk.imports) {
          const imported = bundle[name];
          if (imported?.type === "chunk") add(imported);
        }
      };
      for (const chunk of Object.values(bundle)) {
        const id = chunk.type === "chunk" ? chunk.facadeModuleId : null;
        if (id && wanted.some((pattern) => pattern.test(id))) add(chunk as Rolldown.OutputChunk);
      }
      if (![...files].some((file) => file.endsWith(".css"))) this.error("The service worker would keep no styles.");
      const list = [...files].toSorted();
      const { code } = await transformWithOxc(readFileSync(source, "utf8"), source, { sourcemap: false });
      const body = code
        .replace(/^export\s*\{\s*\};?\s*$/m, "")
        .replace(/\bFILES\b/g, "files")
        .replace(/\bVERSION\b/g, "version");
      const version = createHash("sha256")
        .update(body + JSON.stringify(list))
        .digest("hex")
        .slice(0, 12);
      this.emitFile({
        type: "asset",
        fileName: "worker.js",
        source: `const version = ${JSON.stringify(version)};\nconst files = ${JSON.stringify(list)};\n${body}`,
      });
    },
  };
}
