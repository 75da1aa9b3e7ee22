// Lesson 5: nim-values and the mex, on the knight's board.
import { askCell } from "../aids";
import type { Screen } from "../lesson";
import { Term } from "../../shell/Term";
import { t, tx } from "../../words";

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Where does the knight run out of moves?"),
    says: [t("The knight jumps two to the left and one down, or one to the left and two down. Nothing else is allowed."), t("Whoever cannot move loses.")],
    position: "knight(6,5)",
    after: [t("At the left edge and at the lower edge the knight is stuck. You could mark each cell as won or lost. But there is something better than two marks.")],
  },
  {
    kind: "sets",
    title: t("Which number is missing?"),
    says: [t("First a small question that has nothing to do with knights. Begin at 0 and count up. Which is the first number that is missing?")],
    sets: [[0, 1, 3], [1, 2, 5], [0, 2, 1, 4], [3]],
    after: [tx("This number is called the {mex} of the set: the least number that is missing.", { mex: <Term says={t("Short for minimal excludant: the least of 0, 1, 2, … that is not in a set. Example: of 0, 1 and 3 it is 2.")}>mex</Term> })],
  },
  {
    kind: "mex",
    title: t("Give each cell of the corner its number"),
    says: [t("Begin in the empty corner. The number of a cell is the least number that no move from there reaches."), t("Dashed frames show where the knight can go.")],
    game: "knight",
    side: 5,
    cells: [[0, 0], [1, 1], [2, 1], [1, 2], [3, 2], [2, 3], [4, 2], [3, 3], [4, 4]],
    after: [tx("These numbers are called {values}. 0 means lost, and any other number means won. But they tell more than that, as you will see.", { values: <Term says={t("The nim-value, or Grundy value, of a position is the least number that none of its moves reaches. A heap of five stones has the value 5.")}>{t("nim-values")}</Term> })],
  },
  {
    kind: "choice",
    title: t("What does a 2 mean?"),
    says: [t("A cell has the number 2. So the knight can reach a 0 and a 1 from there, but no other 2."), t("Which heap of stones has the same choices?")],
    answers: [
      { says: t("A heap of 1"), wrong: t("From a heap of 1 you can only leave 0. The knight can reach a 1 as well.") },
      { says: t("A heap of 2") },
      { says: t("A heap of 3"), wrong: t("From a heap of 3 you can leave 2. The knight reaches no 2.") },
    ],
    after: [t("A cell with the number 2 plays like a heap of two stones. The knight might also reach a larger number, but from there the opponent can come back to 2 at once.")],
  },
  {
    kind: "play",
    title: t("A knight and a stone"),
    says: [t("Beside the board lies one stone. On your turn move the knight, or take the stone. Whoever can do neither loses."), t("Make the knight's number equal to the number of stones.")],
    position: "knight(5,7) + nim(1)",
    parts: [t("the knight"), t("the heap")],
    guided: true,
    numbers: ["knight", ""],
    explain: t("A heap of 1 has the number 1. Move the knight to a cell with 1, and both are equal, as two equal heaps are."),
    after: [t("A knight beside a heap plays like Nim with two heaps. That is why one number for each cell is enough, and two marks are not.")],
  },
  {
    kind: "number",
    title: t("A number near the corner"),
    says: [t("Find the least number that no jump of the knight reaches.")],
    ask: askCell("knight", 2, 4, 6),
    answers: [0, 1, 2, 3],
    explain: t("Write down the numbers in the dashed frames. Then count: is 0 there? Is 1 there? The first one that is not there is the answer."),
  },
  {
    kind: "number",
    title: t("Now a king"),
    says: [t("The king goes one cell to the left, one down, or one diagonally to the lower left.")],
    ask: askCell("king", 1, 6, 8),
    answers: [0, 1, 2, 3, 4],
    explain: t("Write down the numbers in the dashed frames. Then count: is 0 there? Is 1 there? The first one that is not there is the answer."),
  },
  {
    kind: "win",
    title: t("A knight and a heap"),
    says: [t("Move the knight, or take stones from the heap. You begin, and whoever cannot move loses.")],
    family: { game: "knight(_,_) + nim(_)", from: 1, to: 7, fits: ([x, y, a]) => a! <= 3 && x! + y! > 5 },
    parts: [t("the knight"), t("the heap")],
    numbers: ["knight", ""],
    explain: t("Make the number of the knight's cell equal to the number of stones."),
  },
  {
    kind: "make",
    title: t("A knight and a heap that the opponent loses"),
    says: [t("Place the knight, and choose the heap. The opponent begins. There is at least one stone.")],
    game: "knight(_,_) + nim(_)",
    parts: [t("the knight"), t("the heap")],
    names: [t("column"), t("row"), t("stones")],
    start: [4, 4, 1],
    from: 0,
    to: 7,
    wants: ([, , n]) => (n === 0 ? t("Put at least one stone beside the board.") : null),
    explain: t("Choose a cell, and find its number. The heap must have just as many stones."),
    after: [t("You added a board and a heap, as if both were heaps. The next lesson adds two boards.")],
  },
];
