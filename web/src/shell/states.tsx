// The states that every screen has: loading, empty, failed, offline.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../api";
import { place, queryText } from "../router";
import { said, t, tx } from "../words";

/** Loading shows itself only after a moment, so that quick answers do not flicker. */
export function Loading({ words = t("Loading"), onCancel }: { words?: string; onCancel?: () => void }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="state state-loading" role="status" aria-live="polite" aria-busy="true">
      {shown && (
        <>
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{words} …</span>
          {onCancel && (
            <button type="button" class="button small" onClick={onCancel}>
              {t("Cancel")}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** What stands where nothing is; heading says that the title is that of the screen. */
export function Empty({ title, heading = false, children }: { title: string; heading?: boolean; children?: ComponentChildren }) {
  return (
    <div class="state state-empty">
      {heading ? <h1 class="state-title">{title}</h1> : <p class="state-title">{title}</p>}
      {children}
    </div>
  );
}

export function Failure({ error, onRetry, children }: { error: Error; onRetry?: () => void; children?: ComponentChildren }) {
  const offline = error instanceof Problem && error.kind === "offline";
  const unknown = error instanceof Problem ? unknownGame(error) : null;
  if (unknown !== null) return <UnknownGame name={unknown} suggestion={(error as Problem).suggestion} />;
  return (
    <div class={`state state-failure ${offline ? "offline" : ""}`} role="alert" data-error={offline ? "offline" : "problem"}>
      <p class="state-title">{offline ? t("No connection") : error instanceof Problem && error.kind === "work" ? t("That did not work out") : t("Something is wrong here")}</p>
      <p class="state-words">{said(error.message)}</p>
      {error instanceof Problem && error.suggestion && !error.message.includes(error.suggestion) && <p>{t("Did you mean {word}?", { word: error.suggestion })}</p>}
      {children}
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {t("Try again")}
        </button>
      )}
    </div>
  );
}

/** unknownGame is the name that no game has, where that is what is wrong. */
const unknownGame = (p: Problem) => (p.field === "game" || p.field === "position" || p.field === "name" ? (/unknown game "([^"]+)"/.exec(p.message)?.[1] ?? null) : null);

/** What was meant, as a link to the same place, and nothing else. */
function UnknownGame({ name, suggestion }: { name: string; suggestion: string | undefined }) {
  const mended = (text: string) => (suggestion ? text.split(name).join(suggestion) : text);
  const { path, query } = place.value;
  const parts = path.split("/").map((part) => encodeURIComponent(mended(decoded(part))).replace(/%(2C|5B|5D)/g, (c) => decodeURIComponent(c)));
  const there = parts.join("/") + queryText([...query].map(([n, v]) => [n, n === "p" ? mended(v) : v] as [string, string]));
  const stands = there !== path + queryText(query); // otherwise it was typed, and stands in no address
  return (
    <div class="state state-failure" role="alert" data-error="unknown">
      <p class="state-title">{t("There is no game called “{name}”.", { name })}</p>
      {suggestion ? (
        <p>{tx("Did you mean {word}?", { word: stands ? <a href={there}>{suggestion}</a> : <b>{suggestion}</b> })}</p>
      ) : (
        <p>
          <a href="/explore">{t("Look for it in the list of games")}</a>
        </p>
      )}
    </div>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
