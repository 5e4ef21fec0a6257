const version = "a8e2e66ea7e0";
const files = ["app.webmanifest","assets/FieldFrame-B-8fO2sV.js","assets/Safety-CQcdHkL9.js","assets/SignIn-BByZlMns.js","assets/de-CxLqP_2m.js","assets/en-CY6pr1oV.js","assets/icon-BaOOiZKm.svg","assets/index-B0Sp_6JR.js","assets/parts-CVSSf-x4.js","assets/parts-G-F1_LHK.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-3Y_QoqUv.js","assets/shared-AbLYNGCA.js","assets/shared-BL1rDK9Q.js","assets/shared-Bkvk8_7y.js","assets/shared-BwrSlSWJ.js","assets/shared-BxyT-VYk.js","assets/shared-CZbbQCdb.js","assets/shared-CcqDwUzB.js","assets/shared-D6tLBk5j.css","assets/shared-gWNbWFbO.css","assets/start-7bVwJ7Ut.js","assets/start-qxV0Cckv.css","icon-192.png","icon-512.png","theme.js"];
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
