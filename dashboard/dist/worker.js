const version = "ac32809dec4e";
const files = ["app.webmanifest","assets/FieldFrame-CqZ-7zXd.js","assets/Me-Ui29JE_a.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-DJwrzfsG.js","assets/Report-DIWZX3RI.js","assets/Safety-D2CnS4TM.js","assets/SignIn-Day8Qhmt.js","assets/first-D1P6xPAI.js","assets/first-Df2-q9QR.js","assets/icon-BaOOiZKm.svg","assets/index-DbGmpw76.js","assets/more-CrX0deDO.js","assets/more-CzygxPqJ.js","assets/parts-Ci0vfBH4.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B8VWS0t4.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CEu4FX62.js","assets/shared-CLMphrhQ.js","assets/shared-CU6ilG1X.css","assets/shared-Dik4B4P4.js","assets/shared-DpIV88Pz.js","assets/shared-DsVVXS0f.js","assets/shared-gbc3YwV8.css","assets/shared-qeb3Gcvw.js","assets/shared-rWMJb8Qr.js","assets/start-BKtduqZ-.js","assets/start-CSaQuWYG.css","icon-192.png","icon-512.png","theme.js"];
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
