package contest_test

// This file tests every problem of the wall in the same way.

import (
	"bytes"
	"errors"
	"fmt"
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
	for n, p := range contest.Problems() {
		if len(p.Samples) == 0 {
			t.Errorf("%s has no example", p.Name)
		}
		if n%2 > 0 && !long.Asked {
			continue
		}
		for i, sample := range p.Samples {
			checkSample(t, p, sample.Input, sample.Output)
			if lines := strings.Count(p.File, "\n"); i == 0 && lines > 40 {
				t.Logf("%s has %d lines", p.Name, lines)
			}
		}
	}
}

// TestOthers runs the examples of the problems that are not on the wall; docs/contest.md has a table
// of them.
func TestOthers(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "others", "*", "*"+contest.Extension))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range long.Every(4, paths) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := contest.Load(t.Context(), filepath.Base(path), bytes.NewReader(text))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, sample := range p.Samples {
			checkSample(t, p, sample.Input, sample.Output)
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

var ruleOf = oracle.Rules(compound.ParseKind)

// byRules answers a question by looking at all positions that can be reached.
func byRules(o *oracle.Oracle, asked contest.Asked) (string, error) {
	position, err := asked.Position()
	if err != nil {
		return "", err
	}
	switch asked.Question {
	case "wins":
		return map[bool]string{true: "True", false: "False"}[o.Wins(ruleOf[asked.Kind], asked.Convention, position)], nil
	case "nim_value":
		value := uint64(0)
		for _, c := range position {
			value ^= o.Value(c)
		}
		return fmt.Sprint(value), nil
	case "remoteness":
		if len(position) == 1 {
			return fmt.Sprint(o.Remoteness(position[0])), nil
		}
	case "winning_moves":
		return fmt.Sprint(len(o.WinningMoves(ruleOf[asked.Kind], asked.Convention, position))), nil
	case "winning":
		return winningText(position, o.WinningMoves(ruleOf[asked.Kind], asked.Convention, position)), nil
	}
	return "", fmt.Errorf("%s of %v: the test has no answer by the rules", asked.Question, position)
}

// winningText writes moves in one component as answers see them, by component and by what they leave.
func winningText(before []grundy.Component, moves [][]grundy.Component) string {
	steps := []string{}
	for _, after := range moves {
		for i, c := range after {
			if was := before[i].String(); c.String() != was {
				_, left, _ := strings.Cut(strings.TrimSuffix(c.String(), ")"), "(")
				steps = append(steps, fmt.Sprintf("(%d, %s)", i, left))
			}
		}
	}
	slices.Sort(steps)
	return "[" + strings.Join(steps, ", ") + "]"
}

// asksNothing are problems whose answer asks about no position and takes long: they have tests of
// their own.
var asksNothing = map[string]bool{"topcoder/TheDivisionGame": true}

// TestWallByRules draws small inputs of each problem. The fast way and the declared answer must
// agree, and each question in it has the answer that follows from the rules of the games alone.
func TestWallByRules(t *testing.T) {
	for _, p := range long.Every(4, contest.Problems()) {
		if asksNothing[p.Name] {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			random := chance.New(t, 131)
			for range long.Of(1, 6, 60) {
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
				var o oracle.Oracle
				check := func(asked contest.Asked) {
					want, err := byRules(&o, asked)
					if asked.Question == "winning" { // in any order
						steps := regexp.MustCompile(`\(.*?\)`).FindAllString(asked.Answer, -1)
						slices.Sort(steps)
						asked.Answer = "[" + strings.Join(steps, ", ") + "]"
					}
					if err != nil || want != asked.Answer {
						t.Errorf("%s: %s, want %s, %v\n%s", asked.Question, asked.Answer, want, err, text)
					}
				}
				for _, s := range []contest.Semantics{{}, {Observe: check}} {
					answer, err := p.Answer(t.Context(), d, s)
					if err == nil {
						err = p.Compare(out.Bytes(), answer)
					}
					if err != nil {
						t.Fatalf("%v\n%s", err, text)
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
