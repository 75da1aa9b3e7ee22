// A set of numbers to touch, and the least number that is not in it.
import { useSignal } from "@preact/signals";
import { Figure } from "./Figure";
import { mex } from "./MexBoard";

export function MexSet({ first }: { first: number[] }) {
  const chosen = useSignal(new Set(first));
  const least = mex([...chosen.value]);
  return (
    <Figure label="The mex of a set" caption="Touch a number to put it into the set, or to take it out.">
      <div class="mexset">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((n) => (
          <button
            type="button"
            key={n}
            data-member={n}
            aria-pressed={chosen.value.has(n)}
            class={n === least ? "least" : undefined}
            onClick={() => {
              const next = new Set(chosen.value);
              if (!next.delete(n)) next.add(n);
              chosen.value = next;
            }}
          >
            {n}
          </button>
        ))}
      </div>
      <p class="mexset-says" role="status">
        mex {"{"}
        {[...chosen.value].sort((a, b) => a - b).join(", ")}
        {"}"} = <b>{least}</b>
      </p>
    </Figure>
  );
}
