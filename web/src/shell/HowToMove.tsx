// The rules of the games of a position, a sentence each.
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { said } from "../words";

const most = 3; // games whose rules are shown

export function HowToMove({ position, class: name }: { position: string; class?: string }) {
  const [rules, setRules] = useState<readonly string[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const names = [...new Set(position.match(/(?<![\w.])[a-z][a-z0-9-]*(?=[[(])/gi))].slice(0, most);
    Promise.all(names.map((game) => api.game(game, control.signal).catch(() => []))).then((found) => {
      if (!control.signal.aborted) setRules(found.flatMap((games) => games.map((g) => g.rules)));
    });
    return () => control.abort();
  }, [position]);
  return rules.map((line) => (
    <p key={line} class={name}>
      {said(line)}
    </p>
  ));
}
