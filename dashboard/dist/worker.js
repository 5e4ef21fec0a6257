const version = "54465fb69751";
const files = ["app.webmanifest","assets/FieldFrame--6Kv6IrW.js","assets/Me-DhvLJi0R.js","assets/Report-DWurW9DG.js","assets/Safety-DDcDTP0m.js","assets/SignIn-C835EnpF.js","assets/de-IxcTFhox.js","assets/en-B8UL6-Ck.js","assets/icon-BaOOiZKm.svg","assets/index-5VPq2XUj.js","assets/parts-CsJNXSfB.css","assets/parts-DeG84ny2.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BEwT0Nza.js","assets/shared-BXipKXep.js","assets/shared-BeLkzEea.js","assets/shared-BeOQNGIB.css","assets/shared-BzYM01_Y.js","assets/shared-C3rZItqM.js","assets/shared-C4QB5YU5.js","assets/shared-D6tLBk5j.css","assets/shared-DVS6QD6r.js","assets/shared-VUV7W1pX.js","assets/shared-gWNbWFbO.css","assets/start-C0CbOEpN.js","assets/start-Ce22Upmh.css","icon-192.png","icon-512.png","theme.js"];
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
