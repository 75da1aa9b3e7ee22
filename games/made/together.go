package made

// Several positions are one component: in a compound, and where something covers them all.

import (
	"fmt"
	"strconv"

	"github.com/grundy-games/grundy"
)

// Together is the disjunctive sum of positions as one position: a player moves in one of them. A
// position is a list of them, none for what has ended.
type Together struct{ of }

var (
	_ grundy.Splitter[position] = Together{}
	_ grundy.Wrapper[position]  = Together{}
	_ grundy.Measurer[position] = Together{}
	_ grundy.Loopy[position]    = Together{}
)

// mostTogether bounds the positions that are put together.
const mostTogether = 1000

// PlaceTogether makes the sum one component. The error says why it is none.
func PlaceTogether(sum grundy.Sum) (grundy.Component, error) {
	parts, ok := sum.ComponentsUpTo(mostTogether)
	if !ok {
		return nil, fmt.Errorf("more than %d positions in parentheses", mostTogether)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	for _, c := range parts {
		if err := refuseEnds("a sum in parentheses", c); err != nil {
			return nil, err
		}
	}
	return grundy.Place(Together{gamesOf(parts...)}, parts), nil
}

// AppendOptions implements [grundy.Game]: those of the first position, then those of the second, and so on.
func (Together) AppendOptions(dst []position, p position) []position {
	for i, c := range p {
		for _, q := range c.AppendOptions(nil) {
			next := append(position(nil), p...)
			next[i] = q
			dst = append(dst, next)
		}
	}
	return dst
}

// AppendPosition implements [grundy.Notation].
func (Together) AppendPosition(dst []byte, p position) []byte {
	if len(p) == 1 {
		return p[0].AppendText(dst)
	}
	return fmt.Appendf(dst, "(%v)", grundy.SumOf(p...))
}

// CountOptions implements [grundy.OptionCounter].
func (Together) CountOptions(p position) uint64 { return count(p) }

// AppendParts implements [grundy.Splitter].
func (Together) AppendParts(dst []position, p position) []position {
	for _, c := range p {
		for _, part := range c.Split() {
			dst = append(dst, position{part})
		}
	}
	return dst
}

// Inner implements [grundy.Wrapper].
func (Together) Inner(p position) (grundy.Component, bool) {
	if len(p) == 0 {
		return nil, false
	}
	return p[0], len(p) == 1
}

// With implements [grundy.Wrapper].
func (Together) With(p position, c grundy.Component) position { return with(p, c) }

// Measure implements [grundy.Measurer]: the nim-sum, where all positions have closed forms.
func (Together) Measure(m grundy.Measure, p position) (v uint64, method string, ok bool) {
	if !m.FollowsFromNimValue() || len(p) < 2 {
		return 0, "", false
	}
	for _, c := range p {
		nim, _, ok := c.Measure(grundy.ByNimValue)
		if !ok {
			return 0, "", false
		}
		v ^= nim
	}
	v, ok = m.OfNimValue(v)
	return v, "nim-sum of what stands in parentheses (Sprague and Grundy)", ok
}

// PlanLoopy implements [grundy.Loopy].
func (Together) PlanLoopy(p position) (plan grundy.LoopyPlan[position], loops bool) {
	for _, c := range p {
		_, loopy := c.PlanLoopy()
		loops = loops || loopy
	}
	return plan, loops
}

// AppendMove implements [grundy.MoveNamer].
func (Together) AppendMove(dst []byte, p, q position) []byte {
	if len(p) == len(q) {
		for i, c := range p {
			if c.Identity() != q[i].Identity() {
				return append(dst, c.DescribeMove(q[i])...)
			}
		}
	}
	return dst
}

// Scene implements [grundy.Scener].
func (Together) Scene(p position) (grundy.Scene, error) {
	return scenesOf(p, func(i int) string { return strconv.Itoa(i + 1) })
}
