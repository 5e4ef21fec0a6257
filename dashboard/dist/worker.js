const version = "a03f3b4b867b";
const files = ["app.webmanifest","assets/FieldFrame-CrnO06ew.js","assets/Me-n6-EvkOU.js","assets/Report-BGeBAG6f.js","assets/Safety-S2qucMxp.js","assets/SignIn-B8TGAeT2.js","assets/de-D0T0O9k2.js","assets/en-O4e4OP7J.js","assets/icon-BaOOiZKm.svg","assets/index-mGShzo5i.js","assets/parts-CsJNXSfB.css","assets/parts-T2WQn-hR.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-1IUN7EoG.js","assets/shared-76EkKWCW.js","assets/shared-BiCWDah8.css","assets/shared-CjvPwOl1.js","assets/shared-CsFoArdr.js","assets/shared-NQCmQ02a.js","assets/shared-gWNbWFbO.css","assets/shared-k3UEiraL.js","assets/shared-kjTIiRpC.js","assets/start-C14TNXLN.js","assets/start-DYdzQv5S.css","icon-192.png","icon-512.png","theme.js"];
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
