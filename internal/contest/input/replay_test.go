package input_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
)

// The choices of an input make it again.
func TestReplay(t *testing.T) {
	for i, f := range formats(t) {
		s, random := shape(t, f.Declaration), chance.New(t, uint64(600+i))
		for _, size := range []input.Size{input.Tiny, input.Small, input.Medium} {
			for range 10 {
				d, err := s.Random(random, size)
				if err != nil {
					t.Fatal(err)
				}
				if again, err := s.Again(d); err != nil || !input.Equal(d, again) {
					t.Errorf("%s: %v: %q became %q", f.name, err, s.Text(d), s.Text(again))
				}
			}
		}
	}
}

// An input beyond the declaration is first brought within it.
func TestShrinkBeyondLimits(t *testing.T) {
	s := testsOfHeaps(t)
	d, err := s.Parse(strings.NewReader("1 3 1 7 5000000000"), input.Options{NoLimits: true})
	if err != nil {
		t.Fatal(err)
	}
	for c := range s.Shrink(d) {
		if text := string(s.Text(c)); text != "1\n3\n1 7 1000000000\n" {
			t.Errorf("first %q", text)
		}
		break
	}
}

// Each input of a small declaration comes once.
func TestEvery(t *testing.T) {
	for want, g := range map[int]input.Group{
		20: fields(input.Number("a", at(1), at(4)), input.Number("b", at(-2), at(2))),
		6:  fields(input.Permutation("p", at(3), 1)),
		2:  fields(input.Tree("t", at(3))),
		8:  fields(input.Text("w", at(3), at(3), "ab")),
		10: fields(ordered(input.Numbers("a", input.Exactly(at(3)), at(1), at(5)), input.Increasing)),
		12: fields(ordered(input.Numbers("a", input.Exactly(at(2)), at(1), at(4)), input.Distinct)),
	} {
		var texts []string
		s := shape(t, input.Declaration{Group: g})
		for d := range s.Every() {
			texts = append(texts, string(s.Text(d)))
		}
		slices.Sort(texts)
		if n := len(slices.Compact(slices.Clone(texts))); n != len(texts) {
			t.Errorf("%d inputs, %d of them different: %q", len(texts), n, texts)
		}
		if len(texts) != want {
			t.Errorf("%d inputs, want %d: %q", len(texts), want, texts)
		}
	}
}
