// The picture of a table or a sequence on a canvas: what is in view, drawn from tiles.
import { css, isDeep, mixed, palette, type Palette, type RGB } from "../palette";
import { Drawn, Infinite, Lost, Nothing, Tiles, Unknown, Won, type Subject, type Window } from "./data";
import { listen, zoomed, type View } from "./gestures";
import { t } from "../words";

export interface Cell {
  x: number;
  y: number;
}

export interface Periodic {
  preperiod: number;
  period: number;
}

/** What the chart says of itself. */
export interface Shown {
  ready: boolean;
  low: number;
  high: number;
  kinds: Set<number>; // codes in view
  histogram: Map<number, number>;
  counted: number;
  blocks: boolean; // whether a pixel stands for several cells
  partial: boolean;
  sampled: boolean;
  from: Cell;
  to: Cell;
}

export interface Events {
  view(v: View): void;
  shown(s: Shown): void;
  cell(c: Cell | null, value: number | null, byKey: boolean): void;
  /** A cell is pinned, or none. */
  pinned(c: Cell | null): void;
  play(c: Cell): void;
  error(): void;
}

const tileSide = 256;
const farthest = 2 ** 52;
const [right, top, bottom] = [12, 12, 32];
const strip = 36; // the height of the strip below a sequence
const headroom = 28; // above its largest value

export class Chart {
  tiles: Tiles;
  private v: View = { x: 0, y: 0, zoom: 8 };
  private cursor: Cell | null = null;
  private keyed = false;
  private pin: Cell | null = null;
  private frame = 0;
  private images = new WeakMap<Window, { canvas: OffscreenCanvas; colours: string }>();
  private stop: () => void;
  private observer: ResizeObserver;
  private width = 0;
  private height = 0;
  private range = { low: 0, high: 1 };
  periodic: Periodic | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    subject: Subject,
    readonly planar: boolean,
    readonly sides: (number | null)[],
    readonly axes: string[],
    view: View | null,
    private readonly events: Events,
  ) {
    this.tiles = new Tiles(subject, () => this.draw());
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    this.v = this.bounded(view ?? this.usual());
    this.stop = listen(canvas, {
      planar,
      view: () => this.v,
      set: (v) => this.look(v),
      origin: () => ({ left: this.left, bottom: this.height - bottom }),
      point: (px, py) => {
        if (!this.pin) this.point(px === null ? null : this.cellAt(px, py), false);
      },
      pick: (px, py) => {
        const cell = this.cellAt(px, py);
        if (cell) this.hold(this.pin?.x === cell.x && this.pin.y === cell.y ? null : cell, false);
      },
      move: (dx, dy) => this.move(dx, dy),
      enter: () => this.cursor && this.events.play(this.cursor),
      leave: () => this.hold(null, true),
      home: () => this.look({ ...this.v, x: 0, y: 0 }),
    });
    this.observer = new ResizeObserver(() => {
      this.width = canvas.clientWidth;
      this.height = canvas.clientHeight;
      this.look(this.v);
    });
    this.observer.observe(canvas);
  }

  close(): void {
    this.stop();
    this.observer.disconnect();
    this.tiles.stop();
    cancelAnimationFrame(this.frame);
  }

  get view(): View {
    return this.v;
  }

  /** The room for the numbers on the left. */
  private get left() {
    return (this.planar && this.v.y + this.height / this.v.zoom >= 100_000 ? 96 : 56) * this.type;
  }

  /** How much larger than usual letters are: for a projector the page has larger type. */
  private get type() {
    return "large" in document.documentElement.dataset ? 1.5 : 1;
  }

  private get plotWidth() {
    return Math.max(this.width - this.left - right, 1);
  }

  private get plotHeight() {
    return Math.max(this.height - top - bottom, 1);
  }

  /** The view that shows a small board whole, and the first cells of others. */
  usual(): View {
    const cells = this.sides.map((n) => Math.min(n ?? Infinity, this.planar ? 64 : 100));
    const zoom = this.planar ? Math.min(this.plotWidth / cells[0]!, this.plotHeight / cells[1]!) : this.plotWidth / cells[0]!;
    return { x: 0, y: 0, zoom: Math.max(Math.min(zoom, this.planar ? 80 : 40), 1) };
  }

  private bounded(v: View): View {
    const zoom = Math.min(Math.max(v.zoom, this.planar ? 1 / 512 : 1 / 1024), 96);
    const within = (at: number, side: number | null | undefined, pixels: number) => {
      const most = side ? Math.max(side - pixels / zoom, 0) : farthest;
      return Math.min(Math.max(at, 0), most);
    };
    return { x: within(v.x, this.sides[0], this.plotWidth), y: this.planar ? within(v.y, this.sides[1], this.plotHeight) : 0, zoom };
  }

  look(v: View): void {
    this.v = this.bounded(v);
    this.events.view(this.v);
    this.draw();
  }

  zoom(factor: number): void {
    const o = { left: this.left, bottom: this.height - bottom };
    this.look(zoomed({ view: () => this.v, origin: () => o, planar: this.planar } as never, factor, this.width / 2, this.height / 2));
  }

  private cellAt(px: number, py: number): Cell | null {
    if (px < this.left || px > this.width - right || py > this.height - bottom || py < top) return null;
    const x = Math.floor(this.v.x + (px - this.left) / this.v.zoom);
    const y = this.planar ? Math.floor(this.v.y + (this.height - bottom - py) / this.v.zoom) : 0;
    const [w, h] = this.sides;
    return (w && x >= w) || (this.planar && h && y >= h) ? null : { x, y };
  }

  private point(cell: Cell | null, byKey: boolean): void {
    this.cursor = cell;
    this.keyed = byKey;
    this.events.cell(cell, cell && this.valueAt(cell), byKey);
    this.draw();
  }

  /** hold pins a cell, which then stays whatever is pointed at; null lets it go. */
  hold(cell: Cell | null, byKey: boolean): void {
    this.pin = cell;
    this.events.pinned(cell);
    this.point(cell ?? this.cursor, byKey);
  }

  private move(dx: number, dy: number): void {
    const c = this.cursor ?? { x: Math.ceil(this.v.x), y: Math.ceil(this.v.y) };
    const limit = (n: number, side: number | null | undefined) => Math.min(Math.max(n, 0), (side ?? farthest) - 1);
    const first = this.cursor === null;
    const next = { x: limit(c.x + (first ? 0 : dx), this.sides[0]), y: this.planar ? limit(c.y + (first ? 0 : dy), this.sides[1]) : 0 };
    const v = { ...this.v };
    const [w, h] = [this.plotWidth / v.zoom, this.plotHeight / v.zoom];
    if (next.x < v.x) v.x = next.x;
    if (next.x + 1 > v.x + w) v.x = next.x + 1 - w;
    if (next.y < v.y) v.y = next.y;
    if (this.planar && next.y + 1 > v.y + h) v.y = next.y + 1 - h;
    if (v.x !== this.v.x || v.y !== this.v.y) this.look(v);
    this.hold(next, true);
  }

  /** The value of a cell, where a tile of single cells has it. */
  valueAt(c: Cell): number | null {
    for (const w of this.tiles.all()) {
      const [i, j] = [c.x - w.x, c.y - w.y];
      if (w.step === 1 && i >= 0 && i < w.width && j >= 0 && j < w.height) return w.values[j * w.width + i]!;
    }
    return null;
  }

  draw(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  /** The tiles in view, those in the middle first. */
  private inView(): { x: number; y: number; width: number; height: number; step: number }[] {
    const { x, y, zoom } = this.v;
    const [w, h] = [this.plotWidth / zoom, this.plotHeight / zoom];
    let step = 1;
    if (this.planar) while (zoom * step < 1) step *= 2;
    // Few tiles, and not much more than is in view: values far out may take long.
    let side = this.planar ? 64 : 1024;
    while (side * step * 4 < Math.max(w, this.planar ? h : 0) && side < (this.planar ? tileSide : 65536)) side *= 2;
    const span = side * step;
    const list = [];
    const end = (from: number, cells: number, limit: number | null | undefined) => Math.min(from + cells, limit ?? Infinity);
    for (let tx = Math.floor(x / span) * span; tx < end(x, w, this.sides[0]); tx += span) {
      if (!this.planar) {
        list.push({ x: tx, y: 0, width: side, height: 1, step });
        continue;
      }
      for (let ty = Math.floor(y / span) * span; ty < end(y, h, this.sides[1]); ty += span) list.push({ x: tx, y: ty, width: side, height: side, step });
    }
    const away = (t: { x: number; y: number }) => Math.hypot(t.x + span / 2 - x - w / 2, this.planar ? t.y + span / 2 - y - h / 2 : 0);
    return list.sort((a, b) => away(a) - away(b));
  }

  private paint(): void {
    const { canvas, width, height } = this;
    if (width === 0 || height === 0) return;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const c = canvas.getContext("2d")!;
    c.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(canvas);
    const [ink, ink2, line, back] = ["--ink", "--ink-2", "--line", "--surface"].map((n) => style.getPropertyValue(n).trim());
    const p = palette();
    c.fillStyle = style.getPropertyValue("--raised").trim();
    c.fillRect(0, 0, width, height);
    const windows = this.inView();
    this.tiles.want(windows);
    const have = windows.map((w) => this.tiles.get(this.tiles.key(w.x, w.y, w.width, w.step)));
    const shown = this.sum(have.filter((w) => w !== undefined));
    this.range = { low: shown.low, high: shown.high };
    c.save();
    c.beginPath();
    c.rect(this.left, top, this.plotWidth, this.plotHeight);
    c.clip();
    c.fillStyle = back!;
    c.fillRect(this.left, top, this.plotWidth, this.plotHeight);
    if (this.planar) this.paintTable(c, p, windows, have, line!);
    else this.paintSequence(c, p, have, { ink: ink!, ink2: ink2!, line: line! });
    // Beyond the edge of a board there is nothing.
    c.fillStyle = style.getPropertyValue("--raised").trim();
    if (this.sides[0]) c.fillRect(this.toX(this.sides[0]), top, width, height);
    if (this.planar && this.sides[1]) c.fillRect(this.left, 0, width, Math.max(this.toY(this.sides[1]), 0));
    c.restore();
    this.paintAxes(c, ink2!, line!);
    if (this.cursor) this.paintCursor(c, ink!, p);
    const ready = have.every((w) => w !== undefined);
    if (this.tiles.error && !ready) this.events.error();
    this.events.shown({ ...shown, ready: ready || (this.tiles.error !== null && !this.tiles.busy), partial: this.tiles.partial, sampled: this.tiles.sampled });
    if (this.cursor) this.events.cell(this.cursor, this.valueAt(this.cursor), this.keyed);
  }

  /** What stands in view: the smallest and largest value, and how often each stands there. */
  private sum(have: Window[]): Shown {
    const { x, y, zoom } = this.v;
    const [x1, y1] = [x + this.plotWidth / zoom, y + this.plotHeight / zoom];
    const s: Shown = {
      ready: false, low: Number.POSITIVE_INFINITY, high: 0, kinds: new Set(), histogram: new Map(), counted: 0, blocks: have.some((w) => w.step > 1),
      partial: false, sampled: false, from: { x: Math.floor(x), y: Math.floor(y) }, to: { x: Math.ceil(x1) - 1, y: this.planar ? Math.ceil(y1) - 1 : 0 },
    };
    for (const w of have) {
      const clip = (from: number, to: number, start: number, size: number): [number, number] => [Math.max(Math.floor((from - start) / w.step), 0), Math.min(Math.ceil((to - start) / w.step), size)];
      const [i0, i1] = clip(x, x1, w.x, w.width);
      const [j0, j1] = this.planar ? clip(y, y1, w.y, w.height) : [0, 1];
      for (let j = j0; j < j1; j++) {
        for (let i = i0; i < i1; i++) {
          const v = w.values[j * w.width + i]!;
          if (v === Nothing) continue;
          if (v < 0) s.kinds.add(v);
          else {
            if (v < s.low) s.low = v;
            if (v > s.high) s.high = v;
          }
          if (w.losing[j * w.width + i]) s.kinds.add(0);
          if (v !== Unknown) {
            s.counted++;
            s.histogram.set(v, (s.histogram.get(v) ?? 0) + 1);
          }
        }
      }
    }
    if (s.low > s.high) s.low = 0;
    // Values far from 0 have a scale of their own.
    s.low = s.high > 1000 && s.low > s.high * 0.9 ? s.low : 0;
    s.high = s.low > 0 ? Math.max(s.high, s.low + 1) : nice(s.high);
    return s;
  }

  colourOf(p: Palette, v: number, losing: number, table: RGB[]): RGB {
    switch (v) {
      case Nothing:
        return p.nothing;
      case Unknown:
        return p.unknown;
      case Infinite:
        return losing > 0 ? mixed(p.infinite, p.zero, shade(losing)) : p.infinite;
      case Lost:
        return losing < 255 ? mixed(p.win, p.zero, shade(losing)) : p.zero;
      case Won:
        return losing > 0 ? mixed(p.win, p.zero, shade(losing)) : p.win;
      case Drawn:
        return losing > 0 ? mixed(p.draw, p.zero, shade(losing)) : p.draw;
    }
    if (losing === 255) return p.zero;
    const { low, high } = this.range;
    const base = table[Math.min(Math.round((255 * (v - low)) / Math.max(high - low, 1)), 255)]!;
    return losing > 0 ? mixed(base, p.zero, shade(losing)) : base;
  }

  private imageOf(p: Palette, w: Window): OffscreenCanvas {
    const colours = `${this.range.low} ${this.range.high} ${p.zero}`;
    const old = this.images.get(w);
    if (old?.colours === colours) return old.canvas;
    const canvas = old?.canvas ?? new OffscreenCanvas(w.width, w.height);
    const c = canvas.getContext("2d")!;
    const image = c.createImageData(w.width, w.height);
    const table = Array.from({ length: 256 }, (_, i) => p.at(i / 255));
    for (let j = 0; j < w.height; j++) {
      for (let i = 0; i < w.width; i++) {
        const at = j * w.width + i;
        const [r, g, b] = this.colourOf(p, w.values[at]!, w.losing[at]!, table);
        const to = 4 * ((w.height - 1 - j) * w.width + i);
        image.data[to] = r;
        image.data[to + 1] = g;
        image.data[to + 2] = b;
        image.data[to + 3] = 255;
      }
    }
    c.putImageData(image, 0, 0);
    this.images.set(w, { canvas, colours });
    return canvas;
  }

  private toX = (x: number) => this.left + (x - this.v.x) * this.v.zoom;
  private toY = (y: number) => this.height - bottom - (y - this.v.y) * this.v.zoom;

  private paintTable(c: CanvasRenderingContext2D, p: Palette, windows: ReturnType<Chart["inView"]>, have: (Window | undefined)[], line: string): void {
    c.imageSmoothingEnabled = false;
    const put = (w: Window) => {
      const size = w.width * w.step * this.v.zoom;
      c.drawImage(this.imageOf(p, w), this.toX(w.x), this.toY(w.y) - size, size, size);
    };
    if (have.some((w) => w === undefined)) {
      // What is known of other scales stands in until the tiles are here.
      const step = windows[0]?.step ?? 1;
      const others = [...this.tiles.all()].filter((w) => w.step !== step).sort((a, b) => b.step - a.step);
      for (const w of others) {
        const size = w.width * w.step * this.v.zoom;
        if (this.toX(w.x) < this.width && this.toX(w.x) + size > this.left && this.toY(w.y) > 0 && this.toY(w.y) - size < this.height) put(w);
      }
    }
    for (const w of have) if (w) put(w);
    const zoom = this.v.zoom;
    if (zoom >= 9) {
      c.strokeStyle = line;
      c.globalAlpha = 0.55;
      c.lineWidth = 1;
      c.beginPath();
      const [w, h] = [this.sides[0] ?? Infinity, this.sides[1] ?? Infinity];
      const [edge, roof] = [Math.min(this.toX(w), this.width - right), Math.max(this.toY(h), top)];
      for (let x = Math.ceil(this.v.x); x <= w && this.toX(x) <= this.width - right; x++) {
        c.moveTo(Math.round(this.toX(x)) + 0.5, roof);
        c.lineTo(Math.round(this.toX(x)) + 0.5, this.height - bottom);
      }
      for (let y = Math.ceil(this.v.y); y <= h && this.toY(y) >= top; y++) {
        c.moveTo(this.left, Math.round(this.toY(y)) + 0.5);
        c.lineTo(edge, Math.round(this.toY(y)) + 0.5);
      }
      c.stroke();
      c.globalAlpha = 1;
    }
    if (zoom >= 20) this.paintNumbers(c, p, have, (x, y) => [this.toX(x) + zoom / 2, this.toY(y) - zoom / 2], zoom);
  }

  private paintNumbers(c: CanvasRenderingContext2D, p: Palette, have: (Window | undefined)[], place: (x: number, y: number) => [number, number], size: number): void {
    const table = Array.from({ length: 256 }, (_, i) => p.at(i / 255));
    c.textAlign = "center";
    c.textBaseline = "middle";
    const family = getComputedStyle(this.canvas).fontFamily;
    for (const w of have) {
      if (!w || w.step > 1) continue;
      const [i0, i1] = [Math.max(Math.floor(this.v.x) - w.x, 0), Math.min(Math.ceil(this.v.x + this.plotWidth / this.v.zoom) - w.x, w.width)];
      const [j0, j1] = this.planar ? [Math.max(Math.floor(this.v.y) - w.y, 0), Math.min(Math.ceil(this.v.y + this.plotHeight / this.v.zoom) - w.y, w.height)] : [0, 1];
      for (let j = j0; j < j1; j++) {
        for (let i = i0; i < i1; i++) {
          const v = w.values[j * w.width + i]!;
          const text = letters(v);
          if (text === "") continue;
          const colour = this.colourOf(p, v, w.losing[j * w.width + i]!, table);
          c.fillStyle = isDeep(colour) ? "#ffffff" : "#10161f";
          const fit = Math.min(size * 0.46, (size * 1.5) / text.length, 26 * this.type);
          if (fit < 7) continue;
          c.font = `${v === 0 || v === Lost ? "700 " : ""}${fit}px ${family}`;
          const [px, py] = place(w.x + i, w.y + j);
          c.fillText(text, px, py);
        }
      }
    }
  }

  private paintSequence(c: CanvasRenderingContext2D, p: Palette, have: (Window | undefined)[], ink: { ink: string; ink2: string; line: string }): void {
    const { zoom } = this.v;
    const { low, high } = this.range;
    const floor = this.height - bottom - strip - 10;
    const room = floor - top - headroom;
    const known = high <= 0 ? 1 : high;
    const yOf = (v: number) => floor - ((v - low) / Math.max(known - low, 1)) * room;
    const width = this.plotWidth;
    if (this.periodic) this.paintPeriod(c, ink, floor);
    // Lines for some values.
    c.strokeStyle = ink.line;
    c.lineWidth = 1;
    c.beginPath();
    for (const v of ticks(low, known, Math.max(room / 40, 2))) {
      c.moveTo(this.left, Math.round(yOf(v)) + 0.5);
      c.lineTo(this.left + width, Math.round(yOf(v)) + 0.5);
    }
    c.stroke();
    const table = Array.from({ length: 256 }, (_, i) => p.at(0.25 + (0.75 * i) / 255));
    const stripTable = Array.from({ length: 256 }, (_, i) => p.at(i / 255));
    const dot = Math.min(Math.max(zoom * 0.9, 2), 9);
    const [zero, rest] = [css(p.zero), css(table[170]!)];
    for (const w of have) {
      if (!w) continue;
      const [i0, i1] = [Math.max(Math.floor(this.v.x) - w.x, 0), Math.min(Math.ceil(this.v.x + width / zoom) - w.x, w.width)];
      let last = -1;
      for (let i = i0; i < i1; i++) {
        const [v, losing] = [w.values[i]!, w.losing[i]!];
        const px = this.toX(w.x + i);
        if (v >= 0) {
          const py = yOf(v);
          c.fillStyle = losing === 255 ? zero : rest;
          if (dot > 3) {
            c.beginPath();
            c.arc(px + zoom / 2, py, dot / 2, 0, 7);
            c.fill();
          } else c.fillRect(px, py - dot / 2, Math.max(dot, zoom * 0.7), dot);
        }
        // One column of the strip a pixel; P-positions are never passed over.
        if (zoom >= 1 || Math.floor(px) !== last || losing === 255) {
          c.fillStyle = css(this.colourOf(p, v, losing, stripTable));
          c.fillRect(zoom >= 1 ? px : Math.floor(px), this.height - bottom - strip, Math.max(zoom, 1) + 0.5, strip);
          last = Math.floor(px);
        }
      }
    }
    if (zoom >= 16) this.paintNumbers(c, p, have, (x) => [this.toX(x) + zoom / 2, this.height - bottom - strip / 2], Math.min(zoom, strip));
  }

  private paintPeriod(c: CanvasRenderingContext2D, ink: { ink: string; ink2: string; line: string }, floor: number): void {
    const { preperiod, period } = this.periodic!;
    const { zoom } = this.v;
    const at = this.toX(preperiod);
    c.fillStyle = ink.ink;
    if (period * zoom >= 8) {
      c.globalAlpha = 0.05;
      const first = Math.max(Math.floor((this.v.x - preperiod) / period), 0);
      for (let k = first; this.toX(preperiod + k * period) < this.width; k++) {
        if (k % 2 === 0) c.fillRect(this.toX(preperiod + k * period), top, period * zoom, floor - top + 10);
      }
    } else {
      c.globalAlpha = 0.04;
      c.fillRect(at, top, this.width, floor - top + 10);
    }
    c.globalAlpha = 1;
    c.strokeStyle = ink.ink2;
    c.setLineDash([4, 4]);
    c.beginPath();
    c.moveTo(Math.round(at) + 0.5, top);
    c.lineTo(Math.round(at) + 0.5, this.height - bottom);
    c.stroke();
    c.setLineDash([]);
    if (at > this.left - 8 && at < this.width - right) {
      c.font = `${12 * this.type}px ${getComputedStyle(this.canvas).fontFamily}`;
      c.fillStyle = ink.ink2;
      c.textBaseline = "top";
      const words = t("from n = {from} on, every {period}", { from: group(preperiod), period: group(period) });
      const fits = at + 6 + c.measureText(words).width < this.width - right;
      c.textAlign = fits ? "left" : "right";
      c.fillText(words, fits ? at + 6 : at - 6, top + 2);
    }
  }

  private paintAxes(c: CanvasRenderingContext2D, ink: string, line: string): void {
    const { x, y, zoom } = this.v;
    c.font = `${12 * this.type}px ${getComputedStyle(this.canvas).fontFamily}`;
    c.fillStyle = ink;
    c.strokeStyle = line;
    c.lineWidth = 1;
    const roof = this.planar && this.sides[1] ? Math.max(this.toY(this.sides[1]), top) : top;
    const edge = this.sides[0] ? Math.min(this.toX(this.sides[0]), this.width - right) : this.width - right;
    c.strokeRect(this.left - 0.5, roof - 0.5, edge - this.left + 1, this.height - bottom - roof + 1);
    c.textAlign = "center";
    c.textBaseline = "top";
    const middle = zoom >= 6 ? zoom / 2 : 0;
    let free = -Infinity;
    for (const n of ticks(x, x + this.plotWidth / zoom, this.plotWidth / 80)) {
      const px = this.toX(n) + middle;
      const half = c.measureText(group(n)).width / 2;
      if (px < this.left || px > this.width - right || px - half < free || px + half > this.width || n >= (this.sides[0] ?? Infinity)) continue;
      c.fillText(group(n), px, this.height - bottom + 6);
      free = px + half + 8;
    }
    c.textAlign = "right";
    c.textBaseline = "middle";
    if (this.planar) {
      for (const n of ticks(y, y + this.plotHeight / zoom, this.plotHeight / 48)) {
        const py = this.toY(n) - middle;
        if (py < top + 4 || py > this.height - bottom || n >= (this.sides[1] ?? Infinity)) continue;
        c.fillText(short(n), this.left - 6, py);
      }
    } else {
      const floor = this.height - bottom - strip - 10;
      const { low, high } = this.range;
      for (const v of ticks(low, Math.max(high, 1), Math.max((floor - top) / 40, 2))) {
        c.fillText(short(v), this.left - 6, floor - ((v - low) / Math.max(Math.max(high, 1) - low, 1)) * (floor - top - headroom));
      }
    }
    c.font = `italic ${13 * this.type}px ${getComputedStyle(this.canvas).fontFamily}`;
    c.textAlign = "right";
    c.textBaseline = "bottom";
    c.fillText(this.axes[0] ?? "n", this.width - 2, this.height);
    if (this.planar) {
      c.textAlign = "left";
      c.textBaseline = "top";
      c.fillText(this.axes[1] ?? "y", 4, 2);
    }
  }

  private paintCursor(c: CanvasRenderingContext2D, ink: string, p: Palette): void {
    const zoom = Math.max(this.v.zoom, 5);
    const [px, py] = [this.toX(this.cursor!.x), this.planar ? this.toY(this.cursor!.y) : this.height - bottom];
    if (px + zoom < this.left || px > this.width - right) return;
    const h = this.planar ? zoom : strip;
    c.lineWidth = 4;
    c.strokeStyle = css(p.nothing);
    c.strokeRect(px, py - h, zoom, h);
    c.lineWidth = this.pin ? 3 : 2;
    c.strokeStyle = ink;
    c.strokeRect(px, py - h, zoom, h);
    if (this.pin) {
      // A dot at the corner says that it stays.
      c.beginPath();
      c.arc(px + zoom, py - h, 5, 0, 2 * Math.PI);
      c.fillStyle = ink;
      c.fill();
      c.lineWidth = 2;
      c.strokeStyle = css(p.nothing);
      c.stroke();
    }
    if (!this.planar) {
      c.globalAlpha = 0.3;
      c.lineWidth = 1;
      c.beginPath();
      c.moveTo(px + zoom / 2, top);
      c.lineTo(px + zoom / 2, py - h);
      c.stroke();
      c.globalAlpha = 1;
    }
  }
}

// How strongly a block shows that some of its positions are P: a line of them stays visible
// however far one zooms out.
const shade = (losing: number) => Math.min((losing / 255) ** 0.25, 1);

/** The letters of a value. */
export function letters(v: number): string {
  switch (v) {
    case Nothing:
    case Unknown:
      return "";
    case Lost:
      return "P";
    case Won:
      return "N";
    case Drawn:
      return "D";
    case Infinite:
      return "∞";
  }
  return String(v);
}

export const group = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** A short number for the axis on the left. */
function short(n: number): string {
  for (const [unit, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"]] as const) {
    if (n >= 100 * unit || (n >= unit && n % (unit / 10) === 0)) return n / unit + letter;
  }
  return group(n);
}

/** The next number of the form 1, 2, 5, 10, … that is no smaller, where that is large. */
function nice(n: number): number {
  if (n <= 20) return n;
  const power = 10 ** Math.floor(Math.log10(n));
  for (const k of [1, 1.5, 2, 3, 4, 5, 6, 8, 10]) if (k * power >= n) return k * power;
  return n;
}

/** Round numbers between two, about as many as asked for. */
function ticks(from: number, to: number, about: number): number[] {
  const raw = (to - from) / Math.max(about, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1e-9)));
  const step = Math.max([1, 2, 5, 10].map((k) => k * power).find((s) => s >= raw) ?? raw, 1);
  const list: number[] = [];
  for (let n = Math.ceil(from / step) * step; n <= to && list.length < 200; n += step) list.push(n);
  return list;
}
