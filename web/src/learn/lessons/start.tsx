// Lesson 1: who starts decides.
import { binary } from "../aids";
import type { Screen } from "../lesson";
import { t } from "../../words";

// Two heaps of 1, 2 and 3, and a larger one.
const leadsTo123 = (heaps: number[]) => {
  const [a, b, c] = [...heaps].sort((x, y) => x - y) as [number, number, number];
  return a < b && b <= 3 && c > 3;
};

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Can you take the last stone?"),
    says: [t("There are three heaps. When it is your turn, choose one heap and take as many stones from it as you like, at least one."), t("Whoever takes the last stone of all wins. You begin.")],
    position: "nim(1,2,3)",
    after: [t("Did you lose? It was not your fault. Try again if you do not believe it. Then go on.")],
  },
  {
    kind: "play",
    title: t("Now the opponent begins. Can you win?"),
    says: [t("The heaps are the same. Look at what the opponent leaves, and think before you touch a stone."), t("If you make a mistake, you can take it back.")],
    position: "nim(1,2,3)",
    opponent: true,
    guided: true,
    explain: t("Leave two equal heaps. Then you can do whatever the opponent does, in the other heap."),
    after: [t("With heaps of 1, 2 and 3 the one who begins loses, unless the other makes a mistake. No luck is involved. That is what all these lessons are about.")],
  },
  {
    kind: "who",
    title: t("What if nobody has a choice?"),
    says: [t("Each heap has one stone. So each turn takes exactly one heap, whatever anybody thinks."), t("Say who wins before anything is played.")],
    family: { game: "nim(1,1,1,1,_,_)", from: 0, to: 1 },
    counted: true,
    explain: t("Count the heaps. With an odd number of turns, whoever makes the first one also makes the last."),
    after: [t("You only had to count. If the number of turns is odd, the one who begins makes the last.")],
  },
  {
    kind: "play",
    title: t("How long does this one last?"),
    says: [
      t("This game has a single number. If it is one of 2, 4, 8, 16, 32 …, a turn halves it. If not, a turn takes away the largest of them that fits, or 1 if none does."),
      t("At 1 the game is over, and the one who should move loses. Play it to the end, and watch the digits below."),
    ],
    position: "counter(22)",
    aid: binary,
    after: [t("Those are the digits that a computer uses. Each turn removes a 1 at the front, or a 0 at the end. So the digits tell how long it lasts.")],
  },
  {
    kind: "who",
    title: t("Who takes the last stone?"),
    says: [t("Count the turns. Then say who wins.")],
    family: { game: "subtraction[1](_)", from: 5, to: 12 },
    rules: () => t("One heap. A move takes one stone."),
    counted: true,
    explain: t("With one stone a turn, the heap lasts as many turns as it has stones. You make turns 1, 3, 5 and so on."),
  },
  {
    kind: "who",
    title: t("Who halves last?"),
    says: [t("Halve 2, 4, 8, 16 … From every other number take away the largest of 1, 2, 4, 8, 16 … that fits. At 1 it is over."), t("You begin. Say who makes the last turn.")],
    family: { game: "counter(_)", from: 9, to: 40 },
    counted: true,
    aid: binary,
    explain: t("In the digits, every 1 but the last is one turn, and every 0 behind the last 1 is one turn."),
  },
  {
    kind: "win",
    title: t("Lead it back to 1, 2, 3"),
    says: [t("You know three heaps at which the one to move loses. Leave them to your opponent."), t("Then win what follows.")],
    family: { game: "nim(_,_,_)", from: 1, to: 7, fits: leadsTo123 },
    explain: t("One heap is too large. Make it so small that the heaps are 1, 2 and 3. Later leave two equal heaps."),
  },
  {
    kind: "make",
    title: t("Make heaps that the opponent loses"),
    says: [t("You build the heaps, and the opponent begins. Use at least four stones."), t("A heap may be empty.")],
    game: "nim(_,_,_,_)",
    names: [1, 2, 3, 4].map((i) => t("heap {i}", { i })),
    start: [2, 1, 1, 0],
    from: 0,
    to: 6,
    wants: (n) => (n.reduce((a, b) => a + b) < 4 ? t("Use at least four stones.") : null),
    explain: t("Try only heaps of one stone, and count the turns. Or take heaps that you know."),
    after: [t("You now know two kinds of heaps that the one who begins loses. There are many more, and the next lesson finds some.")],
  },
];
