const version = "434b85f004fc";
const files = ["app.webmanifest","assets/FieldFrame-CfLqvE2Z.js","assets/Me-LzBurnol.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-B7KCRWb6.js","assets/Report-DKlYYPWJ.js","assets/Safety-CIeJtLTs.js","assets/SignIn-BvfMEIEm.js","assets/first-C7rzm9fi.js","assets/first-Czg_0zlB.js","assets/icon-BaOOiZKm.svg","assets/index-DslEUKGN.js","assets/more-DlomqEdU.js","assets/more-vN8AcZwv.js","assets/parts-BOkpFDdH.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CH4WaJ3J.js","assets/shared-CRPJMuL0.js","assets/shared-CU6ilG1X.css","assets/shared-CVGW37i6.js","assets/shared-CkkT1Q4q.js","assets/shared-D5H34C_I.js","assets/shared-DTK9rfhR.js","assets/shared-DUUn61DQ.js","assets/shared-DcuiAaLT.js","assets/shared-Djk3zxS5.js","assets/shared-gbc3YwV8.css","assets/start-D8kpyi9F.css","assets/start-DGLs66P-.js","icon-192.png","icon-512.png","theme.js"];
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
// A notification of the operating system takes the place of the one before, so that many at once are one.
self.addEventListener("message", (event) => {
	const { notice } = event.data;
	if (!notice) return;
	const { title, body, path, lang } = notice;
	event.waitUntil(self.clients.matchAll({ type: "window" }).then((tabs) => {
		if (tabs.some((tab) => tab.focused && tab.visibilityState === "visible")) return undefined;
		return self.registration.showNotification(title, {
			body,
			lang,
			tag: "redress",
			icon: page + "icon-192.png",
			data: path,
			renotify: true
		});
	}));
});
self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	const path = event.notification.data;
	event.waitUntil(self.clients.matchAll({ type: "window" }).then(async (tabs) => {
		const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(page));
		if (!tab) return void await self.clients.openWindow(page.slice(0, -1) + path);
		tab.postMessage({ open: path });
		await tab.focus();
	}));
});
