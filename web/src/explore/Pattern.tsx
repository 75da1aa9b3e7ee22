// The pattern behind the values, and its proof. It is looked for when somebody asks, as that
// takes seconds.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, type Progress } from "../api";
import { guessOf, type Guessed, type Subject } from "./data";
import { Failure } from "../shell/states";
import { dark } from "../shell/theme";
import { number, said, t } from "../words";

export function Pattern({ subject }: { subject: Subject }) {
  const [found, setFound] = useState<Guessed | null | undefined>(undefined);
  const [failed, setFailed] = useState<Error | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const control = useRef<AbortController | null>(null);
  const begin = () => {
    control.current?.abort();
    const mine = (control.current = new AbortController());
    setFound(undefined);
    setFailed(null);
    setProgress({});
    guessOf(subject, "30s", (p) => mine.signal.aborted || setProgress(p), mine.signal)
      .then((g) => mine.signal.aborted || setFound(g))
      .catch((err: unknown) => mine.signal.aborted || setFailed(err instanceof Error ? err : new Error(String(err))))
      .finally(() => mine.signal.aborted || setProgress(null));
  };
  useEffect(() => {
    setFound(undefined);
    setFailed(null);
    setProgress(null);
    return () => control.current?.abort();
  }, [subject]);
  return (
    <section class="ex-part" aria-labelledby="ex-pattern" data-pattern={found ? (found.proved ? "proved" : "found") : found === null ? "none" : undefined}>
      <h2 id="ex-pattern">{t("Pattern")}</h2>
      {progress && (
        <div class="ex-progress" aria-busy="true">
          <progress aria-label={t("How far the search for a pattern is")} />
          <span class="note">{t("Looking for a pattern")}</span>
          <button
            type="button"
            class="button small"
            onClick={() => {
              control.current?.abort();
              setProgress(null);
            }}
          >
            {t("Cancel")}
          </button>
        </div>
      )}
      {failed && (failed instanceof Problem && failed.kind !== "offline" ? <p class="ex-problem" role="alert" data-error="problem">{said(failed.message)}</p> : <Failure error={failed} onRetry={begin} />)}
      {found === null && <p aria-live="polite">{t("No pattern is found: nothing that was tried says more shortly what the values are than a list of them.")}</p>}
      {found && <Found g={found} />}
      {!progress && !found && !failed && found !== null && (
        <>
          <p>{t("Is there a rule behind these values? It is looked for in a table, checked on a far larger one, and proved if it can be.")}</p>
          <button type="button" class="button small" data-action="pattern" onClick={begin}>
            {t("Find the pattern")}
          </button>
        </>
      )}
    </section>
  );
}

function Found({ g }: { g: Guessed }) {
  return (
    <div aria-live="polite">
      <p class="ex-words">{said(g.pattern)}</p>
      {g.proved ? (
        <p>
          <b>{t("Theorem.")}</b> {said((g.theorem ?? "").replaceAll(">=", "≥"))}
        </p>
      ) : (
        <p>
          <b>{t("No proof.")}</b> {g.unproved ? said(g.unproved) : t("None was found.")}
        </p>
      )}
      {g.picture && g.automaton && (
        <figure class="ex-automaton" data-dark={dark.value ? "" : undefined}>
          <a href={pictureOf(g)} download={`${g.game.replace(/[^\w.-]+/g, "-")}.svg`} title={t("Download the picture")}>
            <img src={pictureOf(g)} onLoad={(e) => fit(e.currentTarget)} alt={t("An automaton of {n} state|An automaton of {n} states", { n: g.automaton.next.length })} />
          </a>
          <figcaption class="note">
            {said(g.automaton.reading)} {said(g.automaton.meaning)}
          </figcaption>
        </figure>
      )}
      {g.rejected.length > 0 && (
        <details>
          <summary>
            {t("{n} simpler guess that fails|{n} simpler guesses that fail", { n: g.rejected.length })}
          </summary>
          <ul>
            {g.rejected.map((r) => (
              <li>
                {said(r.pattern.replace(/\.$/, ""))}: {said(r.says)}.
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="note">
        {t("Checked at {count} positions, {range}.", { count: number(Number(g.checked.positions)), range: g.coordinates.map((c, i) => `${c} ≤ ${g.checked.to[i]}`).join(", ") })}
      </p>
    </div>
  );
}

/** fit makes a picture smaller where it is wide, as far as its letters can be read. */
function fit(img: HTMLImageElement) {
  const room = (img.parentElement?.clientWidth ?? 0) - 16;
  img.width = Math.min(img.naturalWidth, Math.max(room, 0.65 * img.naturalWidth));
}

const pictureOf = (g: Guessed) => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(g.picture ?? "");
