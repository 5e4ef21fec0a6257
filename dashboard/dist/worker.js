const version = "20966d819bd7";
const files = ["app.webmanifest","assets/FieldFrame-D1TXrVgg.js","assets/Me-DE_HhDY5.js","assets/Report-CLegvTGA.js","assets/Safety-fs2PFNa1.js","assets/SignIn-CQl__B2u.js","assets/de-Bf2xvqvs.js","assets/en-DeM6RT6O.js","assets/icon-BaOOiZKm.svg","assets/index-DcODqO0Z.js","assets/parts-C-UKNv1w.css","assets/parts-DHY7_W6D.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B-tG9PIq.js","assets/shared-BCNqVO5U.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CR7vkSKF.js","assets/shared-D6tLBk5j.css","assets/shared-DFaLS9Ku.js","assets/shared-DGIZFHmf.js","assets/shared-DenT0rtC.js","assets/shared-_e7ckR6H.js","assets/shared-gbc3YwV8.css","assets/start-SljqdQv6.css","assets/start-xjYKleY-.js","icon-192.png","icon-512.png","theme.js"];
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
