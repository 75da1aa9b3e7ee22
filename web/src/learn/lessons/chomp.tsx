// Lesson 8: strategy stealing, and Chomp.
import type { Screen } from "../lesson";
import { t } from "../../words";

const rule = () => t("Bite off a square of the chocolate, with everything above it and to the right of it. The square at the lower left is poisoned: whoever has nothing else left loses.");

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Leave the poison to your opponent"),
    says: [rule(), t("You begin.")],
    position: "chomp(3,2)",
    guided: true,
    explain: t("Bite off only the square at the upper right."),
    after: [t("With two rows there is a simple way: always leave the lower row longer by one square.")],
  },
  {
    kind: "play",
    title: t("A square bar. Can you make two equal arms?"),
    says: [t("The rules are the same. You begin."), t("Think of lesson 2.")],
    position: "chomp(4,4)",
    guided: true,
    explain: t("Bite at column 2 and row 2, diagonally next to the poison. Two equal arms are left, and you copy."),
    after: [t("One bite leaves two arms of the same length. What the opponent bites off one arm, you bite off the other.")],
  },
  {
    kind: "who",
    title: t("Who wins a whole bar?"),
    says: [t("Try to find out for some bars. Nothing has been bitten off yet, and you begin.")],
    family: { game: "chomp(_,_)", from: 2, to: 5, outcome: "N" },
    explain: t("The one who begins can win with every whole bar of more than one square."),
    after: [t("The one who begins can always win, whatever the size. But with which bite? Nobody knows a rule for all bars. How can we be sure, then?")],
  },
  {
    kind: "choice",
    title: t("Bite off only the last square"),
    says: [t("Begin with the smallest bite: the square at the upper right. Either this bite wins, or the opponent has a good answer to it."), t("Suppose the opponent has one. What do you know about that answer?")],
    answers: [
      { says: t("It would take the square at the upper right, too") },
      { says: t("It cannot be made at the start"), wrong: t("Every bite can be made at the start. At that time everything is still there.") },
      { says: t("It must be small"), wrong: t("It can be as large as it likes. But whatever it takes, it also takes all that is above and to the right.") },
    ],
    after: [t("The square at the upper right goes with every bite, whichever it is. So after the answer the bar looks as if your first bite had never been made.")],
  },
  {
    kind: "choice",
    title: t("So what do you do?"),
    says: [t("The opponent's good answer leaves the same bar, with or without your first bite.")],
    answers: [
      { says: t("Begin with that answer myself") },
      { says: t("Let the opponent begin"), wrong: t("Then the opponent could make the good bite. You want it for yourself.") },
      { says: t("Bite the last square again"), wrong: t("It can be bitten only once. And the opponent has a good answer to that, as we supposed.") },
    ],
    after: [t("You steal the strategy. Either the small bite wins, or the answer to it does, and you can begin with either. So the one who begins can win. But the proof does not say with which bite.")],
  },
  {
    kind: "win",
    title: t("Two rows"),
    says: [rule(), t("You begin.")],
    family: { game: "chomp(_,2)", from: 2, to: 8 },
    explain: t("Leave the lower row longer than the upper one by exactly one square."),
  },
  {
    kind: "win",
    title: t("Two arms"),
    says: [rule(), t("The arms are not equal yet. You begin.")],
    family: { game: (r) => `chomp([_${",1".repeat(r.between(2, 5))}])`, from: 2, to: 8 },
    explain: t("An arm up and an arm to the right are like two heaps. Make them equal."),
  },
  {
    kind: "win",
    title: t("Three columns"),
    says: [rule(), t("Somebody has bitten already. You begin.")],
    family: { game: "chomp([_,_,_])", from: 1, to: 4, fits: ([a, b]) => a! >= 3 && b! <= 3 },
    explain: t("Leave something that you know: two equal arms, two rows of which the lower one is longer by one, or two columns of which the left one is higher by one."),
  },
  {
    kind: "make",
    title: t("Make a bitten bar that the opponent loses"),
    says: [t("Say how high the three columns are. The opponent begins. The last column has at least one square, and no column is higher than the one before it.")],
    game: "chomp([_,_,_])",
    names: [1, 2, 3].map((i) => t("column {i}", { i })),
    start: [4, 3, 2],
    from: 1,
    to: 6,
    descending: true,
    explain: t("One way is two equal arms: columns of 3, 1 and 1. Or look for another shape."),
    after: [t("There are many more shapes like this, and nobody knows a rule that gives them all.")],
  },
];
