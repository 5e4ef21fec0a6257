// The API docs: the menu on a phone, and forms by which a reader calls the API, in demo mode as
// whoever they choose.
(() => {
  "use strict";
  const menu = document.querySelector(".side details");
  const narrow = matchMedia("(max-width: 820px)");
  const fold = () => { menu.open = !narrow.matches; };
  narrow.addEventListener("change", fold);
  fold();
  menu.addEventListener("click", (event) => { if (narrow.matches && event.target.closest("a")) menu.open = false; });

  // The menu marks the operation that is being read.
  const links = new Map([...menu.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !links.has(target.id)) continue;
      menu.querySelector("[aria-current]")?.removeAttribute("aria-current");
      links.get(target.id).setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  for (const part of document.querySelectorAll("main article")) seen.observe(part);

  // Tokens live for an hour: each request asks for a fresh one.
  const label = document.getElementById("identity");
  const select = label?.querySelector("select");
  async function identities() {
    const response = await fetch("/playground/config.json", { cache: "no-store" });
    return response.ok ? (await response.json()).tabs.filter((tab) => tab.headers) : [];
  }
  if (label) {
    identities().then((tabs) => {
      select.append(new Option("nobody", ""), ...tabs.map((tab) => new Option(tab.name.replace("_", " "), tab.name)));
      label.hidden = tabs.length === 0;
    });
  }

  async function request(form) {
    const data = new FormData(form);
    const headers = {};
    const query = new URLSearchParams();
    let path = form.dataset.path;
    let body;
    for (const [field, value] of data) {
      const [place, name] = field.split(":");
      if (field === "json") {
        body = value;
        headers["Content-Type"] = "application/json";
      } else if (place === "form") {
        body ??= new FormData();
        if (value !== "") body.append(name, value);
      } else if (value === "") {
        continue;
      } else if (place === "path") {
        path = path.replace(`{${name}}`, encodeURIComponent(value));
      } else if (place === "header") {
        headers[name] = value;
      } else {
        query.set(name, value);
      }
    }
    if (select?.value) {
      const tab = (await identities()).find((one) => one.name === select.value);
      if (tab) Object.assign(headers, JSON.parse(tab.headers));
    }
    return fetch(path + (query.size ? `?${query}` : ""), { method: form.dataset.method, headers, body });
  }

  const longest = 20_000;
  async function show(response) {
    const type = response.headers.get("Content-Type") ?? "";
    const head = `${response.status} ${response.statusText}\n${type}\n\n`;
    if (!/json|text/.test(type)) return `${head}${(await response.blob()).size} bytes`;
    let text = await response.text();
    if (/json/.test(type)) text = JSON.stringify(JSON.parse(text), null, 2);
    return head + (text.length > longest ? `${text.slice(0, longest)}\n…` : text);
  }

  for (const section of document.querySelectorAll(".try")) {
    section.hidden = false;
    const form = section.querySelector("form");
    const answer = section.querySelector(".answer");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      answer.hidden = false;
      answer.textContent = "…";
      try {
        answer.textContent = await show(await request(form));
      } catch (error) {
        answer.textContent = String(error);
      }
    });
  }
})();
