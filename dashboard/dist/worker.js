const version = "a29f0f042dce";
const files = ["app.webmanifest","assets/FieldFrame-NPdcsjwV.js","assets/Me-CaUAoDbb.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-DsJ8zEc9.js","assets/Report-C7ocN3wz.js","assets/Safety-CnM81sZF.js","assets/SignIn-BCLQCy3q.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-BdyfroMy.js","assets/more-BxF9gr3n.js","assets/more-Er7DhlVz.js","assets/parts-Cs7Mk6xj.css","assets/parts-X25vCYaD.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-9xegnwAU.js","assets/shared-BR2k3DbI.js","assets/shared-BSACcXR_.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CE-E9wB4.js","assets/shared-CO4yR4AG.js","assets/shared-CU6ilG1X.css","assets/shared-CvxuflRS.js","assets/shared-D9f3Adde.js","assets/shared-DjIJLAII.js","assets/shared-FD8VWKP9.js","assets/shared-e6cqXD2U.js","assets/shared-gbc3YwV8.css","assets/start-C8ZD0E7C.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
