// The service worker of the page on a host of files: it keeps all files but the larger program of the
// engine, which it keeps once it was loaded. `grundy site` writes the names before this.
declare const kept: string; // the name of this version
declare const files: string[];

const scope = self as unknown as {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(name: "install" | "activate", on: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(name: "fetch", on: (event: { request: Request; respondWith(answer: Promise<Response> | Response): void }) => void): void;
};

scope.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(kept)
      .then((cache) => cache.addAll(files))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("grundy ") && name !== kept).map((name) => caches.delete(name))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const root = new URL(scope.registration.scope);
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  const name = url.pathname.slice(root.pathname.length);
  if (request.mode === "navigate") {
    // An address as a server has it, such as play/nim(3,5,7), is that of a screen.
    if (name !== "" && !/\.(html|json|svg|txt)$/.test(name)) event.respondWith(Response.redirect(`${root.pathname}?/${name}${url.search && "&" + url.search.slice(1)}`));
    else event.respondWith(find(root.href, request));
  } else event.respondWith(find(url.origin + url.pathname, request));
});

// find answers from what is kept. Files of assets never change, so that they are kept once they come.
async function find(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(kept);
  const found = await cache.match(address);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && address.includes("/assets/")) await cache.put(address, response.clone());
  return response;
}
