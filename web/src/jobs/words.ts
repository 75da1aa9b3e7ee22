// Figures of jobs in words.
import { number, t } from "../words";

const short = (n: number): string => number(Number(n.toPrecision(3)));

/** rate writes how many pieces a second there are, or a minute, or an hour, so that the number is not below one. */
export function rate(perSecond: number): string {
  if (perSecond >= 1) return t("{count} a second", { count: short(perSecond) });
  if (perSecond * 60 >= 1) return t("{count} a minute", { count: short(perSecond * 60) });
  return t("{count} an hour", { count: short(perSecond * 3600) });
}

/** span writes a time in its two largest units: 3 h 20 min. */
export function span(seconds: number): string {
  const s = Math.ceil(seconds);
  const units = [[t("d"), 86_400], ["h", 3600], ["min", 60], ["s", 1]] as const;
  const at = units.findIndex(([, size]) => s >= size);
  if (at < 0) return "0 s";
  const [unit, size] = units[at]!;
  const [next, smaller] = units[at + 1] ?? ["", 0];
  const rest = smaller ? Math.floor((s % size) / smaller) : 0;
  return `${number(Math.floor(s / size))} ${unit}${rest > 0 ? ` ${rest} ${next}` : ""}`;
}

/** bytes writes an amount as the command does: 493 KiB. */
export function bytes(n: number): string {
  let unit = 0;
  while (n >= 1024 && unit < 4) {
    n /= 1024;
    unit++;
  }
  return `${unit > 0 && n < 10 ? n.toFixed(1) : Math.round(n)} ${[t("bytes"), "KiB", "MiB", "GiB", "TiB"][unit]}`;
}

/** percent writes a share, and 100 % only of all. */
export const percent = (done: number, all: number): string => `${all === 0 ? 100 : Math.floor((100 * done) / all)} %`;
