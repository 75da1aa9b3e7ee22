package contest

// Answers see the values of an input as lists that are not made of values of the language until
// the file walks them, and integers of any length.

import (
	"math/big"
	"strconv"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// An integer is one that 64 bits with a sign do not hold.
type integer struct{ n *big.Int }

// mostBits bounds integers, far beyond what counts need.
const mostBits = 1 << 20

// integerValue returns an integer as a value: of the language, where it fits.
func integerValue(n *big.Int) lang.Value {
	if n.IsInt64() {
		return lang.Int(n.Int64())
	}
	return lang.HostedValue(&integer{n})
}

// uintValue returns a number without a sign.
func uintValue(n uint64) lang.Value {
	if n <= 1<<63-1 {
		return lang.Int(int64(n))
	}
	return lang.HostedValue(&integer{new(big.Int).SetUint64(n)})
}

// bigOf returns the integer that a value is.
func bigOf(v lang.Value) (*big.Int, bool) {
	if v.Kind == lang.IntKind {
		return big.NewInt(v.N), true
	}
	i, ok := v.Hosted().(*integer)
	if !ok {
		return nil, false
	}
	return i.n, true
}

// numberIn returns the number from 0 to 2^64-1 that a value is.
func numberIn(v lang.Value) (uint64, bool) {
	if v.Kind == lang.IntKind {
		return uint64(v.N), v.N >= 0
	}
	if i, ok := v.Hosted().(*integer); ok && i.n.IsUint64() {
		return i.n.Uint64(), true
	}
	return 0, false
}

// TypeName implements [lang.Hosted].
func (*integer) TypeName() string { return "int" }

// AppendText implements [lang.Hosted].
func (i *integer) AppendText(dst []byte) []byte { return i.n.Append(dst, 10) }

// Compare implements [lang.Comparable].
func (i *integer) Compare(_ *lang.Evaluator, other lang.Value) (int, bool) {
	n, ok := bigOf(other)
	if !ok {
		return 0, false
	}
	return i.n.Cmp(n), true
}

// Operate implements [lang.Operator]: integers of any length are exact.
func (i *integer) Operate(ev *lang.Evaluator, op string, other lang.Value, swapped bool) (lang.Value, bool) {
	n, ok := bigOf(other)
	switch {
	case !ok:
		return lang.Value{}, false
	case swapped:
		return bigOperation(ev, op, n, i.n)
	}
	return bigOperation(ev, op, i.n, n)
}

// bigOperations are those whose result is always an integer.
var bigOperations = map[string]func(z, x, y *big.Int) *big.Int{
	"+": (*big.Int).Add, "-": (*big.Int).Sub, "*": (*big.Int).Mul,
	"&": (*big.Int).And, "|": (*big.Int).Or, "^": (*big.Int).Xor,
}

// bigOperation returns x op y.
func bigOperation(ev *lang.Evaluator, op string, x, y *big.Int) (lang.Value, bool) {
	words := int64(x.BitLen()+y.BitLen())/64 + 2
	if op == "*" || op == "//" || op == "%" {
		words = int64(x.BitLen()/64+1) * int64(y.BitLen()/64+1)
	}
	if !ev.Spend(words) || !ev.Hold(int64(x.BitLen()+y.BitLen())/8+64) {
		return lang.Value{}, false
	}
	z := new(big.Int)
	switch do := bigOperations[op]; op {
	case "//", "%":
		if y.Sign() == 0 {
			return ev.FailHere("division by zero"), true
		}
		rest := new(big.Int)
		z.QuoRem(x, y, rest)
		if rest.Sign() != 0 && rest.Sign() != y.Sign() { // rounds down, as for other integers
			z.Sub(z, big.NewInt(1))
			rest.Add(rest, y)
		}
		if op == "%" {
			z = rest
		}
	case "<<", ">>":
		if !y.IsInt64() || y.Int64() < 0 || y.Int64() > mostBits {
			return ev.FailHere("want a shift by 0 … %d", mostBits), true
		}
		if !ev.Hold(y.Int64() / 8) {
			return lang.Value{}, false
		}
		if z.Lsh(x, uint(y.Int64())); op == ">>" {
			z.Rsh(x, uint(y.Int64()))
		}
	default:
		if do == nil {
			return lang.Value{}, false
		}
		do(z, x, y)
	}
	if z.BitLen() > mostBits {
		return ev.FailHere("an integer of more than %d bits", mostBits), true
	}
	return integerValue(z), true
}

// wide is x op y for integers whose result is longer than 64 bits.
func wide(ev *lang.Evaluator, op string, x, y int64) lang.Value {
	v, _ := bigOperation(ev, op, big.NewInt(x), big.NewInt(y))
	return v
}

// A listValue is what all lists of the input are.
type listValue struct{}

// TypeName implements [lang.Hosted].
func (listValue) TypeName() string { return "list" }

// AppendText implements [lang.Hosted].
func (listValue) AppendText(dst []byte) []byte { return dst }

// A numberList is a list of numbers of the input.
type numberList struct {
	listValue
	numbers []uint64
	signed  bool
}

// Len implements [lang.Listed].
func (l *numberList) Len() int { return len(l.numbers) }

// At implements [lang.Listed].
func (l *numberList) At(i int) lang.Value {
	if l.signed {
		return lang.Int(int64(l.numbers[i]))
	}
	return uintValue(l.numbers[i])
}

// A rowList is records, edges, or lists of numbers, of the input.
type rowList struct {
	listValue
	of     *input.Value
	tuples bool
	signed bool
	length int
}

// Len implements [lang.Listed].
func (l *rowList) Len() int { return l.length }

func (l *rowList) row(i int) []uint64 { return l.of.Row(i) }

// At implements [lang.Listed].
func (l *rowList) At(i int) lang.Value {
	row := &numberList{numbers: l.row(i), signed: l.signed}
	if !l.tuples {
		return lang.HostedValue(row)
	}
	items := make([]lang.Value, len(row.numbers))
	for j := range items {
		items[j] = row.At(j)
	}
	return lang.Tuple(items)
}

// A wordList is texts of the input.
type wordList struct {
	listValue
	of *input.Value
}

// Len implements [lang.Listed].
func (l *wordList) Len() int { return len(l.of.Ends) }

// At implements [lang.Listed].
func (l *wordList) At(i int) lang.Value { return lang.Text(string(l.of.Word(i))) }

// valueOf returns the value of a field.
func valueOf(f *input.Field, v *input.Value, signed bool) lang.Value {
	switch f.Kind {
	case input.KindNumber:
		if signed {
			return lang.Int(int64(v.Number))
		}
		return uintValue(v.Number)
	case input.KindNumbers:
		return lang.HostedValue(&numberList{numbers: v.List, signed: signed})
	case input.KindText:
		return lang.Text(string(v.Text))
	case input.KindTexts:
		return lang.HostedValue(&wordList{of: v})
	}
	if f.Kind == input.KindTree && f.Parents {
		return lang.HostedValue(&numberList{numbers: v.List})
	}
	return lang.HostedValue(&rowList{of: v, tuples: f.Kind != input.KindLists, signed: signed, length: v.Len()})
}

// numbersOf returns the numbers of a value: of one number, or a list. It fails at others.
func numbersOf(ev *lang.Evaluator, v lang.Value) ([]uint64, bool) {
	if l, ok := v.Hosted().(*numberList); ok {
		return l.numbers, true
	}
	if v.Kind == lang.IntKind && v.N < 0 {
		ev.FailHere("want numbers from 0, not %d", v.N)
		return nil, false
	}
	numbers, ok := flat(ev, []lang.Value{v})
	if !ok && ev.Err == nil {
		ev.FailHere("want numbers, not %s", ev.Show(v))
	}
	return numbers, ok
}

// wants reports whether a call has least … most positional arguments, and no others.
func wants(ev *lang.Evaluator, c *lang.Call, least, most int) bool {
	switch {
	case len(c.Names) > 0:
		ev.Fail(c.Keyword(c.Names[0]), "there is no parameter %q here", c.Names[0])
	case len(c.Args) < least || len(c.Args) > most:
		ev.FailHere("want %s, not %d", argumentCount(least, most), len(c.Args))
	}
	return ev.Err == nil
}

func argumentCount(least, most int) string {
	text := strconv.Itoa(least)
	if most > least {
		text += " … " + strconv.Itoa(most)
	}
	if text == "1" {
		return "1 argument"
	}
	return text + " arguments"
}
