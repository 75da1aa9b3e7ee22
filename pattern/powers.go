//go:build !playing

package pattern

// This file puts automata into words that read one number in a base: those that accept what is made of
// powers, such as "2n + 1 is a power of 3".

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/theory/automata"
)

const (
	leastNumbers = 1 << 13 // that an automaton is asked about, at least
	mostApart    = 8       // numbers that are not such powers
	mostTimes    = 1 << 10
)

// A powers is the numbers n for which times·n + plus is a multiple of a power of root, and some others.
type powers struct {
	root, times, plus, multiple int64
	others                      []int64
}

// powers says which numbers automaton i accepts, if it reads one number in a base and these are made of
// powers of the base, or of a root of it: then times·n + plus is a multiple of such a power, apart from some
// n. It is empty for other automata. The words are guessed from the least numbers, and then decided.
func (a *automatic) powers(i int, names []string) string {
	base := int64(a.in.base())
	if a.axes != 1 || base == 0 {
		return ""
	}
	var in []int64
	m := a.sets[i]
	for n := range max(leastNumbers, base*base*base*base) {
		if m.out[m.run(a.in.Digits(big.NewInt(n)))] == 1 {
			in = append(in, n)
		}
		if len(in) > 64 {
			return ""
		}
	}
	for root := int64(2); root <= base; root++ {
		each := 1 // base = root^each
		power := root
		for power < base {
			power *= root
			each++
		}
		if power != base {
			continue
		}
		if p := newPowers(in, root); p != nil && a.are(i, p, each) {
			return p.words(names[0])
		}
	}
	return ""
}

// newPowers guesses the powers of a root from their least numbers, or returns nil.
func newPowers(in []int64, root int64) *powers {
	k := len(in) - 1
	if k < 3 {
		return nil
	}
	p := &powers{root: root, times: root - 1, plus: in[k] - root*in[k-1], multiple: 1}
	if p.plus <= -mostTimes || p.plus >= mostTimes {
		return nil
	}
	common := new(big.Int).GCD(nil, nil, big.NewInt(p.times), big.NewInt(max(p.plus, -p.plus))).Int64()
	p.times, p.plus = p.times/common, p.plus/common
	rest := p.times*in[k] + p.plus
	for rest%root == 0 {
		rest /= root
	}
	for p.multiple = rest; ; p.multiple *= root { // the least one from which on all are in
		if p.multiple > mostTimes {
			return nil
		}
		missing := false
		for v := p.multiple; v <= p.times*in[k]+p.plus; v *= root {
			n := v - p.plus
			missing = missing || n >= 0 && n%p.times == 0 && !slices.Contains(in, n/p.times)
		}
		if !missing {
			break
		}
	}
	for _, n := range in {
		v := p.times*n + p.plus
		for v > p.multiple && v%root == 0 {
			v /= root
		}
		if v != p.multiple {
			p.others = append(p.others, n)
		}
	}
	if len(p.others) > mostApart {
		return nil
	}
	return p
}

// are decides whether automaton i accepts exactly these. The base is root to the power of each.
func (a *automatic) are(i int, p *powers, each int) bool {
	n, w := automata.V("n"), automata.V("w")
	var any []automata.Formula
	for _, x := range p.others {
		any = append(any, automata.Equal(n, automata.C(x)))
	}
	for times, k := p.multiple, 0; k < each; times, k = times*p.root, k+1 {
		any = append(any, automata.Exists(w.Names(), automata.And(automata.Power(w), automata.Equal(n.Times(p.times).Plus(automata.C(p.plus)), w.Times(times)))))
	}
	ctx := context.Background()
	claim, err := a.claim(ctx, "", n.Names(), false)
	if err != nil {
		return false
	}
	theory := &automata.Theory{System: a.in.System, Budget: automata.Budget{States: states}}
	made, _, err := theory.Automaton(ctx, automata.Or(any...))
	return err == nil && made.Equal(claim.Sets[i])
}

// words says it of a number.
func (p *powers) words(n string) string {
	shifted := n
	if p.times > 1 {
		shifted = fmt.Sprintf("%d · %s", p.times, n)
	}
	switch {
	case p.plus > 0:
		shifted += fmt.Sprintf(" + %d", p.plus)
	case p.plus < 0:
		shifted += fmt.Sprintf(" - %d", -p.plus)
	}
	power := "power of two"
	if p.root > 2 {
		power = fmt.Sprintf("power of %d", p.root)
	}
	least := p.multiple
	for least%p.root == 0 {
		least /= p.root
	}
	switch {
	case p.multiple == 1:
		power = "a " + power
	case least == 1:
		power = fmt.Sprintf("a %s from %d on", power, p.multiple)
	default:
		power = fmt.Sprintf("%d times a %s", p.multiple, power)
	}
	others := strings.Join(numbers(p.others), ", ")
	switch {
	case len(p.others) == 0:
		return fmt.Sprintf("%s is %s", shifted, power)
	case shifted == n:
		return fmt.Sprintf("%s is %s", n, join(append(numbers(p.others), power), "or"))
	case len(p.others) > 1:
		others = join(numbers(p.others), "or")
	}
	return fmt.Sprintf("%s is %s, or %s is %s", shifted, power, n, others)
}
