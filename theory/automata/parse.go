package automata

// This file reads formulas.

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A SyntaxError says what is wrong with a text, and where.
type SyntaxError struct {
	Column int    // from 1, in characters
	Text   string // the offending part; empty at the end
	Reason string // what would be right
}

func (e *SyntaxError) Error() string {
	text := strconv.Quote(e.Text)
	if e.Text == "" {
		text = "the end"
	}
	return fmt.Sprintf("column %d: %s: %s", e.Column, text, e.Reason)
}

// Parse reads a formula. Sets are the automata that it may name.
//
//	formula  = implied { "<=>" implied }
//	implied  = either [ "=>" implied ]
//	either   = both { "|" both }
//	both     = plain { "&" plain }
//	plain    = "~" plain | ( "A" | "E" ) name { "," name } ":" formula
//	         | "(" formula ")" | "true" | "false" | name "(" term { "," term } ")"
//	         | term relation term { relation term } | term ( "=" | "!=" ) term "(" "mod" number ")"
//	relation = "=" | "!=" | "<" | "<=" | ">" | ">="
//	term     = [ "-" ] product { ( "+" | "-" ) product }
//	product  = factor { "*" factor | "//" number | "%" number }
//	factor   = number [ "^" number ] | name | "(" term ")"
//
// "A x:" is for all natural numbers x, "E x:" for some, and what follows reaches as far as
// it can. The usual signs ∀ ∃ ¬ ∧ ∨ ⇒ ⇔ ≠ ≤ ≥ ≡ stand for these, too. One factor of a
// product at least is a number. A term below zero has neither
// a quotient // nor a rest % here, and atoms with them are false. Names that a set does not have are
// power(x): x is a weight of the system; leading(x, y): y is the largest weight <= x;
// trailing(x, y): y is the weight of the last digit of x that is not 0; xor(x, y, z): z is
// the nim-sum of x and y.
//
// The error is a [*SyntaxError].
func Parse(text string, sets map[string]*Automaton) (f Formula, err error) {
	p := &parser{text: text, sets: sets}
	defer func() {
		if r := recover(); r != nil {
			wrong, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			err = wrong
		}
	}()
	p.next()
	f = p.formula(p.binary(0))
	if p.kind != tokenEnd {
		p.fail("a connective such as & or => must come here, or the end")
	}
	return f, nil
}

// A parser reads one token ahead.
type parser struct {
	text  string
	sets  map[string]*Automaton
	kind  tokenKind
	token string
	at    int // byte where the token begins
	after int // byte after it
	depth int
	fresh int
	// Numbers that the atom at hand uses for quotients and rests, and what they are.
	aux  []string
	says []Formula
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenSign
)

var signs = []string{"<=>", "=>", "<=", ">=", "!=", "//", "(", ")", ",", ":", "&", "|", "~", "=", "<", ">", "+", "-", "*", "%", "^"}

var otherSigns = map[rune]string{
	'∀': "A", '∃': "E", '¬': "~", '∧': "&", '∨': "|", '⇒': "=>", '→': "=>", '⇔': "<=>", '↔': "<=>",
	'≠': "!=", '≤': "<=", '≥': ">=", '≡': "=", '·': "*", '−': "-",
}

// The longest number of a formula, in digits and in bits of a power.
const (
	mostDigits = 1 << 12
	mostBits   = 1 << 14
	mostDepth  = 500
)

func (p *parser) fail(reason string, args ...any) {
	p.failAt(p.at, p.text[p.at:p.after], reason, args...)
}

func (p *parser) failAt(at int, text, reason string, args ...any) {
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:40], "") + "…"
	}
	panic(&SyntaxError{Column: utf8.RuneCountInString(p.text[:at]) + 1, Text: text, Reason: fmt.Sprintf(reason, args...)})
}

func (p *parser) next() {
	rest := strings.TrimLeftFunc(p.text[p.after:], unicode.IsSpace)
	p.at = len(p.text) - len(rest)
	if rest == "" {
		p.kind, p.token, p.after = tokenEnd, "", p.at
		return
	}
	take := func(kind tokenKind, n int, token string) { p.kind, p.after, p.token = kind, p.at+n, token }
	r, size := utf8.DecodeRuneInString(rest)
	span := func(ok func(rune) bool) int {
		if i := strings.IndexFunc(rest, func(r rune) bool { return !ok(r) }); i >= 0 {
			return i
		}
		return len(rest)
	}
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	switch {
	case digit(r):
		n := span(digit)
		take(tokenNumber, n, rest[:n])
		if n > mostDigits {
			p.fail("a number has at most %d digits", mostDigits)
		}
		return
	case unicode.IsLetter(r) || r == '_':
		n := span(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' })
		take(tokenName, n, rest[:n])
		return
	}
	if sign, ok := otherSigns[r]; ok {
		kind := tokenSign
		if sign == "A" || sign == "E" {
			kind = tokenName
		}
		take(kind, size, sign)
		return
	}
	for _, sign := range signs {
		if strings.HasPrefix(rest, sign) {
			take(tokenSign, len(sign), sign)
			return
		}
	}
	take(tokenSign, size, rest[:size])
	p.fail("this sign has no meaning in a formula")
}

// is says whether the next token is this sign, and takes it.
func (p *parser) is(sign string) bool {
	if p.kind != tokenSign || p.token != sign {
		return false
	}
	p.next()
	return true
}

func (p *parser) want(sign, where string) {
	if !p.is(sign) {
		p.fail("%s must come %s", sign, where)
	}
}

// An item is a formula or a term.
type item struct {
	f      Formula
	t      Term
	isTerm bool
	at     int
}

func (p *parser) formula(i item) Formula {
	if i.isTerm {
		p.failAt(i.at, strings.TrimSpace(p.text[i.at:p.at]), "a term alone says nothing; a relation such as = or <= must follow")
	}
	return i.f
}

func (p *parser) term(i item) Term {
	if !i.isTerm {
		p.failAt(i.at, strings.TrimSpace(p.text[i.at:p.at]), "a formula stands where a number must stand")
	}
	return i.t
}

// deeper guards against a stack without end.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > mostDepth {
		p.fail("brackets and connectives are nested more than %d deep", mostDepth)
	}
	return func() { p.depth-- }
}

var connectives = []string{"<=>", "=>", "|", "&"}

// binary reads connectives of this level and tighter ones.
func (p *parser) binary(level int) item {
	if level == len(connectives) {
		return p.plain()
	}
	defer p.deeper()()
	first := p.binary(level + 1)
	sign := connectives[level]
	if p.kind != tokenSign || p.token != sign {
		return first
	}
	list := []Formula{p.formula(first)}
	for p.is(sign) {
		if sign == "=>" {
			list = append(list, p.formula(p.binary(level)))
			break
		}
		list = append(list, p.formula(p.binary(level+1)))
	}
	f := list[0]
	switch sign {
	case "<=>":
		for _, g := range list[1:] {
			f = Iff(f, g)
		}
	case "=>":
		f = Implies(f, list[1])
	case "|":
		f = Or(list...)
	case "&":
		f = And(list...)
	}
	return item{f: f, at: first.at}
}

func (p *parser) plain() item {
	defer p.deeper()()
	at := p.at
	if p.is("~") {
		return item{f: Not(p.formula(p.plain())), at: at}
	}
	if p.kind == tokenName && (p.token == "A" || p.token == "E") {
		before := *p
		letter := p.token
		if p.next(); p.kind == tokenName {
			return item{f: p.quantified(letter), at: at}
		}
		*p = before
	}
	first := p.sum()
	if !first.isTerm {
		return first
	}
	var all []Formula
	for p.kind == tokenSign && slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, p.token) {
		sign := p.token
		p.next()
		second := p.sum()
		t, u := p.term(first), p.term(second)
		m, congruent := int64(0), false
		if sign == "=" || sign == "!=" {
			m, congruent = p.modulus()
		}
		var f Formula
		switch sign {
		case "=", "!=":
			if f = Equal(t, u); congruent {
				f = Congruent(t, u, m)
			}
			if sign == "!=" {
				f = Not(f)
			}
		case "<":
			f = Less(t, u)
		case "<=":
			f = LessEqual(t, u)
		case ">":
			f = Less(u, t)
		case ">=":
			f = LessEqual(u, t)
		}
		all = append(all, f)
		first = second
	}
	if len(all) == 0 {
		return first
	}
	return item{f: p.withAux(And(all...)), at: at}
}

// withAux adds to an atom what is said of the quotients and rests in it.
func (p *parser) withAux(f Formula) Formula {
	f = Exists(p.aux, And(append(p.says, f)...))
	p.aux, p.says = nil, nil
	return f
}

// modulus reads "(mod m)", or "mod m".
func (p *parser) modulus() (int64, bool) {
	before := *p
	bracket := p.is("(")
	if p.kind != tokenName || p.token != "mod" {
		*p = before
		return 0, false
	}
	p.next()
	m := p.positive("the modulus")
	if bracket {
		p.want(")", "after the modulus")
	}
	return m, true
}

// positive reads a number from 1 to 2^31-1.
func (p *parser) positive(what string) int64 {
	m, err := strconv.ParseInt(p.token, 10, 32)
	if p.kind != tokenNumber || err != nil || m == 0 {
		p.fail("%s is a number from 1 to %d", what, 1<<31-1)
	}
	p.next()
	return m
}

func (p *parser) quantified(letter string) Formula {
	var names []string
	for {
		if p.kind != tokenName {
			p.fail("the name of a variable must come here")
		}
		names = append(names, p.token)
		p.next()
		if !p.is(",") {
			break
		}
	}
	p.want(":", "after the variables of "+letter)
	f := p.formula(p.binary(0))
	if letter == "A" {
		return ForAll(names, f)
	}
	return Exists(names, f)
}

func (p *parser) sum() item {
	at := p.at
	minus := p.is("-")
	first := p.product()
	if minus {
		first.t = p.term(first).Times(-1)
		first.at = at
	}
	for p.kind == tokenSign && (p.token == "+" || p.token == "-") {
		t := p.term(first)
		if p.is("+") {
			t = t.Plus(p.term(p.product()))
		} else {
			p.next()
			t = t.Minus(p.term(p.product()))
		}
		first.t = t
	}
	return first
}

func (p *parser) product() item {
	first := p.factor()
	for {
		switch {
		case p.is("*"):
			second := p.factor()
			t, u := p.term(first), p.term(second)
			if len(t.parts) > 0 {
				t, u = u, t
			}
			if len(t.parts) > 0 {
				p.failAt(first.at, strings.TrimSpace(p.text[first.at:p.at]), "one factor must be a number; the logic has no product of two variables")
			}
			if u.Constant().BitLen()+t.Constant().BitLen() > mostBits {
				p.failAt(first.at, strings.TrimSpace(p.text[first.at:p.at]), "a number has at most %d bits", mostBits)
			}
			first.t = Term{}.plus(u, t.Constant())
		case p.is("//"):
			first.t = p.divided(p.term(first), Quotient)
		case p.is("%"):
			first.t = p.divided(p.term(first), Remainder)
		default:
			return first
		}
	}
}

// divided returns a new number that is the quotient or the rest.
func (p *parser) divided(t Term, what func(Term, int64, Term) Formula) Term {
	m := p.positive("a divisor")
	name := ""
	for name == "" || strings.Contains(p.text, name) {
		p.fresh++
		name = fmt.Sprint("q", p.fresh)
	}
	p.aux = append(p.aux, name)
	p.says = append(p.says, what(t, m, V(name)), LessEqual(C(0), t))
	return V(name)
}

func (p *parser) factor() item {
	defer p.deeper()()
	at, token := p.at, p.token
	switch p.kind {
	case tokenNumber:
		return item{t: Big(p.number()), isTerm: true, at: at}
	case tokenName:
		p.next()
		before := *p
		if p.is("(") {
			if p.kind == tokenName && p.token == "mod" {
				*p = before
				return item{t: V(token), isTerm: true, at: at}
			}
			return item{f: p.relation(at, token), at: at}
		}
		if token == "true" || token == "false" {
			return item{f: truth(token == "true"), at: at}
		}
		return item{t: V(token), isTerm: true, at: at}
	case tokenSign:
		if p.is("(") {
			aux, says := p.aux, p.says
			p.aux, p.says = nil, nil
			inner := p.binary(0)
			p.aux, p.says = append(aux, p.aux...), append(says, p.says...)
			p.want(")", "to close the bracket")
			inner.at = at
			return inner
		}
	}
	p.fail("a number, a variable, a relation or a bracket must come here")
	return item{}
}

func (p *parser) number() *big.Int {
	n, _ := new(big.Int).SetString(p.token, 10)
	at := p.at
	p.next()
	if !p.is("^") {
		return n
	}
	e := int64(0)
	if p.kind == tokenNumber && strings.Trim(p.token, "0") == "" {
		p.next()
	} else {
		e = p.positive("an exponent")
	}
	if e*int64(max(1, n.BitLen())) > mostBits {
		p.failAt(at, p.text[at:p.at], "a number has at most %d bits", mostBits)
	}
	return n.Exp(n, big.NewInt(e), nil)
}

// relation reads the arguments of a named relation, and the bracket after them.
func (p *parser) relation(at int, name string) Formula {
	var args []Term
	for {
		args = append(args, p.term(p.sum()))
		if !p.is(",") {
			break
		}
	}
	p.want(")", "after the arguments of "+name)
	whole := p.text[at : at+len(name)]
	count := func(n int) {
		if len(args) != n {
			p.failAt(at, whole, "this relation has %d %s, not %d", n, plural(n, "argument"), len(args))
		}
	}
	for about, own := range atomNames {
		if own != name {
			continue
		}
		count(map[op]int{opPower: 1, opXor: 3, opLargest: 2, opLowest: 2}[about])
		return p.withAux(node{op: about, terms: args}.make())
	}
	set, ok := p.sets[name]
	if !ok {
		known := append(slices.Collect(maps.Keys(p.sets)), slices.Collect(maps.Values(atomNames))...)
		slices.Sort(known)
		p.failAt(at, whole, "no relation has this name; known are %s", strings.Join(known, ", "))
	}
	count(len(set.tracks))
	return p.withAux(Set(name, set, args...))
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
