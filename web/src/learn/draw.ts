// Tasks are drawn by a seed that stands in the address, so that a link gives the same task.
// The engine's table of a family of positions says who wins each of them; one that fits is taken.
import { api } from "../api";

/** Rng draws the same numbers from the same seed. */
export class Rng {
  constructor(private state: number) {}

  /** A number from 0 to n - 1. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  between = (from: number, to: number) => from + this.below(to - from + 1);
  pick = <T>(of: readonly T[]): T => of[this.below(of.length)]!;
}

/** A seed that nobody has seen. */
export const newSeed = () => 1 + Math.floor(Math.random() * 99_999);

/** A family of positions: a position in which `_` stands for each number that is drawn. */
export interface Family {
  game: string | ((r: Rng) => string);
  /** The least and the largest of each number. */
  from: number;
  to: number;
  /** What is drawn: won or lost for the player who begins; either if it is left out. */
  outcome?: "N" | "P";
  misere?: boolean;
  /** Which of the positions will do. */
  fits?: (numbers: number[]) => boolean;
}

/** filled puts numbers in the place of each `_`. */
export function filled(template: string, numbers: readonly number[]): string {
  let i = 0;
  return template.replace(/_/g, () => String(numbers[i++]));
}

interface Known {
  numbers: number[];
  outcome: unknown;
}

// The outcomes of all positions of a family, in the order of their numbers.
async function known(game: string, { from, to, misere = false }: Family, signal: AbortSignal): Promise<Known[]> {
  const axes = game.split("_").length - 1;
  if (axes === 1) {
    const { values = [] } = await api.values({ game, of: "outcomes", misere, from, n: to }, signal);
    return values.map((outcome, i) => ({ numbers: [from + i], outcome }));
  }
  const { values = [] } = await api.values({ game, of: "outcomes", misere, size: Array(axes).fill(to + 1).join("x") }, signal);
  const all: Known[] = [];
  // The first number is that of the innermost list.
  const walk = (part: unknown, behind: number[]) => {
    if (Array.isArray(part)) part.forEach((inner, n) => n < from || walk(inner, [n, ...behind]));
    else all.push({ numbers: behind, outcome: part });
  };
  walk(values, []);
  return all;
}

/** draw returns the position of a family that a seed gives. */
export async function draw(family: Family, seed: number, signal: AbortSignal): Promise<{ position: string; numbers: number[] }> {
  const r = new Rng(seed);
  r.below(2); // near seeds begin alike
  const game = typeof family.game === "string" ? family.game : family.game(r);
  const want = family.outcome ?? r.pick(["N", "P"] as const);
  const all = (await known(game, family, signal)).filter((k) => k.outcome !== null && (family.fits?.(k.numbers) ?? true));
  const some = all.filter((k) => k.outcome === want);
  const { numbers } = r.pick(some.length > 0 ? some : all);
  return { position: filled(game, numbers), numbers };
}
