package sequence

import "testing"

func TestRulesInWords(t *testing.T) {
	for code, want := range map[string]string{
		"0.77":       "Take 1 or 2 tokens and leave nothing, one heap or two heaps.",
		"0.07":       "Take 2 tokens and leave nothing, one heap or two heaps.",
		"4.07":       "Divide a heap into two heaps. Take 2 tokens and leave nothing, one heap or two heaps.",
		"4!.0":       "Divide a heap into two heaps of different sizes.",
		"0.[3]":      "Take 1, 2, 3, … tokens and leave nothing or one heap.",
		"0.3[03]":    "Take 1, 3, 5, … tokens and leave nothing or one heap.",
		"0.313":      "Take 1 or 3 tokens and leave nothing or one heap. Take 2 tokens and leave nothing.",
		"0.3F":       "Take 1 token and leave nothing or one heap. Take 2 tokens and leave nothing, one heap, two heaps or three heaps.",
		"0.0{2?,4+}": "Take 2 tokens and leave two heaps not all of one size or 4 or more heaps.",
		"80.0":       "Add 1 token and divide into three heaps.",
		"0.0":        "There are no moves.",
	} {
		if got := MustCode(code).Rules(); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
