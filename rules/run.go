package rules

// A run is a file as one question plays it. The file does not change; what a question meets and
// finds is kept in its run.

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/search"
)

// A run plays the rules of a file for one question. Several goroutines may use it at
// once.
type run struct {
	*File
	clock lang.Clock

	explored atomic.Pointer[explored] // the last one
	listed   atomic.Pointer[listed]   // the last one
	steps    *int64                   // that are left to all calls of start and legal together; nil for those of each call
	checks   bool                     // a move from a legal position must lead to legal ones

	claims   claimed      // what is known of the claims of the file
	formulas atomic.Int64 // the steps that formulas have taken
	classes  classes      // of states that are isomorphic
	folded   alikeness    // what is known of the positions that the file declares to be the same
	believes bool         // the run does not compare them

	refused error // why the first state that was tried as a small position is not legal

	idle sync.Pool // of workers

	mu     sync.Mutex
	failed error    // the first error of rules that were asked through an interface which returns none
	least  []uint64 // see leasts; nil until they are known
}

// during returns a run for a question that ends with ctx.
func (f *File) during(ctx context.Context) *run {
	return &run{File: f, clock: lang.NewClock(ctx)}
}

// note keeps the first error.
func (r *run) note(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == nil {
		r.failed = err
	}
}

// Err implements [grundy.Run].
func (r *run) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

// A game is a file whose keys are of type K, in a run or at rest.
type game[K search.Key] struct {
	file  *File
	codec codec[K]
	inRun *run // nil at rest
}

var (
	_ grundy.Starter[Position]        = (*game[uint64])(nil)
	_ grundy.Run[Position]            = (*game[uint64])(nil)
	_ grundy.Identified               = (*game[uint64])(nil)
	_ grundy.Packed[Position, uint64] = (*game[uint64])(nil)
	_ grundy.Packed[Position, string] = (*game[string])(nil)
	_ grundy.Splitter[Position]       = (*game[uint64])(nil)
	_ grundy.Ranker[Position]         = (*game[uint64])(nil)
	_ grundy.Loopy[Position]          = (*game[uint64])(nil)
	_ grundy.Ender[Position]          = (*game[uint64])(nil)
	_ grundy.Decisive                 = (*game[uint64])(nil)
	_ grundy.Conventional             = (*game[uint64])(nil)
	_ grundy.Scener[Position]         = (*game[uint64])(nil)
	_ grundy.MoveNamer[Position]      = (*game[uint64])(nil)
	_ grundy.Learner[Position]        = (*game[uint64])(nil)
	_ grundy.Finder[Position]         = (*game[uint64])(nil)
	_ grundy.Tabler[Position]         = (*game[uint64])(nil)
)

// run returns the run that the game is in. At rest, each call of a method is a
// question of its own, which its budget of steps alone bounds.
func (g *game[K]) run() *run {
	if g.inRun != nil {
		return g.inRun
	}
	r := g.file.during(context.Background())
	r.believes = true
	return r
}

// Start implements [grundy.Starter]. The next run begins with the graph that this one
// has explored, and with what it knows of the claims of the file.
func (g *game[K]) Start(ctx context.Context) grundy.Run[Position] {
	next := g.file.during(ctx)
	if g.inRun != nil {
		next.explored.Store(g.inRun.explored.Load())
		next.claims.takeOver(&g.inRun.claims)
		next.folded.takeOver(&g.inRun.folded)
	}
	return &game[K]{g.file, g.codec, next}
}

// Err implements [grundy.Run].
func (g *game[K]) Err() error { return g.run().Err() }

// RulesKey implements [grundy.Identified].
func (g *game[K]) RulesKey() any { return g.file.RulesKey() }

// Hash names the rules in tables on disk.
func (g *game[K]) Hash() string { return g.file.Hash() }

// AppendPosition implements [grundy.Game].
func (g *game[K]) AppendPosition(dst []byte, p Position) []byte { return g.file.AppendPosition(dst, p) }

// Convention implements [grundy.Conventional].
func (g *game[K]) Convention() grundy.Convention { return g.file.Convention() }
