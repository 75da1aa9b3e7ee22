// Lesson 6: sums, with the knight and the queen.
import type { Screen } from "../lesson";
import { Term } from "../../shell/Term";
import { t, tx } from "../../words";

const queen = () => ({ game: "queen", name: t("the queen") });
const both = () => [{ game: "knight", name: t("the knight") }, queen()];

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Two boards, one move. Where do you move?"),
    says: [t("The queen goes to the left, down, or both ways at once, as far as you like. The knight jumps as before."), t("In each turn move one of the two. Whoever cannot move either loses.")],
    position: "knight(5,4) + queen(3,3)",
    parts: [t("the knight"), t("the queen")],
    after: [tx("Two games side by side, with one move in one of them, are called a {sum}. There are many ways to place both pieces, too many to learn them all.", { sum: <Term says={t("In the sum of two games each turn is a move in one of them, and play ends where neither has a move. Nim with three heaps is the sum of three heaps.")}>{t("sum")}</Term> })],
  },
  {
    kind: "two",
    title: t("When are the two boards in balance?"),
    says: [t("Each cell has its number: the least that no move from there reaches. Touch a cell in each board to put the piece there."), t("Find two cells with which the one to move loses. Not both in the corner, of course.")],
    side: 6,
    pieces: [{ ...both()[0]!, cell: [5, 4] }, { ...queen(), cell: [3, 3] }],
    after: [t("Equal numbers cancel, like equal cards. Each piece is a heap, as large as its number.")],
  },
  {
    kind: "play",
    title: t("The same match, now with the numbers"),
    says: [t("The knight's number is 1, and the queen's is 6. Make them equal.")],
    position: "knight(5,4) + queen(3,3)",
    parts: [t("the knight"), t("the queen")],
    guided: true,
    tables: { side: 6, pieces: both() },
    explain: t("The queen can go to a cell with 1. After that, answer each move so that both numbers are equal again."),
    after: [t("This is the theorem of Roland Sprague and Patrick Grundy. It holds for any games in which both players have the same moves: each position is a heap.")],
  },
  {
    kind: "choice",
    title: t("The opponent makes a number larger. What now?"),
    says: [t("Both pieces stand on 1. The opponent moves the knight to a cell with 2. In a heap of stones this could not happen.")],
    answers: [
      { says: t("I move the knight to a cell with 1") },
      { says: t("I give up"), wrong: t("A 2 means that a move reaches 1. So you can take back what the opponent did.") },
      { says: t("I move the queen to a cell with 2"), wrong: t("The queen stands on 1. The number 1 only promises a move to 0. It does not promise one to 2.") },
    ],
    after: [t("From a larger number there is always a way back to the old one. So larger numbers change nothing about who wins.")],
  },
  {
    kind: "win",
    title: t("A queen and a heap"),
    says: [t("Move the queen, or take stones. You begin.")],
    family: { game: "queen(_,_) + nim(_)", from: 1, to: 5, fits: ([x, y]) => x !== y },
    parts: [t("the queen"), t("the heap")],
    tables: { side: 6, pieces: [queen()] },
    explain: t("Leave a queen whose number equals the stones in the heap."),
  },
  {
    kind: "win",
    title: t("A knight and a queen"),
    says: [t("You begin. The tables show the numbers.")],
    family: { game: "knight(_,_) + queen(_,_)", from: 1, to: 6, fits: ([a, b, x, y]) => a! + b! > 6 && x! + y! > 6 },
    parts: [t("the knight"), t("the queen")],
    tables: { side: 7, pieces: both() },
    explain: t("Make both numbers equal. The knight has small numbers only, so it is mostly the queen who must come down."),
  },
  {
    kind: "win",
    title: t("A knight, a queen and a heap"),
    says: [t("Three parts now. Use the cards: what is left over of the three numbers must be nothing.")],
    family: { game: (r) => `knight(${r.between(3, 5)},${r.between(3, 5)}) + queen(_,_) + nim(_)`, from: 1, to: 5 },
    parts: [t("the knight"), t("the queen"), t("the heap")],
    tables: { side: 6, pieces: both() },
    explain: t("Write down the three numbers as cards of 1, 2 and 4. Change one part so that every card has a partner."),
  },
  {
    kind: "make",
    title: t("A knight and a queen that the opponent loses"),
    says: [t("Place both. The opponent begins. The queen may stand neither in the lowest row nor in the first column.")],
    game: "knight(_,_) + queen(_,_)",
    parts: [t("the knight"), t("the queen")],
    names: [t("knight: column"), t("knight: row"), t("queen: column"), t("queen: row")],
    start: [4, 2, 3, 1],
    from: 0,
    to: 7,
    wants: ([, , x, y]) => (x === 0 || y === 0 ? t("Put the queen farther from the edges.") : null),
    explain: t("The knight's numbers are 0, 1 and 2. Find a cell where the queen has the same one: she has 0 at column 1, row 2, and 1 at column 2, row 2."),
    after: [t("You can now add any games whose numbers you know.")],
  },
];
