package rules

// Formulas state the moves of a file in a frame: package formulas follows what the rules are
// lowered to. docs/mathematics.md says what formulas are for.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/formulas"
	"github.com/grundy-games/grundy/internal/rules/written"
)

// A Frame says which positions of a file are looked at.
type Frame struct {
	// Length is the length of rows and heaps that may have several.
	Length int
	// Fixed are numbers at which coordinates are held. No move may change them.
	Fixed map[string]int64
	// Hold asks [DefineGame] to hold all coordinates that the moves of a file plainly pass
	// on, such as the k of "at least 1 and at most k times what was taken".
	Hold bool
}

// A Definition is the moves of a file as formulas of the coordinates of a position.
type Definition struct {
	formulas.Result
	// Misere says that the last move loses.
	Misere bool

	*Layout
}

// A basis is what formulas are made of.
type basis struct {
	moves, legal Core
	passed       []bool // the fields that each move passes on as they are
}

// findBasis finds what formulas are made of.
func (f *File) findBasis() basis {
	b := basis{moves: f.lowered()[hosted{f.moves, core.Moves}], legal: f.lowered()[hosted{f.legal, core.Legal}]}
	if b.moves.Program != nil {
		b.passed = passedOn(b.moves.Program)
	}
	return b
}

// Define states the moves of a file as formulas. The error is an [*Error] where no formula
// says the same: it names the place and the reason.
func (f *File) Define(ctx context.Context, frame Frame) (*Definition, error) {
	if f.builtIn != nil {
		c, err := f.builtIn.heap, error(nil)
		if c == nil {
			if c, err = f.builtIn.place(make([]grundy.Arg, f.builtIn.board.Dimension())); err != nil {
				return nil, err
			}
		}
		return DefineGame(ctx, c, frame)
	}
	b := f.basis()
	for _, c := range []Core{b.moves, b.legal} {
		if c.Why != nil {
			return nil, c.Why
		}
	}
	layout, err := f.Layout(frame)
	if err != nil {
		return nil, err
	}
	g := &formulas.Game{Name: f.String(), Moves: b.moves.Program, Legal: b.legal.Program, Letters: layout.letters}
	for _, c := range layout.cells {
		g.Cells = append(g.Cells, formulas.Cell{Name: c.name, Field: c.field, Held: c.index < 0, Value: c.held, Less: c.less})
	}
	said, err := formulas.Translate(ctx, g)
	if wrong, ok := errors.AsType[*formulas.Error](err); ok {
		return nil, f.code.FailAtPlace(wrong.At, "%s", wrong.Why)
	}
	if err != nil {
		return nil, err
	}
	return &Definition{*said, f.Misere, layout}, nil
}

// Text returns the text of the file.
func (f *File) Text() string { return f.code.Text() }

// numbersOf returns the numbers of a position of a built-in game, as it is written.
func numbersOf(c grundy.Component) (numbers []int64, ok bool) {
	text := c.String()
	text = strings.TrimSuffix(text[strings.LastIndexByte(text, '(')+1:], ")")
	for n := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseInt(n, 10, 64)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, true
}

// DefineGame translates the moves of the game of a component, which is from a file or
// built in. Where the frame says no length, rows are as long as those of the component.
// The error is as for [File.Define], or says that the game has no rules in a file.
func DefineGame(ctx context.Context, c grundy.Component, frame Frame) (*Definition, error) {
	frame = FrameOf(c, frame)
	if f, ok := FileOf(c); ok {
		return f.Define(ctx, frame)
	}
	f, err := StatedBy(ctx, c)
	if err != nil {
		return nil, err
	}
	return f.Define(ctx, frame)
}

// FrameOf completes a frame by what the position of a component says. Positions of one game
// with the same frame have the same definition.
func FrameOf(c grundy.Component, frame Frame) Frame {
	if f, ok := FileOf(c); ok {
		if p, ok := c.Position().(Position); ok {
			return f.framed(frame, p)
		}
	}
	return frame
}

// framed completes a frame by what a position says.
func (f *File) framed(frame Frame, p Position) Frame {
	var passed []bool
	if frame.Hold {
		passed = f.basis().passed
		frame.Fixed = maps.Clone(frame.Fixed)
		if frame.Fixed == nil {
			frame.Fixed = map[string]int64{}
		}
	}
	longest := 0
	for state := range f.states(p) {
		for i := range f.code.Shape.Fields {
			field := &f.code.Shape.Fields[i]
			if field.Kind == core.Row || field.Kind == core.Heaps {
				longest = max(longest, len(field.Items(state)))
			}
			if i >= len(passed) || !passed[i] || field.Letters != "" {
				continue
			}
			switch field.Kind {
			case core.Integer:
				frame.Fixed[field.Name] = state[field.At]
			case core.Row:
				for j, n := range field.Items(state) {
					frame.Fixed[fmt.Sprintf("%s%d", field.Name, j+1)] = n
				}
			}
		}
	}
	if frame.Length == 0 {
		frame.Length = longest
	}
	return frame
}

// passedOn returns the fields that each move passes on as they are.
func passedOn(p *core.Program) []bool {
	fields := len(p.Shape.Fields)
	passed := slices.Repeat([]bool{fields > 1}, fields)
	// Which field the parameters of a function are, or -1. Callers stand behind what they call.
	is := make([][]int, len(p.Functions))
	for at := range slices.Backward(p.Functions) {
		fn := &p.Functions[at]
		if fn == p.Main() {
			for i := range fields {
				is[at] = append(is[at], i)
			}
		}
		for _, v := range core.Sets(fn.Body) {
			if int(v) < len(is[at]) {
				is[at][v] = -1
			}
		}
		of := func(e core.Expr) int {
			if get, ok := e.(*core.Get); ok && int(get.V) < len(is[at]) {
				return is[at][get.V]
			}
			return -1
		}
		leaves := func(part []core.Expr) {
			for i, e := range part {
				passed[i] = passed[i] && of(e) == i
			}
		}
		core.Walk(fn.Body, func(s core.Stmt) bool {
			switch s := s.(type) {
			case *core.State:
				leaves(s.Fields)
			case *core.StateSum:
				for _, p := range s.Parts {
					leaves(p.Fields)
				}
			}
			return true
		}, func(e core.Expr) bool {
			if call, ok := e.(*core.Call); ok {
				first := is[call.F] == nil
				for i, a := range call.Args {
					if first {
						is[call.F] = append(is[call.F], of(a))
					} else if is[call.F][i] != of(a) {
						is[call.F][i] = -1
					}
				}
			}
			return true
		})
	}
	return passed
}

// StatedBy returns a file with the moves of the game of a component, if it is built in and has
// one (package written).
func StatedBy(ctx context.Context, c grundy.Component) (*File, error) {
	name, _, _ := strings.Cut(c.String(), "(")
	if numbers, ok := numbersOf(c); ok {
		if text, ok := written.Rules(c, len(numbers)); ok {
			return Load(ctx, name, strings.NewReader(text), Options{})
		}
	}
	return nil, fmt.Errorf("%s has no rules as text, from which formulas could be made: write them into a file, and ask about that", name)
}

// FileOf returns the file whose position a component is.
func FileOf(c grundy.Component) (*File, bool) {
	if of, ok := c.Game().(interface{ itself() *File }); ok {
		return of.itself(), true
	}
	return nil, false
}

func (g *game[K]) itself() *File { return g.file }
