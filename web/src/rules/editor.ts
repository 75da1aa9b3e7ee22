// The editor for files of rules. It stands in a shadow tree, where its style sheets are
// adopted: a page with a strict content security policy takes no others.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completeFromList, type Completion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { localCompletionSource, pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, defaultHighlightStyle, HighlightStyle, indentOnInput, indentUnit, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { t } from "../words";

export interface Word {
  name: string;
  form: string;
  says: string;
  kind: string;
}

/** A place in the text, from 1, and what is wrong there. */
export interface Finding {
  line: number;
  column?: number;
  words: string;
  severity: "error" | "warning" | "info";
}

export interface Editor {
  text(): string;
  put(text: string): void;
  mark(findings: Finding[]): void;
  focus(): void;
  goTo(line: number, column: number): void;
  close(): void;
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.function(tags.definition(tags.variableName)), color: "var(--code-name)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--code-name)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "15px", color: "var(--ink)", backgroundColor: "var(--raised)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "12px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-2)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 50%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "8px", boxShadow: "var(--shadow)", overflow: "hidden", maxWidth: "min(480px, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "280px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.8" },
  ".cm-completionInfo": { padding: "8px 12px", fontFamily: "var(--font)", fontSize: "14px" },
  ".cm-word": { padding: "8px 12px", fontFamily: "var(--font)", fontSize: "14px" },
  ".cm-word code": { fontFamily: "var(--mono)", fontWeight: "600", display: "block", marginBottom: "4px" },
  ".cm-diagnostic": { fontFamily: "var(--font)", fontSize: "14px", padding: "6px 10px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--lose)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--lose)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline dotted var(--draw)", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--line-strong)", textUnderlineOffset: "3px" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)" },
  ".cm-panels button, .cm-panels input": { font: "14px var(--font)" },
});

// What the editor says itself.
const phrases = (): Record<string, string> => ({
  Find: t("Find"),
  Replace: t("Replace"),
  next: t("next"),
  previous: t("previous"),
  all: t("all"),
  "match case": t("match case"),
  regexp: t("regexp"),
  "by word": t("by word"),
  replace: t("replace"),
  "replace all": t("replace all"),
  close: t("close"),
  "current match": t("current match"),
  "on line": t("on line"),
  "replaced match on line $": t("replaced match on line $"),
  "replaced $ matches": t("replaced $ matches"),
  "Go to line": t("Go to line"),
  go: t("go"),
  Completions: t("Completions"),
  Diagnostics: t("Diagnostics"),
  "No diagnostics": t("No diagnostics"),
  "Control character": t("Control character"),
  "Selection deleted": t("Selection deleted"),
});

export function openEditor(host: HTMLElement, text: string, words: Word[], changed: (text: string) => void): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  const options: Completion[] = words
    .filter((w) => w.kind !== "method")
    .map((w) => ({
      label: w.kind === "definition" ? `def ${w.name}` : w.name,
      apply: w.kind === "definition" ? w.form.replace(/\(.*/, "(") : w.kind === "setting" ? `${w.name} = ` : `${w.name}`,
      type: { field: "type", setting: "property", definition: "function" }[w.kind] ?? "function",
      detail: w.form.replace(/^(def )?\w+/, ""),
      info: w.says,
      boost: w.kind === "play" || w.kind === "declaration" || w.kind === "field" ? 2 : 0,
    }));
  const keywords = ["and", "break", "continue", "def", "elif", "else", "for", "if", "in", "lambda", "not", "or", "pass", "return", "while", "True", "False", "None"];
  const methods = words.filter((w) => w.kind === "method").map((w): Completion => ({ label: w.name, type: "method", detail: w.form.replace(/^[^(]*/, ""), info: w.says }));
  const list = completeFromList([...options, ...keywords.map((label): Completion => ({ label, type: "keyword" }))]);
  const told = new Map(words.map((w) => [w.name, w]));
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentUnit.of("    "),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.phrases.of(phrases()),
        lintGutter(),
        syntaxHighlighting(colours),
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        new LanguageSupport(pythonLanguage, [
          pythonLanguage.data.of({
            autocomplete: (context: Parameters<typeof list>[0]) => {
              const dotted = context.matchBefore(/\.\w*/);
              return dotted ? { from: dotted.from + 1, options: methods } : list(context);
            },
          }),
          pythonLanguage.data.of({ autocomplete: localCompletionSource }),
        ]),
        hoverTooltip((view, at) => {
          const word = view.state.wordAt(at);
          const found = word && told.get(view.state.sliceDoc(word.from, word.to));
          if (!word || !found) return null;
          return {
            pos: word.from,
            end: word.to,
            above: true,
            create: () => {
              const dom = document.createElement("div");
              dom.className = "cm-word";
              const code = document.createElement("code");
              code.textContent = found.form;
              dom.append(code, found.says);
              return { dom };
            },
          };
        }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": t("Rules. Escape, then Tab, leaves the editor."), tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
        EditorView.lineWrapping,
        look,
        EditorView.updateListener.of((u) => {
          if (u.docChanged) changed(u.state.doc.toString());
        }),
      ],
    }),
  });
  const place = (line: number, column: number) => {
    const { doc } = view.state;
    const l = doc.line(Math.min(Math.max(line, 1), doc.lines));
    // Columns count characters, and the editor counts units of UTF-16.
    const before = [...l.text].slice(0, Math.max(column, 1) - 1).join("").length;
    return Math.min(l.from + before, l.to);
  };
  return {
    text: () => view.state.doc.toString(),
    put: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true }),
    mark(findings) {
      const { doc } = view.state;
      const marks = findings.map((f): Diagnostic => {
        const line = doc.line(Math.min(Math.max(f.line, 1), doc.lines));
        let from = place(f.line, f.column ?? 1);
        if (f.column === undefined) from = line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0);
        const rest = doc.sliceString(from, line.to);
        const length = f.column === undefined ? rest.length : (/^(\w+|[^\w\s]+|\s+)/.exec(rest)?.[0].length ?? 0);
        return { from: Math.min(from, line.to), to: Math.min(from + Math.max(length, 1), doc.length), severity: f.severity, message: f.words };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    focus: () => view.focus(),
    goTo(line, column) {
      view.dispatch({ selection: { anchor: place(line, column) }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
