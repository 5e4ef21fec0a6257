const version = "be9014347a56";
const files = ["app.webmanifest","assets/FieldFrame-Cl1dopL7.js","assets/Me-DAsLiMiq.js","assets/Safety-D37d1WRS.js","assets/SignIn-BO2VvCbw.js","assets/de-BiOoaBuh.js","assets/en-DNDKb3-C.js","assets/icon-BaOOiZKm.svg","assets/index-_qTg3HW4.js","assets/parts-CUTQiyJr.js","assets/parts-CsJNXSfB.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-455jy1D9.js","assets/shared-B8jDaAYu.css","assets/shared-BeOQNGIB.css","assets/shared-BvpSALEq.js","assets/shared-BzrWIMhT.js","assets/shared-D1O2AEKU.js","assets/shared-JeyYhFDs.css","assets/shared-NyR_VubE.js","assets/shared-e2K-61hs.js","assets/shared-ws20_wop.js","assets/start-ByorQDVs.js","assets/start-Ce22Upmh.css","icon-192.png","icon-512.png","theme.js"];
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
