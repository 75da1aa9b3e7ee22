// The language of the page: of the address (?lang=de), or as it was chosen before, or what the
// server was told, or the first that the browser prefers.
import { languages } from "../../page.json";
import { speak, type Catalogue } from "../words";

/** The languages, by their codes, each by its own name. */
export { languages };

const catalogues: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import("../../words/de.json"),
  es: () => import("../../words/es.json"),
};

function stored(): string | null {
  try {
    return localStorage.getItem("language");
  } catch {
    return null;
  }
}

function chosen(): string {
  const wishes = [new URLSearchParams(location.search).get("lang"), stored(), document.documentElement.dataset.language, ...navigator.languages];
  return wishes.map((wish) => wish?.slice(0, 2) ?? "").find((code) => Object.hasOwn(languages, code)) ?? "en";
}

/** current is the language that is shown. */
export const current = chosen();

/** settle loads the words of the language, before anything is drawn. */
export async function settle(): Promise<void> {
  try {
    const load = catalogues[current];
    if (load) speak(current, (await load()).default);
  } catch {
    // Without a connection the words are English.
  }
}

/** choose shows the page in another language: it loads anew, since every state is in the address. */
export function choose(code: string): void {
  try {
    localStorage.setItem("language", code);
  } catch {
    // The address then says it.
  }
  const there = new URL(location.href);
  there.searchParams.set("lang", code);
  location.replace(there);
  if (there.hash !== "") location.reload(); // an anchor alone does not load the page
}
