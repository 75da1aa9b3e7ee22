// The argument behind the answer, drawn as the books draw it.
import { useEffect, useState } from "preact/hooks";
import { api, type Comparison, type MexStep, type MisereStep, type Move, type NimSum, type NimValue, type Pairing, type Part, type ReadingStep, type Replies, type Solved, type Step } from "../api";
import type { BoardMove } from "../scene/SceneView";
import { stepsOf } from "../scene/choose";
import { classes, grouped, shape } from "../scene/view";
import { Empty, Failure, Loading } from "../shell/states";
import { Term } from "../shell/Term";
import { said, t, tx } from "../words";
import { aborted, failure } from "./match";
import type { PanelProps } from "./Panel";
import { reasons } from "./reasons";
import { moveWords, verdict } from "./words";

export function Why(p: PanelProps) {
  const { game, rules, match } = p;
  const [solved, setSolved] = useState<{ position: string; answer: Solved } | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (match.over) return;
    const control = new AbortController();
    setError(null);
    api
      .why(
        {
          position: match.position,
          ...(game.misere ? { misere: true } : {}),
          ...(game.compound ? { compound: game.compound } : {}),
          ...(Object.keys(rules).length > 0 ? { rules } : {}),
        },
        control.signal,
      )
      .then(
        (answer) => control.signal.aborted || setSolved({ position: match.position, answer }),
        (err) => aborted(err) || setError(failure(err)),
      );
    return () => control.abort();
  }, [match.position, game.misere, game.compound, match.over, attempt]);

  // The board shows the numbers as long as the reasons are open.
  const answer = solved?.position === match.position ? solved.answer : undefined;
  useEffect(() => {
    reasons.value = match.over ? null : answer;
  }, [answer, match.over]);
  useEffect(() => () => void (reasons.value = null), []);

  if (match.over) {
    return (
      <Empty title={t("Play is over.")}>
        <p>{match.convention === "misere" ? t("In misère play, who makes the last move loses. Go back by the bars to see why.") : t("Who makes the last move wins. Go back by the bars to see why.")}</p>
      </Empty>
    );
  }
  if (error) return <Failure error={error} onRetry={() => setAttempt(attempt + 1)} />;
  if (!answer) return <Loading words={t("Looking for the reason")} />;
  return <Reason answer={answer} panel={p} />;
}

// The kinds of steps that say by themselves why somebody wins.
const telling = new Set(["xor", "reading", "pairing", "compound", "misere"]);

function Reason({ answer, panel }: { answer: Solved; panel: PanelProps }) {
  const steps = answer.argument ?? [];
  const wins = answer.outcome === "N";
  const count = String(answer.winning_move_count ?? 0);
  const says = verdict({ ...panel.match, outcome: answer.outcome, remoteness: null }, panel.game);
  const told = steps.some((s) => telling.has(s.kind ?? ""));
  return (
    <div class="why">
      <p class={classes("why-verdict", says?.leads ?? false)}>
        <span aria-hidden="true">{says && shape[says.leads]}</span> {says?.words} {wins && count !== "0" && t("Only one move wins.|{count} moves win.", { n: count === "1" ? 1 : 2, count: grouped(count) })}
      </p>
      {steps.map((s, i) => (
        <StepView key={i} step={s} steps={steps} open={!told || answer.outcome === "P"} panel={panel} />
      ))}
      {(answer.why?.length ?? 0) > 0 && (
        <details class="why-more" open={!told}>
          <summary>{t("In sentences, with sources")}</summary>
          {answer.why!.map((w, i) => (
            <p key={i}>{said(w)}</p>
          ))}
        </details>
      )}
    </div>
  );
}

function StepView({ step, steps, open, panel }: { step: Step; steps: readonly Step[]; open: boolean; panel: PanelProps }) {
  switch (step.kind) {
    case "xor":
      return <NimSumView step={step} panel={panel} />;
    case "reading":
      return <ReadingView step={step} panel={panel} />;
    case "mex": {
      const alone = steps.filter((s) => s.kind === "mex").length === 1 && !steps.some((s) => s.kind === "xor" && s.parts.length > 1);
      return <MexView step={step} open={alone} />;
    }
    case "pairing":
      return <PairingView step={step} />;
    case "compound":
      return <ComparisonView step={step} />;
    case "misere":
      return <MisereView step={step} panel={panel} />;
    case "replies":
      return <RepliesView step={step} open={open} />;
    default:
      return null;
  }
}

const valueText = (v: NimValue | string | undefined): string => (v === null || v === undefined ? "" : typeof v === "object" ? `∞(${v.infinity.join(",")})` : grouped(v));

/** Digits draws a number in binary, one tile a digit. */
function Digits({ binary, marked }: { binary: string; marked: number | null }) {
  return (
    <span class={classes("digits", binary.length > 12 && "many")} aria-label={t("{digits} in binary", { digits: binary })} role="img">
      {[...binary].map((d, i) => (
        <i key={i} class={classes(d === "1" && "one", marked === binary.length - 1 - i && "marked")} aria-hidden="true">
          {d}
        </i>
      ))}
    </span>
  );
}

function findMove(panel: PanelProps, m: Move | null): BoardMove | undefined {
  if (!m || !m.to) return undefined;
  const { match } = panel;
  return match.moves.find((x) => {
    const s = stepsOf(x);
    return s.length === 1 && s[0]!.to === m.to && (match.scenes[s[0]!.component]?.position ?? m.from) === m.from;
  });
}

/** A move that can be made, or is only told. */
function MoveButton({ move, panel }: { move: Move | null; panel: PanelProps }) {
  const known = findMove(panel, move);
  if (!known || !panel.canMove) return <span class="why-move">{moveWords(move)}</span>;
  return (
    <button type="button" class="link why-move" data-move={known.move} onClick={() => panel.onMove(known)} onPointerEnter={() => panel.onPoint(known)} onPointerLeave={() => panel.onPoint(null)} onFocus={() => panel.onPoint(known)} onBlur={() => panel.onPoint(null)}>
      {moveWords(move)}
    </button>
  );
}

/** What a part is called, and how many copies of it there are. */
function PartName({ part }: { part: { title: string; copies?: number | string; words?: string } }) {
  return (
    <>
      {Number(part.copies ?? 1) > 1 ? `${part.copies} × ` : ""}
      {said(part.title)}
      {part.words ? ` (${said(part.words)})` : ""}
    </>
  );
}

/** A move as it stands in a sentence. */
const quoted = (m: Move | null | undefined) => t("“{move}”", { move: moveWords(m) });

function NimSumView({ step, panel }: { step: NimSum; panel: PanelProps }) {
  return (
    <div class="step">
      <h3>{t("What each part is worth")}</h3>
      <NimRows step={step} />
      {step.digit !== null ? (
        <p>{t("In the marked column a card is left without a partner. A winning move changes that column in one part, so that every card has a partner again:")}</p>
      ) : String(step.xor.value) === "0" && step.changes.length === 0 ? (
        <p>{t("Every card has a partner. Each move changes the cards of one part, so that some card loses its partner.")}</p>
      ) : (
        step.says?.map((line) => <p key={line}>{said(line)}</p>)
      )}
      <Changes step={step} panel={panel} />
    </div>
  );
}

/** The nim-values of parts, with their XOR below. */
function NimRows({ step }: { step: NimSum }) {
  const marked = step.digit;
  const changing = (p: Part) => step.changes.some((c) => c.component === p.component && c.position === p.position);
  return (
    <>
      <p class="note">
        {tx("Each number is laid from cards of 1, 2, 4, 8, …: 1 where the card lies, 0 where it does not. The number is the {value} of the part. The last line has the cards that are there an odd number of times, the {xor}.", {
          value: <Term says={t("The size of the heap of Nim that a position is worth. A position of nim-value 0 is lost for the player to move; a heap of 5 has nim-value 5.")}>{t("nim-value")}</Term>,
          xor: <Term says={t("The sum without carrying: a column has 1 below it where the number of ones in it is odd. So 3 XOR 5 is 011 XOR 101 = 110, which is 6.")}>{t("XOR")}</Term>,
        })}
      </p>
      <div class="nim-sum" role="table" aria-label={t("The nim-values of the parts in binary, and their XOR")}>
        {step.parts.map((p, i) => (
          <div role="row" class={classes("nim-row", changing(p) && "changing")} key={i}>
            <span role="cell" class="part-text">
              <PartName part={p} />
            </span>
            <b role="cell">{valueText(p.value)}</b>
            <span role="cell">{p.binary ? <Digits binary={p.binary} marked={marked} /> : null}</span>
          </div>
        ))}
        {step.others && (
          <div role="row" class="nim-row">
            <span role="cell">{t("{count} others together", { count: grouped(step.others.count) })}</span>
            <b role="cell">{grouped(step.others.value)}</b>
            <span role="cell">
              <Digits binary={step.others.binary} marked={marked} />
            </span>
          </div>
        )}
        <div role="row" class="nim-row nim-total">
          <span role="cell">{t("without a partner")}</span>
          <b role="cell">{grouped(step.xor.value)}</b>
          <span role="cell">
            <Digits binary={step.xor.binary} marked={marked} />
          </span>
        </div>
      </div>
    </>
  );
}

/** What parts become by the moves that win. */
function Changes({ step, panel }: { step: NimSum; panel: PanelProps }) {
  const marked = step.digit;
  return (
    <>
      <ul class="nim-changes">
        {step.changes.slice(0, 6).map((c, i) => (
          <li key={i}>
            <span class="part-text">{said(c.title)}</span>
            <span class="nim-change">
              {c.binary && <Digits binary={c.binary} marked={marked} />}
              <span aria-label={t("becomes")}>→</span>
              <Digits binary={c.to.binary} marked={marked} />
            </span>
            <MoveButton move={c.move} panel={panel} />
            {c.back && <span class="note">{t("If the opponent plays {move}, the part is worth the same as before.", { move: quoted(c.back) })}</span>}
          </li>
        ))}
      </ul>
      {step.changes.length > 6 && <p class="note">{t("and {n} more part|and {n} more parts", { n: step.changes.length - 6 })}</p>}
    </>
  );
}

/** How a nim-value is read off the board: the numbers that count, in binary, and their XOR. */
function ReadingView({ step, panel }: { step: ReadingStep; panel: PanelProps }) {
  const { scenes } = panel.match;
  const title = scenes.length > 1 ? scenes.find((s) => s.position === step.position)?.title : "";
  const counts = step.elements.filter((e) => e.use === "counts");
  return (
    <div class="step">
      <h3>{title ? t("What counts: {board}", { board: said(title) }) : t("What counts")}</h3>
      {step.says?.map((line) => <p key={line}>{said(line)}</p>)}
      {counts.length > 0 && (
        <div class="nim-sum" role="table" aria-label={t("The numbers that count in binary, and their XOR")}>
          {counts.slice(0, mostCounting).map((e) => (
            <div role="row" class="nim-row" key={e.element}>
              <span role="cell" class="part-text">
                {said(e.name)}
              </span>
              <b role="cell">{grouped(e.value)}</b>
              <span role="cell">{e.binary && <Digits binary={e.binary} marked={null} />}</span>
            </div>
          ))}
          <div role="row" class="nim-row nim-total">
            <span role="cell">{t("without a partner")}</span>
            <b role="cell">{grouped(step.xor.value)}</b>
            <span role="cell">
              <Digits binary={step.xor.binary} marked={null} />
            </span>
          </div>
        </div>
      )}
      {counts.length > mostCounting && <p class="note">{t("and {n} more|and {n} more", { n: counts.length - mostCounting })}</p>}
    </div>
  );
}

const mostCounting = 12;

const option = (o: { to: string; move?: string }) => t("“{move}”", { move: o.move ? said(o.move) : o.to });

function MexView({ step, open }: { step: MexStep; open: boolean }) {
  const mex = typeof step.mex === "object" ? null : Number(step.mex);
  const by = new Map<number, { to: string; move?: string }>();
  for (const o of step.options) if (o.value !== undefined && !by.has(Number(o.value))) by.set(Number(o.value), o);
  const most = mex === null ? 0 : Math.min(Math.max(mex, ...by.keys()), mex + 24, 48);
  const body = (
    <>
      {mex !== null && (
        <ol class="mex" start={0} aria-label={t("Which numbers the moves leave")}>
          {Array.from({ length: most + 1 }, (_, v) => {
            const o = by.get(v);
            const [sort, words] = o ? ["there", o.move ? said(o.move) : o.to] : v < mex ? ["there", t("some move")] : v === mex ? ["hole", t("none")] : ["absent", ""];
            return (
              <li key={v} class={classes(sort)} title={words || t("none")}>
                <b>{v}</b>
                <span>{words}</span>
              </li>
            );
          })}
        </ol>
      )}
      {mex === null ? (
        step.says?.map((line) => <p key={line}>{said(line)}</p>)
      ) : (
        <p>
          {tx("Above each move stands what the position after it is worth. {mex} is the least number that is missing, the {term}: that is what this position is worth.", {
            mex: <b>{mex}</b>,
            term: <Term says={t("The minimum excluded value: the least number of 0, 1, 2, … that is not among the options’ values. The mex of 0, 1 and 3 is 2.")}>{t("mex")}</Term>,
          })}
        </p>
      )}
      {step.options
        .filter((o) => o.back)
        .map((o) => (
          <p class="note" key={String(o.value)}>
            {t("After {move}, which leaves {value}, the opponent can play {back}, and {mex} is left again.", { move: option(o), value: String(o.value), back: option(o.back!), mex: valueText(step.mex) })}
          </p>
        ))}
      {step.infinite_option && <p class="note">{t("A move that leaves no finite number can be answered: {move}.", { move: option(step.infinite_option) })}</p>}
      {step.more && <p class="note">{t("Not all moves are listed.")}</p>}
    </>
  );
  return (
    <details class="step" open={open}>
      <summary>
        <h3>{open && !step.misere ? t("Why this position is worth {value}", { value: valueText(step.mex) }) : step.misere ? t("Why “{title}” is worth {value} in misère play", { title: said(step.title), value: valueText(step.mex) }) : t("Why “{title}” is worth {value}", { title: said(step.title), value: valueText(step.mex) })}</h3>
      </summary>
      {body}
    </details>
  );
}

function PairingView({ step }: { step: Pairing }) {
  return (
    <div class="step">
      <h3>{step.after ? t("After {move} there are pairs", { move: quoted(step.after) }) : t("There are pairs")}</h3>
      <ul class="pairs">
        {step.pairs.slice(0, 8).map(([a, b], i) => (
          <li key={i}>
            {said(a.title)} <span aria-label={t("is answered in")}>⇄</span> {said(b.title)}
          </li>
        ))}
      </ul>
      {Number(step.others ?? 0) > 0 && <p class="note">{t("and {n} more pair|and {n} more pairs", { n: String(step.others) })}</p>}
      {(step.zeros?.length ?? 0) > 0 && <p>{t("Without a pair, but worth 0: {positions}.", { positions: step.zeros!.map((z) => said(z.title)).join("; ") })}</p>}
      {step.says?.map((line) => <p key={line}>{said(line)}</p>)}
    </div>
  );
}

function ComparisonView({ step }: { step: Comparison }) {
  return (
    <div class="step">
      <h3>{t("The rule that decides")}</h3>
      {step.rule.map((r, i) => (
        <p key={i}>{said(r)}</p>
      ))}
      {(step.parts?.length ?? 0) > 0 && (
        <div class="nim-sum" role="table" aria-label={step.measure ? t("The parts by {measure}", { measure: said(step.measure) }) : t("The parts by measure")}>
          {step.parts!.map((p, i) => (
            <div role="row" class="nim-row" key={i}>
              <span role="cell" class="part-text">
                {said(p.title)}
              </span>
              <b role="cell">{p.words ? said(p.words) : valueText(p.value)}</b>
              <span role="cell">{p.binary ? <Digits binary={p.binary} marked={null} /> : null}</span>
            </div>
          ))}
        </div>
      )}
      {step.columns && step.columns.length > 0 && (
        <p>
          {said(step.heading ?? "")}: {step.columns.map((c) => Number(c.ones) % Number(step.modulus ?? 1)).join(", ")}.
        </p>
      )}
      {Number(step.others ?? 0) > 0 && <p class="note">{t("and {n} more part|and {n} more parts", { n: String(step.others) })}</p>}
    </div>
  );
}

function MisereView({ step, panel }: { step: MisereStep; panel: PanelProps }) {
  const genus = !step.digits && step.parts.some((p) => p.genus_text);
  return (
    <div class="step">
      <h3>{t("Misère play: who makes the last move loses")}</h3>
      {genus && (
        <p class="note">
          {tx("The {genus} of each part decides, where it is tame.", {
            genus: <Term says={t("The nim-value, and above it the misère nim-values of the position with 0, 1, 2, … heaps of two added. Positions of the same tame genus act alike in sums.")}>{t("genus")}</Term>,
          })}
        </p>
      )}
      {step.phases && (
        <ol class="phases">
          {step.phases.map((phase, i) => (
            <li key={i} aria-current={i === step.phase ? "step" : undefined}>
              {said(phase)}
              {i === step.phase && <b> {t("This is now.")}</b>}
            </li>
          ))}
        </ol>
      )}
      {step.rule.slice(step.phases ? 1 : 0).map((r, i) => (
        <p key={i}>{said(r)}</p>
      ))}
      {step.digits && (
        <>
          <NimRows step={step.digits} />
          <p class="note">{t("A part is firm if it acts as heaps of which one has 2 or more, and fickle if it acts as heaps of at most 1.")}</p>
          <Changes step={step.digits} panel={panel} />
        </>
      )}
      {step.parts.length > 0 && !step.digits && (
        <table class="facts">
          <thead>
            <tr>
              <th scope="col">{t("part")}</th>
              {genus && <th scope="col">{t("genus")}</th>}
              {step.parts.some((p) => p.element) && <th scope="col">{t("element")}</th>}
            </tr>
          </thead>
          <tbody>
            {step.parts.map((p, i) => (
              <tr key={i}>
                <td>
                  <PartName part={p} />
                </td>
                {genus && <td>{p.genus_text}</td>}
                {step.parts.some((q) => q.element) && <td>{p.element}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {step.says?.map((line) => <p key={line}>{said(line)}</p>)}
      {Number(step.others ?? 0) > 0 && <p class="note">{t("and {n} more part|and {n} more parts", { n: String(step.others) })}</p>}
    </div>
  );
}

function RepliesView({ step, open }: { step: Replies; open: boolean }) {
  const [most, setMost] = useState(6);
  if (step.replies.length === 0) return null;
  return (
    <details class="step" open={open}>
      <summary>
        <h3>{step.after ? t("After {move}: {heading}", { move: quoted(step.after), heading: said(step.heading ?? "") }) : said(step.heading ?? "")}</h3>
      </summary>
      <table class="facts replies">
        <thead>
          <tr>
            <th scope="col">{step.after ? t("the opponent") : t("the move")}</th>
            <th scope="col">{t("the answer")}</th>
          </tr>
        </thead>
        <tbody>
          {step.replies.slice(0, most).map((r, i) => (
            <tr key={i}>
              <td>{moveWords(r.move)}</td>
              <td>{r.answer ? moveWords(r.answer) : said(r.says ?? "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {step.replies.length > most && (
        <button type="button" class="button small" onClick={() => setMost(most + 40)}>
          {t("{n} more|{n} more", { n: step.replies.length - most })}
        </button>
      )}
    </details>
  );
}
