package ask_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/plot"
)

// TestMerged compares the positions of merged game graphs with the same positions of the
// whole graphs, in several compounds.
func TestMerged(t *testing.T) {
	type graph struct {
		Nodes []struct {
			Position, Outcome string
			NimValue          any `json:"nim_value"`
		}
	}
	read := func(q ask.Draw) (g graph) {
		drawn, err := q.Ask(t.Context(), ask.Means{Memory: 64 << 20})
		if err != nil {
			t.Fatal(q.Position, err)
		}
		var out bytes.Buffer
		if err := ask.WriteJSON(&out, drawn); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		return g
	}
	for _, text := range []string{"nim(2,2,1)", "0.77(5)", "kayles(5)", "nim(1,2) + nim(2)", "kayles(2) + 0.77(2)", "staircase(0,1,2)", "five-hundred-eleven(500,[3,9,8])"} {
		for _, kind := range []string{"disjunctive", "selective", "conjunctive", "continued-conjunctive", "shortened-selective"} {
			for _, misere := range []bool{false, true} {
				q := ask.Draw{Position: text, Graph: true, Misere: misere, Compound: kind}
				whole := read(q)
				q.Merge = true
				merged := read(q)
				if len(merged.Nodes) > len(whole.Nodes) || text == "kayles(5)" && len(merged.Nodes) > 12 {
					t.Errorf("%s, %s: %d of %d nodes", text, kind, len(merged.Nodes), len(whole.Nodes))
				}
				values := map[string]any{}
				for _, n := range whole.Nodes {
					values[n.Position] = fmt.Sprint(n.Outcome, n.NimValue)
				}
				for _, n := range merged.Nodes {
					if got := fmt.Sprint(n.Outcome, n.NimValue); got != values[n.Position] {
						t.Errorf("%s in %s, %s, misère %v: %s, want %v", n.Position, text, kind, misere, got, values[n.Position])
					}
				}
			}
		}
	}
}

// FuzzDraw draws what the function draw of a file returns, whatever that is: in letters,
// as a picture and as data, with the winning moves.
func FuzzDraw(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, picture := range []string{
		"None", `"#\n" * n`, `[scene("heaps", {"a": n}), scene("numbers", [n, "b"]), "c"]`, `scene("row", [n] * n, piece = 0, first = n)`,
		`scene("grid", [["o"] * i for i in range(n)], upward = True, piece = (2, 1))`, `scene("grid", [[], [None, None]])`,
		`scene("board", (n, n, 1), size = (0, 8, 0), blocked = [(n, n, n)])`, `scene("board", n, letter = "é")`, `scene("board", [n] * n)`,
		`scene("coins", [n, n * n])`, `scene("coins", [(n, 0)], first = 0)`, `scene("coins", [])`, `scene("tree", [0] * n, coins = range(n + 1))`,
		`scene("graph", range(n), edges = [(i, (i + 1) % n) for i in range(n)], piece = 0)`, `scene("graph", ["#", None, "x"], edges = [(0, 2), (2, 2), (1, 0)], directed = True)`, `scene("graph", [])`,
		`scene("hackenbush", [(0, 1), (1, 1), (7, 9), None, (0, 0)])`, `scene("hackenbush", [])`,
	} {
		f.Add(picture, 5)
	}
	f.Fuzz(func(t *testing.T, picture string, n int) {
		rules := "position(n = integer(0, 5000))\ndef moves(n):\n    for k in range(1, min(n, 3) + 1):\n        move(n - k)\ndef draw(n):\n    return " + picture + "\n"
		means := ask.Means{Memory: 64 << 20, Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(rules)), nil }}
		q := ask.Draw{Position: "f.star(" + string(rune('0'+min(max(n, 0), 9))) + ")", Winning: true}
		drawn, err := q.Ask(t.Context(), means)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
			return
		}
		for _, write := range []func() error{
			func() error { return drawn.WriteText(io.Discard, 100) },
			func() error { return ask.WriteJSON(io.Discard, drawn) },
			func() error { return drawn.Write(t.Context(), io.Discard, plot.SVG) },
		} {
			if err := write(); err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
		}
	})
}
