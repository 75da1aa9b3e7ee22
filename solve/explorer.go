package solve

// The values of positions that are more than a measure, each made of those of the options: in
// misère play a sum of simpler games, or a place in a quotient. Package theory/search walks the
// positions; it keeps the number of the value of each.

import (
	"fmt"
	"reflect"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// An explorer gives values of type V to positions that are not sums, and remembers them.
type explorer[V any] struct {
	*book
	memo   *search.Memo[string] // of indices into values
	values []V
}

// newExplorer returns an explorer whose spending is still to be set. Settle makes the value of a position of
// those of the parts of its options.
func newExplorer[V any](settle func(options [][]V) (V, error)) *explorer[V] {
	e := &explorer[V]{book: newBook(compound.Disjunctive)}
	e.apart = true
	e.memo = search.NewFold(e.book, func(options [][]uint64) (uint64, error) {
		of := make([][]V, len(options))
		for i, parts := range options {
			for _, at := range parts {
				of[i] = append(of[i], e.values[at])
			}
		}
		v, err := settle(of)
		e.values = append(e.values, v)
		return uint64(len(e.values) - 1), err
	}, search.Options{})
	e.book.memo = e.memo
	return e
}

// met returns the number of positions that have been met.
func (e *explorer[V]) met() int { return int(e.memo.Positions()) }

// known returns the value of c if it has been found.
func (e *explorer[V]) known(c grundy.Component) (v V, ok bool) {
	number, ok := e.parts[c.Identity()]
	if !ok {
		return v, false
	}
	at, ok := e.memo.Known(keyOf(number))
	if !ok {
		return v, false
	}
	return e.values[at], true
}

// value returns the value of c, which is not a sum. The work is one look at each part that can be
// reached. After an error it may be asked again.
func (e *explorer[V]) value(c grundy.Component) (v V, err error) {
	at, err := e.memo.Value(e.ctx, keyOf(e.partOf(c)))
	if err != nil {
		return v, e.explain(err)
	}
	return e.values[at], nil
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
