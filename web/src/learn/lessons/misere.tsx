// Lesson 10: misère play.
import { heapCards } from "../aids";
import type { Screen } from "../lesson";
import { Term } from "../../shell/Term";
import { t, tx } from "../../words";

export default (): Screen[] => [
  {
    kind: "play",
    title: t("Leave the last stone to your opponent"),
    says: [t("The moves are those of Nim. But now whoever takes the last stone loses."), t("You begin.")],
    position: "nim(1,2,2)",
    misere: true,
    after: [tx("This is called {misere}. Playing badly is not enough: your opponent tries to avoid the last stone, too.", { misere: <Term says={t("In misère play the player who makes the last move loses. In normal play that player wins.")}>{t("misère play")}</Term> })],
  },
  {
    kind: "who",
    title: t("Heaps of one stone"),
    says: [t("Nobody has a choice. Whoever takes the last stone loses. You begin: who wins?")],
    family: { game: "nim(1,1,1,_,_,_)", from: 0, to: 1, misere: true },
    counted: false,
    explain: t("The heaps go one by one. With an even number of them you do not take the last one, and so you win."),
    after: [t("Leave your opponent an odd number of single stones. When the last stone won, it was an even number.")],
  },
  {
    kind: "strip",
    title: t("The old strip, with the new goal"),
    says: [t("There is one heap. A move takes 1, 3 or 4 stones, and whoever takes the last one loses. In lesson 3, where the last stone won, 0, 2, 7 and 9 were lost.")],
    game: "subtraction[1,3,4]",
    last: 11,
    misere: true,
    enough: 6,
    after: [t("Now 1, 3, 8 and 10 are lost: the old pattern, moved by one. With other rules it need not be so simple.")],
  },
  {
    kind: "choice",
    title: t("One large heap is left, and three single stones. What do you take?"),
    says: [t("The heaps are 5, 1, 1 and 1, and it is your turn. The last stone loses.")],
    position: "nim(5,1,1,1)",
    answers: [
      { says: t("The whole large heap") },
      { says: t("All but one of the large heap"), wrong: t("Four single stones are left. The opponent takes the first, you the second, and the fourth is yours.") },
      { says: t("A single stone"), wrong: t("Then the opponent has the choice that you have now.") },
    ],
    after: [t("Take all of it, or all but one: so you decide whether an odd or an even number is left. Whoever finds exactly one large heap can win.")],
  },
  {
    kind: "play",
    title: t("When do you change your plan?"),
    says: [t("A heap is large if it has two stones or more. While there are at least two large heaps, play as if the last stone won: leave every card with a partner."), t("Change your plan when your move would leave only single stones. Then leave an odd number of them.")],
    position: "nim(3,4,5)",
    misere: true,
    guided: true,
    aid: heapCards,
    explain: t("If a heap of two stones or more is left after your move, every card needs a partner. If only single stones are left, their number must be odd."),
    after: [t("So one change at the end is enough for Nim. For most other games there is no such rule, and misère play is hard.")],
  },
  {
    kind: "who",
    title: t("Who takes the last stone?"),
    says: [t("Whoever takes it loses. You begin.")],
    family: { game: "nim(_,_,_)", from: 0, to: 3, misere: true, fits: (n) => n.some((h) => h > 0) },
    explain: t("Are there only single stones? Then count them. If not, look whether every card has a partner: if so, the one to move loses."),
  },
  {
    kind: "win",
    title: t("Three heaps"),
    says: [t("Whoever takes the last stone loses. You begin.")],
    family: { game: "nim(_,_,_)", from: 1, to: 5, misere: true, fits: (n) => Math.max(...n) > 2 },
    aid: heapCards,
    explain: t("If a heap of two stones or more is left after your move, every card needs a partner. If only single stones are left, their number must be odd."),
  },
  {
    kind: "win",
    title: t("Larger heaps, no cards"),
    says: [t("Whoever takes the last stone loses. You begin.")],
    family: { game: "nim(_,_,_)", from: 2, to: 9, misere: true, fits: (n) => new Set(n).size === 3 },
    explain: t("If a heap of two stones or more is left after your move, every card needs a partner. If only single stones are left, their number must be odd."),
  },
  {
    kind: "make",
    title: t("Make heaps that the opponent loses"),
    says: [t("Whoever takes the last stone loses, and the opponent begins. Use at least five stones, and make no two heaps equal.")],
    game: "nim(_,_,_)",
    names: [1, 2, 3].map((i) => t("heap {i}", { i })),
    start: [4, 2, 1],
    from: 0,
    to: 9,
    misere: true,
    wants: (n) => (n.reduce((a, b) => a + b) < 5 ? t("Use at least five stones.") : new Set(n).size < 3 ? t("Make no two heaps equal.") : null),
    explain: t("With large heaps it is as in the lesson about cards: the third heap is what two heaps leave over."),
    after: [t("The goal is turned round, and almost everything stays the same. Almost.")],
  },
];
