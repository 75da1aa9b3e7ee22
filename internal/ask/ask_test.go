package ask_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/plot"
)

// An error about a question names the field.
func TestFieldErrors(t *testing.T) {
	for _, test := range []struct {
		question    func() error
		field, want string
	}{
		{func() error { _, err := ask.Solve{Position: "nim(3"}.Ask(t.Context(), ask.Means{}); return err }, "position", `column 6`},
		{func() error {
			_, err := ask.Solve{Position: "nim(3)", Compound: "selectiv"}.Ask(t.Context(), ask.Means{})
			return err
		}, "compound", `did you mean "selective"?`},
		{func() error {
			_, err := ask.Solve{Position: "nim(3)", Moves: -1}.Ask(t.Context(), ask.Means{})
			return err
		}, "limit", "limit=-1: want a number that is not below 0"},
		{func() error {
			_, err := ask.Solve{Position: "a.star(3)"}.Ask(t.Context(), ask.Means{})
			return err
		}, "position", "a.star"},
		{func() error { _, err := ask.Games{Words: []string{"quen"}}.Ask(t.Context(), ask.Means{}); return err }, "words", `did you mean "queen"?`},
		{func() error { _, err := ask.Games{Words: []string{"0.x"}}.Ask(t.Context(), ask.Means{}); return err }, "words", "0.x"},
		{func() error { _, err := ask.Graph{}.Ask(t.Context(), ask.Means{}); return err }, "text", "want a graph"},
		{func() error {
			_, err := ask.Graph{Text: strings.NewReader("a b c")}.Ask(t.Context(), ask.Means{})
			return err
		}, "text", "line 1"},
		{func() error {
			_, err := ask.Graph{Text: strings.NewReader("a b"), Nodes: []string{"c"}}.Ask(t.Context(), ask.Means{})
			return err
		}, "node", `no node "c"`},
		{func() error { _, err := ask.Check{Name: "threes"}.Ask(t.Context(), ask.Means{}); return err }, "file", "must end in .star"},
		{func() error {
			_, err := ask.Verify{Certificate: strings.NewReader("{")}.Ask(t.Context(), ask.Means{})
			return err
		}, "certificate", ""},
	} {
		err := test.question()
		if wrong, ok := errors.AsType[*ask.FieldError](err); !ok || wrong.Field != test.field || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s about %s", err, test.want, test.field)
		}
	}
}

// A field may have another name where it was asked, such as that of a flag.
func TestNamed(t *testing.T) {
	sized := &ask.FieldError{Field: "size", Value: "8", Err: errors.New("want two numbers")}
	for name, want := range map[string]string{
		"size": "size=8: want two numbers", "--size": "--size=8: want two numbers", "-s": "-s 8: want two numbers", "": "want two numbers",
	} {
		if got := sized.Named(name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&ask.FieldError{Field: "n", Err: errors.New("want the last heap")}).Error(); got != "n: want the last heap" {
		t.Error(got)
	}
}

// A search for a period that is interrupted gives what is known by then.
func TestInterruptedPeriods(t *testing.T) {
	last := uint64(10_000_000)
	for _, game := range []string{"0.6", "squares"} {
		ctx, cancel := context.WithCancel(t.Context())
		interrupt := func(string) grundy.Progress {
			return func(done, _ uint64) {
				if done > 0 {
					cancel()
				}
			}
		}
		a, err := ask.Period{Game: game, Max: &last}.Ask(ctx, ask.Means{Progress: interrupt})
		if a == nil || a.Result.Proved || a.ComputedTo == 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %+v, %v", game, a, err)
		}
	}
}

// Without Max, a picture shows a period that a fixed amount of work proves.
func TestPeriodOfPlot(t *testing.T) {
	last, few := uint64(10), 300
	for _, test := range []struct {
		game   string
		max    *int
		period uint64
	}{
		{"0.16", nil, 149_459}, {"0.16", &few, 0}, {"0.77", &few, 12}, {"subtraction[1,3,4]", nil, 7}, {"squares", nil, 0}, {"nim", nil, 1},
	} {
		a, err := ask.Plot{Game: test.game, N: &last, Max: test.max}.Ask(t.Context(), ask.Means{})
		if err != nil {
			t.Fatal(err)
		}
		if s := a.Picture.(plot.Sequence); s.Period != test.period || s.Proved != (test.period > 0) {
			t.Errorf("%s: %+v", test.game, s)
		}
	}
}

// An answerer asks a question within its means, and returns the answer as written.
type answerer func(ctx context.Context, m ask.Means) (string, error)

// written returns the text of an answer, if there is one.
func written(err error, write func(out io.Writer) error) (string, error) {
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = write(&out)
	return out.String(), err
}

func solved(position string) answerer {
	return func(ctx context.Context, m ask.Means) (string, error) {
		a, err := ask.Solve{Position: position, Moves: 3, Why: true}.Ask(ctx, m)
		return written(err, func(out io.Writer) error { return ask.WriteJSON(out, a) })
	}
}

func valued(q ask.Values) answerer {
	return func(ctx context.Context, m ask.Means) (string, error) {
		a, err := q.Ask(ctx, m)
		return written(err, func(out io.Writer) error { return a.Write(ctx, out) })
	}
}

func recurring(q ask.Period) answerer {
	return func(ctx context.Context, m ask.Means) (string, error) {
		a, err := q.Ask(ctx, m)
		return written(err, func(out io.Writer) error {
			if q.Certificate {
				return a.Certificate.Write(out)
			}
			return ask.WriteJSON(out, a)
		})
	}
}

func drawn(q ask.Plot) answerer {
	return func(ctx context.Context, m ask.Means) (string, error) {
		a, err := q.Ask(ctx, m)
		return written(err, func(out io.Writer) error { return a.Write(ctx, out) })
	}
}

func graphed(ctx context.Context, m ask.Means) (string, error) {
	a, err := ask.Graph{Text: strings.NewReader("1 0\n2 1\n2 2\n")}.Ask(ctx, m)
	return written(err, func(out io.Writer) error { return ask.WriteJSON(out, a) })
}

func described(words ...string) answerer {
	return func(ctx context.Context, m ask.Means) (string, error) {
		a, err := ask.Games{Words: words}.Ask(ctx, m)
		return written(err, func(out io.Writer) error { return ask.WriteJSON(out, a) })
	}
}

const threes = `position(n = integer())
example(3, outcome = "P")

def moves(n):
    for k in range(1, min(n, 2) + 1):
        move(n - k)
`

func checked(ctx context.Context, m ask.Means) (string, error) {
	a, err := ask.Check{Name: "threes.star", Text: strings.NewReader(threes), Positions: 1000}.Ask(ctx, m)
	return written(err, func(out io.Writer) error { return ask.WriteJSON(out, a) })
}

func verified(certificate string) answerer {
	return func(ctx context.Context, m ask.Means) (string, error) {
		a, err := ask.Verify{Certificate: strings.NewReader(certificate)}.Ask(ctx, m)
		return written(err, func(out io.Writer) error { return ask.WriteJSON(out, a) })
	}
}

func played(ctx context.Context, m ask.Means) (string, error) {
	match, err := ask.Play{Position: "nim(3,5,7)", Misere: true}.Ask(ctx, m)
	return written(err, func(out io.Writer) error {
		best, err := match.Best(ctx)
		if err == nil {
			_, err = fmt.Fprint(out, best.Move[0].To)
		}
		return err
	})
}

// Questions that are asked at the same time get the answers that they get alone, and
// one that is over its budget stops no other.
func TestQuestionsAtTheSameTimeRace(t *testing.T) {
	last, row, far, search := uint64(40), uint64(5), uint64(30_000_000), 1000
	certificate, err := recurring(ask.Period{Game: "0.77", Certificate: true})(t.Context(), ask.Means{})
	if err != nil {
		t.Fatal(err)
	}
	open := func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(threes)), nil }
	large := ask.Means{Memory: 1 << 28, Open: open}
	questions := []struct {
		answerer
		means ask.Means
		over  bool // whether it is over the budget
	}{
		{solved("knight(5,4) + queen(3,3)"), large, false},
		{solved("chomp(3,3) + nim(4)"), large, false},
		{solved("0.77(1000000000000) + nim(3)"), large, false},
		{solved("leaper[-1,-3,-2,-1](1000000000,4)"), large, false},
		{solved("threes.star(30) + nim(2)"), large, false},
		{solved("queen(3000,2000) + rook(3,4)"), ask.Means{Memory: 1 << 12}, true},
		{valued(ask.Values{Game: "0.77", N: &last}), large, false},
		{valued(ask.Values{Game: "0.77", N: &last, Genus: true}), large, false},
		{valued(ask.Values{Game: "queen", Size: "20x10", Format: "csv"}), large, false},
		{valued(ask.Values{Game: "threes.star", N: &last, Misere: true}), large, false},
		{valued(ask.Values{Game: "0.106", N: &far, Format: "csv"}), ask.Means{Memory: 1 << 20}, true},
		{valued(ask.Values{Game: "queen", Size: "9000x9000"}), ask.Means{Memory: 1 << 20}, true},
		{recurring(ask.Period{Game: "0.137"}), large, false},
		{recurring(ask.Period{Game: "queen", Row: &row}), large, false},
		{drawn(ask.Plot{Game: "queen", Size: "30x20", Format: "svg"}), large, false},
		{drawn(ask.Plot{Game: "0.77", N: &last, Max: &search, Format: "png"}), large, false},
		{drawn(ask.Plot{Game: "queen", Size: "900x900", Format: "png"}), ask.Means{Memory: 1 << 16}, true},
		{graphed, large, false},
		{graphed, ask.Means{Memory: 10}, true},
		{described("queen"), large, false},
		{described("0.137"), large, false},
		{checked, large, false},
		{verified(certificate), large, false},
		{verified(certificate), ask.Means{Memory: 10}, true},
		{played, large, false},
	}
	alone := make([]string, len(questions))
	for i, q := range questions {
		answer, err := q.answerer(t.Context(), q.means)
		if over := errors.Is(err, grundy.ErrBudget) || errors.Is(err, grundy.ErrTooLarge); over != q.over || !over && err != nil {
			t.Errorf("question %d: %v", i, err)
		}
		alone[i] = answer
	}
	var all sync.WaitGroup
	for range long.Of(1, 2, 4) {
		for i, q := range questions {
			all.Go(func() {
				answer, err := q.answerer(t.Context(), q.means)
				if !q.over && answer != alone[i] || (err != nil) != q.over {
					t.Errorf("question %d at the same time as others: %.200s, %v; alone %.200s", i, answer, err, alone[i])
				}
			})
		}
	}
	all.Wait()
}
