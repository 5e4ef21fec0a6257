const version = "7a5c587dae7b";
const files = ["app.webmanifest","assets/FieldFrame-BVVKrQXv.js","assets/Me-CYjWTFYE.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-CU64cF92.js","assets/Report-G9grAWWM.js","assets/Safety-ioFmZVwd.js","assets/SignIn-D1ezdIo-.js","assets/first-C7rzm9fi.js","assets/first-Czg_0zlB.js","assets/icon-BaOOiZKm.svg","assets/index-B-kOio2k.js","assets/more-Co8zovOQ.js","assets/more-DkMYGH_2.js","assets/parts-D3QAs5Qs.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BOWX8tB9.js","assets/shared-BSkOnI3t.js","assets/shared-BW7VqK6v.js","assets/shared-BeOQNGIB.css","assets/shared-C5hNCZdh.js","assets/shared-CDkJLt3N.js","assets/shared-CH-L_dCK.js","assets/shared-CU6ilG1X.css","assets/shared-D16ZRuXk.js","assets/shared-DmzM3gMB.js","assets/shared-DxHZ3vGu.js","assets/shared-gbc3YwV8.css","assets/shared-jJFLwtv9.js","assets/start-D8kpyi9F.css","assets/start-DyRYsxZR.js","icon-192.png","icon-512.png","theme.js"];
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
