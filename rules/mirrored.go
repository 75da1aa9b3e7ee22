package rules

// Strategies by symmetry: the second player answers each move by its image, as by the half turn of a
// board. Package internal/rules/mirror proves them from the rules, for all positions of
// some dimensions at once.

import (
	"context"
	"sync"

	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/mirror"
)

// mirrors are the strategies of a file, as far as somebody has asked for them.
type mirrors struct {
	mu    sync.RWMutex
	known map[string]*mirrored // by dimensions
	lost  int                  // steps that were taken in vain
}

// mostLost bounds the steps that are taken for a file in vain, in some 300 ms.
const mostLost = 3_000_000

// A mirrored is the strategies for positions of some dimensions.
type mirrored struct {
	maps []mirror.Map

	mu     sync.Mutex
	asked  []bool // by map
	proved []*mirror.Strategy
	moves  *mirror.Moves // nil until they are followed
	lost   bool
}

// mayMirror reports whether the kind of play allows strategies by symmetry: normal play to the last
// move, of rules that have a core.
func (f *File) mayMirror() bool {
	return f.builtIn == nil && !f.Loopy && !f.Misere && !f.Ends && f.moves != nil && mirror.Serves(f.code.Shape) &&
		f.lowered()[hosted{f.moves, core.Moves}].Program != nil
}

// strategyAt returns a strategy by which the second player wins at a state, or nil where none is known.
func (f *File) strategyAt(ctx context.Context, state []int64) *mirror.Strategy {
	if !f.mirrorable() {
		return nil
	}
	d := f.mirrors.at(f.code.Shape, state)
	for i := range d.maps {
		if !d.maps[i].Fixes(state) {
			continue
		}
		if s := f.strategy(ctx, d, i, state); s != nil && s.Wins(state) {
			return s
		}
	}
	return nil
}

// at returns what is known of positions with the dimensions of a state.
func (all *mirrors) at(s *core.Shape, state []int64) *mirrored {
	var room [32]byte
	key := room[:0]
	for i := range s.Fields {
		f := &s.Fields[i]
		for _, n := range state[f.At : f.At+f.Dimensions()] {
			key = append(key, byte(n), byte(n>>8), byte(n>>16))
		}
	}
	all.mu.RLock()
	d := all.known[string(key)]
	all.mu.RUnlock()
	if d != nil {
		return d
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if d = all.known[string(key)]; d == nil {
		if all.known == nil {
			all.known = map[string]*mirrored{}
		}
		d = &mirrored{lost: true}
		if len(all.known) < mostDimensions {
			d.lost = false
			d.maps = mirror.Maps(s, state)
			d.asked, d.proved = make([]bool, len(d.maps)), make([]*mirror.Strategy, len(d.maps))
			all.known[string(key)] = d
		}
	}
	return d
}

// mostDimensions bounds the dimensions whose strategies are kept.
const mostDimensions = 4096

// strategy returns the strategy by a map, which it proves once, or nil where there is no proof.
func (f *File) strategy(ctx context.Context, d *mirrored, by int, state []int64) *mirror.Strategy {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost || d.asked[by] || f.follow(ctx, d, state) == nil {
		return d.proved[by]
	}
	s, err := d.moves.Prove(ctx, &d.maps[by])
	if err != nil {
		return nil
	}
	d.asked[by], d.proved[by] = true, s
	return s
}

// follow returns the moves at positions with the dimensions of a state as changes of cells, or nil
// where they are not known. It holds d.mu.
func (f *File) follow(ctx context.Context, d *mirrored, state []int64) *mirror.Moves {
	if d.moves != nil || d.lost {
		return d.moves
	}
	f.mirrors.mu.RLock()
	given := f.mirrors.lost >= mostLost
	f.mirrors.mu.RUnlock()
	if given {
		return nil
	}
	moves, err := mirror.Follow(ctx, f.lowered()[hosted{f.moves, core.Moves}].Program, state)
	if err != nil { // of this question
		return nil
	}
	if !moves.Known {
		f.mirrors.mu.Lock()
		f.mirrors.lost += moves.Steps
		f.mirrors.mu.Unlock()
		d.lost = true
		return nil
	}
	d.moves = moves
	return moves
}

// mirrored says by which strategy the second player wins at all parts of a position, or "".
func (r *run) mirrored(p Position) (how string) {
	if !r.mirrorable() {
		return ""
	}
	err := r.lend(func(w *worker) error {
		for _, text := range w.run.split(p) {
			w.run.unpack(w.state, text)
			s := r.strategyAt(r.clock.Ctx, w.state)
			if s == nil {
				how = ""
				return nil
			}
			how = s.How
		}
		return nil
	})
	if err != nil || how == "" {
		return ""
	}
	return "the second player answers each move by the same move " + how + ", proved from the rules"
}

// Mirrored implements [grundy.Mirrorer].
func (l *questionLister[K]) Mirrored(key K) bool {
	w := l.lister.worker
	if !w.run.mirrorable() {
		return false
	}
	l.lister.codec.state(w.state, key)
	return w.run.strategyAt(w.run.clock.Ctx, w.state) != nil
}

// AppendForm implements [grundy.Former].
func (l *questionLister[K]) AppendForm(dst []byte, key K) []byte {
	w := l.lister.worker
	if !w.run.mirrorable() {
		return dst
	}
	l.lister.codec.state(w.state, key)
	d := w.run.mirrors.at(w.run.code.Shape, w.state)
	forms, made := l.forms[d]
	if !made {
		if l.forms == nil {
			l.forms = map[*mirrored]*mirror.Forms{}
		}
		d.mu.Lock()
		if moves := w.run.follow(w.run.clock.Ctx, d, w.state); moves != nil {
			forms = moves.NewForms(w.run.exchanged())
		}
		d.mu.Unlock()
		l.forms[d] = forms
	}
	if forms == nil {
		return dst
	}
	return forms.Append(dst, w.state)
}

// exchanged returns the letters that the file says may be exchanged; two equal ones if none.
func (f *File) exchanged() (letters [2]int64) {
	for i := range f.same {
		letters = f.same[i].letters
	}
	return letters
}
