// Lesson 3: Nim, and the exclusive or.
import type { Played } from "../api";
import { Term } from "../shell/Term";
import { Digits, xor } from "./Digits";
import { GameBoard } from "./GameBoard";
import { Task } from "./Task";
import { TouchDigits } from "./TouchDigits";

/** The heaps on the board. */
export const heapsOn = (state: Played) =>
  state.scenes.flatMap((s) => s.scene.elements ?? []).flatMap((e) => (e.role === "heap" ? [Number(e.count ?? 0)] : []));

/** Their digits. */
export const heapDigits = (state: Played) => <Digits rows={heapsOn(state).map((value, i) => ({ name: `heap ${i + 1}`, value }))} width={4} />;

/** What is wrong with heaps whose XOR is not 0. */
export const notZero = (values: number[]) => `Look at the columns of what you left. Their XOR is ${xor(values)}, not 0, so the opponent can make all of them even.`;

export default function Lesson() {
  return (
    <>
      <p>
        Nim has several heaps. A move chooses one heap and takes as many stones from it as you like, at least one. Whoever takes the last stone wins.
      </p>
      <p>With two equal heaps the second player copies: what you take from one heap, the opponent takes from the other.</p>
      <GameBoard position="nim(4,4)" label="Nim with two equal heaps" caption="Let the opponent begin, and copy." />
      <p>With three heaps copying is not enough. But there is another kind of balance, and it shows when the heaps are written in binary, one below the other. Count the ones in each column.</p>
      <TouchDigits heaps={[7, 4, 1]} />
      <p>
        The bottom row is the <Term says="Exclusive or: 1 where an odd number of the digits above are 1, and 0 where an even number are. Example: 5 XOR 3 = 6, as 101 and 011 give 110.">XOR</Term> of the heaps: 0 below each column with an even number of ones, 1 below each of the others. A position is losing exactly when the XOR is 0. Charles Bouton proved it in 1901, and gave the game its name.
      </p>
      <h2>Why this is true</h2>
      <p>
        <b>From 0 every move spoils it.</b> A move changes one heap, so it changes some digit in one row only. The column of that digit was even, and becomes odd.
      </p>
      <p>
        <b>From anything else some move repairs it.</b> Take the leftmost odd column. Some heap has a 1 there. Make that 1 a 0, and change the digits to its right until all columns are even. The heap gets smaller, because the first digit that changes falls from 1 to 0. So this is a move.
      </p>
      <p>The end of the game has XOR 0. So whoever leaves 0 once can leave 0 each time, and makes the last move.</p>
      <Task lesson={3} position="nim(5,9,14)" aid={heapDigits} wrong={(left) => notZero(heapsOn(left))} done="Solved. You left XOR 0 after every move.">
        <p>Three heaps, and you begin. Only one first move wins.</p>
      </Task>
    </>
  );
}
