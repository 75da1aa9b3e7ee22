package message_test

import (
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/message"
)

func TestBrief(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"äöü", 3, "äöü"},
		{"äöüß", 3, "äö…"},
		{"ab\ncd", 9, "ab…"},
		{"ab\n", 3, "ab…"},
		{"abc\ncd", 3, "ab…"},
		{"abcd", 1, "…"},
		{"\xff\xff\xff\xff", 3, "\xff\xff…"},
	} {
		if got := message.Brief(c.text, c.most); got != c.want {
			t.Errorf("Brief(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestAround(t *testing.T) {
	digits := strings.Repeat("0123456789", 10)
	for _, c := range []struct {
		line   string
		offset int
		want   string
	}{
		{"", 0, ""},
		{"nim(3", 5, "nim(3"},
		{digits, 0, digits[:20] + "…"},
		{digits, 50, "…" + digits[10:70] + "…"},
		{digits, 100, "…" + digits[60:]},
		{strings.Repeat("é", 50), 51, "…" + strings.Repeat("é", 29) + "…"}, // the letters at both ends are cut
		{strings.Repeat("\x8d", 60) + "]x" + strings.Repeat("\x8d", 60), 61, "…]x…"},
	} {
		if got := message.Around(c.line, c.offset); got != c.want {
			t.Errorf("%q around %d: %q, want %q", c.line, c.offset, got, c.want)
		}
	}
}

func TestCycle(t *testing.T) {
	for n, want := range map[int]string{
		1:  "0 -> 0",
		3:  "0 -> 1 -> 2 -> 0",
		12: "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> 0",
		13: "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> … (13 in all) … -> 0",
	} {
		if got := message.Cycle(n, strconv.Itoa); got != want {
			t.Errorf("Cycle(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range []string{"0 moves", "1 move", "2 moves"} {
		if got := message.Count(n, "move", "moves"); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
		if got := message.Count(big.NewInt(int64(n)), "move", "moves"); got != want {
			t.Errorf("Count(%d), of a large number, = %q, want %q", n, got, want)
		}
	}
}
