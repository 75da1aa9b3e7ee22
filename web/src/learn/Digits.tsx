// Numbers in binary, one below the other, and their exclusive or below the line. Digits
// can be touched where `onChange` is given.
import { Fragment } from "preact";

export interface Row {
  name: string;
  value: number;
  /** What the row was before it was touched. */
  was?: number;
}

interface Props {
  rows: Row[];
  onChange?: (row: number, value: number) => void;
  width?: number;
}

/** The exclusive or of numbers. */
export const xor = (values: number[]) => values.reduce((a, b) => a ^ b, 0);

export function Digits({ rows, onChange, width }: Props) {
  const total = xor(rows.map((r) => r.value));
  const digits = Math.max(width ?? 1, ...rows.map((r) => Math.max(r.value, r.was ?? 0).toString(2).length));
  const places = Array.from({ length: digits }, (_, i) => digits - 1 - i);
  const digit = (value: number, place: number) => (value >> place) & 1;
  const lead = places.find((p) => digit(total, p) === 1);
  return (
    <table class="lesson-digits" data-xor={total}>
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">heap</span>
          </th>
          {places.map((p) => (
            <th scope="col" key={p} class={p === lead ? "lead" : undefined}>
              {2 ** p}
            </th>
          ))}
          <th scope="col">
            <span class="visually-hidden">number</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r, i) => (
          <tr key={i} class={r.was !== undefined && r.was !== r.value ? "changed" : undefined}>
            <th scope="row">{r.name}</th>
            {places.map((p) => {
              const d = digit(r.value, p);
              return (
                <td key={p} class={p === lead ? "lead" : undefined}>
                  {onChange ? (
                    <button
                      type="button"
                      class={d ? "lesson-digit one" : "lesson-digit"}
                      aria-label={`${r.name}, digit of ${2 ** p}: ${d}`}
                      aria-pressed={d === 1}
                      data-digit={`${i}-${p}`}
                      onClick={() => onChange(i, r.value ^ (1 << p))}
                    >
                      {d}
                    </button>
                  ) : (
                    <span class={d ? "lesson-digit one" : "lesson-digit"}>{d}</span>
                  )}
                </td>
              );
            })}
            <td class="number">
              {r.value}
              {r.was !== undefined && r.was !== r.value && <Fragment> (was {r.was})</Fragment>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">XOR</th>
          {places.map((p) => (
            <td key={p} class={p === lead ? "lead" : undefined}>
              <span class={digit(total, p) ? "lesson-digit one" : "lesson-digit"}>{digit(total, p)}</span>
            </td>
          ))}
          <td class="number">{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}
