// A word of the field, explained where it first appears: a dotted underline opens one
// sentence and an example.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  children: ComponentChildren;
  says: ComponentChildren;
}

export function Term({ children, says }: Props) {
  const open = useSignal(false);
  const id = useId();
  return (
    <>
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
      <span id={id} class="term-says" role="note" hidden={!open.value}>
        {says}
      </span>
    </>
  );
}
