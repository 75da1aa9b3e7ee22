package pattern_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/position"
)

// A taking is a game in Go on one heap: which numbers may be taken of n.
type taking func(n uint64) []uint64

func (g taking) AppendOptions(dst []uint64, n uint64) []uint64 {
	for _, k := range g(n) {
		if k <= n {
			dst = append(dst, n-k)
		}
	}
	return dst
}

func (taking) AppendPosition(dst []byte, n uint64) []byte { return fmt.Appendf(dst, "taking(%d)", n) }

// A ruler is a taking that can be compared.
type ruler struct{ taking *taking }

func (g ruler) AppendOptions(dst []uint64, n uint64) []uint64 { return g.taking.AppendOptions(dst, n) }
func (g ruler) AppendPosition(dst []byte, n uint64) []byte    { return g.taking.AppendPosition(dst, n) }

func heapOf(g taking) position.Game {
	return position.Numbered[uint64]{
		Name: "taking", Axes: []string{"n"}, Game: ruler{&g},
		At:      func(n []uint64) (uint64, bool) { return n[0], true },
		Numbers: func(n uint64) []uint64 { return []uint64{n} },
	}.Open()
}

// Code is proved to be nothing: a pattern is of a known game with the same moves, and a move that
// breaks the likeness within the box refuses it.
func TestPatternsOfCode(t *testing.T) {
	long.Only(t)
	guess := func(g taking) (*pattern.Pattern, error) {
		p, _, err := pattern.Guess(t.Context(), pattern.Question{Game: heapOf(g)})
		return p, err
	}
	plain := func(uint64) []uint64 { return []uint64{1, 3, 4} }
	p, err := guess(plain)
	if err != nil || p == nil {
		t.Fatalf("%v, %v", p, err)
	}
	proof, err := p.Prove(t.Context())
	if err != nil || proof.Alike == nil || proof.Alike.Known.Name != "subtraction[1,3,4]" || !strings.Contains(proof.Statement, "not a proof") {
		t.Fatalf("%+v, %v", proof, err)
	}
	if _, err := proof.Certificate(t.Context(), nil); err != nil {
		t.Errorf("the known game has no certificate: %v", err)
	}
	for name, g := range map[string]taking{
		"another move at 37": func(n uint64) []uint64 {
			if n == 37 {
				return []uint64{1, 3, 4, 5}
			}
			return []uint64{1, 3, 4}
		},
		"fewer moves of multiples of 101": func(n uint64) []uint64 {
			if n%101 == 0 {
				return []uint64{1, 3}
			}
			return []uint64{1, 3, 4}
		},
	} {
		if _, _, err := pattern.Period(t.Context(), heapOf(g), long.Of[uint64](1<<10, 1<<10, 1<<12)); !errors.As(err, new(*pattern.Unproved)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := p.Prove(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after its end: %v", err)
	}
}
