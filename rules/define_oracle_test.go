package rules

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A movesOracle compares formulas with the moves of a file, number by number.
type movesOracle struct {
	*Definition
	t      testing.TB
	system *automata.System
	most   int64 // bound numbers are tried from 0 to most
}

func newOracle(t testing.TB, d *Definition, most int64) *movesOracle {
	base := 2
	if d.Base > 0 {
		base = d.Base
	}
	return &movesOracle{d, t, automata.Base(base), most}
}

func (o *movesOracle) holds(f automata.Formula, at map[string]*big.Int) bool {
	return o.system.Holds(f, at, o.most)
}

func (o *movesOracle) point(at []int64) map[string]*big.Int {
	point := map[string]*big.Int{}
	for i, name := range o.Moves.Coordinates {
		point[name] = big.NewInt(at[i])
	}
	return point
}

// isPosition says by the formulas whether there is a position with these coordinates.
func (o *movesOracle) isPosition(at []int64) bool {
	return !slices.ContainsFunc(o.Shape, func(b definable.Bound) bool { return !o.holds(b.Formula, o.point(at)) })
}

// options lists the options by the formulas, ascending and each once. The error is of an
// option outside the shape.
func (o *movesOracle) options(at []int64) (all []Position, err error) {
	for _, k := range o.Kinds {
		for point := range o.system.Solutions(k.Guard, k.Bound, o.point(at), o.most) {
			var parts []string
			for _, terms := range k.Parts {
				to := make([]int64, len(terms))
				for i, t := range terms {
					to[i] = t.Value(point).Int64()
				}
				p, wrong := o.Position(to)
				if wrong != nil {
					err = fmt.Errorf("%s: %w", k.Where, wrong)
					break
				}
				parts = append(parts, string(p))
			}
			if err == nil {
				all = append(all, sumOf(parts))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), err
}

// ending returns how the play has ended by the formulas.
func (o *movesOracle) ending(at []int64) grundy.Ending {
	for ending, all := range map[grundy.Ending][]automata.Formula{grundy.Won: o.Won, grundy.Lost: o.Lost, grundy.Drawn: o.Drawn} {
		if slices.ContainsFunc(all, func(f automata.Formula) bool { return o.holds(f, o.point(at)) }) {
			return ending
		}
	}
	return grundy.NoEnding
}

// agrees compares formulas and rules at a position. It reports whether there is one. Where
// they differ, it tries larger bound numbers.
func (o *movesOracle) agrees(at []int64) (is bool) {
	is, wrong := o.differ(at)
	if wrong != "" {
		far := *o
		far.most *= 6
		if is, wrong = far.differ(at); wrong != "" {
			o.t.Errorf("%s%v: %s", o.file, at, wrong)
		}
	}
	return is
}

// differ says how formulas and rules differ at a position, and whether there is one.
func (o *movesOracle) differ(at []int64) (is bool, wrong string) {
	f := o.file
	r := f.during(o.t.Context())
	state, err := o.stateOf(at)
	if err != nil {
		return false, ""
	}
	illegal := r.checkLegal(state)
	result := lang.Collector{Wants: "move"}
	fails := r.movesOf(state, &result)
	if errors.Is(illegal, grundy.ErrBudget) || errors.Is(fails, grundy.ErrBudget) {
		return false, ""
	}
	switch is = o.isPosition(at); {
	case illegal != nil && is:
		return false, fmt.Sprintf("a position by the formulas, not by the rules: %v", illegal)
	case illegal == nil && fails == nil && !is:
		return false, "no position by the formulas, but the rules know its moves"
	case illegal != nil || !is:
		return false, ""
	}
	got, outside := o.options(at)
	if fails != nil || outside != nil {
		if fails == nil || outside == nil {
			return false, fmt.Sprintf("the rules fail: %v; the formulas leave the shape: %v", fails, outside)
		}
		return false, ""
	}
	if got := o.ending(at); got != result.Ending {
		return true, fmt.Sprintf("the play is over by the formulas: %v, by the rules: %v", got, result.Ending)
	}
	var want []Position
	from := 0
	for _, end := range result.Ends {
		var parts []string
		for part := range slices.Chunk(result.States[from:end], f.code.Shape.Size) {
			parts = append(parts, f.pack(part))
		}
		want = append(want, sumOf(parts))
		from = end
	}
	slices.Sort(want)
	want = slices.Compact(want)
	if !slices.Equal(got, want) {
		show := func(all []Position) (text []string) {
			for _, p := range all {
				text = append(text, string(f.AppendPosition(nil, p)))
			}
			return text
		}
		return true, fmt.Sprintf("options by the formulas %v, by the rules %v", show(got), show(want))
	}
	p := Position(f.pack(state))
	back, ok := o.Coordinates(p)
	if again, _ := o.Position(back); !ok || again != p {
		return true, fmt.Sprintf("back are %v", back)
	}
	return true, ""
}

// agreesAtSmall compares at random positions whose numbers are at most that much above the
// least that there are, and returns how many there were. It takes at most that number of tries, and
// ends when it has seen half as many positions.
func (o *movesOracle) agreesAtSmall(rng *rand.Rand, tries int, most int64) (positions int) {
	o.t.Helper()
	at := make([]int64, len(o.Moves.Coordinates))
	for range tries {
		for _, c := range o.cells {
			switch {
			case c.index < 0:
			case c.isLetter:
				at[c.index] = int64(strings.IndexByte(o.letters, c.field.Letters[rng.IntN(len(c.field.Letters))]))
			default:
				at[c.index] = c.field.Lo - c.less + rng.Int64N(min(most, c.field.Hi-c.field.Lo)+1)
			}
		}
		if o.agrees(at) {
			positions++
		}
		if o.t.Failed() {
			for _, k := range o.Kinds {
				o.t.Log(k.Where, k.Bound, k.Guard, k.Parts)
			}
			break
		}
		if 2*positions > tries {
			break
		}
	}
	return positions
}

// AgreesWithMoves translates a file and compares the formulas with its moves at random small
// positions.
func AgreesWithMoves(t testing.TB, f *File, frame Frame, rng *rand.Rand, tries int) {
	t.Helper()
	d, err := f.Define(t.Context(), frame)
	if err != nil {
		t.Error(err)
		return
	}
	if newOracle(t, d, 11).agreesAtSmall(rng, tries, 5) == 0 {
		t.Errorf("%s: no position was compared", f)
	}
}
