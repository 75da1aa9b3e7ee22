// The task at the end of a lesson: a position that the learner must win.
import type { ComponentChildren } from "preact";
import type { Played } from "../api";
import { GameBoard } from "./GameBoard";
import { solve, solved } from "./progress";

interface Props {
  lesson: number;
  position: string;
  misere?: boolean;
  choose?: boolean;
  aid?: (state: Played) => ComponentChildren;
  wrong?: (left: Played) => ComponentChildren;
  children: ComponentChildren;
  /** What is said when it is solved. */
  done: ComponentChildren;
}

export function Task({ lesson, children, done, ...board }: Props) {
  return (
    <section class="lesson-task" aria-labelledby="task" data-task={lesson}>
      <h2 id="task">Your task</h2>
      {children}
      <GameBoard {...board} task label="The task" onWin={() => solve(lesson)} />
      <div role="status">{solved.value.has(lesson) && <p class="lesson-solved">✓ {done}</p>}</div>
    </section>
  );
}
