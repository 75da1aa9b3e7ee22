package solve

// The values of positions that are more than a measure, each made of those of other
// positions: in misère play a sum of simpler games, or a place in a quotient. Package
// theory/search walks the positions; it keeps the number of the value of each.

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/search"
)

// An explorer gives positions values of type V, each from those of other positions,
// and remembers them.
type explorer[V any] struct {
	ledger
	// expand returns what the value of a position rests on.
	expand func(c grundy.Component, text int) (expansion[V], error)

	memo      *search.Memo[uint64] // of indices into values, by number
	numbers   map[grundy.Identity]uint64
	positions []grundy.Component // by number; nil for those that are settled
	values    []V
	expanded  map[uint64]expansion[V] // of the positions that are being valued
}

// An expansion is what the value of a position rests on: settle makes it from the
// values of other positions.
type expansion[V any] struct {
	on     []grundy.Component
	held   uint64 // bytes that were taken, until it is settled
	settle func(values []V) (V, error)
}

// met returns the number of positions that have been met.
func (e *explorer[V]) met() int {
	if e.memo == nil {
		return 0
	}
	return int(e.memo.Positions())
}

// known returns the value of c if it has been found.
func (e *explorer[V]) known(c grundy.Component) (v V, ok bool) {
	number, ok := e.numbers[c.Identity()]
	if !ok {
		return v, false
	}
	at, ok := e.memo.Known(number)
	if !ok {
		return v, false
	}
	return e.values[at], true
}

// value returns the value of c. The work is one look at each position on which
// another one rests that can be reached. After an error it may be asked again.
func (e *explorer[V]) value(c grundy.Component) (v V, err error) {
	if e.memo == nil {
		e.numbers, e.expanded = map[grundy.Identity]uint64{}, map[uint64]expansion[V]{}
		e.memo = search.NewFold(e, e.fold, search.Options{})
	}
	at, err := e.memo.Value(e.ctx, e.number(c))
	if err == nil {
		return e.values[at], nil
	}
	for _, x := range e.expanded {
		e.bytes -= x.held
	}
	defer clear(e.expanded)
	if cycle, ok := errors.AsType[*search.CycleError[uint64]](err); ok {
		last := cycle.Positions[len(cycle.Positions)-1]
		if alike := writtenAlike(e.positions[cycle.Positions[0]], e.expanded[last].on); alike != nil {
			return v, alike
		}
	}
	return v, explainCycle(err, func(number uint64) string { return brief(e.positions[number]) })
}

// remembered returns about how many bytes a position takes besides its options.
func remembered(key grundy.Identity) uint64 { return uint64(len(key.Text)) + positionBytes/2 }

// number returns the number of a position.
func (e *explorer[V]) number(c grundy.Component) uint64 {
	key := c.Identity()
	number, ok := e.numbers[key]
	if !ok {
		number = uint64(len(e.positions))
		e.numbers[key], e.positions = number, append(e.positions, c)
		e.bytes += remembered(key)
	}
	return number
}

// AppendMoves lists what the value of a position rests on, as its options.
func (e *explorer[V]) AppendMoves(m *grundy.Moves[uint64], number uint64) error {
	x, ok := e.expanded[number]
	if !ok {
		if err := e.checkMemory(); err != nil {
			return err
		}
		c := e.positions[number]
		var err error
		if x, err = e.expand(c, len(c.AppendText(nil))); err != nil {
			return err
		}
		e.expanded[number] = x
	}
	for _, c := range x.on {
		m.Add(e.number(c))
	}
	return e.step(2 * len(x.on))
}

// fold settles a position.
func (e *explorer[V]) fold(number uint64, on []uint64) (uint64, error) {
	values := make([]V, len(on))
	for i, at := range on {
		values[i] = e.values[at]
	}
	x := e.expanded[number]
	v, err := x.settle(values)
	if err != nil {
		return 0, err
	}
	delete(e.expanded, number)
	e.bytes -= x.held
	e.positions[number], e.values = nil, append(e.values, v)
	return uint64(len(e.values) - 1), nil
}

// writtenAlike returns an error if a position of a game in Go is written as one of these, and
// differs from it.
func writtenAlike(c grundy.Component, others []grundy.Component) error {
	if c.IsStarter() || c.Splits() {
		return nil
	}
	for _, q := range others {
		if q.Identity() == c.Identity() && !reflect.DeepEqual(q.Position(), c.Position()) {
			return fmt.Errorf("two positions that differ are both written %s, so that a search takes them for one: AppendPosition must tell them apart", brief(c))
		}
	}
	return nil
}

// ifMeant says what to do about a cycle.
const ifMeant = "; if that is meant, say so: loopy = True in a file of rules, grundy.Loopy in Go"
