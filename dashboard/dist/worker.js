const version = "17d83cd98241";
const files = ["app.webmanifest","assets/FieldFrame-oC3Ja2RH.js","assets/Me-D6L6eAQh.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-BuOfQXDU.js","assets/Report-Bi--D7QV.js","assets/Safety-B8rO5D0L.js","assets/SignIn-CL6lGcWc.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-Djig9Lp3.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-ClrE1k6S.js","assets/parts-Cs7Mk6xj.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BeOQNGIB.css","assets/shared-BrNi90fx.js","assets/shared-C68kIZmo.js","assets/shared-CDkJLt3N.js","assets/shared-Cnoomo5T.js","assets/shared-Cqc8_2aL.js","assets/shared-Cx6psz1a.js","assets/shared-D6tLBk5j.css","assets/shared-DGLWA3OF.js","assets/shared-DRjE0zRh.js","assets/shared-Dk2fhV71.js","assets/shared-DuteDtGM.js","assets/shared-Ec3122gQ.js","assets/shared-gbc3YwV8.css","assets/start-DFILm8LG.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
