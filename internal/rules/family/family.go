// Package family recognises games that have engines of their own in the rules of files: a
// person who writes down how a queen moves gets the tables, the periods and the theorems of
// the queen.
//
// [Recognise] plays the rules at some small positions, guesses a game that has these moves,
// and decides by automata, from the formulas of the rules ([rules.File.Define]), that both
// have the same options at all positions. So a guess is never wrong, and a rule such as
// "if x > 1000000" is not overlooked. Names play no part in it.
package family

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/automata"
	"github.com/grundy-games/grundy/theory/definable"
)

// A Family is a game with an engine whose moves a file of rules states: the positions of the file
// have the same options as the positions of the game, number by number.
type Family struct {
	// Name is the game as positions write it, such as queen or 0.77.
	Name string
	// Words say what it is: "one piece on a board".
	Words string
	// Sequence tells the values of a game on heaps, or Table the values of a piece; the other is
	// nil.
	Sequence heap.Sequence
	Table    board.Tabulated

	sums    bool // a position may be the sum of several of the game
	repeats bool // options of equal heaps are several of the game
	heaps   bool // a position may be several heaps, and heaps of 0 are nothing
	layout  *rules.Layout
	least   []int64 // what the file calls 0
	place   func(numbers []grundy.Arg) (grundy.Component, error)
	first   grundy.Component // a position of the game
	zeros   map[int]int      // how many heaps of 0 the file leaves, by the number of other heaps; nil for pieces, and where it varies
}

// Says names the game in a sentence.
func (f *Family) Says() string {
	from := ""
	var least []int64
	for _, cell := range f.layout.Cells() {
		if cell.Coordinate >= 0 {
			least = append(least, f.least[cell.Coordinate]+cell.Plus)
		}
	}
	if slices.ContainsFunc(least, func(n int64) bool { return n != 0 }) {
		from = ", counted from " + vector(least)
	}
	return fmt.Sprintf("these are the moves of %s%s, decided by automata", f.Name, from)
}

// A Stranger is the error for rules that are of no family.
type Stranger struct{ Why string }

func (e *Stranger) Error() string { return e.Why }

func stranger(format string, args ...any) error { return &Stranger{fmt.Sprintf(format, args...)} }

// A candidate is a game whose moves the file may state.
type candidate interface {
	fmt.Stringer // to tell guesses apart
	// moves states the moves over the coordinates of a frame; the moves of the file are
	// compared as normal returns them.
	moves(b *box) definable.Moves
	normal(b *box, m definable.Moves) definable.Moves
	family(b *box) (*Family, error)
}

// A box is the positions of a file: coordinates from least to most, where there is a most, all
// but some points that are known.
type box struct {
	names       []string
	least, most []int64 // most is math.MaxInt64 for none
	missing     [][]int64
	unordered   bool // the coordinates are heaps in ascending order
}

const (
	probeSteps  = 1 << 24 // of rules, in some 100 ms
	mostStates  = 1 << 13 // of an automaton
	mostKinds   = 800     // of moves, of either game
	mostRounds  = 40
	mostMissing = 32
	farthest    = 1 << 12 // number of a position that is looked at
	mostAxes    = 6
	mostSummed  = 64
	mostNodes   = 1 << 22 // of all automata, in some seconds
)

// Recognise returns the family of a file in a frame. The error is a [*Stranger] where it is
// of none that is known here. Rules with endings or without an end are not looked at. It takes a
// bounded number of steps, most of them for formulas; rules that fit no family are refused when
// they were played at some positions.
func Recognise(ctx context.Context, f *rules.File, frame rules.Frame) (*Family, error) {
	l, err := f.Layout(frame)
	switch {
	case err != nil:
		return nil, &Stranger{err.Error()}
	case f.Loopy || f.Ends:
		return nil, stranger("play need not end, or ends by win(), lose() or draw(), or moves say how to reply")
	}
	b := &box{names: l.Names()}
	if n := len(b.names); n == 0 || n > mostSummed {
		return nil, stranger("positions have %d numbers that vary", n)
	}
	letters := false
	for _, c := range l.Cells() {
		switch {
		case c.Coordinate < 0:
			continue
		case c.Letters != "":
			letters = true
		case c.Most+c.Plus == math.MaxInt32 || c.Most == math.MaxInt64: // which are the machine's bounds, and not the game's
			c.Most = math.MaxInt64
		}
		b.least, b.most = append(b.least, c.Least), append(b.most, c.Most)
	}
	probing, end := meter.WithWork(ctx, probeSteps)
	defer end()
	p := &prober{box: b, player: l.Player(probing), seen: map[string]bool{}, nodes: mostNodes}
	tries := []func(*prober) candidate{guessRuled(ctx), guessPiece, guessSum, guessSystem}
	switch {
	case len(l.Heaps()) > 0:
		if l.Heaps()[0] != [2]int{0, len(b.names)} {
			return nil, stranger("positions have heaps and other numbers")
		}
		b.unordered, tries = true, []func(*prober) candidate{guessRuled(ctx), guessSum}
	case letters:
		tries = []func(*prober) candidate{guessSystem}
	case len(b.names) > mostAxes:
		tries = []func(*prober) candidate{guessSum}
	case len(b.names) == 1:
		tries = []func(*prober) candidate{guessHeap, guessSystem, guessPiece}
	}
	var d *rules.Definition
	for _, guess := range tries {
		found, err := p.settle(ctx, guess, func() (_ *rules.Definition, err error) {
			if d == nil {
				d, err = f.Define(ctx, frame)
			}
			return d, err
		})
		if err == nil {
			found.layout = l
			return found, nil
		}
		if _, strange := errors.AsType[*Stranger](err); !strange {
			return nil, err
		}
	}
	return nil, stranger("the moves fit no known family")
}

// settle guesses until a guess is right. Where a guess is wrong at a point, the rules are
// played there, too.
func (p *prober) settle(ctx context.Context, guess func(*prober) candidate, define func() (*rules.Definition, error)) (*Family, error) {
	last := ""
	p.unlike = nil // other guesses were wrong there
	for range mostRounds {
		c := guess(p)
		if p.err != nil {
			return nil, &Stranger{p.err.Error()}
		}
		if c == nil || c.String() == last {
			break
		}
		last = c.String()
		d, err := define()
		if err != nil {
			return nil, p.explained(ctx, err)
		}
		theirs, m := c.normal(p.box, d.Moves), c.moves(p.box)
		if max(len(theirs.Kinds), len(m.Kinds)) > mostKinds || len(d.Won)+len(d.Lost)+len(d.Drawn) > 0 {
			break
		}
		theory := &automata.Theory{System: automata.Base(max(d.Base, 2)), Budget: automata.Budget{States: mostStates}}
		err = definable.Same(ctx, theory, &theirs, &m, &p.nodes)
		if err == nil {
			found, err := c.family(p.box)
			if err == nil {
				found.first, err = found.place(make([]grundy.Arg, len(p.names)))
			}
			if err != nil {
				return nil, &Stranger{err.Error()}
			}
			return found, p.explained(ctx, found.countZeros(ctx, theory, p.box, d.Moves))
		}
		unlike, ok := errors.AsType[*definable.Unlike](err)
		if !ok {
			return nil, p.explained(ctx, err)
		}
		at := make([]int64, len(unlike.At))
		for i, n := range unlike.At {
			if at[i] = n.Int64(); !n.IsInt64() || at[i] > farthest {
				return nil, &Stranger{unlike.Error()}
			}
		}
		p.unlike = append(p.unlike, at)
		if !p.look(at) && p.contains(at) && len(p.missing) < mostMissing {
			p.missing, last = append(p.missing, at), ""
		}
	}
	return nil, stranger("")
}

// explained says that rules could not be compared, unless ctx has ended.
func (p *prober) explained(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &Stranger{err.Error()}
}

// contains reports whether a point has coordinates within the bounds.
func (b *box) contains(at []int64) bool {
	for i, n := range at {
		if n < b.least[i] || n > b.most[i] {
			return false
		}
	}
	return true
}

// shape states which points are positions.
func (b *box) shape() (shape []definable.Bound) {
	for i, name := range b.names {
		x := automata.V(name)
		shape = append(shape, definable.Bound{Formula: automata.LessEqual(automata.C(b.least[i]), x)})
		if b.most[i] < math.MaxInt64 {
			shape = append(shape, definable.Bound{Formula: automata.LessEqual(x, automata.C(b.most[i])), Upper: true})
		}
	}
	for _, m := range b.missing {
		shape = append(shape, definable.Bound{Formula: automata.Not(is(b.terms(), m))})
	}
	return shape
}

// inside is the formula of shape.
func (b *box) inside() automata.Formula {
	var all []automata.Formula
	for _, s := range b.shape() {
		all = append(all, s.Formula)
	}
	return automata.And(all...)
}

// terms returns the coordinates.
func (b *box) terms() (terms []automata.Term) {
	for _, name := range b.names {
		terms = append(terms, automata.V(name))
	}
	return terms
}

// is is the formula "the terms are these numbers".
func is(terms []automata.Term, numbers []int64) automata.Formula {
	all := make([]automata.Formula, len(terms))
	for i, t := range terms {
		all[i] = automata.Equal(t, automata.C(numbers[i]))
	}
	return automata.And(all...)
}

// A lister lists the options of points, as [rules.Player] does.
type lister interface {
	List(at []int64, to *rules.Listed) error
}

// A prober plays the rules at points.
type prober struct {
	*box
	player lister
	seen   map[string]bool
	probes []probe
	count  int       // of options
	nodes  uint64    // of automata, that are left
	err    error     // of the rules, where they failed or took too long
	unlike [][]int64 // where guesses were wrong
	alone  []*prober // that look at one coordinate each
	within *prober   // of all coordinates, where this one looks at one of them
	axis   int
}

// A probe is the options of a position, each a list of parts.
type probe struct {
	at      []int64
	options [][][]int64
}

// firstHeaps returns to which heap the rules are played first, for the coordinate at i.
func (p *prober) firstHeaps(i int) int64 {
	all, least := p.unlike, p.least[i]
	if p.within != nil {
		all, i = p.within.unlike, p.axis
	}
	most := int64(firstHeaps)
	for _, at := range all {
		most = max(most, 2*(at[i]-least))
	}
	return most
}

// mostProbed bounds the options that are kept. Behind it, no more positions are looked at.
const mostProbed = 1 << 18

// look plays the rules at a point, once. The result is false where there is no position.
func (p *prober) look(at []int64) bool {
	key := fmt.Sprint(at)
	if is, ok := p.seen[key]; ok {
		return is
	}
	if p.err != nil || p.count > mostProbed {
		return false
	}
	var listed rules.Listed
	all := at
	if p.within != nil {
		all = slices.Clone(p.within.least)
		all[p.axis] = at[0]
	}
	if p.err = p.player.List(all, &listed); p.err != nil {
		return false
	}
	p.seen[key] = listed.None == ""
	if listed.None != "" {
		return false
	}
	if listed.Outside != "" || listed.Ending != grundy.NoEnding {
		p.err = stranger("%s is of no family", listed.Outside)
		return true
	}
	one := probe{at: slices.Clone(at)}
	from := 0
	for _, to := range listed.Ends {
		var parts [][]int64
		for ; from < to; from++ {
			part := listed.Numbers[from*len(all):][:len(all)]
			if p.within != nil {
				moved := part[p.axis]
				if part[p.axis] = all[p.axis]; !slices.Equal(part, all) {
					p.err = stranger("a move changes several numbers")
				}
				part = []int64{moved}
			}
			parts = append(parts, part)
		}
		one.options = append(one.options, parts)
	}
	p.count += len(one.options)
	p.probes = append(p.probes, one)
	return true
}
