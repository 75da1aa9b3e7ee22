// How hard something is, in three steps.
import { t } from "../words";

export const difficulties = () => [
  [1, t("easy")] as const,
  [2, t("medium")] as const,
  [3, t("hard")] as const,
];

/** Level shows how hard something is, as one to three filled squares. */
export function Level({ n }: { n: number }) {
  return (
    <svg class="level" viewBox="0 0 34 10" width="34" height="10" aria-hidden="true">
      {[0, 1, 2].map((i) => (
        <rect key={i} x={i * 12 + 1} y={1} width={8} height={8} rx={2} class={i < n ? "on" : ""} />
      ))}
    </svg>
  );
}
