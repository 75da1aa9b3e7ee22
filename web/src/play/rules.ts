// How one moves in the games of a position.
import { api } from "../api";
import { said, t } from "../words";

const most = 8; // games whose rules are shown

/** combined says what is added to the moves of games that a position combines. */
const combined: [RegExp, () => string][] = [
  [/(?<![\w-])pass\(/, () => t("Once in the whole game, one of the players may pass.")],
  [/(?<![\w-])blocked\[/, () => t("Whoever moves may forbid some of the replies. The number in brackets says how many.")],
  [/ : /, () => t("A move in the game below ends the one on top of it.")],
];

/** howToMove says the rules of the games of a sum, a line each, as far as they have a name. */
export async function howToMove(position: string, signal: AbortSignal): Promise<string[]> {
  const names = [...new Set(position.match(/(?<![\w.])[a-z][a-z0-9-]*(?=[[(])/gi))]
    .filter((name) => !["pass", "blocked"].includes(name!))
    .slice(0, most);
  const found = await Promise.all(names.map((name) => api.game(name, signal).catch(() => [])));
  const moves = found.flatMap((games) => games.map((g) => (names.length > 1 ? `${said(g.title)}: ` : "") + said(g.rules)));
  return [...moves, ...combined.flatMap(([form, says]) => (form.test(position) ? says() : []))];
}
