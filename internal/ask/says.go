package ask

// The sentences of arguments: the command, a match and the page write the same ones around
// the parts of a step.

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Said are the sentences of a step.
type Said struct {
	Heading string   `json:"heading,omitempty" doc:"what stands above the parts"`
	Says    []string `json:"says,omitempty" doc:"what the parts show"`
}

// Says returns the sentences of a step of an argument to that outcome.
func Says(step solve.Argument, outcome grundy.Outcome) (s Said) {
	say := func(format string, args ...any) { s.Says = append(s.Says, fmt.Sprintf(format, args...)) }
	switch x := step.(type) {
	case *solve.Pairing:
		if s.Heading = "Pairs"; x.After != nil {
			s.Heading = "there are pairs"
		}
		say("Each move is answered by the same move in the twin, so that pairs are left.")
	case *solve.NimSum:
		if s.Heading = "Nim-values in binary"; x.Sum == 0 && x.Changes == nil {
			say("every move changes one line, so that it is no longer 0")
		}
		if x.Digit > 0 {
			to := 0
			if x.Sum == 0 {
				to = 1
			}
			say("this digit must become %d", to)
		}
	case *solve.Reading:
		s.Heading = fmt.Sprintf("What counts in %s", message.Brief(x.Position.String(), briefText))
		s.Says = x.Says
	case *solve.Mex:
		what := "nim-value"
		if x.Misere {
			what = "misère nim-value"
		}
		s.Heading = fmt.Sprintf("Options of %s by %s", message.Brief(x.Position.String(), briefText), what)
		if x.Infinite == nil {
			say("is missing: the least number that no option has")
		} else if x.Revert != nil {
			say("The nim-value %v lists the finite ones. Through the others play can go on for ever.", x.Infinite)
		}
	case *solve.Comparison:
		if x.Modulus > 0 {
			s.Heading = fmt.Sprintf("Heaps in binary, and how many have a one at each digit, modulo %d", x.Modulus)
		}
	case *solve.Misere:
		switch x.Way {
		case solve.ByTameGenus:
			s.Heading = "Nim-values in binary"
		case solve.ByGenera:
			s.Heading = "Genera of the parts"
		case solve.ByQuotient:
			s.Heading = "Elements of the misère quotient"
			is := "is not one of the"
			if x.Lost {
				is = "is one of the"
			}
			say("Their product is %s, which %s %d that are P, of %d.", x.Product, is, x.PPortion, x.Order)
		}
	case *solve.Replies:
		lose, draw := RepliesSay(x, outcome)
		if s.Heading = lose; lose == "" {
			s.Heading = draw
		}
	}
	return s
}

// MexSays says how the nim-values of parts are found.
const MexSays = "Each nim-value is the least number that no option has, the mex"

// RepliesSay says what stands above the moves that lose, and above those that keep a draw; ""
// where there are none.
func RepliesSay(x *solve.Replies, outcome grundy.Outcome) (lose, draw string) {
	for _, r := range x.Replies {
		if r.Outcome != grundy.D {
			lose = "Each move fails, by this answer"
		} else if draw = "These moves keep the draw, and this is the best answer"; x.After != nil {
			draw = "what keeps the draw"
		}
	}
	switch {
	case lose == "":
	case x.After != nil && draw != "":
		lose = "these moves lose, by this answer"
	case x.After != nil:
		lose = "what to answer"
	case draw != "" || outcome == grundy.D:
		lose = "These moves lose, by this answer"
	}
	return lose, draw
}

// OutcomeSays says who wins what.
func OutcomeSays(outcome grundy.Outcome, kind compound.Kind, convention grundy.Convention) string {
	where := ""
	switch misere := convention == grundy.Misere; {
	case misere && kind != compound.Disjunctive:
		where = fmt.Sprintf(" in misère play of the %v compound", kind)
	case misere:
		where = " in misère play"
	case kind != compound.Disjunctive:
		where = fmt.Sprintf(" in the %v compound", kind)
	}
	switch outcome {
	case grundy.N:
		return "the player to move wins" + where
	case grundy.P:
		return "the player to move loses" + where
	}
	return "nobody can force a win" + where + ", a draw"
}

// AdviceSays says why a move is the best, to the player who makes it. After is the answer about the
// position that it leads to.
func AdviceSays(advice play.Advice, after *solve.Answer) []string {
	isOne := func(n *big.Int) bool { return n != nil && n.IsInt64() && n.Int64() == 1 }
	switch advice.Outcome {
	case grundy.P:
		says := []string{"No move wins here if the opponent makes no mistake."}
		switch few, all := advice.WinningReplies, advice.Replies; {
		case few == nil || all == nil || few.Cmp(all) == 0:
		case isOne(few):
			says = append(says, fmt.Sprintf("After this one only 1 of %d answers wins.", all))
		default:
			says = append(says, fmt.Sprintf("After this one only %d of %d answers win.", few, all))
		}
		return says
	case grundy.D:
		return []string{"It keeps the draw: nobody can force a win."}
	}
	var says []string
	if isOne(advice.Winning) {
		says = append(says, "No other move wins.")
	}
	if advice.Remoteness != nil && *advice.Remoteness == 1 {
		return append(says, "It ends the match, and you win.")
	}
	why := "Every answer of the opponent leaves you a move that wins."
	for _, step := range after.Argument {
		switch x := step.(type) {
		case *solve.Pairing:
			if x.After == nil && len(x.Zeros) == 0 {
				return append(says, "It leaves pairs of equal parts: answer a move in one of a pair by the same move in the other.")
			}
		case *solve.NimSum:
			if even := evenSays(x); even != "" {
				why = even
			}
		case *solve.Reading:
			if even := evenSays(readSum(x)); even != "" {
				return append(says, x.Says[0], even)
			}
		}
	}
	return append(says, why)
}

// readSum returns the numbers of the elements that count as parts.
func readSum(x *solve.Reading) *solve.NimSum {
	sum := &solve.NimSum{Sum: x.Value}
	for _, e := range x.Elements {
		if e.Use == grundy.UseCounts {
			sum.Parts = append(sum.Parts, solve.Part{Value: e.Value, Copies: 1})
		}
	}
	return sum
}

// Bounds of numbers that are written as sums of powers of two.
const (
	mostSummed = 8  // numbers
	mostCard   = 64 // the largest power
)

// evenSays says why the player who has to move from parts of nim-sum 0 loses, with their values as
// sums of 1, 2, 4, …; "" where there is no such reason, or it is long.
func evenSays(x *solve.NimSum) string {
	if x.Sum != 0 || x.Others > 0 || x.Changes != nil {
		return ""
	}
	var values, sums []string
	all := uint64(0)
	write := func(v uint64) (powers []string) {
		for card := uint64(mostCard); card > 0; card /= 2 {
			if v&card != 0 {
				powers = append(powers, fmt.Sprint(card))
			}
		}
		return powers
	}
	for _, p := range x.Parts {
		if p.Infinite != nil || p.Value >= 2*mostCard || p.Copies > mostSummed {
			return ""
		}
		for range p.Copies {
			if p.Value > 0 {
				values, sums = append(values, fmt.Sprint(p.Value)), append(sums, strings.Join(write(p.Value), " + "))
			}
		}
		all |= p.Value
	}
	if len(values) < 2 || len(values) > mostSummed {
		return ""
	}
	if all&(all-1) == 0 {
		return fmt.Sprintf("After it the parts are worth %s: an even number of equal parts, so that you can answer every move.", message.Join(values, "and"))
	}
	cards := write(all)
	slices.Reverse(cards)
	return fmt.Sprintf("After it the parts are worth %s. Written as %s, each of %s occurs an even number of times, so that you can answer every move.", message.Join(values, "and"), message.Join(sums, "and"), message.Join(cards, "and"))
}

// ReplySays says what a reply without an answer is: the play is over.
func ReplySays(r solve.Reply) string {
	switch {
	case r.Answer != nil:
		return ""
	case r.Outcome == grundy.D:
		return "the play is over, a draw"
	}
	return "the play is over, and that wins"
}
