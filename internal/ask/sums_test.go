package ask_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/compound"
)

// fallingApart are rules of games whose positions fall apart, beside the codes of the same
// heaps.
var fallingApart = map[string]string{
	"laskers.star": "position(n = integer())\ndef moves(n):\n    for left in range(n):\n        move(left)\n    for left in range(1, n // 2 + 1):\n        move_sum(left, n - left)\n",
	"kayles.star":  "position(pins = row('X.', most = 60))\ndef moves(pins):\n    for i in range(len(pins)):\n        if pins[i] == 'X':\n            move(put(pins, '.', i))\n            if i + 1 < len(pins) and pins[i + 1] == 'X':\n                move(put(pins, '.', i, i + 1))\ndef start(n):\n    return fill('X', n)\ntouching('X')\n",
	"thirds.star":  "position(n = integer())\ndef moves(n):\n    if n > 2:\n        move_sum(n // 3, (n + 1) // 3, n - 2)\n    for k in range(1, min(n, 3)):\n        move_sum(n - k, k - 1)\n",
}

// withFiles returns means that open these files.
func withFiles(files map[string]string) ask.Means {
	return ask.Means{Open: func(name string) (io.ReadCloser, error) {
		text, ok := files[name]
		if !ok {
			return nil, fmt.Errorf("no file %s", name)
		}
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// wrote returns the text of an answer.
func wrote(t *testing.T, q ask.Values, means ask.Means) string {
	t.Helper()
	var out bytes.Buffer
	a, err := q.Ask(t.Context(), means)
	if err == nil {
		err = a.Write(t.Context(), &out)
	}
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return out.String()
}

// Games of files that fall apart have the misère nim-values and the genera of the same codes;
// to 30 heaps of Kayles, whole positions would be a million.
func TestFilesThatFallApart(t *testing.T) {
	means := withFiles(fallingApart)
	last := uint64(30)
	for file, code := range map[string]string{"laskers.star": "4.[3]", "kayles.star": "0.77"} {
		for _, q := range []ask.Values{{Misere: true, N: &last, Format: "csv"}, {Misere: true, Genus: true, N: &last, Format: "csv"}} {
			if file == "laskers.star" {
				short := uint64(15)
				q.N = &short
			}
			q.Game = file
			got := wrote(t, q, means)
			q.Game = code
			if want := wrote(t, q, means); got != want {
				t.Errorf("%s: %s, want %s", file, got, want)
			}
		}
	}
	known := map[string]uint64{}
	few := uint64(9)
	for n, got := range flat(t, wrote(t, ask.Values{Game: "thirds.star", Misere: true, N: &few}, means)) {
		sum, err := position.ParseWith(t.Context(), fmt.Sprintf("thirds.star(%d)", n), position.Files{Open: means.Open})
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprint(misere(known, sum[0].Component)); got != want {
			t.Errorf("thirds.star(%d): %s, want %s", n, got, want)
		}
	}
}

// Every game that has a table of its own has one from 0 on.
func TestTablesFromNothing(t *testing.T) {
	for _, e := range oneIn(long.Of(4, 2, 1), position.All()) {
		game := e.Example[:strings.LastIndexByte(e.Example, '(')]
		size := map[int]string{1: "4", 2: "3x3"}[e.Alone]
		if size == "" {
			continue
		}
		answered(t, question(game, size))
	}
}

// openSums are sums with open numbers, and the sizes of small tables.
var openSums = []struct{ template, size string }{
	{"nim(_) + 0.77(_)", "4x5"}, {"queen(_,_) + nim(_)", "3x3x3"}, {"3*nim(_) + 0.137(4)", "4"}, {"2*0.77(_) + 0.07(_)", "4x4"},
	{`kayles("X"*_) + nim(2)`, "6"}, {"pass-nim(_,1,1) + knight(_,2)", "3x4"}, {"nim(2,_) + euclid(_,3)", "3x4"}, {"welter([_,_]) + nim(1)", "3x3"},
}

// Every cell of a table of sums is what the definitions say of its sum, in every compound.
func TestTablesOfSums(t *testing.T) {
	long.Only(t)
	var o oracle.Oracle
	kinds := []string{"", "conjunctive", "continued-conjunctive", "selective", "shortened-selective", "diminished-disjunctive", "proper-selective", "moore:2"}
	for row, test := range openSums {
		for i, kind := range kinds {
			if kind != "" && (row/2+i)%long.Of(2, 2, 1) > 0 {
				continue // a quarter or a half of the sums in each compound
			}
			k := compound.Disjunctive
			if kind != "" {
				k, _ = compound.ParseKind(kind)
			}
			known := map[string]uint64{}
			for _, of := range []string{"nim-values", "outcomes", "remoteness", "suspense"} {
				for _, isMisere := range []bool{false, true} {
					if kind != "" && (of == "nim-values" || (of == "suspense" || isMisere) && row%2 == 0) {
						continue
					}
					convention := grundy.Normal
					if isMisere {
						convention = grundy.Misere
					}
					q := question(test.template, test.size)
					q.Of, q.Misere, q.Compound = of, isMisere, kind
					values := flat(t, answered(t, q))
					i := 0
					cells(q, func(numbers []uint64) {
						text := at(test.template, numbers)
						want := "null"
						if sum, err := position.Parse(text); err == nil {
							whole := grundy.Place(compound.Product{Kind: k}, sum.Components())
							switch v := misere(known, whole); {
							case of == "remoteness" || of == "suspense":
								want = fmt.Sprint(o.Length(whole, convention, of == "suspense"))
							case !isMisere && of == "nim-values":
								want = fmt.Sprint(o.Value(whole))
							case isMisere && of == "nim-values":
								want = fmt.Sprint(v)
							case isMisere && v > 0, !isMisere && o.Value(whole) > 0:
								want = `"N"`
							default:
								want = `"P"`
							}
						}
						if i >= len(values) || values[i] != want {
							t.Fatalf("%s, %s, misere %v, %s: %s, want %s", text, of, isMisere, kind, values[min(i, len(values)-1)], want)
						}
						i++
					})
				}
			}
		}
	}
}

// Genera of templates and of sums begin with the nim-value and the misère nim-value by the
// definition, and equal the genera of the same heaps of one game.
func TestGeneraOfSums(t *testing.T) {
	genus := func(template, size string) ask.Values {
		q := question(template, size)
		q.Genus = true
		return q
	}
	_, sum, _ := strings.Cut(answered(t, genus("0.77(_) + 0.77(_)", "5x5")), "shape")
	if _, want, _ := strings.Cut(answered(t, genus("0.77(_,_)", "5x5")), "shape"); sum != want {
		t.Errorf("%s, want %s", sum, want)
	}
	var o oracle.Oracle
	for _, test := range []struct{ template, size string }{
		{"nim(_,_)", "3x3"}, {"0.77(_,2)", "6"}, {"0.77(_) + nim(_)", "6x2"}, {`2*kayles("X"*_) + 0.77(3)`, "3"}, {"queen(_,_)", "3x3"}, {"moebius(_,3)", "3"}, {"welter([_,_])", "3x3"},
	} {
		q := genus(test.template, test.size)
		text := answered(t, q)
		values := flat(t, strings.Replace(text, "genera", "values", 1))
		if q.N == nil {
			values = flat(t, text)
		}
		known := map[string]uint64{}
		i := 0
		cells(q, func(numbers []uint64) {
			sum, err := position.Parse(at(test.template, numbers))
			if err != nil {
				if values[i] != "null" {
					t.Errorf("%s at %d: %s", test.template, numbers, values[i])
				}
				i++
				return
			}
			whole := grundy.Place(compound.Product{}, sum.Components())
			var got ask.Genus
			if err := json.Unmarshal([]byte(values[i]), &got); err != nil {
				t.Fatalf("%s: %v", values[i], err)
			}
			beside := whole
			for k, digit := range append(got.Digits, got.Digits[len(got.Digits)-2]) {
				if got.NimValue != o.Value(whole) || digit != misere(known, beside) {
					t.Errorf("%s: %v; its nim-values are %d and, beside %d twos, %d", sum, got, o.Value(whole), k, misere(known, beside))
				}
				beside = grundy.Place(compound.Product{}, append(sum.Components(), slices.Repeat([]grundy.Component{grundy.Place(heap.Nim{}, []uint64{2})}, k+1)...))
			}
			i++
		})
	}
}

// A sum can be fixed by the names of its axes, and is refused where a measure says nothing.
func TestSumsAsked(t *testing.T) {
	n := uint64(3)
	fixed := answered(t, ask.Values{Game: "queen(_,_) + nim(_)", Fix: []string{"x=2", "a=1"}, N: &n})
	if want := answered(t, ask.Values{Game: "queen(2,_) + nim(1)", N: &n}); fixed != want {
		t.Errorf("%s, want %s", fixed, want)
	}
	for _, test := range []struct {
		question ask.Values
		says     string
	}{
		{ask.Values{Game: "nim(_) + nim(2)", N: &n, Compound: "selective", Of: "nim-values", Misere: true}, "nim-values say nothing of a selective compound in misère play"},
		{ask.Values{Game: "loop.star(_) + nim(2)", N: &n, Compound: "selective", Of: "nim-values"}, "a selective compound has no nim-value then"},
		{ask.Values{Game: "nim(_) + nim(2)", N: &n, Compound: "selective", Genus: true}, "genera say nothing of a selective compound"},
		{ask.Values{Game: "nim(_) + nim(2)", N: &n, Compound: "selectiv"}, `did you mean "selective"?`},
		{ask.Values{Game: "nim(_) + nim(_)", N: &n, Fix: []string{"a=2"}}, `has no open number "a"; want one of a 1, a 2, or 1 … 2`},
		{ask.Values{Game: "nim(_) + nim(_)", N: &n, Fix: []string{"a 1=2", "1=3"}}, "fixed twice"},
	} {
		if _, err := test.question.Ask(t.Context(), withFiles(map[string]string{"loop.star": "position(n = integer())\nloopy = True\ndef moves(n):\n    move(n)\n"})); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%+v: %v, want %q", test.question, err, test.says)
		}
	}
	if got := slices.Collect(strings.Lines(answered(t, ask.Values{Game: "nim(_) + 2*nim(1)", N: &n, Positions: "P", Format: "text"}))); !slices.Equal(got, []string{"nim(0) + 2*nim(1)\n"}) {
		t.Errorf("%q", got)
	}
}

// Tables of games that are made of others, by the definitions.
func TestTablesOfMadeGames(t *testing.T) {
	var o oracle.Oracle
	for _, test := range []struct{ template, size string }{
		{"pass(nim(_,_))", "4x4"}, {"pass(nim)", "9"}, {"blocked[1](queen(_,_))", "4x4"}, {"blocked[2](subtraction[1,2,4](_))", "9"},
		{"nim(_) : nim(_)", "4x4"}, {"(nim(_) + queen(2,_)) : grundy(_)", "3x3x5"}, {"pass(grundy(_)) + 2*nim(_)", "6x3"},
		{"pass(blocked[1](nim(_)) : (nim(1) + 0.77(_)))", "3x3"}, {"( nim(2) + king(_,1) )", "4"}, {"nim(2) : pass(nim(_)) + nim(1)", "4"},
	} {
		for _, of := range []string{"nim-values", "outcomes"} {
			for _, isMisere := range []bool{false, true} {
				if isMisere && strings.Contains(test.template, " : ") {
					continue // of normal play
				}
				q := question(test.template, test.size)
				q.Of, q.Misere = of, isMisere
				values := flat(t, answered(t, q))
				known := map[string]uint64{}
				i := 0
				cells(q, func(numbers []uint64) {
					text := at(strings.Replace(test.template, "(nim)", "(nim(_))", 1), numbers)
					sum, err := position.Parse(text)
					if err != nil {
						t.Fatal(err)
					}
					whole := grundy.Place(compound.Product{}, sum.Components())
					v := o.Value(whole)
					if isMisere {
						v = misere(known, whole)
					}
					want := fmt.Sprint(v)
					if of == "outcomes" {
						want = []string{`"P"`, `"N"`}[min(v, 1)]
					}
					if values[i] != want {
						t.Errorf("%s, %s, misere %v: %s, want %s", text, of, isMisere, values[i], want)
					}
					i++
				})
			}
		}
	}
}

// Nim-values of compounds in tables, by the definition.
func TestTablesOfCompounds(t *testing.T) {
	var o oracle.Oracle
	for kind, rule := range oracle.Rules(compound.ParseKind) {
		if kind == compound.Disjunctive {
			continue
		}
		for _, test := range []struct{ template, size string }{
			{"nim(_) + subtraction[1,3](_)", "4x4"}, {"queen(_,1) + grundy(_)", "4x5"}, {"nim(_) + nim(_) + nim(2) + 2*nim(1)", "3x3"}, {"laskers.star(_) + knight(3,_)", "4x4"},
		} {
			q := question(test.template, test.size)
			q.Compound, q.Of = kind.String(), "nim-values"
			values := flat(t, wrote(t, q, withFiles(fallingApart)))
			i := 0
			cells(q, func(numbers []uint64) {
				sum, err := position.ParseWith(t.Context(), at(test.template, numbers), position.Files{Open: withFiles(fallingApart).Open})
				if err != nil {
					t.Fatal(err)
				}
				if want := o.ValueOfWhole(rule, sum.Components()); values[i] != fmt.Sprint(want) {
					t.Errorf("%v %v: %s, by definition %d", kind, sum, values[i], want)
				}
				i++
			})
		}
	}
}

// A table finds claims that are false far out, where its positions have few options.
func TestTablesOfFalseClaims(t *testing.T) {
	means := withFiles(map[string]string{"f.star": "position(n = integer())\ndef moves(n):\n    for k in range(1, min(n, 2) + 1):\n        move(n - k)\ndef value(n):\n    return n % 3 if n < 3000 else n % 5\n"})
	last := uint64(5000)
	a, err := ask.Values{Game: "f.star", N: &last}.Ask(t.Context(), means)
	if err == nil {
		err = a.Write(t.Context(), io.Discard)
	}
	if err == nil || !strings.Contains(err.Error(), "by this formula, and 0 by the nim-values of its options") {
		t.Error(err)
	}
}

// Heaps beside others are valued by the engines of their games: these tables are beyond all
// searches.
func TestTablesBesideHeaps(t *testing.T) {
	last := uint64(1500)
	for _, test := range []struct{ template, heaps, fixed string }{
		{"0.77(_,2)", "0.77", "0.77(2)"}, {"grundy(_,5)", "grundy", "grundy(5)"}, {"nim(3) + 0.07(_)", "0.07", "nim(3)"},
	} {
		sum, err := position.Parse(test.fixed)
		if err != nil {
			t.Fatal(err)
		}
		var o oracle.Oracle
		beside := o.Value(sum[0].Component)
		heaps := flat(t, answered(t, ask.Values{Game: test.heaps, N: &last}))
		for n, got := range flat(t, answered(t, ask.Values{Game: test.template, N: &last})) {
			v, _ := strconv.ParseUint(heaps[n], 10, 64)
			if want := fmt.Sprint(v ^ beside); got != want {
				t.Fatalf("%s, %d: %s, want %s", test.template, n, got, want)
			}
		}
	}
}
