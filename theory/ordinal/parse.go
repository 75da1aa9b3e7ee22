package ordinal

// This is how ordinals are written:
//
//	ordinal  = term { "+" term } .
//	term     = number | omega [ "^" exponent ] [ "*" number ] .
//	exponent = number | omega | "(" ordinal ")" .
//	omega    = "w" | "ω" .
//
// The operations are the ordinary ones of ordinals. The exponents of the terms fall, so that each ordinal
// is written in one way. White space may stand anywhere between these.

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"
)

// A SyntaxError says where and why a text is not an ordinal below ω^ω^ω.
type SyntaxError struct {
	Offset int    // of the offending byte
	Msg    string // what is wrong, and what would be right
}

func (e *SyntaxError) Error() string { return e.Msg }

// MostDigits bounds the digits of a number in an ordinal.
const MostDigits = 10_000

// mostDeep is the depth of exponents below ω^ω^ω: those of exponents of exponents are finite.
const mostDeep = 2

// Parse reads the ordinal at the beginning of a text, and returns its length in bytes. It ends where
// neither an operator nor a term goes on. The error is a [*SyntaxError]. It costs O(length of the ordinal) for
// numbers of a bounded length.
func Parse(text string) (a Ordinal, length int, err error) {
	p := parser{text: text}
	if a, err = p.ordinal(0); err != nil {
		return Ordinal{}, 0, err
	}
	return a, p.at, nil
}

type parser struct {
	text string
	at   int
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &SyntaxError{at, fmt.Sprintf(format, args...)}
}

// next returns the next byte behind white space, or 0 at the end.
func (p *parser) next() byte {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// take reads a byte if it comes next, and nothing otherwise.
func (p *parser) take(b byte) bool {
	at := p.at
	if p.next() != b {
		p.at = at
		return false
	}
	p.at++
	return true
}

func (p *parser) ordinal(depth int) (Ordinal, error) {
	var sum Ordinal
	for {
		p.next()
		at := p.at
		t, err := p.term(depth)
		if err != nil {
			return sum, err
		}
		n := len(sum.terms)
		switch {
		case t.IsZero() && n == 0 && !p.take('+'):
			return sum, nil
		case t.IsZero():
			return sum, p.fail(at, "want no 0 in a sum of ordinals")
		case n > 0 && sum.terms[n-1].exponent.Cmp(t.terms[0].exponent) <= 0:
			return sum, p.fail(at, "want falling exponents, each once, as in w^2*3+w+5; this term is not below the one before it")
		}
		sum.terms = append(sum.terms, t.terms[0])
		if !p.take('+') {
			return sum, nil
		}
	}
}

func (p *parser) term(depth int) (Ordinal, error) {
	if isDigit(p.next()) {
		n, err := p.number()
		if err == nil && p.take('*') {
			err = p.fail(p.at-1, "want the number behind the power of w, as in w*2: 2*w is w in the arithmetic of ordinals")
		}
		if err != nil {
			return Ordinal{}, err
		}
		return Of(n), nil
	}
	at := p.at
	if !p.omega() {
		return Ordinal{}, p.unexpected("an ordinal, such as 5 or w^2*3+w+1")
	}
	exponent, coefficient := one, big.NewInt(1)
	var err error
	if depth == mostDeep {
		return Ordinal{}, p.fail(at, "want an ordinal below w^(w^w)")
	}
	if p.take('^') {
		if exponent, err = p.exponent(depth + 1); err != nil {
			return Ordinal{}, err
		}
		if p.take('^') {
			return Ordinal{}, p.fail(p.at-1, "want brackets where two powers follow each other, as in w^(w^2)")
		}
	}
	if p.take('*') {
		p.next()
		if at = p.at; !isDigit(p.next()) {
			return Ordinal{}, p.unexpected("a number behind *, as in w^2*3")
		}
		if coefficient, err = p.number(); err == nil && coefficient.Sign() == 0 {
			err = p.fail(at, "want a number above 0 behind *")
		}
	}
	if err != nil {
		return Ordinal{}, err
	}
	return Power(exponent, coefficient), nil
}

func (p *parser) exponent(depth int) (Ordinal, error) {
	next := p.next()
	at := p.at
	switch {
	case isDigit(next):
		n, err := p.number()
		if err == nil && n.Sign() == 0 {
			err = p.fail(at, "want an exponent above 0")
		}
		if err != nil {
			return Ordinal{}, err
		}
		return Of(n), nil
	case next == '(':
		p.at++
		e, err := p.ordinal(depth)
		if err == nil && !p.take(')') {
			err = p.unexpected(`")", or "+" and another term`)
		}
		if err == nil && e.IsZero() {
			err = p.fail(at, "want an exponent above 0")
		}
		return e, err
	case p.omega():
		if depth == mostDeep {
			return Ordinal{}, p.fail(at, "want an ordinal below w^(w^w)")
		}
		return omega, nil
	}
	return Ordinal{}, p.unexpected("an exponent, as in w^2 or w^(w+1)")
}

func (p *parser) omega() bool {
	p.next()
	for _, name := range []string{"w", "ω"} {
		if strings.HasPrefix(p.text[p.at:], name) {
			p.at += len(name)
			return true
		}
	}
	return false
}

func (p *parser) number() (*big.Int, error) {
	from := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
	if p.at-from > MostDigits {
		return nil, p.fail(from, "a number of %d digits in an ordinal; want at most %d", p.at-from, MostDigits)
	}
	n, _ := new(big.Int).SetString(p.text[from:p.at], 10)
	return n, nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func (p *parser) unexpected(want string) error {
	if p.next(); p.at == len(p.text) {
		return p.fail(p.at, "the text ends here; want %s", want)
	}
	_, size := utf8.DecodeRuneInString(p.text[p.at:])
	return p.fail(p.at, "unexpected %q; want %s", p.text[p.at:p.at+size], want)
}
