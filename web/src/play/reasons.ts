// The reasons that are open: the board shows the numbers that they name.
import { signal } from "@preact/signals";
import type { ElementValue, Solved } from "../api";
import type { Reasons } from "../scene/SceneView";

/** The answer that is shown in full; undefined while it is on its way, null where none is open. */
export const reasons = signal<Solved | undefined | null>(null);

/** onBoards returns what the answer says of boards. */
export function onBoards(answer: Solved | undefined): Reasons {
  const readings = new Map<string, ReadonlyMap<string, ElementValue>>();
  const says = new Set<string>();
  for (const step of answer?.argument ?? []) {
    if (step.kind === "reading") {
      readings.set(step.position, new Map(step.elements.map((e) => [e.element, e])));
      if (step.says?.[0]) says.add(step.says[0]);
    } else if (step.kind === "misere" && step.phases?.[step.phase]) says.add(step.phases[step.phase]!);
  }
  return { readings, says: [...says] };
}
