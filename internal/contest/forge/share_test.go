package forge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// TestWatchman checks that a question ends with its share, and the search with the whole time.
func TestWatchman(t *testing.T) {
	now, over, stopped := time.Second, false, 0
	w := watchman{clock: func() time.Duration { return now }, begun: time.Second, whole: 60 * time.Second, over: func() { over = true }}
	if got := w.question(); got != time.Second {
		t.Errorf("a question may take %v", got)
	}
	w.bound(w.question(), func() { stopped++ })
	for _, step := range []struct {
		now     time.Duration
		stopped int
		over    bool
	}{{1900 * time.Millisecond, 0, false}, {2100 * time.Millisecond, 1, false}, {3 * time.Second, 1, false}, {62 * time.Second, 1, true}} {
		now = step.now
		if w.look(); stopped != step.stopped || over != step.over {
			t.Errorf("at %v: stopped %d times, over %v", now, stopped, over)
		}
	}
	now = time.Second
	w.bound(0, nil)
	now = 10 * time.Second
	if w.look(); stopped != 1 {
		t.Error("without a share, too, a question is stopped")
	}
}

// TestWithin checks that what is refused for its share does not end the search, and that the next
// question has a context of its own.
func TestWithin(t *testing.T) {
	f := &forger{ctx: t.Context(), problem: &contest.Problem{}, leave: func() {}, watchman: watchman{clock: func() time.Duration { return 0 }}}
	defer func() { f.leave() }()
	if err := f.within(time.Second, func(context.Context) error { f.leave(); return nil }); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("refused with %v", err)
	}
	if err := f.within(time.Second, func(ctx context.Context) error { return ctx.Err() }); err != nil || f.byTime != 1 {
		t.Errorf("the next question: %v, and %d were refused", err, f.byTime)
	}
}

// TestEnough ends the search at each of its steps: there is a package, and the notes say what it lacks.
func TestEnough(t *testing.T) {
	p := load(t, misereNim)
	for _, at := range long.Every(2, []struct{ step, missing string }{
		{"small inputs", "small inputs"}, {"positions that are built", "positions that are built"}, {"extreme inputs", "large random inputs"},
	}) {
		ctx, enough := context.WithCancel(t.Context())
		readied := 0
		r, err := Forge(t.Context(), p, Options{Seed: 1, Count: 9, Enough: ctx, Ready: func(*Result) { readied++ }, Progress: func(step string) grundy.Progress {
			if step == at.step {
				enough()
			}
			return func(_, _ uint64) {}
		}})
		enough()
		if err != nil {
			t.Fatalf("%s: %v", at.step, err)
		}
		if late := at.step == "extreme inputs"; late != (readied == 1) {
			t.Errorf("%s: %d results before the last", at.step, readied)
		}
		if !strings.Contains(strings.Join(r.Notes, "\n"), at.missing) || len(r.Tests) < 2 {
			t.Errorf("%s: %d tests, %q", at.step, len(r.Tests), r.Notes)
		}
		for _, test := range r.Tests {
			if _, err := p.Shape.Parse(strings.NewReader(string(test.In)), input.Options{}); err != nil {
				t.Errorf("%s: %s: %v", at.step, test.Reason, err)
			}
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Forge(ended, p, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("without any time: %v", err)
	}
}

const dear = `"""Nim that costs too much where a heap is large."""
tests(1, 3)
n = number(1, 4)
a = numbers(n, 0, "10^6")

def answer(a):
    if max(a) > 1000:
        a = [0] * 1000000000000
    return "First" if wins(nim(a)) else "Second"

example("1\n1\n2", "First")
`

// TestDear makes tests of a problem whose answers cost too much at full size.
func TestDear(t *testing.T) {
	r, err := Forge(t.Context(), load(t, dear), Options{Seed: 1, Count: 12})
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(r.Notes, "\n")
	if len(r.Tests) < 10 || !strings.Contains(notes, "The largest input that is a candidate has") || strings.Contains(notes, "Missing") {
		t.Errorf("%d tests, %q", len(r.Tests), r.Notes)
	}
	for _, idea := range r.Ideas {
		if idea.Name == "xor-as-sum" && idea.status() != "killed" {
			t.Errorf("%s: %s", idea.Name, idea.Why)
		}
	}
}

// TestOwn takes in tests that are there, and refuses wrong ones.
func TestOwn(t *testing.T) {
	p := load(t, fewStones)
	r, err := Forge(t.Context(), p, Options{Seed: 1, Count: 2, Own: []OwnTest{{Name: "two", Reason: "both", In: []byte("2\n"), Ans: []byte("First\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	if at := slices.IndexFunc(r.Tests, func(test Test) bool {
		return test.Name == "two" && test.Reason == "both" && string(test.Out) == "First\n"
	}); at < 0 {
		t.Errorf("it is not among %d tests", len(r.Tests))
	}
	for _, test := range []struct {
		own  OwnTest
		want string
	}{
		{OwnTest{Name: "a", In: []byte("2\n"), Ans: []byte("Second\n")}, `your test a: token 1, line 1: "Second", want "First"`},
		{OwnTest{Name: "b", In: []byte("7\n")}, `your test b: line 1, column 1`},
	} {
		_, err := Forge(t.Context(), p, Options{Own: []OwnTest{test.own}})
		if _, own := errors.AsType[*OwnError](err); !own || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
	p = load(t, fewStones+`example("2\n", "Second\n")`+"\n")
	_, err = Forge(t.Context(), p, Options{})
	if _, own := errors.AsType[*OwnError](err); !own || err.Error() != `sample 1: its output: token 1, line 1: "Second", want "First": not as expected` {
		t.Errorf("%v", err)
	}
}

const grouped = `"""Nim in groups"""
n = number(1, 20)
a = numbers(n, 0, 1000)
group("few", score = 40, n = 2)
group("all", score = 60)

def answer(a):
    return "First" if wins(nim(a)) else "Second"

example("1\n1", "First")
`

// TestGroups draws tests within the bounds of each group, and kills in each.
func TestGroups(t *testing.T) {
	p := load(t, grouped)
	r, err := Forge(t.Context(), p, Options{Seed: 1, Count: 16})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range p.Groups {
		killed := false
		for i, test := range r.Tests {
			if test.Group != g.Name {
				continue
			}
			if _, err := g.Shape.Parse(strings.NewReader(string(test.In)), input.Options{}); err != nil {
				t.Errorf("%s: %v", g.Name, err)
			}
			for _, idea := range r.Ideas {
				killed = killed || idea.Name == "xor-as-sum" && kills(idea.Kills[i])
			}
		}
		if !killed {
			t.Errorf("%s: no test kills who adds nim-values", g.Name)
		}
	}
}

// TestLimit chooses the limit of time from what references take.
func TestLimit(t *testing.T) {
	for _, test := range long.Every(2, []struct {
		limits string
		python time.Duration
		want   float64
		note   string
	}{
		{"", 100 * time.Millisecond, 1, "Python in 100ms"},
		{"", 1300 * time.Millisecond, 3, "So the limit of time is 3 seconds"},
		{"limits(seconds = 2)\n", 1300 * time.Millisecond, 0, "less than twice the slowest: 3 seconds would do"},
		{"limits(seconds = 1)\n", 1300 * time.Millisecond, 0, "The reference in Python takes 1.3s, and is not in the package."},
	}) {
		p := load(t, strings.Replace(fewStones, "n =", test.limits+"n =", 1))
		build := func(_ context.Context, _ *contest.Problem, source Program, _ duel.Limits) (func(context.Context, []byte) (duel.Result, error), func(), error) {
			return func(ctx context.Context, in []byte) (duel.Result, error) {
				r := duel.Result{Time: time.Millisecond}
				if strings.HasSuffix(source.File, ".py") {
					r.Time = test.python
				}
				d, err := p.Shape.Parse(strings.NewReader(string(in)), input.Options{})
				if err == nil {
					r.Output, err = p.Answer(ctx, d, (&forger{}).plain(d))
				}
				return r, err
			}, func() {}, nil
		}
		r, err := Forge(t.Context(), p, Options{Seed: 1, Count: 3, Build: build})
		if err != nil {
			t.Fatal(err)
		}
		if notes := fmt.Sprint(r.Notes); r.Limit != test.want || !strings.Contains(notes, test.note) {
			t.Errorf("%s%v: %v, %s", test.limits, test.python, r.Limit, notes)
		}
	}
}
