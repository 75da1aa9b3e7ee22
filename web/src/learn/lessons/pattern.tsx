// Lesson 12: patterns in tables, and what a proof is.
import { askCounterexample, askNext } from "../aids";
import type { Screen } from "../lesson";
import { t } from "../../words";

const squares = () => t("A move takes 1, 4, 9, 16, 25 … stones: a square number.");
const powers = () => t("A move takes 1, 2, 4, 8, 16 … stones: each number is twice the one before it.");
const claims = () => [
  { game: "squares", rules: squares(), says: t("The lost heaps are those whose size ends in 0, 2, 5 or 7."), holds: (n: number) => [0, 2, 5, 7].includes(n % 10) },
  { game: "fibonacci", rules: t("A move takes 1, 2, 3, 5, 8, 13, 21, 34 or 55 stones. From 3 on, each of these is the sum of the two before it."), says: t("The lost heaps are those whose size ends in 0 or 4."), holds: (n: number) => n % 10 === 0 || n % 10 === 4 },
  { game: "subtraction[1,3,6]", rules: t("A move takes 1, 3 or 6 stones."), says: t("The lost heaps are those with an even number of stones."), holds: (n: number) => n % 2 === 0 },
];

export default (): Screen[] => [
  {
    kind: "strip",
    title: t("Do you see how it goes on?"),
    says: [squares(), t("Whoever takes the last stone wins. Fill in the strip.")],
    game: "squares",
    last: 22,
    enough: 8,
    after: [t("Lost are 0, 2, 5, 7, 10, 12, 15, 17, 20 and 22. It looks like a pattern: plus 2, plus 3, plus 2, plus 3, and so on.")],
  },
  {
    kind: "choice",
    title: t("Is a heap of 25 lost?"),
    says: [squares(), t("By the pattern 25 is the next one that is lost.")],
    answers: [
      { says: t("Yes, as the pattern says so"), wrong: t("25 is a square number. You take all 25 stones, and have won.") },
      { says: t("No") },
    ],
    after: [t("The pattern was right ten times, and then it was wrong: you can take all 25 stones at once. The next lost heap is 34. Many examples are not a proof.")],
  },
  {
    kind: "strip",
    title: t("And this one?"),
    says: [powers(), t("Whoever takes the last stone wins.")],
    game: "powers",
    last: 15,
    enough: 8,
    after: [t("Every third heap is lost. Does this pattern hold for ever? To be sure, two things have to be shown.")],
  },
  {
    kind: "choice",
    title: t("First: from a multiple of 3 you never reach another one"),
    says: [t("Why not? A move takes 1, 2, 4, 8, 16 … stones.")],
    answers: [
      { says: t("None of 1, 2, 4, 8 … can be divided by 3") },
      { says: t("I tried it many times"), wrong: t("So did we with the squares, and it was wrong at 25. We need a reason that holds for every number.") },
      { says: t("The numbers are too large"), wrong: t("1 and 2 are not large. It must have to do with 3.") },
    ],
    after: [t("From one multiple of 3 to another the difference is a multiple of 3. But 1, 2, 4, 8 … are made of twos alone, so none of them is a multiple of 3. There is no such move, however large the heap.")],
  },
  {
    kind: "choice",
    title: t("Second: from every other heap some move reaches a multiple of 3"),
    says: [t("Which move?")],
    answers: [
      { says: t("Take 1 or 2: the remainder when I divide by 3") },
      { says: t("Take the largest number that fits"), wrong: t("From 5 that is 4, and 1 is left. That is no multiple of 3.") },
      { says: t("Take 4"), wrong: t("From 5 that leaves 1, and from 2 you cannot even take 4.") },
    ],
    after: [t("That is the whole proof. Lost heaps lead only to won ones, and from won heaps there is a way to a lost one. With no stone left the heap is 0, a multiple of 3. It holds for every heap there is.")],
  },
  {
    kind: "hunt",
    title: t("A board: where is the king lost?"),
    says: [t("The king goes one cell to the left, one down, or one diagonally to the lower left. Whoever cannot move him loses. Find all lost cells, and then the pattern.")],
    game: "king",
    side: 6,
    after: [t("Column and row are both even. First: from such a cell every move makes at least one of them odd. Second: from any other cell one move makes both even: one step less in each that is odd. That is a proof again.")],
  },
  {
    kind: "number",
    title: t("Go on with the pattern"),
    says: [t("Find the pattern of the lost heaps, and go on with it.")],
    ask: askNext(["subtraction[1,2]", "subtraction[1,2,3]", "subtraction[1,2,3,4]", "subtraction[1,4]"]),
    explain: t("Write down the lost heaps, and the steps from one to the next."),
  },
  {
    kind: "number",
    title: t("Show that it is wrong"),
    says: [t("One example is enough to show that a claim is wrong. Such an example is called a counterexample.")],
    ask: askCounterexample(claims(), 50),
    explain: t("Look for a heap that can be taken in one move although it should be lost. Or go on with the strip until it differs from the claim."),
  },
  {
    kind: "who",
    title: t("Use what is proved"),
    says: [powers(), t("You begin. Whoever takes the last stone wins.")],
    family: { game: "powers(_)", from: 30, to: 99 },
    explain: t("Divide by 3. If nothing remains, the one to move loses. You may add the digits instead: if their sum can be divided by 3, so can the number."),
  },
  {
    kind: "make",
    title: t("Make a heap that the opponent loses"),
    says: [powers(), t("The opponent begins. Use at least 50 stones.")],
    game: "powers(_)",
    names: [t("stones")],
    start: [50],
    from: 0,
    to: 99,
    wants: ([n]) => (n! < 50 ? t("Use at least 50 stones.") : null),
    explain: t("Take a multiple of 3."),
    after: [t("You never filled in a strip up to there, and yet you are sure. That is what a proof is for. You have come to the end of the lessons: now play what you like.")],
  },
];
