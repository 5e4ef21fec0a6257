const version = "17be66400c6a";
const files = ["app.webmanifest","assets/FieldFrame-BXfYtrV8.js","assets/Me-4MMnJQAv.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-OYpsqEdZ.js","assets/Report-DYUz27uT.js","assets/Safety-CkdcbH37.js","assets/SignIn-X0JBJFu5.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-C1Pp_VSI.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-4pcZYxlL.js","assets/parts-Cs7Mk6xj.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-8EQXM79A.js","assets/shared-B2lcN-Dc.js","assets/shared-B3eMmg0E.js","assets/shared-BclCLMtM.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CH1kV2kC.js","assets/shared-CtEZ6kd8.js","assets/shared-D6tLBk5j.css","assets/shared-DMEpjruT.js","assets/shared-DfNq9ehH.js","assets/shared-Dr_dW3q9.js","assets/shared-JeyYhFDs.css","assets/shared-gXttlfzl.js","assets/shared-gbc3YwV8.css","assets/start-DTa69qCB.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
