const version = "284e63ff882e";
const files = ["app.webmanifest","assets/FieldFrame-CpTH4r9Y.js","assets/Me-cQfaUS8w.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-C1xgUPSc.js","assets/Report-XBFseWD7.js","assets/Safety-CZmvIb1l.js","assets/SignIn-Dcy47s-y.js","assets/first-CMRsH9VL.js","assets/first-ZunB_HKf.js","assets/icon-BaOOiZKm.svg","assets/index-DjlpxIja.js","assets/more-4RobogNG.js","assets/more-DmDEY_Ll.js","assets/parts-CHotJJtf.js","assets/parts-t4pY_6mx.css","assets/rolldown-runtime-WkwZ5CU-.js","assets/shared-5PRMzH7o.js","assets/shared-BeOQNGIB.css","assets/shared-CDkJLt3N.js","assets/shared-CU6ilG1X.css","assets/shared-DEVAalz4.js","assets/shared-DKd0BUWe.js","assets/shared-DPTGVNBf.js","assets/shared-Db32P8GV.js","assets/shared-DmoPGmvr.js","assets/shared-Sys6q0XK.js","assets/shared-_2zegTbd.js","assets/shared-gbc3YwV8.css","assets/shared-lxDxKa2D.js","assets/shared-oB09uiZY.js","assets/start-5n6lOahV.js","assets/start-D8kpyi9F.css","icon-192.png","icon-512.png","theme.js"];
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
