// Package message writes what messages in all packages are made of: texts cut
// short, numbers with their nouns, and what a misspelt word may have meant.
package message

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"
)

// Brief shortens text to one line of at most most characters, the last of which
// is "…" if something is missing. It costs O(len(text)).
func Brief(text string, most int) string {
	line, _, more := strings.Cut(text, "\n")
	if more {
		line = strings.TrimSpace(line) + "…"
	}
	at := 0 // of the last character that fits
	for i := range most {
		if at == len(line) {
			return line
		}
		_, size := utf8.DecodeRuneInString(line[at:])
		if i == most-1 && at+size < len(line) {
			return line[:at] + "…"
		}
		at += size
	}
	return line[:at]
}

// Around shortens line to what stands within some 60 bytes around the offset, with
// "…" where something is missing.
func Around(line string, offset int) string {
	const before, behind = 40, 20
	from, to := max(0, offset-before), min(offset+behind, len(line))
	near := line[from:to]
	if near != line {
		near = strings.ToValidUTF8(near, "") // letters may be cut
	}
	if from > 0 {
		near = "…" + near
	}
	if to < len(line) {
		near += "…"
	}
	return near
}

// Cycle writes the positions 0 … n-1 of a cycle, n at least 1, and the first again
// as the last: "a -> b -> a". Of more than 12 it leaves out those behind.
func Cycle(n int, position func(i int) string) string {
	const most = 12
	var b strings.Builder
	for i := range min(n, most) {
		b.WriteString(position(i) + " -> ")
	}
	if n > most {
		fmt.Fprintf(&b, "… (%d in all) … -> ", n)
	}
	return b.String() + position(0)
}

// Count writes "1 move" or "12 moves": n, and one or many.
func Count[Int ~int | ~uint64 | *big.Int](n Int, one, many string) string {
	digits := fmt.Sprint(n)
	if digits == "1" {
		many = one
	}
	return digits + " " + many
}
