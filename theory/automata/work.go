package automata

import (
	"context"
	"fmt"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Budget bounds one operation on automata. Memory and time are bounded by the meter and
// the deadline of the context.
type Budget struct {
	States uint64 // at any time of the operation; 0 sets no limit
}

// Sizes count the States of an automaton between two letters, and its Nodes between two
// digits.
type Sizes struct {
	States, Nodes uint64
}

// A BudgetError says that an operation needs more states than its budget has. It wraps
// [grundy.ErrBudget].
type BudgetError struct {
	Operation string // "for some x"
	Reached   Sizes  // when it was given up
	Limit     uint64 // of states
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("%s: the automaton needs more than %d states (%d nodes reached)",
		e.Operation, e.Limit, e.Reached.Nodes)
}

// Unwrap returns the bound that is used up.
func (*BudgetError) Unwrap() error { return grundy.Spent("states of an automaton") }

// A Work computes automata within a budget. It charges them to the meter of its context
// until Close. A Work serves one goroutine.
//
// Each operation returns a [*BudgetError] if it needs more states than the budget has, the
// error of the meter if it needs more memory, and the context's cause if the context ends.
type Work struct {
	ctx     context.Context
	budget  Budget
	kept    *meter.Account // automata made
	used    *meter.Account // by the operation at work
	largest Sizes          // of any automaton, before it is minimised
	total   Sizes          // of all of them

	minimise func(*graph) graph // minimised; tests look on
}

// NewWork returns a Work.
func NewWork(ctx context.Context, budget Budget) *Work {
	return &Work{ctx: ctx, budget: budget, kept: meter.Open(ctx), used: meter.Open(ctx), minimise: minimised}
}

// Close gives the memory back to the meter. The automata stay as they are.
func (w *Work) Close() {
	w.kept.Close()
	w.used.Close()
}

// Largest returns the sizes of the largest automaton so far, before it was minimised.
func (w *Work) Largest() Sizes { return w.largest }

// Total returns the sums of the sizes of all automata so far, before they were minimised.
func (w *Work) Total() Sizes { return w.total }

// maxNodes is the largest number of nodes of a graph: two of them and a layer make a key.
const maxNodes = 1<<29 - 2

// A growing graph is charged to the Work, and asks the budget and the context.
type growing struct {
	graph
	work      *Work
	operation string
	layers    int
	states    uint64
	room      uint64 // bytes of a node
}

// grow begins a graph with that many layers; room is what its maker remembers of each
// node, in bytes.
func (w *Work) grow(operation string, digits, layers int, room uint64) *growing {
	w.used.Close()
	return &growing{
		graph: graph{digits: digits}, work: w, operation: operation, layers: layers,
		room: room + 4*uint64(digits) + 2,
	}
}

// node adds a node without ways on and returns its number.
func (g *growing) node(layer int, accept bool) (int32, error) {
	n := len(g.layer)
	if layer == 0 {
		g.states++
		if limit := g.work.budget.States; limit > 0 && g.states > limit {
			return dead, g.refuse(limit)
		}
	}
	if n >= maxNodes {
		return dead, g.refuse(maxNodes)
	}
	if n%1024 == 0 && g.work.ctx.Err() != nil {
		return dead, context.Cause(g.work.ctx)
	}
	if err := g.work.used.Take(g.room); err != nil {
		return dead, err
	}
	g.layer = append(g.layer, uint8(layer))
	g.accept = append(g.accept, accept)
	for range g.digits {
		g.next = append(g.next, dead)
	}
	return int32(n), nil
}

// refuse returns the error of an operation that is beyond a limit.
func (g *growing) refuse(limit uint64) error {
	return &BudgetError{Operation: g.operation, Reached: g.sizes(), Limit: limit}
}

func (g *growing) sizes() Sizes { return Sizes{States: g.states, Nodes: uint64(len(g.layer))} }

// count remembers the sizes of a graph that is complete.
func (w *Work) count(s Sizes) {
	w.largest.States = max(w.largest.States, s.States)
	w.largest.Nodes = max(w.largest.Nodes, s.Nodes)
	w.total.States += s.States
	w.total.Nodes += s.Nodes
}

// finish minimises the graph and makes an automaton of it.
func (g *growing) finish(u *Universe, tracks []string) (*Automaton, error) {
	w := g.work
	w.count(g.sizes())
	if g.layers > 0 {
		if err := w.used.Take(minimiseRoom(&g.graph)); err != nil {
			return nil, err
		}
		g.graph = w.minimise(&g.graph)
	} else if len(g.accept) > 0 && !g.accept[0] {
		g.graph = graph{digits: g.digits}
	}
	a, err := w.keep(u, tracks, g.graph)
	w.used.Close()
	return a, err
}

// keep makes an automaton of a minimal graph, and charges it.
func (w *Work) keep(u *Universe, tracks []string, g graph) (*Automaton, error) {
	if err := w.kept.Take(uint64(len(g.layer)) * (4*uint64(g.digits) + 2)); err != nil {
		return nil, err
	}
	a := &Automaton{universe: u, tracks: tracks, graph: g}
	for _, l := range g.layer {
		if l == 0 {
			a.states++
		}
	}
	return a, nil
}

// A table numbers keys. Keys are not math.MaxUint64.
type table struct {
	keys  []uint64
	vals  []int32
	count int
	shift uint
}

const noKey = math.MaxUint64

func newTable() *table {
	t := &table{}
	t.resize(8)
	return t
}

func (t *table) resize(bits uint) {
	keys, vals := t.keys, t.vals
	t.keys, t.vals, t.shift = make([]uint64, 1<<bits), make([]int32, 1<<bits), 64-bits
	for i := range t.keys {
		t.keys[i] = noKey
	}
	for i, k := range keys {
		if k != noKey {
			at := t.at(k)
			t.keys[at], t.vals[at] = k, vals[i]
		}
	}
}

// at returns the place of a key.
func (t *table) at(key uint64) int {
	i := int((key ^ key>>29) * 0x9E3779B97F4A7C15 >> t.shift)
	for t.keys[i] != key && t.keys[i] != noKey {
		i = (i + 1) & (len(t.keys) - 1)
	}
	return i
}

// get returns the number of a key; it is false if the key is new.
func (t *table) get(key uint64) (int32, bool) {
	i := t.at(key)
	return t.vals[i], t.keys[i] == key
}

// put gives a new key a number.
func (t *table) put(key uint64, val int32) {
	if 2*t.count >= len(t.keys) {
		t.resize(65 - t.shift)
	}
	i := t.at(key)
	t.keys[i], t.vals[i] = key, val
	t.count++
}

// tableRoom is what a table needs for each key, in bytes, when it has just grown.
const tableRoom = 2 * 2 * 12
