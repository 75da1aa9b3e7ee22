// Pictures of the positions that the games have as examples.
import { useEffect, useState } from "preact/hooks";
import { get, type GameEntry, type Scene } from "../api";

const pictures = new Map<string, Scene | null>(); // by example; null where there is none
const atOnce = 20; // pictures of one request

/** usePictures fetches the pictures of games, many with one request. */
export function usePictures(games: readonly GameEntry[]): ReadonlyMap<string, Scene | null> {
  const [, settle] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    const fetchAll = async (examples: string[]): Promise<void> => {
      try {
        const d = await get<{ components: { scene?: Scene }[] }>("/draw", { position: examples.join(" + ") }, control.signal);
        if (d.components.length !== examples.length) throw new Error("other components");
        examples.forEach((e, i) => pictures.set(e, d.components[i]!.scene ?? null));
      } catch {
        if (control.signal.aborted) return;
        // One that cannot be drawn does not take the others with it.
        const half = Math.ceil(examples.length / 2);
        if (examples.length === 1) pictures.set(examples[0]!, null);
        else {
          await fetchAll(examples.slice(0, half));
          await fetchAll(examples.slice(half));
        }
      }
    };
    void (async () => {
      // Where the last move loses in one game, it does in the whole sum, which others may not allow.
      for (const misere of [false, true]) {
        const wanted = games.filter((g) => (g.misere ?? false) === misere && !pictures.has(g.example) && !needsFile(g.example)).map((g) => g.example);
        for (let i = 0; i < wanted.length && !control.signal.aborted; i += atOnce) {
          await fetchAll(wanted.slice(i, i + atOnce));
          settle((n) => n + 1);
        }
      }
    })();
    return () => control.abort();
  }, [games]);
  return pictures;
}

/** An example may name a file that only its author has. */
export const needsFile = (example: string) => /FILE|\[[^\]]*\.(txt|json|dot|gv)\]/.test(example);
