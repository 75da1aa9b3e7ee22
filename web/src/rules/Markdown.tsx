// A page of the documentation. Markdown becomes elements, never HTML text: tags in a page
// are shown as they stand.
import { lexer, type Token, type Tokens } from "marked";
import { Fragment, type ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { t } from "../words";

export interface Acts {
  /** A link to another page, such as recipes.md. */
  page(name: string, anchor: string): void;
  /** A file of rules on the page is to be opened. */
  open(name: string, text: string): void;
}

const plain = (tokens: Token[] | undefined): string => (tokens ?? []).map((t) => ("tokens" in t && t.tokens ? plain(t.tokens) : "text" in t ? t.text : t.raw)).join("");

/** The anchor of a heading, as on GitHub. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (e) => entities[e]!);

function inline(tokens: Token[] | undefined, acts: Acts): ComponentChildren {
  return (tokens ?? []).map((t, i) => {
    const key = i;
    switch (t.type) {
      case "strong":
        return <strong key={key}>{inline(t.tokens, acts)}</strong>;
      case "em":
        return <em key={key}>{inline(t.tokens, acts)}</em>;
      case "del":
        return <del key={key}>{inline(t.tokens, acts)}</del>;
      case "codespan":
        return <code key={key}>{decoded(t.text)}</code>;
      case "br":
        return <br key={key} />;
      case "link":
        return <DocLink key={key} href={t.href} acts={acts}>{inline(t.tokens, acts)}</DocLink>;
      case "image":
        return <Fragment key={key}>{t.text}</Fragment>;
      case "text":
      case "escape":
        return <Fragment key={key}>{"tokens" in t && t.tokens ? inline(t.tokens, acts) : decoded(t.text)}</Fragment>;
      default:
        return <Fragment key={key}>{t.raw}</Fragment>;
    }
  });
}

function DocLink({ href, acts, children }: { href: string; acts: Acts; children: ComponentChildren }) {
  const page = /^([a-z]*)(?:\.md)?(?:#(.*))?$/.exec(href);
  if (page && (href.startsWith("#") || /\.md/.test(href))) {
    return (
      <button type="button" class="md-link" onClick={() => acts.page(page[1]!, page[2] ?? "")}>
        {children}
      </button>
    );
  }
  if (!/^https?:\/\//.test(href)) return <>{children}</>; // a file of the repository
  return (
    <a href={href} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}

function Block({ token, acts }: { token: Token; acts: Acts }) {
  switch (token.type) {
    case "heading": {
      const t = token as Tokens.Heading;
      const Tag = `h${Math.min(t.depth + 1, 6)}` as "h2";
      return (
        <Tag class={`md-h${t.depth}`} data-anchor={anchorOf(plain(t.tokens))} tabIndex={-1}>
          {inline(t.tokens, acts)}
        </Tag>
      );
    }
    case "paragraph":
      return <p>{inline((token as Tokens.Paragraph).tokens, acts)}</p>;
    case "text":
      return <>{(token as Tokens.Text).tokens ? inline((token as Tokens.Text).tokens, acts) : decoded((token as Tokens.Text).text)}</>;
    case "code": {
      const code = token as Tokens.Code;
      const file = code.lang === "python" ? /^# ([\w.-]+\.star)\n([\s\S]*)$/.exec(code.text) : null;
      return (
        <div class="md-code">
          <pre tabIndex={0}>
            <code>{code.text}</code>
          </pre>
          {file && (
            <button type="button" class="button small" lang={document.documentElement.lang} onClick={() => acts.open(file[1]!, file[2]! + "\n")}>
              {t("Open in the editor")}
            </button>
          )}
        </div>
      );
    }
    case "list": {
      const t = token as Tokens.List;
      const items = t.items.map((item, i) => (
        <li key={i}>
          {item.tokens.map((inner, k) => (
            <Block key={k} token={inner} acts={acts} />
          ))}
        </li>
      ));
      return t.ordered ? <ol start={Number(t.start) || 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case "blockquote":
      return (
        <blockquote>
          {(token as Tokens.Blockquote).tokens.map((inner, i) => (
            <Block key={i} token={inner} acts={acts} />
          ))}
        </blockquote>
      );
    case "table": {
      const t = token as Tokens.Table;
      const empty = t.header.every((h) => plain(h.tokens) === "");
      return (
        <div class="md-table" tabIndex={0} role="group" aria-label="Table">
          <table>
            {!empty && (
              <thead>
                <tr>
                  {t.header.map((h, i) => (
                    <th key={i} scope="col">
                      {inline(h.tokens, acts)}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {t.rows.map((row, i) => (
                <tr key={i}>
                  {row.map((cell, k) => (
                    <td key={k}>{inline(cell.tokens, acts)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case "hr":
      return <hr />;
    case "space":
    case "def":
      return null;
    default:
      return <p>{token.raw}</p>;
  }
}

export default function Markdown({ text, acts }: { text: string; acts: Acts }) {
  const tokens = useMemo(() => lexer(text), [text]);
  return (
    <div class="md" lang="en">
      {tokens.map((token, i) => (
        <Block key={i} token={token} acts={acts} />
      ))}
    </div>
  );
}
