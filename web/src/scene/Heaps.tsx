// Heaps of stones. Heaps that may be divided lie as rows, others stand as piles; large
// ones are bars with a number. A click on a stone takes it and those above it.
import type { Element, Scene } from "../api";
import { t } from "../words";
import { classes, grouped, HintMark, nameOfId, nameOfPart, Target, type View } from "./view";

const step = 30; // from stone to stone
const r = 12.5;
const mostStones = 60;
const mostHeaps = 200;

export function Heaps({ scene, view }: { scene: Scene; view: View }) {
  const all = scene.elements ?? [];
  const elements = all.slice(0, mostHeaps);
  // Few heaps are drawn larger.
  const counts = elements.filter((e) => e.role === "heap").map((e) => Math.min(Number(e.count ?? 0), mostStones));
  const wide = scene.loose ? Math.max(1, ...counts) * step + 60 : counts.reduce((sum, n) => sum + pileWidth(n) * step + 44, 0);
  const tall = scene.loose ? counts.length * (step + 34) : Math.max(1, ...counts.map(pileHeight)) * step + 40;
  const scale = view.small ? Math.max(0.4, Math.min(0.85, 120 / tall, view.width / wide)) : Math.max(1, Math.min(1.5, (view.width - 16) / view.most("wide", wide), 380 / view.most("tall", tall)));
  const tallest = view.most("tallest", Math.max(1, ...elements.filter((e) => Number(e.count ?? 0) <= mostStones).map((e) => Math.min(pileHeight(Number(e.count ?? 0)), 13))));
  return (
    <div class={classes("heaps", scene.loose && "heaps-loose", view.small && "small")}>
      {elements.map((e) =>
        e.role === "number" ? (
          <NumberCard key={e.id} e={e} view={view} />
        ) : Number(e.count ?? 0) > mostStones ? (
          <Bar key={e.id} e={e} view={view} lying={scene.loose === true} />
        ) : scene.loose ? (
          <RowOfStones key={e.id} e={e} view={view} scale={scale} />
        ) : (
          <Pile key={e.id} e={e} view={view} tallest={tallest} scale={scale} />
        ),
      )}
      {all.length > mostHeaps && <p class="note">{t("and {count} more heaps", { count: grouped(all.length - mostHeaps) })}</p>}
    </div>
  );
}

const pileWidth = (n: number) => Math.max(1, Math.ceil(n / 12));
const pileHeight = (n: number) => Math.ceil(n / pileWidth(n));

function nameOf(e: Element): string {
  return e.text || nameOfId(e.id);
}

function Label({ e }: { e: Element }) {
  return (
    <div class="heap-label">
      <b>{grouped(e.count ?? 0)}</b>
      {e.text && <span> {nameOfPart(e.text)}</span>}
    </div>
  );
}

function Pile({ e, view, tallest, scale }: { e: Element; view: View; tallest: number; scale: number }) {
  const n = Number(e.count ?? 0);
  const wide = pileWidth(n);
  const width = Math.max(wide, 1) * step + 12;
  const height = tallest * step + 10;
  const base = height - 6;
  const own = view.look(e.id);
  return (
    <div class="heap">
      <svg viewBox={`0 0 ${width + 20} ${height}`} width={(width + 20) * scale} height={height * scale} class="drawing">
        <rect x={6} y={base} width={width + 8} height={4} rx={2} class="base" />
        {n === 0 && !own && <circle cx={width / 2 + 10} cy={base - 4 - r} r={r} class="nothing" />}
        {Array.from({ length: n }, (_, i) => {
          const x = 10 + 6 + (i % wide) * step + step / 2;
          const y = base - 2 - Math.floor(i / wide) * step - step / 2 + 1;
          return (
            <Target key={i} view={view} token={`${e.id}#${i}`} element={e.id} class="stone" label={t("{heap}, stone {number} of {all}", { heap: nameOf(e), number: i + 1, all: n })}>
              <rect x={x - step / 2 - (wide === 1 ? 10 : 0)} y={y - step / 2} width={step + (wide === 1 ? 20 : 0)} height={step} class="hit" />
              <circle cx={x} cy={y} r={r} />
              <HintMark look={view.look(`${e.id}#${i}`)} x={x} y={y} size={12} number="above" />
            </Target>
          );
        })}
        {own && (
          <Target view={view} token={e.id} class="plus" label={t("{heap}, put stones on it", { heap: nameOf(e) })}>
            <circle cx={width / 2 + 10} cy={base - 4 - r - Math.ceil(n / wide) * step} r={r} />
            <path d={`M${width / 2 + 4} ${base - 4 - r - Math.ceil(n / wide) * step}h12m-6 -6v12`} />
          </Target>
        )}
      </svg>
      {!view.small && <Label e={e} />}
    </div>
  );
}

function RowOfStones({ e, view, scale }: { e: Element; view: View; scale: number }) {
  const n = Number(e.count ?? 0);
  const per = Math.max(4, Math.min(n, Math.floor((view.width - 60) / (step * scale)), 24));
  const lines = Math.max(1, Math.ceil(n / per));
  const width = Math.max(1, Math.min(n, per)) * step + 16;
  const height = lines * (step + 14) + 4;
  return (
    <div class="heap lying">
      <svg viewBox={`0 0 ${width} ${height}`} width={width * scale} height={height * scale} class="drawing">
        {Array.from({ length: lines }, (_, l) => (
          <rect key={l} x={4} y={l * (step + 14) + step + 5} width={Math.max(1, Math.min(per, n - l * per)) * step + 8} height={3} rx={1.5} class="base" />
        ))}
        {Array.from({ length: n }, (_, i) => {
          const x = 8 + (i % per) * step + step / 2;
          const y = Math.floor(i / per) * (step + 14) + step / 2 + 3;
          const gap = `${e.id}|${i}`;
          return (
            <g key={i}>
              <Target view={view} token={`${e.id}#${i}`} element={e.id} class="stone" label={t("{heap}, stone {number} of {all}", { heap: nameOf(e), number: i + 1, all: n })}>
                <rect x={x - step / 2} y={y - step / 2} width={step} height={step + 8} class="hit" />
                <circle cx={x} cy={y} r={r} />
                <HintMark look={view.look(`${e.id}#${i}`)} x={x} y={y} size={12} number="above" />
              </Target>
              {i > 0 && view.look(gap) && (
                <Target view={view} token={gap} element={e.id} class="gap" label={t("{heap}, divide into {left} and {right}", { heap: nameOf(e), left: i, right: n - i })}>
                  <rect x={i % per === 0 ? 0 : x - step / 2 - 8} y={y - step / 2 - 2} width={16} height={step + 10} class="hit" />
                  <path d={`M${i % per === 0 ? 5 : x - step / 2} ${y - step / 2 - 1}v${step + 2}`} />
                  <HintMark look={view.look(gap)} x={i % per === 0 ? 5 : x - step / 2} y={y + step / 2 + 3} size={8} number="none" />
                </Target>
              )}
            </g>
          );
        })}
      </svg>
      {!view.small && <Label e={e} />}
    </div>
  );
}

// A bar is a large heap; one points at the height at which it is cut.
function Bar({ e, view, lying }: { e: Element; view: View; lying: boolean }) {
  const n = Number(e.count ?? 0);
  const long = view.small ? 84 : lying ? Math.min(view.width - 24, 640) : 260;
  const tokens = view.interactive ? view.tokens(e.id) : [];
  const at = (t: string) => Number(t.slice(e.id.length + 1));
  const nearest = (event: MouseEvent): string | undefined => {
    const box = (event.currentTarget as Element & SVGElement).getBoundingClientRect();
    const share = lying ? (event.clientX - box.left) / box.width : 1 - (event.clientY - box.top) / box.height;
    const wanted = share * n;
    let best: string | undefined;
    for (const t of tokens) if (best === undefined || Math.abs(at(t) - wanted) < Math.abs(at(best) - wanted)) best = t;
    return best;
  };
  const marked = tokens.filter((t) => view.mark(t) === "goes" || view.look(t)?.picked);
  const cut = marked.length > 0 ? Math.min(...marked.map(at)) : undefined;
  const box = (from: number, to: number) => {
    const a = (from / n) * long, b = (to / n) * long;
    return lying ? { x: a, y: 4, width: b - a, height: 36 } : { x: 12, y: long - b, width: 44, height: b - a };
  };
  const hinted = tokens.filter((t) => view.look(t)?.leads === "win" || view.look(t)?.leads === "draw").slice(0, 40);
  return (
    <div class={classes("heap", lying && "lying")}>
      <svg viewBox={lying ? `0 0 ${long} 44` : `0 0 84 ${long + 8}`} width={lying ? long : 84} height={lying ? 44 : long + 8} class="drawing">
        <g
          class={classes("bar", tokens.length > 0 && "active", view.last(e.id) && "last")}
          data-element={view.path + e.id}
          data-component={view.component}
          data-active={tokens.length > 0 ? "" : undefined}
          role={tokens.length > 0 ? "button" : undefined}
          tabindex={tokens.length > 0 ? -1 : undefined}
          aria-label={tokens.length > 0 ? t("{heap} of {count}: choose how many are left with the arrow keys, then press Enter", { heap: nameOf(e), count: String(e.count) }) : undefined}
          onPointerMove={(event) => view.point(nearest(event) ?? null)}
          onPointerLeave={() => view.point(null)}
          onClick={(event) => {
            event.stopPropagation();
            const token = event.detail === 0 ? marked[0] : nearest(event); // the keyboard clicks where it points
            if (token) view.pick(token);
          }}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
            if (by === undefined || tokens.length === 0) return;
            event.preventDefault();
            event.stopPropagation();
            const sorted = [...tokens].sort((a, b) => at(a) - at(b));
            const now = cut === undefined ? sorted.length : sorted.findIndex((t) => at(t) === cut);
            view.point(sorted[Math.max(0, Math.min(sorted.length - 1, now + by))] ?? null);
          }}
        >
          <rect {...box(0, n)} rx={6} class="bar-all" />
          {cut !== undefined && <rect {...box(cut, n)} rx={6} class="bar-goes" />}
          {cut !== undefined && (
            <text class="bar-text" x={lying ? Math.min(Math.max((cut / n) * long - 4, 36), long) : 34} y={lying ? 27 : Math.min(long - 6, Math.max(14, long - (cut / n) * long + 14))} text-anchor={lying ? "end" : "middle"}>
              {grouped(cut)}
            </text>
          )}
        </g>
        {hinted.map((t) => (
          <HintMark key={t} look={view.look(t)} x={lying ? Math.max(6, (at(t) / n) * long) : 64} y={lying ? 40 : Math.min(long - 4, long - (at(t) / n) * long)} size={9} number={!lying && hinted.length < 8 ? "beside" : "none"} />
        ))}
        {view.small && (
          <text class="bar-label" x={lying ? long / 2 : 34} y={lying ? 27 : long / 2 + 5} text-anchor="middle">
            {grouped(e.count)}
          </text>
        )}
        {!lying && <rect x={6} y={long} width={56} height={4} rx={2} class="base" />}
      </svg>
      {!view.small && <Label e={e} />}
    </div>
  );
}

function NumberCard({ e, view }: { e: Element; view: View }) {
  const text = e.text ?? "";
  const width = Math.max(44, text.length * 10 + 20);
  return (
    <div class="heap">
      <svg viewBox={`0 0 ${width} 44`} width={width} height={44} class="drawing">
        <Target view={view} token={e.id} class="card-number" label={text}>
          <rect x={1} y={1} width={width - 2} height={42} rx={6} />
          <text x={width / 2} y={28} text-anchor="middle">
            {text}
          </text>
        </Target>
      </svg>
    </div>
  );
}
