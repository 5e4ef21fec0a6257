const version = "55385671bad6";
const files = ["app.webmanifest","assets/FieldFrame-D3WCb4tX.js","assets/Me-Dz9UtNJX.js","assets/MediaViewer-B0UV2O0p.js","assets/MediaViewer-B6-00Rmb.css","assets/Report-JkR7V9DK.js","assets/Safety-DvLvnOMX.js","assets/SignIn-u4ElRfJt.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-BMcfbFgg.js","assets/more-Dh-L8p-m.js","assets/more-xZ1wBD3T.js","assets/parts-Cs7Mk6xj.css","assets/parts-DFvsu14b.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-0yTa0F2S.js","assets/shared-BeOQNGIB.css","assets/shared-Bt6fLtMy.js","assets/shared-CDkJLt3N.js","assets/shared-CFlj9Uoe.js","assets/shared-CU6ilG1X.css","assets/shared-CqB1WA9x.js","assets/shared-DH4s_2Fy.js","assets/shared-DRwz1AeV.js","assets/shared-DYxi7RaK.js","assets/shared-DjT50F-R.js","assets/shared-LBE14q5Q.js","assets/shared-YNpcg-Oq.js","assets/shared-gbc3YwV8.css","assets/start-D2qXoEdX.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
