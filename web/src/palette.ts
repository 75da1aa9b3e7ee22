// The colours of nim-values, the same on boards, in heat maps and in graphs: one sequential
// palette from small to large, whose lightness changes all the way, so that people who do
// not tell colours apart can read it. P-positions have a colour of their own.
import { dark } from "./shell/theme";

type RGB = readonly [number, number, number];

const light: readonly RGB[] = [[234, 243, 247], [178, 219, 226], [108, 181, 206], [58, 130, 183], [36, 79, 147], [20, 32, 84]];
const night: readonly RGB[] = [[27, 40, 60], [30, 70, 116], [31, 110, 158], [52, 155, 181], [121, 200, 199], [222, 243, 226]];

export interface Palette {
  /** The colour of a part from 0 to 1. */
  at: (part: number) => RGB;
  zero: RGB; // P-positions
  nothing: RGB; // cells without a position
  unknown: RGB;
  infinite: RGB;
  win: RGB; // N-positions, where only outcomes are shown
  draw: RGB;
}

function through(stops: readonly RGB[]): (part: number) => RGB {
  return (part) => {
    const at = Math.min(Math.max(part, 0), 1) * (stops.length - 1);
    const i = Math.min(Math.floor(at), stops.length - 2);
    const [a, b] = [stops[i]!, stops[i + 1]!];
    const mix = (k: 0 | 1 | 2) => Math.round(a[k] + (b[k] - a[k]) * (at - i));
    return [mix(0), mix(1), mix(2)];
  };
}

const palettes: Record<"light" | "dark", Palette> = {
  light: { at: through(light), zero: [217, 95, 2], nothing: [255, 255, 255], unknown: [232, 235, 239], infinite: [120, 128, 140], win: [178, 205, 234], draw: [150, 158, 170] },
  dark: { at: through(night), zero: [255, 157, 77], nothing: [17, 21, 27], unknown: [38, 45, 54], infinite: [130, 140, 152], win: [36, 74, 120], draw: [110, 120, 134] },
};

/** The palette of the theme. A component that calls it is drawn again when the theme changes. */
export const palette = (): Palette => palettes[dark.value ? "dark" : "light"];

export const css = ([r, g, b]: RGB) => `rgb(${r} ${g} ${b})`;

/** Whether letters on a colour should be white. */
export const isDeep = ([r, g, b]: RGB) => 0.299 * r + 0.587 * g + 0.114 * b < 140;

export const mixed = (a: RGB, b: RGB, part: number): RGB => [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * part)) as unknown as RGB;
export type { RGB };
