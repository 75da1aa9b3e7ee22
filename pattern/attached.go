package pattern

// A certificate proves a theorem about formulas. It also claims that its rules, and the game of its
// name, have the moves of the formulas. The code here checks that.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
)

// attachedName is what errors of attached rules call the file.
const attachedName = "rules"

// Agrees plays the rules that are attached to a certificate, and those of the game that this program
// knows under its name, and compares them with its formulas. The error is a
// [*certificate.Refusal] where they differ, or what ended ctx.
func Agrees(ctx context.Context, c *certificate.Certificate) (*Comparison, error) {
	found, err := agrees(ctx, c, verifySteps)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return found, err
}

// fewPositions are too few for a comparison that ends because the rules take many steps: who makes a
// certificate could hide a difference behind them.
const fewPositions = 1000

func agrees(ctx context.Context, c *certificate.Certificate, steps int64) (*Comparison, error) {
	refuse := func(field, format string, args ...any) error {
		return &certificate.Refusal{Field: field, Says: fmt.Sprintf(format, args...)}
	}
	f, err := attached(ctx, attachedName, c.Rules, steps)
	switch {
	case err != nil:
		return nil, refuse("rules", "they cannot be played: %v", err)
	case f.Misere && !c.Misere:
		return nil, refuse("misere", "the rules say that the last move loses")
	case f.Loopy:
		return nil, refuse("rules", "they say that play need not end")
	}
	frame := rules.Frame{Length: int(c.Frame.Length), Fixed: c.Frame.Fixed}
	layout, err := f.Layout(frame)
	if err != nil {
		return nil, refuse("frame", "%v", err)
	}
	if want := frameOf(layout); !reflect.DeepEqual(want.Fields, c.Frame.Fields) {
		return nil, refuse("frame", "its fields are not those of the rules, %v", want.Fields)
	}
	var want, got []string
	for _, cell := range layout.Cells() {
		if cell.Coordinate >= 0 {
			want = append(want, fmt.Sprintf("%d <= %s <= %d", cell.Least, cell.Name, cell.Most))
		}
	}
	for _, b := range c.Coordinates {
		got = append(got, fmt.Sprintf("%d <= %s <= %d", b.Least, b.Name, b.Most))
	}
	if !slices.Equal(want, got) {
		return nil, refuse("coordinates", "they are %s, and those of the rules %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	found, err := compared(ctx, &c.Moves, layout, "the rules", steps)
	if _, ok := errors.AsType[*Difference](err); ok {
		return nil, refuse("rules", "%v", err)
	} else if errors.Is(err, grundy.ErrBudget) {
		return nil, err
	} else if err != nil {
		return nil, refuse("rules", "they cannot be compared with the formulas: %v", err)
	}
	if found.slow && found.Positions < fewPositions {
		return nil, refuse("rules", "they take too many steps to be compared with the formulas: %s", found)
	}
	return found, named(ctx, c, frame, steps/4)
}

// attached loads rules that are to be compared within the given number of steps.
func attached(ctx context.Context, name, text string, steps int64) (*rules.File, error) {
	options := rules.Options{Steps: steps >> callPart, Print: silent}
	f, err := rules.Load(ctx, name, strings.NewReader(text), options)
	if err != nil && ctx.Err() == nil { // perhaps what is done once takes long
		options.Steps = 0
		f, err = rules.Load(ctx, name, strings.NewReader(text), options)
	}
	return f, err
}

// silent lets rules print.
var silent = rules.NewPrinter(func(string) {})

// compared compares moves with the rules of a layout.
func compared(ctx context.Context, m *certificate.Moves, l *rules.Layout, who string, steps int64) (*Comparison, error) {
	play, err := m.Play(ctx)
	if err != nil {
		return nil, err
	}
	c := &comparer{play: play, who: who, cost: steps, layout: l}
	for _, b := range m.Coordinates {
		c.names, c.crossed = append(c.names, b.Name), append(c.crossed, b.Dropped)
	}
	for _, cell := range l.Cells() {
		if cell.Coordinate >= 0 {
			c.least, c.most = append(c.least, cell.Least), append(c.most, cell.Most)
		}
	}
	return c.run(ctx)
}

// named compares the formulas with the game that this program has under the name of a certificate, if
// there is one. Files are not opened: rules that a file would hold are those that are attached.
func named(ctx context.Context, c *certificate.Certificate, frame rules.Frame, steps int64) error {
	refuse := func(format string, args ...any) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return &certificate.Refusal{Field: "game", Says: fmt.Sprintf(format, args...)}
	}
	name := message.Brief(c.Game, 100)
	base, _, _ := strings.Cut(c.Game, "(")
	foreign := func(r rune) bool { return r > unicode.MaxASCII }
	if strings.ContainsFunc(c.Game, foreign) && !strings.HasSuffix(base, ".star") {
		return refuse("%s: want a name in ASCII, as only files have others", name)
	}
	g, err := position.ParseGameWith(ctx, c.Game, len(c.Coordinates)+len(c.Frame.Fixed), position.Files{
		Open:  func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(c.Rules)), nil },
		Rules: rules.Options{Print: silent},
	})
	if err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return refuseKnown(c.Game, err)
	}
	place := g.Template.Placer(ctx)
	samples := 0
	var own *rules.Layout // of the game of that name
	cell := make([]uint64, len(g.Template.Axes))
	for try := uint64(0); try < 256 && samples < 5; try++ {
		for i := range cell { // on three lines
			cell[i] = (try/3)*(1+uint64(i)*(try%3)%2) + uint64(i)*(try%3)/2
		}
		sum, err := place(cell)
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			continue // there is no such position
		}
		if len(sum) != 1 || sum[0].Copies != 1 {
			return refuse("%s is a sum of games, and the formulas describe one game", name)
		}
		if own == nil {
			f, ok := rules.FileOf(sum[0].Component)
			if !ok {
				if f, err = rules.StatedBy(ctx, sum[0].Component); err != nil {
					return refuse("%s is a game of this program: %v", name, err)
				}
			}
			if own, err = f.Layout(frame); err != nil {
				return refuse("%s is another game: %v", name, err)
			}
		}
		if _, ok := own.At(sum[0].Component); !ok {
			return refuse("%v is not a position with the fixed numbers, and the length, of the frame", sum[0].Component)
		}
		samples++
	}
	switch {
	case samples == 0:
		return refuse("no small position of %s was found", name)
	case own.File().Text() == c.Rules:
		return nil
	case own.File().Misere && !c.Misere:
		return refuse("the rules of %s say that the last move loses", name)
	case len(own.Names()) != len(c.Coordinates):
		return refuse("a position of %s has %d numbers, and of the formulas %d", name, len(own.Names()), len(c.Coordinates))
	}
	f, err := attached(ctx, attachedName, own.File().Text(), steps)
	if err == nil {
		own, err = f.Layout(frame)
	}
	if err == nil {
		_, err = compared(ctx, &c.Moves, own, "those of "+name, steps)
	}
	if err != nil {
		return refuse("%v", err)
	}
	return nil
}

// refuseKnown refuses a name that a reader may take for a game of this program: it differs only in
// case, signs, or letters that look alike. Err says why the name does not read as a game.
func refuseKnown(game string, err error) error {
	base, _, _ := strings.Cut(game, "(")
	base, _, _ = strings.Cut(base, "[")
	word := position.PlainWord(message.InLatin(base))
	for _, known := range position.Names() {
		if position.PlainWord(known) == word {
			return &certificate.Refusal{Field: "game", Says: fmt.Sprintf("%s is none, though %s is a game of this program: %v", message.Brief(game, 100), known, err)}
		}
	}
	if word == "" || strings.HasSuffix(strings.Trim(base, `" `), ".star") {
		return &certificate.Refusal{Field: "game", Says: fmt.Sprintf("%q is not the name of a game: %v", message.Brief(game, 100), err)}
	}
	return nil
}
