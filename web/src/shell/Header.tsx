import { place } from "../router";
import { dark, setTheme } from "./theme";

const links = [
  ["/play", "Play"],
  ["/puzzle", "Puzzles"],
  ["/explore", "Explore"],
  ["/rules", "Rules"],
  ["/learn", "Learn"],
  ["/api", "API"],
  // The server marks its screens where it shows jobs.
  ...(document.documentElement.dataset.jobs === undefined ? [] : [["/jobs", "Jobs"] as const]),
] as const;

export function Header() {
  const path = place.value.path;
  return (
    <header class="header">
      <a class="logo" href="/" aria-label="grundy, first page">
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
      <nav class="nav" aria-label="Screens">
        {links.map(([href, name]) => (
          <a href={href} aria-current={path === href || path.startsWith(href + "/") ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <button
        type="button"
        class="icon-button theme-switch"
        aria-label={dark.value ? "Light colours" : "Dark colours"}
        title={dark.value ? "Light colours" : "Dark colours"}
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
