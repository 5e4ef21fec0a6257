const version = "a0db7d6331a1";
const files = ["app.webmanifest","assets/FieldFrame-DRl71tRd.js","assets/Me-DF_SEBOV.js","assets/Report-_2p5ahRk.js","assets/Safety-DX_GBfll.js","assets/SignIn-CYSelvzx.js","assets/de-CST1-pWN.js","assets/en-Y6RwUqw-.js","assets/icon-BaOOiZKm.svg","assets/index-BurPvHY8.js","assets/parts-BrUU88wh.js","assets/parts-CsJNXSfB.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BbztJBRK.js","assets/shared-BeOQNGIB.css","assets/shared-Bjs-7_Bw.js","assets/shared-CDkJLt3N.js","assets/shared-D6tLBk5j.css","assets/shared-DHdxsY_o.js","assets/shared-Ddw8NdKp.js","assets/shared-ELltxcE5.js","assets/shared-JeyYhFDs.css","assets/shared-gbc3YwV8.css","assets/shared-jS9L3JJj.js","assets/shared-p1jhw73j.js","assets/start-AKjqu9_I.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
