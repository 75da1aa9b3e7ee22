// Lesson 1: who wins where every move is forced.
import { Term } from "../shell/Term";
import { Chain, numberDigits } from "./Chain";
import { GameBoard } from "./GameBoard";
import { Task } from "./Task";

export default function Lesson() {
  return (
    <>
      <p>
        Two players move in turn. The player who cannot move loses. Nothing is hidden, nothing is left to chance, and both players may make the same moves: the game is{" "}
        <Term says="A game is impartial if the moves depend on the position only, not on whose turn it is. Chess is not: each player has pieces of their own.">impartial</Term>.
      </p>
      <p>Begin with a game in which nobody decides anything. Take one stone in each turn. Touch a stone:</p>
      <GameBoard position="subtraction[1](5)" label="Five stones; a move takes one" />
      <p>
        You take the first stone, the third and the fifth. Let the opponent begin, and you lose. Nobody plays well or badly here. All that matters is how many turns are left: with an odd number the player to move makes the last one.
      </p>
      <h2>Where the count is hidden</h2>
      <p>
        The Counter game begins with a number. If it is a power of two, halve it. If not, subtract the largest power of two below it. Whoever reaches 1 wins, as the other player cannot move.
      </p>
      <Chain
        positions={[
          { number: 132, position: "counter(132)" },
          { number: 6, position: "counter(6)" },
          { number: 92, position: "counter(92)" },
        ]}
      />
      <p>
        Look at the digits. To subtract takes away the first 1. To halve takes away a 0 at the end. So you can count the turns without playing: every 1 except the last takes one turn, and so does every 0 behind it.
      </p>
      <p>
        For 132, that is 10000100: one turn for the first 1, and two for the zeros at the end. Three is odd, so the first player wins. There is a way to count both at once: subtract 1 from the number, and count the ones that are left.
      </p>
      <Task
        lesson={1}
        position="counter(188)"
        choose
        aid={numberDigits}
        done="Solved. You counted the turns before the first one."
      >
        <p>
          The number is 188, and its digits are <span class="mono">10111100</span>. You cannot choose your moves. You can choose who begins.
        </p>
      </Task>
    </>
  );
}
