import { signal } from "@preact/signals";

type Theme = "system" | "light" | "dark";

function stored(): Theme {
  try {
    const t = localStorage.getItem("theme");
    return t === "light" || t === "dark" ? t : "system";
  } catch {
    return "system";
  }
}

export const theme = signal<Theme>(stored());

const system = matchMedia("(prefers-color-scheme: dark)");
/** dark says whether the page is dark now; canvases draw by it. */
export const dark = signal(false);
const settle = () => {
  dark.value = theme.value === "dark" || (theme.value === "system" && system.matches);
};
settle();
system.addEventListener("change", settle);

export function setTheme(t: Theme): void {
  theme.value = t;
  settle();
  if (t === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = t;
  try {
    if (t === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", t);
  } catch {
    // The choice then holds until the page is closed.
  }
}
