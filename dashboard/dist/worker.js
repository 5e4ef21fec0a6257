const version = "7d913285e6d6";
const files = ["app.webmanifest","assets/FieldFrame-BVw4HT7u.js","assets/Me-D4wDEZcE.js","assets/Report-CE1LVWpu.js","assets/Safety-CZzk-qP4.js","assets/SignIn-Qln2okMm.js","assets/de-BiOoaBuh.js","assets/en-DNDKb3-C.js","assets/icon-BaOOiZKm.svg","assets/index-DW--7Ga1.js","assets/parts-C1pi5bNi.js","assets/parts-CsJNXSfB.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-6015FN1h.js","assets/shared-Bb61Ethd.js","assets/shared-BeOQNGIB.css","assets/shared-C0GhpM8c.js","assets/shared-CTqtxg9L.js","assets/shared-CXZyKQHl.js","assets/shared-D6tLBk5j.css","assets/shared-DGsdvEZN.js","assets/shared-N7yQ5Kst.js","assets/shared-gWNbWFbO.css","assets/shared-lZj_VNrh.js","assets/start-B3asgCrP.js","assets/start-Ce22Upmh.css","icon-192.png","icon-512.png","theme.js"];
const prefix = "redress-desk-";
const cacheName = prefix + version;
const page = "/desk/";
const patience = 4e3;
self.addEventListener("install", (event) => {
	event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([new Request(page, {
		cache: "no-store",
		credentials: "omit"
	}), ...files.map((file) => page + file)])));
});
self.addEventListener("activate", (event) => {
	event.waitUntil((async () => {
		for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
		await self.clients.claim();
	})());
});
// open returns the page from the service, or the one that was kept.
async function open(request) {
	const kept = await (await caches.open(cacheName)).match(page);
	if (!kept) return fetch(request);
	const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience));
	const fetched = fetch(request).then((response) => response.status >= 500 ? kept : response).catch(() => kept);
	return Promise.race([fetched, late]);
}
self.addEventListener("fetch", (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(page) || pathname.startsWith("/desk/session")) return;
	if (request.mode === "navigate") {
		event.respondWith(open(request));
	} else if (files.includes(pathname.slice(page.length))) {
		event.respondWith(caches.open(cacheName).then(async (cache) => await cache.match(pathname) ?? fetch(request)));
	}
});
