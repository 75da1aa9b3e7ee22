// The first page of Explore: a few tables and sequences as small living pictures.
import { useEffect, useRef } from "preact/hooks";
import { palette } from "../palette";
import { t } from "../words";
import { windowOf, type Window } from "./data";

const pictures = (): [string, string, string, number][] => [
  ["queen", t("A queen"), t("Lost cells lie along two rays, at the golden ratio"), 128],
  ["nim", t("Nim"), t("Two heaps: the XOR of their sizes"), 128],
  ["knight4[64]", t("A knight"), t("With four moves, on a board of 64"), 64],
  ["nightrider", t("A nightrider"), t("A knight that goes on in the same direction"), 128],
  ["euclid", t("Euclid's game"), t("Subtract a multiple of the smaller number"), 128],
  ["turning-corners", t("Turning Corners"), t("A multiplication table of another kind"), 128],
  ["kayles", t("Kayles"), t("From 71 on it repeats after 12"), 0],
  ["dawsons-kayles", t("Dawson's Kayles"), t("It repeats after 34"), 0],
  ["grundy", t("Grundy's game"), t("Nobody knows whether it repeats"), 0],
  ["squares", t("Take a square"), t("Take a square number from a heap"), 0],
];

export function Gallery() {
  return (
    <ul class="ex-gallery">
      {pictures().map(([game, title, words, side]) => (
        <li key={game}>
          <a href={`/explore/${encodeURIComponent(game)}`}>
            <Thumbnail game={game} side={side} />
            <b>{title}</b>
            <span>{words}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ game, side }: { game: string; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const p = palette();
  const have = useRef<Window | null>(null);
  const paint = () => {
    const [w, c] = [have.current, canvas.current?.getContext("2d")];
    if (!w || !c || !canvas.current) return;
    const high = w.values.reduce((a, b) => Math.max(a, b), 1);
    const colour = (i: number) => (w.values[i]! < 0 ? p.nothing : w.losing[i] ? p.zero : p.at(w.values[i]! / high));
    if (side > 0) {
      canvas.current.width = canvas.current.height = side;
      const image = c.createImageData(side, side);
      for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) image.data.set([...colour(y * side + x), 255], 4 * ((side - 1 - y) * side + x));
      c.putImageData(image, 0, 0);
      return;
    }
    const [width, height] = [192, 192];
    canvas.current.width = width;
    canvas.current.height = height;
    c.clearRect(0, 0, width, height);
    for (let i = 0; i < w.width; i++) {
      c.fillStyle = `rgb(${colour(i).join(" ")})`;
      const x = (i * width) / w.width;
      c.fillRect(x, height - 24, width / w.width + 0.5, 24);
      c.fillStyle = `rgb(${(w.losing[i] ? p.zero : p.at(0.75)).join(" ")})`;
      if (w.values[i]! >= 0) c.fillRect(x, 140 - (w.values[i]! / high) * 120, 4, 4);
    }
  };
  useEffect(() => {
    const control = new AbortController();
    const at = side > 0 ? { x: 0, y: 0, width: side, height: side, step: 1 } : { x: 0, y: 0, width: 96, height: 1, step: 1 };
    windowOf({ game, of: "", misere: false, compound: "", rules: {} }, at, control.signal).then(
      (w) => {
        have.current = w;
        paint();
      },
      () => undefined, // the card then stands without a picture
    );
    return () => control.abort();
  }, [game]);
  useEffect(paint, [p]);
  return <canvas ref={canvas} width={side || 192} height={side || 192} class={side > 0 ? "ex-thumb pixels" : "ex-thumb"} role="img" aria-label={t("A small picture of the values of {game}", { game })} />;
}
