const version = "82a137dc8a51";
const files = ["app.webmanifest","assets/FieldFrame-CuyVhKRK.js","assets/Safety-Bk95rI-g.js","assets/SignIn-DH_kRUA2.js","assets/de-BP5XJ9sd.js","assets/en-D6ifkA40.js","assets/icon-BaOOiZKm.svg","assets/index-CfPyO2n4.js","assets/parts-BXt2YC4r.js","assets/parts-G-F1_LHK.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BwrSlSWJ.js","assets/shared-CD1yQROe.js","assets/shared-CHKmrwtD.js","assets/shared-DfrC4yTR.css","assets/shared-DhUv8QHD.js","assets/shared-Dn1q8sln.js","assets/shared-Q9uJ8rtx.js","assets/shared-RnUoylWq.js","assets/shared-gWNbWFbO.css","assets/start-D6H-tz0C.css","assets/start-DwKYSEEc.js","icon-192.png","icon-512.png","theme.js"];
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
