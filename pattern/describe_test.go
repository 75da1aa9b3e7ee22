package pattern

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/automata"
)

// tableOf returns the table of a function.
func tableOf(of Kind, names []string, sides []int, f func(at []int) int64) *Table {
	t := NewTable(of, names, sides...)
	at := make([]int, len(sides))
	for i := range t.Values {
		t.Values[i] = f(at)
		for c := len(at) - 1; c >= 0; c-- {
			if at[c]++; at[c] < sides[c] {
				break
			}
			at[c] = 0
		}
	}
	return t
}

func computed(of Kind, names []string, f func(at []int) int64) Source {
	return func(_ context.Context, sides []int) (*Table, error) { return tableOf(of, names, sides, f), nil }
}

// describe describes a table, and checks that on tables of a source.
func describe(t *testing.T, near *Table, far Source) (*Pattern, []Rejected, error) {
	large, err := near.Far(t.Context(), far, 1+farCells)
	if err != nil || large == nil {
		return nil, nil, err
	}
	return Describe(t.Context(), near, large, far)
}

// beattyPairs returns the pairs of complementary sequences whose differences are 0, a, 2a, …,
// from the definition: the least number that is not there yet.
func beattyPairs(a int) func(x, y int) bool {
	used, pairs := map[int]bool{}, map[[2]int]bool{}
	for k, x := 0, 0; k < 600; k++ {
		for used[x] {
			x++
		}
		used[x], used[x+a*k] = true, true
		pairs[[2]int{x, x + a*k}] = true
	}
	return func(x, y int) bool { return pairs[[2]int{min(x, y), max(x, y)}] }
}

func primeFactors(n int) (count int64) {
	for d := 2; n > 1; d++ {
		for ; n%d == 0; n /= d {
			count++
		}
	}
	return count
}

func smallestFibonacci(n int) int {
	fibonacci := []int{1, 2}
	for fibonacci[len(fibonacci)-1] <= n {
		fibonacci = append(fibonacci, fibonacci[len(fibonacci)-1]+fibonacci[len(fibonacci)-2])
	}
	least := 0
	for i := len(fibonacci) - 1; n > 0; i-- {
		if fibonacci[i] <= n {
			n -= fibonacci[i]
			least = fibonacci[i]
		}
	}
	return least
}

type example struct {
	of     Kind
	side   int
	names  []string
	f      func(at []int) int64
	family Family
	words  string
}

// examples are functions with the words that are expected.
func examples() []example {
	wythoff, second, third := beattyPairs(1), beattyPairs(2), beattyPairs(3)
	secondMisere, thirdMisere := misereBeatty(2), misereBeatty(3)
	var products [256][256]int64 // and 1 more, once they are known
	var nimProduct func(x, y int) int64
	nimProduct = func(x, y int) int64 { // by the definition
		if v := products[x][y]; v > 0 {
			return v - 1
		}
		var options [256]bool
		for a := range x {
			for b := range y {
				options[nimProduct(a, y)^nimProduct(x, b)^nimProduct(a, b)] = true
			}
		}
		v := slices.Index(options[:], false)
		products[x][y] = int64(v) + 1
		return int64(v)
	}
	rootFloor := func(m int) int64 { // ⌊m√2⌋
		r := m
		for (r+1)*(r+1) <= 2*m*m {
			r++
		}
		return int64(r)
	}
	one, two, three, four := []string{"n"}, []string{"x", "y"}, []string{"x", "y", "z"}, []string{"a", "b", "c", "d"}
	ones := func(n int) (count int) {
		for ; n > 0; n /= 2 {
			count += n % 2
		}
		return count
	}
	zeros := func(n int) (count int64) {
		for ; n%2 == 0; n /= 2 {
			count++
		}
		return count
	}
	from1 := func(f func(n int) int64) func(at []int) int64 {
		return func(at []int) int64 {
			if at[0] == 0 {
				return Hole
			}
			return f(at[0])
		}
	}
	golden := "(φ = (1+√5)/2, the golden ratio)"
	return []example{
		{NimValues, 256, one, func([]int) int64 { return 3 }, Constant, "3"},
		{Outcomes, 256, one, func([]int) int64 { return 0 }, Constant, "every position is P"},
		{NimValues, 256, one, func(at []int) int64 { return int64(at[0] % 3) }, Periodic, "n mod 3"},
		{NimValues, 256, one, func(at []int) int64 { return int64(at[0] / 4) }, Arithmetic, "⌊n/4⌋"},
		{NimValues, 256, one, func(at []int) int64 { return int64(at[0]) }, Arithmetic, "n"},
		{NimValues, 256, one, func(at []int) int64 {
			return []int64{0, 1, 2, 4, 3}[min(at[0], (at[0]+3)%4+1)] + int64((at[0]+3)/4*4) - 4*int64(min(1, at[0]))
		}, Arithmetic,
			"4 larger whenever n grows by 4, from 1 on: 1, 2, 4, 3; before that 0"}, // Lasker's Nim
		{Outcomes, 256, one, func(at []int) int64 { return truth(at[0]%7 == 0 || at[0]%7 == 2) }, Periodic, "P exactly when n mod 7 is 0 or 2"},
		{NimValues, 256, one, func(at []int) int64 { return int64(ones(at[0])) }, Bits, "the number of ones of n in binary"},
		{Outcomes, 256, one, from1(func(n int) int64 { return truth(ones(n-1)%2 == 0) }), Bits, "P exactly when the number of ones of (n - 1) in binary is even"},
		{NimValues, 256, one, from1(zeros), Valuation, "the number of trailing zeros of n in binary"},
		{Outcomes, 256, one, from1(func(n int) int64 { return truth(zeros(n)%2 == 1) }), Valuation, "P exactly when the number of trailing zeros of n in binary is odd"},
		{NimValues, 256, one, from1(primeFactors), Valuation, "the number of prime factors of n"},
		{NimValues, 256, one, func(at []int) int64 { return goldenFloor(at[0]) }, Beatty, "⌊n·φ⌋ " + golden},
		{NimValues, 32, two, func(at []int) int64 { return int64(at[0] ^ at[1]) }, Bits, "x XOR y"},
		{NimValues, 32, two, func(at []int) int64 { return int64(at[0] & at[1]) }, Bits, "x AND y"},
		{NimValues, 9, three, func(at []int) int64 { return int64(at[0] | at[1] | at[2]) }, Bits, "x OR y OR z"},
		{NimValues, 32, two, func(at []int) int64 { return zeros((at[0] | at[1]) + 1) }, Valuation, "the number of trailing zeros of ((x OR y) + 1) in binary"},
		{NimValues, 9, four, func(at []int) int64 { return int64(at[0] ^ at[1] ^ at[2] ^ at[3]) }, Bits, "a XOR b XOR c XOR d"},
		{NimValues, 9, four, func(at []int) int64 { return int64(at[0] ^ at[2]) }, Bits, "a XOR c"},
		{NimValues, 32, two, func(at []int) int64 { return int64((at[0] + at[1]) % 3) }, Coordinates, "(x + y) mod 3"},
		{NimValues, 32, two, func(at []int) int64 { return int64(at[0]/3 ^ at[1]%2) }, Bits, "⌊x/3⌋ XOR (y mod 2)"},
		{NimValues, 32, two, func(at []int) int64 { return int64(2*(at[0]/2^at[1]/2) + (at[0]+at[1])%2) }, Bits, "x XOR y"},
		{NimValues, 32, two, func(at []int) int64 { return int64(min(at[0], at[1])) }, Coordinates, "min(x, y)"},
		{NimValues, 16, two, func(at []int) int64 { return nimProduct(at[0], at[1]) }, Bits, "x ⊗ y (⊗ is the nim-product)"},
		{NimValues, 12, three, func(at []int) int64 { return nimProduct(at[0], at[2]) }, Bits, "x ⊗ z (⊗ is the nim-product)"},
		{NimValues, 40, two, func(at []int) int64 { // Euclid
			x, y := int64(min(at[0], at[1])), int64(max(at[0], at[1]))
			if x == 0 {
				return Hole
			}
			return (y*y - x*x) / (x * y)
		}, Coordinates, "⌊|x/y - y/x|⌋"},
		{Outcomes, 32, two, func(at []int) int64 { return truth(at[0]%2 == 0 && at[1]%2 == 0) }, Residues, "P exactly when x and y are both even"},
		{Outcomes, 32, two, func(at []int) int64 { return truth(at[0] == at[1]) }, Coordinates, "P exactly when x = y"},
		{Outcomes, 32, two, func(at []int) int64 { return truth(at[0]%2 == 1 && at[1]%2 == 1) }, Residues, "P exactly when x and y are both odd"},
		{Outcomes, 32, two, func(at []int) int64 {
			if min(at[0], at[1]) == 0 {
				return Hole
			}
			return truth(zeros(at[0]) == zeros(at[1]))
		}, Valuation, "P exactly when x and y have the same number of trailing zeros in binary"},
		{Outcomes, 32, two, func(at []int) int64 { return truth(zeros(at[0]+1) > zeros(at[1]+1)) }, Valuation,
			"P exactly when the number of trailing zeros of (y + 1) in binary < the number of trailing zeros of (x + 1) in binary"},
		{NimValues, 32, two, func(at []int) int64 { return int64(ones(at[0]) ^ ones(at[1])) }, Bits, "(the number of ones of x in binary) XOR (the number of ones of y in binary)"},
		{Outcomes, 256, one, func(at []int) int64 { return truth(ones(at[0]+2) == 1) }, Bits, "P exactly when n + 2 is a power of two"},
		{Outcomes, 40, two, func(at []int) int64 { return truth(wythoff(at[0], at[1])) }, Beatty,
			"P exactly when x and y are ⌊kφ⌋ and ⌊kφ²⌋ for some k, in either order " + golden},
		{Outcomes, 60, two, func(at []int) int64 { return truth(second(at[0], at[1])) }, Beatty,
			"P exactly when x and y are ⌊k√2⌋ and ⌊kβ⌋ for some k, in either order (β = 2+√2)"},
		{Outcomes, 60, two, func(at []int) int64 { return truth(third(at[0], at[1])) }, Beatty,
			"P exactly when x and y are ⌊kα⌋ and ⌊kβ⌋ for some k, in either order (α = (-1+√13)/2, β = (5+√13)/2)"},
		{Outcomes, 42, two, func(at []int) int64 { return truth(secondMisere(at[0], at[1])) }, Beatty,
			"P exactly when x and y are ⌊(k+1/2)√2⌋ and ⌊(k+1/2)β⌋ for some k, in either order (β = 2+√2)"},
		{Outcomes, 60, two, func(at []int) int64 { return truth(thirdMisere(at[0], at[1])) }, Beatty,
			"P exactly when x and y are ⌊(k+1/3)α+1/3⌋ and ⌊(k+1/3)β+1/3⌋ for some k, in either order (α = (-1+√13)/2, β = (5+√13)/2)"},
		{NimValues, 128, one, func(at []int) int64 { return rootFloor(4*at[0]+1) / 4 }, Beatty, "⌊(n+1/4)·√2⌋"},
		{NimValues, 128, one, func(at []int) int64 { return (rootFloor(3*at[0]+1) + 2) / 3 }, Beatty, "⌊(n+1/3)·√2+2/3⌋"},
		{Outcomes, 40, two, func(at []int) int64 { // misère
			if max(at[0], at[1]) < 3 {
				return truth(at[0]+at[1] == 1 || at[0] == 2 && at[1] == 2)
			}
			return truth(wythoff(at[0], at[1]))
		}, Beatty, "P exactly when x and y are ⌊kφ⌋ and ⌊kφ²⌋ for some k, in either order; where x and y are all below 3 exactly when (x, y) = (0,1), (1,0) or (2,2) " + golden},
		{Outcomes, 12, three, func(at []int) int64 { // misère
			nimSum := at[0] ^ at[1] ^ at[2]
			return truth(slices.Max(at) <= 1 && nimSum == 1 || slices.Max(at) > 1 && nimSum == 0)
		}, Bits, "P exactly when x XOR y XOR z = 0; the other way round where x, y and z are all below 2"},
		{Outcomes, 40, []string{"n", "most"}, func(at []int) int64 { return truth(at[0] == 0 || at[1] < smallestFibonacci(at[0])) }, Beatty,
			"P exactly when most < the least Fibonacci number of n in Zeckendorf's form, or n = 0"},
	}
}

// misereBeatty returns the P-positions of misère play of Wythoff's game with a, by the definition.
func misereBeatty(a int) func(x, y int) bool {
	const side = 700
	p := make([]bool, side*side)
	var cells [][2]int
	for x := range side {
		for y := x; y < side; y++ {
			isP := x+y > 0
			for _, c := range cells {
				for _, to := range [][2]int{c, {c[1], c[0]}} {
					dx, dy := x-to[0], y-to[1]
					isOption := min(dx, dy) == 0 || min(dx, dy) > 0 && max(dx-dy, dy-dx) < a
					isP = isP && !isOption
				}
			}
			if isP {
				cells = append(cells, [2]int{x, y})
				p[x*side+y], p[y*side+x] = true, true
				break
			}
		}
	}
	return func(x, y int) bool { return p[x*side+y] }
}

// goldenFloor returns ⌊nφ⌋ by comparing whole numbers: m <= nφ exactly when (2m - n)² <= 5n².
func goldenFloor(n int) int64 {
	m := n
	for ; (2*(m+1)-n)*(2*(m+1)-n) <= 5*n*n; m++ {
	}
	return int64(m)
}

func TestDescribe(t *testing.T) {
	long.Only(t)
	var programs strings.Builder
	for _, c := range examples() {
		near := tableOf(c.of, c.names, slices.Repeat([]int{c.side}, len(c.names)), c.f)
		p, rejected, err := describe(t, near, computed(c.of, c.names, c.f))
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.words, err)
			continue
		case p == nil:
			t.Errorf("no pattern, want %s; rejected %v", c.words, rejected)
			continue
		case p.Words != c.words || p.Family != c.family:
			t.Errorf("%s: %s\nwant %s: %s", p.Family, p.Words, c.family, c.words)
		}
		if at, foretold, found := near.fails(p.Rule.(*Expression).node); at != nil {
			t.Errorf("%s: %v is %d, not %d", p.Words, at, found, foretold)
		}
		for _, r := range p.Rejected {
			if near.At(r.At...) == r.Foretold || near.At(r.At...) != r.Found && near.At(r.At...) != Hole {
				t.Errorf("%s: the guess %s foretells %d at %v; it is said to be %d", p.Words, r.Words, r.Foretold, r.At, r.Found)
			}
		}
		programs.WriteString(runs(t, p, near))
		formula(t, p, near)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no Python runs the programs")
	}
	command := exec.Command(python, "-")
	command.Stdin = strings.NewReader(programs.String())
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("a program: %v\n%s", err, out)
	}
}

// runs checks that the program of a pattern can be read as rules are, and returns it as Python
// that checks its values.
func runs(t *testing.T, p *Pattern, near *Table) string {
	t.Helper()
	text, ok := p.Rule.Program(p.Coordinates)
	if !ok && strings.Contains(p.Words, "⊗") {
		return ""
	}
	if !ok {
		t.Errorf("%s has no program", p.Words)
		return ""
	}
	if _, _, err := lang.Answers("answer.star", []byte(text), false); err != nil {
		t.Errorf("%s: %v\n%s", p.Words, err, text)
	}
	var b strings.Builder
	b.WriteString(text)
	cells := 0
	for at, v := range near.Cells() {
		if cells++; cells > 200 {
			break
		}
		call := strings.ReplaceAll(strings.Trim(fmt.Sprint(at), "[]"), " ", ", ")
		fmt.Fprintf(&b, "assert answer(%s) == %d, (%q, %q, answer(%s))\n", call, v, p.Words, call, call)
	}
	return b.String() + "\n"
}

// TestNoPatternInNoise draws tables of all sizes, with even values and with rare zeros.
func TestNoPatternInNoise(t *testing.T) {
	rng := chance.New(t, 15)
	all := [][]int{{8}, {32}, {100}, {4, 4}, {16, 16}, {5, 5, 5}, {3, 3, 3, 3}}
	if long.Asked {
		all = append(all, [][]int{{16}, {500}, {2, 3}, {8, 8}, {40, 40}, {3, 3, 3}, {10, 10, 10}, {7, 7, 7, 7}}...)
	}
	for _, sides := range all {
		for _, values := range []int64{2, 3, 1000, -10, -50} { // below 0: how rare a 0 is
			f := func([]int) int64 {
				if values < 0 {
					return min(1, rng.Int64N(-values))
				}
				return rng.Int64N(values)
			}
			names := []string{"x", "y", "z", "u"}[:len(sides)]
			near := tableOf(Outcomes, names, sides, f)
			if values != 2 && values > 0 {
				near.Of = NimValues
			}
			p, _, err := describe(t, near, computed(near.Of, names, f))
			if err != nil || p != nil {
				t.Errorf("noise of %v values in %v: %+v %v", values, sides, p, err)
			}
		}
	}
}

// TestPublished describes published sequences.
func TestPublished(t *testing.T) {
	var file struct {
		Sequences []struct {
			OEIS    string
			Offset  int
			Members bool
			Words   string
			Values  []int64
		}
	}
	read(t, "testdata/sequences.json", &file)
	for _, s := range file.Sequences {
		table := NewTable(NimValues, []string{"n"}, s.Offset+len(s.Values))
		copy(table.Values[s.Offset:], s.Values)
		if s.Members {
			table = NewTable(Outcomes, []string{"n"}, int(s.Values[len(s.Values)-1])+1)
			for n := range table.Values[s.Offset:] {
				table.Values[s.Offset+n] = truth(slices.Contains(s.Values, int64(s.Offset+n)))
			}
		}
		best, ok := (&fitter{ctx: t.Context()}).best(table, whole)
		if !ok || best.node.sentence(table.Coordinates, table.Of) != s.Words || !table.Judge(best.bits) {
			t.Errorf("%s: %v, want %s", s.OEIS, best, s.Words)
		}
	}
}

// TestPublishedPeriods finds the published periods of octal games.
func TestPublishedPeriods(t *testing.T) {
	var file struct {
		Rows []struct {
			Code              string
			Preperiod, Period int
		} `json:"entries"`
	}
	read(t, "../games/heap/sequence/testdata/octal_periods.json", &file)
	const terms = 1 << 10
	found := 0
	for _, row := range file.Rows {
		if row.Preperiod+3*row.Period > terms || row.Period == 0 {
			continue
		}
		values := []int64{}
		code, err := sequence.ParseCode(row.Code)
		if err != nil {
			t.Fatal(err)
		}
		if err := code.Values(t.Context(), 0, terms, nil, func(v []uint64) error {
			for _, w := range v {
				values = append(values, int64(w))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		c, _ := fitCycle(values)
		if c == nil || len(c.first) != row.Preperiod || len(c.turn) != row.Period {
			t.Errorf("%s: %+v, want preperiod %d and period %d", row.Code, c, row.Preperiod, row.Period)
		}
		found++
	}
	if found < 20 {
		t.Errorf("%d games", found)
	}
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzDescribe describes any table: what comes out explains it.
func FuzzDescribe(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7}, byte(1))
	f.Add([]byte{0, 1, 1, 0, 255, 1, 1, 0, 0}, byte(2))
	f.Add([]byte("\x01\x00\x01\x00\x00\x01"), byte(3))
	f.Fuzz(func(t *testing.T, values []byte, dimensions byte) {
		d := int(dimensions)%4 + 1
		if len(values) == 0 || len(values) > 64 {
			return
		}
		at := func(cell []int) int64 { // the bytes again and again, along the diagonals
			i := 0
			for c, x := range cell {
				i += x * (c + 1)
			}
			if v := values[i%len(values)]; v < 255 {
				return int64(v)
			}
			return Hole
		}
		names := []string{"x", "y", "z", "u"}[:d]
		near := tableOf(NimValues, names, slices.Repeat([]int{[]int{0, 24, 12, 6, 4}[d]}, d), at)
		p, _, err := describe(t, near, computed(NimValues, names, at))
		if err != nil {
			t.Fatal(err)
		}
		if p == nil {
			return
		}
		if cell, foretold, found := near.fails(p.Rule.(*Expression).node); cell != nil {
			t.Fatalf("%s: %v is %d, not %d", p.Words, cell, found, foretold)
		}
		runs(t, p, near)
	})
}

// TestParities words rules that differ where a coordinate is even and where it is odd.
func TestParities(t *testing.T) {
	x, same, always, never := with(opMod, 2, coordinate(0)), combine(opEqual, coordinate(1), coordinate(2)), constant(0), constant(1)
	for _, c := range []struct {
		even, odd *node
		words     string
	}{
		{same, never, "P exactly when x is even and y = z"},
		{never, same, "P exactly when x is odd and y = z"},
		{same, always, "P exactly when x is odd, or y = z"},
		{always, same, "P exactly when x is even, or y = z"},
		{same, with(opMod, 2, coordinate(1)), "P exactly when x is even and y = z, or odd and y is even"},
	} {
		if got := combine(opSelect, x, c.even, c.odd).sentence([]string{"x", "y", "z"}, Outcomes); got != c.words {
			t.Errorf("%s, want %s", got, c.words)
		}
	}
}

// TestOneState words automata of one state, learned from tables.
func TestOneState(t *testing.T) {
	for _, c := range []struct {
		axes  int
		of    func(at []int) bool
		words string
	}{
		{2, func(at []int) bool { return at[0]&at[1] == 0 }, "P exactly when x and y have no 1 at the same place in binary: (0, 0), (0, 1), (1, 0), (0, 2), (0, 3), (1, 2), …"},
		{3, func(at []int) bool { return at[0]+at[1]+at[2] == at[0]|at[1]|at[2] }, "P exactly when no two of x, y, z have a 1 at the same place in binary: "},
		{2, func(at []int) bool { return at[0]&at[1] == at[0] }, "P exactly when the digits of x, y in binary are 00, 01 or 11 at each place: "},
	} {
		names := []string{"x", "y", "z"}[:c.axes]
		table := tableOf(Outcomes, names, slices.Repeat([]int{16}, c.axes), func(at []int) int64 { return truth(c.of(at)) })
		a, err := learnTable(t.Context(), table, &numeration{System: automata.Base(2)}, 1<<10, effort)
		if err != nil {
			t.Error(err)
		} else if got := a.Words(names); !strings.HasPrefix(got, c.words) {
			t.Errorf("%s, want %s", got, c.words)
		}
	}
}

// TestDigitwise words automata of one state that say a value, learned from tables.
func TestDigitwise(t *testing.T) {
	names := []string{"x", "y", "z"}
	for _, c := range []struct {
		of    func(x, y, z int) int
		words string
	}{
		{func(x, y, z int) int { return x&y | x&z | y&z }, "the nim-value has a 1 in binary at the places where at least 2 of x, y, z have one, and no others"},
		{func(x, y, z int) int { return x & y & z }, "the nim-value has a 1 in binary at the places where all of x, y, z have one, and no others"},
		{func(x, y, z int) int { return (x | y | z) &^ (x & y & z) }, "the nim-value has a 1 in binary at the places where 1 or 2 of x, y, z have one, and no others"},
		{func(x, y, z int) int { return x & (y | z) }, "the nim-value is the one number v with which an automaton of 1 state accepts the digits of x, y, z in binary (its digits last)"},
	} {
		table := tableOf(NimValues, names, []int{16, 16, 16}, func(at []int) int64 { return int64(c.of(at[0], at[1], at[2])) })
		a, err := learnTable(t.Context(), table, &numeration{System: automata.Base(2)}, 1<<12, effort)
		if err != nil {
			t.Error(err)
		} else if got := a.Words(names); got != c.words {
			t.Errorf("%s, want %s", got, c.words)
		}
	}
}
