package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// The same seeds give the same inputs, of the same types. They leave the seeds alone, are
// mostly new, and reach what is near.
func TestNew(t *testing.T) {
	seeds := [][]any{{"nim(3)", []byte("12 7"), -1, uint8(3), true}, {"", []byte{}, 5, uint8(0), false}}
	before := fmt.Sprintf("%#v", seeds)
	first, again := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	var all strings.Builder
	const draws = 20_000
	for range draws {
		values := New(first, seeds)
		text := fmt.Sprintf("%#v", values)
		if other := fmt.Sprintf("%#v", New(again, seeds)); text != other {
			t.Fatalf("%s, and drawn again %s", text, other)
		}
		for i, v := range values {
			if got, want := fmt.Sprintf("%T", v), fmt.Sprintf("%T", seeds[0][i]); got != want {
				t.Fatalf("%s: value %d is of type %s, want %s", text, i, got, want)
			}
		}
		seen[text] = true
		all.WriteString(values[0].(string) + "\n")
	}
	if after := fmt.Sprintf("%#v", seeds); after != before {
		t.Errorf("the seeds are %s, were %s", after, before)
	}
	if len(seen) < draws/3 {
		t.Errorf("%d inputs of %d are different", len(seen), draws)
	}
	for _, near := range []string{"nim(3", "nim()", "nim(18446744073709551616)", "nimnim(3)", "nim(3)(3)", "nim\x00(3)"} {
		if !strings.Contains(all.String(), near) {
			t.Errorf("%q is never tried", near)
		}
	}
}

func FuzzAdd(t *testing.F) {
	f := Seeds(t)
	f.Add("a", 1, []byte{2}, true)
	tried := map[string]bool{}
	f.Fuzz(func(_ *testing.T, text string, n int, bytes []byte, b bool) {
		tried[fmt.Sprint(text, n, string(bytes), b)] = true
	})
	if len(tried) < Count()/2 && !goFuzzes() {
		t.Errorf("%d inputs are tried of %d", len(tried), Count())
	}
}
