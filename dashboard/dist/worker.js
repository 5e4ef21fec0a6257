const version = "18ee9d1e3a46";
const files = ["app.webmanifest","assets/FieldFrame-uZ_S-PcD.js","assets/Me-B6d5EaSG.js","assets/Report-DgH5xjaX.js","assets/Safety-DpnKkT_y.js","assets/SignIn-CmdsXNry.js","assets/de-Bf2xvqvs.js","assets/en-DeM6RT6O.js","assets/icon-BaOOiZKm.svg","assets/index-C8pS1zW6.js","assets/parts-C-UKNv1w.css","assets/parts-CWqqB19C.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BOqtFcfN.js","assets/shared-BeOQNGIB.css","assets/shared-BrTKFIzk.js","assets/shared-Bzf1jx5B.js","assets/shared-CDkJLt3N.js","assets/shared-CKwwvHOb.js","assets/shared-D6tLBk5j.css","assets/shared-D_WUiOMU.js","assets/shared-DcSAE4BE.js","assets/shared-aBLvCMKm.js","assets/shared-gbc3YwV8.css","assets/start-BPq53lNi.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
