package pattern_test

// This file finds and proves the theorems of docs/theorems.md again.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"grundy/internal/long"
	"grundy/pattern"
	"grundy/pattern/certificate"
	"grundy/position"
	"grundy/solve"
)

// TestTheorems compares rows of the page with what is found and proved today: the system,
// and the sizes of the automata. The short run has one row, and the long run each fifth.
func TestTheorems(t *testing.T) {
	long.InOneGoroutine(t)
	const folder = "../docs/theorems"
	page, err := os.ReadFile("../docs/theorems.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `(.*)` \\| (.*?) \\| .* \\| (.*?) \\| (.*?) \\| .*? \\| (?:\\[.*\\]\\(theorems/(.*)\\))? *\\|$").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 50 {
		t.Fatalf("%d rows", len(rows))
	}
	const quick = "take-after.star(_,_,1,2,1)"
	for i, row := range rows {
		name, of, system, states, proof := row[1], row[2], row[3], row[4], row[5]
		if name != quick && (!long.Asked || i%5 > 0) {
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
			if of == pattern.Outcomes.String() {
				kind = pattern.Outcomes
			}
			p, _, err := pattern.Guess(t.Context(), pattern.Question{Game: game, Of: []pattern.Kind{kind}, Budget: solve.Budget{Steps: 1 << 26}})
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
			if proof == "" {
				return
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
		})
	}
}
