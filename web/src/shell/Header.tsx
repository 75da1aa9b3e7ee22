import { useEffect, useRef, useState } from "preact/hooks";
import { place } from "../router";
import { t } from "../words";
import { choose, current, languages } from "./language";
import { dark, setTheme } from "./theme";

const links = () => [
  ["/play", t("Play")] as const,
  ["/puzzle", t("Puzzles")] as const,
  ["/learn", t("Learn")] as const,
  ["/explore", t("Explore")] as const,
  ["/rules", t("Rules")] as const,
];

// What pupils need not.
const further = () => [
  // The server marks its screens where it shows jobs.
  ...(document.documentElement.dataset.jobs === undefined ? [] : [["/jobs", t("Jobs")] as const]),
  // Programs cannot ask a page on a host of files.
  ...(document.documentElement.dataset.engine === undefined ? [["/api", t("API")] as const] : []),
];

function Links({ to }: { to: readonly (readonly [href: string, name: string])[] }) {
  const path = place.value.path;
  return (
    <>
      {to.map(([href, name]) => (
        <a key={href} href={href} aria-current={path === href || path.startsWith(href + "/") ? "page" : undefined}>
          {name}
        </a>
      ))}
    </>
  );
}

export function Header() {
  return (
    <header class="header">
      <a class="logo" href="/" aria-label={t("grundy, first page")}>
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <g class="logo-stones">
            <circle cx="6" cy="26" r="4.4" />
            <circle cx="16" cy="26" r="4.4" />
            <circle cx="16" cy="16" r="4.4" />
            <circle cx="26" cy="26" r="4.4" />
            <circle cx="26" cy="16" r="4.4" />
          </g>
          <circle class="logo-last" cx="26" cy="6" r="4.4" />
        </svg>
        <span class="logo-word">grundy</span>
      </a>
      <nav class="nav" aria-label={t("Screens")}>
        <Links to={links()} />
      </nav>
      <More />
    </header>
  );
}

/** Language, colours and what else there is: beside the menu, or behind a button where that has no room. */
function More() {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const address = place.value;
  useEffect(() => setOpen(false), [address]);
  useEffect(() => {
    if (!open) return;
    const close = (e: Event) => whole.current?.contains(e.target as Node) || setOpen(false);
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, [open]);
  return (
    <div
      class="more"
      ref={whole}
      onKeyDown={(e) => {
        if (!open || e.key !== "Escape") return;
        setOpen(false);
        whole.current?.querySelector("button")?.focus();
      }}
    >
      <button type="button" class="icon-button more-button" aria-expanded={open} aria-controls="more" aria-label={t("Language, colours and more")} title={t("Language, colours and more")} data-action="more-screens" onClick={() => setOpen(!open)}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="currentColor">
          <circle cx="5" cy="12" r="2" />
          <circle cx="12" cy="12" r="2" />
          <circle cx="19" cy="12" r="2" />
        </svg>
      </button>
      <div id="more" class="more-body" data-open={open || undefined}>
        <nav class="nav" aria-label={t("Further screens")}>
          <Links to={further()} />
        </nav>
        <select class="language-switch" aria-label={t("Language")} title={t("Language")} value={current} data-field="language" onChange={(e) => choose(e.currentTarget.value)}>
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="icon-button theme-switch"
          aria-label={dark.value ? t("Light colours") : t("Dark colours")}
          title={dark.value ? t("Light colours") : t("Dark colours")}
          onClick={() => setTheme(dark.value ? "light" : "dark")}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            {dark.value ? (
              <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
                <circle cx="12" cy="12" r="4" />
                <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.5 1.5M16.9 16.9l1.5 1.5M5.6 18.4l1.5-1.5M16.9 7.1l1.5-1.5" />
              </g>
            ) : (
              <path fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
            )}
          </svg>
        </button>
      </div>
    </div>
  );
}
