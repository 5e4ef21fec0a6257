const version = "d7c895bc6063";
const files = ["app.webmanifest","assets/FieldFrame-CePq6GTs.js","assets/Me-Bc-JzpTb.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-DFrrT2jQ.js","assets/Report-sitonIte.js","assets/Safety-CAl83HzZ.js","assets/SignIn-BpDSXaTJ.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-Dezo5m9g.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-Cs7Mk6xj.css","assets/parts-X6tZQqqw.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B--r77QW.js","assets/shared-BCjs6C6O.js","assets/shared-BchWgy6C.js","assets/shared-Bd1I1Flk.js","assets/shared-BeOQNGIB.css","assets/shared-Bk9n9d9X.js","assets/shared-CDkJLt3N.js","assets/shared-CDteAggW.js","assets/shared-CgHF-I93.js","assets/shared-D6tLBk5j.css","assets/shared-DMPdskTa.js","assets/shared-FpwSBIe5.js","assets/shared-gbc3YwV8.css","assets/shared-kgi_6X9_.js","assets/start-DOz4iQKm.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
