package certificate

// The reader of formulas. docs/certificates.md has their grammar.

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/meter"
)

// tokenBytes is roughly what a token of a formula leaves in memory.
const tokenBytes = 256

// A reader reads the formulas of one game.
type reader struct {
	ctx     context.Context
	account *meter.Account
	base    int            // of powers, or 0
	scope   map[string]int // variables by name
	next    int            // variables that were made
	spent   int            // tokens
	powers  bool           // some formula speaks of powers

	// The text at hand.
	field  string
	text   string
	tokens []token
	at     int
	depth  int
	err    error // the first one
	// Quotients in the atom at hand, and what they are.
	quotients []int
	are       []formula
}

// A token is a name, a number or a sign; of the end, what is "".
type token struct {
	is   byte // n a name, 0 a number, otherwise a sign
	what string
	from int
}

// Reserved are names that mean something in formulas.
var Reserved = []string{"true", "false", "mod", "power", "xor"}

// signs, the longer ones first.
var signs = []string{"<=>", "=>", "<=", ">=", "!=", "//", "(", ")", ",", ":", "&", "|", "~", "=", "<", ">", "+", "-", "*", "%"}

// variable makes a variable; coordinates are below.
func (r *reader) variable() int {
	r.next++
	return 1000 + r.next
}

// bind lets a name stand for a variable.
func (r *reader) bind(name string, v int) error {
	if spell(name, isWord) != len(name) || name == "" || isDigit(name[0]) || len(name) > mostNameLength || slices.Contains(Reserved, name) {
		return fmt.Errorf("%+.40q: want a name of ASCII letters, digits and _, which does not begin with a digit and is none of %s", name, strings.Join(Reserved, ", "))
	}
	if _, ok := r.scope[name]; ok {
		return fmt.Errorf("%s stands for another number already", name)
	}
	r.scope[name] = v
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isWord(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

// spell returns how many bytes at the start are of a class.
func spell(text string, of func(byte) bool) (n int) {
	for n < len(text) && of(text[n]) {
		n++
	}
	return n
}

// formula reads a formula.
func (r *reader) formula(field, text string) (formula, error) {
	r.begin(field, text)
	f := r.stated(r.connected(0))
	r.end("a connective such as & or |")
	return f, r.err
}

// sum reads a sum of variables times numbers.
func (r *reader) sum(field, text string) (term, error) {
	r.begin(field, text)
	t := r.valued(r.added())
	r.end("+ or -")
	if r.err == nil && len(r.quotients) > 0 {
		return t, refuse(field, "%.40q: a quotient stands in formulas only", text)
	}
	return t, r.err
}

// begin cuts a text into tokens.
func (r *reader) begin(field, text string) {
	*r = reader{ctx: r.ctx, account: r.account, base: r.base, scope: r.scope, next: r.next, spent: r.spent, powers: r.powers, field: field, text: text}
	var bad int
	r.tokens, bad = cut(text, mostTokens-r.spent)
	r.spent += len(r.tokens)
	switch {
	case r.ctx.Err() != nil:
		r.err = context.Cause(r.ctx)
	case bad < len(text) && r.spent == mostTokens:
		r.failAt(bad, "the formulas have more than %d words and signs; that is over the verifier's budget", mostTokens)
	case bad < len(text):
		r.failAt(bad, "this has no meaning in a formula")
	default:
		r.err = r.account.Take(uint64(len(r.tokens)) * tokenBytes)
	}
}

// cut cuts a text into tokens, up to what is none or to a number of them, and says where it stopped.
func cut(text string, most int) (tokens []token, at int) {
	for at < len(text) {
		rest := text[at:]
		t := token{is: rest[0], from: at}
		switch i := slices.IndexFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) }); {
		case rest[0] == ' ':
			at++
			continue
		case isDigit(rest[0]):
			t.is, t.what = '0', rest[:spell(rest, isDigit)]
		case isWord(rest[0]):
			t.is, t.what = 'n', rest[:spell(rest, isWord)]
		case i >= 0:
			t.what = signs[i]
		}
		if t.what == "" || len(tokens) >= most {
			break
		}
		tokens = append(tokens, t)
		at += len(t.what)
	}
	return tokens, at
}

// end wants the end of the text.
func (r *reader) end(instead string) {
	if r.at < len(r.tokens) {
		r.fail("want %s, or the end", instead)
	}
}

func (r *reader) fail(format string, args ...any) { r.failAt(r.now().from, format, args...) }

// failAt notes what is wrong, unless something before is.
func (r *reader) failAt(from int, format string, args ...any) {
	if r.err != nil {
		return
	}
	found := "the end"
	if from < len(r.text) {
		found = strconv.QuoteToASCII(r.text[from:min(from+30, len(r.text))])
	}
	r.err = refuse(r.field, "column %d, at %s: %s", from+1, found, fmt.Sprintf(format, args...))
}

// now is the next token; after an error, the end.
func (r *reader) now() token {
	if r.err != nil || r.at >= len(r.tokens) {
		return token{from: len(r.text)}
	}
	return r.tokens[r.at]
}

func (r *reader) is(what string) bool { return r.now().what == what }

// take goes on behind what is looked for, if it comes next.
func (r *reader) take(what string) bool {
	if !r.is(what) {
		return false
	}
	r.at++
	return true
}

func (r *reader) want(what string) {
	if !r.take(what) {
		r.fail("want %s", what)
	}
}

// deeper bounds how far formulas nest.
func (r *reader) deeper() func() {
	if r.depth++; r.depth > mostNested {
		r.fail("it nests more than %d deep", mostNested)
	}
	return func() { r.depth-- }
}

// An item is a formula or a sum.
type item struct {
	f     formula
	t     term
	isSum bool
	from  int
}

func (r *reader) stated(i item) formula {
	if i.isSum {
		r.failAt(i.from, "a number says nothing; want a comparison")
	}
	if i.f.size > mostFormula {
		r.failAt(i.from, "a formula has more than %d parts; that is over the verifier's budget", mostFormula)
	}
	return i.f
}

func (r *reader) valued(i item) term {
	if !i.isSum {
		r.failAt(i.from, "want a number, not a formula")
	}
	return i.t
}

// connectives, the loosest first.
var connectives = []string{"<=>", "=>", "|", "&"}

// connected reads formulas that connectives from this one on join.
func (r *reader) connected(level int) item {
	if level == len(connectives) {
		return r.plain()
	}
	first := r.connected(level + 1)
	if !r.is(connectives[level]) {
		return first
	}
	list := []formula{r.stated(first)}
	for r.take(connectives[level]) {
		list = append(list, r.stated(r.connected(level+1)))
	}
	f := list[0]
	join := func(join func() formula) {
		if r.stated(item{f: f, from: first.from}); r.err == nil {
			f = join()
		}
	}
	switch last := len(list) - 1; connectives[level] {
	case "<=>":
		for _, g := range list[1:] {
			join(func() formula { return some(all(f, g), all(not(f), not(g))) })
		}
	case "=>":
		f = list[last]
		for _, g := range slices.Backward(list[:last]) {
			join(func() formula { return some(not(g), f) })
		}
	case "|":
		join(func() formula { return some(list...) })
	case "&":
		join(func() formula { return all(list...) })
	}
	return item{f: f, from: first.from}
}

// plain reads what no connective joins.
func (r *reader) plain() item {
	first := r.now()
	switch {
	case first.what == "~":
		defer r.deeper()()
		r.at++
		return item{f: not(r.stated(r.plain())), from: first.from}
	case (first.what == "E" || first.what == "A") && r.at+1 < len(r.tokens) && r.tokens[r.at+1].is == 'n':
		defer r.deeper()()
		r.at++
		return item{f: r.quantified(first.what == "A"), from: first.from}
	}
	left := r.added()
	var facts []formula
	for {
		sign := r.now().what
		if sign == "" || !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, sign) {
			break
		}
		r.at++
		right := r.added()
		facts = append(facts, r.compared(sign, r.valued(left), r.valued(right)))
		left = item{t: right.t, isSum: true, from: right.from}
	}
	if facts == nil {
		return left
	}
	return item{f: r.atom(all(facts...)), from: first.from}
}

// quantified reads the names that a quantifier binds, and its formula.
func (r *reader) quantified(every bool) formula {
	var bound []int
	for {
		name := r.now()
		v := r.variable()
		if err := r.bind(name.what, v); err != nil || name.is != 'n' {
			r.fail("%v", err)
			return no
		}
		defer delete(r.scope, name.what)
		bound = append(bound, v)
		if r.at++; !r.take(",") {
			break
		}
	}
	r.want(":")
	f := r.stated(r.connected(0))
	if every {
		return not(exists(bound, not(f)))
	}
	return exists(bound, f)
}

// atom says that there are the quotients in an atom, and that it holds.
func (r *reader) atom(f formula) formula {
	f = exists(r.quotients, all(append(r.are, f)...))
	r.quotients, r.are = nil, nil
	return f
}

// minus is t - n u - more.
func (r *reader) minus(t term, n int64, u term, more int64) term {
	d, ok := t.plus(-n, u)
	if ok {
		d, ok = d.plus(-more, constant(1))
	}
	if !ok {
		r.fail("a number before this gets too large; coefficients are at most 2^30, and sums less than 2^63")
	}
	return d
}

// compared is what a comparison says.
func (r *reader) compared(sign string, t, u term) formula {
	switch sign {
	case "<":
		return isLeast(r.minus(u, 1, t, 1))
	case "<=":
		return isLeast(r.minus(u, 1, t, 0))
	case ">":
		return isLeast(r.minus(t, 1, u, 1))
	case ">=":
		return isLeast(r.minus(t, 1, u, 0))
	}
	f := isZero(r.minus(t, 1, u, 0))
	if r.is("(") && r.at+1 < len(r.tokens) && r.tokens[r.at+1].what == "mod" {
		r.at += 2
		f = r.congruent(r.minus(t, 1, u, 0), r.divisor())
		r.want(")")
	}
	if sign == "!=" {
		return not(f)
	}
	return f
}

// congruent says that m divides d.
func (r *reader) congruent(d term, m int64) formula {
	rest := term{times: map[int]int64{}, more: d.more%m - m} // less than 0
	if rest.more <= -m {
		rest.more += m
	}
	oneWay := true
	for v, c := range d.times {
		if c %= m; c != 0 {
			rest.times[v] = c
		}
		oneWay = oneWay && c >= 0
	}
	if rest.isConstant() {
		return decided(rest.more == 0)
	}
	q := r.variable()
	f := exists([]int{q}, isZero(r.minus(rest, m, variable(q), 0)))
	if oneWay {
		return f
	}
	q = r.variable()
	return some(f, exists([]int{q}, isZero(r.minus(rest, -m, variable(q), 0))))
}

// divisor reads a number from 1 to 2^30.
func (r *reader) divisor() int64 {
	n, err := strconv.ParseInt(r.now().what, 10, 64)
	if err != nil || n < 1 || n > most {
		r.fail("want a number from 1 to %d", most)
		return 1
	}
	r.at++
	return n
}

// added reads a sum, or a formula in brackets.
func (r *reader) added() item {
	minus := r.take("-")
	sum := r.multiplied()
	if minus {
		sum.t = r.minus(constant(0), 1, r.valued(sum), 0)
	}
	for r.is("+") || r.is("-") {
		n := int64(1)
		if r.take("+") {
			n = -1
		} else {
			r.at++
		}
		sum.t = r.minus(r.valued(sum), n, r.valued(r.multiplied()), 0)
	}
	return sum
}

// multiplied reads a factor, a number times a factor, or a quotient or remainder of a factor.
func (r *reader) multiplied() item {
	isNumber := r.now().is == '0'
	i := r.factor()
	if isNumber && r.take("*") {
		i.t = r.minus(constant(0), -i.t.more, r.valued(r.factor()), 0)
	}
	for r.is("//") || r.is("%") {
		quotient := r.take("//")
		if !quotient {
			r.at++
		}
		t, n, q := r.valued(i), r.divisor(), r.variable()
		rest := r.minus(t, n, variable(q), 0)
		r.quotients = append(r.quotients, q)
		r.are = append(r.are, isLeast(rest), isLeast(r.minus(constant(n), 1, rest, 1)))
		if i.t = rest; quotient {
			i.t = variable(q)
		}
	}
	return i
}

// factor reads a number, a name, true, false, power(…), xor(…), or what stands in brackets.
func (r *reader) factor() item {
	t := r.now()
	switch {
	case t.is == '0':
		n, err := strconv.ParseInt(t.what, 10, 64)
		if err != nil {
			r.fail("want a number less than 2^63")
		}
		r.at++
		return item{t: constant(n), isSum: true, from: t.from}
	case t.what == "true" || t.what == "false":
		r.at++
		return item{f: decided(t.what == "true"), from: t.from}
	case t.what == "power" || t.what == "xor":
		r.at++
		return item{f: r.atom(r.named(t.what)), from: t.from}
	case t.is == 'n':
		v, ok := r.scope[t.what]
		if !ok {
			r.fail("this names no number here")
		}
		r.at++
		return item{t: variable(v), isSum: true, from: t.from}
	case r.take("("):
		defer r.deeper()()
		inside := r.connected(0)
		r.want(")")
		return item{inside.f, inside.t, inside.isSum, t.from}
	}
	r.fail("want a number, a name, a formula in brackets, true, false, power or xor")
	return item{}
}

// named reads the arguments of power or xor.
func (r *reader) named(kind string) formula {
	want := map[string]int{"power": 1, "xor": 3}[kind]
	r.want("(")
	var terms []term
	for len(terms) == 0 || r.take(",") {
		terms = append(terms, r.valued(r.added()))
	}
	if len(terms) != want {
		r.fail("%s has %d arguments, not %d", kind, want, len(terms))
	}
	r.want(")")
	if kind == "power" {
		if r.powers = true; r.base == 0 {
			r.fail("power is about powers of base, which is 0")
		}
		terms = append(terms, constant(int64(r.base)))
	}
	return formula{kind: kind, terms: terms}
}
