// The lessons: their list at /learn, and a screen of one at /learn/cards/3. A seed in the
// address draws its task.
import "./learn.css";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { navigate, place } from "../router";
import { Empty, Failure, Loading } from "../shell/states";
import { t } from "../words";
import { CardTask } from "./Cards";
import { newSeed } from "./draw";
import { HuntTask, MexTask, RowsTask, SetTask, StripTask, TwoTask } from "./figures";
import { GameBoard, Waiting } from "./GameBoard";
import { counting, lessons, named, type Lesson, type Screen } from "./lesson";
import { forget, solve, solved } from "./progress";
import { ChoiceTask, MakeTask, NumberTask, WhoTask, WinTask } from "./tasks";

export default function Learn() {
  const [, , name = "", at, rest] = place.value.path.split("/");
  if (name === "" && at === undefined) {
    document.title = `${t("Learn")} · grundy`;
    return <Path />;
  }
  const lesson = named(name);
  if (!lesson || rest !== undefined || (at !== undefined && !/^[1-9]\d?$/.test(at))) return <Nothing />;
  return <Loaded key={lesson.name} lesson={lesson} at={Number(at ?? 1)} />;
}

function Nothing() {
  document.title = `${t("Learn")} · grundy`;
  return (
    <Empty title={t("There is no such lesson.")}>
      <h1 class="visually-hidden">{t("No such lesson")}</h1>
      <p>
        <a href="/learn">{t("All lessons")}</a>
      </p>
    </Empty>
  );
}

function Path() {
  const done = lessons.filter((l) => solved.value.has(l.name)).length;
  const next = lessons.find((l) => !solved.value.has(l.name));
  return (
    <div class="wrap learn" data-solved={done}>
      <h1>{t("Learn")}</h1>
      <p class="lesson-lead">{t("Twelve short lessons. In most of them you play first, and then find out why it went as it did. At the end of each you make a position that the opponent loses.")}</p>
      <ol class="lesson-path">
        {lessons.map((l, i) => {
          const is = solved.value.has(l.name);
          return (
            <li key={l.name} class={is ? "done" : l === next ? "next" : undefined}>
              <a href={`/learn/${l.name}`}>
                <span class="lesson-path-number" aria-hidden="true">
                  {is ? "✓" : i + 1}
                </span>
                <span class="lesson-path-words">
                  <b>{l.title()}</b>
                  <span>{l.says()}</span>
                </span>
                {is && <span class="visually-hidden">{t("solved")}</span>}
              </a>
            </li>
          );
        })}
      </ol>
      {solved.value.size > 0 && (
        <p class="note">
          {t("You solved {n} lesson of {all}.|You solved {n} lessons of {all}.", { n: done, all: lessons.length })} {t("What you solved is kept in this browser.")}{" "}
          <button type="button" class="button small quiet" data-action="forget" onClick={forget}>
            {t("Forget it")}
          </button>
        </p>
      )}
    </div>
  );
}

function Loaded({ lesson, at }: { lesson: Lesson; at: number }) {
  const make = useSignal<(() => Screen[]) | null>(null);
  const error = useSignal<Error | null>(null);
  useEffect(() => {
    let gone = false;
    lesson.load().then(
      (m) => gone || (make.value = m.default),
      (err: Error) => gone || (error.value = err),
    );
    return () => void (gone = true);
  }, []);
  document.title = `${lesson.title()} · grundy`;
  if (error.value) return <Failure error={new Error(t("This lesson could not be loaded. Is there a connection?"))} onRetry={() => location.reload()} />;
  if (!make.value) return <Loading />;
  const screens = make.value();
  const screen = screens[at - 1];
  return screen ? <Page lesson={lesson} screens={screens} screen={screen} at={at} /> : <Nothing />;
}

const drawn = (s: Screen) => s.kind === "win" || s.kind === "who" || s.kind === "number";

function Page({ lesson, screens, screen, at }: { lesson: Lesson; screens: Screen[]; screen: Screen; at: number }) {
  const home = `/learn/${lesson.name}`;
  const link = (n: number) => (n === 1 ? home : `${home}/${n}`);
  const written = Number(place.value.query.get("seed"));
  const seed = Number.isInteger(written) && written > 0 && written < 2 ** 31 ? written : 0;
  // An address of old, or one without the seed that it needs, becomes the one that can be sent.
  const wanted = link(at) + (drawn(screen) ? `?seed=${seed || newSeed()}` : "");
  useEffect(() => {
    if (seed === 0 || !drawn(screen) || place.value.path !== link(at)) navigate(wanted, { replace: true });
  }, [at, seed]);

  const tasks = counting(screens);
  const kept = `${lesson.name}/${at}`;
  const now = useSignal(""); // the screen that was done here
  const done = now.value === kept || solved.value.has(kept);
  const finish = () => {
    now.value = kept;
    solve(lesson.name, at, tasks.map((s) => screens.indexOf(s) + 1));
  };
  const head = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current !== at) head.current?.focus({ preventScroll: true });
    shown.current = at;
  }, [at]);

  const index = lessons.indexOf(lesson);
  const after = lessons[index + 1];
  const which = tasks.indexOf(screen) + 1;
  return (
    <article class="wrap lesson" data-lesson={lesson.name} data-screen-at={at} data-of={screens.length} data-kind={screen.kind} data-done={done} data-solved={solved.value.has(lesson.name)}>
      <div class="lesson-head">
        <p class="lesson-place">
          <a href="/learn">{t("Learn")}</a> · {t("lesson {n} of {all}", { n: index + 1, all: lessons.length })}
          {solved.value.has(lesson.name) && <span class="lesson-done"> ✓ {t("solved")}</span>}
        </p>
        <h1>{lesson.title()}</h1>
        <nav class="lesson-steps" aria-label={t("Screens of the lesson")}>
          {[screens.slice(0, -tasks.length), tasks].map((group) => (
            <span class="lesson-steps-group" key={group === tasks}>
              {group === tasks && <span class="lesson-steps-word">{t("Tasks")}</span>}
              {group.map((s) => {
                const n = screens.indexOf(s) + 1;
                const is = solved.value.has(`${lesson.name}/${n}`);
                return (
                  <a key={n} href={link(n)} class={[is ? "done" : "", group === tasks ? "task" : ""].join(" ")} aria-current={n === at ? "step" : undefined} aria-label={t("Screen {n}: {title}", { n, title: s.title })}>
                    <span aria-hidden="true">{is ? "✓" : n}</span>
                  </a>
                );
              })}
            </span>
          ))}
        </nav>
      </div>
      <div class="lesson-screen">
        <section class="lesson-says" aria-labelledby="asks">
          {which > 0 && <p class="lesson-kind">{screen.kind === "make" ? t("Make one yourself") : t("Task {n} of 3", { n: which })}</p>}
          <h2 id="asks" ref={head} tabIndex={-1}>
            {screen.title}
          </h2>
          {screen.says.map((p, i) => (
            <p key={i}>{p}</p>
          ))}
        </section>
        <div class="lesson-figure" key={at}>
          <Figure screen={screen} seed={seed} onDone={finish} onNew={() => navigate(`${link(at)}?seed=${newSeed()}`)} />
        </div>
        <div class="lesson-end">
          <div role="status">
            {done && screen.after?.map((p, i) => (
              <p key={i} class="lesson-after">
                {p}
              </p>
            ))}
          </div>
          <nav class="lesson-nav" aria-label={t("Lesson")}>
            {at > 1 && (
              <a class="button quiet" rel="prev" href={link(at - 1)}>
                ← {t("Back")}
              </a>
            )}
            {at < screens.length ? (
              <a class={done ? "button primary" : "button"} rel="next" href={link(at + 1)}>
                {done ? t("Next") : t("Skip")} →
              </a>
            ) : after ? (
              <a class={done ? "button primary" : "button"} rel="next" href={`/learn/${after.name}`}>
                {t("Next lesson: {title}", { title: after.title() })} →
              </a>
            ) : (
              <a class={done ? "button primary" : "button"} rel="next" href="/play">
                {t("Play")} →
              </a>
            )}
          </nav>
        </div>
      </div>
    </article>
  );
}

function Figure({ screen, seed, onDone, onNew }: { screen: Screen; seed: number; onDone: () => void; onNew: () => void }) {
  const task = { seed, onDone, onNew };
  if (drawn(screen) && seed === 0) return <Waiting />; // the address gets its seed first
  switch (screen.kind) {
    case "play":
      return <GameBoard position={screen.position} misere={screen.misere ?? false} opponent={screen.opponent ?? false} guided={screen.guided ?? false} parts={screen.parts} aid={screen.aid} explain={screen.explain} partners={screen.partners} numbers={screen.numbers} onDone={onDone} />;
    case "choice":
      return <ChoiceTask screen={screen} onDone={onDone} />;
    case "strip":
      return <StripTask screen={screen} onDone={onDone} />;
    case "build":
    case "pairs":
    case "balance":
      return <CardTask screen={screen} onDone={onDone} />;
    case "mex":
      return <MexTask screen={screen} onDone={onDone} />;
    case "sets":
      return <SetTask screen={screen} onDone={onDone} />;
    case "two":
      return <TwoTask screen={screen} onDone={onDone} />;
    case "hunt":
      return <HuntTask screen={screen} onDone={onDone} />;
    case "rows":
      return <RowsTask screen={screen} onDone={onDone} />;
    case "win":
      return <WinTask screen={screen} {...task} />;
    case "who":
      return <WhoTask screen={screen} {...task} />;
    case "number":
      return <NumberTask screen={screen} {...task} />;
    case "make":
      return <MakeTask screen={screen} onDone={onDone} />;
  }
}
