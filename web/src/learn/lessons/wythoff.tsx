// Lesson 7: the queen alone, and the golden ratio.
import { askColumn } from "../aids";
import type { Screen } from "../lesson";
import { t } from "../../words";

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Can you bring the queen home?"),
    says: [t("The queen stands alone. She goes to the left, down, or diagonally to the lower left, as far as you like."), t("Whoever brings her into the corner wins, as the other cannot move.")],
    position: "queen(7,5)",
    after: [t("Some cells are good to leave to your opponent, and some are bad. Let us find the good ones.")],
  },
  {
    kind: "hunt",
    title: t("Where is she lost?"),
    says: [t("Find all cells from which the one to move loses. The corner is one of them."), t("From which cells can she not reach a lost cell?")],
    game: "queen",
    side: 8,
    after: [t("Except for the corner they come in pairs: column 1, row 2 and column 2, row 1, and so on. Leave the queen on one of these cells, and you win.")],
  },
  {
    kind: "choice",
    title: t("Which pair comes next?"),
    says: [t("So far the pairs are 1 and 2, 3 and 5, 4 and 7."), t("Look at the numbers that are used, and at the difference of each pair.")],
    answers: [
      { says: t("5 and 9"), wrong: t("From column 5, row 9 she could go straight down to row 3, which is lost already. So each number is used only once.") },
      { says: t("6 and 9"), wrong: t("The difference is 3. But 4 and 7 have it too, so she could go there on the diagonal.") },
      { says: t("6 and 10") },
    ],
    after: [t("The smaller number is the least that is not used yet. The differences are 1, 2, 3, 4 … So you can go on: 8 and 13, 9 and 15, 11 and 18.")],
  },
  {
    kind: "choice",
    title: t("Divide the larger by the smaller. Where does it lead?"),
    says: [t("Take a calculator: 5 ÷ 3, 7 ÷ 4, 10 ÷ 6, 13 ÷ 8, 15 ÷ 9, 18 ÷ 11, and so on up to 1617 ÷ 999."), t("Which number do the results come close to?")],
    answers: [
      { says: t("1.5"), wrong: t("18 ÷ 11 is about 1.636, and 1617 ÷ 999 about 1.619. They do not come down to 1.5.") },
      { says: t("1.618 …") },
      { says: t("2"), wrong: t("Only the first pair, 2 ÷ 1, gives 2. All others give less.") },
    ],
    after: [t("This is the golden ratio, (1 + √5) ÷ 2. Multiply it by 1, 2, 3, 4, and drop what is behind the decimal point: 1, 3, 4, 6. Those are the smaller numbers of the pairs! Willem Wythoff found this in 1907.")],
  },
  {
    kind: "play",
    title: t("Use the pairs"),
    says: [t("Leave 1 and 2, 3 and 5, or 4 and 7. You begin.")],
    position: "queen(6,9)",
    guided: true,
    explain: t("Move along the row, the column or the diagonal until column and row are a pair."),
    after: [t("From a pair she cannot reach another pair: no number occurs twice, and no difference either.")],
  },
  {
    kind: "win",
    title: t("Near the corner"),
    says: [t("You begin. Leave a pair.")],
    family: { game: "queen(_,_)", from: 2, to: 8, fits: ([x, y]) => x !== y },
    explain: t("The pairs are 1 and 2, 3 and 5, 4 and 7. If no pair is in reach by row and column, look at the diagonal."),
  },
  {
    kind: "number",
    title: t("Find the partner"),
    says: [t("Each number from 1 on belongs to exactly one pair. It may be the smaller one or the larger one.")],
    ask: askColumn(5, 16),
    explain: t("Write down the pairs one after the other. Each begins with the least number that is not used yet, and the differences are 1, 2, 3 …"),
  },
  {
    kind: "win",
    title: t("Far from the corner"),
    says: [t("The board is larger. Write down the pairs first: 1 and 2, 3 and 5, 4 and 7, 6 and 10, 8 and 13.")],
    family: { game: "queen(_,_)", from: 7, to: 13, fits: ([x, y]) => x !== y },
    explain: t("Take the difference of her two numbers. The pair with that difference lies on her diagonal. If it is not below her, look along the row and the column."),
  },
  {
    kind: "make",
    title: t("Place the queen so that the opponent loses"),
    says: [t("The opponent begins. Column and row are both at least 6.")],
    game: "queen(_,_)",
    names: [t("column"), t("row")],
    start: [8, 8],
    from: 0,
    to: 20,
    wants: (n) => (Math.min(...n) < 6 ? t("Both must be at least 6.") : null),
    explain: t("Go on with the pairs: 6 and 10, then 8 and a number that is larger by 5."),
    after: [t("A rule about queens, and the golden ratio comes out. That happens in mathematics more often than you would think.")],
  },
];
