const version = "7a2b3c25a1a4";
const files = ["app.webmanifest","assets/FieldFrame-CcCGlt0z.js","assets/Me-BXR9Azo1.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-Sxgpu_Tb.js","assets/Report-DIcJO9WP.js","assets/Safety-DdD4Ip_2.js","assets/SignIn-CUv_sRgi.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-BRFPub91.js","assets/more-Dh-L8p-m.js","assets/more-xZ1wBD3T.js","assets/parts-Cs7Mk6xj.css","assets/parts-I7u3hwVB.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BMjKdIG_.js","assets/shared-Bco0nUXe.js","assets/shared-BeOQNGIB.css","assets/shared-Bx5WmJFl.js","assets/shared-C0QR-Bx0.js","assets/shared-C5WfeE4N.js","assets/shared-CDkJLt3N.js","assets/shared-CSqGOnu4.js","assets/shared-CU6ilG1X.css","assets/shared-DKZkzK7F.js","assets/shared-DNl7dblt.js","assets/shared-DzG03I9w.js","assets/shared-gbc3YwV8.css","assets/shared-tY9bIEIu.js","assets/start-CQBNmIs7.js","assets/start-CSaQuWYG.css","icon-192.png","icon-512.png","theme.js"];
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
