// Lesson 3: winning and losing positions, from the end.
import { takes } from "../aids";
import type { Screen } from "../lesson";
import { t } from "../../words";

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Seven stones. Can you take the last one?"),
    says: [t("There is one heap. A move takes 1, 3 or 4 stones. Whoever takes the last stone wins."), t("Begin, or let the opponent begin. Try both.")],
    position: "subtraction[1,3,4](7)",
    after: [t("With seven stones the one who begins loses. But why? Do not look at seven. Look at the end.")],
  },
  {
    kind: "strip",
    title: t("Is each number won or lost?"),
    says: [t("Begin with no stone at all, and go up one by one. The dashed frames show what a move can leave."), t("▲ means: the one whose turn it is can win. ▼ means: that one loses.")],
    game: "subtraction[1,3,4]",
    last: 14,
    enough: 9,
    after: [t("You used the same two rules all the time. A number is won if at least one move leaves a lost one. It is lost if every move leaves a won one.")],
  },
  {
    kind: "play",
    title: t("Use what you found"),
    says: [t("There are twelve stones, and a move takes 1, 3 or 4. You begin."), t("The lost numbers were 0, 2, 7, 9 and 14. Leave one of them.")],
    position: "subtraction[1,3,4](12)",
    guided: true,
    explain: t("After each of your moves 9, 7, 2 or 0 stones should be left."),
    after: [t("You always left a lost number, and the opponent always had to leave a won one.")],
  },
  {
    kind: "strip",
    title: t("Other rules, another strip"),
    says: [t("Now a move takes 1, 2 or 3 stones. Fill in the strip until you see how it goes on.")],
    game: "subtraction[1,2,3]",
    last: 12,
    enough: 6,
    after: [t("Every fourth number is lost. If the opponent takes 1, you take 3; if 2, you take 2; if 3, you take 1. Together you always take four.")],
  },
  {
    kind: "choice",
    title: t("Which sentence is true?"),
    says: [t("Think of a number from which you can move to five others. Four of these are won for your opponent, and one is lost.")],
    answers: [
      { says: t("My number is won.") },
      { says: t("My number is lost."), wrong: t("You choose the move. Take the one that leaves the lost number.") },
      { says: t("Nobody can know."), wrong: t("You choose the move, not the opponent. One good move is enough.") },
    ],
    after: [t("One good move is enough. A number is lost only if all its moves are bad.")],
  },
  {
    kind: "win",
    title: t("Take 1, 2 or 3"),
    says: [t("You begin. Whoever takes the last stone wins.")],
    family: { game: "subtraction[1,2,3](_)", from: 9, to: 18 },
    rules: takes,
    explain: t("Leave 16, 12, 8, 4 or 0 stones."),
  },
  {
    kind: "win",
    title: t("Take 1, 3 or 4"),
    says: [t("You begin. The strip goes on like this: 14, 16, 21 and 23 are lost, too.")],
    family: { game: "subtraction[1,3,4](_)", from: 15, to: 27 },
    rules: takes,
    explain: t("Leave a lost number: 0, 2, 7, 9, 14, 16, 21 or 23."),
  },
  {
    kind: "win",
    title: t("New rules: make your own strip"),
    says: [t("Take a pencil, and begin at 0. Whoever cannot move loses, even if a stone is left.")],
    family: { game: (r) => r.pick(["subtraction[1,4](_)", "subtraction[2,3](_)", "subtraction[1,3,6](_)", "subtraction[2,5,6](_)"]), from: 12, to: 20 },
    rules: takes,
    explain: t("For each number look at what a move can leave. If one of these is lost, the number is won. If not, it is lost."),
  },
  {
    kind: "make",
    title: t("Make a heap that the opponent loses"),
    says: [t("A move takes 1, 3 or 4 stones, and the opponent begins. Use at least 24 stones.")],
    game: "subtraction[1,3,4](_)",
    names: [t("stones")],
    start: [24],
    from: 1,
    to: 60,
    wants: ([n]) => (n! < 24 ? t("Use at least 24 stones.") : null),
    explain: t("The lost numbers repeat after every seven: 0 and 2, 7 and 9, 14 and 16, 21 and 23 …"),
    after: [t("Every game that must end can be worked out like this, from the end. Only the strip gets longer.")],
  },
];
