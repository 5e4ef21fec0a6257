const version = "59dbc65162fe";
const files = ["app.webmanifest","assets/ActionIcon-D4gdeFg3.js","assets/Button-BAbbAJ86.js","assets/CheckIcon-BULmGLBP.js","assets/Checkbox-DF5ZTDFe.js","assets/Dialog-CEyIYh8l.js","assets/FieldFrame-CIUJdQLL.js","assets/Form-D8c-SsXl.js","assets/Frame-B3MNoCim.js","assets/Frame-CsZzowUw.css","assets/InlineInput-DT8mdSaU.js","assets/Input-CeHzHzMw.js","assets/InputBase-CL3DfB-3.js","assets/Loader-BLSPRYy_.js","assets/Lookup-tT4rZE37.js","assets/Mantine.context-Boa7Z0VO.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-NLf8CvVQ.js","assets/Menu-BKfll0Ad.js","assets/NativeSelect-jOoZtae6.js","assets/Notice-BgrsXInK.js","assets/PasswordInput-CwvaipO0.js","assets/Plain-D9rnUYqx.js","assets/Popover-OkcyGDWb.js","assets/Priority-9YJmCLo7.js","assets/Safety-qEL0FhRN.js","assets/Screen-ETrWoIOo.js","assets/Security-C9791LBB.js","assets/Sessions-apncpYGf.js","assets/SignIn-By5IRxgH.js","assets/Switch-CQlq-xpL.js","assets/TextInput-CGd0Q33c.js","assets/Textarea-DLs5Ak6E.js","assets/Time-DP5qo7mO.js","assets/Transition-CQqbWPYl.js","assets/banknote-Ky4vu28l.js","assets/camera-C4z7u816.js","assets/chart-no-axes-column-CG8QEexw.js","assets/check-BN7L9h91.js","assets/chevron-left-D1ZtQsr0.js","assets/chevron-right-Bm2dK9IO.js","assets/circle-check-DfmfQFx4.js","assets/circle-dashed-CpYQoU8t.js","assets/circle-dot-Cj0dLVzw.js","assets/circle-exclamation-point-v6hbKOsz.js","assets/circle-pause-CgOk0950.js","assets/client-BfYqGiGI.js","assets/client-DFAhemPN.js","assets/clipboard-check-D49B8DZ1.js","assets/createLucideIcon-DDQyY1Jm.js","assets/de-DH3UwjhA.js","assets/drafts-BKEusEbV.js","assets/en-BT24-pY5.js","assets/eye-DvqwnHre.js","assets/eye-off-zsj0bCNm.js","assets/field-DfrC4yTR.css","assets/field.module-D6yfU_Ur.js","assets/get-contrast-color-24BBuvl7.js","assets/hammer-CjLrXBLy.js","assets/icon-BaOOiZKm.svg","assets/icon-k5Cm5XJn.js","assets/image-off-DPkJmMdB.js","assets/index-Cd9bBTdd.js","assets/index-ClPGq9EG.css","assets/jsx-runtime-DSqcD2tH.js","assets/key-round-B5Ox7nSJ.js","assets/keys-fagrYCcT.js","assets/list-Eil-grSv.css","assets/list.module-DGhUOazI.js","assets/live-FiMPytNr.js","assets/locate-fixed-BAzM0NOL.js","assets/look--Mom0yix.js","assets/map-pin-B2s-caLt.js","assets/megaphone-CPSisIZQ.js","assets/monitor-C_wC7Ywz.js","assets/mutation-BQzDepAO.js","assets/noop-mXPS5vjY.js","assets/once-B5Aeb2gM.js","assets/parts-WR-fOS_K.css","assets/parts.module-DpjWeVkv.js","assets/play-C7KCEDjz.js","assets/query-D9PaPPzZ.js","assets/refresh-cw-CGRdXn23.js","assets/rotate-ccw-11iOVOqu.js","assets/rows-0Nka9a-n.js","assets/screens-CGHRrkL6.js","assets/search-B63blRa2.js","assets/sign-in-gWNbWFbO.css","assets/sign-in.module-BdD-hNQq.js","assets/smartphone-uz0FleEu.js","assets/src-BFSxNRPn.js","assets/sun-CfHft8-8.js","assets/tags-SeskG_Qt.js","assets/title-DL0HxfS9.js","assets/undo-RksRbown.js","assets/use-media-query-CrBZXniy.js","assets/use-merged-ref-CE9Ui0CN.js","assets/use-uncontrolled-gk82E7YV.js","assets/useQuery-CHqsnVs0.js","assets/user-BqiFoU1Y.js","assets/user-check-fB0f7DYx.js","assets/user-round-B-mwLX8w.js","assets/users-B5-doTdr.js","assets/version-CDcpfB0x.js","assets/viewer-B0SPqTZr.js","assets/x-CnN0IVtl.js","assets/zoom-CmHhUySV.js","icon-192.png","icon-512.png","theme.js"];
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
