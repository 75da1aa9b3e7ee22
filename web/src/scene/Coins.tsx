// Coins in a line or in a plane: those of the scene show heads, all others tails.
import type { Scene } from "../api";
import { t } from "../words";
import { classes, grouped, HintMark, Sheet, Target, type View } from "./view";

const mostPlaces = 400;

export function Coins({ scene, view }: { scene: Scene; view: View }) {
  const coins = scene.elements ?? [];
  const axes = Math.max(1, scene.origin?.length ?? coins[0]?.at?.length ?? 1);
  return axes > 1 ? <Plane scene={scene} view={view} /> : <Line scene={scene} view={view} />;
}

type CoinProps = { view: View; id: string | undefined; at: number[]; heads: boolean; x: number; y: number; r: number; label?: string };

function Coin({ view, id, at, heads, x, y, r, label }: CoinProps) {
  const token = `@${at.join(",")}`;
  return (
    <Target view={view} token={token} element={id ?? `coin-${at.join("-")}`} class={classes("coin", heads ? "heads" : "tails")} label={heads ? t("coin {at}, heads", { at: at.join(", ") }) : t("coin {at}, tails", { at: at.join(", ") })}>
      <rect x={x - r - 2} y={y - r - 2} width={2 * r + 4} height={2 * r + 4} class="hit" />
      <circle cx={x} cy={y} r={r} />
      {heads && <circle cx={x} cy={y} r={r * 0.74} class="rim" />}
      {label && (
        <text x={x} y={y + r + 16} class="axis" text-anchor="middle">
          {label}
        </text>
      )}
      <HintMark look={view.look(token)} x={x} y={y} size={r * 0.75} number="above" />
    </Target>
  );
}

function Line({ scene, view }: { scene: Scene; view: View }) {
  const origin = Number(scene.origin?.[0] ?? 0);
  const heads = new Map((scene.elements ?? []).map((e) => [Number(e.at?.[0]), e.id]));
  const touched = view.tokens("@").map((t) => Number(t.slice(1)));
  const last = view.most("last", Math.max(origin + 4, ...heads.keys(), ...touched));
  let places: number[];
  if (last - origin < mostPlaces) places = Array.from({ length: last - origin + 1 }, (_, i) => origin + i);
  else places = [...new Set([...heads.keys(), ...touched])].sort((a, b) => a - b).slice(0, mostPlaces);
  // A few coins stand in one line, smaller ones if need be; more in lines of one length.
  const each = (view.width - 8) / places.length;
  const step = view.small ? 26 : each < 28 ? 42 : Math.min(42, each);
  const r = step / 2 - 4;
  const lines = Math.ceil(places.length / Math.max(4, Math.floor((view.width - 8) / step)));
  const per = Math.ceil(places.length / lines);
  const high = 2 * r + (view.small ? 8 : 30);
  const width = Math.min(places.length, per) * step + 8;
  return (
    <Sheet view={view} width={width} height={lines * high} class="coins">
      {places.map((p, i) => (
        <Coin key={p} view={view} id={heads.get(p)} at={[p]} heads={heads.has(p)} x={4 + (i % per) * step + step / 2} y={Math.floor(i / per) * high + r + 4} r={r} {...(view.small ? {} : { label: grouped(p) })} />
      ))}
    </Sheet>
  );
}

function Plane({ scene, view }: { scene: Scene; view: View }) {
  const origin = [0, 1].map((i) => Number(scene.origin?.[i] ?? 0));
  const heads = new Map((scene.elements ?? []).map((e) => [`${e.at?.[0]},${e.at?.[1]}`, e]));
  const xs = [...heads.values()].map((e) => Number(e.at?.[0])), ys = [...heads.values()].map((e) => Number(e.at?.[1]));
  const wide = view.most("wide", Math.min(24, Math.max(origin[0]! + 3, ...xs) - origin[0]! + 1));
  const high = view.most("high", Math.min(24, Math.max(origin[1]! + 3, ...ys) - origin[1]! + 1));
  const step = view.small ? Math.min(24, 150 / Math.max(wide, high)) : Math.max(18, Math.min(44, (view.width - 36) / wide));
  const left = view.small ? 0 : 28;
  const below = view.small ? 0 : 22;
  const width = left + wide * step + 4, height = high * step + below + 4;
  return (
    <Sheet view={view} width={width} height={height} class="coins">
      {Array.from({ length: high }, (_, j) => {
        const y = j + origin[1]!;
        const py = 2 + (high - 1 - j) * step + step / 2;
        return (
          <g key={j}>
            {!view.small && (
              <text class="axis" x={left - 8} y={py + 4} text-anchor="end">
                {y}
              </text>
            )}
            {Array.from({ length: wide }, (_, i) => (
              <Coin key={i} view={view} id={heads.get(`${i + origin[0]!},${y}`)?.id} at={[i + origin[0]!, y]} heads={heads.has(`${i + origin[0]!},${y}`)} x={left + i * step + step / 2} y={py} r={step / 2 - 3} />
            ))}
          </g>
        );
      })}
      {!view.small &&
        Array.from({ length: wide }, (_, i) => (
          <text key={i} class="axis" x={left + i * step + step / 2} y={high * step + 18} text-anchor="middle">
            {i + origin[0]!}
          </text>
        ))}
    </Sheet>
  );
}
