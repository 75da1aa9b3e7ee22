package input_test

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/long"
)

func TestMain(m *testing.M) { chance.Main(m) }

func TestRandomInputsAreValid(t *testing.T) {
	for i, f := range formats(t) {
		t.Run(f.name, func(t *testing.T) {
			s, random := shape(t, f.Declaration), chance.New(t, uint64(i))
			for j, size := range []input.Size{input.Tiny, input.Small, input.Medium, input.Large} {
				texts := map[string]bool{}
				for range long.Or([]int{12, 6, 1, 1}, []int{60, 30, 10, 2})[j] {
					d, err := s.Random(random, size)
					if err != nil {
						t.Fatal(err)
					}
					if err := s.Check(d); err != nil {
						t.Fatalf("%v:\n%.2000s", err, s.Text(d))
					}
					texts[string(s.Text(d))] = true
				}
				if j < 2 && len(texts) < 3 {
					t.Errorf("size %v: only %d different inputs", size, len(texts))
				}
			}
		})
	}
}

func TestEqual(t *testing.T) {
	s := testsOfHeaps(t)
	parse := func(text string) *input.Data {
		d, err := s.Parse(strings.NewReader(text), input.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	a := parse("1 2 3 4")
	for _, text := range []string{"1 2 3 5", "1 1 3", "2 2 3 4 1 1"} {
		if input.Equal(a, parse(text)) {
			t.Errorf("equal to %q", text)
		}
	}
	if !input.Equal(a, a.Clone()) || input.Equal(a.Tests[0], a) {
		t.Error("clones differ")
	}
}
