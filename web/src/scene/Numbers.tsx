// Heaps with more moves than can be listed: a player types how many stones go, or stay.
import { useId, useState } from "preact/hooks";
import type { PlayedHeap, PlayedScene } from "../api";
import { said, t } from "../words";
import type { BoardMove } from "./choose";
import { classes, grouped } from "./view";

/** The integer that a person writes, with or without gaps between its digits. */
function read(text: string): bigint | null {
  const digits = text.replace(/[\s.,_’']/g, "");
  return /^\d{1,20}$/.test(digits) ? BigInt(digits) : null;
}

interface NumbersProps {
  heaps: readonly PlayedHeap[];
  scenes: readonly PlayedScene[];
  onMove: (m: BoardMove) => Promise<string | null>;
}

export function Numbers({ heaps, scenes, onMove }: NumbersProps) {
  return (
    <div class="numbers" role="group" aria-label={t("Moves by number")}>
      {heaps.map((h) =>
        h.below ? (
          <EndlessHeap key={`${h.before}${h.after}`} heap={h} below={h.below} onMove={onMove} />
        ) : (
        <HeapByNumber key={`${h.component}:${h.element}:${h.count}`} heap={h} scene={scenes.find((s) => s.component === h.component)} onMove={onMove} />
        ),
      )}
    </div>
  );
}

// EndlessHeap makes moves of an infinite heap: its options cannot be listed, and a player types one.
function EndlessHeap({ heap, below, onMove }: { heap: PlayedHeap; below: string; onMove: NumbersProps["onMove"] }) {
  const [leave, setLeave] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();
  const submit = async (event: Event) => {
    event.preventDefault();
    const after = `${heap.before}${leave.replace(/\s/g, "")}${heap.after}`;
    setBusy(true);
    const refused = await onMove({
      move: after,
      component: heap.component,
      words: t("leave {n} of the heap of {count}", { n: leave, count: below }),
      to: after.slice(after.indexOf(":") + 2),
      changes: null,
      remoteness: null,
    });
    setBusy(false);
    setWrong(refused ?? "");
  };
  return (
    <form class="by-number" data-endless={below} data-component={heap.component} onSubmit={submit}>
      <span class="by-number-heap">{t("The heap of {count} is infinite: leave anything smaller. w is the first size after 0, 1, 2, …", { count: below })}</span>
      <label>
        {t("leave")}
        <input
          name="leave"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={leave}
          aria-describedby={wrong ? id : undefined}
          aria-invalid={wrong ? "true" : undefined}
          onInput={(e) => {
            setLeave(e.currentTarget.value);
            setWrong("");
          }}
        />
      </label>
      <button type="submit" class="button small" disabled={busy || leave.trim() === ""}>
        {t("Move")}
      </button>
      <span class={classes("by-number-wrong", wrong !== "" && "lose")} id={id} role="alert">
        {said(wrong)}
      </span>
    </form>
  );
}

function HeapByNumber({ heap, scene, onMove }: { heap: PlayedHeap; scene: PlayedScene | undefined; onMove: NumbersProps["onMove"] }) {
  const count = BigInt(heap.count);
  const [take, setTake] = useState("");
  const [leave, setLeave] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const id = useId();
  const other = (text: string) => {
    setWrong("");
    const n = read(text);
    return n === null || n > count ? "" : String(count - n);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const n = read(take);
    if (n === null || n < 1n || n > count) {
      setWrong(t("Type a whole number from 1 to {most}.", { most: grouped(heap.count) }));
      return;
    }
    const before = (scene?.scene.elements ?? []).find((e) => e.id === heap.element);
    const after = `${heap.before}${count - n}${heap.after}`;
    setBusy(true);
    const refused = await onMove({
      move: after,
      component: heap.component,
      words: t("take {n} from the heap of {count}", { n: grouped(String(n)), count: grouped(heap.count) }),
      to: after.slice(after.indexOf(":") + 2),
      changes: before ? [{ id: heap.element, change: "changes", before, after: { ...before, count: Number(count - n) } }] : null,
      remoteness: null,
    });
    setBusy(false);
    setWrong(refused ?? "");
  };
  return (
    <form class="by-number" data-heap={heap.element} data-component={heap.component} onSubmit={submit}>
      <span class="by-number-heap">{t("The heap of {count}:", { count: grouped(heap.count) })}</span>
      <label>
        {t("take")}
        <input
          name="take"
          inputMode="numeric"
          autocomplete="off"
          value={take}
          aria-describedby={wrong ? id : undefined}
          aria-invalid={wrong ? "true" : undefined}
          onInput={(e) => {
            setTake(e.currentTarget.value);
            setLeave(other(e.currentTarget.value));
          }}
        />
      </label>
      <label>
        {t("leave")}
        <input
          name="leave"
          inputMode="numeric"
          autocomplete="off"
          value={leave}
          onInput={(e) => {
            setLeave(e.currentTarget.value);
            setTake(other(e.currentTarget.value));
          }}
        />
      </label>
      <button type="submit" class="button small" disabled={busy || (take === "" && leave === "")}>
        {t("Move")}
      </button>
      <span class={classes("by-number-wrong", wrong !== "" && "lose")} id={id} role="alert">
        {said(wrong)}
      </span>
    </form>
  );
}
