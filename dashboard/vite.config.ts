import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { mapStyles } from "./build/leaflet.ts";
import { messages } from "./build/messages.ts";
import { worker } from "./build/worker.ts";

// The service that `npm run dev` talks to.
const service = process.env.REDRESS_URL ?? "http://127.0.0.1:8080";

// short is the name of a chunk without the screens that share it.
const short = (name: string): string => name.replace(/~.*/, "");

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
    rollupOptions: {
      output: {
        // Few files, as each is a request: what every page begins with, what most screens are made of, maps, and of the rest, in
        // pieces of some size, what the same screens share.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], test: (id) => !/index\.html|src.main\.tsx/.test(id) }, // the entry stays a file of its own, which index.html names
            {
              name: "parts",
              test: /dashboard.src.parts.(?!map|branches|account|presence|period|list.When|MediaViewer|zoom)/,
              minShareCount: 2,
            },
            { name: "map", test: /node_modules.leaflet|dashboard.src.parts.map/ },
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000 },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${short(names[0]!.replace(/\.\w+$/, ""))}-[hash][extname]`,
      },
    },
    license: { fileName: "licenses.md" }, // what the licenses of the bundled libraries ask for
  },
  test: {
    environment: "happy-dom",
    include: ["{src,build}/**/*.test.{ts,tsx}"],
    setupFiles: "src/data/fake.ts",
    testTimeout: 30_000,
  },
  server: {
    proxy: Object.fromEntries(
      ["/graphql", "/api", "/media", "/export", "/desk/session"].map((path) => [path, service]),
    ),
  },
});
