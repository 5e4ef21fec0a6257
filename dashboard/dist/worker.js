const version = "157d837ee815";
const files = ["app.webmanifest","assets/FieldFrame-DjT2Cums.js","assets/Me-CGk2ocQK.js","assets/Safety-lnTMmTyd.js","assets/SignIn-BSthnJb_.js","assets/de-_v9MeDF3.js","assets/en-BCCKwJd4.js","assets/icon-BaOOiZKm.svg","assets/index-D7odgKth.js","assets/parts-4TYUXtNb.js","assets/parts-LkrL5D98.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-9qAQHAnV.js","assets/shared-B97vqp7w.js","assets/shared-BFptnUPy.js","assets/shared-BeOQNGIB.css","assets/shared-BwrSlSWJ.js","assets/shared-CPXM0Bs4.js","assets/shared-CjOOJAlk.js","assets/shared-D6tLBk5j.css","assets/shared-DAXAVZBu.js","assets/shared-DGE3Z_QK.js","assets/shared-DGjWxnZW.css","assets/shared-EcpMHJj6.js","assets/shared-aTeuic2i.js","assets/shared-gWNbWFbO.css","assets/shared-qJILaXtu.css","assets/start-D9RjDrhi.js","assets/start-LkoghLoP.css","icon-192.png","icon-512.png","theme.js"];
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
