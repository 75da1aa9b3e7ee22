// The pattern behind the values, and its proof. It is looked for when somebody asks, as that
// takes seconds.
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem, type Progress } from "../api";
import { guessOf, type Guessed, type Subject } from "./data";
import { Failure } from "../shell/states";
import { dark } from "../shell/theme";

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
      <h2 id="ex-pattern">Pattern</h2>
      {progress && (
        <div class="ex-progress" aria-busy="true">
          <progress aria-label="How far the search for a pattern is" />
          <span class="note">Looking for a pattern</span>
          <button
            type="button"
            class="button small"
            onClick={() => {
              control.current?.abort();
              setProgress(null);
            }}
          >
            Cancel
          </button>
        </div>
      )}
      {failed && (failed instanceof Problem && failed.kind !== "offline" ? <p class="ex-problem" role="alert" data-error="problem">{failed.message}</p> : <Failure error={failed} onRetry={begin} />)}
      {found === null && <p aria-live="polite">No pattern is found: nothing that was tried says more shortly what the values are than a list of them.</p>}
      {found && <Found g={found} />}
      {!progress && !found && !failed && found !== null && (
        <>
          <p>Is there a rule behind these values? It is looked for in a table, checked on a far larger one, and proved if it can be.</p>
          <button type="button" class="button small" data-action="pattern" onClick={begin}>
            Find the pattern
          </button>
        </>
      )}
    </section>
  );
}

function Found({ g }: { g: Guessed }) {
  return (
    <div aria-live="polite">
      <p class="ex-words">{g.pattern}</p>
      {g.proved ? (
        <p>
          <b>Theorem.</b> {g.theorem?.replaceAll(">=", "≥")}
        </p>
      ) : (
        <p>
          <b>No proof.</b> {g.unproved ?? "None was found."}
        </p>
      )}
      {g.picture && g.automaton && (
        <figure class="ex-automaton" data-dark={dark.value ? "" : undefined}>
          <a href={pictureOf(g)} download={`${g.game.replace(/[^\w.-]+/g, "-")}.svg`} title="Download the picture">
            <img src={pictureOf(g)} onLoad={(e) => fit(e.currentTarget)} alt={`An automaton of ${g.automaton.next.length} state${g.automaton.next.length === 1 ? "" : "s"}`} />
          </a>
          <figcaption class="note">
            {g.automaton.reading} {g.automaton.meaning}
          </figcaption>
        </figure>
      )}
      {g.rejected.length > 0 && (
        <details>
          <summary>
            {g.rejected.length} simpler guess{g.rejected.length === 1 ? "" : "es"} that fail{g.rejected.length === 1 ? "s" : ""}
          </summary>
          <ul>
            {g.rejected.map((r) => (
              <li>
                {r.pattern.replace(/\.$/, "")}: {r.says}.
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="note">
        Checked at {g.checked.positions.toLocaleString("en")} positions, {g.coordinates.map((c, i) => `${c} ≤ ${g.checked.to[i]}`).join(", ")}.
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
