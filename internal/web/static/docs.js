// The API docs: RapiDoc in the system's colors and, in demo mode, with a choice of who to try as.
(() => {
  "use strict";
  const doc = document.querySelector("rapi-doc");

  // RapiDoc draws inside a shadow root, where the page's own styles do not reach, and clears
  // it until it has read the description.
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = doc.dataset.sheet;
  doc.addEventListener("spec-loaded", () => doc.shadowRoot.append(style));

  const dark = matchMedia("(prefers-color-scheme: dark)");
  function paint() {
    const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    doc.setAttribute("theme", dark.matches ? "dark" : "light");
    doc.setAttribute("bg-color", color("--panel"));
    doc.setAttribute("text-color", color("--ink"));
    doc.setAttribute("primary-color", color("--accent"));
    doc.setAttribute("nav-bg-color", color("--back"));
    doc.setAttribute("nav-text-color", color("--soft"));
    doc.setAttribute("nav-hover-bg-color", color("--tint"));
    doc.setAttribute("nav-hover-text-color", color("--ink"));
    doc.setAttribute("nav-accent-color", color("--accent"));
  }
  dark.addEventListener("change", paint);
  paint();

  const label = document.getElementById("identity");
  if (!label) return;
  const select = label.querySelector("select");
  let schemes = [];

  // Tokens live an hour: each choice asks for a fresh one.
  async function identify() {
    const response = await fetch("/playground/config.json", { cache: "no-store" });
    if (!response.ok) return;
    const tabs = (await response.json()).tabs.filter((tab) => tab.headers);
    if (!select.length) select.append(new Option("nobody", ""), ...tabs.map((tab) => new Option(tab.name.replace("_", " "), tab.name)));
    const tab = tabs.find((t) => t.name === select.value);
    doc.removeAllSecurityKeys();
    if (!tab) return;
    for (const id of schemes) doc.setApiKey(id, JSON.parse(tab.headers).Authorization.replace(/^Bearer /, ""));
  }
  select.addEventListener("change", identify);
  doc.addEventListener("spec-loaded", async ({ detail }) => {
    schemes = (detail.securitySchemes || []).map((scheme) => scheme.securitySchemeId);
    label.hidden = schemes.length === 0;
    await identify();
  });
})();
