// The first page of Explore: a few tables and sequences as small living pictures.
import { useEffect, useRef } from "preact/hooks";
import { palette } from "../palette";
import { windowOf, type Window } from "./data";

const pictures: [string, string, number][] = [
  ["queen", "P-positions along two rays at the golden ratio", 128],
  ["nim", "the XOR of two heaps", 128],
  ["knight4[64]", "a knight with two more moves", 64],
  ["nightrider", "a knight that rides on", 128],
  ["euclid", "subtract a multiple of the smaller number", 128],
  ["turning-corners", "the product of nimbers", 128],
  ["0.77", "Kayles: period 12 from 71 on", 0],
  ["0.07", "Dawson's Kayles: period 34", 0],
  ["grundy", "Grundy's game: no period is known", 0],
  ["squares", "take a square number", 0],
];

export function Gallery() {
  return (
    <ul class="ex-gallery">
      {pictures.map(([game, words, side]) => (
        <li key={game}>
          <a href={`/explore/${encodeURIComponent(game)}`}>
            <Thumbnail game={game} side={side} />
            <b>{game}</b>
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
  return <canvas ref={canvas} width={side || 192} height={side || 192} class={side > 0 ? "ex-thumb pixels" : "ex-thumb"} role="img" aria-label={`A small picture of the values of ${game}`} />;
}
