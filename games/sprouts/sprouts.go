// Package sprouts is the game of Sprouts (J. H. Conway and M. S. Paterson 1967; Winning Ways,
// chapter 17).
//
// Some spots are drawn on paper. A move draws a line from a spot to a spot, perhaps the same one,
// and puts a new spot on it. No line meets itself or another one, or goes through a spot, and at
// most three lines go from a spot. The last move wins.
//
// A position is what decides the play: which regions there are, and which spots that can still
// get lines a walk along each of their boundaries meets (D. Applegate, G. Jacobson and D. Sleator,
// Computer analysis of Sprouts, 1991; J. Lemoine and S. Viennot, Computer analysis of Sprouts with
// nimbers, 2010, and Analysis of misère Sprouts game with reduced canonical trees, 2009). Regions that
// no spot joins are independent of each other.
//
// [Place] and [Read] make positions.
package sprouts

// The game and what it can do are here; text.go reads and writes positions, moves.go draws lines,
// and canon.go tells positions apart.

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/grundy-games/grundy"
)

// Game is Sprouts. A position is a text, as [Read] returns it.
type Game struct{}

var (
	_ grundy.Starter[string]        = Game{}
	_ grundy.Terminating            = Game{}
	_ grundy.MoveNamer[string]      = Game{}
	_ grundy.Scener[string]         = Game{}
	_ grundy.Notation[string]       = Game{}
	_ grundy.Splitter[string]       = Game{}
	_ grundy.Packed[string, string] = Game{}
)

// Place makes a component of the form sprouts(5): 5 spots without lines.
func Place(brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) > 0 {
		return nil, grundy.BracketErrorf(0, "sprouts takes no number in brackets")
	}
	if len(args) != 1 {
		return nil, grundy.Errorf(-1, `%d numbers: want the number of spots, as in sprouts(5), or a position later in the play, as in sprouts("3*0.1a1a")`, len(args))
	}
	n, ok := args[0].Uint64()
	if !ok || n > mostFree {
		return nil, grundy.Errorf(0, "%s spots: want 0 … %d", args[0].Text, mostFree)
	}
	return grundy.Place(Game{}, fresh(int(n))), nil
}

// Read makes a component of a text such as 3*0.1a1a: text.go has its grammar. Spots and regions
// that no line can meet are left out, and positions that play alike are mostly written alike. The
// text need not come from a play. The error is a [*TextError].
func Read(text string) (grundy.Component, error) {
	all, err := read(text, true)
	if err != nil {
		return nil, err
	}
	d := new(desk)
	return grundy.Place(Game{}, d.write(d.clean(all, dead, dead))), nil
}

// write writes regions without what no line can meet, and changes them.
func (d *desk) write(all []region) string {
	d.order(all)
	return string(d.appendText(nil, all))
}

// known returns the regions of a text that was written.
func known(text string) []region {
	all, err := read(text, false)
	if err != nil {
		panic(fmt.Sprintf("sprouts: %q was not written by this package: %v", text, err))
	}
	return all
}

// AppendPosition implements [grundy.Notation]: sprouts(5), or sprouts("3*0.1a1a").
func (Game) AppendPosition(dst []byte, p string) []byte {
	dst = append(dst, "sprouts("...)
	if n, ok := isFresh(p); ok {
		return append(strconv.AppendInt(dst, int64(n), 10), ')')
	}
	return append(strconv.AppendQuote(dst, p), ')')
}

// Ends implements [grundy.Terminating]: each move leaves one free end less.
func (Game) Ends() bool { return true }

// AppendOptions implements [grundy.Game]. Where more than 262,144 lines can be drawn, it appends
// nothing; a run then says so.
func (Game) AppendOptions(dst []string, p string) []string {
	dst, _ = appendOptions(context.Background(), dst, p)
	return dst
}

func appendOptions(ctx context.Context, dst []string, p string) ([]string, error) {
	from, seen, d := len(dst), map[string]bool{}, new(desk)
	var text []byte
	err := d.eachOption(ctx, known(p), func(_ *line, after []region) bool {
		d.order(after)
		if text = d.appendText(text[:0], after); !seen[string(text)] {
			dst = append(dst, string(text))
			seen[dst[len(dst)-1]] = true
		}
		return true
	})
	if err != nil {
		return dst[:from], err
	}
	return dst, nil
}

// eachOption calls yield for every line and the regions that it leaves, which it may change, until
// that returns false. The desk is cleared before each.
func (d *desk) eachOption(ctx context.Context, all []region, yield func(l *line, after []region) bool) error {
	next := firstName
	for _, g := range all {
		for _, w := range g.words {
			next = max(next, slices.Max(w)+1)
		}
	}
	n := 0
	if eachLine(all, func(*line) bool { n++; return n <= mostMoves }); n > mostMoves {
		return tooMany(all)
	}
	var err error
	eachLine(all, func(l *line) bool {
		if n--; n%64 == 0 && ctx.Err() != nil {
			err = context.Cause(ctx)
			return false
		}
		d.clear()
		return yield(l, d.draw(all, l, next))
	})
	return err
}

// A run is the game in one question.
type run struct {
	Game
	ctx    context.Context
	mu     sync.Mutex
	failed error
}

// Start implements [grundy.Starter].
func (Game) Start(ctx context.Context) grundy.Run[string] { return &run{ctx: ctx} }

// AppendOptions implements [grundy.Game].
func (r *run) AppendOptions(dst []string, p string) []string {
	if r.Err() != nil {
		return dst
	}
	dst, err := appendOptions(r.ctx, dst, p)
	if err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.failed = err
	}
	return dst
}

// Err implements [grundy.Run].
func (r *run) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

// NewMoveLister implements [grundy.Packed].
func (r *run) NewMoveLister() grundy.MoveLister[string] { return &lister{ctx: r.ctx} }

// AppendParts implements [grundy.Splitter].
func (Game) AppendParts(dst []string, p string) []string { return new(desk).appendLands(dst, known(p)) }

// AppendKeys implements [grundy.Packed]: the keys are texts of independent parts in which regions
// of few free ends are folded.
func (Game) AppendKeys(dst []string, p string) ([]string, bool) {
	d, all := new(desk), known(p)
	d.fold(all)
	return d.appendLands(dst, all), true
}

func (d *desk) appendLands(dst []string, all []region) []string {
	for _, land := range lands(all) {
		dst = append(dst, d.write(land))
	}
	return dst
}

// NewMoveLister implements [grundy.Packed].
func (Game) NewMoveLister() grundy.MoveLister[string] { return &lister{ctx: context.Background()} }

// Unpack implements [grundy.Packed].
func (Game) Unpack(key string) string { return key }

// A lister lists moves by keys.
type lister struct {
	ctx context.Context
	desk
	seen  map[string]bool
	text  []byte
	ends  []int // of the keys in text
	keys  [][]byte
	whole []byte
}

// Size implements [search.Sizer]: how many ends of lines are free, which bounds the moves that are
// left.
func (l *lister) Size(key string) uint32 {
	twice := 0
	for _, g := range known(key) {
		twice += 6 * g.free
		for _, w := range g.words {
			for _, s := range w {
				if twice++; s < firstName {
					twice += 2*lines(s) - 1
				}
			}
		}
	}
	return uint32(twice / 2)
}

// AppendMoves implements [grundy.MoveLister].
func (l *lister) AppendMoves(m *grundy.Moves[string], key string) error {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	clear(l.seen)
	return l.eachOption(l.ctx, known(key), func(_ *line, after []region) bool {
		l.fold(after)
		l.text, l.ends, l.keys, l.whole = l.text[:0], l.ends[:0], l.keys[:0], l.whole[:0]
		for _, land := range lands(after) {
			l.order(land)
			l.text = l.appendText(l.text, land)
			l.ends = append(l.ends, len(l.text))
		}
		from := 0
		for _, end := range l.ends {
			l.keys = append(l.keys, l.text[from:end])
			from = end
		}
		slices.SortFunc(l.keys, bytes.Compare)
		for _, k := range l.keys {
			l.whole = append(append(l.whole, k...), '&')
		}
		if l.seen[string(l.whole)] {
			return true
		}
		option := string(l.whole)
		l.seen[option] = true
		for _, k := range l.keys {
			m.Parts = append(m.Parts, option[:len(k)])
			option = option[len(k)+1:]
		}
		m.Ends = append(m.Ends, len(m.Parts))
		return true
	})
}
