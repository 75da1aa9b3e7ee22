package input_test

import (
	"math"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

func TestExtremesAreValid(t *testing.T) {
	for i, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			s, random := shape(t, f.Declaration), chance.New(t, uint64(100+i))
			for _, size := range []input.Size{input.Small, input.Medium}[:long.Or(1+i%2, 2)] {
				reasons := map[string]bool{}
				for reason, d := range s.Extremes(random, size) {
					if err := s.Check(d); err != nil {
						t.Errorf("%s: %v:\n%.2000s", reason, err, s.Text(d))
					}
					if reasons[reason] {
						t.Errorf("%s: twice", reason)
					}
					reasons[reason] = true
				}
				if len(reasons) < 2 {
					t.Errorf("only %v", reasons)
				}
			}
		})
	}
}

func TestExtremeNumbers(t *testing.T) {
	var found []string
	random := chance.New(t, 1)
	for _, f := range formats(t) {
		if f.name != "counter-game" && f.name != "deforestation" && f.name != "kyles" {
			continue
		}
		s := shape(t, f.Declaration)
		for reason, d := range s.Extremes(random, input.Size{Tests: 8, Length: 9, Value: math.MaxUint64, Elements: 1000}) {
			found = append(found, reason+": "+strings.ReplaceAll(string(s.Text(d)), "\n", " "))
		}
	}
	all := strings.Join(found, "\n")
	for _, want := range []string{" 18446744073709551615 ", " 9223372036854775808 9223372036854775807 9223372036854775809 ", " 2147483648 2147483647 2147483649 ",
		"a path", "a star", "a broom", " IIIIIIIII ", " IXIXIXIXI "} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// Each input comes apart into cases, each a valid input, and these make it again.
func TestCasesAndPack(t *testing.T) {
	for i, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			s, random := shape(t, f.Declaration), chance.New(t, uint64(200+i))
			for range 10 {
				d, err := s.Random(random, input.Small)
				if err != nil {
					t.Fatal(err)
				}
				before := string(s.Text(d))
				var cases []*input.Data
				for _, test := range s.Innermost(d) {
					c := s.Case(test)
					cases = append(cases, c)
					if err := s.Check(c); err != nil {
						t.Fatalf("%v:\n%s", err, s.Text(c))
					}
				}
				for _, p := range s.Pack(cases) {
					if err := s.Check(p); err != nil {
						t.Fatalf("%v:\n%s", err, s.Text(p))
					}
				}
				if string(s.Text(d)) != before {
					t.Fatal("the input has changed")
				}
				if packed := s.Pack(cases); f.Call == "" && s.Depth() == 1 && len(cases) > 0 && len(packed) != 1 {
					t.Errorf("%d inputs, want 1:\n%s", len(packed), before)
				}
			}
		})
	}
}

func TestPackKeepsTotalsAndCounts(t *testing.T) {
	s := shape(t, input.Declaration{
		Group:  tests(4, fields(input.Number("n", at(1), at(5)), input.Numbers("s", input.Exactly(of("n")), at(0), at(9)))),
		Totals: []input.Total{{Field: "n", Most: input.IntOf(7)}},
	})
	var cases []*input.Data
	for _, text := range []string{"1 5 1 2 3 4 5", "1 2 1 2", "1 1 7", "1 1 1", "1 1 2", "1 1 3", "1 1 4"} {
		d, err := s.Parse(strings.NewReader(text), input.Options{})
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, d)
	}
	var tests []int
	for _, d := range s.Pack(cases) {
		if err := s.Check(d); err != nil {
			t.Error(err)
		}
		tests = append(tests, len(d.Tests))
	}
	if len(tests) != 3 || tests[0] != 2 || tests[1] != 4 || tests[2] != 1 {
		t.Errorf("tests %v", tests)
	}
}

func TestSmall(t *testing.T) {
	s := testsOfHeaps(t)
	var texts []string
	for d := range s.Small(300) {
		if err := s.Check(d); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.Join(strings.Fields(string(s.Text(d))), " "))
	}
	if len(texts) != 300 || texts[0] != "1 1 1" || texts[1] != "1 1 2" || texts[2] != "1 2 1 1" {
		t.Errorf("%d: %.200s", len(texts), texts)
	}
	// All 2 + 4 inputs of this shape.
	s = shape(t, input.Declaration{Group: fields(input.Number("n", at(1), at(2)), input.Numbers("s", input.Exactly(of("n")), at(0), at(1)))})
	n := 0
	for range s.Small(100) {
		n++
	}
	if n != 6 {
		t.Errorf("%d inputs, want 6", n)
	}
	for _, f := range formats(t) {
		s := shape(t, f.Declaration)
		n := 0
		for d := range s.Small(25) {
			if n++; s.Check(d) != nil {
				t.Errorf("%s: %q", f.name, s.Text(d))
			}
		}
		if n == 0 {
			t.Errorf("%s: no small input", f.name)
		}
	}
}

func TestLeaves(t *testing.T) {
	for i, f := range formats(t) {
		s := shape(t, f.Declaration)
		d, err := s.Random(chance.New(t, uint64(300+i)), input.Small)
		if err != nil {
			t.Fatal(err)
		}
		for leaf := range s.Leaves(d) {
			if !leaf.Has(leaf.Get()) {
				t.Errorf("%s: %s = %s", f.name, leaf.Field, leaf.Get())
			}
		}
	}
	// Make a Nim sum 0 by one heap.
	s := testsOfHeaps(t)
	d, _ := s.Parse(strings.NewReader("1 3 1 2 4"), input.Options{})
	for leaf := range s.Leaves(d) {
		if leaf.Field == "s" && leaf.Index == 2 {
			leaf.Set(input.IntOf(3))
		}
	}
	if text := string(s.Text(d)); text != "1\n3\n1 2 3\n" || s.Check(d) != nil {
		t.Errorf("%q, %v", text, s.Check(d))
	}
	for leaf := range s.Leaves(d) {
		if leaf.Count {
			leaf.Set(input.IntOf(2))
		}
	}
	if s.Check(d) == nil {
		t.Error("a wrong count was not found")
	}
}
