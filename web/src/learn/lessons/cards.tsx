// Lesson 4: Nim, and the exclusive or by cards.
import { heapCards } from "../aids";
import type { Screen } from "../lesson";
import { Term } from "../../shell/Term";
import { t, tx } from "../../words";

export default (): Screen[] => [
  {
    kind: "build",
    title: t("Lay 5, 11 and 14"),
    says: [t("You have one card each of 1, 2, 4 and 8 for every number."), t("Which cards together make the number?")],
    heaps: [5, 11, 14],
    after: [t("There is only one way for each number. Computers write numbers like this: 1 where a card lies, 0 where none lies. 11 is 1011.")],
  },
  {
    kind: "pairs",
    title: t("Which cards have no partner?"),
    says: [t("Two heaps are laid from cards. Two equal cards are partners, and cancel."), t("Put the cards that are left over below the line.")],
    heaps: [3, 6],
    after: [t("The 2 is there twice and cancels. 1 and 4 are left.")],
  },
  {
    kind: "pairs",
    title: t("And in 1, 2, 3?"),
    says: [t("These are the three heaps of your first match."), t("Which cards are left over? Perhaps none.")],
    heaps: [1, 2, 3],
    after: [t("Nothing is left over: every card has a partner. That is the secret of 1, 2, 3. It is a kind of copying, with cards in place of heaps.")],
  },
  {
    kind: "balance",
    title: t("Can one move give every card a partner?"),
    says: [t("Change the cards of one heap only. The heap must get smaller."), t("Cards in orange have no partner. They stand below the line, too.")],
    heaps: [7, 4, 1],
    after: [t("7 becomes 5. Begin with the largest card that has no partner: at least one heap has it. Take it away there, and then add or take away smaller cards until all have partners.")],
  },
  {
    kind: "play",
    title: t("Play with the cards in sight"),
    says: [t("Take stones from one heap. Whoever takes the last stone wins. You begin."), t("Leave no card without a partner.")],
    position: "nim(3,4,5)",
    guided: true,
    aid: heapCards,
    explain: t("Look for the largest card without a partner. Make a heap that has it smaller, until nothing is left below the line."),
    after: [
      tx("What is left over is called the {xor} of the heaps. The one whose turn it is loses exactly when it is 0. Charles Bouton proved this in 1901, and named the game Nim.", {
        xor: <Term says={t("Short for exclusive or. Write the numbers with 0 and 1. Below each column write 1 if it has an odd number of ones, and 0 if not. Example: 3 XOR 6 = 5.")}>XOR</Term>,
      }),
    ],
  },
  {
    kind: "choice",
    title: t("Every card has a partner. Can that still be so after a move?"),
    says: [t("It is your turn, and nothing is left over. You must take stones from one heap.")],
    answers: [
      { says: t("Yes, with luck"), wrong: t("Your move changes some card in one heap. Where is the partner of that card now?") },
      { says: t("No, never") },
      { says: t("Yes, if there are many heaps"), wrong: t("The other heaps stay as they are, however many there are. So the card that you changed has lost its partner.") },
    ],
    after: [t("A move changes cards in one heap only, and their partners are left alone. So whoever finds all cards in pairs must break a pair, and the other can make pairs again. At the end no card is left, and that counts as paired.")],
  },
  {
    kind: "win",
    title: t("Three small heaps"),
    says: [t("You begin. Leave every card with a partner.")],
    family: { game: "nim(_,_,_)", from: 1, to: 7, fits: (n) => new Set(n).size === 3 },
    aid: heapCards,
    explain: t("The largest card below the line tells you which heap to make smaller: one that has this card."),
  },
  {
    kind: "win",
    title: t("Three larger heaps"),
    says: [t("The same, now with the card 8.")],
    family: { game: "nim(_,_,_)", from: 3, to: 13, fits: (n) => new Set(n).size === 3 && Math.max(...n) > 8 },
    aid: heapCards,
    explain: t("The largest card below the line tells you which heap to make smaller: one that has this card."),
  },
  {
    kind: "win",
    title: t("Four heaps, without help"),
    says: [t("No cards are shown now. Lay them on paper, or in your head.")],
    family: { game: (r) => `nim(_,_,_,${r.between(2, 9)})`, from: 1, to: 9, fits: (n) => new Set(n).size === 3 },
    explain: t("Lay each heap from 8, 4, 2 and 1. Find the largest card that is there an odd number of times."),
  },
  {
    kind: "make",
    title: t("Make three heaps that the opponent loses"),
    says: [t("The opponent begins. The three heaps have different sizes, and one has at least 8 stones.")],
    game: "nim(_,_,_)",
    names: [1, 2, 3].map((i) => t("heap {i}", { i })),
    start: [8, 5, 3],
    from: 1,
    to: 15,
    wants: (n) => (new Set(n).size < 3 ? t("All three must be different.") : Math.max(...n) < 8 ? t("One heap must have at least 8 stones.") : null),
    explain: t("Choose two heaps. The third is what is left over when their equal cards cancel."),
    after: [t("Two heaps always tell you the third. Now you win at Nim against anybody who makes a mistake.")],
  },
];
