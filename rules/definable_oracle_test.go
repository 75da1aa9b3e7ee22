package rules

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grundy"
	"grundy/theory/automata"
	"grundy/theory/definable"
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
	return !slices.ContainsFunc(o.Moves.Shape, func(b definable.Bound) bool { return !o.holds(b.Formula, o.point(at)) })
}

// options lists the options by the formulas, ascending and each once. The error is of an
// option outside the shape.
func (o *movesOracle) options(at []int64) (all []Position, err error) {
	for _, k := range o.Moves.Kinds {
		point := o.point(at)
		var each func(bound []string)
		each = func(bound []string) {
			if len(bound) > 0 {
				for n := range o.most + 1 {
					point[bound[0]] = big.NewInt(n)
					each(bound[1:])
				}
				return
			}
			if !o.holds(k.Guard, point) {
				return
			}
			var parts []string
			for _, terms := range k.Parts {
				to := make([]int64, len(terms))
				for i, t := range terms {
					to[i] = t.Value(point).Int64()
				}
				p, wrong := o.Position(to)
				if wrong != nil {
					err = fmt.Errorf("%s: %w", k.Where, wrong)
					return
				}
				parts = append(parts, string(p))
			}
			all = append(all, sumOf(parts))
		}
		each(k.Bound)
	}
	slices.Sort(all)
	return slices.Compact(all), err
}

// ending returns how the play has ended by the formulas.
func (o *movesOracle) ending(at []int64) grundy.Ending {
	for ending, all := range map[grundy.Ending][]automata.Formula{grundy.Won: o.Moves.Won, grundy.Lost: o.Moves.Lost, grundy.Drawn: o.Moves.Drawn} {
		if slices.ContainsFunc(all, func(f automata.Formula) bool { return o.holds(f, o.point(at)) }) {
			return ending
		}
	}
	return grundy.NoEnding
}

// agrees compares formulas and rules at a position. It reports whether there is one.
func (o *movesOracle) agrees(at []int64) bool {
	t, f := o.t, o.file
	r := f.during(t.Context())
	state, err := o.stateOf(at)
	legal := err == nil && r.checkLegal(state) == nil
	if is := o.isPosition(at); is != legal {
		if is || f.Ends {
			t.Errorf("%s%v: a position by the formulas: %v, by the rules: %v", f, at, is, legal)
			return false
		}
		if _, err := r.optionsOf(Position(f.pack(state))); err == nil {
			t.Errorf("%s%v: no position by the formulas, but the rules know its moves", f, at)
		}
		return false
	}
	if !legal {
		return false
	}
	p := Position(f.pack(state))
	if f.Ends {
		want, err := r.endingOf(p)
		if err != nil {
			return false
		}
		if got := o.ending(at); got != want {
			t.Errorf("%s%v: the play is over by the formulas: %v, by the rules: %v", f, at, got, want)
		}
		if want != grundy.NoEnding {
			return true
		}
	}
	want, err := r.optionsOf(p)
	got, outside := o.options(at)
	if err != nil || outside != nil {
		if (err != nil) != (outside != nil) {
			t.Errorf("%s%v: the rules fail: %v; the formulas leave the shape: %v", f, at, err, outside)
		}
		return false
	}
	want = slices.Clone(want)
	slices.Sort(want)
	want = slices.Compact(want)
	if !slices.Equal(got, want) {
		show := func(all []Position) (text []string) {
			for _, p := range all {
				text = append(text, string(f.AppendPosition(nil, p)))
			}
			return text
		}
		t.Errorf("%s%v: options by the formulas %v, by the rules %v", f, at, show(got), show(want))
	}
	back, ok := o.Coordinates(p)
	if again, _ := o.Position(back); !ok || again != p {
		t.Errorf("%s%v: back are %v", f, at, back)
	}
	return true
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
			for _, k := range o.Moves.Kinds {
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
