// The learner against the perfect opponent.
import { signal } from "@preact/signals";
import { api, type Played, type PlayedMove, type Solved } from "../api";

/** A move that does not win although another one does. */
export interface Mistake {
  words: string;
  /** What the opponent does then. */
  answer: string | null;
  /** The position that the move leaves, and why the opponent wins it. */
  left: string;
  why: Solved | null;
}

export interface Start {
  position: string;
  misere?: boolean;
  /** The learner must win: a move that throws the win away is explained, and taken back. */
  task?: boolean;
}

// A move in words; in a sum these do not say which component moves.
const told = (m: PlayedMove, state: Played) => (state.scenes.length > 1 ? `${m.to} (${m.words})` : m.words);

/** A game between the learner and the opponent, as signals. */
export class Game {
  readonly state = signal<Played | null>(null);
  readonly busy = signal(false);
  readonly error = signal<Error | null>(null);
  readonly mistake = signal<Mistake | null>(null);
  /** What the opponent did last, in words. */
  readonly reply = signal<string | null>(null);
  /** The learner makes the moves 0, 2 … or 1, 3 … */
  readonly you = signal(0);
  private moves: string[] = [];
  private before: { state: Played; moves: string[] } | null = null;
  private last: (() => Promise<void>) | null = null;
  private stop = new AbortController();

  constructor(readonly start: Start) {}

  private question(moves: string[], reply: boolean) {
    const { position, misere = false, task = false } = this.start;
    return api.match({ position, misere, moves, reply, hints: task, level: "perfect" }, this.stop.signal);
  }

  private async work(what: () => Promise<void>) {
    this.last = what;
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
  retry = () => this.last && this.work(this.last);

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
    this.reply.value = null;
    return this.work(() => this.settle(you === 1));
  }

  // Shows the position after the moves so far, and after the opponent's reply.
  private async settle(reply: boolean) {
    const state = await this.question(this.moves, reply);
    if (state.reply) {
      this.moves = [...this.moves, state.reply.move];
      this.reply.value = told(state.reply, state);
    }
    this.state.value = state;
  }

  /** Makes a move of the learner's. */
  make(move: PlayedMove) {
    const state = this.state.value;
    if (!state || state.over || this.busy.value || this.mistake.value) return;
    const moves = [...this.moves, move.move];
    if (this.start.task && state.outcome === "N" && move.leads_to !== "win") {
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
        throw err;
      }
    });
  }

  private async explain(move: PlayedMove, moves: string[]) {
    const left = await this.question(moves, false);
    const refutation = left.moves.find((m) => m.leads_to === "win");
    const { misere = false } = this.start;
    const why = left.over ? null : await api.why({ position: left.position, misere }, this.stop.signal);
    this.state.value = left;
    this.mistake.value = { words: told(move, left), answer: refutation ? told(refutation, left) : null, left: left.position, why };
  }

  /** Takes back the move that threw the win away. */
  takeBack = () => {
    if (!this.before) return;
    this.state.value = this.before.state;
    this.moves = this.before.moves;
    this.mistake.value = null;
    this.error.value = null;
  };

  /** Whether the match is over and the learner has won it. */
  won = () => {
    const state = this.state.value;
    return state !== null && state.over && state.winner === this.you.value && !this.mistake.value;
  };

  lost = () => {
    const state = this.state.value;
    return state !== null && state.over && state.winner !== this.you.value;
  };
}
