const version = "61c8907899ab";
const files = ["app.webmanifest","assets/FieldFrame-oIF2sQmD.js","assets/Me-Dt4T0ZDs.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-BokmqshM.js","assets/Report-DYrQiHMn.js","assets/Safety-B0_Vm-ex.js","assets/SignIn-BRqWSj3-.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-BgoT7Bbr.js","assets/more-BKLS-57j.js","assets/more-DoBAPE6K.js","assets/parts-hNDZAfIs.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BYhHezEQ.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CDzTgBOw.js","assets/shared-CNdGioZ4.js","assets/shared-CU6ilG1X.css","assets/shared-D8ngxsu5.js","assets/shared-DZVUPe-w.js","assets/shared-MkkCCAyF.js","assets/shared-RxGklDIB.js","assets/shared-gbc3YwV8.css","assets/start-CSaQuWYG.css","assets/start-LbilJeAz.js","icon-192.png","icon-512.png","theme.js"];
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
