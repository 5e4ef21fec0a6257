import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { mapStyles } from "./build/leaflet.ts";
import { messages } from "./build/messages.ts";
import { worker } from "./build/worker.ts";

// The service that `npm run dev` talks to.
const service = process.env.REDRESS_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/desk/",
  plugins: [react(), messages(), mapStyles(), worker()],
  html: { cspNonce: "__NONCE__" }, // replaced by the service in each answer
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false, // build/pack.mjs prints the sizes
    chunkSizeWarningLimit: 1000,
    manifest: true,
    license: { fileName: "licenses.md" }, // what the licenses of the bundled libraries ask for
  },
  server: {
    proxy: Object.fromEntries(["/graphql", "/api", "/media", "/export", "/desk/session"].map((path) => [path, service])),
  },
});
