const version = "0f2afd42fa0f";
const files = ["app.webmanifest","assets/FieldFrame-CoLK1DyU.js","assets/Me-DJqb8HRV.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-Choq0awq.js","assets/Report-D3nDBPCB.js","assets/Safety-CfNs7Xix.js","assets/SignIn-_cXJ_V9w.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-G4imRVUj.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-Cs7Mk6xj.css","assets/parts-DSiUfHwy.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-3riX2k2A.js","assets/shared-80uQrNzX.js","assets/shared-B4lu_WU0.js","assets/shared-BL8Seq9l.js","assets/shared-BeOQNGIB.css","assets/shared-BwN_1Pun.js","assets/shared-CDkJLt3N.js","assets/shared-CZoRn1P1.js","assets/shared-CdVtK1I5.js","assets/shared-D6tLBk5j.css","assets/shared-Dkb0MFHp.js","assets/shared-DxQ70J2d.js","assets/shared-gbc3YwV8.css","assets/shared-irs5VYZp.js","assets/start-ORSPm9mn.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
