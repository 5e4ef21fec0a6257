const version = "34a069b40bba";
const files = ["app.webmanifest","assets/FieldFrame-Dtmgiixc.js","assets/Me-BnCJXMxz.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-Dxpn5jkk.js","assets/Report-CuPtf1Vz.js","assets/Safety-_7tYlwn3.js","assets/SignIn-BuYhi4eP.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-Dxd2_tDQ.js","assets/more-Dh-L8p-m.js","assets/more-xZ1wBD3T.js","assets/parts-Cs7Mk6xj.css","assets/parts-DqNyLFT-.js","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-AseItCd4.js","assets/shared-B5bjDvIJ.js","assets/shared-BBi0o0Mx.js","assets/shared-BWBvSdms.js","assets/shared-BeOQNGIB.css","assets/shared-BuRZsd5k.js","assets/shared-BvsCJhmz.js","assets/shared-CDMO8yXh.js","assets/shared-CDkJLt3N.js","assets/shared-CU6ilG1X.css","assets/shared-D3Kt1WDC.js","assets/shared-DDr7kCiU.js","assets/shared-N5tO_BAE.js","assets/shared-gbc3YwV8.css","assets/start-SljqdQv6.css","assets/start-b8U_i2Sc.js","icon-192.png","icon-512.png","theme.js"];
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
