// Lesson 8: nim-sequences that repeat.
import { Term } from "../shell/Term";
import { Repeat } from "./Repeat";
import { Task } from "./Task";

export default function Lesson() {
  return (
    <>
      <p>
        Back to the coins: a move takes 1, 3 or 4 of a heap. Here are the nim-values of the heaps 0, 1, 2, … one after the other. They are a <Term says="The nim-sequence of a game of heaps lists the nim-values of the heaps of 0, 1, 2, … tokens. That of Nim is 0, 1, 2, 3, …">nim-sequence</Term>. Change how long the rows are, until each column has one colour:
      </p>
      <Repeat game="subtraction[1,3,4]" last={83} from={4} to={16} start={10} />
      <p>
        The sequence repeats: its <Term says="A sequence has period p if each term equals the one p places before, from some place on. That place is called the preperiod. Example: 5, 0, 1, 0, 1, 0, 1 … has preperiod 1 and period 2.">period</Term> is 7. Seven values tell you about a heap of a million coins.
      </p>
      <h2>Why it must repeat</h2>
      <p>
        The value of a heap depends on the heaps with 1, 3 and 4 coins less. So it depends on the four values before it. There are only so many ways to write four small numbers in a row. Some four must come back, and from then on everything comes back. Once you have seen it, it is proved.
      </p>
      <h2>Kayles</h2>
      <p>
        In Kayles, pins stand in a row. A ball knocks down one pin or two that stand side by side. The row may fall into two rows, and that makes a sum. Its values repeat too, but not from the beginning:
      </p>
      <Repeat game="0.77" last={131} from={6} to={24} start={16} />
      <p>
        Here the value depends on all smaller rows, because a row can be divided anywhere. So a few equal values prove nothing. Richard Guy and Cedric Smith showed in 1956 how far one has to look: if the values of Kayles repeat with period p from place q up to place 2q + p + 2, they repeat for ever. The outlined values are the exceptions before q.
      </p>
      <p>
        For some games nobody knows whether the values repeat. Grundy's game, which divides a heap into two unequal ones, has been followed for billions of values. <a href="/explore/grundy">Look at its beginning</a>.
      </p>
      <Task lesson={8} position="subtraction[1,3,4](12) + subtraction[1,3,4](18)" done="Solved. You have finished the path. Now play what you like.">
        <p>
          Two heaps, of 12 and 18 coins. A move takes 1, 3 or 4 coins of one heap. The first seven values are <span class="mono">0 1 0 1 2 3 2</span>, and then they repeat. One first move wins.
        </p>
      </Task>
    </>
  );
}
