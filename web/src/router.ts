// The address of the page: every state is a link, and back and forward work. Addresses in the
// code are those of screens, such as /play/nim(3,5,7), wherever the page stands.
import { signal } from "@preact/signals";
import { options } from "preact";

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

// The folder that the page stands in; "" at the top of a host. What is loaded stands in its assets.
export const root = new URL("..", import.meta.url).pathname.slice(0, -1);

/** embedded says that the page stands in a frame of another site, without its header. */
export const embedded = location.pathname.startsWith(root + "/embed/");

// What stands in an address before that of a screen.
const base = embedded ? root + "/embed" : root;

const here = (): Place => ({
  path: location.pathname.slice(base.length) || "/",
  query: new URLSearchParams(location.search),
  hash: location.hash.slice(1),
});

export const place = signal<Place>(here());

/** addressOf returns the address of a screen as the browser knows it. */
export const addressOf = (screen: string): string => base + screen;

export function navigate(screen: string, how: { replace?: boolean } = {}): void {
  const href = addressOf(screen);
  if (href === location.pathname + location.search + location.hash) return;
  const from = location.pathname;
  if (how.replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  place.value = here();
  if (location.pathname !== from) scrollTo(0, 0);
}

// A link names a screen. Those of a frame to another screen open the whole page.
const { vnode: before } = options;
options.vnode = (node) => {
  const props = node.props as { href?: unknown; target?: string };
  if (node.type === "a" && typeof props.href === "string" && /^\/(?!\/)/.test(props.href)) {
    const leaves = embedded && screenOf(props.href) !== screenOf(place.value.path);
    props.href = (leaves ? root : base) + props.href;
    if (leaves) props.target = "_blank";
  }
  before?.(node);
};

const screenOf = (path: string) => path.split(/[/?#]/)[1];

addEventListener("popstate", () => {
  place.value = here();
});

// Links within the page do not load it again.
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const url = new URL(link.href);
  const screen = url.pathname.slice(base.length);
  if (/^\/(api\/v1|assets|metrics|healthz|readyz|openapi)/.test(screen)) return;
  if (url.pathname === location.pathname && url.search === location.search && url.hash !== "") return; // an anchor
  event.preventDefault();
  navigate(screen + url.search + url.hash);
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
