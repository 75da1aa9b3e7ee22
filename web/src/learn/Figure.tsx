// A figure between paragraphs, with its states while it waits for the server.
import type { ComponentChildren } from "preact";
import { Failure, Loading } from "../shell/states";
import type { Asked } from "./useAnswer";

export function Figure({ label, caption, children }: { label: string; caption?: ComponentChildren; children: ComponentChildren }) {
  return (
    <figure class="lesson-figure" aria-label={label}>
      {children}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/** What is drawn from an answer. */
export function From<T>({ asked, draw }: { asked: Asked<T>; draw: (answer: T) => ComponentChildren }) {
  if (asked.error) return <Failure error={asked.error} onRetry={asked.retry} />;
  if (asked.answer === null) {
    return (
      <div aria-busy="true">
        <Loading />
      </div>
    );
  }
  return <>{draw(asked.answer)}</>;
}
