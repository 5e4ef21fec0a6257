const version = "d6158f8cbc5f";
const files = ["app.webmanifest","assets/FieldFrame-B7RK92l2.js","assets/Me-tZkTQl5n.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-Cx6GPwqf.js","assets/Report-BRjgFehQ.js","assets/Safety-CjAmqJ9g.js","assets/SignIn-CGi7VqkE.js","assets/first-DTMIcv7T.js","assets/first-Dja2LhwV.js","assets/icon-BaOOiZKm.svg","assets/index-DDk6M48z.js","assets/more-Dh-L8p-m.js","assets/more-xZ1wBD3T.js","assets/parts-BGlOkP6s.js","assets/parts-Cs7Mk6xj.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-B8GbgbYH.js","assets/shared-BeOQNGIB.css","assets/shared-C8BdASbj.js","assets/shared-CAqWczrU.js","assets/shared-CDkJLt3N.js","assets/shared-CGdFI7rf.js","assets/shared-CU6ilG1X.css","assets/shared-C_DEEZlB.js","assets/shared-CaOnCmPR.js","assets/shared-Da-gF-Hd.js","assets/shared-DcOfBgg5.js","assets/shared-DepaMSb1.js","assets/shared-DvEDswLe.js","assets/shared-gbc3YwV8.css","assets/start-CSaQuWYG.css","assets/start-DMI1EX27.js","icon-192.png","icon-512.png","theme.js"];
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
