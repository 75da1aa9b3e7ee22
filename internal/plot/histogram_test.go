package plot

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// Bars count every value once, exactly where there are few values, and in ranges of equal
// width where there are many.
func TestBars(t *testing.T) {
	for _, test := range []struct{ values, least, step uint64 }{{1, 5, 1}, {40, 7, 1}, {41, 0, 3}, {5000, 0, 1}, {9000, 3, 1 << 20}} {
		h := &Histogram{}
		want := map[uint64]bool{}
		for i := range test.values {
			h.Add(test.least + i*test.step)
			want[test.least+i*test.step] = true
		}
		if len(h.counts) > mostCounted {
			t.Errorf("%v: %d counts are kept", test, len(h.counts))
		}
		bars, total := h.bars(), uint64(0)
		if len(bars) > mostBars {
			t.Errorf("%v: %d bars", test, len(bars))
		}
		for i, b := range bars {
			if i > 0 && (b.least != bars[i-1].most+1 || b.most-b.least != bars[0].most-bars[0].least) {
				t.Errorf("%v: bars %v and %v", test, bars[i-1], b)
			}
			for v := range want {
				if b.least <= v && v <= b.most {
					b.count--
					total++
				}
			}
			if b.count != 0 {
				t.Errorf("%v: bar %d … %d is off by %d", test, b.least, b.most, int64(b.count))
			}
		}
		if total != test.values {
			t.Errorf("%v: %d values have a bar", test, total)
		}
	}
}

// Logarithmic bars are of 0, 1, 2 … 3, 4 … 7 and so on, to the largest number.
func TestLogarithmicBars(t *testing.T) {
	h := &Histogram{Logarithmic: true}
	h.AddMany(5, 2)
	for _, v := range []uint64{0, 2, 3, 7, 8, 1<<64 - 1} {
		h.Add(v)
	}
	bars := h.bars()
	want := map[int]bar{0: {0, 0, 1}, 1: {1, 1, 0}, 2: {2, 3, 2}, 3: {4, 7, 3}, 4: {8, 15, 1}, 5: {16, 31, 0}, 64: {1 << 63, 1<<64 - 1, 1}}
	for i, w := range want {
		if len(bars) != 65 || bars[i] != w {
			t.Fatalf("bar %d of %d is %v, want %v", i, len(bars), bars[i], w)
		}
	}
	if err := h.Write(t.Context(), io.Discard, SVG, nil); err != nil {
		t.Error(err)
	}
}

func TestHistograms(t *testing.T) {
	if err := (&Histogram{}).Write(t.Context(), io.Discard, SVG, nil); err == nil {
		t.Error("a picture of nothing")
	}
	h := &Histogram{Title: "a title"}
	for _, v := range []uint64{0, 1, 1, 1, 3, 3} {
		h.Add(v)
	}
	for _, f := range []Format{PNG, SVG} {
		var out bytes.Buffer
		if err := h.Write(t.Context(), &out, f, nil); err != nil {
			t.Error(err)
		}
		if f == SVG && (!strings.Contains(out.String(), ">3 (50.0 %)<") || !strings.Contains(out.String(), ">0 (0.0 %)<")) {
			t.Error(out.String())
		}
	}
	var out bytes.Buffer
	if err := h.WriteTerminal(t.Context(), &out, 34, 10, NoColours); err != nil {
		t.Error(err)
	}
	if want := `a title
nim-value
        0 |███▎ 1 (16.7 %)
        1 |██████████ 3 (50.0 %)
        2 | 0 (0.0 %)
        3 |██████▋ 2 (33.3 %)
`; out.String() != want {
		t.Errorf("%s, want %s", &out, want)
	}
}
