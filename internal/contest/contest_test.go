package contest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/scan"
)

// run runs the problem of that name.
func run(t testing.TB, name, in string, opt Options) (string, error) {
	t.Helper()
	problem, ok := Find(name)
	if !ok {
		t.Fatalf("no problem %s", name)
	}
	var out bytes.Buffer
	err := problem.Run(context.Background(), strings.NewReader(in), &out, opt)
	return out.String(), err
}

// answer runs a problem that must succeed.
func answer(t testing.TB, name, in string, opt Options) string {
	t.Helper()
	out, err := run(t, name, in, opt)
	if err != nil {
		t.Fatalf("%s: %v\n%.200s", name, err, in)
	}
	return out
}

func TestSamples(t *testing.T) {
	inputs, err := filepath.Glob("testdata/hackerrank/*/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range inputs {
		want := readFile(t, strings.TrimSuffix(path, ".in")+".out")
		name := "hackerrank/" + filepath.Base(filepath.Dir(path))
		got := answer(t, name, readFile(t, path), Options{})
		if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s: got\n%swant\n%s", path, got, want)
		}
	}
	calls, err := filepath.Glob("testdata/topcoder/*.jsonl")
	if err != nil || len(calls) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range calls {
		name := "topcoder/" + strings.TrimSuffix(filepath.Base(path), ".jsonl")
		out, err := run(t, name, readFile(t, path), Options{Check: true})
		if err != nil {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
	}
}

// TestMoreSamples holds samples that the statements and their editorials give
// in the text.
func TestMoreSamples(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"hackerrank/counter-game", "2\n132\n1\n", "Louise\nRichard\n"},
		{"topcoder/cakeparty", `{"args": [[3, 3, 1]]}`, `"CAKE 0 PIECES 1"` + "\n"},
		{"topcoder/cakeparty", `{"args": [[4, 7, 4, 7, 4, 7, 4, 7, 47, 47, 47, 47]]}`, `"CAKE 10 PIECES 1"` + "\n"},
		{"topcoder/StoneGameStrategist", `{"args": [[32, 136, 251, 369, 403, 593, 624, 657, 729, 731, 769]]}`, `"YOU LOSE"` + "\n"},
		{"topcoder/RoXor", `{"args": [[1000, 1000, 1000, 1000, 1000]]}`, "[]\n"},
	} {
		if got := answer(t, test.name, test.in, Options{}); got != test.want {
			t.Errorf("%s: %s: got %s, want %s", test.name, test.in, got, test.want)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWrong has one entry for each way in which an input can be wrong.
func TestWrong(t *testing.T) {
	const fivePaths = "6\n0 2 2 1 3 2\n1 2\n1 3\n3 4\n3 5\n4 6\n"
	for _, test := range []struct{ name, in, want string }{
		{"hackerrank/chocolate-in-box", "", `line 1, column 1: the input ends here: want a number (n), 1 … 1000000`},
		{"hackerrank/chocolate-in-box", "3\n1 2", `line 2, column 4: the input ends here: want a number (boxes), 1 … 1000000000`},
		{"hackerrank/chocolate-in-box", "1000000000000000000\n1 2\n", `line 1, column 1: "1000000000000000000": want a number (n), 1 … 1000000`},
		{"hackerrank/chocolate-in-box", "3\n1 0 2\n", `line 2, column 3: "0": want a number (boxes), 1 … 1000000000`},
		{"hackerrank/chocolate-in-box", "3\n1 1000000001 2\n", `line 2, column 3: "1000000001": want a number (boxes), 1 … 1000000000`},
		{"hackerrank/chocolate-in-box", "3\n1 2 x7\n", `line 2, column 5: "x7": want a number (boxes), 1 … 1000000000`},
		{"hackerrank/chocolate-in-box", "3\n1 2 3\n4\n", `line 3, column 1: "4": want the end of the input after the last line`},
		{"hackerrank/counter-game", "1\n0\n", `line 2, column 1: "0": want a number (n), 1 … 18446744073709551615`},
		{"hackerrank/counter-game", "1\n18446744073709551616\n", `line 2, column 1: "18446744073709551616": want a number (n), 1 … 18446744073709551615`},
		{"hackerrank/counter-game", "2\n7\n", `line 3, column 1: the input ends here: want a number (n), 1 … 18446744073709551615`},
		{"hackerrank/counter-game", "1\n7\n7", `line 3, column 1: "7": want the end of the input after the last line`},
		{"hackerrank/knight-and-queen", "1\n5 4 3\n", `line 3, column 1: the input ends here: want a number (v), 0 … 50`},
		{"hackerrank/knight-and-queen", "1\n5 4 -3 3\n", `line 2, column 5: "-3": want a number (u), 0 … 50`},
		{"hackerrank/knight-and-queen", "1\n5 4 3 3 3\n", `line 2, column 9: "3": want the end of the input after the last line`},
		{"hackerrank/move-the-coins", "0\n", `line 1, column 1: "0": want a number (n), 1 … 50000`},
		{"hackerrank/move-the-coins", "1000000000000000000\n1 2\n", `line 1, column 1: "1000000000000000000": want a number (n), 1 … 50000`},
		{"hackerrank/move-the-coins", "2\n0 21\n1 2\n", `line 2, column 3: "21": want a number (coins), 0 … 20`},
		{"hackerrank/move-the-coins", "2\n0 1\n1 3\n", `line 3, column 3: "3": want a node, 1 … 2`},
		{"hackerrank/move-the-coins", "3\n0 1 1\n1 2\n2 1\n", `line 4, column 3: "1": want an edge of a tree, which joins nodes that the edges before do not: not 2 1`},
		{"hackerrank/move-the-coins", "4\n0 1 1 1\n1 2\n\n  2 3 3 1", `line 5, column 9: "1": want an edge of a tree, which joins nodes that the edges before do not: not 3 1`},
		{"hackerrank/move-the-coins", "3\n0 1 1\n1 2\n3 3\n", `line 4, column 3: "3": want an edge of a tree, which joins nodes that the edges before do not: not 3 3`},
		{"hackerrank/move-the-coins", fivePaths + "1\n1 2\n", `line 9, column 1: "1": want a number (u), 2 … 6`},
		{"hackerrank/move-the-coins", fivePaths + "1\n2 7\n", `line 9, column 3: "7": want a number (v), 1 … 6`},
		{"hackerrank/move-the-coins", fivePaths + "1\n2 2\n", `line 9, column 3: "2": want a node other than u, which is to move under it`},
		{"hackerrank/move-the-coins", fivePaths + "2\n2 3\n", `line 10, column 1: the input ends here: want a number (u), 2 … 6`},
		{"hackerrank/move-the-coins", fivePaths + "1\n2 3\n\n\t?", `line 11, column 2: "?": want the end of the input after the last line`},
		{"hackerrank/move-the-coins", "1\n5\n1\n", `line 3, column 1: "1": want a number that leaves room for a number (u), 2 … 1`},

		{"topcoder/PowerGame", "[1, 2]\n", `line 1, column 1: "[": want an object like {"args": [size0, size1], "expect": …}`},
		{"topcoder/PowerGame", "x\n", `line 1, column 1: "x": want an object like {"args": [size0, size1], "expect": …}`},
		{"topcoder/PowerGame", "\n\n{\"args\": [1\n", `line 3, column 12: "\n": want "," or "]"`},
		{"topcoder/PowerGame", `{"args": [1`, `line 1, column 12: the input ends here: want "," or "]"`},
		{"topcoder/PowerGame", `{"args": 1}`, `line 1, column 10: "1": want the list of arguments: [size0, size1]`},
		{"topcoder/PowerGame", `{"args": [1]}`, `line 1, column 12: "]": want 2 arguments: [size0, size1]`},
		{"topcoder/PowerGame", `{"args": [1, 2, 3]}`, `line 1, column 17: "3": want the end of 2 arguments: [size0, size1]`},
		{"topcoder/PowerGame", `{"args": [1, 2.5]}`, `line 1, column 14: "2.5": want a number (size1), 1 … 10000`},
		{"topcoder/PowerGame", `{"args": [1, -2]}`, `line 1, column 14: "-2": want a number (size1), 1 … 10000`},
		{"topcoder/PowerGame", `{"args": [0, 2]}`, `line 1, column 11: "0": want a number (size0), 1 … 10000`},
		{"topcoder/PowerGame", `{"args": [1, 10001]}`, `line 1, column 14: "10001": want a number (size1), 1 … 10000`},
		{"topcoder/PowerGame", `{"args": [1, 99999999999999999999]}`, `line 1, column 14: "99999999999999999999": want a number (size1), 1 … 10000`},
		{"topcoder/PowerGame", `{"args": [1, [2]]}`, `line 1, column 14: "[": want a number (size1), 1 … 10000`},
		{"topcoder/PowerGame", `{"args": [1 2]}`, `line 1, column 13: "2": want a number, a string or a list of them`},
		{"topcoder/PowerGame", `{"expect": 2}`, `line 1, column 13: "}": want a member "args" before it: [size0, size1]`},
		{"topcoder/PowerGame", `{"args": [1, 2], "expect": }`, `line 1, column 28: "}": want a JSON value`},
		{"topcoder/PowerGame", `{"args": [1, 2]} {}`, `line 1, column 18: "{": want the end of the line`},
		{"topcoder/PowerGame", `{"args": [1, 2]`, `line 1, column 16: the input ends here: want "," or "}"`},
		{"topcoder/LongLongNim", `{"args": [20, []]}`, `line 1, column 15: "[": want 1 or more in the list (moves)`},
		{"topcoder/LongLongNim", `{"args": [20, [1, 2, 2]]}`, `line 1, column 22: "2": want a number greater than the one before, 2`},
		{"topcoder/LongLongNim", `{"args": [20, [1, 23]]}`, `line 1, column 19: "23": want a number (moves), 1 … 22`},
		{"topcoder/LongLongNim", `{"args": [20, 1]}`, `line 1, column 15: "1": want a list (moves)`},
		{"topcoder/StoneGameStrategist", `{"args": [[3, 2]]}`, `line 1, column 15: "2": want a number not less than the one before, 3`},
		{"topcoder/StoneGameStrategist", `{"args": [[]]}`, `line 1, column 11: "[": want 1 or more in the list (piles)`},
		{"topcoder/CakeParty", `{"args": [[1` + strings.Repeat(",1", 50) + `]]}`, `line 1, column 112: "1": want at most 50 in the list (pieces)`},
		{"topcoder/CakeParty", `{"args": [[2000000001]]}`, `line 1, column 12: "2000000001": want a number (pieces), 1 … 2000000000`},
		{"topcoder/Roxor", `{"args": [[0, 0, 7]]}`, `line 1, column 10: "[": want a stone in some pile other than the last`},
		{"topcoder/Roxor", `{"args": [[7]]}`, `line 1, column 11: "[": want 2 or more in the list (piles)`},
	} {
		_, err := run(t, test.name, test.in, Options{})
		var wrong *scan.Error
		if !errors.As(err, &wrong) || err.Error() != test.want {
			t.Errorf("%s %q:\n got %v\nwant %s", test.name, test.in, err, test.want)
		}
	}
}

func TestNoLimits(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"hackerrank/chocolate-in-box", "3\n2 9223372036854775807 1\n", "1\n"},
		{"hackerrank/move-the-coins", "2\n0 9223372036854775807\n2 1\n1\n2 1\n", "YES\n"},
		{"topcoder/LongLongNim", `{"args": [1000000000000000000, [1, 99]]}`, "500000000000000000\n"},
		{"topcoder/PowerGame", `{"args": [1, 20001]}`, `"Alan will win after 1 moves"` + "\n"},
		{"topcoder/CakeParty", `{"args": [[9223372036854775807]]}`, `"CAKE 0 PIECES 9223372036854775807"` + "\n"},
		{"topcoder/StoneGameStrategist", `{"args": [[5, 9223372036854775807]]}`, `"TAKE 9223372036854775802 STONES FROM PILE 1"` + "\n"},
	} {
		if _, err := run(t, test.name, test.in, Options{}); err == nil {
			t.Errorf("%s: no limit", test.name)
		}
		if got := answer(t, test.name, test.in, Options{NoLimits: true}); test.want != "" && got != test.want {
			t.Errorf("%s: %s: got %s, want %s", test.name, test.in, got, test.want)
		}
	}
	if _, err := run(t, "hackerrank/chocolate-in-box", "1\n9223372036854775808\n", Options{NoLimits: true}); err == nil {
		t.Error("a heap of 2^63 stones")
	}
}

func TestTooLarge(t *testing.T) {
	for _, test := range []struct{ name, in, says string }{
		{"topcoder/LongLongNim", `{"args": [9000000000000000000, [1, 8000000000000000000]]}`, "line 1 of the input: topcoder/LongLongNim.problem.star:10:12: "},
	} {
		_, err := run(t, test.name, test.in, Options{NoLimits: true, MaxMemory: 1 << 20})
		if !errors.Is(err, grundy.ErrTooLarge) || !strings.HasPrefix(err.Error(), test.says) {
			t.Errorf("%s: %v; want %s…", test.name, err, test.says)
		}
	}
	// Nothing within the statements' limits needs much.
	for _, name := range []string{"CakeParty", "LongLongNim", "PowerGame", "Roxor", "StoneGameStrategist"} {
		in := readFile(t, "testdata/topcoder/"+name+".jsonl")
		if _, err := run(t, "topcoder/"+name, in, Options{Check: true, MaxMemory: 1 << 20}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheck(t *testing.T) {
	in := strings.Repeat(`{"args": [2, 3], "expect": "Bob will win after 3 moves"}`+"\n", 11) +
		`{"args": [2, 3], "why": {"a": [1]}, "expect": "Bob will win after 2\u0020moves"}`
	out, err := run(t, "topcoder/PowerGame", in, Options{Check: true})
	if !errors.Is(err, ErrDiffer) || fmt.Sprint(err) != "11 of 12 answers are not as expected" {
		t.Errorf("error %v", err)
	}
	var want strings.Builder
	for line := range 10 {
		fmt.Fprintf(&want, "line %d: expected \"Bob will win after 3 moves\", got \"Bob will win after 2 moves\"\n", line+1)
	}
	want.WriteString("… and 1 more\n12 checked, 1 as expected, 11 not\n")
	if out != want.String() {
		t.Errorf("got\n%swant\n%s", out, want.String())
	}
	if _, err := run(t, "topcoder/PowerGame", `{"args": [2, 3]}`, Options{Check: true}); err == nil || !strings.Contains(err.Error(), "expect") {
		t.Errorf("nothing expected: %v", err)
	}
	if _, err := run(t, "hackerrank/counter-game", "0", Options{Check: true}); !errors.Is(err, ErrNothingToCheck) {
		t.Errorf("a judge's numbers: %v", err)
	}
}

// TestTalkRace asks one question after the other, each when the last is answered.
func TestTalkRace(t *testing.T) {
	for _, test := range []struct {
		name     string
		ask, get []string
	}{
		{"hackerrank/counter-game", []string{"3\n6\n", "7\n", "1\n"}, []string{"Richard\n", "Richard\n", "Richard\n"}},
		{"topcoder/PowerGame", []string{"{\"args\": [4, 9]}\n", "{\"args\": [2, 3]}\n"}, []string{"\"Alan will win after 1 moves\"\n", "\"Bob will win after 2 moves\"\n"}},
	} {
		problem, _ := Find(test.name)
		in, ask := io.Pipe()
		get, out := io.Pipe()
		done := make(chan error, 1)
		go func() { done <- problem.Run(context.Background(), in, out, Options{}) }()
		for i := range test.ask {
			if _, err := io.WriteString(ask, test.ask[i]); err != nil {
				t.Fatal(err)
			}
			got := make([]byte, len(test.get[i]))
			if _, err := io.ReadFull(get, got); err != nil || string(got) != test.get[i] {
				t.Fatalf("%s: got %q, error %v", test.name, got, err)
			}
		}
		if err := ask.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestErrorsPassedOn(t *testing.T) {
	broken := errors.New("broken")
	for _, problem := range Problems() {
		err := problem.Run(context.Background(), iotest.ErrReader(broken), io.Discard, Options{})
		if !errors.Is(err, broken) {
			t.Errorf("%s: input: %v", problem.Name, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := problem.Run(ctx, strings.NewReader("1"), io.Discard, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: context: %v", problem.Name, err)
		}
	}
	problem, _ := Find("hackerrank/counter-game")
	in, out := io.Pipe()
	in.CloseWithError(broken)
	if err := problem.Run(context.Background(), strings.NewReader("1\n7\n"), out, Options{}); !errors.Is(err, broken) {
		t.Errorf("output: %v", err)
	}
}

// TestCancel cancels a run in the middle of work that would take hours.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	problem, _ := Find("topcoder/PowerGame")
	err := problem.Run(ctx, strings.NewReader(`{"args": [100000000, 1]}`), io.Discard, Options{NoLimits: true})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestLongLine(t *testing.T) {
	if !long.Asked {
		t.Skip("64 MiB are read: GRUNDY_LONG=1 does")
	}
	line := strings.NewReader(`{"args": [[` + strings.Repeat(" ", 64<<20))
	problem, _ := Find("topcoder/Roxor")
	err := problem.Run(context.Background(), line, io.Discard, Options{})
	var wrong *scan.Error
	if !errors.As(err, &wrong) || wrong.Want != "a line of at most 67108864 bytes" {
		t.Errorf("error %v", err)
	}
}

// asJSON returns a call of those arguments.
func asJSON(t testing.TB, args ...any) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"args": args})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestHugeHeader gives headers that promise what does not come: the memory
// must follow what is there.
func TestHugeHeader(t *testing.T) {
	for _, name := range []string{"chocolate-in-box", "counter-game", "knight-and-queen", "move-the-coins"} {
		problem, _ := Find("hackerrank/" + name)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := problem.Run(context.Background(), strings.NewReader("1000000000000000000\n1 2 3 4 5\n"), io.Discard, Options{NoLimits: true})
		runtime.ReadMemStats(&after)
		var wrong *scan.Error
		if !errors.As(err, &wrong) || wrong.Text != "" {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("%s: %d bytes", name, used)
		}
	}
}
