const version = "df170e20e868";
const files = ["app.webmanifest","assets/FieldFrame-BhO5iLl5.js","assets/Me-YWtRfgxo.js","assets/Safety-B7tSdzgi.js","assets/SignIn-D-ly-7aP.js","assets/de-_v9MeDF3.js","assets/en-BCCKwJd4.js","assets/icon-BaOOiZKm.svg","assets/index-Dm_JG5Zh.js","assets/parts-CsJNXSfB.css","assets/parts-Ds6jbaf9.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B8jDaAYu.css","assets/shared-BeOQNGIB.css","assets/shared-Bq32kd-A.js","assets/shared-C5b0KHcI.js","assets/shared-COgpUEtr.js","assets/shared-D1ZSqpB8.js","assets/shared-J1mdz74W.js","assets/shared-JeyYhFDs.css","assets/shared-ffmh46U4.js","assets/shared-lLagz74_.js","assets/start-Ce22Upmh.css","assets/start-DjwxFS-R.js","icon-192.png","icon-512.png","theme.js"];
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
