package solve

// The values of positions that are more than a measure, each made of those of the options: in
// misère play a sum of simpler games, or a place in a quotient. Package theory/search walks the
// positions; it keeps the number of the value of each.

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/search"
)

// An explorer gives values of type V to positions that are not sums, and remembers them.
type explorer[V any] struct {
	ledger
	// meet is told how many options a position has, before they are listed if they are counted.
	meet func(options uint64) error
	// settle makes the value of a position of those of the parts of its options.
	settle func(options [][]V) (V, error)

	memo      *search.Memo[uint64] // of indices into values, by number
	numbers   map[grundy.Identity]uint64
	positions []grundy.Component // by number; nil for those that are settled
	values    []V
	listed    map[uint64]listing // of the positions that are being valued
}

// A listing is the options of a position: the parts of all, one behind the other, and how many each
// has.
type listing struct {
	on    []grundy.Component
	parts []int
	held  uint64 // bytes that were taken, until the position is settled
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

// value returns the value of c, which is not a sum. The work is one look at each part that can be
// reached. After an error it may be asked again.
func (e *explorer[V]) value(c grundy.Component) (v V, err error) {
	if e.memo == nil {
		e.numbers, e.listed = map[grundy.Identity]uint64{}, map[uint64]listing{}
		e.memo = search.NewFold(e, e.fold, search.Options{})
	}
	at, err := e.memo.Value(e.ctx, e.number(c))
	if err == nil {
		return e.values[at], nil
	}
	for _, l := range e.listed {
		e.bytes -= l.held
	}
	defer clear(e.listed)
	if cycle, ok := errors.AsType[*search.CycleError[uint64]](err); ok {
		last := cycle.Positions[len(cycle.Positions)-1]
		if alike := writtenAlike(e.positions[cycle.Positions[0]], e.listed[last].on); alike != nil {
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

// AppendMoves lists the parts of the options of a position, each as an option.
func (e *explorer[V]) AppendMoves(m *grundy.Moves[uint64], number uint64) error {
	l, ok := e.listed[number]
	if !ok {
		var err error
		if l, err = e.optionsOf(e.positions[number]); err != nil {
			return err
		}
		e.listed[number] = l
	}
	for _, c := range l.on {
		m.Add(e.number(c))
	}
	return e.step(2 * len(l.on))
}

func (e *explorer[V]) optionsOf(c grundy.Component) (l listing, err error) {
	if err := e.checkMemory(); err != nil {
		return l, err
	}
	count, counted := c.CountOptions()
	if counted {
		if err := e.meet(count); err != nil {
			return l, err
		}
	}
	options, held, err := e.list(c, len(c.AppendText(nil)))
	if err != nil {
		return l, err
	}
	l.held = held
	for _, q := range options {
		parts := q.Split()
		l.on, l.parts = append(l.on, parts...), append(l.parts, len(parts))
	}
	if !counted {
		err = e.meet(uint64(len(options)))
	}
	return l, err
}

// fold settles a position.
func (e *explorer[V]) fold(number uint64, on []uint64) (uint64, error) {
	l := e.listed[number]
	options := make([][]V, len(l.parts))
	for i, parts := range l.parts {
		for _, at := range on[:parts] {
			options[i] = append(options[i], e.values[at])
		}
		on = on[parts:]
	}
	v, err := e.settle(options)
	if err != nil {
		return 0, err
	}
	delete(e.listed, number)
	e.bytes -= l.held
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
