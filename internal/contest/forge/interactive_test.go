package forge

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// TestInteractive makes the package of an interactive problem: its tests kill wrong ideas by play,
// and it has the interactor, the samples as they are played, and programs that play.
func TestInteractive(t *testing.T) {
	long.Only(t)
	const text = `"""Last Stick

Two players in turn take 1, 2 or 3 of the sticks that are left."""
n = number(1, 12)
interactive(first = "program", says = ["YES", "NO"], move = number(1, 3), won = "0")
example("6\n")
def state(n):
    return n
def won(state):
    return wins(subtraction[1, 2, 3](state))
def options(state):
    return [k for k in [1, 2, 3] if k <= state]
def after(state, move):
    return state - move
`
	p, err := contest.Load(t.Context(), "sticks"+contest.Extension, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Seed: 1, Count: 5, Build: func(ctx context.Context, p *contest.Problem, source Program, limits duel.Limits) (func(context.Context, []byte) (duel.Result, error), func(), error) {
		if source.File != "reference.py" { // a compiler takes long
			return nil, nil, exec.ErrNotFound
		}
		return Build(ctx, p, source, limits)
	}}
	result, err := Forge(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("python3"); err == nil && (result.Limit != 1 || result.Slowest == 0) {
		t.Errorf("the limit of time is %v: %s", result.Limit, result.Notes)
	}
	for _, idea := range result.Ideas {
		if idea.Right || !slices.ContainsFunc(idea.Kills, kills) {
			t.Errorf("%s: %s", idea.Name, idea.Why)
		}
	}
	data, err := p.Shape.In(t.Context()).Parse(strings.NewReader("6\n"), input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// An idea that says the right word, and then loses.
	said, err := p.Answer(t.Context(), data, contest.Semantics{Value: contest.ValueSize})
	if err != nil || string(said) != "YES, and loses\n" {
		t.Errorf("%q, %v", said, err)
	}
	pack, err := result.Package(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if pack.Checker != nil || len(pack.Statement.Interaction) == 0 || len(pack.samples()) != 1 ||
		string(kattis(pack.samples()[0].Play)) != "<6\n>YES\n>2\n<1\n>3\n<0\n" {
		t.Errorf("%+v", pack)
	}
	for _, judge := range []string{"icpc", "testlib"} {
		program, err := pack.Interactor(judge)
		if err != nil || program.File != "interact.py" || !strings.Contains(string(program.Text), `JUDGE = "`+judge+`"`) {
			t.Errorf("%s: %v", judge, err)
		}
	}
	var names []string
	for _, program := range pack.Programs {
		if names = append(names, program.File); program.Verdict != duel.Accepted {
			t.Errorf("%s: %v", program.File, program.Verdict)
		}
	}
	if !slices.Equal(names, []string{"reference.cpp", "reference.py"}) {
		t.Error(names)
	}
	for _, format := range Formats() {
		files, err := pack.Files(format)
		if err != nil || !slices.ContainsFunc(files, func(f File) bool { return strings.HasSuffix(f.Path, "interact.py") }) {
			t.Errorf("%s: %v", format, err)
		}
	}
}
