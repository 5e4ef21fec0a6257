const version = "fe01ac1afe81";
const files = ["app.webmanifest","assets/FieldFrame-cmPV478s.js","assets/Me-CJJU0bF0.js","assets/Report-B4ZsEc2d.js","assets/Safety-Bm1wrZDA.js","assets/SignIn-CbWUjO8U.js","assets/de-IxcTFhox.js","assets/en-B8UL6-Ck.js","assets/icon-BaOOiZKm.svg","assets/index-C0w35vAT.js","assets/parts-CsJNXSfB.css","assets/parts-TU_aRqsK.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BTe0vq2m.js","assets/shared-BZq0c2NM.js","assets/shared-BeOQNGIB.css","assets/shared-BynRSCPS.js","assets/shared-CHlqGoN6.js","assets/shared-D6tLBk5j.css","assets/shared-gWNbWFbO.css","assets/shared-juKehH7G.js","assets/shared-nDPMsKte.js","assets/shared-uF_vvdzj.js","assets/shared-xZDzowEw.js","assets/start-CNmbzLeD.js","assets/start-Ce22Upmh.css","icon-192.png","icon-512.png","theme.js"];
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
