// Two boards of nim-values: a cell is chosen in each, and the sum says who wins.
import { useSignal } from "@preact/signals";
import { api } from "../api";
import { Digits, xor } from "./Digits";
import { Figure, From } from "./Figure";
import { Board, type Cell } from "./MexBoard";
import { useAnswer } from "./useAnswer";

interface Piece {
  game: string;
  cell: Cell;
}

export function TwoBoards({ side, pieces }: { side: number; pieces: Piece[] }) {
  const cells = useSignal(pieces.map((p) => p.cell));
  const asked = useAnswer(`${side}`, (signal) =>
    Promise.all(pieces.map(async ({ game }) => (await api.values({ game, size: `${side}x${side}` }, signal)).values as number[][])),
  );
  return (
    <Figure label="The nim-values of two pieces" caption="Touch a cell in each board to put the piece there.">
      <From
        asked={asked}
        draw={(tables) => {
          const values = tables.map((t, i) => t[cells.value[i]![1]]![cells.value[i]![0]]!);
          const total = xor(values);
          return (
            <>
              <div class="twoboards">
                {tables.map((t, i) => (
                  <div key={i}>
                    <p class="twoboards-name">{pieces[i]!.game}</p>
                    <Board
                      values={t}
                      now={cells.value[i]}
                      label={`nim-values of the ${pieces[i]!.game}`}
                      onChoose={(c) => (cells.value = cells.value.map((old, j) => (j === i ? c : old)))}
                    />
                  </div>
                ))}
              </div>
              <Digits rows={values.map((value, i) => ({ name: `${pieces[i]!.game} (${cells.value[i]!.join(", ")})`, value }))} width={4} />
              <p role="status" data-sum={total}>
                {total === 0 ? <b class="lose">▼ The player to move loses.</b> : <b class="win">▲ The player to move wins.</b>}
              </p>
            </>
          );
        }}
      />
    </Figure>
  );
}
