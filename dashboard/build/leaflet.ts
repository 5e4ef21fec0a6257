// The styles of the map in the layer of those of other libraries, and without what is drawn with its pictures: the desk
// has its own markers and controls.
import type { Plugin } from "vite";

export function mapStyles(): Plugin {
  return {
    name: "redress-map-styles",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/leaflet/dist/leaflet.css")) return;
      return `@layer mantine {\n${code.replace(/[^{}]+\{[^{}]*url\([^{}]*\}/g, "")}\n}`;
    },
  };
}
