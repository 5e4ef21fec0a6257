const version = "9484b08da00a";
const files = ["app.webmanifest","assets/FieldFrame-B34wXvph.js","assets/Safety-BtN8S_lp.js","assets/SignIn-CtU1aEjt.js","assets/de-BP5XJ9sd.js","assets/en-D6ifkA40.js","assets/icon-BaOOiZKm.svg","assets/index-Cs4Kfymd.js","assets/parts-Dp1IZxbS.js","assets/parts-G-F1_LHK.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BvNLJ9C2.js","assets/shared-BwrSlSWJ.js","assets/shared-CGNlBzYj.js","assets/shared-CaKrGuYA.js","assets/shared-DXsMxTdw.js","assets/shared-DfrC4yTR.css","assets/shared-DtaKNAzv.js","assets/shared-SKFd8yKO.js","assets/shared-gWNbWFbO.css","assets/start-CAaVQhYP.js","assets/start-D6H-tz0C.css","icon-192.png","icon-512.png","theme.js"];
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
