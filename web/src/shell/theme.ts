import { signal } from "@preact/signals";
import { kept } from "../kept";

type Theme = "system" | "light" | "dark";

/** The theme that was chosen; theme-early.ts reads it, too. */
export const theme = kept<Theme>("theme", "system", (text) => (text === "light" || text === "dark" ? text : undefined));

const system = matchMedia("(prefers-color-scheme: dark)");
/** dark says whether the page is dark now; canvases draw by it. */
export const dark = signal(false);
const settle = () => {
  dark.value = theme.value === "dark" || (theme.value === "system" && system.matches);
};
settle();
system.addEventListener("change", settle);

export function setTheme(t: Theme): void {
  theme.set(t);
  settle();
  if (t === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = t;
}
