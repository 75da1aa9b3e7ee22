// Package sweep asks one question about every game of a family: which octal codes of three
// digits have a proved period, what all subtraction sets within 1 … 20 do.
//
// [ParseFamily] reads a family, whose games have numbers, and a [Question] says what the
// rows have that answer it. [Folder.Write] writes the rows of a folder, and [Summarize] counts
// them. Package ask answers the question about each game.
//
// A row depends on the question and the game alone: on no other game, no clock and no
// machine. So rows are the same bytes, whoever computes them.
package sweep

// A family is written as a line, and has a game for each number.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// A Family is a list of games, which are numbered from 0 on.
type Family struct {
	text string
	size uint64
	game func(i uint64) string
	// Codes says that the games are octal codes, which have standard forms.
	Codes bool
}

// MostGames is the number of games of the largest family.
const MostGames = 1 << 32

// Forms says how families are written.
const Forms = "0.ddd, d.ddd, subtraction:1..20, subtraction:1..64:3, partition:2..13, rides:4, or a game with ranges such as wythoff[1..5]"

// String returns the family as it was written.
func (f *Family) String() string { return f.text }

// Size returns the number of games.
func (f *Family) Size() uint64 { return f.size }

// Game returns the game of a number below the size, as positions write it.
func (f *Family) Game(i uint64) string { return f.game(i) }

// Has reports whether the code is a game of a family of codes.
func (f *Family) Has(code string) bool {
	pattern, head := f.text, strings.Index(code, ".")
	if !f.Codes || head != strings.Index(pattern, ".") || len(code) > len(pattern) {
		return false
	}
	for i := range pattern {
		digit := byte('0')
		if i < len(code) {
			digit = code[i]
		}
		switch {
		case pattern[i] == digit:
		case pattern[i] != free, i < head && digit != '0' && digit != '4':
			return false
		}
	}
	return true
}

// free stands for any digit in a family of codes.
const free = 'd'

// ParseFamily reads a family:
//
//	0.ddd, 4.d7, d.ddd        octal codes; d is any digit, and 0 or 4 before the point
//	subtraction:1..20         all sets of numbers from 1 to 20
//	subtraction:1..64:3       those of three numbers; 2..3 for two or three
//	partition:2..13           the same for the sets of other games: see setGames
//	rides:4, rides:4:1..2     two heaps, and one ride or sets of rides (a,b), a <= b <= 4
//	wythoff[1..5]             a game, or a template, with ranges in place of numbers
func ParseFamily(text string) (*Family, error) {
	var f *Family
	var err error
	kind, rest, hasColon := strings.Cut(text, ":")
	switch {
	case text == "":
		return nil, fmt.Errorf("no family; want %s", Forms)
	case hasColon && setGames[kind].least > 0:
		f, err = sets(kind, rest)
	case hasColon && kind == "rides":
		f, err = rides(rest)
	case isPattern(text):
		f, err = codes(text)
	case strings.Contains(text, "..") && strings.ContainsAny(text, "[("):
		f, err = ranges(text)
	default:
		return nil, fmt.Errorf("%s is not a family%s; want %s", message.Quoted(text), message.DidYouMean(kind, append(slices.Sorted(maps.Keys(setGames)), "rides")), Forms)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", message.Shown(text), err)
	}
	if f.size > MostGames {
		return nil, fmt.Errorf("%s: more than %d games", message.Shown(text), uint64(MostGames))
	}
	f.text = text
	return f, nil
}

// isPattern reports whether the text looks like a code with free digits.
func isPattern(text string) bool {
	head, digits, ok := strings.Cut(text, ".")
	return ok && len(head) == 1 && digits != "" && strings.Trim(head+digits, "01234567"+string(free)) == ""
}

// codes reads a family of octal codes. Zeros at the end are not written.
func codes(text string) (*Family, error) {
	frees := strings.Count(text, string(free))
	switch {
	case frees == 0:
		return nil, fmt.Errorf("this is one code; want a %c for a digit that is free, as in 0.ddd", free)
	case len(text) > 12:
		return nil, fmt.Errorf("want at most 10 digits behind the point")
	case !strings.ContainsRune("04"+string(free), rune(text[0])):
		return nil, fmt.Errorf("want 0, 4 or %c before the point", free)
	}
	size := uint64(1)
	for i := range text {
		if text[i] == free {
			size *= choices(i)
		}
	}
	return &Family{Codes: true, size: size, game: func(i uint64) string {
		code := []byte(text)
		for at := len(code) - 1; at >= 0; at-- {
			if code[at] == free {
				digit := i % choices(at)
				if i /= choices(at); at == 0 {
					digit *= 4
				}
				code[at] = '0' + byte(digit)
			}
		}
		for len(code) > len("0.0") && code[len(code)-1] == '0' {
			code = code[:len(code)-1]
		}
		return string(code)
	}}, nil
}

// choices returns how many digits may stand at a place of a code.
func choices(at int) uint64 {
	if at == 0 {
		return 2 // 0 and 4
	}
	return 8
}

// A span is a range of whole numbers.
type span struct{ least, most uint64 }

// mostNumber bounds the numbers of ranges.
const mostNumber = 1_000_000_000

// parseSpan reads 1..20, or one number.
func parseSpan(text string) (s span, err error) {
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		to = from
	}
	for _, n := range []struct {
		text string
		at   *uint64
	}{{from, &s.least}, {to, &s.most}} {
		if *n.at, err = strconv.ParseUint(n.text, 10, 63); err != nil || *n.at > mostNumber || strings.Trim(n.text, "0123456789") != "" {
			return s, fmt.Errorf("%s: want a range of whole numbers to %d, such as 1..20", message.Quoted(text), mostNumber)
		}
	}
	if s.least > s.most {
		return s, fmt.Errorf("%s: want the smaller number first", message.Quoted(text))
	}
	return s, nil
}

// count returns how many numbers the span has.
func (s span) count() uint64 { return s.most - s.least + 1 }

// mostMembers bounds the members from which sets are chosen.
const mostMembers = 1 << 12

// A choice is all sets of a given number of n members, those of fewer first, and then in the order
// of their members.
type choice struct {
	members uint64
	sizes   span
	counts  []uint64 // of the sets of each size
}

// newChoice returns the sets of the sizes; text is what was written for them, "" for usual.
func newChoice(members uint64, text string, usual span) (*choice, error) {
	c := &choice{members: members, sizes: usual}
	if text != "" {
		var err error
		if c.sizes, err = parseSpan(text); err != nil {
			return nil, err
		}
		if c.sizes.least == 0 || c.sizes.most > members {
			return nil, fmt.Errorf("sets of %s: want 1 to %d members", message.Quoted(text), members)
		}
	}
	for k := c.sizes.least; k <= c.sizes.most; k++ {
		if c.counts = append(c.counts, choose(members, k)); c.size() > MostGames {
			return nil, fmt.Errorf("more than %d games; want smaller sets, such as :3", uint64(MostGames))
		}
	}
	return c, nil
}

func (c *choice) size() (sum uint64) {
	for _, n := range c.counts {
		sum = grundy.AddCounts(sum, n)
	}
	return sum
}

// set returns the members of set number i, which are numbered from 0 on.
func (c *choice) set(i uint64) (members []uint64) {
	k := c.sizes.least
	for ; i >= c.counts[k-c.sizes.least]; k++ {
		i -= c.counts[k-c.sizes.least]
	}
	for m := uint64(0); k > 0; m++ {
		with := choose(c.members-m-1, k-1) // the sets that have m
		if i < with {
			members = append(members, m)
			k--
		} else {
			i -= with
		}
	}
	return members
}

// choose returns how many sets of k there are among n, or 2^64-1 if that is more.
func choose(n, k uint64) uint64 {
	if k > n {
		return 0
	}
	return grundy.Binomial(n, k)
}

// setGames are the games that have a set of numbers in brackets, and which these may be.
var setGames = map[string]span{
	"subtraction": {1, mostNumber}, "partition": {2, 63}, "partition-equal": {2, 63}, "partition-distinct": {2, 63},
}

// sets reads sets of numbers for such a game.
func sets(game, text string) (*Family, error) {
	numbers, sizes, _ := strings.Cut(text, ":")
	s, err := parseSpan(numbers)
	switch is := setGames[game]; {
	case err != nil:
		return nil, err
	case s.least < is.least || s.most > is.most:
		return nil, fmt.Errorf("%s: want a range within %d..%d", message.Quoted(numbers), is.least, is.most)
	case s.count() > mostMembers:
		return nil, fmt.Errorf("%s: want at most %d numbers", message.Quoted(numbers), mostMembers)
	}
	c, err := newChoice(s.count(), sizes, span{1, s.count()})
	if err != nil {
		return nil, err
	}
	return &Family{size: c.size(), game: func(i uint64) string {
		set := c.set(i)
		for j := range set {
			set[j] += s.least
		}
		return string(grundy.AppendNumbers([]byte(game), '[', set, ']'))
	}}, nil
}

// mostStep bounds the steps of rides.
const mostStep = 63

// rides reads games of two heaps with rides: i·a from one heap and i·b from the other, in
// either order, for any i > 0.
func rides(text string) (*Family, error) {
	step, sizes, _ := strings.Cut(text, ":")
	most, err := strconv.ParseUint(step, 10, 63)
	if err != nil || most == 0 || most > mostStep {
		return nil, fmt.Errorf("%s: want the largest step, 1 to %d, as in rides:4", message.Quoted(step), mostStep)
	}
	var all [][2]uint64
	for b := uint64(1); b <= most; b++ {
		for a := range b + 1 {
			all = append(all, [2]uint64{a, b})
		}
	}
	c, err := newChoice(uint64(len(all)), sizes, span{1, 1})
	if err != nil {
		return nil, err
	}
	return &Family{size: c.size(), game: func(i uint64) string {
		var vectors []uint64
		for _, m := range c.set(i) {
			a, b := all[m][0], all[m][1]
			if vectors = append(vectors, a, b); a != b {
				vectors = append(vectors, b, a)
			}
		}
		return string(grundy.AppendNumbers([]byte("nimhof"), '[', vectors, ']'))
	}}, nil
}

// ranges reads a game with ranges in place of numbers.
func ranges(text string) (*Family, error) {
	var pieces []string // around the ranges
	var spans []span
	size := uint64(1)
	rest, from := text, 0 // where the next range is looked for
	for {
		dots := strings.Index(rest[from:], "..")
		if dots < 0 {
			break
		}
		dots += from
		begin := len(strings.TrimRight(rest[:dots], "0123456789"))
		end := len(rest) - len(strings.TrimLeft(rest[dots+2:], "0123456789"))
		if begin == dots && strings.HasPrefix(rest[end:], "/") { // of a path
			from = end
			continue
		}
		s, err := parseSpan(rest[begin:end])
		if err != nil {
			return nil, err
		}
		pieces, spans, rest, from = append(pieces, rest[:begin]), append(spans, s), rest[end:], 0
		size = grundy.MulCounts(size, s.count())
	}
	if len(spans) == 0 {
		return nil, fmt.Errorf("no range; want one in place of a number, such as 1..5")
	}
	pieces = append(pieces, rest)
	return &Family{size: size, game: func(i uint64) string {
		numbers := make([]uint64, len(spans))
		for j, s := range slices.Backward(spans) {
			numbers[j] = s.least + i%s.count()
			i /= s.count()
		}
		b := []byte(pieces[0])
		for j, n := range numbers {
			b = append(strconv.AppendUint(b, n, 10), pieces[j+1]...)
		}
		return string(b)
	}}, nil
}
