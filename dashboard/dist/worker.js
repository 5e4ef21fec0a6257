const version = "a4e449cf7f70";
const files = ["app.webmanifest","assets/FieldFrame-CXOrtPXm.js","assets/Me-CYs74kuK.js","assets/Report-Dqu_TS1p.js","assets/Safety-BfVJU7Sn.js","assets/SignIn-BJbSEYDm.js","assets/de-CST1-pWN.js","assets/en-Y6RwUqw-.js","assets/icon-BaOOiZKm.svg","assets/index-DpdNSPan.js","assets/parts-CsJNXSfB.css","assets/parts-F7paLaMX.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BeOQNGIB.css","assets/shared-BqV2SVYV.js","assets/shared-Bt2EYe8z.js","assets/shared-CDkJLt3N.js","assets/shared-D2OFw_hU.js","assets/shared-D6tLBk5j.css","assets/shared-D8KJKerj.js","assets/shared-Dih6ZmtZ.js","assets/shared-Dw20lBq2.js","assets/shared-JeyYhFDs.css","assets/shared-gbc3YwV8.css","assets/shared-p-swMB35.js","assets/start-BkthJ_MR.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
