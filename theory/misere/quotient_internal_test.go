package misere

import (
	"slices"
	"testing"
)

// The quotient of Kayles to 12 with anything changed is refused.
func TestChangedQuotients(t *testing.T) {
	q := NewQuotient(QuotientBounds{Elements: 100})
	for n := range 13 {
		var options [][]int
		for take := 1; take <= min(n, 2); take++ {
			for a := 0; 2*a <= n-take; a++ {
				options = append(options, []int{a, n - take - a})
			}
		}
		if _, err := q.Add(options); err != nil {
			t.Fatal(err)
		}
	}
	if all, _ := q.Order(); all != 24 {
		t.Fatalf("%d elements", all)
	}
	whole := q.monoid
	accepts := func(m presentation) bool {
		copied := *q
		wrong, err := copied.adopt(&m)
		if err != nil {
			t.Fatal(err)
		}
		return wrong == nil
	}
	if !accepts(whole) {
		t.Error("the quotient is refused")
	}
	for x := range whole.size {
		m := whole
		m.good = slices.Clone(whole.good)
		m.good[x] = !m.good[x]
		if accepts(m) {
			t.Errorf("with element %d changed from P or to it", x)
		}
	}
	for g := 1; g < len(whole.images); g++ {
		for x := range int32(whole.size) {
			m := whole
			m.images = slices.Clone(whole.images)
			if m.images[g] == x {
				continue
			}
			m.images[g] = x
			if accepts(m) {
				t.Errorf("with heap %d for element %d, not %d", g, x, whole.images[g])
			}
		}
	}
}
