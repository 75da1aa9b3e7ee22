package census

import "testing"

// TestErrantSieve compares the sieve with the rules, for all vectors of a square.
func TestErrantSieve(t *testing.T) {
	const side = 40
	var s ErrantKnights
	if err := s.Extend(t.Context(), ErrantReach(side, side)); err != nil {
		t.Fatal(err)
	}
	known := map[[2]int]bool{}
	var wins func(x, y int) bool
	wins = func(x, y int) bool {
		at := [2]int{x, y}
		if won, ok := known[at]; ok {
			return won
		}
		won := false
		for _, l := range knightLeaps {
			a, b := x, y
			for {
				c, d := a+l[0], b+l[1]
				if c*c+d*d >= a*a+b*b {
					break
				}
				a, b = c, d
				won = !wins(a, b) || won
			}
		}
		known[at] = won
		return won
	}
	for x := -side; x <= side; x++ {
		for y := -side; y <= side; y++ {
			if got := s.Wins(x, y); got != wins(x, y) {
				t.Fatalf("(%d,%d): the sieve says %v", x, y, got)
			}
		}
	}
}

func BenchmarkErrantSieve(b *testing.B) {
	lost := 0
	for b.Loop() {
		var s ErrantKnights
		if err := s.Extend(b.Context(), 5659); err != nil {
			b.Fatal(err)
		}
		lost = 0
		for x := range 4001 {
			for y := range x + 1 {
				if !s.Wins(x, y) {
					lost++
				}
			}
		}
	}
	b.ReportMetric(float64(lost), "P")
}
