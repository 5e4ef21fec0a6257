const version = "0b317d50328d";
const files = ["app.webmanifest","assets/FieldFrame-DZzC8Dm4.js","assets/Me-D_XO3Cgo.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-kokwEJ80.js","assets/Report-DffKA2Mz.js","assets/Safety-BIr_FSGd.js","assets/SignIn-DRdPwIq5.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-UnSU8ak8.js","assets/more-Dh-L8p-m.js","assets/more-xZ1wBD3T.js","assets/parts-Cs7Mk6xj.css","assets/parts-SP54_BP7.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B79QHX8M.js","assets/shared-B8RRX0Tf.js","assets/shared-BeOQNGIB.css","assets/shared-Bj13JPWQ.js","assets/shared-C6gzaBNA.js","assets/shared-CDkJLt3N.js","assets/shared-CICVp-Eh.js","assets/shared-CU6ilG1X.css","assets/shared-CUsGmaP3.js","assets/shared-CY0RxYsm.js","assets/shared-CbC-L_me.js","assets/shared-DXMv67sT.js","assets/shared-Dz9hAXa-.js","assets/shared-gbc3YwV8.css","assets/start-SljqdQv6.css","assets/start-upnFuvvD.js","icon-192.png","icon-512.png","theme.js"];
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
