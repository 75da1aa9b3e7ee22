// A line below the board that stays: what went wrong, and a way to try again.
import type { ComponentChildren } from "preact";
import { Problem } from "../api";
import { said, t } from "../words";

export function Trouble({ error, onRetry, children }: { error: Error; onRetry: () => void; children?: ComponentChildren }) {
  const offline = error instanceof Problem && error.kind === "offline";
  return (
    <div class="trouble" role="alert" data-error={offline ? "offline" : "problem"}>
      <p>{offline ? t("No connection. The board stays as it is.") : said(error.message)}</p>
      {children}
      <button type="button" class="button small" data-action="try" onClick={onRetry}>
        {t("Try again")}
      </button>
    </div>
  );
}
