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
  const answer = useSignal<T | null>(null);
  const error = useSignal<Error | null>(null);
  const tries = useSignal(0);
  useEffect(() => {
    const stop = new AbortController();
    answer.value = null;
    error.value = null;
    ask(stop.signal).then(
      (a) => {
        if (!stop.signal.aborted) answer.value = a;
      },
      (err: Error) => {
        if (!stop.signal.aborted) error.value = err;
      },
    );
    return () => stop.abort();
  }, [key, tries.value]);
  return { answer: answer.value, error: error.value, retry: () => tries.value++ };
}
