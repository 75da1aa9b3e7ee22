// A sheet of puzzles on paper, and another with the answers.
import { useEffect, useState } from "preact/hooks";
import { api, type Played } from "../api";
import { ownRules } from "../own";
import { aborted, failure } from "../play/match";
import { howToMove } from "../play/rules";
import { wordsIn } from "../play/useMatch";
import { deckLink, printLink, whereOf, type Setting } from "../puzzle/link";
import { navigate, place } from "../router";
import { BoardView } from "../scene/SceneView";
import { Empty, Failure, Loading } from "../shell/states";
import { said, t } from "../words";

/** A puzzle as it is printed. */
type Sheet = { played: Played; how: readonly string[] } | { error: Error };

export default function Print() {
  const { path, query, hash } = place.value;
  const where = whereOf(path, query);
  const deck = where.kind === "deck" ? where : null;
  const answers = query.get("answers") === "1";
  const [sheets, setSheets] = useState<Sheet[] | null>(null);
  const asked = JSON.stringify(deck?.settings ?? []) + hash;
  useEffect(() => {
    if (!deck) return;
    setSheets(null);
    const control = new AbortController();
    void Promise.all(deck.settings.map((s) => ask(s, control.signal))).then((all) => {
      if (!control.signal.aborted) setSheets(all);
    });
    return () => control.abort();
  }, [asked]);
  if (!deck) {
    return (
      <Empty title={t("There is nothing to print yet.")} heading>
        <p>
          <a href="/puzzle?make=1">{t("Make puzzles first")}</a>
        </p>
      </Empty>
    );
  }
  const title = deck.title || t("Puzzles");
  const show = (withAnswers: boolean) => navigate(printLink({ ...deck, answers: withAnswers }, hash), { replace: true });
  return (
    <div class="paper wrap" data-sheets={sheets?.length ?? 0}>
      <p class="paper-tools">
        <button type="button" class="button primary" data-action="print" onClick={() => window.print()}>
          {t("Print")}
        </button>
        <label class="check">
          <input type="checkbox" checked={answers} data-field="answers" onChange={(e) => show(e.currentTarget.checked)} />
          <span>{t("with the answers, on a page of their own")}</span>
        </label>
        <a class="button small quiet" href={deckLink(deck, hash)}>
          {t("Back to the puzzles")}
        </a>
      </p>
      <h1>{title}</h1>
      <p class="paper-name">{t("Name")}</p>
      {sheets === null ? (
        <Loading words={t("Loading")} />
      ) : (
        <>
          <ol class="paper-puzzles">
            {sheets.map((sheet, i) => (
              <li key={i}>
                <Question sheet={sheet} />
              </li>
            ))}
          </ol>
          {answers && (
            <section class="paper-answers" aria-labelledby="paper-answers">
              <h2 id="paper-answers">{t("Answers")}</h2>
              <ol>
                {sheets.map((sheet, i) => (
                  <li key={i} data-answer={i + 1}>
                    {"played" in sheet && <Answer played={sheet.played} />}
                  </li>
                ))}
              </ol>
            </section>
          )}
        </>
      )}
    </div>
  );
}

async function ask(s: Setting, signal: AbortSignal): Promise<Sheet> {
  try {
    const rules = await ownRules(s.position);
    const [played, how] = await Promise.all([
      api.match({ ...s, level: "perfect", best: true, hints: true, all: true, ...(Object.keys(rules).length > 0 ? { rules } : {}) }, signal),
      howToMove(s.position, signal),
    ]);
    return { played, how };
  } catch (err) {
    return { error: aborted(err) ? new Error("") : failure(err) };
  }
}

function Question({ sheet }: { sheet: Sheet }) {
  if ("error" in sheet) return <Failure error={sheet.error} />;
  const { played, how } = sheet;
  return (
    <article class="paper-puzzle">
      <h2>{said(played.title)}</h2>
      {how.map((line) => (
        <p key={line} class="paper-rules">
          {line}
        </p>
      ))}
      <p>
        {played.convention === "misere" ? t("The player who makes the last move loses.") : t("The player who makes the last move wins.")} {t("Which move wins?")}
      </p>
      <BoardView scenes={played.scenes} label={said(played.title)} />
      <p class="paper-line">{t("Your move:")}</p>
      <p class="paper-line">{t("Why:")}</p>
    </article>
  );
}

function Answer({ played }: { played: Played }) {
  if (played.best?.leads_to !== "win") return <p>{played.best?.leads_to === "draw" ? t("Neither player can force a win.") : t("No move wins here.")}</p>;
  const { best, moves, scenes } = played;
  const others = moves.filter((m) => m.leads_to === "win" && m.move !== best.move);
  // The reasons are those of the best move alone, so they stand below it.
  return (
    <>
      <p>
        <b>{wordsIn(best, scenes)}</b>
      </p>
      {(best.says ?? []).map((sentence) => (
        <p key={sentence}>{said(sentence)}</p>
      ))}
      {others.length > 0 && <p>{t("These win, too:")}</p>}
      {others.map((m) => (
        <p key={m.move}>
          <b>{wordsIn(m, scenes)}</b>
        </p>
      ))}
    </>
  );
}
