// A result that can be pasted anywhere, and does not give the answer away.
import { useRef, useState } from "preact/hooks";
import { shared } from "../router";
import { t } from "../words";

export function Share({ lines, link }: { lines: readonly string[]; link: string }) {
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const text = [...lines, shared(link)].join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      box.current?.select(); // where the page may not write there, as in frames
    }
  };
  return (
    <div class="pz-share">
      <h2>{t("Tell others")}</h2>
      <textarea ref={box} readOnly rows={lines.length + 2} aria-label={t("Your result, without the answer")} data-share="" value={text} />
      <button type="button" class="button small" data-action="copy" onClick={() => void copy()}>
        {copied ? t("Copied") : t("Copy")}
      </button>
    </div>
  );
}
