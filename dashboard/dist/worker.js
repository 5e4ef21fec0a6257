const version = "e814ae974b2f";
const files = ["app.webmanifest","assets/ActionIcon-Dj4SMuWN.js","assets/Button-BADMm1ie.js","assets/CheckIcon-DbbMR8v6.js","assets/Checkbox-CcJcCg1I.js","assets/Dialog-B0bX6nRM.js","assets/FieldFrame-CbFbBO_U.js","assets/Form-BE0UpD0y.js","assets/Frame-CsZzowUw.css","assets/Frame-xfgyXxcC.js","assets/InlineInput-CMaVB2E7.js","assets/Input-5IJJOSh7.js","assets/InputBase-BIweVmiy.js","assets/Loader-Dq5EyNzT.js","assets/Lookup-B7iUb72M.js","assets/Mantine.context-5fa1G5q8.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-BrfC3QGu.js","assets/Menu-CquL22hn.js","assets/NativeSelect-Bi357Avs.js","assets/Notice-C9COboUk.js","assets/PasswordInput-Mo7oRpYl.js","assets/Plain-DgJrUeJp.js","assets/Popover-B0gj6Qp8.js","assets/Priority-D9Q4EcIm.js","assets/Safety-DS9V5HUD.js","assets/Screen-DdQEWOu6.js","assets/Security-DAUN_brS.js","assets/Sessions-CrkyRwSN.js","assets/SignIn-DzAw-L_B.js","assets/Switch-IHcFgUa6.js","assets/TextInput-ChEMBpjq.js","assets/Textarea-DxnCMAkh.js","assets/Time-CxubX6Ts.js","assets/Transition-pvb3CiEM.js","assets/banknote-BgiGoK8V.js","assets/camera-IxNmTay1.js","assets/chart-no-axes-column-Bt_1LzWe.js","assets/check-BspowLKv.js","assets/chevron-left-DNtQHgim.js","assets/chevron-right-CjibgXAN.js","assets/circle-check-qEx0JpLo.js","assets/circle-dashed-CXAHuPWt.js","assets/circle-dot-CB5QbRvq.js","assets/circle-exclamation-point-CBw9WdM2.js","assets/circle-pause-BKJ4otaj.js","assets/client-BfYqGiGI.js","assets/client-j69iv2Ve.js","assets/clipboard-check-W25D24MG.js","assets/createLucideIcon-BaUr_lRk.js","assets/de-RRQQd1T3.js","assets/drafts-Bw0K123s.js","assets/en-BT24-pY5.js","assets/eye-DrYIZ_MY.js","assets/eye-off-CAV39KRt.js","assets/field-DfrC4yTR.css","assets/field.module-D6yfU_Ur.js","assets/get-contrast-color-C3p1yI4C.js","assets/hammer-DT1oKl9g.js","assets/icon-BaOOiZKm.svg","assets/icon-k5Cm5XJn.js","assets/image-off-gwBLryOD.js","assets/index-C-xCC08B.js","assets/index-ClPGq9EG.css","assets/jsx-runtime-B08faJTX.js","assets/key-round-hx7NWZVb.js","assets/keys-kfRhrJrU.js","assets/list-Eil-grSv.css","assets/list.module-DGhUOazI.js","assets/live-B2mrIWiT.js","assets/locate-fixed-C2gXH5rf.js","assets/look-dIDHOpSG.js","assets/map-pin-C6dvxm6W.js","assets/megaphone-DwwvLspt.js","assets/monitor-DNev9Ek4.js","assets/mutation-kPZbQ6w4.js","assets/noop-mXPS5vjY.js","assets/once-BQxrNOGk.js","assets/parts-D9M6fygD.css","assets/parts.module-cnBqAcE_.js","assets/play-BObkAXGn.js","assets/query-CRG5LxxF.js","assets/refresh-cw-HFjpGMSy.js","assets/rotate-ccw-B71azoCY.js","assets/rows-Cn7gyKEj.js","assets/screens-PQ83UcE_.js","assets/search-CvVMS3r2.js","assets/sign-in-gWNbWFbO.css","assets/sign-in.module-BdD-hNQq.js","assets/smartphone-CX5mkmyQ.js","assets/src-DC58UGDe.js","assets/sun-SIk09s0z.js","assets/tags-BX4cPx9G.js","assets/title-dXYYLUpE.js","assets/undo-CQXR_RAa.js","assets/use-media-query-cmEvT9ls.js","assets/use-merged-ref-DqD6mhsl.js","assets/use-uncontrolled-7yPT-FlT.js","assets/useQuery-BRepKtga.js","assets/user-CJjwxn7J.js","assets/user-check-CF9s24ln.js","assets/user-round-2mofHQyS.js","assets/users-BL1Kjxo0.js","assets/version--yWYM0C7.js","assets/viewer-l30nrCAL.js","assets/x-Bkf356IL.js","assets/zoom-Be7HdJ-a.js","icon-192.png","icon-512.png","theme.js"];
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
