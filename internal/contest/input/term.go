package input

// Bounds may be made of others: min(n, 2*10^5), n*(n-1)//2.

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unique"
)

// An Op is what a [Term] does with two bounds.
type Op uint8

// The operations of bounds. A quotient is rounded down.
const (
	Sum Op = iota
	Difference
	Product
	Quotient
	Shift // X*2^Y
	Least
	Greatest
)

// opNames are the operations as a problem file has them, and as validators do.
var opNames = [...]string{Sum: "+", Difference: "-", Product: "*", Quotient: "//", Shift: "<<", Least: "min", Greatest: "max"}

// String returns the operation as a problem file has it.
func (op Op) String() string { return opNames[op] }

// OpOf returns the operation with that name.
func OpOf(name string) (op Op, ok bool) {
	at := slices.Index(opNames[:], name)
	return Op(max(at, 0)), at >= 0
}

// A Term is a bound that is made of two others.
type Term struct {
	Op   Op
	X, Y Bound
}

// Made returns the bound that is made of two others. It is not ok where that would be a number
// beyond 64 bits, or a quotient by a number below 1.
func Made(op Op, x, y Bound) (b Bound, ok bool) {
	switch {
	case x.IsNumber() && y.IsNumber():
		n, ok := op.Of(x.Plus, y.Plus)
		return Bound{Plus: n}, ok
	case op == Sum && x.IsNumber():
		x, y = y, x
		fallthrough
	case (op == Sum || op == Difference) && y.IsNumber():
		if op == Difference {
			y.Plus = y.Plus.Neg()
		}
		x.Plus, ok = Sum.Of(x.Plus, y.Plus)
		return x, ok
	}
	return Bound{term: unique.Make(Term{op, x, y})}, true
}

// IsNumber reports whether the bound is a number.
func (b Bound) IsNumber() bool { return b.Field == "" && b.term == unique.Handle[Term]{} }

// Term returns what the bound is made of, to which Plus is added.
func (b Bound) Term() (t Term, ok bool) {
	if b.term == (unique.Handle[Term]{}) {
		return t, false
	}
	return b.term.Value(), true
}

// Fields calls visit for the fields that a bound is made of.
func (b Bound) Fields(visit func(field string)) {
	if t, ok := b.Term(); ok {
		t.X.Fields(visit)
		t.Y.Fields(visit)
	} else if b.Field != "" {
		visit(b.Field)
	}
}

// String returns the bound as a problem file has it: "100", "n-1" or "min(n, 2*10^5)".
func (b Bound) String() string {
	if b.IsNumber() {
		return b.Plus.String()
	}
	return b.text(0)
}

// text returns a bound, in brackets where it binds less tightly than the place wants.
func (b Bound) text(want int) string {
	text, level := b.Field, tight
	switch t, made := b.Term(); {
	case made:
		text, level = t.text()
	case text == "":
		if text = short(b.Plus); strings.ContainsAny(text, "-*") { // 2^64-1
			level = 2
		}
		return bracketed(text, level, want)
	}
	if b.Plus != (Int{}) {
		text, level = bracketed(text, level, 2), 2
		if !b.Plus.Negative {
			text += "+"
		}
		text += b.Plus.String()
	}
	return bracketed(text, level, want)
}

// tight is how tightly a name binds.
const tight = 4

func bracketed(text string, level, want int) string {
	if level < want {
		return "(" + text + ")"
	}
	return text
}

// text returns a term, and how tightly it binds.
func (t Term) text() (text string, level int) {
	if t.Op == Least || t.Op == Greatest {
		return t.Op.String() + "(" + t.X.text(0) + ", " + t.Y.text(0) + ")", tight
	}
	level = [...]int{Sum: 2, Difference: 2, Product: 3, Quotient: 3, Shift: 1}[t.Op]
	return t.X.text(level) + t.Op.String() + t.Y.text(level+1), level
}

// Of does it with two numbers. It is not ok where the result is beyond the numbers that there
// are, and then the nearest of these is returned.
func (op Op) Of(x, y Int) (n Int, ok bool) {
	switch op {
	case Sum, Difference:
		if op == Difference {
			y = y.Neg()
		}
		n = x.Add(y)
		return n, x.Negative != y.Negative || x.Size <= math.MaxUint64-y.Size
	case Product:
		high, low := bits.Mul64(x.Size, y.Size)
		if high != 0 {
			low = math.MaxUint64
		}
		return Int{x.Negative != y.Negative && low > 0, low}, high == 0
	case Quotient:
		if y.Negative || y.Size == 0 {
			return x, false
		}
		n = Int{x.Negative, x.Size / y.Size}
		if x.Negative && x.Size%y.Size > 0 {
			n.Size++
		}
		return n, true
	case Shift:
		if y.Negative {
			return x, false
		}
		if x.Size > 0 && y.Size > uint64(bits.LeadingZeros64(x.Size)) {
			return Int{x.Negative, math.MaxUint64}, false
		}
		return Int{x.Negative, x.Size << min(y.Size, 63)}, true
	case Least:
		if y.Less(x) {
			x = y
		}
		return x, true
	default:
		if x.Less(y) {
			x = y
		}
		return x, true
	}
}

// A term is a Term whose names have been resolved.
type term struct {
	Op
	x, y bound
}

// resolve resolves a term as seen from the last level, with the ends of what it may be.
func (s *Shape) resolve(name string, b Bound, t Term) (made bound, err error) {
	of := &term{Op: t.Op}
	if of.x, err = s.bound(name, t.X); err == nil {
		of.y, err = s.bound(name, t.Y)
	}
	if err != nil {
		return bound{}, err
	}
	made = bound{named: true, term: of, plus: b.Plus}
	for i, x := range []Int{of.x.floor, of.x.ceiling} {
		for j, y := range []Int{of.y.floor, of.y.ceiling} {
			n, ok := t.Op.Of(x, y)
			if ok {
				n, ok = Sum.Of(n, b.Plus)
			}
			if !ok {
				want := "a bound that stays below 2^64"
				if t.Op == Quotient {
					want = "a divisor that is at least 1"
				}
				return bound{}, &Error{name, want + ", whatever the input is: not " + b.String()}
			}
			if i+j == 0 || n.Less(made.floor) {
				made.floor = n
			}
			if i+j == 0 || made.ceiling.Less(n) {
				made.ceiling = n
			}
		}
	}
	return made, nil
}

// eval returns the bound where leaf says what its fields are.
func (b *bound) eval(leaf func(field *bound) Int) Int {
	switch {
	case b.term != nil:
		n, _ := b.term.Of(b.term.x.eval(leaf), b.term.y.eval(leaf))
		return n.Add(b.plus)
	case b.named:
		return leaf(b).Add(b.plus)
	}
	return b.plus
}

// own returns the field that a bound is, without what is added.
func (b *bound) own(d *Data) Int {
	for range b.out {
		d = d.Outer
	}
	v := &d.Values[b.field]
	switch {
	case b.length:
		return UintOf(uint64(v.Len()))
	case b.signed:
		return IntOf(int64(v.Number))
	}
	return UintOf(v.Number)
}

// isField reports whether the bound is a field and a number more.
func (b *bound) isField() bool { return b.named && b.term == nil }
