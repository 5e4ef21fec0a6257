const version = "53b1d32435b8";
const files = ["app.webmanifest","assets/FieldFrame-xquI9AaV.js","assets/Me-BtKx-WLu.js","assets/Report-DvSL9Y01.js","assets/Safety-wR482Lyr.js","assets/SignIn-Cg_UlTnW.js","assets/de-D0T0O9k2.js","assets/en-O4e4OP7J.js","assets/icon-BaOOiZKm.svg","assets/index-DdV0R6Kx.js","assets/parts-CMKEtSBG.js","assets/parts-CsJNXSfB.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-3a3dlvgl.js","assets/shared-BKSKCBtJ.js","assets/shared-BLmdQzxM.js","assets/shared-BiCWDah8.css","assets/shared-CJ3U_BzV.js","assets/shared-DYhA6SAn.js","assets/shared-EZtn6pZt.js","assets/shared-PSszg91Q.js","assets/shared-gWNbWFbO.css","assets/start-CP3hdG5l.js","assets/start-DYdzQv5S.css","icon-192.png","icon-512.png","theme.js"];
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
