const version = "b92672e8216f";
const files = ["app.webmanifest","assets/FieldFrame-D1TdhXSD.js","assets/Me-CrNwtLPS.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-B6_5CfMc.js","assets/Report-X3w92DFa.js","assets/Safety-C9rwC1C0.js","assets/SignIn-DYmjPCKD.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-DHgJFzvs.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-CGkkAR95.js","assets/parts-Cs7Mk6xj.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B7biuYmA.js","assets/shared-BJ843H_v.js","assets/shared-BeOQNGIB.css","assets/shared-BfusrfB6.js","assets/shared-BpI6y-WX.js","assets/shared-C3XCYlPP.js","assets/shared-CDkJLt3N.js","assets/shared-CMuPJHhK.js","assets/shared-CvKCb_fk.js","assets/shared-D6tLBk5j.css","assets/shared-gbc3YwV8.css","assets/shared-o85MFvA8.js","assets/shared-og9hl1BH.js","assets/start-Dy11N3WS.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
