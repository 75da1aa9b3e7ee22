package ask

// The sentences of arguments: the command, a match and the page write the same ones around
// the parts of a step.

import (
	"fmt"
	"math/big"
	"math/bits"
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

// adviceSays says why a move is the best, to the player who makes it. After is the answer about the
// position that it leads to.
func adviceSays(advice play.Advice, after *solve.Answer, names partNames) []string {
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
	return append(says, leavesSays(after, names)...)
}

// mostNamed bounds the numbers and the answers that a sentence names, and largestNamed the numbers.
const mostNamed, largestNamed = 6, 63

// leavesSays says why the player to move loses, to the other one.
func leavesSays(lost *solve.Answer, names partNames) []string {
	for _, step := range lost.Argument {
		switch x := step.(type) {
		case *solve.Pairing:
			if x.After == nil && len(x.Zeros) == 0 {
				return []string{"It leaves pairs of equal parts: answer a move in one of a pair by the same move in the other."}
			}
		case *solve.NimSum:
			if x.Sum != 0 || x.Digit != 0 || len(x.Parts) < 2 {
				continue
			}
			values, heaps := []uint64{}, true
			for _, part := range x.Parts {
				if part.Infinite != nil || x.Others > 0 || part.Copies > mostNamed {
					return alwaysAnswered(lost, names)
				}
				for range max(part.Copies, 1) {
					values = append(values, part.Value)
				}
				s, err := sceneOf(part.Position)
				heaps = heaps && err == nil && s.Kind == grundy.SceneHeaps && len(s.Elements) == 1 && s.Elements[0].Count == part.Value
			}
			if says := partners(values, heaps); says != nil {
				return says
			}
			return alwaysAnswered(lost, names)
		case *solve.Reading:
			values := []uint64{}
			for _, e := range x.Elements {
				if e.Use == grundy.UseCounts {
					values = append(values, e.Value)
				}
			}
			if says := partners(values, false); says != nil && x.Value == 0 && len(x.Says) > 0 {
				return append(slices.Clone(x.Says[:1]), says...)
			}
		}
	}
	return alwaysAnswered(lost, names)
}

// partners says that the powers of two in some numbers come in pairs; nil where a sentence has no room
// for them. The numbers are heaps of Nim, or count as such.
func partners(values []uint64, heaps bool) []string {
	values = slices.DeleteFunc(values, func(v uint64) bool { return v == 0 })
	if len(values) < 2 || len(values) > mostNamed || slices.Max(values) > largestNamed {
		return nil
	}
	numbers, powers := make([]string, len(values)), make([]string, len(values))
	for i, v := range values {
		numbers[i] = fmt.Sprint(v)
		var terms []string
		for bit := uint64(bits.Len64(v)); bit > 0; bit-- {
			if power := uint64(1) << (bit - 1); v&power != 0 {
				terms = append(terms, fmt.Sprint(power))
			}
		}
		powers[i] = strings.Join(terms, " + ")
	}
	leaves := "It leaves what counts as heaps of %s."
	if heaps {
		leaves = "It leaves heaps of %s."
	}
	why := fmt.Sprintf("Made of 1, 2, 4, 8 … they are %s: each of these numbers has a partner, and every move leaves one without.", strings.Join(powers, "; "))
	if slices.Sort(values); slices.Equal(values, evenly(values)) {
		why = "They are pairs: whenever the opponent makes a pair unequal, you can make it equal again."
	}
	return []string{fmt.Sprintf(leaves, strings.Join(numbers, ", ")), why}
}

// evenly returns the numbers with every second one like the one before it.
func evenly(sorted []uint64) []uint64 {
	pairs := slices.Clone(sorted)
	for i := 1; i < len(pairs); i += 2 {
		pairs[i] = pairs[i-1]
	}
	return pairs
}

// alwaysAnswered says that each move has an answer, with those of the first moves.
func alwaysAnswered(lost *solve.Answer, names partNames) []string {
	says := []string{"Every answer of the opponent leaves you a move that wins."}
	for _, step := range lost.Argument {
		replies, ok := step.(*solve.Replies)
		if !ok || replies.After != nil {
			continue
		}
		for _, r := range replies.Replies {
			if r.Answer == nil {
				continue
			}
			return append(says, fmt.Sprintf("For example, “%s” is answered by “%s”.", (*wording)(nil).move(names, r.Move), (*wording)(nil).move(names, r.Answer)))
		}
	}
	return says
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
