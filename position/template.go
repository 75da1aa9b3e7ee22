package position

// A template is a game with a position in which some numbers are left open, written "_", such as
// nim(3,_,_), queen(_,4), pass-nim(_,_,1) or kayles("X"*_). The open numbers are the axes of a
// table, in the order in which they stand.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/rules"
)

// A Template is a position of a game some of whose numbers are left open.
type Template struct {
	// Axes name the open numbers, in the order of the text.
	Axes []string
	// Limits are how many numbers along each axis, from 0 on, a file of rules allows; nil
	// or 0 where that is not known.
	Limits []uint64
	// Loopy says that play need not end, Ends that moves may end it as a whole, and Misere
	// that by the rules of the game the last move loses.
	Loopy, Ends, Misere bool
	// Draws says that moves may end it as a whole and do so not only by a win, so that positions
	// have no nim-values.
	Draws bool

	pieces   []string  // the text around the open numbers
	fixed    []*uint64 // the numbers of a position, nil for those that are open; nil where these are not numbers alone
	isFields bool
	open     []int       // the fields that the open numbers are; nil where these are none
	file     *rules.File // that of a position of rules
	placer   placerIn
	terms    []openTerm // instead of a placer, of a sum
	// within counts the first numbers along each axis that there are, up to most; nil where
	// only Limits says it.
	within func(ctx context.Context, most ...uint64) []uint64
	// played lists the options of a game in Go.
	played func(at []int64, to *rules.Listed) error
}

// A placerIn returns what makes positions of open numbers until ctx ends.
type placerIn = func(ctx context.Context) func(numbers []uint64) (grundy.Component, error)

// Placer returns a function that makes the position with these open numbers, as many as
// there are axes, or returns an [*EmptyError] where there is none. Rules from files stop
// soon after ctx ends. One goroutine at a time may call it.
func (t *Template) Placer(ctx context.Context) func(numbers []uint64) (grundy.Sum, error) {
	terms := t.terms
	if terms == nil {
		terms = []openTerm{{1, len(t.Axes), t.placer}}
	}
	places := make([]func([]uint64) (grundy.Component, error), len(terms))
	for i, term := range terms {
		places[i] = term.placer(ctx)
	}
	return func(numbers []uint64) (grundy.Sum, error) {
		sum := make(grundy.Sum, len(terms))
		for i, term := range terms {
			c, err := places[i](numbers[:term.axes])
			if err != nil {
				return nil, err
			}
			sum[i], numbers = grundy.Term{Copies: term.copies, Component: c}, numbers[term.axes:]
		}
		return sum, nil
	}
}

// AppendText appends the text of the position with these open numbers.
func (t *Template) AppendText(dst []byte, numbers []uint64) []byte {
	dst = append(dst, t.pieces[0]...)
	for i, n := range numbers {
		dst = append(strconv.AppendUint(dst, n, 10), t.pieces[i+1]...)
	}
	return dst
}

// Fixed returns the numbers of a position, nil for those that are open. The result is nil for
// games whose positions are not lists of numbers.
func (t *Template) Fixed() []*uint64 { return t.fixed }

// IsFields reports whether these numbers are the fields of the positions of a file of rules.
func (t *Template) IsFields() bool { return t.isFields }

// Numbers appends the numbers of a position whose text is a name with a list of numbers. The
// result is false for others.
func Numbers(dst []uint64, text []byte) ([]uint64, bool) {
	at := bytes.LastIndexByte(text, '(') + 1
	if at == 0 || text[len(text)-1] != ')' {
		return dst, false
	}
	text = text[at : len(text)-1]
	for {
		n, digits := uint64(0), 0
		for ; digits < len(text) && text[digits] >= '0' && text[digits] <= '9'; digits++ {
			n = grundy.AddCounts(grundy.MulCounts(n, 10), uint64(text[digits]-'0'))
		}
		if dst = append(dst, n); digits == 0 || digits < len(text) && text[digits] != ',' {
			return dst, false
		}
		if digits == len(text) {
			return dst, true
		}
		text = text[digits+1:]
	}
}

// Pieces returns the text around the open numbers: before the first, between them, and
// behind the last.
func (t *Template) Pieces() []string { return slices.Clone(t.pieces) }

// String returns the text with the open numbers as they were read.
func (t *Template) String() string { return strings.Join(t.pieces, openName) }

// fix returns the text in which the named open numbers have these values. A name belongs to
// an axis, or the axis is 1, 2, 3 …
func (t *Template) fix(fixed map[string]string) (string, error) {
	text, left := t.pieces[0], len(fixed)
	for i, axis := range t.Axes {
		value, named := fixed[axis]
		byPlace, placed := fixed[fmt.Sprint(i+1)]
		switch {
		case named && placed:
			return "", fmt.Errorf("a number of %s is fixed twice", t)
		case placed:
			value = byPlace
		case !named:
			value = openName
		}
		if named || placed {
			left--
		}
		text += value + t.pieces[i+1]
	}
	if left > 0 {
		return "", notFixed(t.String(), "open number", fixed, t.Axes)
	}
	return text, nil
}

// notFixed says which of the fixed numbers is none of those of a game, which have names; or
// that one is fixed twice, by its name and by its place.
func notFixed(game, what string, fixed map[string]string, names []string) error {
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		if n, err := strconv.Atoi(name); !slices.Contains(names, name) && (err != nil || n < 1 || n > len(names)) {
			return fmt.Errorf("%s has no %s %q%s; want one of %s, or 1 … %d", game, what, name, message.DidYouMean(name, names), strings.Join(names, ", "), len(names))
		}
	}
	return fmt.Errorf("a number of %s is fixed twice", game)
}

// An EmptyError says that numbers make no position.
type EmptyError struct {
	Err error // what is wrong with them
	// Known says that the game knows such numbers and has no position for them, as on a
	// blocked cell. Otherwise they may lie beyond all that the game has.
	Known bool
}

func (e *EmptyError) Error() string { return e.Err.Error() }

// Unwrap returns e.Err.
func (e *EmptyError) Unwrap() error { return e.Err }

// openName stands for a number that is left open.
const openName = "_"

// template returns the template whose text begins at an offset and ends here.
func (p *parser) template(from int, axes []string, offsets []int) *Template {
	t := &Template{Axes: axes}
	for _, at := range offsets {
		t.pieces = append(t.pieces, p.text[from:at])
		from = at + len(openName)
	}
	t.pieces = append(t.pieces, p.text[from:p.at])
	return t
}

// openPosition reads the position behind a game in which numbers are left open. The
// game's name begins at an offset; place makes positions, and names the numbers.
func (p *parser) openPosition(from int, brackets list, names func(i int) string, place placer) (t *Template, numbers list, open []int, err error) {
	p.at++ // the opening bracket
	if numbers, err = p.list(')', &open); err != nil {
		return nil, numbers, nil, err
	}
	if len(open) == 0 {
		game := p.text[from:numbers.open]
		return nil, numbers, nil, p.fail(numbers.open, "want a game without a position, such as %s, or a number left open, as in %s(_)", game, game)
	}
	var axes []string
	var offsets []int
	for _, i := range open {
		axes, offsets = append(axes, names(i)), append(offsets, numbers.at[i])
	}
	t = p.template(from, axes, offsets)
	t.placer = p.placerOf(brackets, numbers, open, place)
	return t, numbers, open, nil
}

// placerOf returns what makes positions of a built-in game whose numbers at the given
// indices are open.
func (p *parser) placerOf(brackets, numbers list, open []int, place placer) placerIn {
	return func(context.Context) func([]uint64) (grundy.Component, error) {
		numbers := numbers
		numbers.args = slices.Clone(numbers.args)
		return func(values []uint64) (grundy.Component, error) {
			for i, at := range open {
				numbers.args[at] = grundy.ArgOf(values[i])
			}
			c, err := place(brackets.args, numbers.args)
			if err == nil {
				return c, nil
			}
			_, isEmpty := errors.AsType[*grundy.PositionError](err)
			if err = p.placeError(err, brackets, numbers); isEmpty {
				return nil, &EmptyError{err, true}
			}
			return nil, err
		}
	}
}

// openRules reads a template of a file of rules, which stands at offset at.
func (p *parser) openRules(f *rules.File, from int) (Game, error) {
	start := p.at
	p.at++
	read, length, err := f.ReadTemplate(p.text[p.at:])
	if err != nil {
		wrong, ok := errors.AsType[*rules.NotationError](err)
		if !ok {
			return Game{}, p.fail(p.at, "%v", err)
		}
		return Game{}, p.fail(p.at+wrong.Offset, "%s", wrong.Msg)
	}
	if len(read.Offsets) == 0 {
		return Game{}, p.fail(start, "want a game without a position, such as %s, or a number left open, as in %s", f, f.OpenExample())
	}
	offsets := slices.Clone(read.Offsets)
	for i := range offsets {
		offsets[i] += p.at
	}
	inside := p.at
	p.at += length
	t := p.template(from, read.Names, offsets)
	t.Loopy, t.Ends, t.Misere, t.Limits, t.file = f.Loopy, f.Ends, f.Misere, read.Limits, f
	t.Draws = f.Ends && !f.IsDecisive()
	t.placer = func(ctx context.Context) func([]uint64) (grundy.Component, error) {
		place := read.Placer(ctx)
		return func(values []uint64) (grundy.Component, error) {
			c, err := place(values)
			wrong, ok := errors.AsType[*rules.NotationError](err)
			switch {
			case err == nil:
				return c, nil
			case ctx.Err() != nil:
				return nil, context.Cause(ctx)
			case !ok || errors.Is(err, grundy.ErrBudget):
				return nil, err
			case p.unread:
				return nil, &EmptyError{fmt.Errorf("%s: %s", f, wrong.Msg), wrong.IsRefusal()}
			}
			return nil, &EmptyError{p.fail(inside+wrong.Offset, "%s", wrong.Msg), wrong.IsRefusal()}
		}
	}
	game := Game{Name: p.text[from:p.at], Template: t, IsTemplate: true}
	if open, ok := read.Open(); ok {
		t.open = open
	}
	fixed, ok := read.Fixed()
	if ok {
		t.fixed, t.isFields = fixed, read.IsFields()
	}
	bare, is, err := p.gameOfFile(f, from, len(fixed))
	if err != nil {
		return Game{}, err
	}
	if ok && is {
		return game.fixing(bare, fixed), nil
	}
	return game, nil
}

// nameOf returns the name of the number at index i of a position in the form of an
// entry, such as "squares(n,…)": the listed name, the one that goes on behind two that are
// listed, as c behind a and b, or the last one with a number, as n2.
func nameOf(form string, i int) string {
	listed, more := listedNames(form)
	last := len(listed) - 1
	switch {
	case i <= last:
		return listed[i]
	case more && last >= 1:
		name := []byte(listed[last])
		end := &name[len(name)-1]
		if on := int(*end) + i - last; on <= 'z' && !isDigit(*end) || on <= '9' {
			*end = byte(on)
			return string(name)
		}
	}
	return listed[last] + fmt.Sprint(i+1)
}

// listedNames returns the names between the parentheses of a form, and whether more
// numbers may follow.
func listedNames(form string) (names []string, more bool) {
	form = strings.TrimSuffix(form[strings.LastIndexByte(form, '(')+1:], ")")
	for name := range strings.SplitSeq(form, ",") {
		if name == "…" {
			return names, true
		}
		names = append(names, name)
	}
	return names, false
}

// Fix returns the template of a game in which the named numbers have these values, as they
// are written, and the others are open. A name is a field of a file of rules or a parameter
// of its start; of a built-in game it stands in the form, or is 1, 2, 3 … If positions may
// have any number of numbers, that many are open. The axes of a template have names.
func Fix(ctx context.Context, text string, fixed map[string]string, open int, files Files) (string, error) {
	if game, err := ParseGameWith(ctx, text, 0, files); err == nil && game.IsTemplate {
		if t, err := game.Template.fix(fixed); err == nil || game.Name == text {
			return t, err
		} // else the names are fields of a file that opens a whole row
	}
	p := parser{text: text, of: "game", files: files, ctx: ctx}
	var form string
	switch {
	case p.rulesLength() > 0:
		f, _, err := p.readRules()
		if err != nil {
			return "", err
		}
		if form = f.Form(); !f.Flat {
			position, err := f.TemplateOf(fixed)
			if err != nil {
				return "", err
			}
			return p.fixed(position)
		}
	default:
		entry, _, err := p.named()
		if err != nil {
			return "", err
		}
		form = entry.Form
	}
	listed, more := listedNames(form)
	total := len(listed)
	if more {
		total = max(total, len(fixed)+open)
	}
	const most = 1000
	var values []string
	left := len(fixed)
	for i := 0; i < total || more && left > 0 && i < most; i++ {
		value := openName
		for _, name := range []string{nameOf(form, i), fmt.Sprint(i + 1)} {
			if fixed, ok := fixed[name]; ok && value == openName {
				value = fixed
				left--
			}
		}
		values = append(values, value)
	}
	if left > 0 {
		var names []string
		for i := range total {
			names = append(names, nameOf(form, i))
		}
		return "", notFixed(text, "number", fixed, names)
	}
	return p.fixed("(" + strings.Join(values, ",") + ")")
}

// fixed returns the template of the game that was read, with that position behind it.
func (p *parser) fixed(position string) (string, error) {
	if p.space(); p.at < len(p.text) {
		return "", p.unexpected("the end, as a game whose numbers are fixed by name has no position")
	}
	if !strings.Contains(position, openName) {
		return "", fmt.Errorf("all numbers of %s are fixed; leave one open", p.text)
	}
	return strings.TrimSpace(p.text) + position, nil
}
