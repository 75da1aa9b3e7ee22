package ask_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"grundy"
	"grundy/ask"
)

// What is wrong with a question is told by the name of the field.
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
		}, "moves", "moves=-1: want a number that is not below 0"},
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
		{func() error { _, err := ask.Check{Name: "kayles"}.Ask(t.Context(), ask.Means{}); return err }, "file", "must end in .star"},
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

// A field's error is told with the name that its field has where it was asked.
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

// Questions that are asked at the same time get the answers that they get alone,
// and one that is over its budget stops no other.
func TestQuestionsAtTheSameTime(t *testing.T) {
	type question struct {
		ask  func(ask.Means) (string, error)
		mean ask.Means
	}
	solve := func(position string) func(ask.Means) (string, error) {
		return func(m ask.Means) (string, error) {
			a, err := ask.Solve{Position: position, Moves: 3, Why: true}.Ask(t.Context(), m)
			if err != nil {
				return "", err
			}
			var out strings.Builder
			err = a.WriteJSON(&out)
			return out.String(), err
		}
	}
	graph := func(m ask.Means) (string, error) {
		a, err := ask.Graph{Text: strings.NewReader("1 0\n2 1\n2 2\n")}.Ask(t.Context(), m)
		if err != nil {
			return "", err
		}
		var out strings.Builder
		err = a.WriteJSON(&out)
		return out.String(), err
	}
	large := ask.Means{Memory: 1 << 28}
	questions := []question{
		{solve("knight(5,4) + queen(3,3)"), large},
		{solve("chomp(3,3) + nim(4)"), large},
		{solve("0.77(50) + 0.106(200)"), large},
		{solve("queen(3000,2000) + rook(3,4)"), ask.Means{Memory: 1 << 12}},
		{graph, large},
		{graph, ask.Means{Memory: 10}},
	}
	alone := make([]string, len(questions))
	failed := make([]error, len(questions))
	for i, q := range questions {
		alone[i], failed[i] = q.ask(q.mean)
	}
	for i, fails := range []bool{false, false, false, true, false, true} {
		if over := errors.Is(failed[i], grundy.ErrBudget) || errors.Is(failed[i], grundy.ErrTooLarge); over != fails || !fails && failed[i] != nil {
			t.Errorf("question %d: %v", i, failed[i])
		}
	}
	var all sync.WaitGroup
	for range 4 {
		for i, q := range questions {
			all.Go(func() {
				answer, err := q.ask(q.mean)
				if answer != alone[i] || (err == nil) != (failed[i] == nil) {
					t.Errorf("question %d at the same time as others: %s, %v; alone %s, %v", i, answer, err, alone[i], failed[i])
				}
			})
		}
	}
	all.Wait()
}
