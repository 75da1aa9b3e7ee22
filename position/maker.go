package position

// Answers of contest problems make positions of values, rather than of text.

import (
	"context"
	"errors"
	"fmt"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/rules"
)

// A Maker makes positions of one game. Several goroutines may use it.
type Maker struct {
	Name string // of the game, with its numbers in brackets
	// Numbers is how many numbers choose a position of one component: 1 where a list of
	// numbers is a sum of heaps; 0 where other things do, or any number of numbers.
	Numbers int
	// Alone is the game without a position, where an engine lists its nim-values;
	// otherwise the zero value.
	Alone Game

	place placer      // of numbers
	rules *rules.File // or of text
}

// ParseMaker reads a game, such as "nim", "subtraction[1,3,4]", "0.77" or the name of one
// in the catalogue. The error is a [*SyntaxError].
func ParseMaker(ctx context.Context, text string, files Files) (*Maker, error) {
	p := parser{text: text, of: "game", files: files, ctx: ctx}
	p.fold()
	m := &Maker{Name: p.text}
	alone := 0
	switch {
	case p.rulesLength() > 0:
		f, _, err := p.readRules()
		if err != nil {
			return nil, err
		}
		if p.space(); p.at < len(text) {
			return nil, p.unexpected("the end")
		}
		return MakerOf(ctx, f), nil
	case !p.atCode() && p.atGraph():
		return nil, p.fail(p.at, "want a game whose positions are numbers, or rules in the file itself")
	default:
		entry, brackets, err := p.named()
		if err != nil {
			return nil, err
		}
		placed := entry.placer(brackets)
		m.place = func(_, args []grundy.Arg) (grundy.Component, error) {
			c, err := placed(brackets.args, args)
			if wrong, ok := errors.AsType[*grundy.PositionError](err); ok && wrong != nil {
				return nil, err
			}
			return c, err
		}
		alone = entry.Alone
		if m.Numbers = alone; alone > 0 && len(brackets.args) == 0 || brackets.bracketed {
			if game, err := ParseGameWith(ctx, text, 0, files); err == nil {
				m.Alone = game
			}
		}
		if m.Alone.Table != nil {
			m.Numbers = len(m.Alone.Table.Sides())
		}
		if brackets.bracketed && alone > 0 && m.Alone.Template == nil {
			if _, err := placed(brackets.args, nil); err != nil {
				return nil, p.placeError(err, brackets, list{})
			}
		}
	}
	if p.space(); p.at < len(text) {
		return nil, p.unexpected("the end")
	}
	return m, nil
}

// MakerOf returns the maker of positions of a file of rules.
func MakerOf(ctx context.Context, f *rules.File) *Maker {
	m := &Maker{Name: f.String(), rules: f, Numbers: len(f.Numbers())}
	if game, ok := gameOfRules(f, 0); ok {
		m.Alone, m.Numbers = game, max(1, len(game.Sides()))
		return m
	}
	if same, err := f.EqualHeaps(ctx); err == nil && same != nil {
		m.Alone = Game{Name: f.String(), Sequence: same}
	}
	return m
}

// IsText reports whether positions are made of text, by [Maker.Read], and otherwise of
// numbers, by [Maker.Place].
func (m *Maker) IsText() bool { return m.rules != nil }

// Rules returns the file of rules, or nil.
func (m *Maker) Rules() *rules.File { return m.rules }

// Place makes the position of these numbers.
func (m *Maker) Place(numbers []grundy.Arg) (grundy.Component, error) {
	c, err := m.place(nil, numbers)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return c, nil
}

// Read makes the position whose text stands in the parentheses behind the name of a file
// of rules.
func (m *Maker) Read(ctx context.Context, text string) (grundy.Component, error) {
	c, length, err := m.rules.Read(ctx, text+")")
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("%s(%s): %w", m.Name, message.Brief(text, 60), err)
	case length != len(text)+1:
		return nil, fmt.Errorf("%s(%s): want one position", m.Name, message.Brief(text, 60))
	}
	return c, nil
}

// IsNim reports whether the game is Nim.
func (m *Maker) IsNim() bool {
	_, ok := m.Alone.Sequence.(heap.Nim)
	return ok
}
