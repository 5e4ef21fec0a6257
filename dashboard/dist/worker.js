const version = "e5a84a0d036b";
const files = ["app.webmanifest","assets/FieldFrame-QTg1OcAo.js","assets/Me-D2YtP3ev.js","assets/Report-CK5AFnpf.js","assets/Safety-rKSrhr1j.js","assets/SignIn-C83aIbS3.js","assets/de-D0T0O9k2.js","assets/en-O4e4OP7J.js","assets/icon-BaOOiZKm.svg","assets/index-CCqLb3hs.js","assets/parts-CsJNXSfB.css","assets/parts-uM4zC0r_.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B-a0WfPm.js","assets/shared-BEDZUjxd.js","assets/shared-BiCWDah8.css","assets/shared-CWznrVzF.js","assets/shared-Ct56A0lT.js","assets/shared-D0mz8hOL.js","assets/shared-DHNIDLRj.js","assets/shared-gWNbWFbO.css","assets/shared-gp6YTLvj.js","assets/start-DTqqlv0p.js","assets/start-DYdzQv5S.css","icon-192.png","icon-512.png","theme.js"];
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
