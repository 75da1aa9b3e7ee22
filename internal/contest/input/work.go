package input

// Draws, checks and steps toward smaller inputs may be as large as what a file declares. So
// they look at a context, and charge its meter before they take memory.

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/units"
)

// In returns the shape for work that ends soon after ctx, and whose memory is charged to the
// meter of ctx: see package meter. Draws, and the Data that [Shape.Parse] reads, are charged
// while they are made; afterwards they are the caller's. What yields inputs ends with ctx, so
// look at its error behind the last.
func (s *Shape) In(ctx context.Context) *Shape {
	in := *s
	in.ctx = ctx
	return &in
}

// context returns the context of the work.
func (s *Shape) context() context.Context {
	if s.ctx == nil {
		return context.Background()
	}
	return s.ctx
}

// pace returns what looks at the context of the work.
func (s *Shape) pace() meter.Pace { return meter.Pace{Ctx: s.context(), Every: stride} }

// stride is how many elements are handled between two looks at a context.
const stride = 1 << 13

// paced is a reader that ends with a context.
type paced struct {
	ctx context.Context
	in  io.Reader
}

func (p *paced) Read(text []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.in.Read(text)
}

// The bytes that are charged while an input is drawn, with the text that it is checked by.
const (
	numberCost = 64
	letterCost = 14
	testCost   = 512 // a repetition, besides its fields
	fieldCost  = 128
)

// leastCost returns the least that is charged for an input, and how many numbers and letters
// it has at least.
func (s *Shape) leastCost(depth int) (bytes, elements uint64) {
	add := func(n, cost uint64) {
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(n, cost))
		elements = grundy.AddCounts(elements, n)
	}
	l := &s.levels[depth]
	bytes = uint64(len(l.fields)) * fieldCost
	for i := range l.fields {
		f := &l.fields[i]
		n, cost := f.count.least.least(), uint64(numberCost)
		switch f.Kind {
		case KindNumber:
			n, cost = 1, 0
		case KindText, KindTexts:
			add(n, numberCost)
			n, _ = f.leastSummand()
			cost = letterCost
		case KindLists:
			add(n, numberCost)
			n, _ = f.leastSummand()
		case KindTree:
			n = grundy.MulCounts(2, max(n, 1)-1)
		case KindGraph:
			n = grundy.MulCounts(n, 2)
		case KindRecords:
			n = grundy.MulCounts(n, uint64(len(f.columns)))
		}
		add(n, cost)
	}
	if l.repeat != nil {
		n := l.repeat.count.least.least()
		each, inner := s.leastCost(depth + 1)
		bytes = grundy.AddCounts(bytes, grundy.MulCounts(n, grundy.AddCounts(each, testCost)))
		elements = grundy.AddCounts(elements, grundy.MulCounts(n, inner))
	}
	return bytes, elements
}

// afford refuses a shape whose inputs are all too large to draw.
func (s *Shape) afford() error {
	bytes, elements := s.leastCost(0)
	switch free := meter.Of(s.context()).Left(); {
	case bytes > free:
		return fmt.Errorf("the smallest input of this problem is too large: %w", &meter.Error{Asked: bytes, Limit: free})
	case elements > mostElements:
		return fmt.Errorf("the smallest input of this problem has %s numbers and letters, and %s are drawn at most: %w",
			counted(elements), units.Grouped(mostElements), grundy.ErrTooLarge)
	}
	return nil
}

func counted(n uint64) string {
	if n == math.MaxUint64 {
		return "2^64 or more"
	}
	return units.Grouped(n)
}
