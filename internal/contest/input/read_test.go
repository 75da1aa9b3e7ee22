package input_test

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest/input"
)

// testsOfHeaps is T tests of n heaps.
func testsOfHeaps(t testing.TB) *input.Shape {
	t.Helper()
	s, err := input.New(input.Declaration{Group: input.Group{Repeat: &input.Repeat{
		Name: "test", Count: input.Counted(input.At(1), input.At(100)),
		Group: input.Group{Fields: []input.Field{
			input.Number("n", input.At(1), input.At(100)),
			input.Numbers("s", input.Exactly(input.Of("n")), input.At(1), input.At(1e9)),
		}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEach(t *testing.T) {
	s := testsOfHeaps(t)
	place, ok := s.Lookup("s")
	if !ok || place.Out != 0 || place.Field != 1 {
		t.Fatalf("s is at %v, %v", place, ok)
	}
	var sums []uint64
	err := s.Each(strings.NewReader("2\n2\n1 1\n3\n2 1 3"), input.Options{}, func(d *input.Data) error {
		sum := uint64(0)
		for _, n := range d.At(place).List {
			sum += n
		}
		sums = append(sums, sum)
		return nil
	})
	if err != nil || len(sums) != 2 || sums[0] != 2 || sums[1] != 6 {
		t.Errorf("%v, %v", sums, err)
	}
}
