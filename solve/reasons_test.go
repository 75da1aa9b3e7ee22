package solve_test

// Each sentence in which an answer says why is replayed: what it claims of the position and of
// the moves is compared with the definitions. What tells the kinds of sentences apart is their
// format in the source, so a sentence that is added without a replay fails the test.

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A replay is one answer whose sentences are compared with the definitions.
type replay struct {
	checked
	outcome func([]grundy.Component) grundy.Outcome
	tame    map[grundy.Identity]bool
	loops   map[grundy.Identity]int
	said    map[string]int // of the formats
}

// formats returns the formats of all sentences, with what recognises them.
var formats = sync.OnceValue(func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	verb := regexp.MustCompile(`%[dsv]`)
	for _, folder := range []string{".", "../theory/compound"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			panic(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				panic(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if f, ok := call.Fun.(*ast.Ident); !ok || f.Name != "say" {
					return true
				}
				text, ok := call.Args[0].(*ast.BasicLit)
				if !ok {
					panic(fmt.Sprintf("%s: a sentence whose format is not a literal", name))
				}
				format, _ := strconv.Unquote(text.Value)
				all[format] = regexp.MustCompile("^" + verb.ReplaceAllString(regexp.QuoteMeta(format), "(.+)") + "$")
				return true
			})
		}
	}
	return all
})

// plain returns the length of a format without what is filled in.
func plain(format string) int { return len(format) - 2*strings.Count(format, "%") }

// sentences replays all sentences of the answer.
func (r replay) sentences() {
	r.Helper()
	components := min(len(r.answer.Components), 8)
	for i, sentence := range r.answer.Reasons {
		format, filled := "", []string(nil)
		for f, is := range formats() {
			if m := is.FindStringSubmatch(sentence); m != nil && (filled == nil || plain(f) > plain(format)) {
				format, filled = f, m[1:]
			}
		}
		if i < components {
			format, filled = "%s", []string{sentence, strconv.Itoa(i)}
		}
		check := replays[format]
		if check == nil {
			r.fail("no replay of %q (%q)", sentence, format)
		}
		r.said[format]++
		check(r, filled)
	}
}

func number(text string) uint64 {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func (r replay) moves() [][]grundy.Component {
	return oracle.Moves(rules[r.question.Compound], r.components)
}

// wins checks that exactly the moves to such positions win.
func (r replay) wins(left func([]grundy.Component) bool) {
	r.Helper()
	for _, next := range r.moves() {
		if want := r.outcome(next) == grundy.P; left(next) != want {
			r.fail("%s: is P: %v, by the sentence %v", oracle.Text(next), want, !want)
		}
	}
}

// are compares a number that a sentence names.
func (r replay) are(said string, want uint64) {
	r.Helper()
	if number(said) != want {
		r.fail("%s is said, want %d", said, want)
	}
}

func (r replay) is(claim bool, what string) {
	r.Helper()
	if !claim {
		r.fail("%s: %q", what, r.answer.Reasons)
	}
}

func count(components []grundy.Component, has func(grundy.Component) bool) (n uint64) {
	for _, c := range components {
		if has(c) {
			n++
		}
	}
	return n
}

func hasEnded(c grundy.Component) bool { return len(c.AppendOptions(nil)) == 0 }
func active(c grundy.Component) bool   { return !hasEnded(c) }

func (r replay) isN(c grundy.Component, convention grundy.Convention) bool {
	if r.truth == nil {
		one := []grundy.Component{c}
		return slowOutcomes(oracle.One, convention, one)[oracle.Text(one)] == grundy.N
	}
	return r.truth.Wins(oracle.One, convention, []grundy.Component{c})
}
func (r replay) normalN(c grundy.Component) bool { return r.isN(c, grundy.Normal) }
func (r replay) misereN(c grundy.Component) bool { return r.isN(c, grundy.Misere) }

func (r replay) nimSumOf(components []grundy.Component) (sum uint64) {
	for _, c := range components {
		sum ^= r.truth.Value(c)
	}
	return sum
}

// isFirm reports whether a tame component is firm, and so its nim-values in both conventions
// alike.
func (r replay) isFirm(c grundy.Component) bool {
	normal, misere := r.truth.Value(c), r.valueOf(c, true)
	if normal != misere && normal^misere != 1 {
		r.fail("%v is not tame", c)
	}
	return normal == misere
}

// with checks what is said to be among components: "some firm component", "no heap of 2 or more".
func (r replay) with(components []grundy.Component, said string) {
	r.Helper()
	some, what, _ := strings.Cut(said, " ")
	want := false
	switch what {
	case "firm component":
		want = count(components, r.isFirm) > 0
	case "heap of 2 or more":
		want = r.largest(components) > 1
	default:
		r.fail("with %q", said)
	}
	r.is(want == (some == "some"), said)
}

func (r replay) largest(components []grundy.Component) (largest uint64) {
	for _, c := range components {
		for _, part := range c.Split() {
			largest = max(largest, r.truth.Value(part))
		}
	}
	return largest
}

func (r replay) large(components []grundy.Component) (n int) {
	for _, c := range components {
		for _, part := range c.Split() {
			if r.truth.Value(part) > 1 {
				n++
			}
		}
	}
	return n
}

// foreclosed is the nim-value where no move to an excluded position is allowed.
func (r replay) foreclosed(c grundy.Component, excluded func(grundy.Component) bool) uint64 {
	seen := map[uint64]bool{}
	for _, q := range c.AppendOptions(nil) {
		if !excluded(q) {
			seen[r.foreclosed(q, excluded)] = true
		}
	}
	mex := uint64(0)
	for seen[mex] {
		mex++
	}
	return mex
}

func endable(c grundy.Component) bool { return slices.ContainsFunc(c.AppendOptions(nil), hasEnded) }

// forbidden reports what ends a component or lets it be ended.
func forbidden(c grundy.Component) bool { return hasEnded(c) || endable(c) }

func (r replay) foreclosedSum(components []grundy.Component, excluded func(grundy.Component) bool) (sum uint64) {
	for _, c := range components {
		if !excluded(c) {
			sum ^= r.foreclosed(c, excluded)
		}
	}
	return sum
}

func (r replay) differentValues(components []grundy.Component) uint64 {
	different := map[uint64]bool{}
	for _, c := range components {
		different[r.truth.Value(c)] = true
	}
	return uint64(len(different))
}

// brokenDigits returns the digits that are not one in a multiple of heaps.
func (r replay) brokenDigits(components []grundy.Component, modulus uint64) (digits uint64) {
	for b := range 64 {
		if count(components, func(c grundy.Component) bool { return r.truth.Value(c)>>b&1 == 1 })%modulus != 0 {
			digits |= 1 << b
		}
	}
	return digits
}

// length is how long the play of the whole lasts, if the winner hurries and the loser stalls, or
// the other way round.
func (r replay) length(position []grundy.Component, winnerStalls bool, known map[string]uint64) uint64 {
	key := oracle.Text(position)
	if n, ok := known[key]; ok {
		return n
	}
	wins := r.outcome(position) == grundy.N
	best, some := uint64(0), false
	for _, next := range oracle.Moves(rules[r.question.Compound], position) {
		if wins && r.outcome(next) == grundy.N {
			continue // the win is given away
		}
		n := r.length(next, winnerStalls, known) + 1
		if !some || wins == winnerStalls && n > best || wins != winnerStalls && n < best {
			best, some = n, true
		}
	}
	known[key] = best
	return best
}

func (r replay) lengths(least bool, said string, winnerStalls bool, parity string) {
	value := number(said)
	want := uint64(0)
	for i, c := range r.components {
		n := r.truth.Length(c, r.question.Convention, winnerStalls)
		if i == 0 || least && n < want || !least && n > want {
			want = n
		}
	}
	r.are(said, want)
	r.is(r.length(r.components, winnerStalls, map[string]uint64{}) == value, "the play lasts as long")
	r.is((r.outcome(r.components) == grundy.N) == (value%2 == 1 == (parity == "odd")), "faces "+parity)
}

// replays are the checks of all formats, with what was filled in.
var replays = map[string]func(r replay, s []string){
	"%s":                        replay.component,
	"… and %d more components.": func(r replay, s []string) { r.are(s[0], uint64(len(r.answer.Components)-8)) },
	"%s%s.": func(r replay, s []string) { // another kind of compound
		m := regexp.MustCompile(`^A (.+) compound of (\d+) components, (\d+) \D+ can move, comes to a (\S+) one\.$`).FindStringSubmatch(s[0] + s[1] + ".")
		if m == nil {
			r.fail("%q", s)
		}
		kind, err := compound.ParseKind(m[4])
		r.is(err == nil && m[1] == r.question.Compound.String(), "kinds")
		r.are(m[2], uint64(len(r.components)))
		r.are(m[3], count(r.components, active))
		rule, ok := rules[kind]
		r.is(ok, "a rule")
		if r.truth == nil {
			r.is(slowOutcomes(rule, r.question.Convention, r.components)[oracle.Text(r.components)] == r.answer.Outcome, "comes to")
			return
		}
		r.is(r.truth.Wins(rule, r.question.Convention, r.components) == (r.answer.Outcome == grundy.N), "comes to")
	},

	// Conclusions.
	"The play is over, as the rules say, and it is a draw.": func(r replay, _ []string) {
		r.is(oracle.Ending(r.components) == grundy.Drawn && r.answer.Outcome == grundy.D, "drawn")
	},
	"The play is over, as the rules say, and the player to move has lost.": func(r replay, _ []string) {
		r.is(oracle.Ending(r.components) == grundy.Lost && r.answer.Outcome == grundy.P, "lost")
	},
	"The play is over, as the rules say, and the player to move has won.": func(r replay, _ []string) {
		r.is(oracle.Ending(r.components) == grundy.Won && r.answer.Outcome == grundy.N, "won")
	},
	"The play is over, as a component has ended; the player to move has no move, and so loses.": func(r replay, _ []string) {
		r.is(len(r.moves()) == 0 && count(r.components, hasEnded) > 0 && r.outcome(r.components) == grundy.P, "over")
	},
	"The play is over, as a component has ended; the player to move has no move, and so wins.": func(r replay, _ []string) {
		r.is(len(r.moves()) == 0 && count(r.components, hasEnded) > 0 && r.outcome(r.components) == grundy.N, "over")
	},
	"There is no move, so the player to move loses.": func(r replay, _ []string) {
		r.is(len(r.moves()) == 0 && r.outcome(r.components) == grundy.P, "no move")
	},
	"The player to move has no move, and so wins.": func(r replay, _ []string) {
		r.is(len(r.moves()) == 0 && r.outcome(r.components) == grundy.N, "no move")
	},
	"So nobody can force a win, and the game is a draw.": func(r replay, _ []string) {
		r.is(len(r.moves()) > 0 && r.outcome(r.components) == grundy.D, "a draw")
	},
	"So every move leads to a position that the opponent wins.": func(r replay, _ []string) {
		r.is(len(r.moves()) > 0 && r.outcome(r.components) == grundy.P, "P")
		for _, next := range r.moves() {
			r.is(r.outcome(next) == grundy.N, oracle.Text(next)+" is N")
		}
	},
	"So the player to move wins. The winning moves are not listed: %v.": func(r replay, _ []string) {
		r.is(r.outcome(r.components) == grundy.N && r.answer.WinningMoveCount == nil, "N")
	},
	"So the player to move wins. How many moves win was not found out: %v.": func(r replay, _ []string) {
		r.is(r.outcome(r.components) == grundy.N && r.answer.WinningMoveCount == nil && len(r.answer.WinningMoves) > 0, "N")
	},
	"So the player to move wins, by one move only.":   func(r replay, _ []string) { r.winningMoves("1") },
	"So the player to move wins, by any of %v moves.": func(r replay, s []string) { r.winningMoves(s[0]) },

	// Disjunctive sums.
	"Every component has a twin, or nim-value 0. The second player answers each move with the same move in the twin, or so that 0 is left.": func(r replay, _ []string) {
		copies := map[grundy.Identity][]grundy.Component{}
		for _, c := range r.components {
			copies[c.Identity()] = append(copies[c.Identity()], c)
		}
		for _, alike := range copies {
			r.is(len(alike)%2 == 0 || r.truth.Value(alike[0]) == 0, "a twin or 0")
		}
		r.is(r.outcome(r.components) == grundy.P, "P")
	},
	"A heap of 2 or more is left, so play as in normal play: the nim-sum of the nim-values is %v, and who leaves 0 wins, unless only heaps of 1 would be left; then their number must be odd.": func(r replay, s []string) {
		if (s[0] == "0") != (r.answer.Outcome == grundy.P) {
			r.fail("a nim-sum of %s", s[0])
		}
	},
	"The nim-sum of the nim-values, infinite ones among them, is %v; who leaves 0 wins.": func(r replay, s []string) {
		if (s[0] == "0") != (r.answer.Outcome == grundy.P) {
			r.fail("a nim-sum of %s", s[0])
		}
	},
	"The nim-sum of the nim-values is %d; who leaves 0 wins.": func(r replay, s []string) {
		r.are(s[0], r.nimSumOf(r.components))
		r.wins(func(next []grundy.Component) bool { return r.nimSumOf(next) == 0 })
	},

	"A move that leaves a component of ∞ loses, as the opponent wins there. The nim-sum of the nim-values is %d; who leaves 0 wins.": func(r replay, s []string) {
		sum := grundy.Value(0)
		for _, c := range r.components {
			worth := slowWorth(c)
			r.is(!worth.Infinite, c.String())
			sum ^= worth.Nim
		}
		r.are(s[0], uint64(sum))
		r.wins(func(next []grundy.Component) bool {
			sum := grundy.Value(0)
			for _, c := range next {
				worth := slowWorth(c)
				if worth.Infinite {
					return false
				}
				sum ^= worth.Nim
			}
			return sum == 0
		})
	},
	"The player to move must move in %s. Another component is worth ∞: whoever is free to move wins there.": func(r replay, s []string) {
		r.entailed(s[0])
		r.is(slices.ContainsFunc(r.components, func(c grundy.Component) bool { return c.String() != s[0] && slowWorth(c).Infinite }), "a component is worth ∞")
	},
	"The player to move must move in %s; the nim-sum of the others is %d.": func(r replay, s []string) {
		others := slices.DeleteFunc(slices.Clone(r.components), func(c grundy.Component) bool { return c.String() == s[0] })
		r.entailed(s[0])
		r.are(s[1], uint64(slowWorth(others...).Nim))
	},
	"A component is worth ∞: a move there wins, whatever the others are.": func(r replay, _ []string) {
		r.is(slices.ContainsFunc(r.components, func(c grundy.Component) bool { return slowWorth(c).Infinite }), "a component is worth ∞")
	},
	"The nim-sum of the nim-values is %d. A move that leaves 0 to an opponent who is free to move wins, and one that leaves ∞ loses.": func(r replay, s []string) {
		r.are(s[0], uint64(slowWorth(r.components...).Nim))
		for _, next := range oracle.Moves(oracle.One, r.components) {
			if grundy.SumOf(next...).Entailed() < 0 && oracle.Ending(next) == grundy.NoEnding {
				worth := slowWorth(next...)
				r.is(!wins(map[string]bool{}, next) == (!worth.Infinite && worth.Nim == 0), oracle.Text(next))
			}
		}
	},
	"A move ends the play, and wins; so the nim-value is ∞.": func(r replay, _ []string) {
		r.are("1", uint64(len(r.components)))
		r.is(endsIt(r.components[0]), "a move ends the play")
	},
	"A component is worth ∞: a move there ends the play, and wins, whatever the others are.": func(r replay, _ []string) {
		r.is(slices.ContainsFunc(r.components, endsIt), "a move ends the play")
	},

	// Other compounds.
	"Every component is a draw, and whoever is to move can leave a draw in each.": func(r replay, _ []string) {
		for _, c := range r.components {
			one := []grundy.Component{c}
			outcomes := slowOutcomes(oracle.One, r.question.Convention, one)
			r.is(outcomes[oracle.Text(one)] == grundy.D, c.String())
			r.is(slices.ContainsFunc(c.AppendOptions(nil), func(q grundy.Component) bool { return outcomes[q.String()] == grundy.D }), "a move that keeps the draw")
		}
	},
	"The %s %v is %d, so the play lasts that many moves if the %s hurries and the %s stalls; the player who faces an %s number wins.": func(r replay, s []string) {
		r.is(s[3] != s[4], "one hurries and the other stalls")
		if solve.MayEnd(r.question.Sum) || r.truth == nil {
			return
		}
		r.lengths(strings.HasPrefix(s[0], "least"), s[2], s[4] == "winner", s[5])
	},
	"%d of %d components are N; who leaves none wins, by moving in all of them.": func(r replay, s []string) {
		r.are(s[0], count(r.components, r.normalN))
		r.are(s[1], uint64(len(r.components)))
		r.wins(func(next []grundy.Component) bool { return count(next, r.normalN) == 0 })
	},
	"All components have ended.": func(r replay, _ []string) { r.is(count(r.components, active) == 0, "ended") },
	"Only one component can move, so its outcome in misère play decides.": func(r replay, _ []string) {
		r.is(count(r.components, active) == 1, "one moves")
		for _, c := range r.components {
			r.is(hasEnded(c) || r.misereN(c) == (r.outcome(r.components) == grundy.N), "decides")
		}
	},
	"%d of %d components that can move are N in normal play; who leaves none wins, if two or more can still move.": func(r replay, s []string) {
		r.are(s[0], count(r.components, r.normalN))
		r.are(s[1], count(r.components, active))
		for _, next := range r.moves() {
			r.is(count(next, active) < 2 || (count(next, r.normalN) == 0) == (r.outcome(next) == grundy.P), oracle.Text(next))
		}
	},
	"Once only one can move, its outcome in misère play decides.": func(r replay, _ []string) {
		for _, next := range r.moves() {
			r.is(count(next, active) != 1 || (count(next, func(c grundy.Component) bool { return active(c) && !r.misereN(c) }) == 1) == (r.outcome(next) == grundy.P), oracle.Text(next))
		}
	},
	"%d of %d components are N; who ends a component wins, or who leaves none that is N.": func(r replay, s []string) {
		r.are(s[0], count(r.components, r.normalN))
		r.are(s[1], uint64(len(r.components)))
		r.wins(func(next []grundy.Component) bool { return count(next, hasEnded) > 0 || count(next, r.normalN) == 0 })
	},
	"The player who ends a component loses. %d of %d components are N in misère play; leaving none wins, by moving in all of them.": func(r replay, s []string) {
		r.are(s[0], count(r.components, r.misereN))
		r.are(s[1], uint64(len(r.components)))
		r.wins(func(next []grundy.Component) bool { return count(next, hasEnded) == 0 && count(next, r.misereN) == 0 })
	},
	"The player who ends a component loses. The nim-sum of the foreclosed nim-values is %d; leaving 0 wins.": func(r replay, s []string) {
		r.are(s[0], r.foreclosedSum(r.components, hasEnded))
		r.wins(func(next []grundy.Component) bool {
			return count(next, hasEnded) == 0 && r.foreclosedSum(next, hasEnded) == 0
		})
	},
	"The player who ends a component wins; %d of %d components can be ended in one move.": func(r replay, s []string) {
		r.are(s[0], count(r.components, endable))
		r.are(s[1], uint64(len(r.components)))
		for _, next := range r.moves() {
			r.is(count(next, hasEnded) == 0 || r.outcome(next) == grundy.P, oracle.Text(next))
		}
	},
	"The player who makes it possible to end a component loses. The nim-sum of the foreclosed nim-values is %d; leaving 0 wins.": func(r replay, s []string) {
		r.are(s[0], r.foreclosedSum(r.components, forbidden))
		r.wins(func(next []grundy.Component) bool {
			return count(next, endable) == 0 && r.foreclosedSum(next, forbidden) == 0
		})
	},
	"No heap is greater than 1; who leaves 1 more than a multiple of %d heaps of 1 wins.": func(r replay, s []string) {
		r.is(r.largest(r.components) <= 1, "no larger heap")
		r.wins(func(next []grundy.Component) bool { return r.nimOnes(next)%number(s[0]) == 1 })
	},
	"Every binary digit is one in a multiple of %d heaps.": func(r replay, s []string) {
		r.is(r.brokenDigits(r.components, number(s[0])) == 0, "a multiple")
	},
	"Some binary digits, those of %d, are not one in a multiple of %d heaps; who makes all so wins.": func(r replay, s []string) {
		r.are(s[0], r.brokenDigits(r.components, number(s[1])))
		if r.question.Convention == grundy.Normal {
			r.wins(func(next []grundy.Component) bool { return r.brokenDigits(next, number(s[1])) == 0 })
		}
	},
	"That is so while some heap is greater than 1; later, 1 more than a multiple of %d heaps of 1 must be left.": func(r replay, s []string) {
		r.wins(func(next []grundy.Component) bool {
			if r.largest(next) > 1 {
				return r.brokenDigits(next, number(s[0])) == 0
			}
			return r.nimOnes(next)%number(s[0]) == 1
		})
	},
	"There is only one component, and a move in all of them is not allowed.": func(r replay, _ []string) {
		r.is(len(r.components) == 1 && len(r.moves()) == 0, "no move")
	},
	"All nim-values are equal.": func(r replay, _ []string) { r.is(r.differentValues(r.components) == 1, "equal") },
	"All nim-values of components that can move are equal.": func(r replay, _ []string) {
		r.is(r.differentValues(slices.DeleteFunc(slices.Clone(r.components), hasEnded)) == 1, "equal")
	},
	"%d different nim-values occur among components that can move; who leaves only one wins.": func(r replay, s []string) {
		r.are(s[0], r.differentValues(slices.DeleteFunc(slices.Clone(r.components), hasEnded)))
		r.wins(func(next []grundy.Component) bool {
			var moving []grundy.Component
			for i, c := range r.components {
				if active(c) {
					moving = append(moving, next[i])
				}
			}
			return r.differentValues(moving) == 1
		})
	},
	"%d different nim-values occur; who leaves only one wins.": func(r replay, s []string) {
		r.are(s[0], r.differentValues(r.components))
		r.wins(func(next []grundy.Component) bool { return r.differentValues(next) == 1 })
	},

	// Misère play of tame games.
	"In misère Nim a player wins by leaving the nim-sum 0 with some heap of 2 or more, or an odd number of heaps of 1 with no larger heap.": func(r replay, _ []string) {
		r.wins(func(next []grundy.Component) bool {
			if r.largest(next) > 1 {
				return r.nimSumOf(next) == 0
			}
			return r.nimOnes(next)%2 == 1
		})
	},
	"Each component acts as some heaps of Nim: it is firm if one of these holds 2 or more, and otherwise fickle. In misère play a player wins by leaving the nim-sum 0 with some firm component, or the nim-sum 1 with none.": func(r replay, _ []string) {
		r.wins(func(next []grundy.Component) bool {
			if count(next, r.isFirm) > 0 {
				return r.nimSumOf(next) == 0
			}
			return r.nimSumOf(next) == 1
		})
	},
	"Here the nim-sum is %d, with %s.": func(r replay, s []string) {
		r.are(s[0], r.nimSumOf(r.components))
		r.with(r.components, s[1])
	},
	"Each move leaves some %s, so the nim-sum 0 must be left.": func(r replay, s []string) {
		for _, next := range r.moves() {
			r.with(next, "some "+s[0])
		}
		r.wins(func(next []grundy.Component) bool { return r.nimSumOf(next) == 0 })
	},
	"No move leaves a larger heap, so an odd number of heaps of 1 must be left.": func(r replay, _ []string) {
		for _, next := range r.moves() {
			r.is(r.largest(next) < 2, "no larger heap")
		}
		r.wins(func(next []grundy.Component) bool { return r.nimOnes(next)%2 == 1 })
	},
	"Only one heap holds 2 or more. It must become 0 or 1, so that an odd number of heaps of 1 is left.": func(r replay, _ []string) {
		r.is(r.large(r.components) == 1, "one large heap")
		r.wins(func(next []grundy.Component) bool { return r.large(next) == 0 && r.nimOnes(next)%2 == 1 })
	},
	"%s -> %s leaves the nim-sum %d, with %s.": func(r replay, s []string) {
		for i, c := range r.components {
			if c.String() != s[0] {
				continue
			}
			for _, q := range c.AppendOptions(nil) {
				if q.String() == s[1] {
					next := slices.Clone(r.components)
					next[i] = q
					r.is(r.outcome(next) == grundy.P, "it wins")
					r.are(s[2], r.nimSumOf(next))
					r.with(next, s[3])
					return
				}
			}
		}
		r.fail("no move %v", s)
	},

	// Other sums in misère play.
	"Only one component can move; in misère play %s.": func(r replay, s []string) {
		r.is(count(r.components, active) <= 1, "one moves")
		if s[0] == "the player who leaves the misère nim-value 0 wins" {
			r.wins(func(next []grundy.Component) bool {
				return !slices.ContainsFunc(next, func(c grundy.Component) bool { return active(c) && r.valueOf(c, true) != 0 }) && count(next, active) == 1
			})
		} else if s[0] != "the player who leaves a position that is P in misère play wins" {
			r.fail("%q", s)
		}
	},
	"The largest heap holds %d, and everything else has the misère nim-value %d: a heap beside it leaves P exactly if it holds as many.": func(r replay, s []string) {
		rest, copies := r.heapAndRest(r.components, number(s[0]))
		r.is(copies > 0, "there is that heap")
		for n := range number(s[0]) + 2 { // the misère nim-value of the rest is the one heap beside which it is P
			r.is(!r.truth.Wins(oracle.One, grundy.Misere, append(slices.Clone(rest), r.heap(n))) == (n == number(s[1])), fmt.Sprint("the rest and a heap of ", n))
		}
	},
	"No move elsewhere makes the misère nim-value of the rest more than %d, so only a move in the heap can win.": func(r replay, _ []string) {
		size := uint64(0)
		for _, c := range r.components {
			for _, part := range c.Split() {
				if v, _, ok := part.Measure(grundy.ByHeap); ok {
					size = max(size, v-1)
				}
			}
		}
		_, copies := r.heapAndRest(r.components, size)
		for _, next := range r.moves() {
			_, left := r.heapAndRest(next, size)
			r.is(r.outcome(next) != grundy.P || left < copies, "the heap moves")
		}
	},
	"%s is not tame: how it acts in sums does not follow from nim-values, so the genera of sums were computed.": func(r replay, s []string) {
		r.is(!r.isTame(r.named(s[0])), s[0]+" is not tame")
	},
	"%s has parts that are not tame: how it acts in sums does not follow from nim-values, so the genera of sums were computed.": func(r replay, s []string) {
		r.is(slices.ContainsFunc(r.named(s[0]).Split(), func(part grundy.Component) bool { return !r.isTame(part) }), s[0])
	},
	"It is not known that %s is tame: how it acts in sums may not follow from nim-values, so the genera of sums were computed.": func(r replay, s []string) {
		r.named(s[0])
	},
	"All components are tame, but not all of their options are known to be: the genera of sums say which moves win.": func(r replay, _ []string) {
		for _, c := range r.components {
			r.is(r.isTame(c), c.String()+" is tame")
		}
	},
	"All sums of the positions that can be reached fall into %d classes that no such sum beside them tells apart; those of %d classes are P.": func(r replay, s []string) {
		r.is(number(s[1]) < number(s[0]), "some are P")
	},
	"No theorem settles this compound, so all positions that can be reached were searched.": func(r replay, _ []string) {
		r.is(r.question.Compound != compound.Disjunctive, "a compound")
	},
	"A search asked only for the outcomes that it needed, of sums whose small parts were replaced by their canonical forms.": func(r replay, _ []string) {
		r.is(r.question.Convention == grundy.Misere && r.question.Compound == compound.Disjunctive, "a misère sum")
	},

	"A search asked of each part only whether it has the nim-value that the outcome needs.": func(r replay, _ []string) {
		r.is(r.question.Convention == grundy.Normal && r.question.Compound == compound.Disjunctive, "the theorem on sums")
	},

	// Play that need not end, and rules that end it.
	"An infinite nim-value lists the finite ones of the options. 0 is among them, so that there is a move to 0.": func(r replay, _ []string) {
		r.is(len(r.components) == 1 && r.optionOfValue(0), "a move to 0")
	},
	"An infinite nim-value lists the finite ones of the options. 0 is not among them, so that no move wins, and nobody need ever make a move that loses.": func(r replay, _ []string) {
		r.is(len(r.components) == 1 && !r.optionOfValue(0) && r.outcome(r.components) == grundy.D, "no move to 0")
		r.wins(func([]grundy.Component) bool { return false })
	},
	"%d components have infinite nim-values: each player can go on for ever in one of them whatever the other does.": func(r replay, s []string) {
		_, infinite := r.loopyValues(r.components)
		r.are(s[0], uint64(infinite))
		r.is(r.outcome(r.components) == grundy.D, "a draw")
	},
	"The nim-sum of the others is %d, and the component of infinite nim-value has an option of that nim-value; after that move the nim-sum is 0.": func(r replay, s []string) {
		sum, infinite := r.loopyValues(r.components)
		r.are(s[0], uint64(sum))
		r.is(infinite == 1 && r.optionOfValue(sum), "a move to 0")
		r.leavesZero()
	},
	"The nim-sum of the others is %d, and the component of infinite nim-value has no option of that nim-value: no move leaves the nim-sum 0.": func(r replay, s []string) {
		sum, infinite := r.loopyValues(r.components)
		r.are(s[0], uint64(sum))
		r.is(infinite == 1 && !r.optionOfValue(sum) && r.outcome(r.components) == grundy.D, "no move to 0")
		r.leavesZero()
	},
	"All nim-values are finite, and their nim-sum is %d; who leaves 0 wins. A move to a larger nim-value, or to an infinite one, can be taken back.": func(r replay, s []string) {
		sum, infinite := r.loopyValues(r.components)
		r.are(s[0], uint64(sum))
		r.is(infinite == 0, "all are finite")
		r.leavesZero()
		for _, c := range r.components {
			own := r.loopyValue(c)
			for _, q := range c.AppendOptions(nil) {
				if v := r.loopyValue(q); v < 0 || v > own {
					r.is(slices.ContainsFunc(q.AppendOptions(nil), func(back grundy.Component) bool { return r.loopyValue(back) == own }), q.String()+" can be taken back")
				}
			}
		}
	},
	"Play need not end, and no theorem on single components decides here, so all positions that can be reached were searched; there are %d, apart from the order of heaps and of components.": func(r replay, s []string) {
		r.are(s[0], r.reached())
	},
	"The rules may end the play as a whole, whatever moves are left, so that nim-values do not decide. All positions that can be reached were searched; there are %d, apart from the order of heaps and of components.": func(r replay, s []string) {
		r.are(s[0], r.reached())
	},
}

// leavesZero checks that the moves that win leave finite nim-values whose nim-sum is 0.
func (r replay) leavesZero() {
	r.Helper()
	r.wins(func(next []grundy.Component) bool {
		sum, infinite := r.loopyValues(next)
		return infinite == 0 && sum == 0
	})
}

// reached counts the positions that can be reached, apart from the order of components and of
// their parts.
func (r replay) reached() uint64 {
	met, todo, seen := map[string]bool{}, [][]grundy.Component{r.components}, map[string]bool{oracle.Text(r.components): true}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var texts []string
		for _, c := range p {
			for _, part := range c.Split() {
				if stated, _ := part.Ending(); active(part) || stated != grundy.NoEnding {
					texts = append(texts, part.String())
				}
			}
		}
		slices.Sort(texts)
		met[strings.Join(texts, " + ")] = true
		for _, next := range oracle.Moves(rules[r.question.Compound], p) {
			if key := oracle.Text(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
	}
	return uint64(len(met))
}

// named returns the component of a text.
func (r replay) named(text string) grundy.Component {
	r.Helper()
	i := slices.IndexFunc(r.components, func(c grundy.Component) bool { return c.String() == text })
	r.is(i >= 0, text+" is a component")
	return r.components[i]
}

// winningMoves compares the number of winning moves.
func (r replay) winningMoves(said string) {
	r.Helper()
	n := uint64(0)
	for _, next := range r.moves() {
		if r.outcome(next) == grundy.P {
			n++
		}
	}
	r.are(said, n)
}

// nimOnes counts the heaps of 1.
func (r replay) nimOnes(components []grundy.Component) (n uint64) {
	for _, c := range components {
		n += count(c.Split(), func(part grundy.Component) bool { return r.truth.Value(part) == 1 })
	}
	return n
}

// heap returns a heap of Nim.
func (r replay) heap(n uint64) grundy.Component {
	heap, err := position.Parse(fmt.Sprintf("nim(%d)", n))
	if err != nil {
		r.fail("%v", err)
	}
	return heap[0].Component
}

// A fact is what is said of a component, with the check of what is filled in.
type fact struct {
	is    *regexp.Regexp
	check func(r replay, c solve.TermAnswer, s []string)
}

var facts = []fact{
	{regexp.MustCompile(`^nim-value (\d+)$`), func(r replay, c solve.TermAnswer, s []string) { r.hasValue(c.Position, number(s[0])) }},
	{regexp.MustCompile(`^nim-value (∞(?:\([\d,]*\))?)$`), func(r replay, c solve.TermAnswer, s []string) {
		r.is(r.loopyValue(c.Position) == -1 && c.Infinite != nil && s[0] == c.Infinite.String(), "infinite")
	}},
	{regexp.MustCompile(`^outcome ([NP])$`), func(r replay, c solve.TermAnswer, s []string) { r.is(r.normalN(c.Position) == (s[0] == "N"), s[0]) }},
	{regexp.MustCompile(`^outcome ([NP]) in normal and ([NP]) in misère play$`), func(r replay, c solve.TermAnswer, s []string) {
		r.is(r.normalN(c.Position) == (s[0] == "N") && r.misereN(c.Position) == (s[1] == "N"), "outcomes")
	}},
	{regexp.MustCompile(`^it has ended$`), func(r replay, c solve.TermAnswer, _ []string) { r.is(hasEnded(c.Position), "ended") }},
	{regexp.MustCompile(`^it can be ended in one move$`), func(r replay, c solve.TermAnswer, _ []string) { r.is(endable(c.Position), "endable") }},
	{regexp.MustCompile(`^foreclosed nim-value (\d+)$`), func(r replay, c solve.TermAnswer, s []string) {
		r.is(!forbidden(c.Position) && r.foreclosed(c.Position, forbidden) == number(s[0]), s[0])
	}},
	{regexp.MustCompile(`^misère foreclosed nim-value (\d+)$`), func(r replay, c solve.TermAnswer, s []string) {
		r.is(active(c.Position) && r.foreclosed(c.Position, hasEnded) == number(s[0]), s[0])
	}},
	{regexp.MustCompile(`^a heap of (\d+)$`), func(r replay, c solve.TermAnswer, s []string) { r.equalsHeap(c.Position, number(s[0])) }},
	{regexp.MustCompile(`^equal to a heap of Nim of (\d+)$`), func(r replay, c solve.TermAnswer, s []string) { r.equalsHeap(c.Position, number(s[0])) }},
	{regexp.MustCompile(`^(?:misère )?(remoteness|suspense) (\d+)$`), func(r replay, c solve.TermAnswer, s []string) {
		if r.truth != nil {
			r.is(r.truth.Length(c.Position, r.question.Convention, s[0] == "suspense") == number(s[1]), s[0])
		}
	}},
	{regexp.MustCompile(`^misère nim-value (\d+)$`), func(r replay, c solve.TermAnswer, s []string) { r.are(s[0], r.valueOf(c.Position, true)) }},
	{regexp.MustCompile(`^genus (\d+)\^(\(?)(\d+)\)? \((\w+)\)$`), func(r replay, c solve.TermAnswer, s []string) {
		r.are(s[0], r.truth.Value(c.Position))
		r.is(r.isTame(c.Position) == (s[3] == "tame"), s[3])
		g := c.Position
		for i, digit := range s[2] {
			if s[1] == "(" {
				break
			}
			if r.valueOf(g, true) != uint64(digit-'0') {
				r.fail("digit %d of the genus of %v is not %c", i, c.Position, digit)
			}
			g = grundy.Place(compound.Product{}, []grundy.Component{g, r.heap(2)})
		}
	}},
	{regexp.MustCompile(`^canonical form \S+$`), func(replay, solve.TermAnswer, []string) {}}, // TestCanonicalFormsOfComponents
	{regexp.MustCompile(`^a draw, of (?:misère )?remoteness ∞$`), func(r replay, c solve.TermAnswer, _ []string) {
		one := []grundy.Component{c.Position}
		r.is(slowOutcomes(oracle.One, r.question.Convention, one)[oracle.Text(one)] == grundy.D, "a draw")
	}},
	{regexp.MustCompile(`^(\d+) forced moves$`), func(r replay, c solve.TermAnswer, s []string) {
		shortest, longest := uint64(0), uint64(0)
		at := map[string]grundy.Component{"": c.Position}
		for n := uint64(0); len(at) > 0; n++ {
			next := map[string]grundy.Component{}
			for _, p := range at {
				if hasEnded(p) {
					if longest = n; shortest == 0 {
						shortest = n
					}
				}
				for _, q := range p.AppendOptions(nil) {
					next[q.String()] = q
				}
			}
			at = next
		}
		r.are(s[0], longest)
		r.are(s[0], shortest)
	}},
	{regexp.MustCompile(`^the player to move must move there$`), func(r replay, c solve.TermAnswer, _ []string) {
		r.entailed(c.Position.String())
	}},
	{regexp.MustCompile(`^its own value was not needed$`), func(replay, solve.TermAnswer, []string) {}},
}

// entailed checks that the player to move must move in the component of a text.
func (r replay) entailed(text string) {
	r.Helper()
	at := grundy.SumOf(r.components...).Entailed()
	r.is(at >= 0 && r.components[at].String() == text, text)
}

// component checks the facts about a component.
func (r replay) component(s []string) {
	r.Helper()
	c := r.answer.Components[number(s[1])]
	_, text, ok := strings.Cut(s[0], ": ")
	text, _, _ = strings.Cut(strings.TrimSuffix(text, "."), " — ")
	for ok && text != "" {
		if text, ok = r.fact(c, text); !ok {
			r.fail("no check of the fact %q", text)
		}
	}
}

// fact checks the first fact of a text, and returns the others.
func (r replay) fact(c solve.TermAnswer, text string) (others string, ok bool) {
	for end := len(text); end > 0; end = strings.LastIndex(text[:end], ", ") {
		for _, fact := range facts {
			if m := fact.is.FindStringSubmatch(text[:end]); m != nil {
				r.said[fact.is.String()]++
				fact.check(r, c, m[1:])
				return strings.TrimPrefix(text[end:], ", "), true
			}
		}
	}
	return text, false
}

// hasValue checks a nim-value, also where play need not end.
func (r replay) hasValue(c grundy.Component, value uint64) {
	r.Helper()
	if r.truth != nil {
		r.is(r.truth.Value(c) == value, fmt.Sprint(c, " of nim-value ", value))
		return
	}
	r.is(r.loopyValue(c) == int(value), fmt.Sprint(c, " of nim-value ", value))
}

// loopyValue returns the nim-value: the heap beside which a component is P in normal play; -1 for
// infinity.
func (r replay) loopyValue(c grundy.Component) int {
	if v, ok := r.loops[c.Identity()]; ok {
		return v
	}
	value := -1
	for n := range 9 {
		both := []grundy.Component{c, r.heap(uint64(n))}
		if slowOutcomes(oracle.One, grundy.Normal, both)[oracle.Text(both)] == grundy.P {
			value = n
			break
		}
	}
	r.loops[c.Identity()] = value
	return value
}

func (r replay) loopyValues(components []grundy.Component) (sum, infinite int) {
	for _, c := range components {
		if v := r.loopyValue(c); v < 0 {
			infinite++
		} else {
			sum ^= v
		}
	}
	return sum, infinite
}

// optionOfValue reports whether the component of infinite nim-value has an option of a finite one.
func (r replay) optionOfValue(value int) bool {
	return slices.ContainsFunc(r.components, func(c grundy.Component) bool {
		return r.loopyValue(c) < 0 && slices.ContainsFunc(c.AppendOptions(nil), func(q grundy.Component) bool { return r.loopyValue(q) == value })
	})
}

// equalsHeap checks that a position acts as a heap of Nim beside some games.
func (r replay) equalsHeap(c grundy.Component, size uint64) {
	r.Helper()
	if r.truth == nil {
		return
	}
	for _, beside := range [][]grundy.Component{nil, {r.heap(1)}, {r.heap(2)}, {r.heap(size)}, {r.heap(2), r.heap(2)}, {r.heap(3), r.heap(2)}} {
		for _, convention := range []grundy.Convention{grundy.Normal, r.question.Convention} {
			wins := func(c grundy.Component) bool {
				return r.truth.Wins(oracle.One, convention, append([]grundy.Component{c}, beside...))
			}
			if wins(c) != wins(r.heap(size)) {
				r.fail("%v does not act as a heap of %d beside %v", c, size, beside)
			}
		}
	}
}

// isTame reports whether a position is tame (Winning Ways, chapter 13), by its whole tree: some
// position of Nim has the same nim-values in both conventions; they follow from its tame options
// alone; and each option that is not tame has tame options with the one and with the other nim-value.
func (r replay) isTame(c grundy.Component) bool {
	if known, ok := r.tame[c.Identity()]; ok {
		return known
	}
	pair := func(c grundy.Component) [2]uint64 { return [2]uint64{r.truth.Value(c), r.valueOf(c, true)} }
	own, options := pair(c), c.AppendOptions(nil)
	tame := own[0] == own[1] || own[0]^own[1] == 1 && own[0] < 2
	for i := range 2 {
		seen := map[uint64]bool{}
		for _, q := range options {
			if r.isTame(q) {
				seen[pair(q)[i]] = true
				continue
			}
			tame = tame && slices.ContainsFunc(q.AppendOptions(nil), func(back grundy.Component) bool { return r.isTame(back) && pair(back)[i] == own[i] })
		}
		mex := uint64(0)
		for seen[mex] {
			mex++
		}
		tame = tame && (mex == own[i] || len(options) == 0)
	}
	r.tame[c.Identity()] = tame
	return tame
}

// heapAndRest returns how many heaps of Nim of a size there are among the parts of components, and all
// parts but one of them.
func (r replay) heapAndRest(components []grundy.Component, size uint64) (rest []grundy.Component, copies int) {
	for _, c := range components {
		for _, part := range c.Split() {
			if v, _, ok := part.Measure(grundy.ByHeap); ok && v == size+1 {
				if copies++; copies == 1 {
					continue
				}
			}
			rest = append(rest, part)
		}
	}
	return rest, copies
}

// A known remembers what the definitions say, and counts the sentences.
type known struct {
	truth *oracle.Oracle // not asked where play need not end, or where rules end it
	tame  map[grundy.Identity]bool
	said  map[string]int
}

// replaying asks why, and replays the sentences.
func (k known) replaying(t fataler, q solve.Question) {
	truth := k.truth
	if solve.MayEnd(q.Sum) || slices.ContainsFunc(q.Sum, func(t grundy.Term) bool { _, loops := t.Component.PlanLoopy(); return loops }) {
		truth = nil
	}
	t.Helper()
	q.Why, q.MaxMoves = true, 50*(len(q.Sum)%2)
	a, err := solve.Solve(context.Background(), q)
	if errors.Is(err, grundy.ErrBudget) {
		return // by the only way that is allowed
	}
	if err != nil {
		t.Fatalf("%v: %v", q.Sum, err)
	}
	r := replay{checked{t, truth, q, a, q.Sum.Components(), map[string]int{}}, nil, k.tame, map[grundy.Identity]int{}, k.said}
	outcomes := map[string]grundy.Outcome{}
	r.outcome = func(components []grundy.Component) grundy.Outcome {
		if truth != nil {
			if truth.Wins(rules[q.Compound], q.Convention, components) {
				return grundy.N
			}
			return grundy.P
		}
		text := oracle.Text(components)
		if _, ok := outcomes[text]; !ok {
			maps.Copy(outcomes, slowOutcomes(rules[q.Compound], q.Convention, components))
		}
		return outcomes[text]
	}
	r.sentences()
}

func know(said map[string]int) known {
	return known{&oracle.Oracle{}, map[grundy.Identity]bool{}, said}
}

// farOut are the sentences that are said only where no definition reaches; TestUnlisted has the
// first, and TestTransfinite compares infinite heaps with finite ones.
var farOut = map[string]bool{
	"The nim-sum of the nim-values, infinite ones among them, is %v; who leaves 0 wins.":                                                                                                       true,
	"A heap of 2 or more is left, so play as in normal play: the nim-sum of the nim-values is %v, and who leaves 0 wins, unless only heaps of 1 would be left; then their number must be odd.": true,
	"%s has parts that are not tame: how it acts in sums does not follow from nim-values, so the genera of sums were computed.":                                                                true,
	"So the player to move wins. The winning moves are not listed: %v.":                                                                                                                        true,
	"So the player to move wins. How many moves win was not found out: %v.":                                                                                                                    true,
	"It is not known that %s is tame: how it acts in sums may not follow from nim-values, so the genera of sums were computed.":                                                                true,
}

// Every sentence is true of every position that it is said of.
func TestReasons(t *testing.T) {
	said := map[string]int{}
	kinds := slices.Sorted(maps.Keys(rules))

	// Small games and heaps in all compounds.
	random := chance.New(t, 181)
	k := know(said)
	games := oracle.AllGames(16)
	texts := []string{"queen(3,2)", "knight(4,3)", "rook(2,2)", "nim(1,2)", "staircase(1,1)", "counter(6)", "tree[1,1](0,1,1)", "wythoff[2](2,1)", "cake(2,2)", "euclid(4,3)", "0.77(5)", "kayles(4)", "subtraction[1,2](4)", "turning-turtles(2,3)"}
	for i := range long.Of(30, 500, 40_000) {
		var sum grundy.Sum
		for range 1 + random.IntN(3) {
			switch random.IntN(4) {
			case 0:
				sum = append(sum, grundy.SumOf(grundy.Place(games, random.IntN(len(games))))...)
			case 1:
				sum = append(sum, parse(t, texts[random.IntN(len(texts))])...)
			default:
				sum = append(sum, parse(t, fmt.Sprintf("nim(%d)", random.IntN(4)))...)
			}
		}
		if i%5 == 0 {
			sum = parse(t, fmt.Sprintf("nim(%d) + nim(%d) + nim(%d) + nim(%d)", random.IntN(2), random.IntN(3), random.IntN(2+i%2), random.IntN(2+i%3)))
		}
		kind := kinds[random.IntN(len(kinds))]
		if i%2 == 0 {
			kind = compound.Disjunctive
		}
		k.replaying(t, solve.Question{Sum: sum, Convention: grundy.Convention(random.IntN(2)), Compound: kind})
	}
	for _, text := range []string{"nim(0)", "nim(2)", "nim(1,2)", "nim(1,1,3)", "queen(3,4)", "nim(1,1)", "nim(3,5,6)", "nim(3,5,7)", "10*nim(1) + nim(0) + nim(2)", "nim(1)+nim(0)+nim(1)+nim(0)+nim(0)+nim(2)+nim(0)+nim(0)+nim(0)+nim(1)"} {
		for convention := range grundy.Misere + 1 {
			k.replaying(t, solve.Question{Sum: parse(t, text), Convention: convention})
		}
	}

	// Moore's theorem, and those on compounds of few heaps that can move.
	for _, text := range []string{"nim(1) + nim(1) + nim(1) + nim(0)", "nim(1) + nim(2) + nim(1) + nim(0)", "6*nim(1)", "3*nim(2) + 2*nim(1)"} {
		for _, kind := range kinds {
			for convention := range grundy.Misere + 1 {
				k.replaying(t, solve.Question{Sum: parse(t, text), Convention: convention, Compound: kind})
			}
		}
	}

	// One component that can move, by a table.
	reset := solve.SetMisereWork(1, 1)
	for n := range 20 {
		k.replaying(t, solve.Question{Sum: grundy.SumOf(grundy.Place(squares{each: 4}, n+1)), Convention: grundy.Misere})
	}
	reset()

	// Misère play of sums that are not tame, by each way.
	for _, ways := range [][]string{{"quotients", "couples"}, {"quotients"}, {"sums"}} {
		reset := solve.SetMisereWork(1, 1, ways...)
		if len(ways) > 1 {
			reset()
		}
		for range long.Of(2, 25, 600) {
			text := fmt.Sprintf("0.%s(%d) + nim(%d)", []string{"77", "07", "6", "123", "3F"}[random.IntN(5)], 2+random.IntN(6), random.IntN(8))
			if random.IntN(2) == 0 {
				text += " + " + []string{"0.77(5)", "grundy(6)", "4.07(3)", "nim(2,3)", "0.77(5,5)"}[random.IntN(5)]
			}
			k.replaying(t, solve.Question{Sum: parse(t, text), Convention: grundy.Misere})
		}
		if len(ways) == 1 {
			reset()
		}
	}

	// Games that fall apart, by couples.
	reset = solve.SetSlices(1, 1<<40)
	for n := range long.Or(2, 9) {
		heap := grundy.Place(halving{}, []int{n + 8})
		k.replaying(t, solve.Question{Sum: grundy.SumOf(heap, grundy.Place(halving{}, []int{n}))})
		k.replaying(t, solve.Question{Sum: grundy.SumOf(heap)})
	}
	reset()

	// Play that need not end, and rules that end it.
	for _, form := range []string{"graph[F](1) + nim(1)", "graph[F](1) + nim(2)", "graph[F](0)"} {
		k.replaying(t, solve.Question{Sum: withFiles(t, form, map[string]string{"F": "1 1\n1 2\n2 3\n0 0\n0 3\n"})})
	}
	for seed := range long.Of[uint64](4, 40, 400) {
		sum := randomLoopySum(t, random, seed)
		for _, kind := range []compound.Kind{compound.Disjunctive, compound.Selective, compound.Conjunctive} {
			k.replaying(t, solve.Question{Sum: sum, Compound: kind, Convention: grundy.Convention(random.IntN(2))})
		}
		k.replaying(t, solve.Question{Sum: sum})
		rules := map[string]string{"a.star": ended(random, 4, seed%3 == 0), "b.star": ended(random, 3, false)}
		won := map[string]string{"a.star": decisive(random, 5, seed%2 > 0), "b.star": decisive(random, 3, seed%2 > 0)}
		forms := []string{"a.star(4)", "a.star(3) + nim(2)", "a.star(4) + b.star(2)"}
		if seed%2 > 0 {
			forms = append(forms, "a.star(4,answer) + b.star(2)", "a.star(2,answer) + a.star(4)")
		}
		for _, form := range forms {
			k.replaying(t, solve.Question{Sum: withFiles(t, form, won)})
		}
		for _, form := range []string{"a.star(3)", "a.star(1) + nim(1)", "a.star(2) + nim(2)", "b.star(2,1) + nim(1)"} {
			k.replaying(t, solve.Question{Sum: withFiles(t, form, rules), Compound: kinds[random.IntN(len(kinds))], Convention: grundy.Convention(random.IntN(2))})
		}
	}

	// Misère sums by couples.
	reset = solve.SetMisereWork(1, 1, "couples")
	for n := range 5 {
		k.replaying(t, solve.Question{Sum: parse(t, fmt.Sprintf("0.77(%d) + nim(%d)", 9-n, n)), Convention: grundy.Misere})
	}
	reset()

	for format := range formats() {
		switch {
		case replays[format] == nil:
			t.Errorf("no replay of %q", format)
		case said[format] == 0 && !farOut[format] && long.Asked: // else few are drawn
			t.Errorf("nothing says %q", format)
		}
	}
	for format := range replays {
		if formats()[format] == nil {
			t.Errorf("no sentence is %q", format)
		}
	}
}
