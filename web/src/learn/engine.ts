// The learner against the perfect opponent, and what the engine says about an answer.
import { signal } from "@preact/signals";
import { api, type Played, type PlayedMove } from "../api";
import { said, t } from "../words";

/** A move that does not win although another one does. */
export interface Mistake {
  words: string;
  /** What the opponent does then; null where the play is over, or nothing was found. */
  answer: string | null;
  /** That move, to be shown on the board. */
  reply: PlayedMove | null;
}

export interface Start {
  position: string;
  misere?: boolean;
  /** The opponent begins. */
  opponent?: boolean;
  /** A move that throws the win away is explained, and taken back. */
  guided?: boolean;
  /** What the parts of a sum are called. */
  parts?: string[] | undefined;
}

/** told says a move in words; in a sum, also in which of its parts. */
export function told(m: PlayedMove, parts: string[] = []): string {
  const part = parts[m.component];
  return part ? t("{move} ({part})", { part, move: said(m.words) }) : said(m.words);
}

/** A game between the learner and the opponent, as signals. */
export class Game {
  readonly state = signal<Played | null>(null);
  readonly busy = signal(false);
  readonly error = signal<Error | null>(null);
  readonly mistake = signal<Mistake | null>(null);
  /** How often the learner has thrown the win away. */
  readonly mistakes = signal(0);
  /** What the opponent did last. */
  readonly reply = signal<PlayedMove | null>(null);
  /** The last move of either. */
  readonly last = signal<PlayedMove | null>(null);
  /** The learner makes the moves 0, 2 … or 1, 3 … */
  readonly you = signal(0);
  private moves: string[] = [];
  private before: { state: Played; moves: string[] } | null = null;
  private working: (() => Promise<void>) | null = null;
  private stop = new AbortController();

  constructor(readonly start: Start) {
    this.you.value = start.opponent ? 1 : 0;
  }

  private question(moves: string[], reply: boolean) {
    const { position, misere = false, guided = false } = this.start;
    return api.match({ position, misere, moves, reply, hints: guided, all: guided, level: "perfect" }, this.stop.signal);
  }

  private async work(what: () => Promise<void>) {
    this.working = what;
    this.busy.value = true;
    this.error.value = null;
    const { signal } = this.stop;
    try {
      await what();
    } catch (err) {
      if (!signal.aborted) this.error.value = err as Error;
    } finally {
      if (!signal.aborted) this.busy.value = false;
    }
  }

  /** Does again what failed. */
  retry = () => this.working && this.work(this.working);

  /** Drops what is under way. */
  leave() {
    this.stop.abort();
    this.stop = new AbortController();
    this.busy.value = false;
  }

  /** Begins anew; the learner makes the first move, or the opponent does. */
  begin(you = this.you.value) {
    this.leave();
    this.you.value = you;
    this.moves = [];
    this.mistake.value = null;
    this.reply.value = this.last.value = null;
    return this.work(() => this.settle(you === 1));
  }

  // Shows the position after the moves so far, and after the opponent's reply.
  private async settle(reply: boolean) {
    const state = await this.question(this.moves, reply);
    if (reply && !state.over && !state.reply) throw new Error(t("The opponent did not find a move in time."));
    if (state.reply) this.moves = [...this.moves, state.reply.move];
    this.reply.value = state.reply;
    if (state.reply) this.last.value = state.reply;
    this.state.value = state;
  }

  /** Makes a move of the learner's. */
  make(move: PlayedMove) {
    const state = this.state.value;
    if (!state || state.over || this.busy.value || this.mistake.value) return;
    const moves = [...this.moves, move.move];
    this.last.value = move;
    // Of a move of which the engine has not found out, nothing is said.
    if (this.start.guided && state.outcome === "N" && (move.leads_to === "lose" || move.leads_to === "draw")) {
      this.before = { state, moves: this.moves };
      return this.work(() => this.explain(move, moves));
    }
    return this.work(async () => {
      const was = this.moves;
      this.moves = moves;
      try {
        await this.settle(true);
      } catch (err) {
        this.moves = was;
        this.last.value = this.reply.value;
        throw err;
      }
    });
  }

  private async explain(move: PlayedMove, moves: string[]) {
    const left = await this.question(moves, false);
    const reply = left.moves.find((m) => m.leads_to === "win") ?? null;
    this.state.value = left;
    this.mistakes.value++;
    this.mistake.value = { words: told(move, this.start.parts), answer: reply && told(reply, this.start.parts), reply };
  }

  /** Takes back the move that threw the win away. */
  takeBack = () => {
    if (!this.before) return;
    this.state.value = this.before.state;
    this.moves = this.before.moves;
    this.last.value = this.reply.value;
    this.mistake.value = null;
    this.error.value = null;
  };

  /** A move that wins now, in words. */
  best = () => {
    const state = this.before?.state;
    const move = state?.moves.find((m) => m.leads_to === "win");
    return move ? told(move, this.start.parts) : null;
  };

  won = () => {
    const state = this.state.value;
    return state !== null && state.over && state.winner === this.you.value && !this.mistake.value;
  };

  lost = () => {
    const state = this.state.value;
    return state !== null && state.over && state.winner !== this.you.value && !this.mistake.value;
  };
}

/** look asks about a position: the board, who wins, and what each move leads to. */
export async function look(position: string, misere: boolean, signal?: AbortSignal): Promise<Played> {
  const state = await api.match({ position, misere, hints: true, all: true }, signal);
  if (!state.over && !state.outcome) throw new Error(t("There was not enough time to find out who wins. Try again."));
  return state;
}

/** The winning move of a position, or null. */
export const winning = (state: Played) => state.moves.find((m) => m.leads_to === "win") ?? null;
