// The pages for people without an account: the one behind a link in an e-mail, on which whoever reported something follows it, and the one on which
// they report. They are built by themselves, so that nothing of the desk finds its way into them: people open them on a telephone, once, without
// having been here before.
import { defineConfig } from "vite";

import { mapStyles } from "./build/leaflet.ts";
import { messages } from "./build/messages.ts";

export default defineConfig({
  base: "/desk/",
  publicDir: false, // the desk's build has copied it
  plugins: [messages(), mapStyles()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false, // build/pack.mjs prints the sizes
    emptyOutDir: false,
    manifest: ".vite/track.json",
    rollupOptions: {
      input: ["track.html", "report.html"],
      output: {
        entryFileNames: "assets/track-[hash].js",
        chunkFileNames: "assets/track-[hash].js",
        assetFileNames: "assets/track-[hash][extname]",
      },
    },
  },
});
