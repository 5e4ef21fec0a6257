const version = "e683c86b13cb";
const files = ["app.webmanifest","assets/FieldFrame-SMEiAaYq.js","assets/Me-D9gl-Pff.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-BEkQEcul.js","assets/Report-CJdQBxJp.js","assets/Safety-CMd1XiIx.js","assets/SignIn-BaR2TvQF.js","assets/first-D1P6xPAI.js","assets/first-Df2-q9QR.js","assets/icon-BaOOiZKm.svg","assets/index-DMZ0Wpcx.js","assets/more-0FojbQUV.js","assets/more-DtLuiAke.js","assets/parts-CVjXWQVy.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-0IpTWVY_.js","assets/shared-BJK9Kt--.js","assets/shared-BeOQNGIB.css","assets/shared-ByRyMukg.js","assets/shared-BzeTEpB0.js","assets/shared-C2VwLWPj.js","assets/shared-CSNLP-0d.js","assets/shared-CU6ilG1X.css","assets/shared-VTfGQ78J.js","assets/shared-fTp_7ANO.js","assets/shared-gbc3YwV8.css","assets/start-CSaQuWYG.css","assets/start-DPmhD0Rq.js","icon-192.png","icon-512.png","theme.js"];
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
