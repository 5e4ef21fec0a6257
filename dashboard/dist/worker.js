const version = "d8d1aab15e3e";
const files = ["app.webmanifest","assets/ActionIcon-xxRYZH7R.js","assets/Button-c_ELjtXT.js","assets/CheckIcon-CyXVBOex.js","assets/Dialog-By8JzR0I.js","assets/FieldFrame-C5WcJngF.css","assets/FieldFrame-CbiMyQfe.js","assets/Frame-BqQzZfTB.js","assets/Frame-Cnlrfquh.css","assets/Input-CIEE4Xxi.js","assets/InputBase-18T_QChA.js","assets/Loader-Dzatl4Hj.js","assets/Menu-B9sOXsWg.js","assets/NativeSelect-Cg7heimI.js","assets/Notice-DDXUIxQp.js","assets/PasswordInput-l_dG1oEd.js","assets/Popover-Dp0fpTeJ.js","assets/Priority-DLUL0z5b.js","assets/SignIn-BHzGsQBJ.js","assets/TextInput-Dp6hwj0C.js","assets/Textarea-De-OQHW9.js","assets/Time-BtsHXd0f.js","assets/Transition-BCkdGEsp.js","assets/banknote-CIQ_EFb_.js","assets/camera-DDM27g5l.js","assets/chart-no-axes-column-DcctFM2v.js","assets/check-_xlWxCG5.js","assets/circle-check-CdKicCI-.js","assets/circle-dot-B7ihdNc3.js","assets/circle-exclamation-point-CkYfJasp.js","assets/circle-pause-BLdk_s59.js","assets/clipboard-check-C-ipmeBK.js","assets/createLucideIcon-BfFe2dfg.js","assets/de-CsqW5asW.js","assets/drafts-DkRbNGgK.js","assets/en-B_tr0NVa.js","assets/eye-BE5cCwpT.js","assets/format-CubQoyGL.js","assets/get-contrast-color-DLE8cYDk.js","assets/hammer-C9UxKmkE.js","assets/icon-BaOOiZKm.svg","assets/icon-k5Cm5XJn.js","assets/image-off-DzKfQyf-.js","assets/index-B5HulOsu.js","assets/index-mTi5kz77.css","assets/jsx-runtime-DGdw-4H3.js","assets/keys-BBoXbY_h.js","assets/live-4YfADzVa.js","assets/locate-fixed-DVQFx73M.js","assets/map-pin-DYXsuPxE.js","assets/megaphone-CFOZvIeI.js","assets/monitor-C0pHf_JD.js","assets/mutation-b5B0k8T6.js","assets/noop-mXPS5vjY.js","assets/parts-D9M6fygD.css","assets/parts.module-cnBqAcE_.js","assets/play-MoFMzijs.js","assets/query-tB0dq0rV.js","assets/rotate-ccw-UQmGqTDk.js","assets/rows-BIQE7tig.js","assets/screens-BBDJt7Gk.js","assets/search-DHQKTUeY.js","assets/sign-in-gWNbWFbO.css","assets/sign-in.module-BdD-hNQq.js","assets/smartphone-B5cLtoYf.js","assets/sun-CaDUrQUF.js","assets/tags-JAiwRD2Q.js","assets/title-CJ4Qm_YE.js","assets/undo-CnppXo-x.js","assets/use-mantine-color-scheme-CQxQ8I0z.js","assets/use-merged-ref-DuH24BeO.js","assets/use-uncontrolled-B1onalKE.js","assets/user-PV6GYseK.js","assets/user-check-BIrSpag4.js","assets/user-round-CYltKHDE.js","assets/users-D1r7xM0s.js","assets/version-JszrFGm0.js","assets/viewer-pgu2SEjJ.js","assets/x-Yq5SDRr-.js","icon-192.png","icon-512.png"];
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
