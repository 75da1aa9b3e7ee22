package contest_test

// This file tests every problem of the wall in the same way.

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/theory/compound"
)

// TestWallExamples runs the examples of each file. The validator takes them, and the writer
// writes what it reads.
func TestWallExamples(t *testing.T) {
	for _, p := range contest.Problems() {
		if len(p.Samples) == 0 {
			t.Errorf("%s has no example", p.Name)
		}
		for i, sample := range p.Samples {
			checkSample(t, p, sample.Input, sample.Output)
			if lines := strings.Count(p.File, "\n"); i == 0 && lines > 40 {
				t.Logf("%s has %d lines", p.Name, lines)
			}
		}
	}
}

// checkSample runs a problem on an input, by its fast way and by its declared answer.
func checkSample(t *testing.T, p *contest.Problem, in, want string) {
	t.Helper()
	var out bytes.Buffer
	if err := p.Run(t.Context(), strings.NewReader(in), &out, contest.Options{}); err != nil {
		t.Errorf("%s: %v\n%.300s", p.Name, err, in)
		return
	}
	if err := p.Compare([]byte(want), out.Bytes()); err != nil {
		t.Errorf("%s: %v\n%.300s", p.Name, err, in)
	}
	d, err := p.Shape.Parse(strings.NewReader(in), input.Options{})
	if err != nil {
		t.Errorf("%s: %v\n%.300s", p.Name, err, in)
		return
	}
	answer, err := p.Answer(t.Context(), d, contest.Semantics{})
	if err == nil {
		err = p.Compare([]byte(want), answer)
	}
	if err != nil {
		t.Errorf("%s: the declared answer: %v\n%.300s", p.Name, err, in)
	}
	roundTrip(t, p, d)
}

// roundTrip writes an input, and reads it with the exact white space of a validator.
func roundTrip(t *testing.T, p *contest.Problem, d *input.Data) {
	t.Helper()
	text := p.Shape.Text(d)
	again, err := p.Shape.Parse(bytes.NewReader(text), input.Options{Exact: true})
	if err != nil {
		t.Errorf("%s: what was written is not valid: %v\n%.300s", p.Name, err, text)
		return
	}
	if twice := p.Shape.Text(again); !bytes.Equal(text, twice) {
		t.Errorf("%s: wrote\n%.300s\nand then\n%.300s", p.Name, text, twice)
	}
}

// TestWallSharedSamples runs the samples of the folder ../shared/cases, where it is there.
func TestWallSharedSamples(t *testing.T) {
	const cases = "../../../shared/cases"
	names, err := os.ReadFile(filepath.Join(cases, "NAMES.md"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no folder of samples")
	}
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]bool{"hackerrank/fun-game-1": true, "hackerrank/tower-breakers-the-final-battle-1": true, "topcoder/thexgame": true} // not impartial
	for _, name := range []string{"codechef/MOVCOIN2", "hackerrank/digits-square-board-1", "hackerrank/two-strings-game", "topcoder/errantknight"} {
		left[name] = true // docs/contest.md says why they are not there
	}
	for _, row := range regexp.MustCompile("(?m)^\\| (\\S+) \\| `(\\S+)` \\|$").FindAllStringSubmatch(string(names), -1) {
		folder, name := filepath.Join(cases, row[1]), row[2]
		p, ok := contest.Find(name)
		if !ok {
			if !left[name] && !strings.HasPrefix(name, "euler/") { // its rules ask that solutions stay unpublished
				t.Errorf("no problem %s", name)
			}
			continue
		}
		inputs, _ := filepath.Glob(filepath.Join(folder, "*.in"))
		for _, in := range inputs {
			checkSample(t, p, readFile(t, in), readFile(t, strings.TrimSuffix(in, ".in")+".out"))
		}
		calls, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
		for _, path := range calls {
			var out bytes.Buffer
			if err := p.Run(t.Context(), strings.NewReader(readFile(t, path)), &out, contest.Options{Check: true}); err != nil {
				t.Errorf("%s: %v\n%.300s", path, err, out.Bytes())
			}
		}
	}
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// slow answers by the rules alone.
type slow struct{ *oracle.Oracle }

var ruleOf = oracle.Rules(compound.ParseKind)

func (s slow) Wins(kind compound.Kind, convention grundy.Convention, position []grundy.Component) bool {
	return s.Oracle.Wins(ruleOf[kind], convention, position)
}

func (s slow) WinningMoves(kind compound.Kind, convention grundy.Convention, position []grundy.Component) [][]grundy.Component {
	return s.Oracle.WinningMoves(ruleOf[kind], convention, position)
}

// asksNothing are problems whose answer asks about no position and takes long: they have tests of
// their own.
var asksNothing = map[string]bool{"topcoder/TheDivisionGame": true}

// TestWallByRules draws small inputs of each problem. The fast way, the declared answer and
// the declared answer by the rules of the games alone must agree.
func TestWallByRules(t *testing.T) {
	for _, p := range contest.Problems() {
		if asksNothing[p.Name] {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			random := chance.New(t, 131)
			for range long.Of(2, 12, 60) {
				d, err := p.Shape.Random(random, input.Tiny)
				if err != nil {
					t.Fatal(err)
				}
				roundTrip(t, p, d)
				text := p.Shape.Text(d)
				var out bytes.Buffer
				if err := p.Run(t.Context(), bytes.NewReader(text), &out, contest.Options{}); err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				for _, s := range []contest.Semantics{{}, {Oracle: slow{&oracle.Oracle{}}}} {
					answer, err := p.Answer(t.Context(), d, s)
					if err == nil {
						err = p.Compare(out.Bytes(), answer)
					}
					if err != nil {
						t.Fatalf("by the rules: %v: %v\n%s", s.Oracle != nil, err, text)
					}
				}
			}
		})
	}
}

// fullSize are the reasons of the extreme inputs that BenchmarkWall takes.
var fullSize = []string{"everything as great as is allowed", "as many tests as are allowed", "one test, as great as is allowed"}

// BenchmarkWall runs each problem on inputs of the greatest size. It reports the memory that the
// process has taken from the system by then, with the input; run one problem alone for its own:
// -bench 'Wall/hackerrank/half$'.
func BenchmarkWall(b *testing.B) {
	for _, p := range contest.Problems() {
		b.Run(p.Name, func(b *testing.B) {
			sizes, size, measured := 0, input.Full, false
			if testing.Short() {
				size = input.Small
			}
			for reason, d := range p.Shape.Extremes(rand.New(rand.NewPCG(1, 1)), size) {
				// Nothing bounds the number of tests that end with a 0.
				if slices.Contains(fullSize, reason) && (p.Name != "hdu/1536" || !strings.Contains(reason, "many tests")) {
					b.Run(strings.ReplaceAll(reason, ",", ""), func(b *testing.B) { runFull(b, p, p.Shape.Text(d)) })
					measured = true
				}
				if sizes++; sizes == 7 {
					break // those reasons come first
				}
			}
			if !measured { // nothing valid is like that
				b.Run("the longest of ten", func(b *testing.B) { runFull(b, p, longest(b, p, size)) })
			}
		})
	}
}

// longest draws ten inputs, and returns the longest one.
func longest(b *testing.B, p *contest.Problem, size input.Size) (most []byte) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		d, err := p.Shape.Random(rnd, size)
		if err != nil {
			b.Fatal(err)
		}
		if text := p.Shape.Text(d); len(text) > len(most) {
			most = text
		}
	}
	return most
}

// runFull runs a problem on a text.
func runFull(b *testing.B, p *contest.Problem, text []byte) {
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := p.Run(b.Context(), bytes.NewReader(text), io.Discard, contest.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB")
}
