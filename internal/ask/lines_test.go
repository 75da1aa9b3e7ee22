package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
)

func writeJSONLine(out io.Writer, l Line) error { return l.WriteJSON(out) }

// Each line gets the answer that it gets alone, in order, whatever the lines before it
// have left.
func TestLinesRace(t *testing.T) {
	random := chance.New(t, 199)
	forms := []string{
		"nim(%d,3)", "0.77(%d)", "0.007(%d) + 0.07(4)", "queen(%d,7)", "squares(%d)", "subtraction[1,3,4](%d)", "kayles(%d) + nim(2)",
		"fibonacci-nim(2%d)", "# %d", "", "nim(%d", "cram(2,%d)", "graph[pond](a) + nim(%d)", "nosuch(%d)", "grundy(%d) + 2*nim(3)",
	}
	var in, want bytes.Buffer
	open := func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("a b\nb c\na c\n")), nil }
	asked, failed, lines := 0, 0, long.Of(20, 150, 600)
	if testing.Short() {
		lines = 150
	}
	for number := range lines {
		text := forms[random.IntN(len(forms))]
		if strings.Contains(text, "%") {
			text = fmt.Sprintf(text, random.IntN(7))
		}
		fmt.Fprintf(&in, " %s\r\n", text)
		if text == "" || text[0] == '#' {
			continue
		}
		asked++
		l := Line{Number: number + 1}
		if l.Answered, l.Err = (Solve{Position: text, Moves: 3}).Ask(t.Context(), Means{Open: open}); l.Err != nil {
			failed++
		}
		if err := l.WriteJSON(&want); err != nil {
			t.Fatal(err)
		}
	}
	for _, workers := range []int{0, 1, 5} {
		var out bytes.Buffer
		q := Lines{Solve: Solve{Moves: 3}, Write: writeJSONLine, Workers: workers}
		a, f, err := q.Ask(t.Context(), Means{Open: open}, bytes.NewReader(in.Bytes()), &out)
		if err != nil || a != asked || f != failed || failed == 0 {
			t.Errorf("%d asked, %d failed, %v; want %d, %d", a, f, err, asked, failed)
		}
		got, all := strings.Split(out.String(), "\n"), strings.Split(want.String(), "\n")
		for i := range all {
			if i < len(got) && withoutMethod(got[i]) == withoutMethod(all[i]) {
				continue
			}
			t.Fatalf("answer %d of %d workers: %s, want %s", i, workers, append(got, "nothing")[min(i, len(got))], all[i])
		}
	}
}

// withoutMethod leaves out how an answer was found, which earlier lines may change.
func withoutMethod(line string) string {
	line, _, _ = strings.Cut(line, `, "method": `)
	return line
}

// Lines that are too long are refused, and the others go on, unless a line has no end.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("n", mostLine+1)
	for in, want := range map[string][2]int{
		"nim(1)\n" + long + "\nnim(2)":                 {3, 1},
		"nim(1)\n" + strings.Repeat(" ", 1<<17) + "\n": {1, 0},
		"nim(1" + strings.Repeat(",1", 1<<16) + ")\n":  {1, 0},
		"":                                     {0, 0},
		"\n\n#\n":                              {0, 0},
		"nim(1)\x00\n":                         {1, 1},
		strings.Repeat(long, 64) + "x\nnim(3)": {1, 1},
	} {
		q := Lines{Write: writeJSONLine}
		asked, failed, err := q.Ask(t.Context(), Means{}, strings.NewReader(in), io.Discard)
		if err != nil || [2]int{asked, failed} != want {
			t.Errorf("%.20q: %d asked, %d failed, %v; want %d", in, asked, failed, err, want)
		}
	}
}

// endless gives lines without end, and ends the question after some of them.
type endless struct {
	lines int
	stop  func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.lines++; e.lines == 1000 {
		e.stop()
	}
	return copy(p, fmt.Sprintf("nim(%d)\n", e.lines)), nil
}

// When ctx ends, what was answered stands in the output, in order and whole.
func TestLinesStoppedRace(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out bytes.Buffer
	q := Lines{Write: writeJSONLine}
	if _, _, err := q.Ask(ctx, Means{}, &endless{stop: stop}, &out); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		if want := fmt.Sprintf(`{"position": "nim(%d)"`, i+1); line != "" && (!strings.HasPrefix(line, want) || !strings.HasSuffix(line, "}")) {
			t.Fatalf("line %d: %s", i+1, line)
		}
	}
}

var errWrite = errors.New("no room")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errWrite }

func TestLinesErrorsRace(t *testing.T) {
	q := Lines{Write: writeJSONLine}
	if _, _, err := q.Ask(t.Context(), Means{}, strings.NewReader("nim(1)\n"), full{}); !errors.Is(err, errWrite) {
		t.Errorf("an output without room: %v", err)
	}
	q.Compound = "disjoint"
	if _, _, err := q.Ask(t.Context(), Means{}, strings.NewReader("nim(1)\n"), io.Discard); err == nil {
		t.Error("a compound that there is none of")
	}
	q.Compound, q.Moves = "", -1
	if _, _, err := q.Ask(t.Context(), Means{}, strings.NewReader("nim(1)\n"), io.Discard); err == nil {
		t.Error("-1 moves")
	}
	q.Moves, q.Write = 0, func(io.Writer, Line) error { return errWrite }
	if _, _, err := q.Ask(t.Context(), Means{}, strings.NewReader("nim(1)\n"), io.Discard); !errors.Is(err, errWrite) {
		t.Errorf("a line that cannot be written: %v", err)
	}
	// A line has the whole budget, and one that is over it does not stop others.
	var out bytes.Buffer
	q.Write = writeJSONLine
	asked, failed, err := q.Ask(t.Context(), Means{Memory: 1 << 20}, strings.NewReader("nim(1)\nsquares(90000000) + nim(1)\nnim(2)\n"), &out)
	if asked != 3 || failed != 1 || err != nil || !strings.Contains(out.String(), `{"line": 2, "error": "squares(90000000) needs`) {
		t.Errorf("%d asked, %d failed, %v: %s", asked, failed, err, &out)
	}
}

type signal struct{ written chan struct{} }

func (s signal) Write(p []byte) (int, error) {
	s.written <- struct{}{}
	return len(p), nil
}

// Lines that are read at once are answered by all workers, and are written when those
// before them are there.
func TestLinesSharedRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		meet, out := make(chan struct{}), signal{make(chan struct{})}
		q := Lines{Workers: 2, Write: func(out io.Writer, l Line) error {
			if l.Number <= 2 {
				select {
				case meet <- struct{}{}:
				case <-meet:
				case <-time.After(time.Hour):
					t.Error("one worker answers both lines")
				}
			}
			_, err := fmt.Fprintln(out, l.Number)
			return err
		}}
		go func() { <-out.written }()
		if asked, failed, err := q.Ask(t.Context(), Means{}, strings.NewReader("nim(1)\nnim(2)\n"), out); asked != 2 || failed > 0 || err != nil {
			t.Errorf("%d asked, %d failed, %v", asked, failed, err)
		}
		q.Write = func(w io.Writer, l Line) error {
			if l.Number == 2 {
				select {
				case <-out.written:
				case <-time.After(time.Hour):
					t.Error("the second line waits for the first to be written")
				}
				go func() { <-out.written }()
			}
			_, err := fmt.Fprintln(w, l.Number)
			return err
		}
		if _, _, err := q.Ask(t.Context(), Means{}, strings.NewReader("nim(1)\nnim(2)\n"), out); err != nil {
			t.Error(err)
		}
	})
}

func FuzzLines(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("nim(1)\n\n#\nqueen(3,4)\r\nnim(\n")
	f.Add("\x00\n\"\n0.77(9)+\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		q := Lines{Write: func(w io.Writer, l Line) error { _, err := fmt.Fprintln(w, l.Number); return err }, Workers: 2}
		asked, failed, err := q.Ask(t.Context(), Means{Memory: 1 << 20}, strings.NewReader(in), &out)
		if err != nil || failed > asked {
			t.Fatalf("%d asked, %d failed, %v", asked, failed, err)
		}
	})
}
