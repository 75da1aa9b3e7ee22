// Made from the answers of the server by `go generate ./internal/server`; do not edit.

/** An integer. Above 2^53 it is its decimal digits, as a number would lose the last ones. */
export type Int = number | string;

export interface Automaton {
  digits: number;
  meaning: string;
  next: number[][];
  reading: string;
  reads: string[];
  says: (Int | string | null)[];
  system: string;
}

export interface BinaryNumber {
  binary: string;
  value: Int;
}

export interface Checked {
  cycle?: string[];
  declared: CheckedDeclared[];
  definable: CheckedDefinable;
  error?: string;
  examples: CheckedExample[];
  /** the game with engines of its own whose moves these are, as the formulas prove */
  family?: string;
  file: string;
  functions: CheckedFunction[];
  game?: string;
  loopy: boolean;
  misere?: boolean;
  moves: boolean;
  /** the numbers that choose a position, by which positions are tabulated */
  numbers: string[];
  ok: boolean;
  order: CheckedOrder;
  /** small positions at which something is wrong that does not count: play does not reach them from small numbers of start, or leaves the shape from them */
  outside?: number;
  /** what is wrong at the first of these */
  outside_why?: string;
  positions: number;
  stopped: boolean;
  title: string;
  undecided: number;
  unused?: CheckedUnused[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface CheckedDeclared {
  holds: boolean;
  what: string;
  wrong?: string;
}

export interface CheckedDefinable {
  at?: string;
  /** the base of powers in the rules */
  base?: number;
  /** the variables of the formulas */
  coordinates?: string[];
  /** numbers that are held, as moves pass them on */
  held?: string[];
  /** whether formulas state the moves */
  holds: boolean;
  /** how many kinds of moves the formulas state */
  kinds?: number;
  /** the length of rows that was looked at */
  length?: number;
  near?: string;
  why?: string;
}

export interface CheckedExample {
  holds: boolean;
  line: number;
  position: string;
  wrong?: string[];
}

export interface CheckedFunction {
  at?: string;
  compiled: boolean;
  line: number;
  name: string;
  near?: string;
  why?: string;
}

export interface CheckedOrder {
  /** the length of rows that was looked at */
  length?: number;
  /** what every move lowers, by which tables can be filled */
  lowers?: string;
  /** it follows from the rules */
  proved: boolean;
  why?: string;
}

export interface CheckedUnused {
  at: string;
  name: string;
}

export interface Code {
  code: string;
  computed_to: Int;
  equivalent: Equivalent | null;
  oeis?: OEIS;
  period: Int | null;
  preperiod: Int | null;
  rules: string;
  saltus: Int | null;
  theorem: string | null;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
  written?: string;
}

export interface Column {
  digit: number;
  ones: Int;
}

export interface Compared {
  positions: Int;
  to: number[];
}

export interface Comparison {
  columns?: Column[];
  compares?: string;
  compound: string;
  /** what stands above the parts */
  heading?: string;
  kind: "compound";
  lost?: string;
  measure?: string;
  modulus?: Int;
  others?: Int;
  parts?: Part[];
  rule: string[];
  /** what the parts show */
  says?: string[];
  value?: Int | Infinity | null;
}

export interface Component {
  canonical_form?: string;
  copies?: Int;
  /** in misère play */
  genus?: Genus;
  length?: Int;
  nim_value: Int | string | Infinity | null;
  position: string;
  remoteness?: Int | Infinity | null;
  suspense?: Int;
  /** in words */
  title: string;
}

export interface DefinableStep {
  formula: string;
  says: string;
  states: Int;
}

export interface Drawn {
  components?: DrawnComponent[];
  moves?: [number, number][];
  nodes?: DrawnNode[];
  outcome?: "N" | "P" | "D";
  position: string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface DrawnComponent {
  position: string;
  scene: Scene;
  winning_moves?: SceneMove[];
}

export interface DrawnNode {
  nim_value: Int | Infinity | null;
  outcome: "N" | "P" | "D";
  position: string;
}

export interface Element {
  at?: Int[];
  count?: Int;
  ends?: string[];
  id: string;
  on?: string;
  role: "heap" | "number" | "cell" | "blocked" | "piece" | "coin" | "node" | "edge";
  text?: string;
}

export interface ElementValue {
  /** where it counts */
  binary?: string;
  /** its ID in the scene */
  element: string;
  /** what people call it */
  name: string;
  /** counts: one of those whose XOR is the nim-value; within: the number of another element is made of it; idle: the element does not count */
  use: "counts" | "within" | "idle";
  value: Int;
}

export interface Equivalent {
  code: string;
  proof: string;
  shift: number;
}

export interface Example {
  file: string;
  from: string;
  text: string;
  title: string;
}

export interface Exceptional {
  count: Int;
  first: Int[];
  last: Int | null;
}

export interface GameEntry {
  /** how hard it is to play well: 1, 2 or 3 */
  difficulty?: number;
  example: string;
  /** the example in words */
  example_title: string;
  /** its place among the games to begin with */
  first?: number;
  form: string;
  group: string;
  known: string;
  /** whether play need not end */
  loopy?: boolean;
  /** whether the rules say that the last move loses */
  misere?: boolean;
  name: string;
  /** why: what it takes */
  needs?: string;
  /** how positions are typed, where the form does not say it */
  notation?: string;
  oeis?: string;
  /** what a move is, for people */
  rules: string;
  source: string;
  /** whether its values make a sequence or a table */
  table?: boolean;
  /** what people call it */
  title: string;
  words?: string[];
}

export interface Genus {
  /** nim: equal to a heap of Nim; tame: acts as a position of Nim in sums of tame games, and may be equal to a heap */
  class: "nim" | "tame" | "restive" | "wild";
  /** the misère nim-values with 0, 1, 2, … heaps of two beside it; the last two go on in turn for ever */
  digits: Int[];
  nim_value: Int;
}

export interface GraphNode {
  /** the formal birthday, which is the length of the longest play; null where play need not end */
  birthday?: Int | Infinity | null;
  /** the same number for nodes that are the same form: their options have the same classes */
  class?: Int;
  nim_value: Int | Infinity | null;
  node: string;
  outcome: "N" | "P" | "D";
  /** how long play lasts if the winner hurries and the loser stalls; infinite for a draw */
  remoteness?: Int | Infinity | null;
}

export interface Graphed {
  nodes: GraphNode[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Guessed {
  automaton?: Automaton;
  beyond?: string;
  certificate?: unknown;
  checked: Compared;
  checked_to: number;
  /** further coordinates, which the player who moves chooses */
  chosen?: string[];
  convention?: "misere";
  coordinates: string[];
  cut?: boolean;
  family: "constant" | "periodic" | "arithmetic" | "bits" | "residues" | "valuation" | "beatty" | "coordinates" | "automaton";
  formula?: string;
  game: string;
  of: "nim-values" | "p-positions" | "remoteness";
  pattern: string;
  picture?: string;
  program?: string;
  proof?: ProofByAutomata;
  proved: boolean;
  rejected: Rejected[];
  seconds?: number;
  theorem: string | null;
  unproved?: string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Infinity {
  infinity: Int[];
}

export interface JobState {
  /** of results */
  bytes: number;
  /** pieces whose results are there */
  done: number;
  /** as the server was told it */
  folder: string;
  /** the job's */
  id: string;
  /** of the job, such as sweep */
  kind: string;
  /** seconds that the rest takes at this rate; 0 if not known */
  left: number;
  /** all */
  pieces: number;
  /** why the folder cannot be read, or what of its journal is damaged */
  problem?: string;
  /** pieces a second in the present run, or the last one; 0 if not known */
  rate: number;
  state: "running" | "stopped" | "done" | "unreadable";
  /** the first tier, from 1, that lacks a piece, or the last one; pieces may need results of earlier tiers */
  tier?: number;
  /** all; left out where no piece needs the results of others */
  tiers?: number;
  /** of the program that works on it */
  version: string;
  /** who computed what is done, most pieces first; goroutines have no name */
  workers: JobWorker[];
}

export interface JobWorker {
  done: number;
  goroutines?: number;
  name: string;
}

export interface Listed {
  compound: string;
  convention: "normal" | "misere";
  count: Int | null;
  /** options that cannot be listed */
  described?: string[];
  nim_value: Int | string | Infinity | null;
  options: Option[];
  outcome: "N" | "P" | "D";
  position: string;
  sorted: boolean;
  /** the position in words */
  title: string;
  /** why nim-values are missing that take longer than the outcomes */
  unvalued?: string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface MexOption {
  back?: MexOption;
  move?: string;
  to: string;
  value?: Int;
}

export interface MexStep {
  component: number;
  /** what stands above the parts */
  heading?: string;
  infinite_option?: MexOption;
  kind: "mex";
  mex: Int | Infinity | null;
  misere?: boolean;
  more?: boolean;
  options: MexOption[];
  others?: Int;
  position: string;
  /** what the parts show */
  says?: string[];
  /** the position in words */
  title: string;
}

export interface MiserePart {
  component: number;
  copies?: Int;
  element?: string;
  firm?: boolean;
  genus?: Genus;
  /** the genus as the literature abbreviates it */
  genus_text?: string;
  nim_value?: Int;
  position: string;
  /** in words */
  title: string;
}

export interface MisereStep {
  digits?: NimSum;
  firm?: boolean;
  /** what stands above the parts */
  heading?: string;
  heap?: Int;
  kind: "misere";
  nim_sum?: Int;
  others?: Int;
  parts: MiserePart[];
  /** the index of the phase in which the next move is */
  phase: number;
  /** of tame components: what to leave as long as a firm part is left, and what then */
  phases?: string[];
  quotient?: QuotientProduct;
  rest?: Int;
  rule: string[];
  /** what the parts show */
  says?: string[];
  way: string;
}

export interface Move {
  component?: number;
  from: string;
  /** in words */
  move?: string;
  steps?: Move[];
  to: string;
}

export interface NimSum {
  changes: PartChange[];
  digit: number | null;
  /** what stands above the parts */
  heading?: string;
  kind?: "xor";
  others?: OtherParts;
  parts: Part[];
  /** what the parts show */
  says?: string[];
  xor: BinaryNumber;
}

export interface Nimber {
  expression: string;
  /** an integer, or the text of an ordinal such as w^2+1 */
  value: Int | null | string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface OEIS {
  game: string;
  number: string;
  says: string;
  shift: number;
  terms: number;
}

export interface Option {
  component?: number;
  /** of the component after the move */
  genus?: Genus;
  misere_outcome?: string;
  /** in words */
  move: string;
  nim_value: Int | string | Infinity | null;
  outcome: "N" | "P" | "D";
  remoteness?: Int | Infinity | null;
  steps?: Move[];
  suspense?: Int;
  to: string;
  to_nim_value: Int | string | Infinity | null;
}

export interface OtherParts {
  binary: string;
  count: Int;
  value: Int;
}

export interface Paged {
  name: string;
  text: string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Pairing {
  after: Move | null;
  /** what stands above the parts */
  heading?: string;
  kind: "pairing";
  others?: Int;
  pairs: [Part, Part][];
  /** what the parts show */
  says?: string[];
  zeros?: Part[];
}

export interface Part {
  binary?: string;
  component: number;
  copies?: Int;
  position: string;
  /** in words */
  title: string;
  value?: Int | Infinity | null;
  words?: string;
}

export interface PartChange {
  back?: Move;
  binary?: string;
  component: number;
  copies?: Int;
  move: Move | null;
  position: string;
  /** in words */
  title: string;
  to: BinaryNumber;
  value?: Int | Infinity | null;
  words?: string;
}

export interface Played {
  best?: PlayedMove;
  compound: string;
  convention: "normal" | "misere";
  count: Int | null;
  heaps?: PlayedHeap[];
  history: PlayedTurn[] | null;
  level: "perfect" | "good" | "beginner" | "gentle";
  loopy: boolean;
  mover: number;
  moves: PlayedMove[];
  nim_value: Int | string | Infinity | null;
  outcome: "N" | "P" | "D" | null;
  over: boolean;
  position: string;
  remoteness: Int | Infinity | null;
  repeated: number;
  reply: PlayedMove | null;
  scenes: PlayedScene[];
  start: string;
  /** in words, at the start; scenes have titles of what stands now */
  title: string;
  turn: number;
  unknown?: string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
  winner: number | null;
}

export interface PlayedHeap {
  after: string;
  before: string;
  below?: string;
  component: number;
  count: Int;
  element: string;
}

export interface PlayedMove {
  changes: SceneChange[] | null;
  component: number;
  leads_to?: "win" | "lose" | "draw";
  move: string;
  nim_value: Int | string | Infinity | null;
  outcome: "N" | "P" | "D" | null;
  part_value: Int | string | Infinity | null;
  remoteness: Int | Infinity | null;
  says?: string[];
  steps?: PlayedStep[];
  to: string;
  words: string;
}

export interface PlayedScene {
  component: number;
  position: string;
  scene: Scene;
  /** in words */
  title: string;
}

export interface PlayedStep {
  changes: SceneChange[] | null;
  component: number;
  to: string;
  words: string;
}

export interface PlayedTurn {
  answer?: PlayedMove;
  better?: PlayedMove;
  /** in words */
  left?: string;
  move: string;
  outcome: "N" | "P" | "D" | null;
  player: number;
  position: string;
  remoteness: Int | Infinity | null;
  thrown: boolean;
  turn: number;
  words: string;
}

export interface Problem {
  /** what is used up; max_memory or max_time asks for more */
  bound?: "memory" | "time";
  /** in bytes, from 1 */
  column?: number;
  /** one line: what is wrong, where it stands, and what would be right */
  detail: string;
  /** the field or parameter that is wrong */
  field?: string;
  /** where the text of the field is wrong, from 1 */
  line?: number;
  status: number;
  /** a word that may have been meant */
  suggestion?: string;
  title: string;
  /** which kind of problem it is: the address of its description */
  type: string;
  /** what it holds */
  value?: unknown;
}

export interface ProofByAutomata {
  candidate: number[];
  dropped?: string[];
  largest: Int;
  measure: string;
  positions: string;
  steps: DefinableStep[];
}

export interface PuzzleIdea {
  applies: boolean;
  chosen: boolean;
  fails: boolean;
  name: string;
  says: string;
}

export interface PuzzleTried {
  move: string;
  wins: boolean;
  words: string;
}

export interface Puzzled {
  compound: string;
  convention: "normal" | "misere";
  count: Int | null;
  date?: string;
  fails: number;
  ideas: PuzzleIdea[];
  level: number | null;
  number?: Int;
  outcome: "N" | "P" | "D";
  position: string;
  remoteness: Int | Infinity | null;
  tried?: PuzzleTried;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
  winning_move_count: Int | null;
}

export interface QuotientProduct {
  lost: boolean;
  order: number;
  p_portion: number;
  product: string;
  relations: [string, string][];
}

export interface ReadingStep {
  component: number;
  elements: ElementValue[];
  /** what stands above the parts */
  heading?: string;
  kind: "reading";
  position: string;
  /** what the parts show */
  says?: string[];
  xor: BinaryNumber;
}

export interface Recurrence {
  aperiodic?: boolean;
  audits?: number;
  computed_to: Int;
  exceptions?: Exceptional;
  /** the game with an engine whose moves the file states */
  family?: string;
  game: string;
  observed?: Seen;
  oeis?: OEIS;
  of?: string;
  period: Int | null;
  preperiod: Int | null;
  preperiod_at_most?: Int;
  proved: boolean;
  row?: Int;
  saltus: Int | null;
  /** where no period is proved: what is known */
  says?: string;
  theorem: string | null;
  values_needed?: Int;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Rejected {
  at: number[];
  family: string;
  foretold: Int | string | null;
  found: Int | string | null;
  pattern: string;
  says: string;
}

export interface Replies {
  after: Move | null;
  count: Int | null;
  /** what stands above the parts */
  heading?: string;
  kind: "replies";
  more?: boolean;
  replies: Reply[];
  /** what the parts show */
  says?: string[];
}

export interface Reply {
  answer: Move | null;
  move: Move;
  outcome: "N" | "P" | "D";
  /** why there is no answer */
  says?: string;
}

export interface RulesWord {
  form: string;
  kind: string;
  name: string;
  says: string;
}

export interface Scene {
  elements?: Element[];
  kind: "heaps" | "row" | "grid" | "board" | "coins" | "tree" | "graph" | "hackenbush" | "text" | "parts";
  loose?: boolean;
  name?: string;
  origin?: Int[];
  parts?: Scene[];
  size?: Int[];
  text?: string;
  undirected?: boolean;
  upward?: boolean;
}

export interface SceneChange {
  after?: Element;
  before?: Element;
  change: "goes" | "comes" | "moves" | "changes";
  id: string;
}

export interface SceneMove {
  after: Scene;
  changes: SceneChange[];
  to: string;
  words?: string;
}

export interface Seen {
  period: Int;
  preperiod: Int;
  saltus: Int;
}

export interface Shaped {
  axes: string[];
  ends: boolean;
  game: string;
  loopy: boolean;
  /** those that can be asked for */
  measures: string[];
  /** by the rules of the game */
  misere: boolean;
  /** the text of a position, between its numbers */
  pieces: string[];
  /** whether an engine looks for proofs of periods: of the sequence, or of rows */
  proves: boolean;
  /** the numbers of cells along each axis, null where there is no end */
  sides: (Int | null)[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Solved {
  argument?: (NimSum | ReadingStep | MexStep | Pairing | Comparison | MisereStep | Replies)[];
  argument_cut?: string;
  components: Component[];
  compound: string;
  convention: "normal" | "misere";
  /** of any size */
  length?: Int;
  method: string;
  nim_value: Int | string | Infinity | null;
  outcome: "N" | "P" | "D";
  position: string;
  remoteness?: Int | Infinity | null;
  /** with why: who wins, in words */
  says?: string;
  suspense?: Int;
  /** the position in words */
  title: string;
  /** why there may be more winning moves than those listed */
  uncounted?: string;
  unlisted?: string;
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
  why?: string[];
  winning_move_count: Int | null;
  winning_moves: Move[];
}

export interface Spoken {
  examples: Example[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
  words: RulesWord[];
}

export interface StartPosition {
  outcome: "N" | "P" | "D";
  position: string;
  remoteness: Int | Infinity | null;
  scene?: Scene;
  /** in words */
  title: string;
  winning_move_count: Int | null;
}

export interface Started {
  game: string;
  starts: StartPosition[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Table {
  axes?: string[];
  cells?: Int[][];
  count?: Int;
  forms?: (Int | string | Infinity | Genus | null)[];
  from?: Int;
  game: string;
  genera?: (Int | string | Infinity | Genus | null)[];
  list?: "N" | "P" | "D";
  of?: string;
  shape?: Int[];
  values?: (Int | string | Infinity | Genus | null)[] | ((Int | string | Infinity | Genus | null)[])[] | (((Int | string | Infinity | Genus | null)[])[])[] | ((((Int | string | Infinity | Genus | null)[])[])[])[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
}

export interface Tiled {
  complete: boolean;
  game: string;
  /** which part of a block's positions is P; 255 is all of them */
  losing: number[][];
  of: string;
  sampled: boolean;
  step: Int;
  values: ((Int | string | Infinity | Genus | null)[])[];
  /** the version of the program, with its commit, at the end of an answer */
  version?: string;
  x: Int;
  y: Int;
}

export type PageAnswer = Paged;

export type DrawAnswer = Drawn;

export interface DrawQuestion {
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** the graph of all positions that can be reached */
  graph?: boolean;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** of the graph: positions once that differ in the order of their parts */
  merge?: boolean;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** a sum of positions, such as knight(5,4) + queen(3,3) */
  position: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** above the picture; the position if it is left out */
  title?: string;
  /** mark the winning moves, and say who wins */
  winning?: boolean;
}

export type GamesAnswer = GameEntry[] | Code;

export type GameAnswer = GameEntry[] | Code;

export interface GraphQuestion {
  /** refuse a graph with a cycle */
  acyclic?: boolean;
  /** how the text is written: auto, edges, dot or json */
  input?: string;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** what the text is called in messages */
  name?: string;
  /** the nodes that are asked about; all if they are left out */
  nodes?: string[];
  /** the text of the file */
  text: string;
  /** further facts: birthday, class, remoteness */
  with?: string[];
}

export type GraphAnswer = Graphed;

export type GuessAnswer = Guessed | null;

export interface GuessQuestion {
  /** the last number along each coordinate of the one table from which the pattern is learned; if it and digits are left out, as far as it takes */
  box?: number;
  /** also give the proof as a certificate */
  certificate?: boolean;
  /** how many digits numbers have, at most, in the table with which automata are compared that are learned by questions */
  digits?: number;
  /** go, cpp or python: also write a program that answers by the pattern; walnut: also write its automaton as a file of Walnut */
  emit?: string;
  /** numbers of the game that are fixed, as in passes=1; the others are open */
  fix?: string[];
  /** a game without a position, such as wythoff.star or 0.77, or one with open numbers, such as nim(_,_,_) */
  game: string;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** p-positions, nim-values, remoteness, or nim-value=3 for the positions of one nim-value; if it is left out, nim-values, and p-positions where these have no pattern */
  of?: string;
  /** also draw the automaton, as SVG */
  picture?: boolean;
  /** prove the pattern, if it can be proved */
  prove?: boolean;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
}

export type JobsAnswer = JobState[];

export type LanguageAnswer = Spoken;

export type MatchAnswer = Played;

export interface MatchQuestion {
  /** with hints: find out about all moves, also where a winning one is found much sooner */
  all?: boolean;
  /** name the best move, and say why */
  best?: boolean;
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** say what each move leads to */
  hints?: boolean;
  /** the outcome before each move */
  history?: boolean;
  /** of the opponent: perfect, good, beginner or gentle; perfect if it is left out */
  level?: string;
  /** the most moves that are listed (300) */
  limit?: number;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** those that were made, each in the form in which the answer lists moves, such as 2: nim(4) */
  moves?: string[];
  /** a sum of positions, such as knight(5,4) + queen(3,3) */
  position: string;
  /** let the opponent move then, if the match is not over */
  reply?: boolean;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** of the opponent's errors */
  seed?: Int;
}

export type NimAnswer = Nimber;

export interface NimQuestion {
  expression: string;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
}

export type OptionsAnswer = Listed;

export interface OptionsQuestion {
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** the most options that are listed */
  limit?: number;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** a sum of positions, such as knight(5,4) + queen(3,3) */
  position: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** the order: outcome or game */
  sort?: string;
  /** further facts: misere, remoteness, suspense, genus */
  with?: string[];
}

export type PeriodAnswer = Recurrence;

export interface PeriodQuestion {
  /** check that the proof can be written as a certificate */
  certificate?: boolean;
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** numbers of the game that are fixed, as in passes=1; the others are open */
  fix?: string[];
  /** a game without a position, such as 0.77 or queen, or one with one open number, such as pass-nim(_,3,1) */
  game: string;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** the last heap that is looked at */
  n?: Int;
  /** the measure: nim-values, outcomes, remoteness or suspense; nim-values if it is left out, and outcomes with a compound */
  of?: string;
  /** of a board: the row y of its table */
  row?: Int;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
}

export interface PlotQuestion {
  /** of a board: the side of a cell in pixels */
  cell?: number;
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** numbers of the game that are fixed, as in passes=1; the others are open */
  fix?: string[];
  /** svg or png; by Accept if it is left out */
  format?: string;
  /** a game without a position, such as 0.77 or queen, or one with one or two open numbers */
  game: string;
  /** how often each value occurs, instead */
  histogram?: boolean;
  /** of a game of heaps: values in which the period is looked for */
  max?: number;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** of a game of heaps: the last heap */
  n?: Int;
  /** the measure: nim-values, outcomes, remoteness or suspense; nim-values if it is left out, and outcomes with a compound */
  of?: string;
  /** of a board: the colours */
  palette?: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** of a board: values, p, value:K, mod:M or xor */
  show?: string;
  /** of a board: as in 512x512 */
  size?: string;
  /** above the picture; the game and what is shown if it is left out */
  title?: string;
}

export type PuzzleAnswer = Puzzled;

export interface PuzzleQuestion {
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** draw the puzzle of this day, such as 2026-11-28 */
  date?: string;
  /** of the puzzle that is drawn, from 1 to 3; 1 if it is left out */
  level?: number;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** the move that was tried, as a match takes it, such as 2: nim(4) */
  move?: string;
  /** of the puzzle that is drawn; the same number gives the same puzzle */
  number?: Int;
  /** a sum of positions, such as knight(5,4) + queen(3,3); a puzzle is drawn if it is left out */
  position?: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
}

export interface CheckQuestion {
  /** the most positions that are searched for an example */
  max?: Int;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** of the file; it ends in .star */
  name?: string;
  /** the text of the file */
  text: string;
}

export type CheckAnswer = Checked;

export type ShapeAnswer = Shaped;

export interface ShapeQuestion {
  /** how the terms of a sum are played */
  compound?: string;
  /** numbers of the game, as in passes=1 */
  fix?: string[];
  /** a game without a position, such as queen, or one with some numbers left open */
  game: string;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** in misère play */
  misere?: boolean;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
}

export type SolveAnswer = Solved;

export interface SolveQuestion {
  /** list all winning moves, however long it takes to find them: limit=all says the same */
  all?: boolean;
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** the most winning moves that are listed */
  limit?: number;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** a sum of positions, such as knight(5,4) + queen(3,3) */
  position: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** whether the JSON says why, in sentences and as data */
  why?: boolean;
}

export type StartsAnswer = Started;

export interface StartsQuestion {
  /** a name, a code, a file of rules; or a position, whose numbers are varied */
  game: string;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** a player who cannot move wins */
  misere?: boolean;
  /** the most positions that are listed */
  n?: number;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** draw positions by this number */
  seed?: Int;
}

export type TileAnswer = Tiled;

export interface TileQuestion {
  /** how the terms of a sum are played */
  compound?: string;
  /** numbers of the game, as in passes=1 */
  fix?: string[];
  /** a game without a position, such as queen, or one with one or two numbers left open, such as nim(3,_,_) */
  game: string;
  /** values along the second axis; 256 if it is left out */
  h?: Int;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** in misère play */
  misere?: boolean;
  /** what the values are: nim-values, outcomes, remoteness or suspense */
  of?: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** each value is the mean of step x step cells; 1 if it is left out */
  step?: Int;
  /** values along the first axis; 256 if it is left out */
  w?: Int;
  /** the first number along the first axis */
  x?: Int;
  /** the first number along the second axis */
  y?: Int;
}

export type ValuesAnswer = Table;

export interface ValuesQuestion {
  /** of text: values of a sequence a line */
  columns?: number;
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** numbers of the game that are fixed, as in passes=1; the others are open */
  fix?: string[];
  /** json, csv, text or bfile; by Accept if it is left out */
  format?: string;
  /** canonical forms of heaps in misère play instead of numbers */
  forms?: boolean;
  /** of one open number: the first */
  from?: Int;
  /** a game without a position, such as 0.77 or queen, or one with open numbers, such as nim(3,_,_) */
  game: string;
  /** genus symbols instead of numbers */
  genus?: boolean;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** of one open number: the last; of several: of each */
  n?: Int;
  /** the measure: nim-values, outcomes, remoteness or suspense; nim-values if it is left out, and outcomes with a compound */
  of?: string;
  /** P, N or D: list the positions of this outcome instead of values */
  positions?: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** of several open numbers: as in 8x8 */
  size?: string;
  /** list only those whose open numbers do not descend */
  sorted?: boolean;
  /** of a board: cores; a server may have fewer */
  workers?: number;
}

export type WhyAnswer = Solved;

export interface WhyQuestion {
  /** list all winning moves, however long it takes to find them: limit=all says the same */
  all?: boolean;
  /** in which components a player moves, such as selective; disjunctive (one) if it is left out */
  compound?: string;
  /** the most winning moves that are listed */
  limit?: number;
  /** how much memory the answer may take, such as 64MiB */
  max_memory?: string;
  /** how many steps a search may take; 0 for as many as there is time for */
  max_steps?: Int;
  /** how long the answer may take, such as 5s */
  max_time?: string;
  /** misère play: the player who cannot move wins */
  misere?: boolean;
  /** a sum of positions, such as knight(5,4) + queen(3,3) */
  position: string;
  /** files that the question names, by their names: rules that end in .star, or graphs */
  rules?: Record<string, string>;
  /** whether the JSON says why, in sentences and as data */
  why?: boolean;
}
