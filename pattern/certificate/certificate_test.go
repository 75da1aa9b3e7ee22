package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grundy"
	"grundy/internal/chance"
	"grundy/internal/long"
	"grundy/internal/meter"
)

func TestMain(m *testing.M) { long.Main(m) }

var certified = map[string]*Certificate{}

// certify makes the certificate of an entry, once.
func certify(t testing.TB, e entry) *Certificate {
	t.Helper()
	c, ok := certified[e.name]
	if !ok {
		var err error
		if c, err = New(t.Context(), candidate(t, e), nil); err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		certified[e.name] = c
	}
	again := *c
	return &again
}

func named(t testing.TB, name string) entry {
	t.Helper()
	all := entries()
	i := slices.IndexFunc(all, func(e entry) bool { return e.name == name })
	if i < 0 {
		t.Fatal(name)
	}
	return all[i]
}

func text(t testing.TB, c *Certificate) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// slow entries are for the long run.
var slow = []string{"3-wythoff", "4-wythoff", "2-wythoff", "misère wythoff", "wythoff by ostrowski", "corner", "misère nim3"}

// TestTrueClaims proves, writes, reads and verifies each entry.
func TestTrueClaims(t *testing.T) {
	for _, e := range entries() {
		if !long.Or(false, true) && slices.Contains(slow, e.name) {
			continue
		}
		c := certify(t, e)
		written := text(t, c)
		again, err := Read(t.Context(), bytes.NewReader(written))
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		if !bytes.Equal(text(t, again), written) {
			t.Errorf("%s: what is read is written otherwise", e.name)
		}
		if err := Verify(t.Context(), again, nil); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		t.Logf("%s: %s %+v", e.name, c.Statement, c.Sizes)
	}
}

// TestPublishedSizes compares with what is known: Wythoff's P-positions have 8 states, the
// relation of options of Wythoff's game has 101 and that of Fibonacci Nim 219.
func TestPublishedSizes(t *testing.T) {
	for _, want := range []struct {
		name                     string
		states, adder, relations int
	}{{"wythoff", 8, 17, 101}, {"fibonacci", 5, 17, 219}, {"mark", 3, 3, 8}} {
		c := certify(t, named(t, want.name))
		k, err := newChecker(t.Context(), c.Claim, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := len(k.game.coordinates)
		options := no
		for _, m := range k.game.kinds {
			var to []formula
			for i, term := range m.parts[0] {
				d, _ := term.plus(-1, variable(n+i))
				to = append(to, isZero(d))
			}
			options = some(options, passage(k.game.shape, m, to...))
		}
		pairs, err := k.over(options, 2*n)
		if err != nil {
			t.Fatal(err)
		}
		relations, _ := k.sizeOf(pairs)
		if got := len(c.Automata[0].Next); got != want.states || c.Sizes.Adder != want.adder || relations != want.relations {
			t.Errorf("%s: %d states, %+v, %d, want %+v", want.name, got, c.Sizes, relations, want)
		}
	}
}

// TestFiles compares with the files in testdata, which were looked through by hand.
func TestFiles(t *testing.T) {
	for _, name := range []string{"nim2", "wythoff", "mark"} {
		file := "testdata/" + name + ".json"
		got := text(t, certify(t, named(t, name)))
		if os.Getenv("GRUNDY_WRITE") != "" {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the certificate is now\n%s", file, got)
		}
	}
}

// seal gives a changed certificate the digest that belongs to it.
func seal(t testing.TB, c *Certificate) *Certificate {
	t.Helper()
	digest, err := c.hashed()
	if err != nil {
		t.Fatal(err)
	}
	c.Digest = digest
	return c
}

// A change replaces some bytes of a text.
type change struct {
	from, to int
	by       string
}

var words = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9]+|true|false|\[[0-9, ]*\]`)

// changes lists how each number, truth value and list of numbers is changed.
func changes(text []byte) (all []change) {
	inside := func(from, to int) {
		for _, at := range regexp.MustCompile(`[0-9]+`).FindAllIndex(text[from:to], -1) {
			word := string(text[from+at[0] : from+at[1]])
			n, _ := strconv.ParseInt(word, 10, 64)
			all = append(all, change{from + at[0], from + at[1], fmt.Sprint(n + 1)}, change{from + at[0], from + at[1], fmt.Sprint(n - 1)}, change{from + at[0], from + at[1], "0"}, change{from + at[0], from + at[1], "1000000000"})
		}
	}
	for _, at := range words.FindAllIndex(text, -1) {
		switch word := string(text[at[0]:at[1]]); {
		case word == "true":
			all = append(all, change{at[0], at[1], "false"})
		case word == "false":
			all = append(all, change{at[0], at[1], "true"})
		case word[0] == '[':
			all = append(all, change{at[0], at[1], "[]"}, change{at[1] - 1, at[1], ",1]"})
			inside(at[0], at[1])
		case word[0] != '"':
			inside(at[0], at[1])
		}
	}
	return slices.DeleteFunc(all, func(c change) bool { return string(text[c.from:c.to]) == c.by })
}

// small are certificates of each kind.
func small(t testing.TB) map[string]*Certificate {
	t.Helper()
	all := map[string]*Certificate{}
	for _, name := range []string{
		"nim2", "misère nim2", "nim2 values", "wythoff", "corner", "fibonacci", "mark", "counter", "lasker", "nim3 by heaps", "staircase 4",
		"remoteness of subtraction", "misère remoteness of king", "misère values of subtraction", "values with an end", "misère with an end",
	} {
		all[name] = certify(t, named(t, name))
	}
	marks := candidate(t, named(t, "mark"))
	marks.Form, marks.Automata = "partial", marks.Automata[:2]
	for name, claim := range map[string]Claim{
		"partial": marks,
		// Beyond the bound the automaton is wrong.
		"bounded": {Rules: "position(n = integer(0, 5))\ndef moves(n):\n    if n > 0:\n        move(n - 1)\n", Of: POutcome, System: "binary", Form: "set", Automata: []Table{
			{Accept: []int{0, 2, 4}, Next: [][]int{{0, 1}, {2, 3}, {4, 3}, {3, 3}, {3, 3}}},
		}},
		"fixed": {
			Rules: strings.Replace(strings.Replace(fibonacci, "integer()\n", "integer(), by = integer(1, 9))\n", 1), "most = integer())", "most = integer(), by = integer(1, 9))", 1),
			Of:    POutcome, System: "zeckendorf", Form: "set", Frame: Frame{Fixed: map[string]int64{"by": 2}},
			Automata: candidate(t, named(t, "fibonacci")).Automata,
		},
	} {
		claim.Rules = strings.NewReplacer("def moves(n, most)", "def moves(n, most, by)", "2 * k)", "by * k, by)").Replace(claim.Rules)
		c, err := New(t.Context(), claim, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = c
	}
	return all
}

// TestEveryNumberIsChecked changes each number in turn, and gives the certificate a right
// digest: it must be refused. The short run has a sample.
func TestEveryNumberIsChecked(t *testing.T) {
	rng := chance.New(t, 19)
	tried, all := 0, small(t)
	for _, name := range slices.Sorted(maps.Keys(all)) { // in one order, so that each run draws the same
		c := all[name]
		whole := text(t, c)
		if err := Verify(t.Context(), c, nil); err != nil {
			t.Fatal(err)
		}
		all := changes(whole)
		if len(all) < 50 {
			t.Fatalf("%s: %d changes", name, len(all))
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		sample := long.Of(4, 12, 30)
		if long.Or(false, true) && (name == "mark" || name == "nim2") {
			sample = len(all)
		}
		for _, change := range all[:min(len(all), sample)] {
			changed := slices.Concat(whole[:change.from], []byte(change.by), whole[change.to:])
			line := 1 + bytes.Count(whole[:change.from], []byte("\n"))
			c, err := Read(t.Context(), bytes.NewReader(changed))
			if err != nil {
				continue
			}
			tried++
			if err := Verify(t.Context(), c, nil); err == nil {
				t.Fatalf("%s: line %d: a change to %s is not seen by the digest", name, line, change.by)
			}
			err = Verify(t.Context(), seal(t, c), nil)
			if err == nil {
				t.Errorf("%s: line %d: %s was changed to %s, and the certificate holds:\n%s", name, line, whole[change.from:change.to], change.by, changed)
			} else if strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: not one line: %q", name, err)
			}
		}
		// Rules with another number are other rules.
		for _, at := range regexp.MustCompile("[0-9]+").FindAllStringIndex(c.Rules, -1) {
			other := *c
			other.Rules = c.Rules[:at[0]] + "7" + c.Rules[at[1]:]
			if err := Verify(t.Context(), seal(t, &other), nil); other.Rules != c.Rules && (err == nil || !strings.HasPrefix(err.Error(), "rules_sha256: ")) {
				t.Errorf("%s: %v where the rules have 7 at %d", name, err, at[0])
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d changes can be read", tried)
	}
}

// TestAttacks changes certificates as somebody would who wants a false one to hold.
func TestAttacks(t *testing.T) {
	all := small(t)
	for name, test := range map[string]struct {
		of   string
		turn func(c *Certificate)
		want string
	}{
		"a wider domain":       {"bounded", func(c *Certificate) { c.Coordinates[0].Dropped = true }, "automata: the claim is wrong"},
		"a bound that matters": {"fibonacci", func(c *Certificate) { c.Coordinates[1].Dropped = false }, "coordinates: the move at line 4 crosses the bound of most"},
		"a smaller bound":      {"bounded", func(c *Certificate) { c.Coordinates[0].Most = 4 }, "coordinates: "},
		"another measure":      {"wythoff", func(c *Certificate) { c.Measure = [][]int64{{1, 2}} }, "measure: "},
		"no measure":           {"wythoff", func(c *Certificate) { c.Measure = [][]int64{} }, "measure: "},
		"no moves":             {"wythoff", func(c *Certificate) { c.Moves = []Move{} }, "moves: "},
		"a state that is not reached": {"wythoff", func(c *Certificate) {
			c.Automata[0].Next = append(c.Automata[0].Next, []int{0, 0, 0, 0})
		}, "automata[0]: it is not minimal"},
		"a state twice": {"nim2", func(c *Certificate) {
			c.Automata[0] = Table{[]int{0, 2}, [][]int{{0, 1, 1, 2}, {1, 1, 1, 1}, {2, 1, 1, 0}}}
		}, "automata[0]: it is not minimal"},
		"states in another order": {"wythoff", func(c *Certificate) {
			a := &c.Automata[0]
			last := len(a.Next) - 1
			for _, row := range a.Next {
				for l, to := range row {
					row[l] = map[int]int{last: last - 1, last - 1: last}[to]
					if to < last-1 {
						row[l] = to
					}
				}
			}
			a.Next[last], a.Next[last-1] = a.Next[last-1], a.Next[last]
		}, "automata[0]: "},
		"zeros in front":              {"nim2", func(c *Certificate) { c.Automata[0] = Table{[]int{0}, [][]int{{1, 1, 1, 0}, {1, 1, 1, 1}}} }, "automata[0]: zeros in front change what it accepts"},
		"a word that is not a number": {"wythoff", func(c *Certificate) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0, 0}}} }, "automata[0]: it is not minimal, or its states are numbered otherwise, or it accepts a word that is not a number"},
		"another system":              {"wythoff", func(c *Certificate) { c.System = "recurrence [1, 1] from [1, 3]" }, "automata[0]: "},
		"a system of its own":         {"wythoff", func(c *Certificate) { c.System = "recurrence [1, 0, 1] from [1, 2, 3]" }, "automata"},
		"misère":                      {"wythoff", func(c *Certificate) { c.Misere = true }, "automata: "},
		"a number too many":           {"mark", func(c *Certificate) { c.Automata = append(c.Automata, Table{[]int{}, [][]int{{0, 0}}}) }, "statement: "},
		"all numbers of some":         {"partial", func(c *Certificate) { c.Form = "values" }, "automata: "},
		"values as remoteness":        {"remoteness of subtraction", func(c *Certificate) { c.Of = NimValue }, "automata: "},
		"another frame":               {"fixed", func(c *Certificate) { c.Frame.Fixed = map[string]int64{"by": 3} }, ""},
		"a frame that moves break":    {"fixed", func(c *Certificate) { c.Frame.Fixed = map[string]int64{"most": 3} }, ""},
		"a frame too far":             {"fixed", func(c *Certificate) { c.Frame.Fixed = map[string]int64{"by": 10} }, "rules: frame: by = 10 is not from 1 to 9"},
		"a longer row":                {"nim3 by heaps", func(c *Certificate) { c.Frame.Length = 4 }, "frame: "},
		"two of one name": {"nim2", func(c *Certificate) {
			c.Rules = strings.NewReplacer("y = integer()", "x1 = integer()", "x = integer()", "x = row(0, 9, length = 1)").Replace(c.Rules)
		}, "rules: two numbers of a position are called the same: x1, x1"},
		"terms below 0":    {"nim2", func(c *Certificate) { c.Rules = strings.Replace(c.Rules, "move(x, k)", "move(x, k - 1)", 1) }, "rules: the move at line 6 leads from "},
		"play without end": {"nim2", func(c *Certificate) { c.Rules = strings.Replace(c.Rules, "move(x, k)", "move(y, x)", 1) }, "measure: the verifier finds nothing that every move lowers"},
	} {
		written, err := Read(t.Context(), bytes.NewReader(text(t, all[test.of])))
		if err != nil {
			t.Fatal(err)
		}
		test.turn(written)
		written.RulesHash = hash(written.Rules)
		err = Verify(t.Context(), seal(t, written), nil)
		var refused *Refusal
		if !errors.As(err, &refused) || !strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

// TestFalseClaims makes claims that are wrong in many ways.
func TestFalseClaims(t *testing.T) {
	wythoffs := candidate(t, named(t, "wythoff"))
	marks := candidate(t, named(t, "mark"))
	nims := candidate(t, named(t, "nim2"))
	with := func(c Claim, change func(*Claim)) Claim {
		c.Automata = slices.Clone(c.Automata)
		change(&c)
		return c
	}
	cases := map[string]struct {
		claim Claim
		want  string // of the error
	}{
		"misère":            {with(wythoffs, func(c *Claim) { c.Misere = true }), "automata: the claim is wrong, or wrong at an option: look at x = "},
		"other system":      {with(nims, func(c *Claim) { c.System = "base 3" }), "automata[0]: next[0] has 4 states; there are 9 letters"},
		"no system":         {with(wythoffs, func(c *Claim) { c.System = "fibonacci" }), `system: there is no system "fibonacci": want binary, base 3`},
		"base 37":           {with(wythoffs, func(c *Claim) { c.System = "base 37" }), "want a base 2 … 36"},
		"other game":        {with(nims, func(c *Claim) { c.Rules = bishop }), "automata: "},
		"one move less":     {with(nims, func(c *Claim) { c.Rules = strings.Replace(c.Rules, "range(x)", "range(x // 2)", 1) }), "automata: "},
		"a move twice":      {with(nims, func(c *Claim) { c.Rules = strings.Replace(c.Rules, "move(x, k)", "move(k, k)", 1) }), "automata: "},
		"up":                {with(nims, func(c *Claim) { c.Rules = strings.Replace(c.Rules, "move(x, k)", "move(x + 1, y)", 1) }), "measure: the verifier finds nothing that every move lowers"},
		"below 0":           {with(nims, func(c *Claim) { c.Rules = strings.Replace(c.Rules, "move(x, k)", "move(x - 3, k)", 1) }), "rules: the move at line 6 leads from x = 0, y = 1 out of the positions"},
		"everything":        {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0, 0}}} }), "automata: "},
		"nothing":           {with(nims, func(c *Claim) { c.Automata[0] = Table{nil, [][]int{{0, 0, 0, 0}}} }), "automata: "},
		"zeros count":       {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{1, 1, 1, 1}, {1, 1, 1, 1}}} }), "automata[0]: zeros in front change what it accepts"},
		"a letter too few":  {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0}}} }), "automata[0]: next[0] has 3 states; there are 4 letters"},
		"no such state":     {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0, 7}}} }), "automata[0]: next[0] leads to state 7 of 1"},
		"values exchanged":  {with(marks, func(c *Claim) { c.Automata[1], c.Automata[2] = c.Automata[2], c.Automata[1] }), "automata: "},
		"a value too few":   {with(marks, func(c *Claim) { c.Automata = c.Automata[:2] }), "automata: "},
		"remoteness":        {with(marks, func(c *Claim) { c.Of = Remoteness }), "automata: "},
		"no such property":  {with(marks, func(c *Claim) { c.Of = "genus" }), `of: "genus": want p-positions`},
		"form":              {with(marks, func(c *Claim) { c.Form = "set" }), `form: "set": want values or partial or relation for nim-values`},
		"no rules":          {with(marks, func(c *Claim) { c.Rules = "x = 1" }), "rules: there is no position(…)"},
		"rules with slips":  {with(marks, func(c *Claim) { c.Rules = "position(" }), "rules: "},
		"a product":         {with(wythoffs, func(c *Claim) { c.Rules = strings.Replace(c.Rules, "move(x - k, y)", "move(x - k * k, y)", 1) }), "rules: line 4, column 18: the product of two numbers"},
		"a text in the way": {with(wythoffs, func(c *Claim) { c.Rules = strings.Replace(c.Rules, "move(x - k, y)", "move(str(x), y)", 1) }), "rules: line 4, column 14: the verifier does not read this call of str"},
		"loopy":             {with(nims, func(c *Claim) { c.Rules += "loopy = True\n" }), "rules: play need not end"},
		"misère rules":      {with(nims, func(c *Claim) { c.Rules += "misere = True\n" }), "misere: the rules say that the last move loses"},
	}
	for name, test := range cases {
		_, err := New(t.Context(), test.claim, nil)
		var refused *Refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
	partial := with(marks, func(c *Claim) { c.Form, c.Automata = "partial", c.Automata[:2] })
	if _, err := New(t.Context(), partial, nil); err != nil {
		t.Errorf("two values of three: %v", err)
	}
}

// TestGreedyRules walks through rules that double what they hold again and again.
func TestGreedyRules(t *testing.T) {
	for _, body := range []string{
		"    x = [n]\n    for i in range(60):\n        x = x + x\n",
		"    x = [n]\n    for i in range(60):\n        x = [x, x]\n",
		"    x = [n] * 4000\n    x = x * 4000\n",
		"    x = [[a, b, c] for a in range(4000) for b in range(4000) for c in range(4000)]\n",
		"    b = n > 3\n    for i in range(60):\n        b = (b == (n > i))\n",
		"    b = n > 3\n    for i in range(60):\n        b = (b and n > i) or (not b and n > 2 * i)\n",
		"    x = n\n    for i in range(60):\n        x = min(x, n - 2 * i) + max(x, 2 * n - 3 * i)\n    move(x)\n",
		"    x = n\n    for i in range(90):\n        x = x + x\n    move(x)\n",
		"    for i in range(4000):\n        for j in range(4000):\n            if n == i * j:\n                return\n",
		"    x = fill(fill(n, 4000), 4000)\n",
	} {
		_, err := readRules(t.Context(), "position(n = integer())\ndef moves(n):\n"+body, Frame{})
		if err == nil || !strings.HasPrefix(err.Error(), "rules: line ") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestBudgets stops a verifier in each way.
func TestBudgets(t *testing.T) {
	c := certify(t, named(t, "nim2"))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(grundy.ErrBudget)
	if err := Verify(ctx, c, nil); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v where the time is over", err)
	}
	if err := Verify(meter.With(t.Context(), 1000), c, nil); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v where there is no memory", err)
	}
	within := meter.With(t.Context(), 1<<24)
	if err := Verify(within, c, nil); err != nil || meter.Of(within).Used() != 0 {
		t.Errorf("%v, and %d bytes are held", err, meter.Of(within).Used())
	}
	for _, system := range []string{"recurrence [35, 35, 35, 35] from [1, 36, 1296, 46656]", "ostrowski [1; (35, 34, 33)]"} {
		if _, err := newSystem(meter.With(t.Context(), 1<<24), system); !errors.Is(err, grundy.ErrBudget) {
			t.Errorf("%v where %s has little memory", err, system)
		}
	}
	var size *SizeError
	if _, err := New(t.Context(), Claim{Rules: nim(4), Of: POutcome, System: "base 20", Form: "set", Automata: []Table{{}}}, nil); !errors.As(err, &size) || !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v where there are 20^4 letters", err)
	}
}

// TestReaderRefuses reads what is not a certificate.
func TestReaderRefuses(t *testing.T) {
	whole := string(text(t, certify(t, named(t, "mark"))))
	for _, test := range []struct{ text, want string }{
		{"", "unexpected end of JSON input"},
		{"7", "want an object of JSON, not number"},
		{"{}", `the field "format" is missing`},
		{strings.Replace(whole, `"of"`, `"off"`, 1), `the field "of" is missing`},
		{strings.Replace(whole, `"digits": 2`, `"digits": "2"`, 1), `the field "digits" cannot be string`},
		{strings.Replace(whole, `"digits": 2`, `"digits": 2, "digits": 2`, 1), "where certificates have "},
		{strings.Replace(whole, `"misere": false`, `"misere": false, "more": 1`, 1), "where certificates have "},
	} {
		_, err := Read(t.Context(), strings.NewReader(test.text))
		if err == nil || !strings.Contains(err.Error(), "this is not a certificate: ") || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60q: %v, want %s", test.text, err, test.want)
		}
	}
	if !Is([]byte(whole)) || Is([]byte(`{"format": "grundy period certificate 2"}`)) || Is([]byte("{")) {
		t.Error("certificates of patterns and others are confused")
	}
}

// FuzzRead reads any text, and verifies what is a certificate within a small budget.
func FuzzRead(f *testing.F) {
	f.Add(text(f, certify(f, named(f, "mark"))))
	f.Add(text(f, certify(f, named(f, "nim2"))))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, in []byte) {
		ctx := meter.With(t.Context(), 64<<20)
		c, err := Read(ctx, bytes.NewReader(in))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("not one line: %q", err)
			}
			return
		}
		if digest, err := c.hashed(); err == nil {
			c.Digest = digest
		}
		_ = Verify(ctx, c, nil)
	})
}

// FuzzVerify changes the automata of a certificate. There is one set of P-positions, and one
// automaton for it: none but that may pass.
func FuzzVerify(f *testing.F) {
	names := []string{"nim2", "mark", "wythoff", "misère nim2"}
	for i := range names {
		f.Add(byte(i), []byte{0, 0, 1, 1, 1, 0})
	}
	f.Fuzz(func(t *testing.T, which byte, changes []byte) {
		was := certify(t, named(t, names[int(which)%len(names)]))
		c, err := Read(t.Context(), bytes.NewReader(text(t, was)))
		if err != nil {
			t.Fatal(err)
		}
		for ; len(changes) >= 3; changes = changes[3:] {
			a := &c.Automata[int(changes[0])%len(c.Automata)]
			if s := int(changes[1]) % (len(a.Next) + 1); s < len(a.Next) {
				a.Next[s][int(changes[2])%len(a.Next[s])] = int(changes[2]>>2) % len(a.Next)
			} else if len(a.Accept) > 0 {
				a.Accept[int(changes[2])%len(a.Accept)] = int(changes[2]>>2) % len(a.Next)
			}
		}
		if err := verify(meter.With(t.Context(), 64<<20), c, nil); err == nil && !reflect.DeepEqual(c.Automata, was.Automata) {
			t.Errorf("%v passes", c.Automata)
		}
	})
}

// FuzzRules walks through any text of rules.
func FuzzRules(f *testing.F) {
	for _, e := range entries() {
		f.Add(e.claim.Rules)
	}
	f.Fuzz(func(t *testing.T, rules string) {
		_, err := readRules(t.Context(), rules, Frame{Length: 3})
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("not one line: %q", err)
		}
	})
}
