package period

// A game in Go is code, about which nothing is proved here. Its author declares how its moves go on;
// the moves are compared with that as far as they are computed, and the period follows from the
// theorem of Guy and Smith if they go on so.

import (
	"context"
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
)

// A Declared says what the author of a game on heaps knows of its moves: from every heap of n >= From
// a move takes one of the same numbers of tokens, at most Taken, and leaves at most Heaps heaps. For
// each number that is taken and each number of heaps, the heaps have any sizes, or there is no such
// move.
type Declared struct {
	Taken uint64
	Heaps uint64 // 1 to 3
	From  uint64 // at least Taken + Heaps; 0 for that
}

// A Played is the nim-sequence of a game in Go. Its Result says Proved where a period follows from
// what was declared; the moves were compared with that at the heaps below Compared, and at larger
// ones nobody has looked.
type Played struct {
	Sequence[uint32]
	Declared Declared
	Compared uint64
}

// String says what follows from what.
func (p *Played) String() string {
	if !p.Proved {
		return fmt.Sprintf("%v in %d values", p.Result, p.Compared)
	}
	return fmt.Sprintf("%v, if moves take at most %d and leave at most %d heaps from %d on as they were seen to do below %d: a comparison, not a proof",
		p.Result, p.Declared.Taken, p.Declared.Heaps, p.Declared.From, p.Compared)
}

// An UndeclaredError says that moves are not as they were declared.
type UndeclaredError struct {
	Heap uint64
	Says string
}

func (e *UndeclaredError) Error() string { return fmt.Sprintf("at %d %s", e.Heap, e.Says) }

// Play computes the nim-values of the heaps 0, 1, 2, … of a game in Go until a period follows from
// what is declared, or most of them are known: then the result is not Proved. At returns the position
// of one heap, and heaps what heaps a position consists of; 0 is none. An error is an
// [*UndeclaredError], of the budget, or ctx's. It lists all options of each heap.
func Play[P any](ctx context.Context, g grundy.Game[P], at func(n uint64) P, heaps func(p P) []uint64, d Declared, most uint64) (*Played, error) {
	if d.Heaps < 1 || d.Heaps > 3 {
		return nil, fmt.Errorf("moves leave at most %d heaps: want 1 to 3", d.Heaps)
	}
	d.From = max(d.From, d.Taken+d.Heaps)
	p := &Played{Declared: d}
	account := meter.Open(ctx)
	defer account.Close()
	c := Criterion{ByPreperiod: d.Heaps, ByPeriod: d.Heaps - 1, Constant: d.From}
	var options []P
	var before []movesOf
	for next := uint64(64); p.Compared < most; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := p.Compared
		options = g.AppendOptions(options[:0], at(n))
		if err := account.Take(8 + 64*uint64(len(options))); err != nil {
			return nil, fmt.Errorf("the options of a heap of %d: %w", n, err)
		}
		values, seen := make([]grundy.Value, 0, len(options)), map[string]bool{}
		counts := map[[2]uint64]uint64{}
		for _, q := range options {
			parts := slices.DeleteFunc(slices.Clone(heaps(q)), func(h uint64) bool { return h == 0 })
			slices.Sort(parts)
			v, left := uint32(0), uint64(0)
			for _, h := range parts {
				if h >= n {
					return nil, &UndeclaredError{n, fmt.Sprintf("a move leaves a heap of %d", h)}
				}
				v, left = v^p.Terms[h], left+h
			}
			values = append(values, grundy.Value(v))
			if key := fmt.Sprint(parts); !seen[key] && left <= n {
				seen[key] = true
				counts[[2]uint64{n - left, uint64(len(parts))}]++
			} else if left > n {
				return nil, &UndeclaredError{n, fmt.Sprintf("a move leaves %d in all", left)}
			}
		}
		account.Give(64 * uint64(len(options)))
		p.Terms = append(p.Terms, uint32(grundy.Mex(values...)))
		now, err := d.read(n, counts)
		if err == nil && n > d.From && !slices.Equal(now, before) {
			err = &UndeclaredError{n, "there are other moves than at the heap before"}
		}
		if err != nil {
			return nil, err
		}
		before = now
		if p.Compared++; p.Compared == next || p.Compared == most {
			next += next / 2
			if r, ok := FindGuySmith(c, p.Terms); ok {
				p.Result = r
				p.Theorem = fmt.Sprintf("%s, if the moves go on as declared, as they do below %d", r.Theorem, p.Compared)
				return p, nil
			}
		}
	}
	p.Computed = p.Compared
	return p, nil
}

// movesOf says that some number is taken and some number of heaps is left.
type movesOf struct{ taken, heaps uint64 }

// read returns which moves a heap has, given how many different options by what they take and leave;
// or what contradicts the declaration.
func (d Declared) read(n uint64, counts map[[2]uint64]uint64) (all []movesOf, err error) {
	if n < d.From {
		return nil, nil
	}
	for key, count := range counts {
		m := movesOf{key[0], key[1]}
		switch {
		case m.taken > d.Taken:
			return nil, &UndeclaredError{n, fmt.Sprintf("a move takes %d, more than %d", m.taken, d.Taken)}
		case m.heaps > d.Heaps:
			return nil, &UndeclaredError{n, fmt.Sprintf("a move leaves %d heaps, more than %d", m.heaps, d.Heaps)}
		case count != partitions(n-m.taken, m.heaps):
			return nil, &UndeclaredError{n, fmt.Sprintf("moves that take %d and leave %d heaps do not leave all sizes", m.taken, m.heaps)}
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b movesOf) int {
		return slices.Compare([]uint64{a.taken, a.heaps}, []uint64{b.taken, b.heaps})
	})
	return all, nil
}

// partitions returns the number of ways to write n as a sum of one, two or three positive numbers
// in any order.
func partitions(n, parts uint64) uint64 {
	switch parts {
	case 1:
		return 1
	case 2:
		return n / 2
	}
	return (n*n + 6) / 12 // n*n/12, rounded to the nearest
}
