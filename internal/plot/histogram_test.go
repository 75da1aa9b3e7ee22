package plot

import (
	"bytes"
	"errors"
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
			if i > 0 && (b.Least != bars[i-1].Most+1 || b.Most-b.Least != bars[0].Most-bars[0].Least) {
				t.Errorf("%v: bars %v and %v", test, bars[i-1], b)
			}
			for v := range want {
				if b.Least <= v && v <= b.Most {
					b.Count--
					total++
				}
			}
			if b.Count != 0 {
				t.Errorf("%v: bar %d … %d is off by %d", test, b.Least, b.Most, int64(b.Count))
			}
		}
		if total != test.values {
			t.Errorf("%v: %d values have a bar", test, total)
		}
	}
}

// Bars that are given are drawn as they are.
func TestGivenBars(t *testing.T) {
	var out bytes.Buffer
	h := &Histogram{Bars: []Bar{{0, 0, 1}, {1 << 63, 1<<64 - 1, 3}}}
	if err := errors.Join(h.Write(t.Context(), io.Discard, SVG, nil), h.WriteTerminal(t.Context(), &out, 0, 0, NoColours)); err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.String(), "9,223,372,036,854,775,808 … 18,446,744,073,709,551,615 |") || !strings.Contains(out.String(), "3 (75.0 %)") {
		t.Errorf("%s", &out)
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
