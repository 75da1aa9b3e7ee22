// Lesson 7: misère play.
import { Term } from "../shell/Term";
import { GameBoard } from "./GameBoard";
import { heapDigits, heapsOn, notZero } from "./nim";
import { Task } from "./Task";
import { WinLose } from "./WinLose";

// What is wrong with heaps in misère Nim.
function wrong(heaps: number[]) {
  if (heaps.some((h) => h > 1)) return notZero(heaps);
  const ones = heaps.filter((h) => h === 1).length;
  return `You left ${ones} heaps of one stone. They go one by one, ${ones} is even, and so you take the last stone.`;
}

export default function Lesson() {
  return (
    <>
      <p>
        Turn the last rule around: whoever makes the last move <em>loses</em>. This is called <Term says="In misère play the player who makes the last move loses. In normal play that player wins.">misère play</Term>. It is not enough to play badly. Your opponent tries to lose too.
      </p>
      <p>Winning and losing positions are found as before, from the end. Only the end itself is turned around: where no coin is left, the player to move has won.</p>
      <WinLose game="subtraction[1,3,4]" last={11} misere enough={5} label="Misère play, when a move takes 1, 3 or 4" />
      <p>For this game the pattern is the old one, moved by one. In general, nothing so simple is true.</p>
      <h2>Nim</h2>
      <p>Nim, however, is kind to us. Try it, with small heaps:</p>
      <GameBoard position="nim(1,2,2)" misere label="Misère Nim: the last stone loses" caption="Whoever takes the last stone loses." />
      <p>
        If all heaps have one stone, every move is forced, and you want to leave an odd number of them. As long as some heap has two stones or more, you can decide about that later. So the rule is:
      </p>
      <ul>
        <li>Play as in normal play, and leave XOR 0 …</li>
        <li>… except where your move would leave only heaps of one stone. Then leave an odd number of them.</li>
      </ul>
      <p>
        Just one player gets to decide, because at some point exactly one large heap is left. The player to move then can take all of it, or all of it but one stone, and so makes the number of heaps odd.
      </p>
      <p>
        For sums of other games misère play is hard, and one number for each position is not enough. Games that behave like Nim are called tame. For them two numbers serve, the{" "}
        <Term says="The genus of a position tells its nim-values in normal and in misère play, also beside heaps of two stones. For tame games it decides who wins a sum.">genus</Term>. <a href="/play?p=kayles(7)&misere=1">Play Kayles in misère play</a> to see the reasons for another game.
      </p>
      <Task lesson={7} position="nim(3,4,5)" misere aid={heapDigits} wrong={(left) => wrong(heapsOn(left))} done="Solved. You changed the plan at the right moment.">
        <p>Misère play: whoever takes the last stone loses. You begin. Watch for the moment when the plan changes.</p>
      </Task>
    </>
  );
}
