package forge

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// TestDemands compares what validators say with what the declaration accepts, where the file demands more:
// by functions of fields, constants, and questions, and that the program can win.
func TestDemands(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	const heaps = "n = number(1, 5)\na = numbers(n, 0, 9)\ndef answer(a): return wins(nim(a))\n"
	const sticks = "n = number(1, 20)\ndef state(n): return n\ndef won(state): return wins(subtraction[1, 2, 3](state))\n" +
		"def options(state): return [k for k in [1, 2, 3] if k <= state]\ndef after(state, move): return state - move\n"
	for name, c := range map[string]struct {
		file  string
		texts []string
		right int
		says  string // of the last text
	}{
		"fields": {"M = 7\n" + heaps + "def top(a): return max(a)\ndef valid(n, top):\n    if n < 2 or top % M == 0: return \"other heaps\"\n    return True\n",
			[]string{"2\n3 5\n", "2\n3 7\n", "1\n3\n"}, 1, "line 3, column 1: the input ends here: want before it other heaps"},
		"questions": {"tests(1, 9)\n" + heaps + "def valid(a): return wins(nim(a))\n",
			[]string{"2\n1\n3\n1\n2\n", "1\n0\n", "2\n1\n3\n2\n2 2\n"}, 1, "want before it an input that is valid as the problem says"},
		"first": {sticks + `interactive(first = "program", move = number(1, 3))` + "\ndef valid(n): return n != 9\n",
			[]string{"3\n", "10\n", "9\n", "8\n"}, 2, "want before it a game that the player who moves first can win"},
		"second": {sticks + `interactive(first = "judge", move = number(1, 3))` + "\n",
			[]string{"4\n", "20\n", "21\n", "10\n"}, 2, "want before it a game that the player who moves second can win"},
	} {
		if !long.Asked && name != "fields" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := contest.Load(t.Context(), name, strings.NewReader(c.file))
			if err != nil {
				t.Fatal(err)
			}
			write, note, err := validator(t.Context(), p)
			if err != nil || note != "" {
				t.Fatal(note, err)
			}
			program, err := write(42)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "validate.py")
			if err := os.WriteFile(file, program.Text, 0o600); err != nil {
				t.Fatal(err)
			}
			said := ""
			for i, text := range c.texts {
				_, err := p.Shape.In(t.Context()).Parse(strings.NewReader(text), input.Options{Exact: true})
				var message bytes.Buffer
				command := exec.Command(python, file)
				command.Stdin, command.Stderr = strings.NewReader(text), &message
				_ = command.Run()
				status, want := command.ProcessState.ExitCode(), 43
				if i < c.right {
					want = 42
				}
				if said = message.String(); status != want || (err == nil) != (want == 42) {
					t.Errorf("%q: status %d, want %d; %s; the declaration says %v", text, status, want, said, err)
				}
			}
			if !strings.Contains(said, c.says) {
				t.Errorf("%q, want %q", said, c.says)
			}
		})
	}
}
