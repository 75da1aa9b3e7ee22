// What lessons write on the cells of boards: letters for partners, and the numbers of cells.
import { useMemo } from "preact/hooks";
import { api, type Played, type PlayedScene } from "../api";
import type { Row } from "./Cards";
import { useAnswer, type Asked } from "./useAnswer";

export interface Writing {
  /** An empty square and the one opposite, across the middle of the board, have the same letter. */
  partners?: boolean | undefined;
  /** The games whose nim-values stand on the boards, one for each part of the sum; "" for none. */
  numbers?: string[] | undefined;
}

type Table = number[][];

export const side = 8;

/** square asks for the nim-values of a piece on a square board. */
export const square = async (game: string, side: number, signal: AbortSignal) => (await api.values({ game, size: `${side}x${side}` }, signal)).values as Table;

function partners(played: PlayedScene): PlayedScene {
  const { scene } = played;
  const all = scene.elements ?? [];
  const letter = (i: number) => (2 * i + 1 === all.length ? "★" : String.fromCharCode(65 + Math.min(i, all.length - 1 - i)));
  return { ...played, scene: { ...scene, elements: all.map((e, i) => (e.text === "." ? { ...e, text: letter(i) } : e)) } };
}

function numbered(played: PlayedScene, table: Table): PlayedScene {
  const cells = table.flatMap((row, y) => row.map((n, x) => ({ id: `cell-${x}-${y}`, role: "number" as const, at: [x, y], text: String(n) })));
  return { ...played, scene: { kind: "grid", size: [side, side], origin: [0, 0], upward: true, elements: [...cells, ...(played.scene.elements ?? [])] } };
}

/** useWriting asks for what is to be written on boards. */
export function useWriting({ numbers = [] }: Writing): Asked<(Table | null)[]> {
  return useAnswer(String(numbers), (signal) => Promise.all(numbers.map((game) => (game ? square(game, side, signal) : null))));
}

/** useWritten returns the scenes of a position as they are drawn. */
export function useWritten(state: Played | null | undefined, { partners: paired }: Writing, tables: (Table | null)[] | null): PlayedScene[] {
  return useMemo(() => (state?.scenes ?? []).map((s, i) => (paired ? partners(s) : tables?.[i] ? numbered(s, tables[i]) : s)), [state, paired, tables]);
}

/** numbersOf returns the number of each part: that of the piece's cell, or the stones of the heap. */
export function numbersOf(state: Played, tables: (Table | null)[], parts: string[] = []): Row[] {
  return state.scenes.map(({ scene }, i) => {
    const e = scene.elements?.[0];
    const [x = 0, y = 0] = (e?.at ?? []).map(Number);
    return { name: parts[i] ?? "", value: tables[i]?.[y]?.[x] ?? Number(e?.count ?? 0) };
  });
}
