// Package oracle is the slow, obviously right reference that tests compare
// every engine with. It knows the definitions and no theorem: the win and
// lose recursion, the mex recursion, and the search of a whole position of
// many games at once. It is simple enough to check by
// reading.
//
// The only liberty it takes is to remember what it has computed, under the
// identity of the position: which game, and its text.
package oracle

import (
	"encoding/binary"
	"strings"

	"github.com/grundy-games/grundy"
)

// A Rule says in which components a player moves in one turn, and whether the
// play ends as soon as one component has no move.
type Rule int

const (
	One              Rule = iota // in exactly one component
	AnySet                       // in any non-empty set of components
	AnyProperSet                 // in any non-empty set that is not all of them
	All                          // in every component; a player who cannot has no move
	AllThatCan                   // in every component that has a move
	OneUntilFirst                // like One, until the first component has no move
	AnySetUntilFirst             // like AnySet, until the first component has no move
	atMost                       // and those above: see AtMost
)

// AtMost returns the rule by which a player moves in at least one component and
// in at most k.
func AtMost(k int) Rule { return atMost + Rule(k) }

// Rules returns the rule of every kind of compound, Moore's for up to three
// components, by what read makes of the kind's name. It panics if read does not
// know one of them.
func Rules[Kind comparable](read func(name string) (Kind, error)) map[Kind]Rule {
	rules := map[Kind]Rule{}
	for name, rule := range map[string]Rule{
		"disjunctive":            One,
		"diminished-disjunctive": OneUntilFirst,
		"conjunctive":            All,
		"continued-conjunctive":  AllThatCan,
		"selective":              AnySet,
		"shortened-selective":    AnySetUntilFirst,
		"proper-selective":       AnyProperSet,
		"moore:1":                AtMost(1),
		"moore:2":                AtMost(2),
		"moore:3":                AtMost(3),
	} {
		kind, err := read(name)
		if err != nil {
			panic(err)
		}
		rules[kind] = rule
	}
	return rules
}

// An Oracle remembers what it was asked. The zero value is ready to use.
type Oracle struct {
	values  map[grundy.Identity]uint64
	lengths map[play]uint64
	wins    map[play]bool
	wholes  map[play]uint64
	numbers map[grundy.Identity]uint64
}

// A play is a whole position and what is asked about it.
type play struct {
	rule       Rule
	convention grundy.Convention
	stall      bool
	position   string // the numbers of the components
}

// numbered returns numbers for the components, which tell positions apart.
func (o *Oracle) numbered(position []grundy.Component) string {
	if o.numbers == nil {
		o.numbers = map[grundy.Identity]uint64{}
	}
	var text []byte
	for _, c := range position {
		id := c.Identity()
		if _, ok := o.numbers[id]; !ok {
			o.numbers[id] = uint64(len(o.numbers))
		}
		text = binary.AppendUvarint(text, o.numbers[id])
	}
	return string(text)
}

// remember keeps what was found, and returns it.
func remember[K comparable, V any](found *map[K]V, key K, v V) V {
	if *found == nil {
		*found = map[K]V{}
	}
	(*found)[key] = v
	return v
}

// Value returns the nim-value of c: the mex of those of its options.
func (o *Oracle) Value(c grundy.Component) uint64 {
	key := c.Identity()
	if v, ok := o.values[key]; ok {
		return v
	}
	seen := map[uint64]bool{}
	for _, q := range c.AppendOptions(nil) {
		seen[o.Value(q)] = true
	}
	mex := uint64(0)
	for seen[mex] {
		mex++
	}
	return remember(&o.values, key, mex)
}

// Remoteness returns the number of moves that c lasts in normal play when the winner
// hurries and the loser stalls.
func (o *Oracle) Remoteness(c grundy.Component) uint64 { return o.Length(c, grundy.Normal, false) }

// Length returns the number of moves that c lasts when the winner hurries and the
// loser stalls or, with stall, the winner stalls and the loser hurries: both see
// first to winning, and then to the length.
func (o *Oracle) Length(c grundy.Component, convention grundy.Convention, stall bool) uint64 {
	key := play{One, convention, stall, o.numbered([]grundy.Component{c})}
	if n, ok := o.lengths[key]; ok {
		return n
	}
	options := c.AppendOptions(nil)
	var good []grundy.Component // those that keep the win, or all for a loser
	for _, q := range options {
		if !o.Wins(One, convention, []grundy.Component{q}) {
			good = append(good, q)
		}
	}
	longest := stall // whether this player wants a long game
	if len(good) == 0 {
		good, longest = options, !stall
	}
	n := uint64(0)
	for i, q := range good {
		if m := o.Length(q, convention, stall) + 1; i == 0 || longest && m > n || !longest && m < n {
			n = m
		}
	}
	return remember(&o.lengths, key, n)
}

// Wins reports whether the player to move wins the whole position: some move
// leads to a position that the opponent does not win. Without a move, a player
// loses in normal play and wins in misère play.
func (o *Oracle) Wins(rule Rule, convention grundy.Convention, position []grundy.Component) bool {
	key := play{rule, convention, false, o.numbered(position)}
	if w, ok := o.wins[key]; ok {
		return w
	}
	moves := Moves(rule, position)
	win := len(moves) == 0 && convention == grundy.Misere
	for _, next := range moves {
		if !o.Wins(rule, convention, next) {
			win = true
			break
		}
	}
	return remember(&o.wins, key, win)
}

// ValueOfWhole returns the nim-value of the whole position as one game: the mex of those of all positions to which
// a player may move.
func (o *Oracle) ValueOfWhole(rule Rule, position []grundy.Component) uint64 {
	key := play{rule: rule, position: o.numbered(position)}
	if v, ok := o.wholes[key]; ok {
		return v
	}
	seen := map[uint64]bool{}
	for _, next := range Moves(rule, position) {
		seen[o.ValueOfWhole(rule, next)] = true
	}
	mex := uint64(0)
	for seen[mex] {
		mex++
	}
	return remember(&o.wholes, key, mex)
}

// WinningMoves returns the moves after which the opponent does not win.
func (o *Oracle) WinningMoves(rule Rule, convention grundy.Convention, position []grundy.Component) [][]grundy.Component {
	var winning [][]grundy.Component
	for _, next := range Moves(rule, position) {
		if !o.Wins(rule, convention, next) {
			winning = append(winning, next)
		}
	}
	return winning
}

// Ending returns how the rules of some component say that the play of the whole is over.
// Where they say several things, it is the best for the player who made the last move.
func Ending(position []grundy.Component) (ending grundy.Ending) {
	for _, c := range position {
		stated, _ := c.Ending()
		ending = max(ending, stated)
	}
	return ending
}

// Moves returns every position to which a player may move. Where a component is entailed, that is by a
// move in it, by the rule One.
func Moves(rule Rule, position []grundy.Component) [][]grundy.Component {
	if Ending(position) != grundy.NoEnding {
		return nil
	}
	var moves [][]grundy.Component
	canMove := 0
	for _, c := range position {
		if len(c.AppendOptions(nil)) > 0 {
			canMove++
		}
	}
	if (rule == OneUntilFirst || rule == AnySetUntilFirst) && canMove < len(position) {
		return nil
	}
	next := make([]grundy.Component, len(position))
	entailed := grundy.SumOf(position...).Entailed()
	var choose func(i, moved int)
	choose = func(i, moved int) { // components before i are settled in next, moved of them by a move
		if i == len(position) {
			allowed := false
			switch rule {
			case One, OneUntilFirst:
				allowed = moved == 1
			case AnySet, AnySetUntilFirst:
				allowed = moved >= 1
			case AnyProperSet:
				allowed = moved >= 1 && moved < len(position)
			case All:
				allowed = moved >= 1 && moved == len(position)
			case AllThatCan:
				allowed = moved >= 1 && moved == canMove
			default:
				allowed = moved >= 1 && moved <= int(rule-atMost)
			}
			if allowed {
				moves = append(moves, append([]grundy.Component(nil), next...))
			}
			return
		}
		next[i] = position[i]
		choose(i+1, moved)
		if (rule == One || rule == OneUntilFirst) && moved == 1 {
			return
		}
		if entailed >= 0 && i != entailed {
			return
		}
		for _, q := range position[i].AppendOptions(nil) {
			next[i] = q
			choose(i+1, moved+1)
		}
	}
	choose(0, 0)
	return moves
}

// Text writes a whole position.
func Text(position []grundy.Component) string {
	parts := make([]string, len(position))
	for i, c := range position {
		parts[i] = c.String()
	}
	return strings.Join(parts, " + ")
}

// Starts returns positions of a game of that name: those with up to three small numbers that parse
// reads.
func Starts(name string, parse func(text string) (grundy.Sum, error)) (all []grundy.Component) {
	for _, numbers := range []string{"4", "7", "12", "2,2", "2,3", "1,7", "3,3", "3,4", "1,2,3", "2,2,3", "3,4,6"} {
		if sum, err := parse(name + "(" + numbers + ")"); err == nil && len(sum) == 1 {
			all = append(all, sum[0].Component)
		}
	}
	return all
}

// Descend returns c or, where play reaches more positions than most from it, one that drawn
// moves lead to and from which it does not.
func Descend(intN func(n int) int, c grundy.Component, most int) grundy.Component {
	for reachesMore(c, most) {
		options := c.AppendOptions(nil)
		c = options[intN(len(options))]
	}
	return c
}

func reachesMore(c grundy.Component, most int) bool {
	all, seen := []grundy.Component{c}, map[grundy.Identity]bool{}
	for i := 0; i < len(all) && len(all) <= most; i++ {
		for _, q := range all[i].AppendOptions(nil) {
			if id := q.Identity(); !seen[id] {
				seen[id] = true
				all = append(all, q)
			}
		}
	}
	return len(all) > most
}
