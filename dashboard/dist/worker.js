const version = "b43b4f33a3c0";
const files = ["app.webmanifest","assets/FieldFrame-DDltpE9j.js","assets/Me-CiIjOK0k.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-TAPtpoH0.js","assets/Report-DimlBWkz.js","assets/Safety-Brv9HaK1.js","assets/SignIn-CCU7MbcP.js","assets/first-D1P6xPAI.js","assets/first-Df2-q9QR.js","assets/icon-BaOOiZKm.svg","assets/index-DXnyfY_F.js","assets/more-CUO-wUBP.js","assets/more-DLL5asJN.js","assets/parts-DirpTrAA.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B5384cpP.js","assets/shared-BCWjDzad.js","assets/shared-BeOQNGIB.css","assets/shared-CU6ilG1X.css","assets/shared-CjaMkCNb.js","assets/shared-DlpAqpQ9.js","assets/shared-Q8_4s_23.js","assets/shared-gbc3YwV8.css","assets/shared-iE0IGupC.js","assets/shared-wLeu0xXZ.js","assets/shared-waEV0ZHi.js","assets/start-BNkVQU0n.js","assets/start-CSaQuWYG.css","icon-192.png","icon-512.png","theme.js"];
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
