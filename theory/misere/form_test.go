package misere_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
	"github.com/grundy-games/grundy/theory/misere"
)

// The games born by day n are 1, 2, 3, 5, 22, 4171780, … (On Numbers and Games,
// chapter 12; Siegel, On the structure of misère impartial games, 2020).
func TestGamesBornByDay(t *testing.T) {
	s := misere.NewStore()
	born := []misere.Form{0}
	for day, want := range []int{1, 2, 3, 5, 22} {
		if day > 0 {
			born = nextDay(s, born)
		}
		if len(born) != want {
			t.Errorf("%d games born by day %d, want %d", len(born), day, want)
		}
	}
}

// nextDay returns the forms whose options are among those given.
func nextDay(s *misere.Store, born []misere.Form) (next []misere.Form) {
	for subset := range 1 << len(born) {
		var options []misere.Form
		for i, f := range born {
			if subset>>i&1 == 1 {
				options = append(options, f)
			}
		}
		if f := s.Of(options); !slices.Contains(next, f) {
			next = append(next, f)
		}
	}
	return next
}

// Texts, genera and birthdays as CGSuite's tests have them
// (lib/core/src/test/scala/org/cgsuite/lang/MisereCanonicalGameTestCase.scala).
func TestNotationAndGenus(t *testing.T) {
	s := misere.NewStore()
	of, nim := s.Of, s.Nim
	game := func(options ...misere.Form) misere.Form { return of(options) }
	plus := func(a, b misere.Form) misere.Form {
		f, err := s.Sum(a, b)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	two := nim(2)
	sharp := game(two)
	for _, c := range []struct {
		form        misere.Form
		text, genus string
		birthday    int
		class       misere.Class
		outcome     grundy.Outcome
	}{
		{nim(0), "0", "0", 0, misere.Nim, grundy.N},
		{nim(1), "1", "1", 1, misere.Nim, grundy.P},
		{two, "2", "2", 2, misere.Nim, grundy.N},
		{nim(12), "{12}", "12", 12, misere.Nim, grundy.N},
		{sharp, "2#", "0^0", 3, misere.Tame, grundy.P},
		{game(sharp), "2##", "1^1", 4, misere.Tame, grundy.N},
		{plus(two, two), "2[2]", "0^0", 4, misere.Tame, grundy.P},
		{plus(plus(two, two), nim(1)), "2[21]", "1^1", 5, misere.Tame, grundy.N},
		{game(plus(two, sharp)), "2[#2#]", "0^0", 6, misere.Tame, grundy.P},
		{game(sharp, nim(0)), "2#0", "1^2", 4, misere.Restive, grundy.N},
		{game(sharp, nim(1)), "2#1", "2^1420", 4, misere.Wild, grundy.N},
		{game(plus(nim(4), two)), "4[2#]", "0^0", 7, misere.Tame, grundy.P},
		{game(game(sharp), game(sharp, nim(1))), "(2#1)2##", "0^0", 5, misere.Tame, grundy.P},
		{game(game(sharp), game(game(sharp, nim(0)), nim(0), nim(1))), "((2#0)10)2##", "0^0", 6, misere.Tame, grundy.P},
		{game(game(sharp, two, nim(0)), game(sharp, nim(3)), nim(1)), "(2#20)2[#1]1", "0^2", 5, misere.Restive, grundy.N},
		{
			game(plus(game(sharp, nim(1)), nim(1)), game(sharp, plus(sharp, nim(1)), game(sharp, nim(0)))),
			"((2#0)2[#1]2#)(2#1)[1]", "0^120", 6, misere.Wild, grundy.N,
		},
	} {
		if text := s.String(c.form); text != c.text {
			t.Errorf("%s: want %s", text, c.text)
		}
		if text := s.Stated(c.form).String(); text != c.genus {
			t.Errorf("%s: genus %s, want %s", c.text, text, c.genus)
		}
		if d := s.Birthday(c.form); d != c.birthday {
			t.Errorf("%s: birthday %d, want %d", c.text, d, c.birthday)
		}
		if class := s.Class(c.form); class != c.class {
			t.Errorf("%s: class %v, want %v", c.text, class, c.class)
		}
		if o := s.Outcome(c.form); o != c.outcome {
			t.Errorf("%s: outcome %v, want %v", c.text, o, c.outcome)
		}
	}
}

// The canonical form of a heap of 22 in Grundy's game, as CGSuite's tests have it
// (lib/core/src/test/scala/org/cgsuite/lang/GameHeapTest.scala).
func TestGrundysGame22(t *testing.T) {
	s := misere.NewStore()
	var heaps []misere.Form
	for n := range 23 {
		var options []misere.Form
		for a := 1; 2*a < n; a++ {
			sum, err := s.Sum(heaps[a], heaps[n-a])
			if err != nil {
				t.Fatal(err)
			}
			options = append(options, sum)
		}
		heaps = append(heaps, s.Of(options))
	}
	want := "(((2[2]21)[2](2[2]21)20)(2[2]21)3)((2[2]21)[2](2[2]21)20)(2[2]21)[1]2[2]1"
	if text := s.String(heaps[22]); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}

// formOf returns the form of a position of a graph.
func formOf(s *misere.Store, g oracle.Graph, p int) misere.Form {
	forms := make([]misere.Form, p+1)
	for q := range forms {
		var options []misere.Form
		for _, o := range g[q] {
			options = append(options, forms[o])
		}
		forms[q] = s.Of(options)
	}
	return forms[p]
}

// below returns the games whose options are some of the first n positions of g.
func below(g oracle.Graph, n int) (games []oracle.Graph) {
	for subset := range 1 << n {
		var options []int
		for p := range n {
			if subset>>p&1 == 1 {
				options = append(options, p)
			}
		}
		games = append(games, append(slices.Clone(g[:n]), options))
	}
	return games
}

// smallGames returns all 16 games of birthday at most 3, simplified or not: those
// with options 0, 1 = {0}, {1} and 2 = {0, 1}.
func smallGames() []oracle.Graph { return below(oracle.Graph{{}, {0}, {1}, {0, 1}}, 4) }

func last(g oracle.Graph) grundy.Component { return grundy.Place(g, len(g)-1) }

// Outcomes of all sums of two and three games of birthday at most 3.
func TestSumsOfSmallGames(t *testing.T) {
	var truth oracle.Oracle
	s := misere.NewStore()
	var games []grundy.Component
	var forms []misere.Form
	for _, g := range smallGames() {
		games, forms = append(games, last(g)), append(forms, formOf(s, g, 4))
	}
	for i := range games {
		for j := range i + 1 {
			checkSum(t, &truth, s, []grundy.Component{games[i], games[j]}, []misere.Form{forms[i], forms[j]})
			for k := range j + 1 {
				checkSum(t, &truth, s, []grundy.Component{games[i], games[j], games[k]}, []misere.Form{forms[i], forms[j], forms[k]})
			}
		}
	}
}

// checkSum compares who wins a sum: by search of the whole position, by the form of
// the sum, by search over forms, and by the theorem if all components are tame.
func checkSum(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, truth *oracle.Oracle, s *misere.Store, sum []grundy.Component, forms []misere.Form,
) {
	want := grundy.P
	if truth.Wins(oracle.One, grundy.Misere, sum) {
		want = grundy.N
	}
	total := misere.Form(0)
	var err error
	var parts []compound.Part
	tame := true
	for _, f := range forms {
		if total, err = s.Sum(total, f); err != nil {
			t.Fatalf("%v", err)
		}
		tame = tame && s.Class(f).IsTame()
		if tame {
			parts = append(parts, compound.Part{Measure: s.Genus(f).Measure(), Copies: 1})
		}
	}
	if got := s.Outcome(total); got != want {
		t.Errorf("%s: the form %s is %v, by search %v", oracle.Text(sum), s.String(total), got, want)
	}
	if tame {
		if got := misere.Outcome(parts); got != want {
			t.Errorf("%s: %v as a tame sum, by search %v", oracle.Text(sum), got, want)
		}
	}
}

func drawGraph(t *rapid.T, positions int) oracle.Graph {
	g := make(oracle.Graph, rapid.IntRange(1, positions).Draw(t, "positions"))
	for p := range g {
		for q := range p {
			if rapid.Bool().Draw(t, fmt.Sprintf("%d to %d", p, q)) {
				g[p] = append(g[p], q)
			}
		}
	}
	return g
}

func TestRandomSumsOfForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var truth oracle.Oracle
		s := misere.NewStore()
		var sum []grundy.Component
		var forms []misere.Form
		for range rapid.IntRange(1, 3).Draw(t, "components") {
			g := drawGraph(t, 7)
			sum = append(sum, grundy.Place(g, len(g)-1))
			forms = append(forms, formOf(s, g, len(g)-1))
		}
		checkSum(t, &truth, s, sum, forms)
	})
}

// Games of one form have the same outcome beside every game of birthday at most 3.
// By Conway's theorem some game tells different forms apart; here one of birthday 5 or
// 6 does.
func TestEqualForms(t *testing.T) {
	s := misere.NewStore()
	small := smallGames()
	byForm := map[misere.Form]grundy.Component{}
	var truth oracle.Oracle
	compare := func(t interface{ Errorf(string, ...any) }, a, b grundy.Component) {
		for _, g := range small {
			x := last(g)
			if truth.Wins(oracle.One, grundy.Misere, []grundy.Component{a, x}) != truth.Wins(oracle.One, grundy.Misere, []grundy.Component{b, x}) {
				t.Errorf("%v and %v have the same form, and differ beside %v", a, b, x)
			}
		}
	}
	// The options of games of birthday 4 are, simplified, 0, 1, 2, {2} and 3.
	for _, g := range append(below(oracle.Graph{{}, {0}, {0, 1}, {2}, {0, 1, 2}}, 5), oracle.AllGraphs(5)...) {
		f, c := formOf(s, g, len(g)-1), last(g)
		if twin, ok := byForm[f]; ok {
			compare(t, c, twin)
		}
		byForm[f] = c
	}
	if len(byForm) != 22 {
		t.Errorf("%d forms of birthday at most 4, want 22", len(byForm))
	}
	rapid.Check(t, func(t *rapid.T) {
		truth = oracle.Oracle{}
		g := drawGraph(t, 7)
		f := formOf(s, g, len(g)-1)
		if twin, ok := byForm[f]; ok {
			compare(t, grundy.Place(g, len(g)-1), twin)
		}
	})
	var forms, others []misere.Form
	for f := range byForm {
		forms = append(forms, f)
	}
	slices.Sort(forms)
	random := chance.New(t, 2)
	half := long.Or(500, 5000)
	for i := range 2 * half {
		var options []misere.Form
		for _, f := range forms {
			if random.IntN(3) == 0 {
				options = append(options, f)
			}
		}
		if i >= half { // of birthday 6
			options = append(options, others[random.IntN(half)], others[random.IntN(half)])
		}
		others = append(others, s.Of(options))
	}
	for i, a := range forms {
		for _, b := range forms[:i] {
			if !slices.ContainsFunc(others, func(x misere.Form) bool {
				withA, _ := s.Sum(a, x)
				withB, _ := s.Sum(b, x)
				return s.Outcome(withA) != s.Outcome(withB)
			}) {
				t.Errorf("%s and %s: no game that was tried tells them apart", s.String(a), s.String(b))
			}
		}
	}
}

// The digits of a genus are misère nim-values of sums with heaps of two.
func TestGenusByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 8)
		s := misere.NewStore()
		sums := misere.NewSums(t.Context(), 1<<20)
		var truth oracle.Oracle
		p := len(g) - 1
		f := formOf(s, g, p)
		totals := make([]misere.Total, len(g))
		for q := range g {
			var options []misere.Total
			for _, o := range g[q] {
				options = append(options, totals[o])
			}
			var err error
			if totals[q], err = sums.Of(options); err != nil {
				t.Fatal(err)
			}
		}
		genus := s.Genus(f)
		if v := truth.Value(grundy.Place(g, p)); uint64(genus.Base()) != v {
			t.Fatalf("%s: nim-value %d", genus, v)
		}
		known := map[[3]int]uint32{}
		for k := range 9 {
			if v := misereValue(g, p, k, 0, known); genus.At(k) != v {
				t.Fatalf("%s: misère nim-value %d with %d twos", genus, v, k)
			}
		}
		if other, err := sums.Genus(totals[p]); err != nil || other.String() != genus.String() {
			t.Fatalf("genus %v, %v by sums, %v by forms", other, err, genus)
		}
		if genus, err := sums.Stated(totals[p]); err != nil || genus.String() != s.Stated(f).String() {
			t.Fatalf("%v, %v by sums, %v by forms", genus, err, s.Stated(f))
		}
		for q := range g { // sums of two positions, and what is left of them without one
			sum := totals[p].Plus(totals[q])
			form, _ := s.Sum(f, formOf(s, g, q))
			if other, err := sums.Genus(sum); err != nil || other.String() != s.Genus(form).String() || uint32(sums.NimValue(sum)) != other.Base() {
				t.Fatalf("%d + %d: genus %v, %v by sums, %v by forms", p, q, other, err, s.Genus(form))
			}
			if sum.Minus(totals[q]) != totals[p] || sums.HasTameAtoms(sum) && !s.Class(form).IsTame() {
				t.Fatalf("%d + %d without %d is not %d, or is not tame", p, q, q, p)
			}
			if canonical, store, ok := sums.CanonicalForm(sum); !ok || store.String(canonical) != s.String(form) {
				t.Fatalf("%d + %d: canonical form %s, %v by sums, want %s", p, q, store.String(canonical), ok, s.String(form))
			}
			if totals[q] == totals[p] && formOf(s, g, q) != f {
				t.Fatalf("%d and %d are the same total, not the same form", p, q)
			}
		}
	})
}

// Heaps of Nim and their sums are as the forms of them are, in any order.
func TestHeapsOfNim(t *testing.T) {
	const most = 9
	s, sums := misere.NewStore(), misere.NewSums(t.Context(), 1<<20)
	heap := make([]misere.Total, most+1)
	for n := range heap {
		var err error
		if heap[n], err = sums.Nim(n); err != nil {
			t.Fatal(err)
		}
		if other, err := sums.Of(heap[:n]); err != nil || other != heap[n] || sums.Birthday(other) != n || sums.NimValue(other) != grundy.Value(n) {
			t.Errorf("the heap of %d is %v, and the game with all lesser ones %v, %v", n, heap[n], other, err)
		}
	}
	for a := range heap {
		for b := range heap {
			for _, c := range []int{0, 1, 4} {
				sum := heap[a].Plus(heap[b]).Plus(heap[c])
				if other := heap[c].Plus(heap[b]).Plus(heap[a]); other != sum {
					t.Fatalf("%d + %d + %d is %v in this order and %v in the other", a, b, c, sum, other)
				}
				form, err := s.Sum(s.Nim(a), s.Nim(b))
				if err == nil {
					form, err = s.Sum(form, s.Nim(c))
				}
				if err != nil {
					t.Fatal(err)
				}
				genus, err := sums.Genus(sum)
				class, failed := sums.Class(sum)
				if err != nil || failed != nil || genus.String() != s.Genus(form).String() || class != s.Class(form) {
					t.Errorf("%d + %d + %d: genus %v, class %v; by forms %v, %v (%v, %v)", a, b, c, genus, class, s.Genus(form), s.Class(form), err, failed)
				}
				if canonical, store, ok := sums.CanonicalForm(sum); !ok || store.String(canonical) != s.String(form) {
					t.Errorf("%d + %d + %d: canonical form %s, %v, want %s", a, b, c, store.String(canonical), ok, s.String(form))
				}
			}
		}
	}
}

// misereValue is the misère nim-value of position p beside heaps of two and one.
func misereValue(g oracle.Graph, p, twos, ones int, known map[[3]int]uint32) uint32 {
	key := [3]int{p, twos, ones}
	if v, ok := known[key]; ok {
		return v
	}
	seen := map[uint32]bool{}
	for _, q := range g[p] {
		seen[misereValue(g, q, twos, ones, known)] = true
	}
	if twos > 0 {
		seen[misereValue(g, p, twos-1, ones, known)] = true
		seen[misereValue(g, p, twos-1, ones+1, known)] = true
	}
	if ones > 0 {
		seen[misereValue(g, p, twos, ones-1, known)] = true
	}
	v := uint32(0)
	for seen[v] {
		v++
	}
	if len(seen) == 0 {
		v = 1
	}
	known[key] = v
	return v
}

// Genera of sums with heaps of Nim of 1 and 2, by the digits and by forms.
func TestSymbolPlus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 7)
		s := misere.NewStore()
		f := formOf(s, g, len(g)-1)
		twos, one := rapid.IntRange(0, 3).Draw(t, "twos"), rapid.Bool().Draw(t, "one")
		want := s.Genus(f).Plus(twos, one).String()
		for range twos {
			f, _ = s.Sum(f, s.Nim(2))
		}
		if one {
			f, _ = s.Sum(f, s.Nim(1))
		}
		if got := s.Genus(f).String(); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

// Tame games with wild options, whose sums the theorem covers by reverting moves:
// by the canonical form of the sum.
func TestTameGamesWithWildOptions(t *testing.T) {
	s := misere.NewStore()
	born := []misere.Form{0}
	for range 4 {
		born = nextDay(s, born)
	}
	random := chance.New(t, 52)
	var tame []misere.Form
	for len(tame) < 60 {
		var options []misere.Form
		wild := false
		for range 1 + random.IntN(4) {
			o := born[random.IntN(len(born))]
			options, wild = append(options, o), wild || !s.Class(o).IsTame()
		}
		if f := s.Of(options); wild && s.Class(f) == misere.Tame && slices.ContainsFunc(s.Options(f), func(o misere.Form) bool { return !s.Class(o).IsTame() }) {
			tame = append(tame, f)
		}
	}
	for i, a := range tame {
		for _, b := range append(tame[:i:i], born[:5]...) {
			sum, err := s.Sum(a, b)
			if err != nil {
				t.Fatal(err)
			}
			if !s.Class(b).IsTame() {
				continue
			}
			parts := []compound.Part{{Measure: s.Genus(a).Measure(), Copies: 1}, {Measure: s.Genus(b).Measure(), Copies: 1}}
			if got, want := misere.Outcome(parts), s.Outcome(sum); got != want {
				t.Errorf("%s + %s: %v by the theorem, want %v", s.String(a), s.String(b), got, want)
			}
			if !s.Class(sum).IsTame() {
				t.Errorf("%s + %s is tame, not %v", s.String(a), s.String(b), s.Class(sum))
			}
		}
	}
}

func TestBudgetOfForms(t *testing.T) {
	s := misere.NewStore()
	sharp := s.Of([]misere.Form{s.Nim(2)})
	wild := s.Of([]misere.Form{sharp, s.Nim(1)})
	wilder := s.Of([]misere.Form{wild, s.Nim(5)})
	wildest := s.Of([]misere.Form{wilder, wild, s.Nim(4)})
	s.Check = func() error { return grundy.ErrBudget }
	total, err := wildest, error(nil)
	for range 10 {
		if total, err = s.Sum(total, wildest); err != nil {
			break
		}
	}
	if !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v, want the budget's error", err)
	}
}
