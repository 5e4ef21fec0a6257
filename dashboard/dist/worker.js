const version = "374edb4ed43f";
const files = ["app.webmanifest","assets/FieldFrame-C6mTE_-j.js","assets/Me-qlXtFqzJ.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-DUA0_b6a.js","assets/Report-CfLBl6V4.js","assets/Safety-BcQXLUaj.js","assets/SignIn-DJnkxcOE.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-DSa3cCed.js","assets/more-7cW3vvQ-.js","assets/more-B5dzLUu-.js","assets/parts-Cs7Mk6xj.css","assets/parts-rZ9JQEgd.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-5UqjYS1X.js","assets/shared-B0UepkI1.js","assets/shared-BAm6i9L1.js","assets/shared-BbxvOgQW.js","assets/shared-BeOQNGIB.css","assets/shared-BlXCpD2s.js","assets/shared-C5ZgR-bX.js","assets/shared-CDkJLt3N.js","assets/shared-CU6ilG1X.css","assets/shared-CWFtUomF.js","assets/shared-CiB7DniV.js","assets/shared-DDlltQ0M.js","assets/shared-gbc3YwV8.css","assets/start-BYiQ2CLg.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
