const version = "b611a766a2c5";
const files = ["app.webmanifest","assets/FieldFrame-C21QjczG.js","assets/Me-DForKhil.js","assets/Report-L4cW4WxW.js","assets/Safety-De_wI0nx.js","assets/SignIn-Ch_L46KM.js","assets/de-BiOoaBuh.js","assets/en-DNDKb3-C.js","assets/icon-BaOOiZKm.svg","assets/index-DhykD9ZX.js","assets/parts-CsJNXSfB.css","assets/parts-Dj3_aeMp.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BPxqEl43.js","assets/shared-BeOQNGIB.css","assets/shared-C0P3uMot.js","assets/shared-Cd3iNJiB.js","assets/shared-D1BcxIBT.js","assets/shared-D6tLBk5j.css","assets/shared-D8uTV-DX.js","assets/shared-DnQtTTHo.js","assets/shared-T3ix4VcZ.js","assets/shared-gWNbWFbO.css","assets/shared-mvCOKpB9.js","assets/start-Ce22Upmh.css","assets/start-DEYJKzc2.js","icon-192.png","icon-512.png","theme.js"];
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
