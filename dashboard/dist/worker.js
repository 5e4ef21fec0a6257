const version = "22f2764da709";
const files = ["app.webmanifest","assets/FieldFrame-DJ4d9ogw.js","assets/Me-BkUOy0ok.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-BuyQd29q.js","assets/Report-1XC-ly1f.js","assets/Safety-DJSNLDOQ.js","assets/SignIn-DqguHdpt.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-DFzydhBn.js","assets/more-DLZSmKVW.js","assets/more-DuXQmDeN.js","assets/parts-Cs7Mk6xj.css","assets/parts-DHnwhv9B.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared--PUsPlnT.js","assets/shared-B5NEt112.js","assets/shared-BAbx9Ws3.js","assets/shared-BBmoUgwB.js","assets/shared-BeOQNGIB.css","assets/shared-BvBlHMau.js","assets/shared-CBsw0Hf2.js","assets/shared-CDkJLt3N.js","assets/shared-CU6ilG1X.css","assets/shared-DvspOa0I.js","assets/shared-MWinjy7c.js","assets/shared-OA0E0_ca.js","assets/shared-gbc3YwV8.css","assets/start-D5t4jAwS.js","assets/start-SljqdQv6.css","icon-192.png","icon-512.png","theme.js"];
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
