package ask_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
)

// templates are games with open numbers, and the sizes of tables that are compared cell by
// cell.
var templates = []struct{ template, size string }{
	{"nim(_,_)", "5x4"}, {"nim(3,_,_)", "4x4"}, {"nim(_,2,_,_)", "3x3x3"}, {"0.77(_)", "12"}, {"0.77(_,_)", "6x5"}, {"0.137(2,_)", "9"}, {"grundy(_)", "12"},
	{"squares(_,5)", "9"}, {"subtraction[1,3,4](_)", "14"}, {"partition[2,3](_,4)", "8"},
	{"queen(_,_)", "5x6"}, {"queen(_,3)", "7"}, {"queen(3,_)", "7"}, {"knight4[5](_,_)", "5x5"}, {"knight4[5](4,_)", "5"},
	{"cyclic-nimhoff[3](_,2,_)", "4x5"}, {"euclid(_,_)", "7x6"}, {"euclid(4,_)", "9"}, {"wythoff[2](_,4)", "9"}, {"piece[rides -1,0,0 0,-1,-1](_,1,_)", "4x3"},
	{"piece[leaps -1,-2 -2,-1 -1,0; blocked 2,1](_,_)", "5x4"}, {"rugs(_,_)", "4x4"},
	{"staircase(1,_,_)", "4x4"}, {"tree[1,1](_,_,1)", "3x3"}, {"nondecreasing(_,_)", "5x5"}, {"nondecreasing(1,_,_)", "4x4"}, {"cake(_,_,2)", "4x4"}, {"roxor(_,_,1)", "4x4"},
	{"turning-turtles(_,4)", "7"}, {"mock-turtles(_,_)", "4x4"}, {"counter(_)", "20"},
	{"pass-nim(_,_,1)", "5x5"}, {"pass-nim(2,_,_)", "5x3"}, {"bitter-chocolate(_,_,1)", "5x5"}, {"take-between(_,_,2)", "6x4"},
	{`kayles("X"*_)`, "9"}, {`kayles("X"*_+"."+"XX"*_)`, "4x3"}, {"end-nim([_,3,_])", "4x4"}, {"end-nim([2]*_)", "5"}, {"welter([_,_])", "4x4"},
	{`silver-dollar("."*_+"o"+"."*_+"$")`, "4x4"}, {`cram(["."*_]*_)`, "4x3"}, {"cram(_,2)", "5"}, {"cutcake(_,_)", "4x4"}, {"chomp([_,_])", "4x4"},
	{"fibonacci-nim(_,_)", "6x5"}, {"laskers-nim(_,3)", "6"}, {"treblecross(_)", "8"}, {"notakto([\"...\"]*_)", "3"},
}

// oneIn returns each nth thing of a list.
func oneIn[T any](n int, list []T) (some []T) {
	for i := 0; i < len(list); i += n {
		some = append(some, list[i])
	}
	return some
}

// question returns the question for a table of that size: 8x8, or the number of heaps.
func question(template, size string) ask.Values {
	q := ask.Values{Game: template}
	if n, err := strconv.ParseUint(size, 10, 64); err == nil {
		n--
		q.N = &n
	} else {
		q.Size = size
	}
	if strings.HasPrefix(template, "counter") {
		q.From = 1
	}
	return q
}

// answered returns the text of an answer.
func answered(t *testing.T, q ask.Values) string {
	t.Helper()
	return wrote(t, q, ask.Means{})
}

// flat returns the values of a table one after the other, as they stand in JSON.
func flat(t *testing.T, text string) (values []string) {
	t.Helper()
	var answer struct{ Values json.RawMessage }
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var walk func(raw json.RawMessage)
	walk = func(raw json.RawMessage) {
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && string(raw) != "null" {
			for _, each := range list {
				walk(each)
			}
			return
		}
		values = append(values, string(raw))
	}
	walk(answer.Values)
	return values
}

// cells calls visit with the numbers of each cell of a table, in order.
func cells(q ask.Values, visit func(numbers []uint64)) {
	var sides []uint64
	if q.N != nil {
		sides = []uint64{*q.N + 1}
	} else {
		for word := range strings.SplitSeq(q.Size, "x") {
			n, _ := strconv.ParseUint(word, 10, 64)
			sides = append(sides, n)
		}
	}
	cell := make([]uint64, len(sides))
	cell[0] = q.From
	for {
		visit(cell)
		axis := 0
		for ; axis < len(cell); axis++ {
			if cell[axis]++; cell[axis] < sides[axis] {
				break
			}
			cell[axis] = 0
		}
		if axis == len(cell) {
			return
		}
	}
}

// misere returns the misère nim-value by its definition.
func misere(known map[string]uint64, c grundy.Component) uint64 {
	v, ok := known[c.String()]
	if !ok {
		options := c.AppendOptions(nil)
		var values []grundy.Value
		for _, q := range options {
			values = append(values, grundy.Value(misere(known, q)))
		}
		if v = 1; len(options) > 0 {
			v = uint64(grundy.Mex(values...))
		}
		known[c.String()] = v
	}
	return v
}

// Every cell of a table is what the definitions say of its position, and empty where the
// template makes none.
func TestTablesByOracle(t *testing.T) {
	var o oracle.Oracle
	outcomes := map[bool]string{true: `"N"`, false: `"P"`}
	for _, test := range oneIn(long.Of(14, 3, 1), templates) {
		known := map[string]uint64{}
		for name, value := range map[string]func(c grundy.Component) string{
			"":                  func(c grundy.Component) string { return fmt.Sprint(o.Value(c)) },
			"outcomes":          func(c grundy.Component) string { return outcomes[o.Value(c) > 0] },
			"remoteness":        func(c grundy.Component) string { return fmt.Sprint(o.Length(c, grundy.Normal, false)) },
			"suspense":          func(c grundy.Component) string { return fmt.Sprint(o.Length(c, grundy.Normal, true)) },
			"misere":            func(c grundy.Component) string { return fmt.Sprint(misere(known, c)) },
			"misere outcomes":   func(c grundy.Component) string { return outcomes[misere(known, c) > 0] },
			"misere remoteness": func(c grundy.Component) string { return fmt.Sprint(o.Length(c, grundy.Misere, false)) },
		} {
			q := question(test.template, test.size)
			q.Of, q.Misere = strings.CutPrefix(name, "misere")
			q.Of = strings.TrimSpace(q.Of)
			if q.Misere && q.Of != "remoteness" && strings.HasPrefix(test.template, "rugs") {
				continue // not known to this version
			}
			values := flat(t, answered(t, q))
			i := 0
			cells(q, func(numbers []uint64) {
				text := at(test.template, numbers)
				sum, err := position.Parse(text)
				want := "null"
				if err == nil {
					want = value(sum[0].Component)
					if sum.PlayedMisere() != nil && !q.Misere { // compared as a table of misère play
						want = values[i]
					}
				}
				// Engines have 0 where there is no position.
				none := err != nil && q.Of == ""
				if i >= len(values) || values[i] != want && (!none || values[i] != "0") {
					t.Fatalf("%s, %q: %s, want %s", text, name, values[min(i, len(values)-1):], want)
				}
				i++
			})
			if i != len(values) {
				t.Errorf("%s, %q: %d values, want %d", test.template, name, len(values), i)
			}
		}
	}
}

// at returns the position of a template with these numbers.
func at(template string, numbers []uint64) string {
	for _, n := range numbers {
		template = strings.Replace(template, "_", fmt.Sprint(n), 1)
	}
	return template
}

// Lists of positions are those whose outcome the table of outcomes has, as text that can be
// solved, as CSV and as JSON.
func TestListsOfPositions(t *testing.T) {
	for _, test := range oneIn(long.Of(14, 3, 1), templates) {
		for _, misere := range []bool{false, true} {
			if misere && strings.HasPrefix(test.template, "rugs") {
				continue
			}
			q := question(test.template, test.size)
			q.Misere, q.Of = misere, "outcomes"
			values := flat(t, answered(t, q))
			var lines, rows []string
			var tuples [][]uint64
			i := 0
			cells(q, func(numbers []uint64) {
				if values[i] == `"P"` {
					lines = append(lines, at(test.template, numbers)+"\n")
					tuples = append(tuples, slices.Clone(numbers))
					rows = append(rows, strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]"))
				}
				i++
			})
			q.Of, q.Positions, q.Format = "", "P", "text"
			if got := slices.Collect(strings.Lines(answered(t, q))); !slices.Equal(got, lines) {
				t.Errorf("%s: %q, want %q", test.template, got, lines)
			}
			q.Format = "csv"
			if _, got, _ := strings.Cut(answered(t, q), "\n"); !slices.Equal(strings.Fields(got), rows) {
				t.Errorf("%s: %q, want %q", test.template, got, rows)
			}
			q.Format = "json"
			var answer struct {
				Cells [][]uint64
				Count int
			}
			if err := json.Unmarshal([]byte(answered(t, q)), &answer); err != nil || answer.Count != len(tuples) || !slices.EqualFunc(answer.Cells, tuples, slices.Equal) {
				t.Errorf("%s: %v, %v; want %v", test.template, answer, err, tuples)
			}
			q.Sorted = true
			sorted := slices.DeleteFunc(tuples, func(cell []uint64) bool { return !slices.IsSorted(cell) })
			if err := json.Unmarshal([]byte(answered(t, q)), &answer); err != nil || !slices.EqualFunc(answer.Cells, sorted, slices.Equal) {
				t.Errorf("%s, sorted: %v, %v; want %v", test.template, answer, err, sorted)
			}
		}
	}
}

// walks are rules of games in which play need not end.
var walks = map[string]string{
	"walk.star":  "position(n = integer(0, 6), turns = integer(0, 3))\nloopy = True\ndef moves(n, turns):\n    if n > 0:\n        move(n - 1, turns)\n        if n < 6:\n            move(n + 1, turns)\n    if turns > 0:\n        move(n, turns - 1)\n",
	"ring.star":  "position(a = integer(0, 5), b = integer(0, 5))\nloopy = True\ndef legal(a, b):\n    return a != b or \"they differ\"\ndef moves(a, b):\n    if (a + 1) % 6 != b:\n        move((a + 1) % 6, b)\n    for k in range(b):\n        if k != a:\n            move(a, k)\n",
	"hops.star":  "position(n = integer(0, 40))\nloopy = True\ndef moves(n):\n    if n > 1:\n        move(n - 2)\n    if n % 5 == 4:\n        move(n + 1)\n    if n % 5 == 0 and n > 0:\n        move(n - 1)\n",
	"three.star": "position(a = integer(0, 3), b = integer(0, 3), c = integer(0, 3))\nloopy = True\ndef moves(a, b, c):\n    if a > 0:\n        move(a - 1, b, c)\n    if b > 0:\n        move(a, b - 1, min(c + 1, 3))\n    if c > 0:\n        move(min(a + 1, 3), b, c - 1)\n",
}

// Tables of games in which play need not end have in each cell what is said of the
// position alone.
func TestTablesWithCycles(t *testing.T) {
	means := withFiles(walks)
	for _, test := range []struct{ game, template, size string }{
		{"walk.star", "walk.star(_,_)", "7x4"}, {"ring.star", "ring.star(_,_)", "6x6"}, {"hops.star(_)", "hops.star(_)", "30"},
		{"three.star(2,_,_)", "three.star(2,_,_)", "4x3"}, {"three.star", "three.star(_,_,_)", "3x3x2"},
	} {
		for _, of := range []string{"nim-values", "outcomes", "remoteness"} {
			for _, misere := range []bool{false, true} {
				if misere && of == "nim-values" {
					continue
				}
				q := question(test.game, test.size)
				q.Of, q.Misere = of, misere
				values := flat(t, wrote(t, q, means))
				i := 0
				cells(q, func(numbers []uint64) {
					text := at(test.template, numbers)
					alone := ask.Solve{Position: text, Misere: misere}
					if of == "remoteness" {
						alone.Compound = "conjunctive"
					}
					want := "null"
					if answer, err := alone.Ask(t.Context(), means); err == nil {
						want = ofAlone(t, of, answer)
					}
					if values[i] != want {
						t.Errorf("%s, %s, misere %v: %s, want %s", text, of, misere, values[i], want)
					}
					i++
				})
			}
		}
	}
}

// ofAlone returns what an answer says of a position, as tables have it.
func ofAlone(t *testing.T, of string, a *ask.Solved) string {
	t.Helper()
	var text bytes.Buffer
	if err := ask.WriteJSON(&text, a); err != nil {
		t.Fatal(err)
	}
	var answer map[string]json.RawMessage
	if err := json.Unmarshal(text.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	field := map[string]string{"nim-values": "nim_value", "outcomes": "outcome", "remoteness": "remoteness"}[of]
	return string(answer[field])
}

// Formats: words in CSV stand in quotes where they have a comma, and lines of text are of
// one width.
func TestWordsInFormats(t *testing.T) {
	q := ask.Values{Game: "three.star(_,_,2)", Size: "4x4", Format: "csv"}
	for _, format := range []string{"csv", "text"} {
		q.Format = format
		out := wrote(t, q, withFiles(walks))
		if format == "csv" {
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if err != nil || len(rows) != 4 || len(rows[0]) != 4 {
				t.Errorf("%q, %v", rows, err)
			}
			continue
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		for _, line := range lines[2:] {
			if len([]rune(line)) != len([]rune(lines[1])) {
				t.Errorf("%q is not as long as %q", line, lines[1])
			}
		}
	}
	for _, format := range []string{"npy", "bfile"} {
		n := uint64(4)
		q := ask.Values{Game: "nim(_,2)", N: &n, Of: "outcomes", Format: format}
		if format == "bfile" {
			if got := answered(t, q); got != "0 1\n1 1\n2 0\n3 1\n4 1\n" {
				t.Errorf("%q", got)
			}
		}
	}
}

// Periods that are proved hold for the values that tables have, as far as these are
// computed, and are the least.
func TestPeriodsOfAnyValues(t *testing.T) {
	for _, test := range []struct {
		game   string
		of     string
		misere bool
		proved bool
		to     uint64 // how far values are compared
	}{
		{"subtraction[1,3,4]", "", true, true, 60}, {"subtraction[2,5]", "outcomes", true, true, 60}, {"subtraction[2,5,7]", "outcomes", false, true, 60},
		{"nim", "", true, true, 30}, {"nim", "outcomes", true, true, 30}, {"nim", "outcomes", false, true, 30},
		{"0.3", "", true, true, 40}, {"0.123", "", true, true, 60}, {"0.1023", "outcomes", true, true, 60}, {"allbut[1,3]", "", true, true, 60},
		{"0.77", "outcomes", false, true, 200}, {"0.77", "outcomes", true, true, 40}, {"0.15", "outcomes", true, true, 30},
		{"queen(_,2)", "", false, true, 80}, {"queen(_,2)", "outcomes", false, true, 80}, {"rook(_,3)", "outcomes", false, true, 40},
		{"queen(_,2)", "", true, false, 100}, {"queen(2,_)", "", false, false, 100}, {"pass-nim(_,3,1)", "", false, false, 100}, {"kayles(_)", "remoteness", false, false, 12},
		{"nim(_,3)", "", false, false, 100}, {"grundy(_)", "outcomes", true, false, 30},
	} {
		last := test.to
		q := ask.Period{Game: test.game, Of: test.of, Misere: test.misere}
		if !test.proved {
			q.Max = &last
		}
		a, err := q.Ask(t.Context(), ask.Means{})
		if a == nil || a.Result.Proved != test.proved || (err == nil) != test.proved {
			t.Errorf("%+v: %+v, %v", test, a, err)
			continue
		}
		preperiod, p, saltus := a.Result.Preperiod, a.Result.Period, a.Result.Saltus
		if !test.proved {
			if preperiod, p, saltus = a.Observed.Preperiod, a.Observed.Period, a.Observed.Saltus; p == 0 {
				continue
			}
		}
		template := test.game
		if !strings.Contains(template, "(") {
			template += "(_)"
		}
		values := flat(t, answered(t, ask.Values{Game: template, N: &last, Of: test.of, Misere: test.misere}))
		recurs := func(n, p, saltus uint64) bool {
			x, err := strconv.ParseUint(values[n], 10, 64)
			if err != nil {
				return values[n] == values[n+p]
			}
			y, _ := strconv.ParseUint(values[n+p], 10, 64)
			return y == x+saltus
		}
		for n := preperiod; n+p <= last; n++ {
			if !recurs(n, p, saltus) {
				t.Errorf("%+v: %d, %d, %d fails at %d: %v", test, preperiod, p, saltus, n, values)
				break
			}
		}
		if preperiod > 0 && preperiod+p <= last && recurs(preperiod-1, p, saltus) {
			t.Errorf("%+v: the preperiod is less than %d", test, preperiod)
		}
		for less := uint64(1); less < p && preperiod+p+less <= last; less++ {
			least := test.proved
			for n := preperiod; n < preperiod+p; n++ {
				least = least && recurs(n, less, 0)
			}
			if least {
				t.Errorf("%+v: the period is at most %d, not %d", test, less, p)
			}
		}
	}
}

// The heaps of Kayles that are P in misère play are 1, 4, 9, 12 and 20 (W. L. Sibert and J. H.
// Conway, Int. J. Game Theory 20, 1992).
func TestMisereKayles(t *testing.T) {
	last := uint64(30)
	got := answered(t, ask.Values{Game: "0.77", N: &last, Misere: true, Positions: "P", Format: "csv"})
	if want := "n\n1\n4\n9\n12\n20\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	a, err := ask.Period{Game: "0.77", Misere: true, Of: "outcomes"}.Ask(t.Context(), ask.Means{})
	if err != nil || a.Result.Preperiod != 21 || a.Result.Period != 1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Where a picture is smaller than it could be, the field that asks for more depends on how
// many numbers are open.
func TestWiderPicture(t *testing.T) {
	one := uint64(1)
	for _, test := range []struct {
		question ask.Plot
		wider    string
	}{
		{ask.Plot{Game: "queen", Size: "2x2"}, "size"},
		{ask.Plot{Game: "end-nim([_,_,5,7])", Size: "2x2"}, "size"},
		{ask.Plot{Game: "nim(_,3)", N: &one}, "n"},
		{ask.Plot{Game: "0.77", N: &one}, "n"},
	} {
		a, err := test.question.Ask(t.Context(), ask.Means{})
		if err != nil || a.Wider != test.wider {
			t.Errorf("%s: %v (%v), want %s", test.question.Game, a, err, test.wider)
		}
	}
}
