// Heaps whose digits can be touched, until a move makes all columns even.
import { useSignal } from "@preact/signals";
import { Digits, xor } from "./Digits";
import { Figure } from "./Figure";

export function TouchDigits({ heaps }: { heaps: number[] }) {
  const now = useSignal(heaps);
  const changed = now.value.flatMap((value, i) => (value === heaps[i] ? [] : [{ name: `heap ${i + 1}`, value, was: heaps[i]! }]));
  const even = xor(now.value) === 0;
  const [only] = changed;
  let words: string;
  if (!only) words = "Touch digits. Make all columns even by changing one heap, which must get smaller.";
  else if (changed.length > 1) words = "You changed more than one heap. A move may change one only.";
  else if (only.value > only.was) words = `${only.name} grew from ${only.was} to ${only.value}. A move takes stones away, so a heap can only get smaller.`;
  else if (!even) words = `You take ${only.was - only.value} from ${only.name}. That is a move, but there is still an odd column.`;
  else words = `You take ${only.was - only.value} from ${only.name}, and every column is even. That is the winning move.`;
  const good = even && changed.length === 1 && only!.value < only!.was;
  return (
    <Figure label="The digits of the heaps">
      <Digits
        rows={now.value.map((value, i) => ({ name: `heap ${i + 1}`, value, was: heaps[i]! }))}
        width={3}
        onChange={(row, value) => (now.value = now.value.map((v, i) => (i === row ? value : v)))}
      />
      <p class={good ? "touch-says win" : "touch-says"} role="status" data-good={good}>
        {good && "▲ "}
        {words}
      </p>
      <div class="buttons">
        <button type="button" class="button small quiet" data-action="reset" disabled={changed.length === 0} onClick={() => (now.value = heaps)}>
          Back to {heaps.join(", ")}
        </button>
      </div>
    </Figure>
  );
}
