// Package meter counts the memory of a question, so that two questions in one
// process do not answer for each other, and the positions that it has looked at, so
// that whoever waits can see how far it is.
//
// [With] gives a question its meter. Engines whose memory depends on numbers
// that a user chose call [Take] before they allocate, and [Give] when they drop
// what they took. A question without a meter may take any amount.
//
// Looking up the meter of a context costs some ten nanoseconds, and a Take some
// ten more. A loop that allocates little by little looks the meter up once, with
// [Of], and takes in chunks: see [Account].
package meter

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/units"
)

// A Meter counts the bytes that a question holds. Several goroutines may use it
// at once. The nil meter allows everything and counts nothing.
type Meter struct {
	parent *Meter // takes and gives with it; nil for none
	limit  uint64
	used   atomic.Uint64 // used <= limit

	positions, most atomic.Uint64              // see Count and Expect
	told            atomic.Pointer[func() Far] // see Tell
}

// An Error refuses memory that is beyond the limit of a meter. It wraps
// [Memory], and so [grundy.ErrBudget].
type Error struct {
	Asked, Used, Limit uint64 // in bytes
}

func (e *Error) Error() string {
	if e.Used == 0 {
		return fmt.Sprintf("%s of memory is needed, and the budget is %s", units.Bytes(e.Asked), units.Bytes(e.Limit))
	}
	return fmt.Sprintf("%s of memory is needed besides the %s in use, and the budget is %s",
		units.Bytes(e.Asked), units.Bytes(e.Used), units.Bytes(e.Limit))
}

// Unwrap returns [Memory].
func (*Error) Unwrap() error { return Memory }

// The bounds that a user sets, and that of work which is counted.
var (
	Memory = grundy.Spent("memory")
	Time   = grundy.Spent("time")
	Steps  = grundy.Spent("steps")
)

// Than names what is used up with how much there was of it, if that is not 0: "memory
// than 1.5 GiB", "steps than 1,000".
func Than(what string, limit uint64) string {
	switch {
	case limit == 0:
		return what
	case what == "memory":
		return what + " than " + units.Bytes(limit)
	}
	return what + " than " + units.Grouped(limit)
}

type key struct{}

// With returns a context whose meter allows limit bytes; 0 sets no limit. A
// meter that ctx has already counts, and limits, what the new one takes.
func With(ctx context.Context, limit uint64) context.Context {
	if limit == 0 {
		limit = math.MaxUint64
	}
	return context.WithValue(ctx, key{}, &Meter{parent: Of(ctx), limit: limit})
}

// Lent returns a context in which work takes memory that it drops when it ends: the function gives
// back what is taken then.
func Lent(ctx context.Context) (lent context.Context, back func()) {
	ctx = With(ctx, 0)
	return ctx, func() { Of(ctx).Give(Of(ctx).Used()) }
}

// Of returns the meter of ctx, or nil.
func Of(ctx context.Context) *Meter {
	m, _ := ctx.Value(key{}).(*Meter)
	return m
}

// Take takes n bytes from the meter of ctx, or returns an [*Error] and takes
// nothing.
func Take(ctx context.Context, n uint64) error { return Of(ctx).Take(n) }

// Give returns n bytes to the meter of ctx.
func Give(ctx context.Context, n uint64) { Of(ctx).Give(n) }

// Take takes n bytes, or returns an [*Error] and takes nothing.
func (m *Meter) Take(n uint64) error {
	for at := m; at != nil; at = at.parent {
		if err := at.take(n); err != nil {
			for below := m; below != at; below = below.parent {
				below.used.Add(-n)
			}
			return err
		}
	}
	return nil
}

// take takes n bytes from m alone.
func (m *Meter) take(n uint64) error {
	for {
		used := m.used.Load()
		if n > m.limit-used {
			return &Error{Asked: n, Used: used, Limit: m.limit}
		}
		if m.used.CompareAndSwap(used, used+n) {
			return nil
		}
	}
}

// Give returns n bytes that were taken before.
func (m *Meter) Give(n uint64) {
	for ; m != nil; m = m.parent {
		m.used.Add(-n)
	}
}

// Used returns how many bytes are taken at present.
func (m *Meter) Used() uint64 {
	if m == nil {
		return 0
	}
	return m.used.Load()
}

// Left returns how many bytes can be taken at present: [math.MaxUint64] where
// nothing limits them.
func (m *Meter) Left() uint64 {
	left := uint64(math.MaxUint64)
	for ; m != nil; m = m.parent {
		if m.limit < math.MaxUint64 {
			left = min(left, m.limit-m.used.Load())
		}
	}
	return left
}

// Count counts positions that were looked at.
func (m *Meter) Count(positions uint64) {
	for ; m != nil; m = m.parent {
		m.positions.Add(positions)
	}
}

// Expect says that work begins which looks at no more positions than these: 0 or
// [math.MaxUint64] where nobody knows.
func (m *Meter) Expect(positions uint64) {
	for ; m != nil; m = m.parent {
		most := uint64(0)
		if positions > 0 {
			most = grundy.AddCounts(m.positions.Load(), positions)
		}
		m.most.Store(most)
	}
}

// Counted returns how many positions were looked at since the meter was made, and how
// many they will be at most: 0 where nobody knows.
func (m *Meter) Counted() (positions, most uint64) {
	positions, most = m.positions.Load(), m.most.Load()
	if most == math.MaxUint64 || most < positions {
		most = 0
	}
	return positions, most
}

// Far says how far a search by couples has come.
type Far struct {
	Couples, Positions uint64
	Bytes, Memory      uint64 // in use, and how many may be; 0 for no bound
	Depth              int    // of the couple that is looked at
	Refuted, Options   int    // of the couple that the search is about
}

// String writes it in a line.
func (f Far) String() string {
	text := fmt.Sprintf("%s couples of %s parts, %s", units.Grouped(f.Couples), units.Grouped(f.Positions), units.Bytes(f.Bytes))
	if f.Memory > 0 {
		text += " of " + units.Bytes(f.Memory)
	}
	text += fmt.Sprintf(", depth %d", f.Depth)
	if f.Options > 0 {
		text += fmt.Sprintf(", %d of %d options refuted", f.Refuted, f.Options)
	}
	return text
}

// Tell lets far say how far work has come, until end is called. Any goroutine may ask it.
func (m *Meter) Tell(far func() Far) (end func()) {
	for at := m; at != nil; at = at.parent {
		at.told.Store(&far)
	}
	return func() {
		for at := m; at != nil; at = at.parent {
			at.told.CompareAndSwap(&far, nil)
		}
	}
}

// Told returns how far work has come, or "" where nobody says so.
func (m *Meter) Told() string {
	if far := m.told.Load(); far != nil {
		return (*far)().String()
	}
	return ""
}

// chunk is what an [Account] takes from its meter at a time, except where less is
// left.
const chunk = 64 << 10

// An Account counts what one goroutine holds, and asks the meter in chunks: a
// Take costs a nanosecond. Close gives everything back.
type Account struct {
	meter *Meter
	taken uint64 // from the meter
	spare uint64 // of that, not used yet
}

// Open opens an account with the meter of ctx.
func Open(ctx context.Context) *Account { return &Account{meter: Of(ctx)} }

// Take takes n bytes, or returns an [*Error] and takes nothing.
func (a *Account) Take(n uint64) error {
	if n <= a.spare {
		a.spare -= n
		return nil
	}
	return a.refill(n)
}

// refill takes n bytes that are more than the account has to spare.
func (a *Account) refill(n uint64) error {
	lacking := n - a.spare
	more := max(lacking, chunk)
	err := a.meter.Take(more)
	if err != nil && more > lacking {
		more = lacking
		err = a.meter.Take(more)
	}
	if err != nil {
		return err
	}
	a.taken += more
	a.spare += more - n
	return nil
}

// Give returns n bytes to the account, which keeps them for its next Take.
func (a *Account) Give(n uint64) { a.spare += n }

// Held returns how many bytes the account holds.
func (a *Account) Held() uint64 { return a.taken - a.spare }

// Close gives everything back to the meter. The account may be used again.
func (a *Account) Close() {
	a.meter.Give(a.taken)
	a.taken, a.spare = 0, 0
}
