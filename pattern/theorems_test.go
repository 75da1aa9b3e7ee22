package pattern_test

// The theorems of docs/theorems.md are found and proved again.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

// TestTheorems compares rows of the page with what is found and proved today: the system,
// the sizes of the automata, and the certificate. The short run has one row, and the long run
// each tenth. GRUNDY_WRITE=all, or =wythoff for the games that have this in their names, writes
// the certificates and their column anew.
func TestTheorems(t *testing.T) {
	const folder = "testdata/theorems"
	page, err := os.ReadFile("../docs/theorems.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `(.*)` \\| (.*?) \\| .* \\| (.*?) \\| (.*?) \\| .*? \\| (?:\\[.*\\]\\(\\.\\./pattern/testdata/theorems/(.*)\\))? *\\|$").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 50 {
		t.Fatalf("%d rows", len(rows))
	}
	const quick = "take-after.star(_,_,1,2,1)"
	write := os.Getenv("GRUNDY_WRITE")
	text := string(page)
	t.Cleanup(func() {
		if text != string(page) {
			if err := os.WriteFile("../docs/theorems.md", []byte(text), 0o644); err != nil {
				t.Error(err)
			}
		}
	})
	for i, row := range rows {
		name, of, system, states, proof := row[1], row[2], row[3], row[4], row[5]
		if write != "" && write != "all" && !strings.Contains(name, write) || write == "" && name != quick && (!long.Asked || i%long.Of(0, 10, 5) > 0) {
			continue
		}
		t.Run(name+" "+of, func(t *testing.T) {
			game, err := position.ParseGameWith(t.Context(), name, 0, position.Files{
				Open: func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(folder, name)) },
			})
			if err != nil {
				t.Fatal(err)
			}
			kind := pattern.NimValues
			positions, isMisere := strings.CutSuffix(of, ", misère")
			if positions == pattern.Outcomes.String() {
				kind = pattern.Outcomes
			}
			p, _, err := pattern.Guess(t.Context(), pattern.Question{Game: game, Of: []pattern.Kind{kind}, Misere: isMisere, Budget: solve.Budget{Steps: 1 << 26}})
			if err != nil || p == nil {
				t.Fatalf("%v, %v", p, err)
			}
			found, err := p.Prove(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if th := found.Theorem; th == nil || th.System.Name() != system || strings.Trim(strings.ReplaceAll(fmt.Sprint(th.Candidate), " ", ", "), "[]") != states {
				t.Errorf("%s; the page has %s, %s", found.Statement, system, states)
			}
			var now []byte
			if write != "" || name == quick && long.Asked { // to make one costs as much again as to check it
				made, err := found.Certificate(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				var again bytes.Buffer
				if err := made.Write(&again); err != nil {
					t.Fatal(err)
				}
				now = again.Bytes()
			}
			if write != "" {
				proof = strings.NewReplacer(".star(", "-", "_,", "", ",", "-", ")", "").Replace(name)
				if kind == pattern.NimValues {
					proof += "-values"
				}
				if isMisere {
					proof += "-misere"
				}
				proof += ".json"
				if err := os.WriteFile(filepath.Join(folder, proof), now, 0o644); err != nil {
					t.Fatal(err)
				}
				end := strings.LastIndex(strings.TrimRight(row[0], " |"), "| ")
				if row[5] == "" {
					end = len(strings.TrimRight(row[0], " |")) + 1
				}
				text = strings.Replace(text, row[0], fmt.Sprintf("%s| [%s](../pattern/testdata/theorems/%s) |", row[0][:end], proof, proof), 1)
			}
			file, err := os.Open(filepath.Join(folder, proof))
			if err != nil {
				t.Fatal(err)
			}
			c, err := certificate.Read(t.Context(), file)
			if err = errors.Join(err, file.Close()); err == nil {
				err = certificate.Verify(t.Context(), c, nil)
			}
			if err != nil {
				t.Errorf("%s: %v", proof, err)
			}
			changes := regexp.MustCompile(`(?m)^  "(version|digest)": .*\n`) // with each release
			if stored, err := os.ReadFile(filepath.Join(folder, proof)); err != nil || len(now) > 0 && !bytes.Equal(changes.ReplaceAll(stored, nil), changes.ReplaceAll(now, nil)) {
				t.Errorf("%s: %v, or it is another certificate", proof, err)
			}
		})
	}
}

// The files of hypergraphs have the moves that an edge allows: any number from each of its heaps, or one.
func TestHypergraphMoves(t *testing.T) {
	files := position.Files{Open: func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join("testdata/theorems", name)) }}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		heaps, edges := [4]int{random.IntN(4), random.IntN(4), random.IntN(4), random.IntN(4)}, 1+random.IntN(1<<15-1)
		for name, most := range map[string]int{"hypergraph-nim.star": 3, "slow-hypergraph-nim.star": 1} {
			write := func(h [4]int) string { return fmt.Sprintf("%s(%d,%d,%d,%d,%d)", name, h[0], h[1], h[2], h[3], edges) }
			want := map[string]bool{}
			for taken := range 1 << 8 { // two bits a heap
				left, edge, fits := heaps, 0, true
				for i := range left {
					take := taken >> (2 * i) & 3
					if take > 0 {
						edge |= 1 << i
					}
					left[i] -= take
					fits = fits && take <= most && left[i] >= 0
				}
				if fits && edge > 0 && edges>>(edge-1)&1 == 1 {
					want[write(left)] = true
				}
			}
			sum, err := position.ParseWith(t.Context(), write(heaps), files)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for _, o := range sum[0].Component.AppendOptions(nil) {
				got[fmt.Sprint(o)] = true
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", write(heaps), got, want)
			}
		}
	}
}
