// Lesson 5: sums, with the knight and the queen.
import { Term } from "../shell/Term";
import { GameBoard } from "./GameBoard";
import { Task } from "./Task";
import { TwoBoards } from "./TwoBoards";

export default function Lesson() {
  return (
    <>
      <p>
        A knight and a queen stand on boards. The queen moves any distance to the left, down, or left and down at once; the knight jumps as before. Each turn moves one piece, whichever you like. A player who cannot move any piece loses.
      </p>
      <GameBoard position="knight(5,4) + queen(3,3)" label="The knight and the queen" caption="Click a piece or a cell. The opponent plays well: you will need a plan." />
      <p>
        This is a <Term says="In the sum of two games each turn is a move in one of them, and play ends where neither has a move. Nim with three heaps is the sum of three heaps.">sum</Term> of two games. On a board of side n there are n⁴ ways to place both pieces, and a table of all of them soon gets too large. You do not need it. Two small tables of nim-values are enough, one for each piece.
      </p>
      <TwoBoards
        side={8}
        pieces={[
          { game: "knight", cell: [5, 4] },
          { game: "queen", cell: [3, 3] },
        ]}
      />
      <p>
        Each piece is a heap of Nim, as large as its value. So the sum is losing exactly when the XOR of the values is 0. That is the theorem of Sprague and Grundy, and it holds for any number of impartial games, of any kinds.
      </p>
      <p>
        The knight at (5, 4) has value 1 and the queen at (3, 3) has value 6. To leave 0, the queen must get the value 1 of the knight. She can: she moves to (2, 2). The knight cannot get value 6, because all its values are small.
      </p>
      <h2>Other ways to add</h2>
      <p>
        What if a turn may move both pieces? Then a position is losing exactly when every piece alone stands on a losing cell.{" "}
        <a href="/play?p=knight(5,4)+%2B+queen(3,3)&compound=selective">Play it that way</a>, with the perfect opponent and its reasons.
      </p>
      <Task lesson={5} position="knight(6,5) + queen(2,6)" done="Solved. Knight and queen had equal values after each of your moves.">
        <p>A knight at (6, 5) and a queen at (2, 6). You begin, and one first move wins. Find the values in the tables above.</p>
      </Task>
    </>
  );
}
