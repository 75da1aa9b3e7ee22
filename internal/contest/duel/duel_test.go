//go:build unix

package duel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// heaps are inputs for tests: a number of heaps, and the heaps.
type heaps struct{}

func (heaps) data(list []uint64) *input.Data {
	return &input.Data{Values: []input.Value{{List: list}}}
}

func (h heaps) Parse(text []byte) (*input.Data, error) {
	list, err := readHeaps(bytes.NewReader(text))
	return h.data(list), err
}

func readHeaps(text io.Reader) (list []uint64, err error) {
	var n int
	if _, err := fmt.Fscan(text, &n); err != nil {
		return nil, err
	}
	list = make([]uint64, n)
	for i := range list {
		if _, err := fmt.Fscan(text, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (heaps) Text(d *input.Data) []byte {
	list := d.Values[0].List
	return fmt.Appendf(nil, "%d\n%s\n", len(list), strings.Trim(fmt.Sprint(list), "[]"))
}

func (h heaps) Random(random *rand.Rand, size input.Size) (*input.Data, error) {
	list := make([]uint64, 1+random.IntN(int(min(size.Length, 9))))
	for i := range list {
		list[i] = random.Uint64N(min(size.Value, 1000) + 1)
	}
	return h.data(list), nil
}

func (h heaps) Small(most int) iter.Seq[*input.Data] {
	return func(yield func(*input.Data) bool) {
		for n := range uint64(min(most, 16)) {
			if !yield(h.data([]uint64{n / 4, n % 4})) {
				return
			}
		}
	}
}

func (heaps) Pack(inputs []*input.Data) []*input.Data { return inputs }

func (heaps) Tests(*input.Data) int { return 1 }

func (h heaps) Extremes(_ *rand.Rand, size input.Size) iter.Seq2[string, *input.Data] {
	return func(yield func(string, *input.Data) bool) {
		if size == input.Full {
			yield("many heaps", h.data(make([]uint64, 40)))
			return
		}
		yield("one heap", h.data([]uint64{1}))
	}
}

func (h heaps) Shrink(d *input.Data) iter.Seq[*input.Data] {
	return func(yield func(*input.Data) bool) {
		list := d.Values[0].List
		for i := range list {
			if len(list) > 1 && !yield(h.data(append(append([]uint64(nil), list[:i]...), list[i+1:]...))) {
				return
			}
		}
		for i := range list {
			for _, less := range []uint64{list[i] / 2, list[i] - min(list[i], 1)} {
				smaller := append([]uint64(nil), list...)
				if smaller[i] = less; less != list[i] && !yield(h.data(smaller)) {
					return
				}
			}
		}
	}
}

// nim judges who wins Nim.
var nim = Judge{
	Inputs: func(context.Context) Inputs { return heaps{} },
	Answer: func(_ context.Context, text []byte) ([]byte, error) {
		list, err := readHeaps(bytes.NewReader(text))
		if len(list) == 7 {
			return nil, fmt.Errorf("seven heaps: %w", grundy.ErrTooLarge)
		}
		return []byte(winner(list) + "\n"), err
	},
	Compare: func(_ context.Context, _, want, got []byte) error {
		if !bytes.Equal(bytes.TrimSpace(want), bytes.TrimSpace(got)) {
			return fmt.Errorf("want %q, got %.20q", want, got)
		}
		return nil
	},
}

func winner(list []uint64) string {
	var sum uint64
	for _, n := range list {
		sum ^= n
	}
	if sum == 0 {
		return "Second"
	}
	return "First"
}

// A program whose period is one too long fails at the first inputs of a few large numbers. The right period stands the same inputs.
func TestPeriod(t *testing.T) {
	long.Only(t)
	const name = "red-kingdom" + contest.Extension
	text, err := os.ReadFile(filepath.Join("..", "testdata", "own", name))
	if err != nil {
		t.Fatal(err)
	}
	p, err := contest.Load(t.Context(), name, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	judge := Of(p, 64<<20)
	inputs := judge.Inputs
	judge.Inputs = func(ctx context.Context) Inputs { return random{inputs(ctx)} }
	for _, more := range []string{"0", "1"} {
		d := Duel{Judge: judge, Program: program(t, "period + "+more, Limits{}), Seed: 1, Runs: 5}
		report, err := d.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if f := report.Failure; (f != nil) != (more == "1") || f != nil && f.Verdict != WrongAnswer {
			t.Errorf("period + %s: %+v, %+v", more, report, f)
		}
	}
}

// random leaves out extreme inputs.
type random struct{ Inputs }

func (random) Extremes(*rand.Rand, input.Size) iter.Seq2[string, *input.Data] {
	return func(func(string, *input.Data) bool) {}
}

// given are tests with these inputs.
func given(tests ...Test) iter.Seq2[Test, error] {
	return func(yield func(Test, error) bool) {
		for _, test := range tests {
			if !yield(test, nil) {
				return
			}
		}
	}
}

// A failing program is found, and the input made as small as it goes.
func TestDuelRace(t *testing.T) {
	t.Setenv("GRUNDY_DUEL_STATE", filepath.Join(t.TempDir(), "state"))
	sample := Test{Name: "sample 1", Input: []byte("3\n3 5 7\n"), Want: []byte("First\n")}
	for _, test := range long.Every(2, []struct {
		name      string
		verdict   Verdict
		input     string
		from      string
		sometimes bool
	}{
		{name: "right"},
		{name: "sum", verdict: WrongAnswer, input: "2\n1 1\n"},
		{name: "crash at 9", verdict: RunTimeError, input: "1\n9\n", from: "random, small"},
		{name: "loop at 3", verdict: TimeLimit, input: "3\n0 0 0\n", from: "sample 1"},
		{name: "sometimes", verdict: WrongAnswer, input: "1\n0\n", sometimes: true},
		{name: "silent", verdict: WrongAnswer, input: "1\n0\n", from: "sample 1"},
	}) {
		t.Run(test.name, func(t *testing.T) {
			limits := Limits{}
			if test.verdict == TimeLimit {
				if os.Getenv("GRUNDY_LONG") == "" {
					t.Skip("many runs to the limit of time: GRUNDY_LONG=1 runs them")
				}
				limits.Time = time.Second / 2 // far above what a start takes
			}
			d := Duel{Judge: nim, Program: program(t, test.name, limits), Tests: given(sample), Seed: 1, Runs: 50}
			r, err := d.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			f := r.Failure
			if test.verdict == Accepted {
				if f != nil || r.Inputs < 30 || r.Refused == nil || r.Classes[3].Refused == 0 {
					t.Errorf("%d inputs, %v: %v", r.Inputs, f, r.Refused)
				}
				return
			}
			if f == nil {
				t.Fatalf("no failure in %d inputs", r.Inputs)
			}
			if f.Verdict != test.verdict || string(f.Input) != test.input || !strings.Contains(f.From.Name, test.from) || f.Sometimes() != test.sometimes {
				t.Errorf("%+v", f)
			}
		})
	}
}

// Sizes that have no new inputs are passed over, and a game that has no others ends the
// search.
func TestFewInputsRace(t *testing.T) {
	judge := nim
	judge.Inputs = func(context.Context) Inputs { return few{} }
	d := Duel{Judge: judge, Program: program(t, "right", Limits{}), Seed: 1}
	r, err := d.Run(t.Context())
	if err != nil || r.Failure != nil || r.Inputs != 22 { // two extreme inputs, 16 small ones, and 2 … 5
		t.Errorf("%d inputs, %v, %v", r.Inputs, r.Failure, err)
	}
}

// few draws only the heaps 1, 2, … 5, one for each thirty sizes.
type few struct{ heaps }

func (f few) Random(random *rand.Rand, size input.Size) (*input.Data, error) {
	return f.data([]uint64{1 + random.Uint64N(min(size.Value, 5))}), nil
}

// The table has a row a test, in order, and the search goes on after a failure.
func TestTableRace(t *testing.T) {
	tests := given(Test{Name: "1", Input: []byte("1\n4\n")}, Test{Name: "2", Input: []byte("2\n4 4\n"), Purpose: "equal heaps"}, Test{Name: "3", Input: []byte("2\n4 5\n")})
	d := Duel{Judge: nim, Program: program(t, "sum", Limits{}), Tests: tests, All: true}
	r, err := d.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, row := range r.Table {
		rows = append(rows, row.Name+" "+row.Verdict.String())
	}
	want := "1 accepted, 2 wrong answer, 3 accepted, small extremes 1 accepted, full-size extremes 1 accepted"
	if strings.Join(rows, ", ") != want || r.Table[1].Purpose != "equal heaps" || r.Failure == nil || string(r.Failure.Input) != "2\n1 1\n" {
		t.Errorf("%q, failure %+v", rows, r.Failure)
	}
}

// A test whose answer is wrong is an error, and no verdict.
func TestWrongTestRace(t *testing.T) {
	d := Duel{Judge: nim, Program: program(t, "right", Limits{}), Tests: given(Test{Name: "x", Input: []byte("1\n4\n"), Want: []byte("Second\n")})}
	_, err := d.Run(t.Context())
	if wrong, ok := errors.AsType[*WrongTestError](err); !ok || wrong.Name != "x" {
		t.Error(err)
	}
}

// A folder of tests is read in order, whatever layout it has.
func TestFolderRace(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"sample/1.in": "a", "sample/1.ans": "b", "secret/02.in": "c", "secret/02.out": "d", "secret/02.desc": "what it\nis for\n",
		"secret/01.in": "e", "secret/01.yaml": "hint: no\ndescription: \"the \\\"one\\\"\"\n", "tests/03": "f", "tests/03.a": "g", "tests/notes": "none",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests, count, err := Folder(folder)
	if err != nil || count != 4 {
		t.Fatal(count, err)
	}
	var got []string
	for test, err := range tests {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s:%s:%s:%s", filepath.ToSlash(test.Name), test.Input, test.Want, test.Purpose))
	}
	if strings.Join(got, " | ") != "sample/1:a:b: | secret/01:e::the \"one\" | secret/02:c:d:what it is for | tests/03:f:g:" {
		t.Error(got)
	}
	for _, path := range []string{filepath.Join(folder, "missing"), t.TempDir()} {
		if _, _, err := Folder(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Error(err)
		}
	}
}

// A test that is a device has no end, and is refused.
func TestFolderOfDevices(t *testing.T) {
	folder := t.TempDir()
	if err := os.Symlink(os.DevNull, filepath.Join(folder, "1.in")); err != nil {
		t.Skip(err)
	}
	tests, _, err := Folder(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range tests {
		if err == nil || !strings.Contains(err.Error(), `want a file, not a folder, a device or a pipe`) {
			t.Error(err)
		}
	}
}

// The time of a duel is by the clock, unless other work has had the processors.
func TestOver(t *testing.T) {
	for _, test := range []struct {
		clock, used time.Duration
		over        bool
	}{{29, 29, false}, {30, 10, true}, {30, 9, false}, {119, 9, false}, {120, 1, true}} {
		if got := over(test.clock*time.Second, test.used*time.Second, 30*time.Second); got != test.over {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

// A duel that somebody interrupts reports what it has tried.
func TestInterruptedReportRace(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d := Duel{Judge: nim, Program: program(t, "right", Limits{}), Runs: 1000, Progress: func(done, _ uint64) {
		if done >= 5 {
			cancel()
		}
	}}
	if r, err := d.Run(ctx); !errors.Is(err, context.Canceled) || r.Inputs == 0 || len(r.Classes) == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
