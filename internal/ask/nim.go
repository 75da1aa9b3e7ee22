//go:build !playing

package ask

// [Nim] asks what an expression of nimbers is worth:
//
//	sum     = product { "+" product } .
//	product = power { ( "*" | "/" ) power } .
//	power   = primary [ "^" exponent ] .
//	primary = number | "w" | "ω" | "[" ordinal "]" | "sqrt" "(" sum ")" | log | "(" sum ")" .
//	log     = "log" "(" sum "," sum ")" .
//
// An exponent is an ordinary integer: a number, which may have a minus sign, or a
// logarithm, either also in brackets. A logarithm stands nowhere else within an
// expression. Between square brackets the operations are the ordinary ones of ordinals, as in
// Conway's book: [w^3] is an ordinal, and w^3, a product of three factors, is 2. Package theory/ordinal has
// the language of ordinals.

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/nimber"
	"github.com/grundy-games/grundy/theory/ordinal"
)

// A Nim asks for the value of an expression of nimbers.
type Nim struct {
	Expression string `json:"expression"` // such as 2*3 + sqrt(5)
}

// A Nimber is the answer to a [Nim].
type Nimber struct {
	Expression string        `json:"expression"`
	Value      ordinalNumber `json:"value" doc:"an integer, or the text of an ordinal such as w^2+1"`
	Logarithm  bool          `json:"-"` // whether the value is an ordinary integer, not a nimber
}

// Ask answers the question.
func (q Nim) Ask(ctx context.Context, m Means) (*Nimber, error) {
	ctx, clock := m.begin(ctx, message.Brief(q.Expression, briefText))
	account := meter.Open(ctx)
	defer account.Close()
	check := func() error { return context.Cause(ctx) }
	p := &nimParser{text: q.Expression, ctx: ctx, account: account, field: ordinal.Field{Check: check, Memory: m.budget().Memory}}
	value, err := p.whole()
	if err != nil {
		return nil, clock.end(err)
	}
	a := &Nimber{q.Expression, value.integer, value.integer != nil}
	if n, finite := value.Finite(); !a.Logarithm && finite {
		a.Value = n
	} else if !a.Logarithm {
		a.Value = value.String()
	}
	return a, clock.end(nil)
}

// An operand is a nimber, or an ordinary integer.
type operand struct {
	ordinal.Ordinal
	integer *big.Int // or nil
	at      int      // where it begins
}

type nimParser struct {
	text    string
	at      int // what is read next
	depth   int // of brackets
	ctx     context.Context
	account *meter.Account
	field   ordinal.Field
}

// mostBrackets is how deep brackets may be nested.
const mostBrackets = 1000

// wordBytes is about what an operation takes for each byte of its numbers, and what is
// kept of a number for each of its digits.
const wordBytes = 12

// operate replaces a value by that of an operation with other, within the budget.
func (p *nimParser) operate(v *operand, other uint64, operation func(a ordinal.Ordinal) (ordinal.Ordinal, error)) error {
	bytes := 3 * max(v.Bytes(), other)
	err := p.field.Check()
	if err == nil {
		err = p.account.Take(bytes)
	}
	if err != nil {
		return err
	}
	defer p.account.Give(bytes)
	v.Ordinal, err = operation(v.Ordinal)
	if errors.Is(err, grundy.ErrTooLarge) {
		err = fmt.Errorf("%s: %w", message.Brief(p.text[v.at:p.at], briefText), err)
	}
	if untabled, ok := errors.AsType[*ordinal.UntabledError](err); ok {
		err = p.fail(v.at, "%v", untabled)
	}
	return err
}

// fail refuses the text at an offset.
func (p *nimParser) fail(at int, format string, args ...any) error {
	line := 1 + strings.Count(p.text[:at], "\n")
	begin := strings.LastIndexByte(p.text[:at], '\n') + 1
	where := fmt.Sprintf("column %d", 1+at-begin)
	if line > 1 {
		where = fmt.Sprintf("line %d, %s", line, where)
	}
	text, _, _ := strings.Cut(p.text[begin:], "\n")
	return wrong("expression", nil, "expression %s, %s: %s", message.Quoted(message.Around(text, at-begin)), where, fmt.Sprintf(format, args...))
}

// unexpected refuses what comes next.
func (p *nimParser) unexpected(want string) error {
	if p.peek(); p.at == len(p.text) {
		return p.fail(len(p.text), "it ends here; want %s", want)
	}
	switch r, size := utf8.DecodeRuneInString(p.text[p.at:]); r {
	case '-':
		return p.fail(p.at, `unexpected "-": a nimber is its own negative, so its difference is the sum; want %s`, want)
	case '×', '·', '−', '⊕', '⊗':
		return p.fail(p.at, `unexpected %q; want + * / ^ in place of it`, p.text[p.at:p.at+size])
	default:
		return p.fail(p.at, "unexpected %q; want %s", p.text[p.at:p.at+size], want)
	}
}

// peek returns the next byte behind white space, or 0 at the end.
func (p *nimParser) peek() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *nimParser) take(b byte) bool {
	if p.peek() != b || b == 0 {
		return false
	}
	p.at++
	return true
}

func (p *nimParser) want(b byte, also string) error {
	if !p.take(b) {
		return p.unexpected(fmt.Sprintf("%q%s", string(b), also))
	}
	return nil
}

const (
	operators = ", or + * / ^"
	nimNumber = "a number, an ordinal such as [w^2+1], sqrt(x), log(x, base), or brackets"
)

func (p *nimParser) whole() (operand, error) {
	value, err := p.sum()
	if p.peek(); err == nil && p.at < len(p.text) {
		err = p.unexpected("+ * / ^ or the end")
	}
	return value, err
}

// both refuses logarithms as operands of an operator.
func (p *nimParser) both(operator string, values ...operand) error {
	for _, v := range values {
		if v.integer != nil {
			return p.fail(v.at, "a logarithm is an ordinary integer, no nimber: want it alone or as an exponent, not beside %s", operator)
		}
	}
	return nil
}

func (p *nimParser) sum() (operand, error) { return p.chain("+", p.product) }

func (p *nimParser) product() (operand, error) { return p.chain("*/", p.power) }

// chain reads operands with operators between them, and operates from the left.
func (p *nimParser) chain(operators string, next func() (operand, error)) (operand, error) {
	value, err := next()
	for err == nil {
		operator := p.peek()
		if operator == 0 || strings.IndexByte(operators, operator) < 0 {
			break
		}
		p.at++
		var other operand
		if other, err = next(); err == nil {
			err = p.both(fmt.Sprintf("%q", string(operator)), value, other)
		}
		if err == nil {
			err = p.operate(&value, other.Bytes(), func(a ordinal.Ordinal) (ordinal.Ordinal, error) {
				return p.operation(operator)(a, other.Ordinal)
			})
		}
		if errors.Is(err, nimber.ErrZero) {
			err = p.fail(other.at, "division by 0")
		}
	}
	return value, err
}

func (p *nimParser) operation(operator byte) func(a, b ordinal.Ordinal) (ordinal.Ordinal, error) {
	switch operator {
	case '*':
		return p.field.Mul
	case '/':
		return p.field.Divide
	}
	return func(a, b ordinal.Ordinal) (ordinal.Ordinal, error) { return a.NimSum(b), nil }
}

func (p *nimParser) power() (operand, error) {
	value, err := p.primary()
	if err != nil || !p.take('^') {
		return value, err
	}
	exponent, err := p.exponent()
	if err == nil && p.peek() == '^' {
		err = p.fail(p.at, `two powers in a row; want brackets, such as (2^3)^4`)
	}
	if err == nil {
		err = p.both(`the left of "^"`, value)
	}
	if err == nil {
		err = p.operate(&value, uint64(exponent.integer.BitLen()/8), func(a ordinal.Ordinal) (ordinal.Ordinal, error) {
			return p.field.Power(a, exponent.integer)
		})
	}
	if errors.Is(err, nimber.ErrZero) {
		err = p.fail(exponent.at, "0 to a negative power is a division by 0")
	}
	return value, err
}

// exponent reads an ordinary integer.
func (p *nimParser) exponent() (operand, error) {
	brackets := 0
	for p.take('(') {
		brackets++
	}
	var value operand
	var err error
	switch next := p.peek(); {
	case next == '-':
		at := p.at
		p.at++
		if value, err = p.digits(); err == nil {
			value.at = at
			value.integer.Neg(value.integer)
		}
	case isDigit(next):
		value, err = p.digits()
	case isLetter(next):
		if value, err = p.primary(); err == nil && value.integer == nil {
			err = p.fail(value.at, "an exponent is an ordinary integer; want a number or log(x, base); ordinals stand in square brackets, as in [w^w]")
		}
	default:
		err = p.unexpected("an ordinary integer as exponent, such as 3 or -1")
	}
	for ; err == nil && brackets > 0; brackets-- {
		if !p.take(')') {
			err = p.unexpected(`")", as an exponent is an ordinary integer or log(x, base)`)
		}
	}
	return value, err
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// digits reads a number, in decimal or with 0x.
func (p *nimParser) digits() (operand, error) {
	p.peek()
	from := p.at
	for p.at < len(p.text) && (isDigit(p.text[p.at]) || isLetter(p.text[p.at]) || p.text[p.at] == '_' || p.text[p.at] == '.') {
		p.at++
	}
	text := p.text[from:p.at]
	if text == "" {
		return operand{}, p.unexpected("digits")
	}
	if err := p.account.Take(wordBytes * uint64(len(text))); err != nil {
		return operand{}, err
	}
	base, digits := 10, text
	if hex, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		base, digits = 16, hex
	}
	value, ok := new(big.Int).SetString(digits, base)
	if !ok || strings.Contains(text, "_") {
		return operand{}, p.fail(from, "%s is not a number; want digits, such as 12 or 0xff", message.Quoted(text))
	}
	return operand{integer: value, at: from}, nil
}

// ordinal reads an ordinal between square brackets.
func (p *nimParser) ordinal() (operand, error) {
	from := p.at
	p.at++
	a, length, err := ordinal.Parse(p.text[p.at:])
	if wrong, ok := errors.AsType[*ordinal.SyntaxError](err); ok {
		return operand{}, p.fail(p.at+wrong.Offset, "%s", wrong.Msg)
	}
	if err := p.account.Take(a.Bytes()); err != nil {
		return operand{}, err
	}
	p.at += length
	return operand{Ordinal: a, at: from}, p.want(']', `, or "+" and another term`)
}

// omega returns the least transfinite ordinal.
func omega(at int) operand {
	return operand{Ordinal: ordinal.Power(ordinal.OfUint64(1), big.NewInt(1)), at: at}
}

func (p *nimParser) primary() (operand, error) {
	next := p.peek()
	from := p.at
	switch {
	case isDigit(next):
		n, err := p.digits()
		if err != nil {
			return n, err
		}
		return operand{Ordinal: ordinal.Of(n.integer), at: from}, nil
	case next == '[':
		return p.ordinal()
	case strings.HasPrefix(p.text[p.at:], "ω"):
		p.at += len("ω")
		return omega(from), nil
	case isLetter(next):
		for p.at < len(p.text) && (isLetter(p.text[p.at]) || isDigit(p.text[p.at])) {
			p.at++
		}
		if name := p.text[from:p.at]; name != "w" {
			return p.function(from, name)
		}
		return omega(from), nil
	case next != '(':
		return operand{}, p.unexpected(nimNumber)
	}
	value, err := p.inBrackets(1)
	if err != nil {
		return operand{}, err
	}
	value[0].at = from
	return value[0], nil
}

// inBrackets reads that many values in brackets, with commas between them.
func (p *nimParser) inBrackets(count int) ([]operand, error) {
	if p.depth++; p.depth > mostBrackets {
		return nil, p.fail(p.at, "more than %d brackets in each other", mostBrackets)
	}
	defer func() { p.depth-- }()
	if err := p.want('(', ""); err != nil {
		return nil, err
	}
	var list []operand
	for i := range count {
		if i > 0 {
			if err := p.want(',', operators); err != nil {
				return nil, err
			}
		}
		value, err := p.sum()
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, p.want(')', operators)
}

// function reads what stands behind the name of a function at an offset.
func (p *nimParser) function(from int, name string) (operand, error) {
	count := 0
	switch name {
	case "sqrt":
		count = 1
	case "log":
		count = 2
	default:
		return operand{}, p.fail(from, "unknown function %s; want sqrt(x) or log(x, base)%s", message.Quoted(name), message.DidYouMean(name, []string{"sqrt", "log"}))
	}
	args, err := p.inBrackets(count)
	if err == nil {
		err = p.both(name, args...)
	}
	if err != nil {
		return operand{}, err
	}
	x := operand{Ordinal: args[0].Ordinal, at: from}
	if name == "sqrt" {
		return x, p.operate(&x, 0, p.field.SquareRoot)
	}
	power, finite := args[0].Finite()
	base, alsoFinite := args[1].Finite()
	if !finite || !alsoFinite {
		return operand{}, p.fail(from, "logarithms are of finite numbers")
	}
	if err := p.account.Take(nimber.LogBytes); err != nil {
		return operand{}, err
	}
	defer p.account.Give(nimber.LogBytes)
	x.integer, err = nimber.Tower{Check: p.field.Check}.Log(base, power)
	switch {
	case errors.Is(err, grundy.ErrTooLarge):
		err = fmt.Errorf("%s: %w", message.Brief(p.text[from:p.at], briefText), err)
	case err == nil && x.integer == nil:
		err = p.fail(from, "%s is not a power of %s, so it has no logarithm", shortNumber(power), shortNumber(base))
	}
	return x, err
}

// shortNumber writes a number, or how long it is.
func shortNumber(x *big.Int) string {
	if x.BitLen() > 200 {
		return "a number of " + units.Grouped(uint64(x.BitLen())) + " bits"
	}
	return x.String()
}
