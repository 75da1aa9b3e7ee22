import { place } from "../router";
import { t } from "../words";
import { choose, current, languages } from "./language";
import { dark, setTheme } from "./theme";

const links = () => [
  ["/play", t("Play")] as const,
  ["/puzzle", t("Puzzles")] as const,
  ["/explore", t("Explore")] as const,
  ["/rules", t("Rules")] as const,
  ["/learn", t("Learn")] as const,
  // Programs cannot ask a page on a host of files.
  ...(document.documentElement.dataset.engine === undefined ? [["/api", t("API")] as const] : []),
  // The server marks its screens where it shows jobs.
  ...(document.documentElement.dataset.jobs === undefined ? [] : [["/jobs", t("Jobs")] as const]),
];

export function Header() {
  const path = place.value.path;
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
        {links().map(([href, name]) => (
          <a href={href} aria-current={path === href || path.startsWith(href + "/") ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <select class="language-switch" aria-label={t("Language")} title={t("Language")} value={current} data-field="language" onChange={(e) => choose(e.currentTarget.value)}>
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {`${code.toUpperCase()}\u00a0\u00a0\u00a0${name}`}
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
    </header>
  );
}
