// The games that have a name, and how well one fits the words that somebody types.
import { api, type GameEntry } from "../api";
import { said } from "../words";

let catalogue: Promise<GameEntry[]> | null = null;

/** The games that have a name; asked for once. */
export function games(): Promise<GameEntry[]> {
  catalogue ??= api.games().catch((err: unknown) => {
    catalogue = null;
    throw err;
  });
  return catalogue;
}

/** plain writes a text in small letters without accents, with a blank before each word. */
const plain = (text: string) => " " + text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}.]+/gu, " ").trim();

const told = new WeakMap<GameEntry, [string, number][]>();

/** fits says how well a game fits words of a person, 0 for not at all: all of them begin words of its texts. */
export function fits(g: GameEntry, words: string): number {
  const wanted = plain(words).trim().split(" ").filter(Boolean);
  if (wanted.length === 0) return 1;
  let texts = told.get(g);
  if (!texts) {
    texts = [
      [plain(`${g.title} ${said(g.title)} ${g.name}`), 24],
      [plain((g.words ?? []).join(" ")), 12],
      [plain(`${g.rules} ${said(g.rules)}`), 6],
      [plain(`${g.needs ?? ""} ${said(g.needs ?? "")} ${g.group} ${g.known} ${g.source}`), 1],
    ];
    told.set(g, texts);
  }
  let sum = 0;
  for (const word of wanted) {
    // The plural of a word finds its singular, too.
    const best = Math.max(...texts.map(([text, weight]) => (text.includes(" " + word) || (word.length > 3 && word.endsWith("s") && text.includes(" " + word.slice(0, -1))) ? weight : 0)));
    if (best === 0) return 0;
    sum += best;
  }
  return g.first ? sum + 16 : sum; // the better known game is the one that is meant
}
