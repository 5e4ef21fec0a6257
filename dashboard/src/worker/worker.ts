// The service worker of /desk/: it keeps the page's own files, so that the desk opens without a connection: solvers go on
// with their work, everybody else is told that the service is away. Answers of
// the API are never kept here. build/worker.ts puts in the list of files, and with it the name of the cache.
import type { DeviceNotice } from "./notice";

declare const self: ServiceWorkerGlobalScope;
declare const FILES: string[];
declare const VERSION: string;

const prefix = "redress-desk-";
const cacheName = prefix + VERSION;
const page = "/desk/";
const patience = 4000; // milliseconds until a page that was kept is shown instead of one that is slow to come

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) =>
        cache.addAll([
          new Request(page, { cache: "no-store", credentials: "omit" }),
          ...FILES.map((file) => page + file),
        ]),
      ),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

// open returns the page from the service, or the one that was kept.
async function open(request: Request): Promise<Response> {
  const kept = await (await caches.open(cacheName)).match(page);
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patience));
  const fetched = fetch(request)
    .then((response) => (response.status >= 500 ? kept : response))
    .catch(() => kept);
  return Promise.race([fetched, late]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (
    request.method !== "GET" ||
    origin !== self.location.origin ||
    !pathname.startsWith(page) ||
    pathname.startsWith("/desk/session")
  )
    return;
  if (request.mode === "navigate") {
    event.respondWith(open(request));
  } else if (FILES.includes(pathname.slice(page.length))) {
    event.respondWith(caches.open(cacheName).then(async (cache) => (await cache.match(pathname)) ?? fetch(request)));
  }
});

// A notification of the operating system takes the place of the one before, so that many at once are one.
self.addEventListener("message", (event) => {
  const { notice } = event.data as { notice?: DeviceNotice };
  if (!notice) return;
  const { title, body, path, lang } = notice;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((tabs) => {
      if (tabs.some((tab) => tab.focused && tab.visibilityState === "visible")) return undefined;
      return self.registration.showNotification(title, {
        body,
        lang,
        tag: "redress",
        icon: page + "icon-192.png",
        data: path,
        renotify: true,
      } as NotificationOptions);
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data as string;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async (tabs) => {
      const tab = tabs.find(({ url }) => new URL(url).pathname.startsWith(page));
      if (!tab) return void (await self.clients.openWindow(page.slice(0, -1) + path));
      tab.postMessage({ open: path });
      await tab.focus();
    }),
  );
});
