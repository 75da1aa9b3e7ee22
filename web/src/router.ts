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

// Hosts of files have one file for all screens. There a screen stands behind the question mark, and
// its parameters behind it: ?/play/nim(3,5,7)&at=2.
const served = document.documentElement.dataset.engine === undefined;

// whole reads an address: the screen with what stands before it, and its parameters.
function whole(url: { pathname: string; search: string }): [path: string, query: string] {
  if (served) return [url.pathname.slice(root.length), url.search];
  const [, path, query] = /^\?(\/[^&]*)&?(.*)$/.exec(url.search) ?? ["", "/", url.search];
  return [path!, query!];
}

/** embedded says that the page stands in a frame of another site, without its header. */
export const embedded = whole(location)[0].startsWith("/embed/");

// What stands before a screen.
const frame = embedded ? "/embed" : "";

function here(): Place {
  const [path, query] = whole(location);
  return { path: path.slice(frame.length) || "/", query: new URLSearchParams(query), hash: location.hash.slice(1) };
}

export const place = signal<Place>(here());

// What is a file, and no screen.
const isFile = (path: string) => /^\/(api\/v1|assets|metrics|healthz|readyz|openapi)/.test(path);

/** addressOf returns the address of a screen, or of a file, as the browser knows it. */
export const addressOf = (screen: string): string => at(frame, screen);

/** shared returns the address of a screen for others, who open it in no frame. */
export const shared = (screen: string): string => location.origin + at("", screen);

function at(before: string, screen: string): string {
  if (isFile(screen)) return root + screen;
  if (served) return root + before + screen;
  const [, path, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(before + screen)!;
  return `${root}/${path === "/" && !query ? "" : "?" + path}${query && "&" + query}${hash}`;
}

export function navigate(screen: string, how: { replace?: boolean } = {}): void {
  const href = addressOf(screen);
  if (href === location.pathname + location.search + location.hash) return;
  const from = place.value.path;
  if (how.replace) history.replaceState(null, "", href);
  else history.pushState(null, "", href);
  place.value = here();
  if (place.value.path !== from) scrollTo(0, 0);
}

/** keep writes parameters of the screen into its address. Nothing is drawn anew. */
export function keep(change: (query: URLSearchParams) => void): void {
  const { path, query, hash } = here();
  change(query);
  history.replaceState(null, "", addressOf(path + queryText(query) + (hash && "#" + hash)));
}

// A link names a screen. Those of a frame to another screen open the whole page.
const { vnode: before } = options;
options.vnode = (node) => {
  const props = node.props as { href?: unknown; target?: string };
  if (node.type === "a" && typeof props.href === "string" && /^\/(?!\/)/.test(props.href)) {
    const leaves = embedded && screenOf(props.href) !== screenOf(place.value.path);
    props.href = at(leaves ? "" : frame, props.href);
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
  const [path, query] = whole(url);
  if (isFile(url.pathname.slice(root.length))) return;
  if (url.pathname === location.pathname && url.search === location.search && url.hash !== "") return; // an anchor
  event.preventDefault();
  navigate(path.slice(frame.length) + (query && "?" + query.replace(/^\?/, "")) + url.hash);
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
