package forge

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

const misereNim = `"""Misère Nim

The player who takes the last stone loses."""
tests(1, 20)
n = number(1, 6)
s = numbers(n, 1, 100)

def answer(s):
    return "First" if wins(nim(s), misere = True) else "Second"

example("2\n2\n1 1\n3\n2 1 3", "First\nSecond")
`

const fewStones = `"""Take one or two stones."""
n = number(0, 2)

def answer(n):
    return "First" if wins(subtraction[1,2](n)) else "Second"
`

func load(t *testing.T, text string) *contest.Problem {
	t.Helper()
	p, err := contest.Load(t.Context(), "test.problem.star", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestForge checks what is said of the tests: each is valid and has the right answer, each
// kill is one, and the same seed gives the same tests.
func TestForge(t *testing.T) {
	p := load(t, misereNim)
	opt := Options{Seed: 5, Count: long.Or(8, 12)}
	r, err := Forge(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if alive := survivors(r); len(alive) > 0 {
		t.Errorf("%s survives", alive[0].Name)
	}
	ideas := map[string]contest.Semantics{}
	for _, idea := range p.Ideas() {
		ideas[idea.Name] = idea.Semantics
	}
	for i, test := range r.Tests {
		d, err := p.Shape.Parse(bytes.NewReader(test.In), input.Options{Exact: !test.Sample})
		if err != nil {
			t.Fatalf("test %d: %v", i+1, err)
		}
		var out bytes.Buffer
		if err := p.Run(t.Context(), bytes.NewReader(test.In), &out, contest.Options{}); err != nil || out.String() != string(test.Out) {
			t.Errorf("test %d: %v, %q, not %q", i+1, err, test.Out, out.Bytes())
		}
		for _, idea := range r.Ideas {
			means, ok := ideas[idea.Name]
			if !ok {
				continue
			}
			got, err := p.Answer(t.Context(), d, means)
			if wrong := err != nil || p.Compare(test.Out, got) != nil; wrong != kills(idea.Kills[i]) {
				t.Errorf("test %d is said to kill %s: %v", i+1, idea.Name, idea.Kills[i])
			}
		}
	}
	again, err := Forge(context.Background(), load(t, misereNim), opt)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r.Tests, again.Tests) {
		t.Error("the same seed gives other tests")
	}
	opt.Seed++
	other, err := Forge(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(r.Tests, other.Tests) {
		t.Error("another seed gives the same tests")
	}
}

// TestRight checks that ideas which no input tells from the truth are proved right.
func TestRight(t *testing.T) {
	r, err := Forge(t.Context(), load(t, fewStones), Options{Seed: 1, Count: 5})
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, idea := range r.Ideas {
		if idea.Right {
			right++
		}
	}
	if right == 0 || len(survivors(r)) > 0 {
		t.Errorf("%d ideas are right, and %d survive", right, len(survivors(r)))
	}
}

// TestSense leaves out an idea about how components are put together where these are equal, and
// tests a position of great numbers that is lost.
func TestSense(t *testing.T) {
	long.Only(t)
	r, err := Forge(t.Context(), load(t, "m = number(1, 9)\nn = number(1, 9)\ndef answer(m, n):\n    return str(wins(n * subtraction[1,3,4](m)))\n"), Options{Seed: 1, Count: 5})
	if err != nil {
		t.Fatal(err)
	}
	if alive := survivors(r); len(alive) > 0 || slices.ContainsFunc(r.Ideas, func(i *Idea) bool { return i.Name == "value-as-outcome" && i.status() != "right" }) {
		t.Errorf("%d ideas survive", len(alive))
	}
	p := load(t, "n = number(1, 5)\nr = records(n, number(1, \"10^16\"), number(1, \"10^16\"))\ndef upto(x):\n    return [x, 1, x + 1, 0][x % 4]\n"+
		"def answer(r):\n    total = 0\n    for x, m in r:\n        total ^= upto(x - 1) ^ upto(x + m - 1)\n    return str(wins(nim(total)))\n")
	r, err = Forge(t.Context(), p, Options{Seed: 1, Count: 20})
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, test := range r.Tests {
		d, err := p.Shape.Parse(bytes.NewReader(test.In), input.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if string(test.Out) == "False\n" && slices.Max(d.Values[1].List) > 1<<40 {
			lost++
		}
	}
	if alive := survivors(r); len(alive) > 0 || lost == 0 {
		t.Errorf("%d ideas survive, and %d lost positions have great numbers", len(alive), lost)
	}
}

// TestKills checks that everything wrong dies, also the check of Move the Coins that walks up: for that
// problem where long tests are asked for, and for the whole wall where all are.
func TestKills(t *testing.T) {
	const walks = "hackerrank/move-the-coins"
	var names []string
	for _, p := range contest.Problems() {
		if p.Name != walks {
			names = append(names, p.Name)
		}
	}
	for _, name := range append([]string{walks}, names...)[:long.Of(0, 1, 1+len(names))] {
		p, _ := contest.Find(name)
		r, err := Forge(t.Context(), p, Options{Seed: 1})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, idea := range survivors(r) {
			t.Errorf("%s: %s survives: %s", name, idea.Name, idea.Why)
		}
		for _, idea := range r.Ideas {
			if name == walks && idea.Name == "walk-up" && idea.status() != "killed" {
				t.Errorf("%s: walk-up is %s: %s", name, idea.status(), idea.Why)
			}
		}
	}
}

// TestPackagesRace checks whole packages with Kattis's own tool, where it is installed.
func TestPackagesRace(t *testing.T) {
	for _, name := range long.Every(2, []string{"hackerrank/misere-nim-1", "hackerrank/counter-game"}) {
		p, _ := contest.Find(name)
		opt := Options{Seed: 1, Count: long.Or(3, 6)}
		r, err := Forge(t.Context(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		pack, err := r.Package(t.Context(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		files, err := pack.Files("icpc")
		if err != nil {
			t.Fatal(err)
		}
		verifyProblem(t, pack.Short, files)
	}
}

// BenchmarkForge makes a package of 60 tests.
func BenchmarkForge(b *testing.B) {
	for _, name := range []string{"hackerrank/misere-nim-1", "topcoder/LongLongNim", "hackerrank/counter-game"} {
		p, _ := contest.Find(name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Forge(b.Context(), p, Options{Seed: 1, Count: 60}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// survivors returns the ideas that no test kills although they are not proved right.
func survivors(r *Result) (alive []*Idea) {
	for _, idea := range r.Ideas {
		if idea.status() == "survives" {
			alive = append(alive, idea)
		}
	}
	return alive
}
