package ask_test

// Parts of the published results of sweeps are computed again.

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/sweep"
	"github.com/grundy-games/grundy/internal/units"
)

// kept returns the records of a file of results.
func kept(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../sweep/results", name))
	if err != nil {
		t.Fatal(err)
	}
	in := io.Reader(bytes.NewReader(text))
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(in); err != nil {
			t.Fatal(err)
		}
	}
	records, err := csv.NewReader(in).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// only runs the sweep for some of its games.
func only(t *testing.T, q ask.Sweep, games []uint64) [][]string {
	t.Helper()
	for _, g := range games {
		q.Only = sweep.Join(q.Only, g)
	}
	records, err := csv.NewReader(strings.NewReader(csvOf(t, swept(t, t.TempDir(), q, 0)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records[1:]
}

// The rows of octal codes, and what the page says of all of them.
func TestResultsOfCodes(t *testing.T) {
	q := spec("d.ddd", "period")
	q.Max, q.Memory, q.Steps = 1<<28, 1<<30, 1<<25
	question, _ := sweep.FindQuestion(q.Ask)
	rows := kept(t, "octal-codes.csv")[1:]
	proved, classes, open := 0, 0, 0
	var games []uint64
	for i, r := range rows {
		settled, own := question.Get(r, "proved") == "true", question.Get(r, "class") == r[0]
		if settled {
			proved++
		}
		if own {
			classes++
		}
		if own && !settled {
			open++
		}
		needed, _ := strconv.Atoi(question.Get(r, "values_needed"))
		if settled && needed < 1000 && i%long.Of(180, 7, 1) == long.Of(7, 0, 0) {
			games = append(games, uint64(i))
		}
	}
	page, err := os.ReadFile("../../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, says := range []string{
		fmt.Sprintf("proved for %d of the %s codes", proved, units.Grouped(uint64(len(rows)))),
		fmt.Sprintf("%d classes", classes),
		fmt.Sprintf("The period of %d of these is proved, %d are open", classes-open, open),
	} {
		if !strings.Contains(text, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
	if len(games) < 3 {
		t.Errorf("%d games", len(games))
	}
	if long.Asked { // two of those that a later command proves
		further := q
		further.Steps = 1 << 34
		some := []uint64{0o354, 0o376}[:long.Of(0, 1, 2)]
		for i, r := range only(t, further, some) {
			if want := rows[some[i]]; !slices.Equal(r, want) {
				t.Errorf("%v, want %v", r, want)
			}
		}
	}
	for i, r := range only(t, q, games) {
		if want := rows[games[i]]; !slices.Equal(r, want) {
			t.Errorf("%v, want %v", r, want)
		}
	}
}

// The sets of three numbers: some of them, or all with their hash.
func TestResultsOfSubtraction(t *testing.T) {
	q := spec("subtraction:1..64:3", "period")
	stored := map[string][]string{}
	for _, r := range kept(t, "subtraction-three-of-64.csv.gz")[1:] {
		stored[r[0]] = r
	}
	family, _ := sweep.ParseFamily(q.Family)
	if uint64(len(stored)) != family.Size() {
		t.Errorf("%d sets", len(stored))
	}
	var games []uint64
	for i := uint64(0); i < family.Size(); i += 997 {
		games = append(games, i)
	}
	question, _ := sweep.FindQuestion(q.Ask)
	for _, r := range only(t, q, games) {
		if got := []string{r[0], question.Get(r, "preperiod"), question.Get(r, "period"), "1"}; !slices.Equal(got, stored[r[0]]) {
			t.Errorf("%v, want %v", got, stored[r[0]])
		}
	}
	sets := 0
	for _, r := range kept(t, "subtraction-to-20.csv.gz")[1:] {
		n, err := strconv.Atoi(r[2])
		if err != nil {
			t.Fatal(err)
		}
		sets += n
	}
	if sets != 1<<20-1 {
		t.Errorf("%d sets within 1 … 20", sets)
	}
}

// The rows of partition games are what the page says of C: all with at most 9 heaps,
// and some of the others. (A certificate of one game of each row stands in
// games/heap/certificate.)
func TestResultsOfPartitions(t *testing.T) {
	games, open := 0, 0
	for _, r := range kept(t, "partition-to-17.csv")[1:] {
		n, err := strconv.Atoi(r[3])
		if err != nil {
			t.Fatal(err)
		}
		if games += n; r[1] == "" {
			open += n
		}
	}
	if games != 1<<16-1 || open != 1 {
		t.Errorf("%d games, %d of them open", games, open)
	}
	question, _ := sweep.FindQuestion("period")
	check := func(family string, games []uint64) {
		q := spec(family, "period")
		q.Max = 3000
		for _, r := range only(t, q, games) {
			got := strings.Join([]string{question.Get(r, "preperiod"), question.Get(r, "period"), question.Get(r, "saltus")}, " ")
			if want := cut(strings.Split(strings.Trim(r[0], "partion[]"), ",")); got != want {
				t.Errorf("%s: %s, want %s", r[0], got, want)
			}
		}
	}
	var small, large []uint64
	for i := uint64(0); i < 255; i++ {
		small = append(small, i)
	}
	for i := uint64(17); i < 1<<16-1; i += long.Of[uint64](3001, 1501, 151) {
		large = append(large, i)
	}
	check("partition:2..9", small)
	check("partition:2..17", large)
}

// cut returns what docs/results.md says of the set of numbers of heaps.
func cut(heaps []string) string {
	has, least, even, odd := map[int]bool{}, 0, 0, 0
	for _, text := range heaps {
		h, _ := strconv.Atoi(text)
		c := h - 1 // cuts
		switch has[c] = true; {
		case c%2 == 0 && even == 0:
			even = c
		case c%2 == 1 && c > 1 && odd == 0:
			odd = c
		}
		if least == 0 {
			least = c
		}
	}
	two := has[1] && has[2]
	switch {
	case !has[1]:
		return fmt.Sprintf("1 %d 1", least)
	case even == 0:
		return "1 2 0"
	case two && has[3]:
		return "1 1 1"
	case two && (has[4] || has[5] || has[6]):
		return "1 12 8"
	case two && has[8]:
		return "7 12 8"
	case two && (has[7] || has[9] || has[11]):
		return "1 28 16"
	case two && (has[10] || has[12] || has[13] || has[14]):
		return "1 60 32"
	case two && has[16]:
		return "7 60 32"
	case two && has[15]:
		return "1 124 64"
	case two:
		return "  "
	case odd == 0:
		return fmt.Sprintf("1 %d 8", 6*even)
	case even == 4 && odd == 9:
		return "1 40 16"
	case even == 4 && odd >= 11:
		return "1 24 8"
	case even == 6 && odd == 13:
		return "1 108 32"
	case even == 6 && odd == 15:
		return "1 60 16"
	}
	return fmt.Sprintf("1 %d 2", even)
}

// Nim on all hypergraphs of three heaps: some of the rows, and what the page says of all of them. Each stored
// sweep is that whose hash the page has, and hypergraphs that differ by the names of their heaps are alike.
func TestResultsOfHypergraphs(t *testing.T) {
	long.Only(t)
	page, err := os.ReadFile("../../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	question, _ := sweep.FindQuestion("pattern")
	for i, c := range []struct {
		file, of string
		misere   bool
		open     int
	}{
		{"hypergraph-nim", "p-positions", false, 0},
		{"hypergraph-nim", "nim-values", false, 13},
		{"hypergraph-nim", "p-positions", true, 0},
		{"slow-hypergraph-nim", "p-positions", false, 0},
		{"slow-hypergraph-nim", "nim-values", false, 1},
		{"slow-hypergraph-nim", "p-positions", true, 0},
	} {
		name, stored := c.file+".star", c.file+"-"+c.of+".csv.gz"
		if c.misere {
			stored = c.file + "-misere.csv.gz"
		}
		rules, err := os.ReadFile(filepath.Join("../../pattern/testdata/theorems", name))
		if err != nil {
			t.Fatal(err)
		}
		q := spec(name+"(_,_,_,0,1..127)", "pattern")
		q.Of, q.Misere, q.Rules = c.of, c.misere, map[string]string{name: string(rules)}
		rows := kept(t, stored)
		open, answers := 0, map[string]string{}
		for edges, r := range rows[1:] {
			if question.Get(r, "proved") != "true" {
				open++
			}
			class, answer := alike(edges+1), question.Get(r, "proved")
			if was, ok := answers[class]; ok && was != answer {
				t.Errorf("%s: %s: %q, and %q of a hypergraph like it", stored, r[0], answer, was)
			}
			answers[class] = answer
		}
		if len(rows) != 128 || open != c.open || len(answers) != 39 {
			t.Errorf("%s: %d rows of %d classes, %d of them open", stored, len(rows)-1, len(answers), open)
		}
		for _, says := range []string{stored, "| " + strconv.Itoa(open) + " |", readHash(t, stored)} {
			if !strings.Contains(string(page), says) {
				t.Errorf("%s: the page does not have %q", stored, says)
			}
		}
		var games []uint64
		for g := uint64(2*i + 1); g < 127; g += long.Of[uint64](61, 61, 4) {
			games = append(games, g)
		}
		for j, r := range only(t, q, games) {
			if want := rows[1+games[j]]; !slices.Equal(r, want) {
				t.Errorf("%v, want %v", r, want)
			}
		}
	}
}

// readHash returns the SHA-256 of the rows of a file of results.
func readHash(t *testing.T, name string) string {
	t.Helper()
	file, err := os.Open(filepath.Join("../sweep/results", name))
	if err != nil {
		t.Fatal(err)
	}
	in, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	hash := sha256.New()
	if _, err = io.Copy(hash, in); errors.Join(err, file.Close()) != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// alike returns a text that is the same for hypergraphs of three heaps that differ by the names of the heaps
// alone. Bit e - 1 of edges stands for the heaps that are the ones of e.
func alike(edges int) string {
	least := 128
	for _, to := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		renamed := 0
		for e := 1; e < 8; e++ {
			if edges>>(e-1)&1 == 1 {
				edge := e&1<<to[0] | e>>1&1<<to[1] | e>>2&1<<to[2]
				renamed |= 1 << (edge - 1)
			}
		}
		least = min(least, renamed)
	}
	return strconv.Itoa(least)
}

// Whole sweeps have the hashes of the page.
func TestResultsHashes(t *testing.T) {
	if !long.Asked {
		t.Skip("set GRUNDY_LONG=1, or GRUNDY_LONG=whole for all of them")
	}
	page, err := os.ReadFile("../../docs/results.md")
	if err != nil {
		t.Fatal(err)
	}
	values, positions := spec("rides:4", "pattern"), spec("rides:4", "pattern")
	values.Of, positions.Of = "nim-values", "p-positions"
	sweeps := []ask.Sweep{positions}
	if long.Whole {
		sweeps = append(sweeps, values, spec("subtraction:1..64:3", "period"), spec("subtraction:1..20", "period"))
	}
	for _, q := range sweeps {
		s, err := sweep.Summarize(t.Context(), swept(t, t.TempDir(), q, 0))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(page), s.Hash) {
			t.Errorf("%s, %s: the page does not have the hash %s", q.Family, q.Of, s.Hash)
		}
	}
}
