// The states that every screen has: loading, empty, failed, offline.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../api";

/** Loading shows itself only after a moment, so that quick answers do not flicker. */
export function Loading({ words = "Loading", onCancel }: { words?: string; onCancel?: () => void }) {
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
              Cancel
            </button>
          )}
        </>
      )}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state state-empty">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

export function Failure({ error, onRetry, children }: { error: Error; onRetry?: () => void; children?: ComponentChildren }) {
  const offline = error instanceof Problem && error.kind === "offline";
  return (
    <div class={`state state-failure ${offline ? "offline" : ""}`} role="alert" data-error={offline ? "offline" : "problem"}>
      <p class="state-title">{offline ? "No connection" : error instanceof Problem && error.kind === "work" ? "That did not work out" : "Something is wrong here"}</p>
      <p class="state-words">{error.message}</p>
      {error instanceof Problem && error.suggestion && !error.message.includes(error.suggestion) && <p>Did you mean {error.suggestion}?</p>}
      {children}
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
