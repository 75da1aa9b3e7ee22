package ask_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/emit"
	"github.com/grundy-games/grundy/internal/long"
)

// interactive loads an interactive problem of testdata.
func interactive(t *testing.T, name string) *contest.Problem {
	t.Helper()
	text, err := os.ReadFile("../contest/testdata/interactive/" + name + contest.Extension)
	if err != nil {
		t.Fatal(err)
	}
	return load(t, name, string(text))
}

// written writes a program into a folder.
func saved(t *testing.T, folder, name, code string, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// interact runs an interactor and what speaks to it, which gets what the interactor says. It
// returns the exit status and what the interactor tells the judge.
func interact(t *testing.T, interactor, in, judge string, speaks *exec.Cmd, says string) (int, string) {
	t.Helper()
	folder := t.TempDir()
	input := saved(t, folder, "in", in, nil)
	args := []string{interactor, input, filepath.Join(folder, "out")}
	told := args[2]
	if judge == "icpc" {
		args = []string{interactor, input, input, folder}
		told = filepath.Join(folder, "judgemessage.txt")
	}
	cmd := exec.Command("python3", args...)
	cmd.Stdin = strings.NewReader(says)
	var problems bytes.Buffer
	cmd.Stderr = &problems
	if speaks != nil {
		heard, said, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdin, speaks.Stdout = heard, said
		pipe, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		speaks.Stdin, speaks.Stderr = pipe.(*os.File), &problems
		err = errors.Join(cmd.Start(), speaks.Start(), heard.Close(), said.Close(), pipe.Close())
		if err = errors.Join(err, speaks.Wait()); err != nil {
			t.Errorf("the program: %v\n%s", err, problems.String())
		}
		_ = cmd.Wait()
	} else {
		_ = cmd.Run()
	}
	message, err := os.ReadFile(told)
	if err != nil {
		t.Errorf("%v\n%s", err, problems.String())
	}
	return cmd.ProcessState.ExitCode(), strings.TrimSpace(string(message))
}

// The programs of interactive problems win against their interactors, in both forms; whoever does
// not play well or at all is told why.
func TestInteractors(t *testing.T) {
	long.Only(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here, so that its programs are not tried")
	}
	folder := t.TempDir()
	made := map[string]string{}
	forms := []struct {
		judge        string
		right, wrong int
	}{{"icpc", 42, 43}, {"testlib", 0, 1}}
	for _, c := range [][2]string{
		{"crates", "3\n1000000000 5 999999999\n"}, {"sticks", "59\n"}, {"lamps", "89\n"}, {"knight", "4\n0 0\n4 4\n12 12\n1 9\n"},
	} {
		name, in := c[0], c[1]
		p := interactive(t, name)
		code, err := emit.Emit(t.Context(), p, emit.Python)
		player := saved(t, folder, name+".py", code, err)
		for _, form := range forms {
			judge, right := form.judge, form.right
			code, err := emit.Interactor(t.Context(), p, judge)
			made[name+judge] = saved(t, folder, name+"-"+judge+".py", code, err)
			status, message := interact(t, made[name+judge], in, judge, exec.Command("python3", player), "")
			if status != right || !strings.HasSuffix(message, "won") {
				t.Errorf("%s for %s: exit status %d, %s", name, judge, status, message)
			}
		}
	}
	for i, c := range []struct{ name, in, says, why string }{
		{"sticks", "3\n", "3\nI won!\n", ""},
		{"sticks", "3\n", "3\nI won!\nagain\n", "output behind the end: 'again'"},
		{"sticks", "3\n", "3\nI win!\n", "game 1, turn 1: want 'I won!' behind the last move"},
		{"sticks", "6\n", "4\n", "game 1, turn 1: it said '4': want a number from 1 to 3, not '4'"},
		{"sticks", "2\n", "3\n", "game 1, turn 1: it said '3': there is no such move"},
		{"sticks", "6\n", "2 1\n", "game 1, turn 1: it said '2 1', and '1' stands behind the end"},
		{"sticks", "6\n", "", "game 1, turn 1: the program says nothing more"},
		{"sticks", "6\n", "1\n1\n1\n1\n", "game 1, turn 1: it said '1', and gave the win away"},
		{"crates", "2\n3 5\n", "YES\n3 1\n", "game 1, turn 1: it said '3 1': there is no such stack"},
		{"crates", "2\n3 5\n", "NO\n", "game 1, turn 0: it said NO, and it can win"},
		{"crates", "2\n4 4\n", "YES\n", "game 1, turn 0: it said 'YES', and the judge wins"},
		{"crates", "2\n4 4\n", "MAYBE\n", "game 1, turn 0: want YES or NO, not 'MAYBE'"},
		{"crates", "2\n4 4\n", "NO\n", ""},
		{"lamps", "3\n", "First\n1 \xff\n", "game 1, turn 1: it said '1 ÿ', and 'ÿ' stands behind the end"},
	} {
		form := forms[i%2]
		got, message := interact(t, made[c.name+form.judge], c.in, form.judge, nil, c.says)
		want := form.wrong
		if c.why == "" {
			want, c.why = form.right, "1 games won"
		}
		if got != want || message != c.why {
			t.Errorf("%s for %s, %q: exit status %d, %s", c.name, form.judge, c.says, got, message)
		}
	}
}

// TestInteractorRefused has an interactive problem whose game is not translated.
func TestInteractorRefused(t *testing.T) {
	p := load(t, "test", "n = number(1, 9)\ninteractive(first = \"program\", says = [\"Y\", \"N\"], move = number(1, n))\ndef state(n):\n    return n\n"+
		"def won(state):\n    return wins(hopping_game(state, 3))\ndef options(state):\n    return [1] if state > 0 else []\ndef after(state, move):\n    return state - move\n")
	for _, judge := range []string{"icpc", "testlib"} {
		if _, err := emit.Interactor(t.Context(), p, judge); err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "no program is written") {
			t.Errorf("%v", err)
		}
	}
	for _, l := range []emit.Language{emit.Go, emit.CPP, emit.Python} {
		code, err := emit.Emit(t.Context(), interactive(t, "lamps"), l)
		if err != nil || !strings.Contains(code, "Second") {
			t.Errorf("%s: %v", l, err)
		}
	}
}
