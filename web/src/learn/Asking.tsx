// What is drawn from an answer of the engine, with its states while it is waited for.
import type { ComponentChildren } from "preact";
import { Failure } from "../shell/states";
import { Waiting } from "./GameBoard";
import type { Asked } from "./useAnswer";

export function Asking<T>({ asked, draw }: { asked: Asked<T>; draw: (answer: T) => ComponentChildren }) {
  if (asked.error) return <Failure error={asked.error} onRetry={asked.retry} />;
  return asked.answer === null ? <Waiting /> : <>{draw(asked.answer)}</>;
}
