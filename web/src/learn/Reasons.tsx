// Why the opponent wins a position: the same argument as on the Play screen, in short.
import type { BinaryNumber, NimSum, Solved, Step } from "../api";
import { Digits } from "./Digits";

const small = (n: BinaryNumber) => n.binary.length <= 24;
const isSum = (s: Step): s is NimSum => s.kind === "xor";

export function Reasons({ why }: { why: Solved }) {
  for (const step of why.argument ?? []) {
    if (isSum(step) && small(step.xor) && step.parts.length > 1) {
      return (
        <>
          <p>The columns of what you leave are not all even, so the opponent can make them even:</p>
          <Digits rows={step.parts.map((p) => ({ name: p.position, value: Number(p.value) }))} />
        </>
      );
    }
    if (step.kind === "misere") return <>{step.rule.map((line) => <p key={line}>{line}</p>)}</>;
    if (step.kind === "mex") {
      const zero = step.options.find((o) => Number(o.value) === 0);
      if (zero) {
        return (
          <p>
            From there a move leaves <span class="mono">{zero.to}</span>, and that is lost for you.
          </p>
        );
      }
    }
  }
  return null;
}
