// The period of a sequence, or of a row of a table, and its proof. Long searches tell how
// far they are, and can be cancelled.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, type Int, type Progress } from "../api";
import { periodOf, type Recurrence, type Subject } from "./data";
import { group } from "./chart";
import { Failure } from "../shell/states";
import { Term } from "../shell/Term";
import { said, t, tx } from "../words";

const shown = (n: Int | null | undefined) => (n === null || n === undefined ? "?" : group(Number(n)) === String(n) ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f"));

// How long is looked at once, and when somebody asks for more.
const [short, long] = ["3s", "60s"];

export function Period({ subject, row, ready, onFound }: { subject: Subject; row: number | null; ready: boolean; onFound: (r: Recurrence | null) => void }) {
  const [found, setFound] = useState<Recurrence | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const control = useRef<AbortController | null>(null);
  const [time, setTime] = useState(short);
  const begun = useRef(false);
  const begin = (time: string) => {
    begun.current = true;
    setTime(time);
    control.current?.abort();
    const mine = (control.current = new AbortController());
    setFound(null);
    setFailed(null);
    setProgress({});
    periodOf(subject, row, time, (p) => mine.signal.aborted || setProgress(p), mine.signal)
      .then((r) => {
        if (mine.signal.aborted) return;
        setFound(r);
        onFound(r);
      })
      .catch((err: unknown) => mine.signal.aborted || setFailed(err instanceof Error ? err : new Error(String(err))))
      .finally(() => mine.signal.aborted || setProgress(null));
  };
  const cancel = () => {
    control.current?.abort();
    setProgress(null);
  };
  useEffect(() => {
    setFound(null);
    setFailed(null);
    setProgress(null);
    onFound(null);
    begun.current = false;
    return () => control.current?.abort();
  }, [subject, row]);
  // The picture comes first.
  useEffect(() => {
    if (ready && !begun.current) begin(short);
  }, [subject, row, ready]);
  const title = row === null ? t("Period") : t("Period of row {row}", { row });
  return (
    <section class="ex-part ex-period" aria-labelledby="ex-period">
      <h2 id="ex-period">{title}</h2>
      {progress && (
        <div class="ex-progress" aria-busy="true">
          <progress max={progress.total || undefined} value={progress.total ? Math.min(progress.done ?? 0, progress.total) : undefined} aria-label={t("How far the search for a period is")} />
          <span class="note">{progress.done ? t("{done} values", { done: shown(progress.done) }) : t("Looking for a proof")}</span>
          <button type="button" class="button small" onClick={cancel}>
            {t("Cancel")}
          </button>
        </div>
      )}
      {failed && (failed instanceof Problem && failed.kind !== "offline" ? <p class="ex-problem" role="alert" data-error="problem">{said(failed.message)}</p> : <Failure error={failed} onRetry={() => begin(time)} />)}
      {found && <Proof r={found} />}
      {!progress && begun.current && !found?.proved && !found?.aperiodic && (
        <button type="button" class="button small" data-action="period" onClick={() => begin(long)}>
          {t("Look for a minute")}
        </button>
      )}
    </section>
  );
}

function Proof({ r }: { r: Recurrence }) {
  const oeis = r.oeis;
    return (
    <div aria-live="polite">
      {r.proved ? (
        <dl class="ex-facts">
          <dt>
            <Term says={t("The first n from which on the values repeat, apart from the saltus.")}>{t("preperiod")}</Term>
          </dt>
          <dd>{r.preperiod === null ? t("at most {n}", { n: shown(r.preperiod_at_most) }) : shown(r.preperiod)}</dd>
          <dt>
            <Term says={t("After so many numbers the values come again: G(n + period) = G(n) + saltus.")}>{t("period")}</Term>
          </dt>
          <dd>{shown(r.period)}</dd>
          <dt>
            <Term says={t("How much the values grow with each period; 0 where they repeat.")}>{t("saltus")}</Term>
          </dt>
          <dd>{shown(r.saltus)}</dd>
        </dl>
      ) : (
        <p>{said((r.says ?? "").replace(/^n|^t/, (c) => c.toUpperCase()) + ".")}</p>
      )}
      {r.theorem && (
        <details class="ex-how">
          <summary>{t("How it is proved")}</summary>
          <p>{said(r.theorem)}</p>
        </details>
      )}
      {r.exceptions && Number(r.exceptions.count) > 0 && (
        <details>
          <summary>
            {t("{n} exception, the last at {last}|{n} exceptions, the last at {last}", { n: Number(r.exceptions.count), last: shown(r.exceptions.last) })}
          </summary>
          <p class="ex-exceptions">{r.exceptions.first.map(shown).join(", ")}{Number(r.exceptions.count) > r.exceptions.first.length ? " …" : ""}</p>
        </details>
      )}
      <p class="note">
        {t("Computed to n = {to}.", { to: shown(r.computed_to) })}{" "}
        {oeis && (
          <>
            {tx("In the OEIS: it begins like {number}({term}), {game}, in {terms} terms.", {
              number: (
                <a href={`https://oeis.org/${oeis.number}`} rel="noreferrer">
                  {oeis.number}
                </a>
              ),
              term: oeis.shift === 0 ? "n" : `n${oeis.shift > 0 ? "+" : ""}${oeis.shift}`,
              game: said(oeis.game),
              terms: oeis.terms,
            })}
          </>
        )}
      </p>
    </div>
  );
}
