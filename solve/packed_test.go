package solve_test

// This file tests the search by keys, on a game that has them, against the same
// game without.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/search"
)

// pins is Kayles on a row of at most 64 pins as text: "X" a pin, "." a gap.
type pins struct{}

func (pins) AppendOptions(dst []string, row string) []string {
	for i := range row {
		if row[i] == 'X' {
			dst = append(dst, row[:i]+"."+row[i+1:])
			if strings.HasPrefix(row[i+1:], "X") {
				dst = append(dst, row[:i]+".."+row[i+2:])
			}
		}
	}
	return dst
}

func (pins) AppendPosition(dst []byte, row string) []byte { return append(dst, "pins("+row+")"...) }

// packedPins is the same with a key for each run of pins: its length.
type packedPins struct{ pins }

func (packedPins) AppendKeys(dst []uint64, row string) ([]uint64, bool) {
	for _, run := range strings.FieldsFunc(row, func(r rune) bool { return r != 'X' }) {
		dst = append(dst, uint64(len(run)))
	}
	return dst, true
}

func (packedPins) NewMoveLister() grundy.MoveLister[uint64] { return runs{} }
func (packedPins) Unpack(key uint64) string                 { return strings.Repeat("X", int(key)) }

type runs struct{}

func (runs) AppendMoves(m *grundy.Moves[uint64], n uint64) error {
	for take := uint64(1); take <= min(n, 2); take++ {
		for left := uint64(0); left+take <= n; left++ {
			m.Add(left, n-take-left)
		}
	}
	return nil
}

func TestKeysAgainstOracle(t *testing.T) {
	var truth oracle.Oracle
	for n := range 8 {
		for set := range 1 << n {
			row := bytes.Repeat([]byte("."), n)
			for i := range row {
				if set>>i&1 == 1 {
					row[i] = 'X'
				}
			}
			for _, other := range []string{"", "X", "XX.X"} {
				sum := grundy.SumOf(grundy.Place(packedPins{}, string(row)), grundy.Place(packedPins{}, other))
				check(t, &truth, sum, compound.Disjunctive, grundy.Normal)
				if other == "X" { // measures that do not add are searched by text
					check(t, &truth, sum, compound.Conjunctive, grundy.Normal)
					check(t, &truth, sum, compound.Selective, grundy.Misere)
				}
			}
		}
	}
}

func TestKeysAreUsed(t *testing.T) {
	row := strings.Repeat("X", 60) // it has 2^60 positions
	a := answer(t, solve.Question{Sum: grundy.SumOf(grundy.Place(packedPins{}, row), grundy.Place(packedPins{}, row[:59])), MaxMoves: 3})
	if a.NimValue == nil || *a.NimValue != 4^7 { // of Kayles, 60 has nim-value 4 and 59 has 7
		t.Errorf("nim-value %v, want %d", a.NimValue, 4^7)
	}
	if !strings.Contains(strings.Join(a.Methods, " "), "by keys") {
		t.Errorf("methods %v", a.Methods)
	}
}

// wide are keys of other types for the same game: the row itself.
type wide struct{ pins }

func (wide) AppendKeys(dst []string, row string) ([]string, bool) {
	return append(dst, strings.Trim(row, ".")), true
}

func (wide) NewMoveLister() grundy.MoveLister[string] { return wholeRows{} }
func (wide) Unpack(key string) string                 { return key }

type wholeRows struct{}

func (wholeRows) AppendMoves(m *grundy.Moves[string], row string) error {
	for _, q := range (pins{}).AppendOptions(nil, row) {
		m.Add(strings.Trim(q, "."))
	}
	return nil
}

// Single keys serve every measure.
func TestKeysServeAllMeasures(t *testing.T) {
	var truth oracle.Oracle
	for _, row := range []string{"", "X", "XX", "XXX.X", "XX.XX", "X.X.X"} {
		for kind, rule := range rules {
			if rule != oracle.AnyProperSet {
				for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
					check(t, &truth, grundy.SumOf(grundy.Place(wide{}, row), grundy.Place(wide{}, "XX")), kind, convention)
				}
			}
		}
	}
}

// round is a game whose play from 3 on need not end, though it does not say so.
type round struct{}

func (round) AppendOptions(dst []int, p int) []int {
	switch {
	case p == 3:
		dst = append(dst, 5)
	case p > 0:
		dst = append(dst, p-1)
	}
	return dst
}

func (round) AppendPosition(dst []byte, p int) []byte { return fmt.Appendf(dst, "round(%d)", p) }

// packedRound is the same with keys.
type packedRound struct{ round }

func (packedRound) AppendKeys(dst []uint64, p int) ([]uint64, bool) {
	return append(dst, uint64(p)), true
}
func (packedRound) NewMoveLister() grundy.MoveLister[uint64] { return roundKeys{} }
func (packedRound) Unpack(key uint64) int                    { return int(key) }

type roundKeys struct{}

func (roundKeys) AppendMoves(m *grundy.Moves[uint64], k uint64) error {
	for _, q := range (round{}).AppendOptions(nil, int(k)) {
		m.Add(uint64(q))
	}
	return nil
}

func TestCyclesAreToldBySearch(t *testing.T) {
	const want = "play need not end: there is a cycle of 3 moves: round(5) -> round(4) -> round(3) -> round(5); if that is meant, say so: loopy = True in a file of rules, grundy.Loopy in Go"
	for _, c := range []grundy.Component{grundy.Place(round{}, 7), grundy.Place(packedRound{}, 7)} {
		for _, convention := range []grundy.Convention{grundy.Normal, grundy.Misere} {
			for _, sum := range []grundy.Sum{grundy.SumOf(c), grundy.SumOf(c, grundy.Place(round{}, 2))} {
				_, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Convention: convention})
				if err == nil || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("%T, %v: %v, want %s", c.Game(), convention, err, want)
				}
			}
		}
	}
	var cycle *search.CycleError[uint64]
	_, err := solve.Solve(context.Background(), solve.Question{Sum: grundy.SumOf(grundy.Place(packedRound{}, 7))})
	if !errors.As(err, &cycle) {
		t.Errorf("%v is not a %T", err, cycle)
	}
	a := answer(t, solve.Question{Sum: grundy.SumOf(grundy.Place(packedRound{}, 2)), MaxMoves: 9})
	if a.Outcome != grundy.P || a.WinningMoveCount.Cmp(new(big.Int)) != 0 {
		t.Errorf("round(2): outcome %v, %v winning moves", a.Outcome, a.WinningMoveCount)
	}
}

func TestSearchByKeysHoldsItsBudget(t *testing.T) {
	sum := grundy.SumOf(grundy.Place(wide{}, strings.Repeat("X", 40)))
	_, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Budget: solve.Budget{Memory: 1 << 20}})
	if !errors.Is(err, grundy.ErrBudget) && !errors.Is(err, grundy.ErrTooLarge) {
		t.Errorf("a megabyte for 2^40 positions: %v", err)
	}
}

// A match asks one question after another with one cache; what it keeps does not
// count against the next question.
func TestCacheDoesNotEatTheBudget(t *testing.T) {
	random := chance.New(t, 102)
	for _, c := range []struct {
		game   grundy.Game[string]
		memory uint64
	}{{wide{}, 1 << 19}, {pins{}, 2 << 20}} {
		cache := &solve.Cache{}
		for range 60 {
			row := bytes.Repeat([]byte("."), 40)
			for range 10 {
				row[random.IntN(len(row))] = 'X'
			}
			sum := grundy.SumOf(grundy.Place(c.game, string(row)))
			a, err := solve.Solve(context.Background(), solve.Question{Sum: sum, Budget: solve.Budget{Memory: c.memory}, Cache: cache})
			if err != nil {
				t.Fatalf("%T, %s: %v", c.game, row, err)
			}
			want := answer(t, solve.Question{Sum: grundy.SumOf(grundy.Place(packedPins{}, string(row)))})
			if *a.NimValue != *want.NimValue {
				t.Fatalf("%T, %s: nim-value %d, want %d", c.game, row, *a.NimValue, *want.NimValue)
			}
		}
	}
}

// backwards is a heap from which 1 or 2 are taken; the last move loses.
type backwards struct{}

func (backwards) AppendOptions(dst []int, p int) []int {
	for k := 1; k <= min(p, 2); k++ {
		dst = append(dst, p-k)
	}
	return dst
}

func (backwards) AppendPosition(dst []byte, p int) []byte {
	return fmt.Appendf(dst, "backwards(%d)", p)
}
func (backwards) Convention() grundy.Convention { return grundy.Misere }

// A game that says that its last move loses is played so, whatever the question says.
func TestSolveFollowsTheConventionOfGames(t *testing.T) {
	for p := range 9 {
		sum := grundy.SumOf(grundy.Place(backwards{}, p))
		a := answer(t, solve.Question{Sum: sum})
		if won := p%3 != 1; (a.Outcome == grundy.N) != won || a.NimValue != nil {
			t.Errorf("%d: %v, %v", p, a.Outcome, a.NimValue)
		}
	}
}
