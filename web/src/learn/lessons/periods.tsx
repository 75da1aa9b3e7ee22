// Lesson 11: sequences that repeat.
import { askFar, askPeriod, takes } from "../aids";
import type { Screen } from "../lesson";
import { Term } from "../../shell/Term";
import { t, tx } from "../../words";

export default (): Screen[] => [
  {
    kind: "rows",
    title: t("When does it begin again?"),
    says: [t("A move takes 1, 3 or 4 stones. Here are the numbers of the heaps 0, 1, 2 and so on: each is the least that no move reaches."), t("Move the slider until in every column all numbers are equal.")],
    game: "subtraction[1,3,4]",
    last: 83,
    from: 4,
    to: 16,
    start: 10,
    after: [tx("The numbers have the {period} 7. Know seven heaps, and you know them all.", { period: <Term says={t("A sequence has the period p if, from some place on, each term equals the one p places before it.")}>{t("period")}</Term> })],
  },
  {
    kind: "choice",
    title: t("Why must it begin again?"),
    says: [t("The number of a heap depends only on the four numbers before it. All numbers are small: 0, 1, 2 or 3."), t("What does that tell you?")],
    answers: [
      { says: t("Some four numbers in a row must come again") },
      { says: t("All numbers must be equal"), wrong: t("The four numbers before a heap differ from place to place. So can the next one.") },
      { says: t("Nothing: it may change after a million"), wrong: t("There are only 256 ways to write four such numbers in a row. What happens in a row of a thousand?") },
    ],
    after: [t("There are only so many ways to write four small numbers in a row. When the same four come again, all that follows comes again too, for ever. So it is enough to see it once.")],
  },
  {
    kind: "rows",
    title: t("A harder one: rows of pins"),
    says: [t("A ball knocks down one pin, or two side by side. The row may fall into two rows, so the number depends on all shorter rows."), t("Move the slider until the columns agree, apart from the beginning.")],
    game: "0.77",
    last: 131,
    from: 6,
    to: 24,
    start: 16,
    after: [t("It repeats after 12, but only from 71 on. As every number depends on all before it, a few equal rows prove nothing here. Richard Guy and Cedric Smith showed in 1956 how far one must look to be sure.")],
  },
  {
    kind: "choice",
    title: t("Does it always repeat?"),
    says: [t("In Grundy's game a move divides a heap into two heaps of different sizes. Billions of its numbers have been computed, and no period has been found. What do we know?")],
    answers: [
      { says: t("It never repeats"), wrong: t("Perhaps it repeats later. To see billions of numbers is not to see them all.") },
      { says: t("It repeats at some time"), wrong: t("Many people think so. But nobody has a proof.") },
      { says: t("Nobody knows") },
    ],
    after: [tx("It is an open question. {look}", { look: <a href="/explore/grundy">{t("Look at the numbers yourself.")}</a> })],
  },
  {
    kind: "number",
    title: t("Find the period"),
    says: [t("Above are the sizes of the heaps, and below their numbers.")],
    ask: askPeriod(["subtraction[1,2]", "subtraction[1,2,3]", "subtraction[1,4]", "subtraction[2,3]"], 20),
    explain: t("Cover the beginning, and look where the same numbers come again in the same order."),
  },
  {
    kind: "number",
    title: t("A heap far away"),
    says: [t("Count on without writing it all down. The numbers have the period 7.")],
    ask: askFar("subtraction[1,3,4]", 100, 999),
    answers: [0, 1, 2, 3],
    explain: t("Divide by 7. The remainder is the size of a heap with the same number, and that one you can see."),
  },
  {
    kind: "win",
    title: t("Two heaps of stones"),
    says: [t("A move takes stones from one of the heaps. You begin. The numbers of the heaps 0 to 6 are 0, 1, 0, 1, 2, 3, 2, and then they repeat.")],
    family: { game: "subtraction[1,3,4](_) + subtraction[1,3,4](_)", from: 7, to: 18, fits: ([a, b]) => a !== b },
    parts: [t("first heap"), t("second heap")],
    rules: takes,
    explain: t("Divide the size of each heap by 7. The remainder tells you its number. Then make both numbers equal."),
  },
  {
    kind: "make",
    title: t("Two heaps that the opponent loses"),
    says: [t("A move takes 1, 3 or 4 stones from one heap. The opponent begins. Both heaps have at least 10 stones, and they are not equal.")],
    game: "subtraction[1,3,4](_) + subtraction[1,3,4](_)",
    parts: [t("first heap"), t("second heap")],
    names: [t("first heap"), t("second heap")],
    start: [10, 12],
    from: 0,
    to: 40,
    wants: ([a, b]) => (Math.min(a!, b!) < 10 ? t("Both heaps must have at least 10 stones.") : a === b ? t("The heaps must not be equal.") : null),
    explain: t("Heaps that differ by 7 have the same number."),
    after: [t("You did not have to work out all these numbers. You only had to know that they repeat.")],
  },
];
