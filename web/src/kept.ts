// Choices and progress that the browser keeps. Where storage is forbidden, as in frames and
// private windows, they last as long as the page.
import { signal } from "@preact/signals";

/** kept is what stands under a name: read returns undefined, or throws, where its text is none. */
export function kept<T>(name: string, otherwise: T, read: (text: string) => T | undefined, write: (value: T) => string = String) {
  let stored;
  try {
    stored = read(localStorage.getItem(name) ?? "");
  } catch {
    // Forbidden, or written by somebody else.
  }
  const now = signal(stored ?? otherwise);
  return {
    get value() {
      return now.value;
    },
    set(value: T) {
      now.value = value;
      try {
        localStorage.setItem(name, write(value));
      } catch {
        // See above.
      }
    },
  };
}
