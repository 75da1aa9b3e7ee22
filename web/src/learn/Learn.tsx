// The lessons: their list at /learn, and one at /learn/N.
import type { ComponentType } from "preact";
import { Lazy } from "../shell/Lazy";
import { Empty } from "../shell/states";
import { place } from "../router";
import { forget, solved } from "./progress";

interface Lesson {
  title: string;
  says: string;
  load: () => Promise<{ default: ComponentType }>;
}

const lessons: Lesson[] = [
  { title: "One forced move", says: "Where nobody has a choice, counting decides.", load: () => import("./forced") },
  { title: "Winning and losing positions", says: "Take 1, 3 or 4 coins, and work backward from the end.", load: () => import("./winning") },
  { title: "Nim and XOR", says: "Several heaps, and the digits that tell who wins.", load: () => import("./nim") },
  { title: "Nim-values and the mex", says: "One number says all about a position. A knight finds it.", load: () => import("./values") },
  { title: "Sums: the knight and the queen", says: "Two boards, one move: add them as heaps of Nim.", load: () => import("./sums") },
  { title: "Staircases and trees", says: "Coins that walk down: half of them do not matter.", load: () => import("./stairs") },
  { title: "Misère play", says: "The last move loses. What changes, and what does not.", load: () => import("./misere") },
  { title: "Periods", says: "Values that repeat for ever, and how that is proved.", load: () => import("./periods") },
];

export default function Learn() {
  const [, , number = "", rest] = place.value.path.split("/");
  const n = Number(number);
  if (number === "" && rest === undefined) {
    document.title = "Learn · grundy";
    return <Path />;
  }
  const lesson = /^[1-9]\d*$/.test(number) && !rest ? lessons[n - 1] : undefined;
  document.title = `${lesson ? lesson.title : "Learn"} · grundy`;
  if (!lesson) {
    return (
      <Empty title="There is no such lesson.">
        <h1 class="visually-hidden">No such lesson</h1>
        <p>
          There are {lessons.length}: <a href="/learn">all lessons</a>
        </p>
      </Empty>
    );
  }
  return <Page key={n} number={n} lesson={lesson} />;
}

function Path() {
  const next = lessons.findIndex((_, i) => !solved.value.has(i + 1)) + 1;
  return (
    <div class="wrap learn" data-solved={solved.value.size}>
      <h1>Learn</h1>
      <p class="lesson-lead">
        Eight short lessons, each with boards to touch. At the end of each stands a position that you must win against a perfect opponent.
      </p>
      <ol class="lesson-path">
        {lessons.map((l, i) => {
          const done = solved.value.has(i + 1);
          return (
            <li key={l.title} class={done ? "done" : i + 1 === next ? "next" : undefined}>
              <a href={`/learn/${i + 1}`}>
                <span class="lesson-path-number" aria-hidden="true">
                  {done ? "✓" : i + 1}
                </span>
                <span class="lesson-path-words">
                  <b>{l.title}</b>
                  <span>{l.says}</span>
                </span>
                {done && <span class="visually-hidden">solved</span>}
              </a>
            </li>
          );
        })}
      </ol>
      {solved.value.size > 0 && (
        <p class="note">
          {solved.value.size === lessons.length ? "You solved all eight." : `You solved ${solved.value.size} of ${lessons.length}.`} Your progress is kept in this browser.{" "}
          <button type="button" class="button small quiet" data-action="forget" onClick={forget}>
            Forget it
          </button>
        </p>
      )}
    </div>
  );
}

function Page({ number, lesson }: { number: number; lesson: Lesson }) {
  const done = solved.value.has(number);
  const before = lessons[number - 2], after = lessons[number];
  return (
    <article class="wrap lesson" data-lesson={number} data-solved={done}>
      <p class="lesson-place">
        <a href="/learn">Learn</a> · lesson {number} of {lessons.length}
        {done && <span class="lesson-done"> ✓ solved</span>}
      </p>
      <h1>{lesson.title}</h1>
      <Lazy name="learn" load={lesson.load} />
      <nav class="lesson-nav" aria-label="Lessons">
        {before ? (
          <a class="button quiet" rel="prev" href={`/learn/${number - 1}`}>
            ← {before.title}
          </a>
        ) : (
          <span />
        )}
        {after ? (
          <a class={done ? "button primary" : "button"} rel="next" href={`/learn/${number + 1}`}>
            {after.title} →
          </a>
        ) : (
          <a class={done ? "button primary" : "button"} rel="next" href="/play">
            Play →
          </a>
        )}
      </nav>
    </article>
  );
}
