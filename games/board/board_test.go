package board

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/boardtest"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

var measures = []grundy.Measure{grundy.ByOutcome, grundy.ByNimValue, grundy.ByRemoteness}

// tabled are the measures for which there are only tables.
var tabled = []grundy.Measure{grundy.ByMisereRemoteness, grundy.BySuspense, grundy.ByMisereSuspense}

// Every cell of a small board, of every piece: the counts, every closed form,
// every plan for the cell and its options, and every interval that can be
// asked of FindOptions, by definition.
func TestPiecesAgainstOracle(t *testing.T) {
	width, height := long.Or[uint64](7, 13), long.Or[uint64](6, 12)
	if testing.Short() {
		width, height = 7, 6
	}
	for _, p := range append(namedPieces(), otherPieces()...) {
		t.Run(p.String(), func(t *testing.T) {
			t.Parallel()
			var truth oracle.Oracle
			for _, cell := range boardtest.Rectangle(p.Plane, width, height) {
				checkCell(t, &truth, p, cell)
			}
		})
	}
}

func checkCell(t *testing.T, truth *oracle.Oracle, p Piece, cell Cell) {
	t.Helper()
	c := grundy.Place(p, cell)
	options := c.AppendOptions(nil)
	if n, _ := c.CountOptions(); n != uint64(len(options)) {
		t.Errorf("%v: %d options, counted %d", c, len(options), n)
	}
	for i, q := range options {
		if slices.Contains(p.AppendOptions(nil, cell)[:i], q.Position().(Cell)) {
			t.Errorf("%v: option %v twice", c, q)
		}
	}
	for _, m := range measures {
		want := definition(truth, m, c)
		got, method, ok := c.Measure(m)
		if ok && (got != want || method == "") {
			t.Errorf("%v: %v %d (%s), by definition %d", c, m, got, method, want)
		}
		if mustKnow := p.measure != nil && p.Name != "queen" && p.Side == 0; !ok && mustKnow {
			t.Errorf("%v: %v unknown", c, m)
		}
		checkFound(t, truth, c, options, m)
		checkPlan(t, truth, c, options, m)
	}
	for _, m := range tabled {
		checkPlan(t, truth, c, options, m)
	}
}

func checkFound(t *testing.T, truth *oracle.Oracle, c grundy.Component, options []grundy.Component, m grundy.Measure) {
	t.Helper()
	for lo := range uint64(28) {
		for _, hi := range []uint64{0, 1, 2, lo - 1, lo, lo + 1, lo + 4, ^uint64(0) - 1, ^uint64(0)} {
			found, ok := c.FindOptions(m, lo, hi)
			if !ok {
				continue
			}
			var want, got []string
			for _, q := range options {
				if v := definition(truth, m, q); lo <= v && v <= hi {
					want = append(want, q.String())
				}
			}
			for q := range found.Each {
				got = append(got, q.String())
			}
			if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Fatalf("%v: options of %v %d … %d: %v, counted %v, by definition %v", c, m, lo, hi, got, found.Count, want)
			}
			for range found.Each { // a reader may stop early
				break
			}
		}
	}
}

func checkPlan(t *testing.T, truth *oracle.Oracle, c grundy.Component, options []grundy.Component, m grundy.Measure) {
	t.Helper()
	plan, ok := c.PlanTable(m)
	if !ok || plan.Method == "" {
		t.Fatalf("%v: no plan for %v: %+v", c, m, plan)
	}
	table, err := plan.Build(t.Context(), nil)
	if err != nil {
		t.Fatalf("%v: %v: %v", c, m, err)
	}
	for _, q := range append(options, c) {
		if got, want := table(q), definition(truth, m, q); got != want {
			t.Errorf("%v: plan says %v of %v is %d, by definition %d", c, m, q, got, want)
		}
	}
	if plan.Find == nil {
		return
	}
	for _, span := range [][2]uint64{{0, 0}, {1, 2}, {1, math.MaxUint64}, {3, 2}} {
		var want []string
		for _, q := range options {
			if v := table(q); span[0] <= v && v <= span[1] {
				want = append(want, q.String())
			}
		}
		var got []string
		found := plan.Find(table, span[0], span[1])
		for q := range found.Each {
			got = append(got, q.String())
		}
		if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Errorf("%v: options by %v in %v: %v, counted %v; want %v", c, m, span, got, found.Count, want)
		}
	}
}

// The measures that a piece must know without a table, and the sets of options.
func TestClosedFormsThere(t *testing.T) {
	cell := Cell{X: 7, Y: 5}
	for _, p := range []Piece{Rook(), Bishop(), King(), Knight()} {
		for _, m := range measures {
			if _, _, ok := p.Measure(m, cell); !ok {
				t.Errorf("%v: no closed form of %v", p, m)
			}
			if _, ok := p.FindOptions(m, cell, 1, 2); !ok {
				t.Errorf("%v: no options by %v", p, m)
			}
		}
	}
	for _, interval := range [][2]uint64{{0, 0}, {1, 1}, {0, 1}} {
		if _, ok := Queen().FindOptions(grundy.ByOutcome, cell, interval[0], interval[1]); !ok {
			t.Errorf("queen: no options of outcome %v", interval)
		}
	}
	if _, ok := Queen().FindOptions(grundy.ByNimValue, cell, 0, 0); !ok {
		t.Error("queen: no options of nim-value 0")
	}
}

// Genus, through what it is for: who wins misère sums, by the search of the
// whole position, and by which moves.
func TestGenusAgainstOracle(t *testing.T) {
	var truth oracle.Oracle
	tame := []Piece{Rook(), Bishop(), Knight()}
	for _, p := range tame {
		for _, cell := range boardtest.Rectangle(p.Plane, long.Or[uint64](5, 7), long.Or[uint64](5, 7)) {
			checkMisere(t, &truth, []grundy.Component{grundy.Place(p, cell)})
			for _, q := range tame {
				for _, other := range []Cell{{X: 1, Y: 1}, {X: 2, Y: 3}, {X: 4, Y: 4}, {X: 2, Y: 5}} {
					checkMisere(t, &truth, []grundy.Component{grundy.Place(p, cell), grundy.Place(q, other)})
				}
			}
		}
	}
}

func checkMisere(t *testing.T, truth *oracle.Oracle, sum []grundy.Component) {
	t.Helper()
	parts := make([]compound.Part, len(sum))
	for i, c := range sum {
		genus, _, ok := c.Measure(grundy.ByGenus)
		if !ok {
			t.Fatalf("%v: no genus", c)
		}
		parts[i] = compound.Part{Measure: genus, Copies: 1}
		checkGenusFound(t, c)
	}
	wins := truth.Wins(oracle.One, grundy.Misere, sum)
	if got := misere.Outcome(parts); (got == grundy.N) != wins {
		t.Errorf("%s: misère outcome %v, by definition N is %v", oracle.Text(sum), got, wins)
	}
}

// The options of each genus are those that have it.
func checkGenusFound(t *testing.T, c grundy.Component) {
	t.Helper()
	options := c.AppendOptions(nil)
	for lo := range uint64(12) {
		for _, hi := range []uint64{lo - 1, lo, lo + 1, lo + 2, ^uint64(0)} {
			var want, got []string
			for _, q := range options {
				if genus, _, _ := q.Measure(grundy.ByGenus); lo <= genus && genus <= hi {
					want = append(want, q.String())
				}
			}
			found, _ := c.FindOptions(grundy.ByGenus, lo, hi)
			for q := range found.Each {
				got = append(got, q.String())
			}
			if !slices.Equal(got, want) || found.Count.Cmp(big.NewInt(int64(len(want)))) != 0 {
				t.Fatalf("%v: options of genus %d … %d: %v, counted %v, should be %v", c, lo, hi, got, found.Count, want)
			}
		}
	}
}

// reached returns how many cells play from a cell reaches, itself among them.
func reached(g grundy.Game[Cell], from Cell) uint64 {
	met := map[Cell]bool{from: true}
	for queue := []Cell{from}; len(queue) > 0; queue = queue[1:] {
		for _, q := range g.AppendOptions(nil, queue[0]) {
			if !met[q] {
				met[q] = true
				queue = append(queue, q)
			}
		}
	}
	return uint64(len(met))
}

// Play from any cell reaches no more positions than CountPositions says, and in games
// that lower one coordinate by any number as many. There is a position on each cell.
func TestCountPositions(t *testing.T) {
	for _, p := range append(namedPieces(), otherPieces()...) {
		for _, cell := range boardtest.Rectangle(p.Plane, 9, 9) {
			least, bound := reached(p, cell), p.CountPositions(cell)
			if bound < least || bound > least && slices.Contains(p.Rides, moves.Left) && slices.Contains(p.Rides, moves.Down) {
				t.Errorf("%v at %v: %d positions, bound %d", p, cell, least, bound)
			}
			if !p.Holds(t.Context(), []uint64{cell.X, cell.Y}) {
				t.Errorf("%v: no position on %v", p, cell)
			}
			for a := uint64(1); a < 4; a++ {
				g := GeneralisedWythoff{a}
				if got, want := g.CountPositions(cell), reached(g, cell); got != want {
					t.Errorf("%v at %v: %d positions, want %d", g, cell, got, want)
				}
			}
		}
	}
	for x := uint64(1); x < 30; x++ {
		for y := uint64(1); y < 20; y++ {
			cell := Cell{X: x, Y: y}
			if least, bound := reached(Euclid{}, cell), (Euclid{}).CountPositions(cell); bound < least || bound > least+1 {
				t.Errorf("euclid at %v: %d positions, bound %d", cell, least, bound)
			}
		}
	}
	far := Cell{X: MaxCoordinate, Y: MaxCoordinate}
	for _, p := range []Piece{Queen(), King(), Knight4(MaxCoordinate)} {
		if p.CountPositions(far) != ^uint64(0) {
			t.Errorf("%v: positions not saturated", p)
		}
	}
	if got := Queen().CountOptions(far); got != ^uint64(0) {
		t.Errorf("queen: options not saturated: %d", got)
	}
	if got := Rook().CountOptions(far); got != 1<<64-2 {
		t.Errorf("rook: %d options", got)
	}
}

// Sets of options at any coordinates: those of one measure are disjoint,
// together they are all options, and some members of each are checked.
func TestFoundFarOut(t *testing.T) {
	cells := boardtest.SomeCells(boardtest.NewRandom(t), long.Or(40, 300))
	for _, p := range []Piece{Queen(), Rook(), Bishop(), King(), Knight()} {
		for _, m := range append(measures, grundy.ByGenus) {
			for _, c := range cells {
				checkFoundFarOut(t, p, m, c)
			}
		}
	}
}

func checkFoundFarOut(t *testing.T, p Piece, m grundy.Measure, c Cell) {
	t.Helper()
	all := new(big.Int)
	for _, s := range p.Rides {
		all.Add(all, new(big.Int).SetUint64(p.Reach(c, s)))
	}
	for _, s := range p.Leaps {
		all.Add(all, new(big.Int).SetUint64(min(p.Reach(c, s), 1)))
	}
	// Cut all measures into intervals.
	ends := []uint64{0, 0, 1, 2, 5, c.X, c.Y, c.X ^ c.Y, c.X + c.Y, 1<<62 - 1, ^uint64(0)}
	slices.Sort(ends)
	next := uint64(0)
	for _, hi := range slices.Compact(ends) {
		found, ok := p.FindOptions(m, c, next, hi)
		if !ok {
			return // not known of this piece
		}
		all.Sub(all, found.Count)
		seen := 0
		for q := range found.Each {
			if v, _, ok := p.Measure(m, q); ok && (v < next || v > hi) {
				t.Fatalf("%v at %v: option %v has %v %d, not %d … %d", p, c, q, m, v, next, hi)
			}
			if seen++; seen == 20 {
				break
			}
		}
		next = hi + 1
	}
	if all.Sign() != 0 {
		t.Fatalf("%v at %v: options by %v are not all options: %v missing", p, c, m, all)
	}
}

// One nim-value of a rook far out: at most one option a heap, where Nim says.
func TestRookOptionsFarOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Cell{X: rapid.Uint64Max(MaxCoordinate).Draw(t, "x"), Y: rapid.Uint64Max(MaxCoordinate).Draw(t, "y")}
		v := rapid.OneOf(rapid.Uint64Max(3), rapid.Uint64()).Draw(t, "v")
		var want []Cell
		if x := c.Y ^ v; x < c.X {
			want = append(want, Cell{X: x, Y: c.Y})
		}
		if y := c.X ^ v; y < c.Y {
			want = append(want, Cell{X: c.X, Y: y})
		}
		found, ok := Rook().FindOptions(grundy.ByNimValue, c, v, v)
		if got := slices.Collect(found.Each); !ok || !slices.Equal(got, want) {
			t.Fatalf("rook at %v: options of nim-value %d: %v, should be %v", c, v, got, want)
		}
	})
}

func TestPlace(t *testing.T) {
	place := map[string]func(rule, args []grundy.Arg) (grundy.Component, error){
		"queen": Placer(Queen()), "rook": Placer(Rook()), "bishop": Placer(Bishop()),
		"king": Placer(King()), "knight": Placer(Knight()), "knight4": PlaceKnight4,
	}
	numbers := func(text string) []grundy.Arg {
		var args []grundy.Arg
		for word := range strings.FieldsSeq(text) {
			n, _ := new(big.Int).SetString(word, 10)
			abs := new(big.Int).Abs(n)
			arg := grundy.Arg{Text: word, Neg: n.Sign() < 0, Big: !abs.IsUint64()}
			if !arg.Big {
				arg.Abs = abs.Uint64()
			}
			args = append(args, arg)
		}
		return args
	}
	for _, test := range []struct {
		name, rule, args string
		want             string // the position, or the message
		arg              int    // index of the offending number
		inRule           bool
	}{
		{name: "queen", args: "3 3", want: "queen(3,3)"},
		{name: "rook", args: "0 9223372036854775807", want: "rook(0,9223372036854775807)"},
		{name: "bishop", args: "1 2", want: "bishop(1,2)"},
		{name: "king", args: "1 2", want: "king(1,2)"},
		{name: "knight", args: "5 4", want: "knight(5,4)"},
		{name: "knight4", rule: "8", args: "5 4", want: "knight4[8](5,4)"},
		{name: "knight4", rule: "1", args: "0 0", want: "knight4[1](0,0)"},
		{name: "queen", args: "3", want: "want 2 numbers, x then y, as in queen(5,4), not 1", arg: -1},
		{name: "queen", args: "", want: "want 2 numbers, x then y, as in queen(5,4), not 0", arg: -1},
		{name: "knight", args: "1 2 3", want: "want 2 numbers, x then y, as in knight(5,4), not 3", arg: -1},
		{name: "queen", args: "-1 2", want: "x = -1: a coordinate is 0 … 9223372036854775807"},
		{name: "king", args: "1 9223372036854775808", want: "y = 9223372036854775808: a coordinate is 0 … 9223372036854775807", arg: 1},
		{name: "rook", args: "1 99999999999999999999", want: "y = 99999999999999999999: a coordinate is 0 … 9223372036854775807", arg: 1},
		{name: "bishop", rule: "8", args: "1 1", want: "bishop takes no number in brackets, as in bishop(5,4)", inRule: true},
		{name: "knight4", args: "1 1", want: "want one number in brackets, the side of the board, as in knight4[8](5,4), not 0", arg: -1, inRule: true},
		{name: "knight4", rule: "8 8", args: "1 1", want: "want one number in brackets, the side of the board, as in knight4[8](5,4), not 2", arg: -1, inRule: true},
		{name: "knight4", rule: "0", args: "0 0", want: "n = 0: the side of a board is 1 … 9223372036854775807", inRule: true},
		{name: "knight4", rule: "-8", args: "0 0", want: "n = -8: the side of a board is 1 … 9223372036854775807", inRule: true},
		{name: "knight4", rule: "8", args: "7 8", want: "y = 8: a coordinate is 0 … 7", arg: 1},
		{name: "knight4", rule: "3", args: "1", want: "want 2 numbers, x then y, as in knight4[3](2,2), not 1", arg: -1},
	} {
		c, err := place[test.name](numbers(test.rule), numbers(test.args))
		if err == nil {
			if c.String() != test.want {
				t.Errorf("%s[%s](%s): %v, should be %s", test.name, test.rule, test.args, c, test.want)
			}
			continue
		}
		var position *grundy.PositionError
		if !errors.As(err, &position) {
			t.Errorf("%s[%s](%s): error %v is not a PositionError", test.name, test.rule, test.args, err)
			continue
		}
		if want := (grundy.PositionError{Arg: test.arg, Bracketed: test.inRule, Msg: test.want}); *position != want {
			t.Errorf("%s[%s](%s): %+v, should be %+v", test.name, test.rule, test.args, *position, want)
		}
	}
}

func TestAppendMove(t *testing.T) {
	c := grundy.Place(Queen(), Cell{X: 3, Y: 3})
	if got := c.DescribeMove(grundy.Place(Queen(), Cell{X: 2, Y: 2})); got != "1 left, 1 down" {
		t.Error(got)
	}
}
