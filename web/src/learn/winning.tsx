// Lesson 2: winning and losing positions.
import { Term } from "../shell/Term";
import { numberIn } from "./Chain";
import { GameBoard } from "./GameBoard";
import { Task } from "./Task";
import { WinLose } from "./WinLose";

export default function Lesson() {
  return (
    <>
      <p>Now there is something to decide. On the table lies a heap of coins. A move takes 1, 3 or 4 of them. Whoever takes the last coin wins.</p>
      <GameBoard position="subtraction[1,3,4](7)" label="Seven coins; a move takes 1, 3 or 4" caption="Try both: begin yourself, and let the opponent begin." />
      <p>
        The opponent makes no mistakes. With seven coins, whoever begins loses. To see why, work backward from the end. Call a position <Term says="Winning, for the player to move: some move leaves a losing position. Books call it an N-position: the Next player wins. Example: 3 coins, as you can take all of them.">winning</Term> if the player to move can win from it, and <Term says="Losing, for the player to move: every move leaves a winning position. Books call it a P-position: the Previous player wins. Example: no coin at all.">losing</Term> if not. Three sentences are enough:
      </p>
      <ul>
        <li>No coin is left: the position is losing.</li>
        <li>Some move leaves a losing position: the position is winning.</li>
        <li>All moves leave winning positions: the position is losing.</li>
      </ul>
      <p>Each heap asks about smaller heaps only. So begin at 0 and fill in the strip:</p>
      <WinLose game="subtraction[1,3,4]" last={20} enough={12} label="Winning and losing heaps, when a move takes 1, 3 or 4" />
      <p>This works for every game in which play must end: look at all moves, and see whether one of them leaves a losing position. A computer does the same. Only the table gets longer.</p>
      <Task
        lesson={2}
        position="subtraction[1,3,4](20)"
        wrong={(left) => `You left ${numberIn(left)} coins, which the strip marks as winning: winning for your opponent, who is to move.`}
        done="Solved. You always left a losing position."
      >
        <p>Twenty coins, and you begin. One first move wins. The strip above knows which.</p>
      </Task>
    </>
  );
}
