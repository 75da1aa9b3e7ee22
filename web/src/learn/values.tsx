// Lesson 4: nim-values and the mex, on the knight's board.
import { Term } from "../shell/Term";
import { GameBoard } from "./GameBoard";
import { MexBoard } from "./MexBoard";
import { MexSet } from "./MexSet";
import { Task } from "./Task";

export default function Lesson() {
  return (
    <>
      <p>
        A knight stands on a board that has a corner at (0, 0) and no far edge. It jumps as in chess, but only two of its jumps are allowed: two to the left and one down, or one to the left and two down. A player who cannot move loses.
      </p>
      <GameBoard position="knight(6,5)" label="A knight that moves left and down" caption="Click the cell to which the knight goes." />
      <p>
        You could mark each cell as winning or losing, as in the lesson about coins. But what if a heap of stones lies beside the board, and each turn is a move of the knight or a move in the heap? Two marks are then too few. Roland Sprague and Patrick Grundy found that one number for each position is enough.
      </p>
      <p>
        The <Term says="The nim-value, or Grundy value, of a position is the mex of the nim-values of its options. A heap of five stones in Nim has the value 5.">nim-value</Term> of a position is the least number that is not the nim-value of one of its{" "}
        <Term says="An option of a position is a position that one move leaves. A heap of 2 in Nim has two options: 1 and 0.">options</Term>. The least number that is missing in a set is called its <Term says="Mex is short for minimal excludant: the least of 0, 1, 2, … that is not in a set. Example: mex {0, 1, 3} = 2.">mex</Term>.
      </p>
      <MexSet first={[0, 1, 3]} />
      <p>Where the knight cannot move, it has no options, and the mex of nothing is 0. All other cells follow from cells to the left and below. Fill in those that are missing:</p>
      <MexBoard
        game="knight"
        side={8}
        cells={[
          [1, 2],
          [2, 2],
          [3, 3],
          [4, 2],
          [5, 4],
          [7, 5],
        ]}
      />
      <h2>What the number means</h2>
      <p>
        A position of value 2 has options of the values 0 and 1, and none of value 2. A heap of two stones has just the same: you can leave 1 or 0 stones. So a position of value 2 plays as a heap of two stones does.
      </p>
      <p>There is one difference. The position may also have an option of a higher value. But the mex lets the opponent go back from there to the value 2 at once, so nothing is gained.</p>
      <p>A position of value 0 is losing, and all others are winning. A knight beside a heap is Nim with two heaps: the value of the knight, and the stones.</p>
      <Task lesson={4} position="knight(5,7) + nim(1)" done="Solved. The knight and the heap had equal values after each of your moves.">
        <p>A knight at (5, 7), and a heap of one stone. In each turn move the knight, or take the stone. The board above tells the values.</p>
      </Task>
    </>
  );
}
