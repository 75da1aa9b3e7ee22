// The address of the page: every state is a link, and back and forward work.
import { signal } from "@preact/signals";

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const here = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

export const place = signal<Place>(here());

export function navigate(href: string, how: { replace?: boolean } = {}): void {
  if (href === location.pathname + location.search + location.hash) return;
  const from = location.pathname;
  if (how.replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  place.value = here();
  if (location.pathname !== from) scrollTo(0, 0);
}

addEventListener("popstate", () => {
  place.value = here();
});

// Links within the page do not load it again.
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const url = new URL(link.href);
  if (/^\/(api\/v1|assets|metrics|healthz|readyz|openapi)/.test(url.pathname)) return;
  if (url.pathname === location.pathname && url.search === location.search && url.hash !== "") return; // an anchor
  event.preventDefault();
  navigate(url.pathname + url.search + url.hash);
});

/** queryText writes parameters so that positions stay readable: nim(3,5,7), not nim%283%2C5%2C7%29. */
export function queryText(parameters: Iterable<[string, string]>): string {
  const write = (text: string) =>
    encodeURIComponent(text)
      .replace(/%20/g, "+")
      .replace(/%(2C|3A|3B|5B|5D|2F|40|24)/gi, (c) => decodeURIComponent(c));
  const parts = [...parameters].map(([name, value]) => `${name}=${write(value)}`);
  return parts.length === 0 ? "" : "?" + parts.join("&");
}
