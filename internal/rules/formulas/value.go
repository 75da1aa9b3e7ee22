package formulas

// The values that a translation computes with: as in the rules, but integers are linear
// terms, and bools are conditions.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/theory/automata"
)

// A value is one of the types below.
type value interface{ key() string }

type (
	number  struct{ t automata.Term }
	verdict struct{ c cond }
	letter  struct{ t automata.Term } // a place in Game.Letters, or behind them, by its byte
	cells   struct {                  // a row, or a grid line by line
		all           []value
		isGrid        bool
		height, width int
	}
	fraction struct { // t // m, for m > 0; t itself for m = 1
		t automata.Term
		m int64
	}
	extreme struct { // the greatest or the least
		greatest bool
		of       []fraction
	}
	remainder struct { // of a division by m
		t automata.Term
		m int64
	}
	unseen struct { // of a variable that no term gives
		why string
		err error // where the reason stands elsewhere
	}
)

func (v number) key() string    { return v.t.String() }
func (v verdict) key() string   { return "?" + fmt.Sprint(v.c.Key()) }
func (v letter) key() string    { return "'" + v.t.String() }
func (v fraction) key() string  { return fmt.Sprint(v.t.String(), " // ", v.m) }
func (v remainder) key() string { return fmt.Sprint(v.t.String(), " mod ", v.m) }
func (v unseen) key() string    { return "!" + v.why }

func (v cells) key() string {
	var b strings.Builder
	fmt.Fprint(&b, v.isGrid, v.height, v.width, " ")
	for _, v := range v.all {
		b.WriteString(v.key() + ",")
	}
	return b.String()
}

func (v extreme) key() string {
	var b strings.Builder
	fmt.Fprint(&b, "extreme ", v.greatest)
	for _, f := range v.of {
		b.WriteString(" " + f.key())
	}
	return b.String()
}

// sizeOf returns how much there is to look at in a value.
func sizeOf(v value) int {
	if v, ok := v.(cells); ok {
		return 1 + len(v.all)
	}
	return 1
}

// mostCells bounds the cells of a value.
const mostCells = 20_000

func (x *translation) made(v cells) cells {
	if len(v.all) > mostCells {
		x.refuse("makes a value of more than %d parts", mostCells)
	}
	x.spend(1 + len(v.all)/8)
	return v
}

func (x *translation) row(all []value) cells { return x.made(cells{all: all}) }

// grid returns a grid of cells, line by line. All grids without cells are the same.
func (x *translation) grid(height, width int, all []value) cells {
	if len(all) == 0 {
		height, width = 0, 0
	}
	return x.made(cells{all, true, height, width})
}

// setting returns the cells with another one at a place.
func (x *translation) setting(v cells, at int, to value) cells {
	v.all = slices.Clone(v.all)
	v.all[at] = to
	return x.made(v)
}

func integer(n int64) value { return number{automata.C(n)} }

func boolean(b bool) value { return verdict{truthOf(b)} }

// letterOf returns a letter by its byte.
func (x *translation) letterOf(b int64) value {
	at := strings.IndexByte(x.game.Letters, byte(b))
	if at < 0 {
		at = len(x.game.Letters) + int(b)
	}
	return letter{automata.C(int64(at))}
}

// byteOf returns the byte of a letter by its number.
func (x *translation) byteOf(n int64) byte {
	if n < int64(len(x.game.Letters)) {
		return x.game.Letters[n]
	}
	return byte(n - int64(len(x.game.Letters)))
}

// constantOf returns a constant of the rules.
func (x *translation) constantOf(k core.Kind, n int64) value {
	switch k {
	case core.BoolType:
		return boolean(n != 0)
	case core.LetterType:
		return x.letterOf(n)
	}
	return integer(n)
}

// constant returns the integer that a value always is.
func constant(v value) (n int64, ok bool) {
	if v, is := v.(number); is && len(v.t.Names()) == 0 && v.t.Constant().IsInt64() {
		return v.t.Constant().Int64(), true
	}
	return 0, false
}

// uses reports whether the value speaks of one of the variables.
func uses(v value, names []string) bool {
	among := func(t automata.Term) bool {
		return slices.ContainsFunc(t.Names(), func(n string) bool { return slices.Contains(names, n) })
	}
	switch v := v.(type) {
	case number:
		return among(v.t)
	case letter:
		return among(v.t)
	case remainder:
		return among(v.t)
	case fraction:
		return among(v.t)
	case extreme:
		return slices.ContainsFunc(v.of, func(f fraction) bool { return among(f.t) })
	case verdict:
		return slices.ContainsFunc(v.c.Free(), func(n string) bool { return slices.Contains(names, n) })
	case cells:
		return slices.ContainsFunc(v.all, func(v value) bool { return uses(v, names) })
	}
	return false
}
