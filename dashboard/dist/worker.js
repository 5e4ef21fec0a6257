const version = "471aa46184b6";
const files = ["app.webmanifest","assets/ActionIcon-BXtT1-z5.js","assets/Button-kzP-Yzo0.js","assets/CheckIcon-CqARdRrb.js","assets/Checkbox-CKOdPRdY.js","assets/Dialog-D7_Un1yI.js","assets/FieldFrame-DcCpnZ-9.js","assets/Form-DKiP6o4d.js","assets/Frame-CsZzowUw.css","assets/Frame-DuWzLRWT.js","assets/InlineInput-CxFaSha8.js","assets/Input-C-9wF5rQ.js","assets/InputBase-Cg9KdSB7.js","assets/Loader-O97zDumU.js","assets/Lookup-LAq6mik-.js","assets/Mantine.context-l36DThYm.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-Dwpb3EPF.js","assets/Menu-ByYipxFd.js","assets/NativeSelect-DOzExuKm.js","assets/Notice-Bd2TnR44.js","assets/PasswordInput-3FTEj3Tb.js","assets/Plain-BbfVrXR5.js","assets/Popover-80cBbGWA.js","assets/Priority-DAO06n7f.js","assets/Safety-C6OqU-IX.js","assets/Screen-CrqkSI9D.js","assets/Security-DnH8PiAn.js","assets/Sessions-Lx9OZMfA.js","assets/SignIn-qgCsI2rH.js","assets/Switch-CRyXU24G.js","assets/TextInput-CxKL95gy.js","assets/Textarea-Cs3IUlfO.js","assets/Time-Di5vOJFh.js","assets/Transition-D8uyoo-I.js","assets/banknote-BLDVJzbq.js","assets/camera-g2jxPrn3.js","assets/chart-no-axes-column-CiEDn9LU.js","assets/check-BXBdfUnZ.js","assets/chevron-left-Dy4Wb9Ao.js","assets/chevron-right-CtXyAG1m.js","assets/circle-check-K1D-G72b.js","assets/circle-dashed-Bvy_IkRY.js","assets/circle-dot-DXTMF73K.js","assets/circle-exclamation-point-BvzR8Iyp.js","assets/circle-pause-ybriCwI1.js","assets/client-BfYqGiGI.js","assets/client-DubrLbLq.js","assets/clipboard-check-DorD9O_x.js","assets/createLucideIcon-B2RNMUkX.js","assets/de-DH3UwjhA.js","assets/drafts-D74J2I1k.js","assets/en-BT24-pY5.js","assets/eye-BHYJwuJM.js","assets/eye-off-Dr_4EvZp.js","assets/field-DfrC4yTR.css","assets/field.module-D6yfU_Ur.js","assets/get-contrast-color-CB8VdUS4.js","assets/hammer-Djtj_UTV.js","assets/icon-BaOOiZKm.svg","assets/icon-k5Cm5XJn.js","assets/image-off-O-3Rw47k.js","assets/index-B4rCxjqm.js","assets/index-ClPGq9EG.css","assets/jsx-runtime-DMpH-rvM.js","assets/key-round-B3kglPQQ.js","assets/keys-BAtIXLEi.js","assets/list-Eil-grSv.css","assets/list.module-DGhUOazI.js","assets/live-BNsbv-tQ.js","assets/locate-fixed-CmyUETwN.js","assets/look-jl2n9SBL.js","assets/map-pin-Bob47m3o.js","assets/megaphone-DAPvXavt.js","assets/monitor-kREIa2F5.js","assets/mutation-MiFhVqCx.js","assets/noop-mXPS5vjY.js","assets/once-P9QDo7pU.js","assets/parts-WR-fOS_K.css","assets/parts.module-DpjWeVkv.js","assets/play-CbG8WW2n.js","assets/query-oXl8ajiC.js","assets/refresh-cw-CzeD6KaR.js","assets/rotate-ccw-CuYkMCqL.js","assets/rows-NX84TCAx.js","assets/screens-Dt-mK_hb.js","assets/search-CrZvAFBt.js","assets/sign-in-gWNbWFbO.css","assets/sign-in.module-BdD-hNQq.js","assets/smartphone-D88ZacL9.js","assets/src-DO95Hn8f.js","assets/sun-CaPKVq7d.js","assets/tags-C-Fyf2HR.js","assets/title-ThSVRj2h.js","assets/undo-DSx2fJng.js","assets/use-media-query-fJu4iq68.js","assets/use-merged-ref-OOE0RSPL.js","assets/use-uncontrolled-CticLMUe.js","assets/useQuery-DeOW5X2N.js","assets/user-check-DqIfkGcF.js","assets/user-qQ5Ip1FE.js","assets/user-round-CWrbAKAt.js","assets/users-e0wKhEwL.js","assets/version-3z30p7ah.js","assets/viewer-DNgpP2n2.js","assets/x-C_JzKRJi.js","assets/zoom-B_grZgIZ.js","icon-192.png","icon-512.png","theme.js"];
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
