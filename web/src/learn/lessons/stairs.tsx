// Lesson 9: coins on staircases and trees.
import { oddCards } from "../aids";
import type { Screen } from "../lesson";
import { t } from "../../words";

const oddSteps = oddCards((i) => t("step {i}", { i }));
const oddNodes = oddCards((i) => t("node {i}", { i }));

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Who brings the last coin down?"),
    says: [t("Coins lie on the steps of a staircase. Choose a step, and move one or more of its coins down to the next step."), t("When all coins are at the bottom, the one whose turn it is loses. You begin.")],
    position: "staircase(0,2,2,1)",
    after: [t("It looks as if every coin had a long way to go. But only every second step matters.")],
  },
  {
    kind: "choice",
    title: t("The opponent moves coins from step 2 to step 1. What do you do?"),
    says: [t("Before that move the position was lost for your opponent. You want to leave it so.")],
    position: "staircase(0,1,3,1)",
    answers: [
      { says: t("Move as many coins on from step 1 to the bottom") },
      { says: t("Move them back up"), wrong: t("Coins go down only.") },
      { says: t("Nothing: they are the opponent's"), wrong: t("All coins belong to both. You may move any of them.") },
    ],
    after: [t("You push them on, and they are out of the way. Step 1 is as it was, and it is the opponent's turn again. So a move from an even step achieves nothing.")],
  },
  {
    kind: "play",
    title: t("Push on what comes from even steps"),
    says: [t("The odd steps, 1 and 3, have two coins each. The opponent begins.")],
    position: "staircase(0,2,3,2)",
    opponent: true,
    guided: true,
    explain: t("If coins came from an even step, move as many of them one step on. If they came from an odd step, move as many from the other odd step."),
    after: [t("You copied on the odd steps, and pushed on the rest. So the odd steps are heaps of Nim, and coins on even steps do not count.")],
  },
  {
    kind: "play",
    title: t("The odd steps are heaps"),
    says: [t("Below the staircase you see the odd steps as cards. Leave every card with a partner. You begin.")],
    position: "staircase(0,3,1,2)",
    guided: true,
    aid: oddSteps,
    explain: t("Move coins down from an odd step, so that nothing is left below the line."),
    after: [t("It is Nim, and you know Nim.")],
  },
  {
    kind: "play",
    title: t("A tree instead of a staircase"),
    says: [t("Node 1, at the top, is the root. A move brings coins from one node one branch nearer to the root. The nodes that are 1, 3, 5 … branches away from it are now the odd steps.")],
    position: "tree[1,1,2,2,3](0,2,1,2,1,2)",
    guided: true,
    aid: oddNodes,
    explain: t("Only the two nodes next to the root are heaps here. The others are two branches away."),
    after: [t("A staircase is a tree that never divides. What matters is how far the coins are from the root: an odd or an even number of branches.")],
  },
  {
    kind: "win",
    title: t("A short staircase"),
    says: [t("Three steps and the bottom. You begin.")],
    family: { game: "staircase(0,_,_,_)", from: 0, to: 4, fits: ([a, b, c]) => a! > 0 && b! > 0 && c! > 0 },
    aid: oddSteps,
    explain: t("Make steps 1 and 3 equal."),
  },
  {
    kind: "win",
    title: t("A longer one"),
    says: [t("Five steps. Three of them count as heaps, and no cards are shown.")],
    family: { game: (r) => `staircase(0,_,${r.between(1, 3)},_,${r.between(1, 3)},_)`, from: 1, to: 5, fits: (n) => new Set(n).size === 3 },
    explain: t("Lay steps 1, 3 and 5 from cards. Every card needs a partner."),
  },
  {
    kind: "win",
    title: t("A tree"),
    says: [t("You begin. Which nodes matter?")],
    family: { game: (r) => `tree[1,1,2,2,3,4](0,_,_,${r.between(1, 2)},${r.between(1, 2)},${r.between(1, 2)},_)`, from: 1, to: 4 },
    explain: t("The two nodes next to the root are heaps, and so is the one that is three branches away. Every card needs a partner."),
  },
  {
    kind: "make",
    title: t("A staircase that the opponent loses"),
    says: [t("Put at least one coin on each of the four steps. The opponent begins.")],
    game: "staircase(0,_,_,_,_)",
    names: [1, 2, 3, 4].map((i) => t("step {i}", { i })),
    start: [1, 1, 2, 1],
    from: 1,
    to: 6,
    explain: t("Steps 1 and 3 are two heaps. Steps 2 and 4 can have any number of coins."),
    after: [t("You saw through this game: half of the steps are only there to confuse.")],
  },
];
