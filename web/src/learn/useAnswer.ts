// Asks the server once for what a drawing needs.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export interface Asked<T> {
  answer: T | null;
  error: Error | null;
  retry: () => void;
}

/** useAnswer asks when the key changes, and drops an answer that nobody waits for. */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const known = useSignal<{ key: string; answer: T | null; error: Error | null }>({ key: "", answer: null, error: null });
  const tries = useSignal(0);
  useEffect(() => {
    const stop = new AbortController();
    known.value = { key, answer: null, error: null };
    ask(stop.signal).then(
      (answer) => stop.signal.aborted || (known.value = { key, answer, error: null }),
      (error: Error) => stop.signal.aborted || (known.value = { key, answer: null, error }),
    );
    return () => stop.abort();
  }, [key, tries.value]);
  const now = known.value.key === key ? known.value : { answer: null, error: null };
  return { answer: now.answer, error: now.error, retry: () => tries.value++ };
}
