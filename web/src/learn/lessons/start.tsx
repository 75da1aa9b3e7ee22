// Lesson 1: who starts decides.
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
    says: [t("There are three heaps. A move takes stones from one heap: as many as you like, at least one."), t("Whoever takes the last stone of all wins. You begin.")],
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
    says: [t("Each heap has a single stone, so each move takes exactly one heap."), t("Say who wins before anything is played.")],
    family: { game: "nim(1,1,1,1,_,_)", from: 0, to: 1 },
    counted: true,
    explain: t("Count the heaps. If the number of moves is odd, whoever makes the first one also makes the last."),
    after: [t("You only had to count. If the number of moves is odd, the one who begins also makes the last move.")],
  },
  {
    kind: "play",
    title: t("One heap is larger. What do you leave?"),
    says: [t("Three heaps have a single stone, and one heap has four. So there is a choice now. You begin.")],
    position: "nim(1,1,1,4)",
    guided: true,
    explain: t("Leave an even number of single stones. Then the opponent takes the first of them, and you take the last."),
    after: [t("You can take the large heap whole, or leave one stone of it. So you decide whether an odd or an even number of single stones is left.")],
  },
  {
    kind: "who",
    title: t("Who takes the last stone?"),
    says: [t("Count the moves. Then say who wins.")],
    family: { game: "subtraction[1](_)", from: 5, to: 12 },
    rules: () => t("One heap. A move takes one stone."),
    counted: true,
    explain: t("There are as many moves as stones. You make the moves 1, 3, 5 and so on."),
  },
  {
    kind: "win",
    title: t("Single stones and one large heap"),
    says: [t("Count the single stones before you move. You begin.")],
    family: { game: (r) => `nim(_${",1".repeat(r.between(2, 5))})`, from: 3, to: 6 },
    explain: t("Leave an even number of single stones. Then the opponent takes the first of them, and you take the last."),
  },
  {
    kind: "win",
    title: t("Back to 1, 2, 3"),
    says: [t("You know three heaps at which the one to move loses. Leave them to your opponent."), t("Then play on, and win.")],
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
    explain: t("Try heaps of one stone alone, and count the moves. Or take heaps that you know."),
    after: [t("Now you know some heaps with which the one who begins loses. The next lesson finds more.")],
  },
];
