package moves

// Play ends exactly if some weights fall with every step. Here they are looked for.
//
// # Which rules are accepted
//
// A cell has coordinates x_i >= 0; on a board with a far edge in direction i,
// also x_i < side_i. Call such a direction i bounded. Let S be the set of steps.
//
// If play can go on for ever, then there are moves, at least one, whose sum is 0
// in each bounded direction and >= 0 in each other one. For an infinite sequence
// of cells has an infinite part on which all bounded coordinates are constant, as
// they have finitely many values, and in that a part on which no other coordinate
// falls (Dickson's lemma). The moves between two cells of it have such a sum.
// Conversely, moves with such a sum can be played again and again, from any
// cell from which they can be played once; and there is one, far enough from the
// edges, if the bounded sides have room for it and no blocked cell is met.
//
// By Farkas's lemma in the form of Motzkin, either there are such moves or there
// is a direction that every move descends: weights w with w·s < 0 for each s in
// S, and w_i >= 0 for each i that is not bounded. Both cannot be, for w·sum would
// be both < 0 and >= 0. The simplex method ends with one or the other, so one
// of them is. With weights play must end, because w·x falls by 1 at
// least in each move, and is bounded from below.
//
// So rules are accepted exactly if there are weights. On a small board or one
// with blocked cells this also refuses some rules by which play would end
// because the walls stop it.
//
// # The linear programme
//
// Minimise the sum of the artificial variables a >= 0 in
//
//	Σ_j λ_j s_j,i  - μ_i + a_i = 0   for each i (μ_i only if i is not bounded)
//	Σ_j λ_j              + a_0 = 1,
//
// λ, μ >= 0. Such moves exist exactly if the least sum is 0: they are then the
// λ, times a common denominator. If the least sum is more, the dual variables of
// the rows i are the weights: the dual of the last row is then the least sum,
// y > 0, and as no reduced cost is negative, w·s_j + y <= 0 for each j, and
// w_i >= 0 for each μ_i. For this the artificial variables need not come back once
// they have left the basis.
//
// Everything is computed in rational numbers, by the revised simplex method,
// which keeps only the inverse of the basis. To go through all steps costs
// O(|S| dimension), and there are few tens of them in most cases. First the step
// enters that is worth most; if that goes on for long, as it may when it turns in
// a circle, the first that is worth something, by which rule the method ends
// (Bland 1977).

import (
	"math/big"
	"strings"

	"github.com/grundy-games/grundy"
)

// A direction is weights w, such that w·s < 0 for each step s.
type direction []*big.Int

// findDirection returns the direction that all steps descend, or if there is
// none, how often each step is to be taken in a row of moves that can be
// repeated for ever. All steps have the length of bounded.
func findDirection(steps [][]int64, bounded []bool) (w direction, circle []*big.Int) {
	if w := plainDirection(steps, len(bounded)); w != nil {
		return w, nil
	}
	lp := newProgramme(steps, bounded)
	lp.minimise()
	if times, ok := lp.circle(); ok {
		return nil, integers(times)
	}
	w = integers(lp.duals()[:len(bounded)])
	return w.positive(steps, bounded), nil
}

// plainDirection returns the weights 1, if they do.
func plainDirection(steps [][]int64, dimension int) direction {
	for _, s := range steps {
		sum := new(big.Int)
		for _, d := range s {
			sum.Add(sum, big.NewInt(d))
		}
		if sum.Sign() >= 0 {
			return nil
		}
	}
	w := make(direction, dimension)
	for i := range w {
		w[i] = big.NewInt(1)
	}
	return w
}

// positive returns weights that are also not 0 in any direction that is not
// bounded, so that they bound the cells that can be reached: k w + 1 there, where
// k is more than any step can gain by the 1.
func (w direction) positive(steps [][]int64, bounded []bool) direction {
	positive := true
	for i, v := range w {
		positive = positive && (bounded[i] || v.Sign() > 0)
	}
	if positive {
		return w
	}
	k := big.NewInt(1)
	for _, s := range steps {
		gain := big.NewInt(1)
		for i, d := range s {
			if !bounded[i] {
				gain.Add(gain, big.NewInt(d))
			}
		}
		if gain.Cmp(k) > 0 {
			k = gain
		}
	}
	scaled := make(direction, len(w))
	for i, v := range w {
		scaled[i] = new(big.Int).Mul(k, v)
		if !bounded[i] {
			scaled[i].Add(scaled[i], big.NewInt(1))
		}
	}
	return scaled
}

// integers returns the least integers in the proportions of q.
func integers(q []*big.Rat) []*big.Int {
	denominator, divisor := big.NewInt(1), new(big.Int)
	for _, v := range q {
		gcd := new(big.Int).GCD(nil, nil, denominator, v.Denom())
		denominator.Mul(denominator, new(big.Int).Div(v.Denom(), gcd))
	}
	result := make([]*big.Int, len(q))
	for i, v := range q {
		result[i] = new(big.Int).Mul(v.Num(), new(big.Int).Div(denominator, v.Denom()))
		divisor.GCD(nil, nil, divisor, new(big.Int).Abs(result[i]))
	}
	if divisor.Sign() > 0 {
		for _, v := range result {
			v.Div(v, divisor)
		}
	}
	return result
}

// A programme is the linear programme with its present basis. Its variables are
// numbered: a λ for each step, then a μ for each direction, then the artificial
// ones, one a constraint.
type programme struct {
	steps   [][]int64
	bounded []bool
	inverse [][]*big.Rat // of the basis
	levels  []*big.Rat   // values of the variables of the basis
	basis   []int
}

func newProgramme(steps [][]int64, bounded []bool) *programme {
	lp := &programme{steps: steps, bounded: bounded}
	rows := len(bounded) + 1
	for i := range rows {
		row := make([]*big.Rat, rows)
		for k := range row {
			row[k] = new(big.Rat)
		}
		row[i].SetInt64(1)
		lp.inverse = append(lp.inverse, row)
		lp.levels = append(lp.levels, new(big.Rat))
		lp.basis = append(lp.basis, lp.artificial()+i)
	}
	lp.levels[rows-1].SetInt64(1)
	return lp
}

// artificial returns the number of the first artificial variable.
func (lp *programme) artificial() int { return len(lp.steps) + len(lp.bounded) }

// duals returns the dual variables.
func (lp *programme) duals() []*big.Rat {
	y := make([]*big.Rat, len(lp.basis))
	for k := range y {
		y[k] = new(big.Rat)
		for i, variable := range lp.basis {
			if variable >= lp.artificial() {
				y[k].Add(y[k], lp.inverse[i][k])
			}
		}
	}
	return y
}

// minimise moves from basis to basis until no variable is worth entering.
func (lp *programme) minimise() {
	patience := 20 * len(lp.basis)
	for {
		patience--
		enter := lp.entering(integers(lp.duals()), patience < 0)
		if enter < 0 {
			return
		}
		column := make([]*big.Rat, len(lp.basis))
		for i, row := range lp.inverse {
			column[i] = lp.times(row, enter)
		}
		leave := -1
		var least *big.Rat
		for i, v := range column {
			if v.Sign() <= 0 {
				continue
			}
			ratio := new(big.Rat).Quo(lp.levels[i], v)
			if leave >= 0 {
				if c := ratio.Cmp(least); c > 0 || c == 0 && lp.basis[i] > lp.basis[leave] {
					continue
				}
			}
			leave, least = i, ratio
		}
		// The sum is never negative, so some row stops the descent.
		lp.pivot(leave, enter, column)
	}
}

// entering returns a variable whose reduced cost, for dual variables in the
// proportions of y, is negative, or -1: the one with the least, or the first.
func (lp *programme) entering(y []*big.Int, first bool) int {
	enter, best := -1, new(big.Int)
	d := len(lp.bounded)
	var worth, product, factor big.Int
	for j, s := range lp.steps {
		worth.Set(y[d])
		for i, by := range s {
			worth.Add(&worth, product.Mul(y[i], factor.SetInt64(by)))
		}
		if worth.Cmp(best) > 0 {
			if enter = j; first {
				return enter
			}
			best.Set(&worth)
		}
	}
	for i, bounded := range lp.bounded {
		if worth.Neg(y[i]); !bounded && worth.Cmp(best) > 0 {
			if enter = len(lp.steps) + i; first {
				return enter
			}
			best.Set(&worth)
		}
	}
	return enter
}

// times returns the product of a row and the column of a variable that is not
// artificial.
func (lp *programme) times(row []*big.Rat, variable int) *big.Rat {
	if variable >= len(lp.steps) {
		return new(big.Rat).Neg(row[variable-len(lp.steps)])
	}
	sum := new(big.Rat).Set(row[len(lp.bounded)])
	for i, by := range lp.steps[variable] {
		if by != 0 && row[i].Sign() != 0 {
			sum.Add(sum, new(big.Rat).Mul(row[i], new(big.Rat).SetInt64(by)))
		}
	}
	return sum
}

// pivot makes a variable enter the basis in the place of that of a row.
func (lp *programme) pivot(leave, enter int, column []*big.Rat) {
	scale := new(big.Rat).Inv(column[leave])
	for _, v := range lp.inverse[leave] {
		v.Mul(v, scale)
	}
	lp.levels[leave].Mul(lp.levels[leave], scale)
	subtract := func(from, what, factor *big.Rat) {
		if what.Sign() != 0 {
			from.Sub(from, new(big.Rat).Mul(what, factor))
		}
	}
	for i, factor := range column {
		if i == leave || factor.Sign() == 0 {
			continue
		}
		for k, v := range lp.inverse[i] {
			subtract(v, lp.inverse[leave][k], factor)
		}
		subtract(lp.levels[i], lp.levels[leave], factor)
	}
	lp.basis[leave] = enter
}

// circle returns the λ if the sum of the artificial variables is 0.
func (lp *programme) circle() (times []*big.Rat, ok bool) {
	times = make([]*big.Rat, len(lp.steps))
	for j := range times {
		times[j] = new(big.Rat)
	}
	for i, variable := range lp.basis {
		switch {
		case variable < len(lp.steps):
			times[variable] = lp.levels[i]
		case variable >= lp.artificial() && lp.levels[i].Sign() != 0:
			return nil, false
		}
	}
	return times, true
}

// describeCircle writes "the moves 2*(1,-2) + (-2,4) = (0,0) can circle", or if the
// sum is not 0, that the moves lead further out each time. It adds where they can.
func describeCircle(steps [][]int64, times []*big.Int, where string) string {
	var b strings.Builder
	sum := make([]*big.Int, len(steps[0]))
	for i := range sum {
		sum[i] = new(big.Int)
	}
	kinds := 0 // of moves
	for j, s := range steps {
		if times[j].Sign() == 0 {
			continue
		}
		kinds++
		if b.Len() > 0 {
			b.WriteString(" + ")
		}
		if times[j].Cmp(big.NewInt(1)) != 0 {
			b.WriteString(times[j].String() + "*")
		}
		b.WriteString(VectorText(s))
		for i, d := range s {
			sum[i].Add(sum[i], new(big.Int).Mul(times[j], big.NewInt(d)))
		}
	}
	numbers := make([]string, len(sum))
	returns := true
	for i, v := range sum {
		numbers[i] = v.String()
		returns = returns && v.Sign() == 0
	}
	moves, total := b.String(), "("+strings.Join(numbers, ",")+")"
	switch {
	case returns:
		return "the moves " + moves + " = " + total + " can circle" + where
	case kinds == 1:
		return "the move " + moves + " can be repeated for ever" + where + ", each time " + total + " further out"
	}
	return "the moves " + moves + " can be repeated for ever" + where + ", each time " + total + " further out"
}

// VectorText writes (1,-2).
func VectorText[T int64 | uint64](v []T) string {
	return string(grundy.AppendNumbers(nil, '(', v, ')'))
}

// NumbersText writes 1,-2.
func NumbersText[T int64 | uint64](v []T) string {
	text := VectorText(v)
	return text[1 : len(text)-1]
}
