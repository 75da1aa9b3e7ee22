// A sequence of nim-values in rows of a length that the learner chooses. Where the length
// is the period, each column has one colour.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import { Figure, From } from "./Figure";
import { useAnswer } from "./useAnswer";

interface Props {
  game: string;
  /** The values of heaps 0 … last are drawn. */
  last: number;
  from: number;
  to: number;
  start: number;
}

export function Repeat({ game, last, from, to, start }: Props) {
  const width = useSignal(start);
  const asked = useAnswer(`${game} ${last}`, async (signal) => {
    const [table, period] = await Promise.all([api.values({ game, n: last }, signal), api.period({ game }, signal)]);
    return { values: table.values as number[], period };
  });
  return (
    <Figure label={`The nim-values of ${game}, in rows`}>
      <From
        asked={asked}
        draw={({ values, period }) => {
          const p = Number(period.period), q = Number(period.preperiod);
          const top = Math.max(...values, 1);
          const rows: number[][] = [];
          for (let n = 0; n < values.length; n += width.value) rows.push(values.slice(n, n + width.value));
          const fits = width.value % p === 0;
          const exceptions = values.filter((v, n) => n < q && v !== values[q + ((((n - q) % p) + p) % p)]).length;
          return (
            <>
              <label class="lesson-slider">
                <span>
                  Rows of <b>{width.value}</b>
                </span>
                <input
                  type="range"
                  min={from}
                  max={to}
                  value={width.value}
                  data-width={width.value}
                  onInput={(e) => (width.value = Number(e.currentTarget.value))}
                />
              </label>
              <table class={fits ? "lesson-repeat fits" : "lesson-repeat"} data-fits={fits} aria-label={`nim-values of ${game}`}>
                <tbody>
                  {rows.map((row, i) => (
                    <tr key={i}>
                      <th scope="row">{i * width.value}</th>
                      {row.map((v, j) => {
                        const n = i * width.value + j;
                        const exception = fits && n < q && v !== values[q + ((((n - q) % p) + p) % p)];
                        return (
                          <td
                            key={j}
                            data-index={n}
                            class={[v === 0 ? "zero" : "", exception ? "exception" : ""].join(" ")}
                            style={v === 0 ? undefined : { "--shade": `${Math.round((100 * v) / top)}%` }}
                          >
                            {v}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
              <p class="lesson-repeat-says" role="status">
                {fits
                  ? q === 0
                    ? `Every column holds one number. The period is ${p}.`
                    : `From ${q} on every column holds one number. The period is ${p}; before ${q} there are ${exceptions} exceptions.`
                  : "The columns do not agree yet."}
              </p>
            </>
          );
        }}
      />
    </Figure>
  );
}
