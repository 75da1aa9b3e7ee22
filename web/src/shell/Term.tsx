// A word of the field, explained where it first appears: a dotted underline opens one
// sentence and an example.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  children: ComponentChildren;
  says: ComponentChildren;
}

export function Term({ children, says }: Props) {
  const open = useSignal(false);
  const id = useId();
  const whole = useRef<HTMLSpanElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  // The note stands below its word, within the page.
  useLayoutEffect(() => {
    const e = note.current;
    if (!e || !open.value) return;
    e.style.translate = "";
    const { left, right } = e.getBoundingClientRect();
    const edge = document.documentElement.clientWidth - 16;
    e.style.translate = `${Math.max(16 - left, Math.min(0, edge - right))}px`;
  }, [open.value]);
  useEffect(() => {
    if (!open.value) return;
    const close = (event: Event) => {
      if (!whole.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, [open.value]);
  return (
    <span class="term-whole" ref={whole}>
      <button
        type="button"
        class="term"
        aria-expanded={open.value}
        aria-controls={id}
        onClick={() => (open.value = !open.value)}
        onKeyDown={(e) => {
          if (e.key === "Escape") open.value = false;
        }}
      >
        {children}
      </button>
      <span id={id} ref={note} class="term-says" role="note" hidden={!open.value}>
        {says}
      </span>
    </span>
  );
}
