// Lesson 6: coins on staircases and trees.
import type { Element, Played } from "../api";
import { Term } from "../shell/Term";
import { Digits } from "./Digits";
import { GameBoard } from "./GameBoard";
import { notZero } from "./nim";
import { Task } from "./Task";

// The nodes at odd depth of the tree in a scene, with their coins.
function oddNodes(state: Played) {
  const elements = state.scenes[0]?.scene.elements ?? [];
  const parent = new Map(elements.flatMap((e) => (e.role === "edge" && e.ends ? [[e.ends[0], e.ends[1]] as const] : [])));
  const depth = (id: string): number => (parent.has(id) ? 1 + depth(parent.get(id)!) : 0);
  return elements.filter((e) => e.role === "node" && depth(e.id) % 2 === 1);
}

const coins = (e: Element) => Number(e.count ?? 0);

/** The digits of the coins at odd depth. */
const oddDigits = (thing: string) => (state: Played) => (
  <Digits rows={oddNodes(state).map((e) => ({ name: `${thing} ${e.text}`, value: coins(e) }))} width={3} />
);

export default function Lesson() {
  return (
    <>
      <p>
        Coins lie on the steps of a staircase. A move chooses a step above the ground, and moves one or more of its coins down to the next step. When all coins lie on the ground, the player to move cannot move, and loses.
      </p>
      <GameBoard position="staircase(0,2,2,1)" label="A staircase with coins" caption="Choose a step, then how many of its coins go down." />
      <p>It looks as if each coin had a long way to go. But half of the steps do not matter.</p>
      <p>
        Number the steps from 0, the ground. Suppose your opponent moves three coins from step 4 to step 3. You answer: the same three coins go on from step 3 to step 2. They lie on an even step again, it is your opponent's turn again, and on all odd steps the same coins lie as before. So moves from even steps achieve nothing. They can be <Term says="A move is reversible if the opponent can answer so that the position is as good as it was before. Such a move changes nothing about who wins.">reversed</Term>.
      </p>
      <p>
        A move from an odd step takes coins away from the odd steps, for good. So each odd step is a heap of Nim, and the even steps are where coins go that are out of play. Here are steps 1 and 3 of a staircase, as heaps, while you play:
      </p>
      <GameBoard position="staircase(0,3,1,2)" label="A staircase, with its odd steps as heaps" aid={oddDigits("step")} />
      <h2>Trees</h2>
      <p>
        A tree works the same way. Coins lie on nodes, and a move takes coins from one node to its parent, toward the root. In place of the number of the step, count how far a node is from the root. Nodes at an odd distance are heaps; all others do not matter.
      </p>
      <Task
        lesson={6}
        position="tree[1,1,2,2,3,3,5](0,1,6,1,2,2,0,3)"
        aid={oddDigits("node")}
        wrong={(left) => notZero(oddNodes(left).map(coins))}
        done="Solved. The odd nodes had XOR 0 after each of your moves."
      >
        <p>Fifteen coins on a tree, and you begin. The heaps below the tree are the nodes at an odd distance from the root. One first move wins.</p>
      </Task>
    </>
  );
}
