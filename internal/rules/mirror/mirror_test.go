package mirror

// The moves that are followed are compared with those of the interpreter, and each strategy with a
// full search.

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/programs"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// A played file is one whose moves are interpreted and followed.
type played struct {
	*lang.Code
	moves *lang.Function
	core  *core.Program // nil where it has none
}

// load reads a file of a program that may be wrong.
func load(t *testing.T, text string) (*played, error) {
	ignore := lang.AtTop(func(*lang.Evaluator, *lang.Call) lang.Value { return lang.None })
	code, err := lang.Parse("p.star", strings.NewReader(text), lang.Options{Steps: 200_000, Memory: 1 << 24},
		lang.Vocabulary{Functions: map[string]lang.Builtin{"symmetric": ignore, "touching": ignore, "example": ignore}})
	if err == nil {
		err = code.RunTop(t.Context())
	}
	if err != nil {
		return nil, err
	}
	f := &played{Code: code}
	if f.moves, _, err = code.Defined("moves"); err != nil || f.moves == nil || code.Shape == nil {
		return nil, errors.New("no moves")
	}
	f.core, _ = code.Lower(f.moves, core.Moves)
	return f, nil
}

// options returns the options of a state in order, or the error of the rules.
func (f *played) options(state []int64) (all [][]int64, err error) {
	c := lang.Collector{Wants: "move"}
	if err := machine.Run(f.Code, new(lang.Clock), nil, f.moves, state, &c); err != nil {
		return nil, err
	}
	if c.Ending != grundy.NoEnding || len(c.States) != len(c.Ends)*f.Shape.Size {
		return nil, errors.New("an end, or a sum")
	}
	for to := range slices.Chunk(c.States, f.Shape.Size) {
		all = append(all, to)
	}
	slices.SortFunc(all, slices.Compare)
	return slices.CompactFunc(all, slices.Equal), nil
}

// followed returns the options of a state by the boxes in which moves are moves.
func followed(x *follower, state []int64) (all [][]int64) {
	for _, m := range x.moves.all {
		if !slices.ContainsFunc(m.in, func(in box) bool {
			return !slices.ContainsFunc(in, func(b bound) bool {
				return b.mask>>slices.Index(x.contents[b.cell], state[b.cell])&1 == 0
			})
		}) {
			continue
		}
		to := slices.Clone(state)
		for _, w := range m.writes {
			to[w.cell] = x.contents[w.cell][w.to]
		}
		all = append(all, to)
	}
	slices.SortFunc(all, slices.Compare)
	return slices.CompactFunc(all, slices.Equal)
}

// dimensions returns a state with some dimensions, and no cells yet.
func dimensions(rng *rand.Rand, s *core.Shape, most int) []int64 {
	state := make([]int64, s.Size)
	for i := range s.Fields {
		f := &s.Fields[i]
		side := func(all int) int64 {
			if f.Exact {
				return int64(all)
			}
			return int64(rng.IntN(min(all, most) + 1))
		}
		switch f.Kind {
		case core.Heaps, core.Row:
			state[f.At] = side(f.Most)
		case core.Grid:
			state[f.At], state[f.At+1] = side(f.Height), side(f.Width)
			if state[f.At]*state[f.At+1] == 0 {
				state[f.At], state[f.At+1] = 0, 0
			}
		}
	}
	return state
}

// fill gives the cells of a state contents, as far as a cell has few of them.
func fill(rng *rand.Rand, s *core.Shape, state []int64) {
	for i := range s.Fields {
		f := &s.Fields[i]
		contents := contentsOf(f)
		for at := f.At + f.Dimensions(); at < f.At+f.Used(state); at++ {
			if len(contents) > 0 {
				state[at] = contents[rng.IntN(len(contents))]
			} else {
				state[at] = f.Lo
			}
		}
	}
}

// TestMovesOfPrograms compares the moves that are followed with those of the interpreter, for
// random programs of the whole language at random positions.
func TestMovesOfPrograms(t *testing.T) {
	rng := chance.New(t, 33)
	files, known, moves := long.Of(80, 450, 20_000), 0, 0
	for range files {
		text := programs.New(rng)
		f, err := load(t, text)
		if err != nil || f.core == nil {
			continue
		}
		for range 3 {
			state := dimensions(rng, f.Shape, 4)
			all, err := Follow(t.Context(), f.core, state)
			if err != nil {
				t.Fatal(err)
			}
			if all.stopped {
				continue
			}
			known++
			for range 8 {
				fill(rng, f.Shape, state)
				want, err := f.options(state)
				if errors.Is(err, grundy.ErrBudget) {
					continue
				}
				if slices.ContainsFunc(f.Shape.Fields, func(f core.Field) bool { return f.Misplaced(state) != "" }) {
					continue
				}
				got := followed(all.follower, state)
				moves += len(got)
				if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
					t.Fatalf("at %v followed %v, interpreted %v, %v\n%s", state, got, want, err, text)
				}
			}
		}
	}
	t.Logf("%d programs: followed %d times, %d moves", files, known, moves)
	if known < files/4 || moves < files {
		t.Error("too few")
	}
}

// A searched game finds outcomes by a full search.
type searched struct {
	*played
	known map[string]bool // whether the player to move wins
	open  map[string]bool
}

// mostSearched bounds the positions of a full search.
const mostSearched = 20_000

var errTooFar = errors.New("too many positions")

func (s *searched) wins(state []int64) (bool, error) {
	key := fmt.Sprint(state)
	if w, ok := s.known[key]; ok {
		return w, nil
	}
	if s.open[key] {
		return false, errors.New("play comes back")
	}
	if len(s.known) > mostSearched {
		return false, errTooFar
	}
	s.open[key] = true
	options, err := s.options(state)
	wins := false
	for _, to := range options {
		w, errThere := s.wins(to)
		if errThere != nil {
			return false, errThere
		}
		wins = wins || !w
	}
	if err != nil {
		return false, err
	}
	delete(s.open, key)
	s.known[key] = wins
	return wins, nil
}

// compared searches fixed positions at which a strategy wins, and follows the answers. It returns how
// many these are.
func compared(t *testing.T, rng *rand.Rand, f *played, state []int64, tries int, text string) (n int) {
	t.Helper()
	all, err := Follow(t.Context(), f.core, state)
	if err != nil {
		t.Fatal(err)
	}
	if !all.Known {
		return 0
	}
	s := &searched{f, map[string]bool{}, map[string]bool{}}
	for _, m := range Maps(f.Shape, state) {
		by, err := all.Prove(t.Context(), &m)
		if err != nil {
			t.Fatal(err)
		}
		for range tries {
			if by == nil {
				break
			}
			fill(rng, f.Shape, state)
			for i, to := range m.Image {
				if int(to) > i {
					state[to] = state[i]
				}
			}
			if !by.Wins(state) {
				continue
			}
			wins, err := s.wins(state)
			if errors.Is(err, errTooFar) || errors.Is(err, grundy.ErrBudget) {
				s = &searched{f, map[string]bool{}, map[string]bool{}}
				continue
			}
			if err != nil || wins {
				t.Fatalf("%s: the player to move wins %v at %v, %v\n%s", m.How, wins, state, err, text)
			}
			options, _ := f.options(state)
			for _, to := range options {
				answer := by.Answer(state, to)
				replies, err := f.options(to)
				if err != nil || !by.Wins(answer) || !slices.ContainsFunc(replies, func(r []int64) bool { return slices.Equal(r, answer) }) {
					t.Fatalf("%s: no answer %v to the move from %v to %v\n%s", m.How, answer, state, to, text)
				}
			}
			n++
		}
	}
	return n
}

// rulesOfCells draws rules whose moves look at cells here and there, often with images, and sometimes
// with a flaw: a condition that no map keeps, or a move that others undo.
func rulesOfCells(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	letters := pick(".#", ".xo")
	letter := func() string { return `"` + string(letters[rng.IntN(len(letters))]) + `"` }
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	grid := rng.IntN(2) == 0
	flaw := ""
	if rng.IntN(3) == 0 {
		flaw = pick("b.count(L) % 2 == 0 and ", "i % 2 == 0 and ", "i + i < n and ", "b.count(L) > 1 and ", "L in b and ", "not any([c == L for c in b]) and ")
		flaw = strings.ReplaceAll(flaw, "L", letter())
	}
	if grid {
		line(`position(b = grid("%s", height = 3, width = 4))`, letters)
		line("def moves(b):\n    n = b.height\n    for i in range(b.height):\n        for j in range(b.width):")
	} else {
		line(`position(b = row("%s", most = 7))`, letters)
		line("def moves(b):\n    n = len(b)\n    for i in range(n):\n        for j in range(1):")
	}
	for range 1 + rng.IntN(2) {
		from, other, to, too := letter(), letter(), letter(), letter()
		dr, dc := rng.IntN(2), rng.IntN(3)
		signs := [][2]int{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}[:1+rng.IntN(4)]
		lone := rng.IntN(3) == 0
		ring := !grid && rng.IntN(3) == 0
		for _, s := range signs {
			r, c := s[0]*dr, s[1]*dc
			at, next := "i", fmt.Sprintf("i + %d", c)
			if ring {
				next = fmt.Sprintf("(i + %d) %% n", c)
			}
			if grid {
				at, next = "i, j", fmt.Sprintf("i + %d, j + %d", r, c)
			}
			cond := fmt.Sprintf("%sb[%s] == %s", flaw, at, from)
			places := "(" + at + ")"
			if !lone && (r != 0 || c != 0) {
				cond += fmt.Sprintf(" and inside(b, %s) and b[%s] == %s", next, next, other)
			}
			line("            if %s:", cond)
			state := fmt.Sprintf("put(b, %s, %s)", to, places)
			if !lone && (r != 0 || c != 0) {
				state = fmt.Sprintf("put(%s, %s, (%s))", state, too, next)
			}
			line("                move(%s)", state)
		}
	}
	return b.String()
}

// TestStrategies searches positions of random rules at which a strategy is said to win.
func TestStrategies(t *testing.T) {
	rng := chance.New(t, 34)
	files, proved, positions := long.Of(120, 1000, 40_000), 0, 0
	for range files {
		text := rulesOfCells(rng)
		f, err := load(t, text)
		if err != nil || f.core == nil {
			t.Fatal(err, text)
		}
		n := compared(t, rng, f, dimensions(rng, f.Shape, 7), 6, text)
		positions += n
		proved += min(n, 1)
	}
	t.Logf("%d of %d files, %d positions", proved, files, positions)
	if proved < files/10 {
		t.Error("too few")
	}
}

// TestStrategiesOfPrograms is the same for programs of the whole language.
func TestStrategiesOfPrograms(t *testing.T) {
	rng := chance.New(t, 35)
	files, proved := long.Of(50, 1000, 30_000), 0
	for range files {
		text := programs.New(rng)
		if f, err := load(t, text); err == nil && f.core != nil {
			proved += compared(t, rng, f, dimensions(rng, f.Shape, 4), 3, text)
		}
	}
	t.Logf("%d positions of %d programs", proved, files)
}

// TestProved says where there is a proof, and where rules only look as if there were one.
func TestProved(t *testing.T) {
	const row = "position(b = row(\".#\", most = 9))\ndef moves(b):\n    n = len(b)\n    for i in range(n):\n        "
	for _, c := range []struct {
		name, text string
		length     int
		how        string // by which map the position of equal cells is won, or none
		fill       byte
	}{
		{"one cell, even", row + `if b[i] == ".": move(put(b, "#", i))`, 6, "counted from the other end", '.'},
		{"one cell, odd: the middle is its own image", row + `if b[i] == ".": move(put(b, "#", i))`, 5, "", '.'},
		{"two cells that touch: the middle is its own image", row + `if i + 1 < n and b[i] == "." and b[i + 1] == ".": move(put(b, "#", i, i + 1))`, 6, "", '.'},
		{"a count", row + `if b[i] == "." and b.count("#") < 3: move(put(b, "#", i))`, 6, "", '.'},
		{"a count that no strategy minds", row + `if b[i] == "." and b.count("#") < 4: move(put(b, "#", i))`, 6, "counted from the other end", '.'},
		{"places of one kind", row + `if b[i] == "." and i % 2 == 0: move(put(b, "#", i))`, 6, "", '.'},
		{"one half", row + `if b[i] == "." and i < 3: move(put(b, "#", i))`, 6, "", '.'},
		{"a move that is undone", row + `if i < 3 and b[i] == ".": move(put(b, "#", i))` + "\n        " + `if i >= 3 and b[i] == "#": move(put(b, ".", i))`, 6, "", '.'},
		{"play that does not end", row + `move(put(b, "." if b[i] == "#" else "#", i))`, 6, "", '.'},
		{"a cell that is freed", row + `if b[i] == "#": move(put(put(b, ".", i), "#", n // 2) if i != n // 2 else put(b, ".", i))`, 5, "", '#'},
		{"a move that makes others possible", row + `if b[i] == "." and (i == 0 or b[2] == "#"): move(put(b, "#", i))`, 6, "", '.'},
		{"a move that makes its image possible", row + `if b[i] == "." and (i == 2 or b[2] == "#"): move(put(b, "#", i))`, 6, "counted from the other end", '.'},
		{"a condition on the opposite cell", row + `if b[i] == "." and b[n - 1 - i] == ".": move(put(b, "#", i))`, 6, "", '.'},
		{"the first cell alone", row + `if b[i] == "." and "#" not in b[:i]: move(put(b, "#", i))`, 6, "", '.'},
		{"fewer cells", row + `if b[i] == ".": move(b[:i] + b[i + 1:])`, 6, "", '.'},
	} {
		f, err := load(t, c.text)
		if err != nil || f.core == nil {
			t.Fatal(c.name, err)
		}
		state := make([]int64, f.Shape.Size)
		state[0] = int64(c.length)
		for i := range c.length {
			state[1+i] = int64(c.fill)
		}
		all, err := Follow(t.Context(), f.core, state)
		if err != nil {
			t.Fatal(err)
		}
		how := ""
		for _, m := range Maps(f.Shape, state) {
			if !all.Known {
				break
			}
			s, err := all.Prove(t.Context(), &m)
			if err != nil {
				t.Fatal(err)
			}
			if how == "" && s != nil && s.Wins(state) {
				how = m.How
			}
		}
		if how != c.how {
			t.Errorf("%s: by the same move %q, want %q", c.name, how, c.how)
		}
	}
}
