package made

// The previous player forbids some of the options.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// Blocked is any game in which a player who moves also forbids at most Most options of the position that is
// left, for the next move alone (a Muller twist: F. Smith and P. Stănică, Comply/constrain games or games with a
// Muller twist, Integers 2, 2002; A. Holshouser and H. Reiter, Blocking Nim, 2001; U. Larsson, Blocking Wythoff
// Nim, Electronic J. Combin. 18, 2011). A position is one of the other game, and the options of it that are
// forbidden, in the order of that game. At the start, nothing is forbidden unless the position says so.
//
// # Nim-values
//
// Let S(q) be the nim-values that a position q can be left with, by forbidding some of its options. A position
// with options forbidden has the mex of all S(q) of the others. It has v only if each option q with v in
// S(q) is forbidden, and to forbid others too only takes numbers away. So v is in S(p) exactly if at most
// Most options q have v in S(q), and the others together have all numbers below v.
type Blocked struct {
	of
	Most uint64
}

var (
	_ grundy.Wrapper[position] = Blocked{}
	_ grundy.Tabler[position]  = Blocked{}
)

// PlaceBlocked makes a component of the position in which these options, as their texts say, are forbidden.
// The error says why it is none; if an option is wrong, it is a [*grundy.PositionError] with its index.
func PlaceBlocked(most uint64, c grundy.Component, forbidden []string) (grundy.Component, error) {
	if err := refuse("a game with options forbidden", c); err != nil {
		return nil, err
	}
	if most == 0 {
		return nil, errors.New("want the number of options that may be forbidden, 1 or more, as in blocked[1](queen(3,4))")
	}
	p := position{c}
	if len(forbidden) > 0 {
		if n, ok := c.CountOptions(); ok && n > mostListed {
			return nil, fmt.Errorf("%v has %d options, too many to forbid some", c, n)
		}
		options := c.AppendOptions(nil)
		chosen := make([]bool, len(options))
		for i, text := range forbidden {
			at := slices.IndexFunc(options, func(q grundy.Component) bool { return q.String() == text || inside(q) == text })
			switch {
			case at < 0:
				return nil, grundy.Errorf(i, "%s is not an option of %v", text, c)
			case chosen[at]:
				return nil, grundy.Errorf(i, "%s is forbidden twice", text)
			case uint64(i) >= most:
				return nil, grundy.Errorf(i, "more than %d are forbidden", most)
			}
			chosen[at] = true
		}
		for i, q := range options {
			if chosen[i] {
				p = append(p, q)
			}
		}
	}
	return grundy.Place(Blocked{gamesOf(c), most}, p), nil
}

// allowed returns the options of the game inside that are not forbidden.
func allowed(p position) []grundy.Component {
	forbidden := map[string]bool{}
	for _, q := range p[1:] {
		forbidden[q.String()] = true
	}
	options := p[0].AppendOptions(nil)
	if len(forbidden) == 0 {
		return options
	}
	return slices.DeleteFunc(options, func(q grundy.Component) bool { return forbidden[q.String()] })
}

// AppendOptions implements [grundy.Game]: for each option of the game inside, nothing is forbidden first.
func (g Blocked) AppendOptions(dst []position, p position) []position {
	for _, q := range allowed(p) {
		next := q.AppendOptions(nil)
		var forbid func(from int, chosen position)
		forbid = func(from int, chosen position) {
			dst = append(dst, slices.Clone(chosen))
			for i := from; i < len(next) && uint64(len(chosen)) <= g.Most; i++ {
				forbid(i+1, append(chosen, next[i]))
			}
		}
		forbid(0, position{q})
	}
	return dst
}

// mostListed bounds the options of a position whose options are counted one by one.
const mostListed = 1 << 20

// CountOptions implements [grundy.OptionCounter]. Where the game inside has very many options, it is
// 2^64-1, as no list of them would end.
func (g Blocked) CountOptions(p position) (n uint64) {
	if grundy.NumberOfOptions(p[0]) > mostListed {
		return math.MaxUint64
	}
	for _, q := range allowed(p) {
		n = grundy.AddCounts(n, subsets(grundy.NumberOfOptions(q), g.Most))
	}
	return n
}

// subsets returns the number of subsets of n elements that have at most the given size.
func subsets(n, most uint64) (sum uint64) {
	if most >= n {
		if n >= 64 {
			return math.MaxUint64
		}
		return 1 << n
	}
	for i := uint64(0); i <= most && sum < math.MaxUint64; i++ {
		sum = grundy.AddCounts(sum, grundy.Binomial(n, i))
	}
	return sum
}

// AppendPosition implements [grundy.Notation].
func (g Blocked) AppendPosition(dst []byte, p position) []byte {
	dst = fmt.Appendf(dst, "blocked[%d](%s", g.Most, inside(p[0]))
	for _, q := range p[1:] {
		dst = append(append(dst, "; "...), inside(q)...)
	}
	return append(dst, ')')
}

// Inner implements [grundy.Wrapper].
func (Blocked) Inner(p position) (grundy.Component, bool) { return p[0], false }

// With implements [grundy.Wrapper].
func (Blocked) With(p position, c grundy.Component) position { return with(p, c) }

// AppendMove implements [grundy.MoveNamer].
func (Blocked) AppendMove(dst []byte, p, q position) []byte {
	for _, next := range p[0].AppendOptions(nil) {
		if next.Identity() == q[0].Identity() {
			dst = append(dst, cmp.Or(p[0].DescribeMove(next), "move to "+next.String())...)
			break
		}
	}
	for i, forbidden := range q[1:] {
		dst = append(dst, []string{", forbid ", " and "}[min(i, 1)]...)
		dst = append(dst, cmp.Or(q[0].DescribeMove(forbidden), forbidden.String())...)
	}
	return dst
}

// Scene implements [grundy.Scener].
func (Blocked) Scene(p position) (grundy.Scene, error) {
	part, err := sceneOf("position", p[0])
	var lines []string
	for _, q := range p[1:] {
		lines = append(lines, q.String())
	}
	if lines == nil {
		lines = []string{"nothing"}
	}
	return grundy.Scene{Kind: grundy.SceneParts, Parts: []grundy.Scene{
		part, {Kind: grundy.SceneText, Name: "forbidden", Text: strings.Join(lines, "\n")},
	}}, err
}

// PlanTable implements [grundy.Tabler]: what it costs shows as it is filled.
func (g Blocked) PlanTable(m grundy.Measure, p position) (grundy.Plan[position], bool) {
	if _, may := p[0].Ending(); may || m != grundy.ByNimValue {
		return grundy.Plan[position]{}, false
	}
	return grundy.Plan[position]{
		Method: "nim-values that the options can be left with by forbidding some of theirs (games/made/blocked.go)",
		Build: func(ctx context.Context, _ grundy.Progress) (grundy.Table[position], error) {
			t := leaving{most: g.Most, values: map[grundy.Identity][]uint64{}, ctx: ctx, account: meter.Open(ctx)}
			if err := t.fill(p[0]); err != nil {
				t.account.Close()
				return nil, err
			}
			return func(q position) uint64 { return t.mexOf(allowed(q)) }, nil
		},
	}, true
}

// leaving has the nim-values that positions of the game inside can be left with.
type leaving struct {
	most    uint64
	values  map[grundy.Identity][]uint64 // S of the positions above; nil while it is looked for
	ctx     context.Context
	account *meter.Account
}

// An open position waits for those of its options that are not known.
type open struct {
	id      grundy.Identity
	options []grundy.Component
	next    int
}

// positionBytes is about what a position takes besides its text, and optionBytes an option that waits.
const (
	positionBytes = 160
	optionBytes   = 96
)

// fill finds the values of c and of all positions that can be reached from it.
func (t *leaving) fill(c grundy.Component) error {
	var waiting []open
	push := func(c grundy.Component) error {
		id := c.Identity()
		n := grundy.NumberOfOptions(c)
		if err := t.account.Take(grundy.AddCounts(grundy.MulCounts(n, optionBytes+uint64(len(id.Text))), positionBytes+uint64(len(id.Text)))); err != nil {
			return err
		}
		t.values[id] = nil
		waiting = append(waiting, open{id: id, options: c.AppendOptions(nil)})
		if err := t.ctx.Err(); err != nil {
			return context.Cause(t.ctx)
		}
		return nil
	}
	if err := push(c); err != nil {
		return err
	}
	for len(waiting) > 0 {
		top := &waiting[len(waiting)-1]
		if top.next == len(top.options) {
			values := t.left(top.options)
			if err := t.account.Take(8 * uint64(len(values))); err != nil {
				return err
			}
			t.values[top.id] = values
			t.account.Give(uint64(len(top.options)) * (optionBytes + uint64(len(top.id.Text))))
			waiting = waiting[:len(waiting)-1]
			continue
		}
		q := top.options[top.next]
		switch values, met := t.values[q.Identity()]; {
		case !met:
			if err := push(q); err != nil {
				return err
			}
		case values == nil:
			return fmt.Errorf("%v can be reached from itself, so that play need not end", q)
		default:
			top.next++
		}
	}
	return nil
}

// left returns the values that a position can be left with whose options are these, ascending. There is always
// the mex of all of them.
func (t *leaving) left(options []grundy.Component) (values []uint64) {
	var counts []uint64 // by value: of how many options it is one
	var all [][]uint64
	for _, q := range options {
		of := t.values[q.Identity()]
		all = append(all, of)
		for _, v := range of {
			for uint64(len(counts)) <= v {
				counts = append(counts, 0)
			}
			counts[v]++
		}
	}
	mex := 0
	for mex < len(counts) && counts[mex] > 0 {
		mex++
	}
	for v := range uint64(mex) {
		if counts[v] > t.most {
			continue
		}
		lost := make([]uint64, v) // by number below v: how often it is one of an option that is forbidden
		for _, of := range all {
			if _, has := slices.BinarySearch(of, v); has {
				for _, u := range of {
					if u < v {
						lost[u]++
					}
				}
			}
		}
		stays := true
		for u, n := range lost {
			stays = stays && n < counts[u]
		}
		if stays {
			values = append(values, v)
		}
	}
	return append(values, uint64(mex))
}

// mexOf returns the nim-value of a position in which these options are allowed.
func (t *leaving) mexOf(options []grundy.Component) uint64 {
	var all []grundy.Value
	for _, q := range options {
		for _, v := range t.values[q.Identity()] {
			all = append(all, grundy.Value(v))
		}
	}
	return uint64(grundy.Mex(all...))
}
