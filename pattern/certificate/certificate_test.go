package certificate

import (
	"bytes"
	"cmp"
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

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
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

// slow entries are for the long run, and the first four for the longest.
var slow = []string{"3-wythoff", "4-wythoff", "wythoff by ostrowski", "misère nim3", "2-wythoff", "misère wythoff", "corner"}

// TestTrueClaims proves, writes, reads and verifies each entry.
func TestTrueClaims(t *testing.T) {
	for _, e := range long.Every(5, entries()) {
		if slices.Contains(slow[:long.Of(len(slow), 4, 0)], e.name) {
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
		t.Logf("%s: %+v", e.name, c.Sizes)
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
		relations := k.sizeOf(k.over(options, 2*n))
		if k.err != nil {
			t.Fatal(k.err)
		}
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
		changes := regexp.MustCompile(`(?m)^  "(version|digest)": .*\n`) // with each release
		if !bytes.Equal(changes.ReplaceAll(got, nil), changes.ReplaceAll(want, nil)) {
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

// changes lists how each number, truth value and list of numbers is changed, and each number, sign
// and connective of formulas and of other texts that the verifier checks.
func changes(text []byte) (all []change) {
	inside := func(from, to int) {
		for _, at := range regexp.MustCompile(`[0-9]+`).FindAllIndex(text[from:to], -1) {
			word := string(text[from+at[0] : from+at[1]])
			n, _ := strconv.ParseInt(word, 10, 64)
			all = append(all, change{from + at[0], from + at[1], fmt.Sprint(n + 1)}, change{from + at[0], from + at[1], fmt.Sprint(n - 1)}, change{from + at[0], from + at[1], "0"}, change{from + at[0], from + at[1], "1000"})
		}
	}
	frame, behind := bytes.Index(text, []byte(`"frame": {`)), bytes.Index(text, []byte(`"rules_sha256"`))
	for _, at := range words.FindAllIndex(text, -1) {
		before := string(text[max(0, at[0]-20):at[0]])
		key := strings.HasPrefix(string(text[at[1]:]), ":")
		unread := at[0] > frame && at[0] < behind // of the rules, which the verifier does not read
		for _, name := range []string{"version", "game", "where", "rules", "digest"} {
			unread = unread || strings.HasSuffix(before, fmt.Sprintf("%q: ", name))
		}
		switch word := string(text[at[0]:at[1]]); {
		case key, unread:
		case word == "true":
			all = append(all, change{at[0], at[1], "false"})
		case word == "false":
			all = append(all, change{at[0], at[1], "true"})
		case word[0] == '[':
			all = append(all, change{at[0], at[1], "[]"}, change{at[1] - 1, at[1], ",1]"})
			inside(at[0], at[1])
		case word[0] != '"':
			inside(at[0], at[1])
		default:
			inside(at[0], at[1])
			for from, to := range map[string]string{"<=": "<", "<": "<=", "&": "|", "|": "&", "=": "!=", "+": "-", "-": "+", "true": "false", "false": "true"} {
				for _, sign := range regexp.MustCompile(regexp.QuoteMeta(from)).FindAllStringIndex(word, -1) {
					all = append(all, change{at[0] + sign[0], at[0] + sign[1], to})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b change) int { return cmp.Or(a.from-b.from, a.to-b.to, strings.Compare(a.by, b.by)) })
	return slices.DeleteFunc(all, func(c change) bool { return string(text[c.from:c.to]) == c.by })
}

// isTrue compares a claim with its definition at small positions.
func isTrue(t testing.TB, c *Certificate) bool {
	t.Helper()
	k, err := newChecker(t.Context(), c.Claim, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, n := play(t, &c.Claim), len(c.Coordinates)
	var all []*dfa
	for i, table := range c.Automata {
		tracks := n
		if c.isRelation() {
			tracks++
		}
		a := k.read(fmt.Sprint("automata", i), table, tracks)
		if k.err != nil {
			t.Fatal(k.err)
		}
		all = append(all, a)
	}
	vars := make([]int, n)
	for i := range vars {
		vars[i] = i
	}
	side := map[int]int64{1: 40, 2: 12, 3: 6}[n]
	at := map[int]int64{}
	return each(vars, at, max(side, 4), func() bool {
		point := make([]int64, n)
		for i := range point {
			point[i] = at[i]
		}
		number := g.number(point)
		for i, a := range all {
			says := map[int]int64{n: c.written(int64(max(number, 0)))}
			maps.Copy(says, at)
			if k.accepts(a, says) != (number == i || c.isRelation() && number >= 0) {
				return false
			}
		}
		return true
	})
}

// small are certificates of each kind.
func small(t testing.TB) map[string]*Certificate {
	t.Helper()
	all := map[string]*Certificate{}
	for _, name := range []string{
		"nim2", "misère nim2", "nim2 values", "wythoff", "corner", "fibonacci", "mark", "counter", "lasker", "nim3 by heaps", "staircase 4",
		"decreed", "remoteness of subtraction", "misère remoteness of king", "misère values of subtraction", "values with an end", "misère with an end",
		"deleting", "misère halve", "halve with an end",
	} {
		all[name] = certify(t, named(t, name))
	}
	marks := candidate(t, named(t, "mark"))
	marks.Form, marks.Automata = "partial", marks.Automata[:2]
	// Beyond the bound the automaton is wrong.
	bounded := Claim{Game: "bounded", Moves: written(t, "n<=5: (n - 1) if n > 0"), Of: POutcome, System: "binary", Form: "set", Automata: []Table{
		{Accept: []int{0, 2, 4}, Next: [][]int{{0, 1}, {2, 3}, {4, 3}, {3, 3}, {3, 3}}},
	}, Frame: Frame{Fixed: map[string]int64{"by": 1}, Fields: []Field{{Name: "n", Cells: []string{"n"}}, {Name: "by", Cells: []string{"by"}}}}}
	for name, claim := range map[string]Claim{"partial": marks, "bounded": bounded} {
		c, err := New(t.Context(), claim, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = c
	}
	return all
}

// isFormula says whether a place is among the formulas of moves.
func isFormula(text []byte, at int) bool {
	return at > bytes.Index(text, []byte(`"shape": `)) && at < bytes.Index(text, []byte(`"base": `))
}

// TestEveryNumberIsChecked changes each number and formula in turn, and gives the certificate a right
// digest: it must be refused, unless the claim is as true of the changed moves. The short run has a
// sample.
func TestEveryNumberIsChecked(t *testing.T) {
	rng := chance.New(t, 19)
	tried, equivalent, all := 0, 0, small(t)
	for _, name := range long.Every(5, slices.Sorted(maps.Keys(all))) { // in one order, so that each run draws the same
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
		sample := long.Of(2, 5, 30)
		if name == "mark" && long.Asked || name == "nim2" && long.Whole {
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
			err = Verify(meter.With(t.Context(), 32<<20), seal(t, c), nil)
			switch {
			case err == nil && isFormula(whole, change.from): // the claim may be true of the changed moves
				equivalent++
				if !isTrue(t, c) {
					t.Errorf("%s: line %d: %s was changed to %s, and a false claim holds:\n%s", name, line, whole[change.from:change.to], change.by, changed)
				}
			case err == nil:
				t.Errorf("%s: line %d: %s was changed to %s, and the certificate holds:\n%s", name, line, whole[change.from:change.to], change.by, changed)
			case strings.Contains(err.Error(), "\n"):
				t.Errorf("%s: not one line: %q", name, err)
			}
		}
		other := *c
		other.Rules += "# more"
		if err := Verify(t.Context(), seal(t, &other), nil); err == nil || !strings.HasPrefix(err.Error(), "rules_sha256: ") {
			t.Errorf("%s: %v where the rules are others", name, err)
		}
	}
	if t.Logf("%d changes, %d leave a true claim", tried, equivalent); tried < long.Or(5, 40) || equivalent > tried/4 {
		t.Errorf("of %d changes that can be read %d are accepted", tried, equivalent)
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
		"a bound that matters": {"fibonacci", func(c *Certificate) { c.Coordinates[1].Dropped = false }, "coordinates: a move of kinds[0] crosses the bound of most"},
		"a smaller bound":      {"bounded", func(c *Certificate) { c.Coordinates[0].Most = 4 }, "sizes: "},
		"another measure":      {"wythoff", func(c *Certificate) { c.Measure = [][]int64{{1, 2}} }, "measure: "},
		"no measure":           {"wythoff", func(c *Certificate) { c.Measure = [][]int64{} }, "measure: "},
		"no moves":             {"wythoff", func(c *Certificate) { c.Kinds = []Kind{} }, "automata: "},
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
		"zeros in front":                 {"nim2", func(c *Certificate) { c.Automata[0] = Table{[]int{0}, [][]int{{1, 1, 1, 0}, {1, 1, 1, 1}}} }, "automata[0]: zeros in front change what it accepts"},
		"a word that is not a number":    {"wythoff", func(c *Certificate) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0, 0}}} }, "automata[0]: it is not minimal, or its states are numbered otherwise, or it accepts a word that is not a number"},
		"another system":                 {"wythoff", func(c *Certificate) { c.System = "recurrence [1, 1] from [1, 3]" }, "automata[0]: "},
		"a system of its own":            {"wythoff", func(c *Certificate) { c.System = "recurrence [1, 0, 1] from [1, 2, 3]" }, "automata"},
		"misère":                         {"wythoff", func(c *Certificate) { c.Misere = true }, "automata: "},
		"a number too many":              {"mark", func(c *Certificate) { c.Automata = append(c.Automata, Table{[]int{}, [][]int{{0, 0}}}) }, "statement: "},
		"all numbers of some":            {"partial", func(c *Certificate) { c.Form = "values" }, "automata: "},
		"values as remoteness":           {"remoteness of subtraction", func(c *Certificate) { c.Of = NimValue }, "automata: "},
		"weights as values":              {"deleting", func(c *Certificate) { c.Form = "relation" }, "automata: "},
		"values as weights":              {"nim2 values", func(c *Certificate) { c.Form = "weights" }, "automata: "},
		"weights as remoteness":          {"deleting", func(c *Certificate) { c.Of = Remoteness }, `form: "weights": want values or relation for remoteness`},
		"weights of two parts":           {"lasker", func(c *Certificate) { c.Form = "weights" }, "of: the move move 2 leaves several positions"},
		"misère weights":                 {"deleting", func(c *Certificate) { c.Misere = true }, "automata: "},
		"numbers of the rules":           {"bounded", func(c *Certificate) { c.Frame.Fields = c.Frame.Fields[:1] }, "frame: its fields have 1 numbers"},
		"a number held twice":            {"bounded", func(c *Certificate) { c.Frame.Fixed["n"] = 1 }, `frame.fields[0]: "n": want coordinates and fixed numbers, each once`},
		"two of one name":                {"nim2", func(c *Certificate) { c.Coordinates[1].Name = "x" }, "coordinates[1]: x stands for another number already"},
		"a bound coordinate":             {"nim2", func(c *Certificate) { c.Kinds[0].Bound[0] = "x" }, "kinds[0].bound: x stands for another number already"},
		"a quantifier over a coordinate": {"nim2", func(c *Certificate) { c.Kinds[0].Guard = "E x: k < x" }, `kinds[0].guard: column 3, at "x: k < x": x stands for another number already`},
		"a name that nothing binds":      {"nim2", func(c *Certificate) { c.Kinds[0].Guard = "k < x & j < 3" }, `kinds[0].guard: column 9, at "j < 3": this names no number here`},
		"a part too short":               {"nim2", func(c *Certificate) { c.Kinds[0].Parts[0] = []string{"k"} }, "kinds[0].parts[0]: it has 1 numbers, and a position has 2"},
		"least above most":               {"nim2", func(c *Certificate) { c.Coordinates[0].Least = 1 << 40 }, "coordinates[0]: x is from 1099511627776 to 2147483647"},
		"least below 0":                  {"nim2", func(c *Certificate) { c.Coordinates[0].Least = -1 }, "coordinates[0]: x is from -1 to 2147483647"},
		"a shape that moves leave":       {"nim2", func(c *Certificate) { c.Shape = "x % 2 = 0" }, "kinds[0]: a move leads from x = 2, y = 0 out of the positions"},
		"terms below 0":                  {"nim2", func(c *Certificate) { c.Kinds[1].Parts[0][1] = "k - 1" }, "kinds[1]: a move leads from x = 0, y = 1 out of the positions"},
		"terms that wrap around":         {"nim2", func(c *Certificate) { c.Kinds[1].Parts[0][1] = "k + 9223372036854775807" }, ""},
		"factors that wrap around":       {"nim2", func(c *Certificate) { c.Kinds[1].Parts[0][1] = "1073741824*k + 1073741824*k" }, "kinds[1].parts[0][1]: column 28, at the end: a number before this gets too large"},
		"play without end":               {"nim2", func(c *Certificate) { c.Kinds[1].Parts[0] = []string{"y", "x"} }, "measure: the verifier finds nothing that every move lowers; look at the move move "},
		"any number":                     {"nim2", func(c *Certificate) { c.Kinds[1].Guard = "true" }, "measure: "},
		"powers of another base":         {"counter", func(c *Certificate) { c.Base = 3 }, "base: moves speak of powers of 3, and the digits are in binary"},
		"powers without a base":          {"counter", func(c *Certificate) { c.Base = 0 }, "kinds[0].guard: column 10, at \"& p < n"},
		"a base that nothing needs":      {"nim2", func(c *Certificate) { c.Base = 2 }, "base: "},
		"an XOR in Zeckendorf's system":  {"wythoff", func(c *Certificate) { c.Kinds[0].Guard = "xor(k, 1, x)" }, "system: an XOR needs a base that is a power of two, and not zeckendorf"},
		"a draw":                         {"nim2", func(c *Certificate) { c.Drawn = "x = 5 & y = 7" }, "drawn: play is drawn at x = 5, y = 7, and P-positions say nothing of such games"},
		"won and lost":                   {"decreed", func(c *Certificate) { c.Won = c.Lost }, "won: play is won and lost at n = 3"},
		"an end of a game with numbers":  {"nim2 values", func(c *Certificate) { c.Lost = "x = 1" }, "of: play is won, lost or drawn at x = 1"},
		"won instead of lost":            {"decreed", func(c *Certificate) { c.Won, c.Lost = c.Lost, c.Won }, "automata: "},
		"a name with a line of its own":  {"nim2", func(c *Certificate) { c.Game = "nim\nthe certificate holds" }, `game: "\nthe certificate holds": want at most`},
		"a name with nothing to see":     {"nim2", func(c *Certificate) { c.Game = "ni\u200bm" }, `game: "\u200bm": want at most`},
		"a name from right to left":      {"nim2", func(c *Certificate) { c.Kinds[0].Where = "\u202enim" }, `kinds[0].where: "\u202enim": want at most`},
		"a filler":                       {"nim2", func(c *Certificate) { c.Game = "nim\u3164" }, `game: "\u3164": want at most`},
		"no name":                        {"nim2", func(c *Certificate) { c.Game = "" }, `game: "": want a name`},
		"a name like another":            {"nim2", func(c *Certificate) { c.Coordinates[0].Name = "\u0445" }, `coordinates[0]: "\u0445": want a name of ASCII letters`},
		"a moved theorem":                {"nim2", func(c *Certificate) { c.Statement = "\x1b[2J" }, "statement: "},
	} {
		written, err := Read(t.Context(), bytes.NewReader(text(t, all[test.of])))
		if err != nil {
			t.Fatal(err)
		}
		test.turn(written)
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
	binary, err := newSystem(t.Context(), "binary")
	if err != nil {
		t.Fatal(err)
	}
	with := func(c Claim, change func(*Claim)) Claim {
		c.Automata = slices.Clone(c.Automata)
		change(&c)
		return c
	}
	cases := map[string]struct {
		claim Claim
		want  string // of the error
	}{
		"misère":           {with(wythoffs, func(c *Claim) { c.Misere = true }), "automata: the claim is wrong, or wrong at an option: look at x = "},
		"other system":     {with(nims, func(c *Claim) { c.System = "base 3" }), "automata[0]: next[0] has 4 states; there are 9 letters"},
		"no system":        {with(wythoffs, func(c *Claim) { c.System = "fibonacci" }), `system: there is no system "fibonacci": want binary, base 3`},
		"base 37":          {with(wythoffs, func(c *Claim) { c.System = "base 37" }), "want a base 2 … 36"},
		"other game":       {with(nims, func(c *Claim) { c.Moves = written(t, bishop) }), "automata: "},
		"one move less":    {with(nims, func(c *Claim) { c.Moves = written(t, strings.Replace(nim2, "k < x", "2*k < x", 1)) }), "automata: "},
		"a move twice":     {with(nims, func(c *Claim) { c.Moves = written(t, strings.Replace(nim2, "(x, k)", "(k, k)", 1)) }), ""},
		"up":               {with(nims, func(c *Claim) { c.Moves = written(t, strings.Replace(nim2, "(x, k) if k < y", "(x + 1, y)", 1)) }), "measure: the verifier finds nothing that every move lowers"},
		"everything":       {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0, 0}}} }), "automata: "},
		"nothing":          {with(nims, func(c *Claim) { c.Automata[0] = Table{nil, [][]int{{0, 0, 0, 0}}} }), "automata: "},
		"zeros count":      {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{1, 1, 1, 1}, {1, 1, 1, 1}}} }), "automata[0]: zeros in front change what it accepts"},
		"a letter too few": {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0}}} }), "automata[0]: next[0] has 3 states; there are 4 letters"},
		"no such state":    {with(nims, func(c *Claim) { c.Automata[0] = Table{[]int{0}, [][]int{{0, 0, 0, 7}}} }), "automata[0]: next[0] leads to state 7 of 1"},
		"values exchanged": {with(marks, func(c *Claim) { c.Automata[1], c.Automata[2] = c.Automata[2], c.Automata[1] }), "automata: "},
		"a value too few":  {with(marks, func(c *Claim) { c.Automata = c.Automata[:2] }), "automata: "},
		"remoteness":       {with(marks, func(c *Claim) { c.Of = Remoteness }), "automata: "},
		"no such property": {with(marks, func(c *Claim) { c.Of = "genus" }), `of: "genus": want p-positions`},
		"no weights": {with(marks, func(c *Claim) { // 3 stands for 4, and options have the weights below it
			c.Moves, c.Form = written(t, "n<=2: (k) if k < n"), "weights"
			c.Automata = []Table{learn(t, binary, 2, 3, func(at []int64) bool { return at[0] < 3 && at[1] == at[0]+1 })}
		}), "automata: the claim is wrong, or wrong at an option: look at n = 2"},
		"form": {with(marks, func(c *Claim) { c.Form = "set" }), `form: "set": want values or partial or relation or weights for nim-values`},
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
	if _, err := New(t.Context(), Claim{Game: "nim", Moves: written(t, nim(4)), Frame: candidate(t, named(t, "nim4")).Frame, Of: POutcome, System: "base 20", Form: "set", Automata: []Table{{}}}, nil); !errors.As(err, &size) || !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v where there are 20^4 letters", err)
	}
}

// A certificate says which program made it, or is older; and nothing else stands there.
func TestVersion(t *testing.T) {
	c := certify(t, named(t, "mark"))
	if c.Version != build.Version() {
		t.Errorf("version %q", c.Version)
	}
	for version, holds := range map[string]bool{"": true, "0.7.0+0123456789ab+changes": true, "0.7.0\nproved": false, "0.7.0 of today": false} {
		c.Version = version
		c = seal(t, c)
		again, err := Read(t.Context(), bytes.NewReader(text(t, c)))
		if err == nil {
			err = Verify(t.Context(), again, nil)
		}
		if (err == nil) != holds || err != nil && !strings.HasPrefix(err.Error(), "version: ") {
			t.Errorf("%q: %v", version, err)
		}
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
func FuzzRead(t *testing.F) {
	f := fuzz.Seeds(t)
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
func FuzzVerify(t *testing.F) {
	f := fuzz.Seeds(t)
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
