package input_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

// Every input that must be refused is refused by Parse and by the validator in Python, for the
// formats of all problems.
func TestInvalid(t *testing.T) {
	path := python(t)
	type job struct {
		Validator string   `json:"validator"`
		Texts     [][]byte `json:"texts"`
	}
	var jobs []job
	var invalids [][]input.Invalid
	all := long.Every(8, formats(t))
	for i, f := range all {
		s := shape(t, f.Declaration)
		found := s.Invalid(chance.New(t, uint64(700+i)))
		if len(found) < 7 {
			t.Errorf("%s: only %d inputs", f.name, len(found))
		}
		if again := s.Invalid(chance.New(t, uint64(700+i))); i < 5 && !slices.EqualFunc(found, again, func(a, b input.Invalid) bool {
			return a.Name == b.Name && a.Reason == b.Reason && bytes.Equal(a.In, b.In)
		}) {
			t.Errorf("%s: the same numbers give other inputs", f.name)
		}
		var program bytes.Buffer
		opt := input.ValidatorOptions{Title: f.name}
		if f.Valid != nil {
			opt.Functions = "def valid(u, v):\n    return \"two nodes\" if u == v else True\n\n\nFUNCTIONS, TAKES, DERIVED = {\"valid\": valid}, {\"valid\": [\"u\", \"v\"]}, []\n"
			opt.Demands = []input.Demand{{Function: "valid", Right: true}}
		}
		if err := s.Validator(&program, opt); err != nil {
			t.Fatal(err)
		}
		j := job{Validator: program.String()}
		for _, wrong := range found {
			if _, err := s.Parse(bytes.NewReader(wrong.In), input.Options{Exact: true}); err == nil {
				t.Errorf("%s: %s is not refused:\n%s", f.name, wrong.Name, wrong.In)
			}
			j.Texts = append(j.Texts, wrong.In)
		}
		jobs, invalids = append(jobs, j), append(invalids, found)
	}
	in, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "-c", driver)
	command.Stdin = bytes.NewReader(in)
	var problem bytes.Buffer
	command.Stderr = &problem
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, problem.Bytes())
	}
	var statuses [][]string
	if err := json.Unmarshal(out, &statuses); err != nil {
		t.Fatal(err)
	}
	for i, f := range all {
		for j, wrong := range invalids[i] {
			if statuses[i][j] != "43" {
				t.Errorf("%s: the validator says %s of %s:\n%s", f.name, statuses[i][j], wrong.Name, wrong.In[:min(len(wrong.In), 300)])
			}
		}
	}
}

// A declaration with everything gives every fault.
func TestInvalidNames(t *testing.T) {
	edges := input.Tree("edges", of("n"))
	s := shape(t, input.Declaration{
		Group: tests(1000, fields(
			input.Number("n", at(2), at(500)),
			ordered(input.Numbers("a", input.Exactly(of("n")), at(-5), at(9)), input.Increasing),
			input.Text("word", at(2), at(10), "XO"), edges,
		)),
		Totals: []input.Total{{Field: "n", Most: input.UintOf(5000)}},
	})
	var names []string
	for _, wrong := range s.Invalid(chance.New(t, 1)) {
		names = append(names, wrong.Name)
		if !strings.HasSuffix(wrong.Reason, ")") || strings.Contains(wrong.Reason, "\n") {
			t.Errorf("%s: %q is not a sentence", wrong.Name, wrong.Reason)
		}
	}
	for _, want := range []string{
		"tests below", "tests above", "tests one more", "tests one less", "n below", "n above", "n one more", "n one less", "a below", "a above",
		"a separator", "a one fewer", "a one more", "a not a number greater than the one before,", "word short", "word long", "word letter", "edges below", "edges above",
		"edges not an edge of a tree, which joins nodes that the edges before do not: not",
		"leading zero", "plus", "minus zero", "no number", "two blanks", "tab", "blank at the end of a line", "empty line", "carriage return",
		"empty", "no last line end", "more behind the end", "cut", "total of n",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("no %q among %q", want, names)
		}
	}
}
