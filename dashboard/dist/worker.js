const version = "3201a89b0e64";
const files = ["app.webmanifest","assets/FieldFrame-BJNVcxJv.js","assets/Me-jJAXmQ_N.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-BJU931nU.js","assets/Report-BbkTVb1L.js","assets/Safety-DJzlnPEs.js","assets/SignIn-z2dLkZ23.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-Bsoxjeex.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-Cs7Mk6xj.css","assets/parts-D-2sHpxq.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B0vfMxjp.js","assets/shared-B9e0VESU.js","assets/shared-BMMPzbFs.js","assets/shared-BeOQNGIB.css","assets/shared-Bq3TgB2-.js","assets/shared-CDkJLt3N.js","assets/shared-CSp0KVg5.js","assets/shared-D6tLBk5j.css","assets/shared-D7dk3v5X.js","assets/shared-DE7Z0rYy.js","assets/shared-DswcP-xk.js","assets/shared-UtowOAuR.js","assets/shared-gbc3YwV8.css","assets/shared-hN7HVJfr.js","assets/start-CKKa-tc_.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
