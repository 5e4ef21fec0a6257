// The library as modules, of which only what is used is built in.
declare module "leaflet/dist/leaflet-src.esm.js" {
  export * from "leaflet";
}
