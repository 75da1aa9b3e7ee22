package sequence

// This file defines the language of take-and-break codes: its meaning, its parser and its
// normal form.
//
// A code lists digits, d_0 before the point and d_1, d_2, … behind it. The
// digit d_i says into how many non-empty heaps a player may divide what is
// left of a heap after i tokens were taken from it: bit k of the digit stands
// for k heaps. So 0.77, Kayles, lets a player take 1 or 2 tokens (d_1, d_2) and
// leave 0, 1 or 2 heaps (bits 0, 1, 2). Digits further to the left than d_0
// add tokens instead: in 80.0 the 8 is d_-1, add one and divide into three.
//
//	code   = digit { digit } "." { digit } [ "[" digit { digit } "]" ] .
//	digit  = ( base32 | "&" number ";" | "*" | list ) [ kind ] .
//	list   = "{" count [ kind ] { "," count [ kind ] } [ "+" ] "}" .
//	kind   = "!" | "?" | "=" .
//
// Base 32 counts 0 … 9, A … V, in either case (in games and positions the first
// letter of a code is a capital, as names begin with small ones); &N; is the digit N,
// however large. A digit's kind restricts the heaps: ! all of different sizes, ? not
// all of one size, = all of one size. A list names the numbers of heaps one by
// one, each with a kind of its own if need be, and ends in + if every larger
// number is allowed in the way of the last. * is {0+}. Digits in brackets
// repeat for ever: 0.[3] is Nim.
//
// The notation is due to Guy and Smith (Proc. Cambridge Phil. Soc. 1956), of
// Winning Ways, chapter 4, and, for what octal digits cannot say, of CGSuite.

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

// A Code is the rules of a take-and-break game. [ParseCode] makes one. Two
// codes that allow the same moves because their digits do are written the same
// by [Code.String].
type Code struct {
	added  []digit // d_-1, d_-2, …
	digits []digit // d_0, d_1, …
	period int     // how many of the last digits repeat for ever
}

// A kind restricts the sizes of the heaps that a move leaves.
type kind uint8

const (
	forbidden   kind = iota // this number of heaps may not be left
	free                    // any sizes
	notAllEqual             // ?
	allEqual                // =
	distinct                // !
)

func (k kind) String() string { return [...]string{"", "", "?", "=", "!"}[k] }

// A digit says for each number of heaps whether and how it may be left.
type digit struct {
	kinds []kind // by the number of heaps; the last is not forbidden
	more  bool   // the last kind also stands for every larger number
}

// leaves returns the kind for k heaps.
func (d digit) leaves(k int) kind {
	switch {
	case k < len(d.kinds):
		return d.kinds[k]
	case d.more:
		return d.kinds[len(d.kinds)-1]
	}
	return forbidden
}

// maxParts returns the largest number of heaps, and false if there is none.
func (d digit) maxParts() (int, bool) { return len(d.kinds) - 1, !d.more }

func (d digit) isZero() bool { return len(d.kinds) == 0 }

func (d digit) equal(e digit) bool { return d.more == e.more && slices.Equal(d.kinds, e.kinds) }

// digit returns d_removed, for removed of either sign.
func (c Code) digit(removed int) digit {
	switch {
	case removed < 0 && -removed <= len(c.added):
		return c.added[-removed-1]
	case removed < 0:
		return digit{}
	case removed < len(c.digits):
		return c.digits[removed]
	case c.period > 0:
		first := len(c.digits) - c.period
		return c.digits[first+(removed-first)%c.period]
	}
	return digit{}
}

// Leaves reports whether a move may take these tokens and leave that number of heaps,
// and the sizes that the heaps may have: ' ' for any, '!' for all different, '?' for not all
// equal, '=' for all equal.
func (c Code) Leaves(taken, heaps int) (sizes byte, ok bool) {
	switch k := c.digit(taken).leaves(heaps); {
	case k == forbidden:
		return 0, false
	case k == free || heaps < 2:
		return ' ', true
	default:
		return k.String()[0], true
	}
}

// Bounds returns the most tokens that a move takes and the most heaps that it
// leaves. It is false where one of them has no bound.
func (c Code) Bounds() (taken, heaps int, ok bool) {
	taken, heaps = c.shape()
	return taken, heaps, taken < math.MaxInt && heaps < math.MaxInt
}

// shape returns the most tokens that a move takes and the most heaps that it
// leaves, each as large as an int where there is no most.
func (c Code) shape() (taken, parts int) {
	if taken = max(len(c.digits)-1, 0); c.period > 0 {
		taken = math.MaxInt
	}
	for _, d := range slices.Concat(c.added, c.digits) {
		most, bounded := d.maxParts()
		if parts = max(parts, most); !bounded {
			parts = math.MaxInt
		}
	}
	return taken, parts
}

// Span returns for how many numbers of added tokens there are digits, before
// d_0; how many digits there are from d_0 on; and how many of these, the last,
// repeat for ever.
func (c Code) Span() (added, listed, repeating int) {
	return len(c.added), len(c.digits), c.period
}

// IsSubtraction reports whether a move takes a number of a set from a heap, and does
// nothing else.
func (c Code) IsSubtraction() bool {
	three := fromBits(3, free)
	for _, d := range c.digits {
		if !d.isZero() && !d.equal(three) {
			return false
		}
	}
	return len(c.added) == 0
}

// A CodeError says what is wrong with a code, and where.
type CodeError struct {
	Text   string // the code
	Offset int    // in bytes
	Msg    string // what would be right
}

// Error names the offset and quotes the code, or of a long one what surrounds the error.
func (e *CodeError) Error() string {
	return fmt.Sprintf("code %q, offset %d: %s", message.Around(e.Text, e.Offset), e.Offset, e.Msg)
}

// MostListed is the largest number of heaps that a list can name.
const MostListed = 63

// ParseCode reads a code. The error is a *[CodeError]; it is also returned for
// codes in which a heap could be replaced by one as large, so that play need
// not end. It costs O(len(text)).
func ParseCode(text string) (Code, error) {
	p := codeParser{text: text}
	c, err := p.code()
	if err != nil {
		return Code{}, err
	}
	return c.normal(), nil
}

// MustCode is [ParseCode] for codes in programs; it panics where that errs.
func MustCode(text string) Code {
	c, err := ParseCode(text)
	if err != nil {
		panic(err)
	}
	return c
}

// AllBut returns the code of the game in which any number of tokens but these may be
// taken, each 1 or more: 0.0303[3] for 1 and 3.
func AllBut(numbers ...uint64) Code {
	digits := bytes.Repeat([]byte{'3'}, int(slices.Max(numbers))) // d_1, d_2, …
	for _, n := range numbers {
		digits[n-1] = '0'
	}
	return MustCode("0." + string(digits) + "[3]")
}

type codeParser struct {
	text string
	at   int
}

func (p *codeParser) errorf(at int, format string, args ...any) error {
	return &CodeError{Text: p.text, Offset: at, Msg: fmt.Sprintf(format, args...)}
}

// next returns the byte at hand, 0 at the end.
func (p *codeParser) next() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *codeParser) code() (Code, error) {
	var c Code
	var offsets []int // of the digits before the point
	for p.next() != '.' {
		if p.at == len(p.text) {
			return c, p.errorf(p.at, "want a point behind the digits for taking nothing, as in 0.77")
		}
		offsets = append(offsets, p.at)
		d, err := p.digit()
		if err != nil {
			return c, err
		}
		c.added = append(c.added, d)
	}
	if len(c.added) == 0 {
		return c, p.errorf(p.at, "want a digit before the point, as in 0.77")
	}
	slices.Reverse(c.added)
	for added, d := range c.added {
		if k := d.endless(added); k >= 0 {
			return c, p.errorf(offsets[len(offsets)-1-added], "%s: play would not end", d.whyEndless(added, k))
		}
	}
	c.digits, c.added = []digit{c.added[0]}, c.added[1:]
	open := -1
	for p.at++; p.at < len(p.text); {
		switch {
		case p.next() == '[' && open < 0:
			open = len(c.digits)
			p.at++
		case p.next() == ']' && open >= 0 && len(c.digits) > open:
			if p.at+1 != len(p.text) {
				return c, p.errorf(p.at+1, "nothing can follow digits that repeat for ever")
			}
			p.at++
			c.period = len(c.digits) - open
		default:
			d, err := p.digit()
			if err != nil {
				return c, err
			}
			c.digits = append(c.digits, d)
		}
	}
	if open >= 0 && c.period == 0 {
		return c, p.errorf(p.at, "want ] behind the digits that repeat")
	}
	return c, nil
}

func (p *codeParser) digit() (digit, error) {
	start := p.at
	switch ch := p.next(); ch {
	case '*':
		p.at++
		return newDigit([]kind{p.kind()}, true), nil
	case '{':
		return p.list()
	case '&':
		end := strings.IndexByte(p.text[p.at:], ';')
		if end < 0 {
			return digit{}, p.errorf(start, "want a number and ; behind &")
		}
		number := p.text[p.at+1 : p.at+end]
		bits, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			return digit{}, p.errorf(start+1, "%.40q: want a number 0 … 2^64-1", number)
		}
		p.at += end + 1
		return fromBits(bits, p.kind()), nil
	default:
		bits, err := strconv.ParseUint(p.text[p.at:min(p.at+1, len(p.text))], 32, 64)
		if err != nil {
			return digit{}, p.errorf(start, "want a digit: 0 … 9, A … V, &N;, * or {…}")
		}
		p.at++
		return fromBits(bits, p.kind()), nil
	}
}

// kind reads a kind, if one is at hand.
func (p *codeParser) kind() kind {
	for _, k := range []kind{notAllEqual, allEqual, distinct} {
		if p.next() == k.String()[0] {
			p.at++
			return k
		}
	}
	return free
}

func (p *codeParser) list() (digit, error) {
	var kinds []kind
	start, plain, more := p.at, true, false
	for p.next() != '}' {
		p.at++ // { or ,
		from := p.at
		for p.next() >= '0' && p.next() <= '9' {
			p.at++
		}
		count, err := strconv.Atoi(p.text[from:p.at])
		if err != nil || count > MostListed {
			return digit{}, p.errorf(from, "%.40q: want a number of heaps, 0 … %d", p.text[from:p.at], MostListed)
		}
		for len(kinds) <= count {
			kinds = append(kinds, forbidden)
		}
		k := p.kind()
		plain = plain && k == free
		kinds[count] = k
		if p.next() == '+' {
			p.at++
			if count != len(kinds)-1 || p.next() != '}' {
				return digit{}, p.errorf(p.at-1, "+ belongs behind the last and largest number of heaps")
			}
			more = true
		}
		if p.next() != ',' && p.next() != '}' {
			return digit{}, p.errorf(p.at, "want , or } in a list of numbers of heaps")
		}
	}
	p.at++
	if k := p.kind(); k != free {
		if !plain {
			return digit{}, p.errorf(start, "want kinds inside the list or behind it, not both")
		}
		for i := range kinds {
			if kinds[i] != forbidden {
				kinds[i] = k
			}
		}
	}
	return newDigit(kinds, more), nil
}

func fromBits(bits uint64, k kind) digit {
	var kinds []kind
	for ; bits != 0; bits >>= 1 {
		if bits&1 != 0 {
			kinds = append(kinds, k)
		} else {
			kinds = append(kinds, forbidden)
		}
	}
	return newDigit(kinds, false)
}

// newDigit returns a digit in normal form: the kind of 0 and 1 heaps, which
// means nothing, is the kind of the others if they agree, and free if not; and a
// list that goes on for ever is as short as can be.
func newDigit(kinds []kind, more bool) digit {
	for len(kinds) > 0 && kinds[len(kinds)-1] == forbidden {
		kinds = kinds[:len(kinds)-1]
	}
	for more && len(kinds) < 3 {
		kinds = append(kinds, kinds[len(kinds)-1])
	}
	common, seen := free, false
	for _, k := range kinds[min(2, len(kinds)):] {
		if k == forbidden || seen && k == common {
			continue
		}
		if seen {
			common = free
			break
		}
		common, seen = k, true
	}
	for i := range kinds[:min(2, len(kinds))] {
		if kinds[i] != forbidden {
			kinds[i] = common
		}
	}
	for more && len(kinds) > 1 && kinds[len(kinds)-1] == kinds[len(kinds)-2] {
		kinds = kinds[:len(kinds)-1]
	}
	return digit{kinds, more}
}

// endless returns a number of heaps into which some heap of n tokens and added
// more can be divided such that one of them has n tokens again, or more, and 0
// where a heap of no token can be exchanged for nothing, which is the same; -1 if
// there is none. Added is 0 or more.
func (d digit) endless(added int) int {
	most, _ := d.maxParts()
	if d.more {
		most = max(most, added+2) // with more heaps than this, all are smaller
	}
	for k := 1; k <= most; k++ {
		again := false
		switch d.leaves(k) {
		case free, notAllEqual: // the other heaps hold k-1 at least
			again = added >= k-1
		case distinct: // 1 + 2 + … + k-1
			again = added >= k*(k-1)/2
		case allEqual: // k heaps of m >= 1, from n = k m - added <= m
			again = max(1, (added+k-1)/k)*(k-1) <= added
		}
		if again {
			return k
		}
	}
	if added == 0 && d.leaves(0) != forbidden {
		return 0
	}
	return -1
}

// whyEndless says what the digit allows, where endless returned k.
func (d digit) whyEndless(added, k int) string {
	move := "take nothing"
	if added > 0 {
		move = "add " + message.Count(added, "token", "tokens")
	}
	heaps := "and leave one heap, as large as before"
	switch {
	case k == 0:
		heaps = "and leave no heap, which an empty one allows again and again"
	case k == 1 && added > 0:
		heaps = "and leave one heap, larger than before"
	case k > 1:
		heaps = fmt.Sprintf("and leave %d heaps, one of them at least as large as before", k)
	}
	return fmt.Sprintf("the digit %s allows to %s %s", d.appendText(nil), move, heaps)
}

// normal returns c in normal form: without digits that say nothing, and with
// the shortest digits that repeat, the first of them not 0, as early as they
// can stand.
func (c Code) normal() Code {
	for len(c.added) > 0 && c.added[len(c.added)-1].isZero() {
		c.added = c.added[:len(c.added)-1]
	}
	if c.period > 0 && !slices.ContainsFunc(c.digits[len(c.digits)-c.period:], func(d digit) bool { return !d.isZero() }) {
		c.digits, c.period = c.digits[:len(c.digits)-c.period], 0
	}
	if c.period == 0 {
		for len(c.digits) > 1 && c.digits[len(c.digits)-1].isZero() {
			c.digits = c.digits[:len(c.digits)-1]
		}
		return c
	}
	c.period = shortestPeriod(c.digits[len(c.digits)-c.period:])
	// Take the last digit off while the one a period before it is the same.
	for len(c.digits)-c.period > 1 {
		last := len(c.digits) - 1
		if !c.digits[last].equal(c.digits[last-c.period]) {
			break
		}
		c.digits = c.digits[:last]
	}
	// Let the repetition begin later, at a digit that is not 0.
	first := len(c.digits) - c.period
	zeros := 0
	for c.digits[first+zeros].isZero() {
		zeros++
	}
	c.digits = slices.Concat(c.digits, c.digits[first:first+zeros])
	return c
}

// shortestPeriod returns the least divisor p of len(ds) such that ds is its
// first p digits repeated.
func shortestPeriod(ds []digit) int {
	border := make([]int, len(ds)+1) // of each beginning: its longest proper border
	border[0] = -1
	for i, b := 0, -1; i < len(ds); i++ {
		for b >= 0 && !ds[i].equal(ds[b]) {
			b = border[b]
		}
		b++
		border[i+1] = b
	}
	if p := len(ds) - border[len(ds)]; len(ds)%p == 0 {
		return p
	}
	return len(ds)
}

// String returns the code in normal form.
func (c Code) String() string { return string(c.appendText(nil)) }

// Short returns the code for errors and the like: its beginning, where it is long.
func (c Code) Short() string { return Shortened(c.String()) }

// Shortened returns the beginning of a long code or name.
func Shortened(code string) string {
	const most = 60
	if len(code) <= most {
		return code
	}
	return strings.ToValidUTF8(code[:most], "") + "…"
}

func (c Code) appendText(dst []byte) []byte {
	if len(c.digits) == 0 {
		return append(dst, "0.0"...) // the zero value: no move at all
	}
	for i := len(c.added) - 1; i >= 0; i-- {
		dst = c.added[i].appendText(dst)
	}
	dst = append(c.digits[0].appendText(dst), '.')
	repeat := len(c.digits) - c.period
	for _, d := range c.digits[1:repeat] {
		dst = d.appendText(dst)
	}
	switch {
	case c.period > 0:
		dst = append(dst, '[')
		for _, d := range c.digits[repeat:] {
			dst = d.appendText(dst)
		}
		dst = append(dst, ']')
	case repeat == 1:
		dst = append(dst, '0')
	}
	return dst
}

func (d digit) appendText(dst []byte) []byte {
	if d.isZero() {
		return append(dst, '0')
	}
	last := d.kinds[len(d.kinds)-1]
	agree, bits := true, uint64(0)
	for i, k := range d.kinds {
		if k != forbidden {
			bits |= 1 << i
			agree = agree && k == last
		}
	}
	switch {
	case agree && !d.more && bits < 32:
		return append(append(dst, strings.ToUpper(strconv.FormatUint(bits, 32))...), last.String()...)
	case agree && !d.more:
		return append(fmt.Appendf(dst, "&%d;", bits), last.String()...)
	case agree && len(d.kinds) == 1: // more
		return append(append(dst, '*'), last.String()...)
	}
	separator := byte('{')
	for i, k := range d.kinds {
		if k == forbidden {
			continue
		}
		dst = strconv.AppendInt(append(dst, separator), int64(i), 10)
		if !agree {
			dst = append(dst, k.String()...)
		}
		separator = ','
	}
	if d.more {
		dst = append(dst, '+')
	}
	dst = append(dst, '}')
	if agree {
		dst = append(dst, last.String()...)
	}
	return dst
}
