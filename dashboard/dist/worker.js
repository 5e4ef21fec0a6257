const version = "7d786881ee2f";
const files = ["app.webmanifest","assets/ActionIcon-DqdmC6nK.js","assets/Button-0CBs0Ibr.js","assets/CheckIcon-C92kzxvg.js","assets/Checkbox-BA-x2oeT.js","assets/Dialog-Cn_Wo5sh.js","assets/FieldFrame-Bjj7g1qU.js","assets/Form-BV-JbeIT.js","assets/Frame-CsZzowUw.css","assets/Frame-lhuYjLX_.js","assets/InlineInput-DZ-uwGWc.js","assets/Input-C167jz0x.js","assets/InputBase-CVRubiyf.js","assets/Loader-DGqCsOcM.js","assets/Lookup-5rzYjhbm.js","assets/Mantine.context-B-abRCNO.js","assets/MediaViewer-B6-00Rmb.css","assets/MediaViewer-CSEqWq91.js","assets/Menu-DM8dUMk-.js","assets/NativeSelect-CrymE4Vn.js","assets/Notice-BS5DQPUT.js","assets/PasswordInput-CMCG0oQd.js","assets/Plain-BkuzGzeL.js","assets/Popover-DG9Wl0gD.js","assets/Priority-Dyx4Ci6r.js","assets/Safety-DAAfmofS.js","assets/Screen-DFJD1Unr.js","assets/Security-CF9ajtKx.js","assets/Sessions-BPybfB0y.js","assets/SignIn-CPyQmeBl.js","assets/Switch-CJAFxs_J.js","assets/TextInput-n0I8kuNH.js","assets/Textarea-C9NXYPj2.js","assets/Time-B1rQFeMa.js","assets/Transition-DzZC-wUP.js","assets/banknote-D6DJC_O9.js","assets/camera-BGAVCdM_.js","assets/chart-no-axes-column-DC0iGehD.js","assets/check-DoCU4RCB.js","assets/chevron-left-DAf31mFc.js","assets/chevron-right-DXHVZlHF.js","assets/circle-check-BJGqFUGE.js","assets/circle-dashed-dl7oq_B8.js","assets/circle-dot-Cfad7u30.js","assets/circle-exclamation-point-BZoEeOY-.js","assets/circle-pause-DjJrzoTz.js","assets/client-BfYqGiGI.js","assets/client-CbTstqLG.js","assets/clipboard-check-BtkqnaPR.js","assets/createLucideIcon-Cqiulo6N.js","assets/de-RRQQd1T3.js","assets/drafts-BUW1riEE.js","assets/en-BT24-pY5.js","assets/eye-CTKXVEwM.js","assets/eye-off-Cv8DVwnx.js","assets/field-DfrC4yTR.css","assets/field.module-D6yfU_Ur.js","assets/get-contrast-color-D2WfbFdK.js","assets/hammer-DEpr6Ane.js","assets/icon-BaOOiZKm.svg","assets/icon-k5Cm5XJn.js","assets/image-off-DJor06M6.js","assets/index-Bb2n0H14.js","assets/index-ClPGq9EG.css","assets/jsx-runtime-DtjPYFUn.js","assets/key-round-Bka3W8nD.js","assets/keys-BkLbiza1.js","assets/list-Eil-grSv.css","assets/list.module-DGhUOazI.js","assets/live-DLruMmlD.js","assets/locate-fixed-B6m8I-23.js","assets/look-BMIbeZRH.js","assets/map-pin-D2MjTa6x.js","assets/megaphone-byz624PL.js","assets/monitor-DigwUmb-.js","assets/mutation-CKtQVC5N.js","assets/noop-mXPS5vjY.js","assets/once-xYAuW7Ex.js","assets/parts-D9M6fygD.css","assets/parts.module-cnBqAcE_.js","assets/play-BWTXdOms.js","assets/query-8Dh1iY6Z.js","assets/refresh-cw-zqGl1X9o.js","assets/rotate-ccw-DxHW1Oo7.js","assets/rows-Cj50Tmdf.js","assets/screens-fmOJqTk1.js","assets/search-XvpIZyn-.js","assets/sign-in-gWNbWFbO.css","assets/sign-in.module-BdD-hNQq.js","assets/smartphone-BHLCkd18.js","assets/src-sZm-GqQt.js","assets/sun-Be3iPEmH.js","assets/tags-Beet5T_f.js","assets/title-DDmNHY_4.js","assets/undo-B7XayWa6.js","assets/use-media-query-DkUWZOQC.js","assets/use-merged-ref-DjssX9qK.js","assets/use-uncontrolled-Btua8IoW.js","assets/useQuery-B4pC3Z8X.js","assets/user-D2tiMgu9.js","assets/user-check-B7i38rTK.js","assets/user-round-BtQtEA9w.js","assets/users-uHM-NJVB.js","assets/version-DbNa3-Cx.js","assets/viewer-tOgDxt_i.js","assets/x-DMHEjrW2.js","assets/zoom-CypZJ4Lz.js","icon-192.png","icon-512.png","theme.js"];
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
