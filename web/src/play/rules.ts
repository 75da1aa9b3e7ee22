// How one moves in the games of a position.
import { api } from "../api";
import { said } from "../words";

const most = 8; // games whose rules are shown

/** howToMove says the rules of the games of a sum, a line each, as far as they have a name. */
export async function howToMove(position: string, signal: AbortSignal): Promise<string[]> {
  const names = [...new Set(position.match(/(?<![\w.])[a-z][a-z0-9-]*(?=[[(])/gi))].slice(0, most);
  const found = await Promise.all(names.map((name) => api.game(name, signal).catch(() => [])));
  return found.flatMap((games) => games.map((g) => (names.length > 1 ? `${said(g.title)}: ` : "") + said(g.rules)));
}
