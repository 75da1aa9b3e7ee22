package sequence

// The audit confirms some values of a fast engine by all of their options.

import (
	"context"
	"fmt"
	"math/bits"
)

// audit evaluates the options of n by the history, and returns an error if their mex
// is not the value of n.
//
// Where the history is not complete, n must be among the recent ones, and divisions
// with a heap that is not kept are left out. Then the mex is still G(n), as some tens
// of millions of options remain, but no theorem says that it must be.
func (r *record[T]) audit(ctx context.Context, n int) error {
	codes, full := new([1 << 16]bool), r.full() // nim-sums of codes that were met
	seen := new([1 << 16]bool)                  // and the values that they stand for
	for _, s := range r.octal.splits {
		m := n - s.taken
		half := min(s.half(m), full-1)
		if r.recentAt > full { // something is missing between
			half = min(half, m-r.recentAt)
		}
		for from := 1; from <= half; {
			if err := ctx.Err(); err != nil {
				return err
			}
			const chunk = 1 << 22 // some milliseconds
			small := r.run(from, min(from+chunk, half+1))
			rests := r.runBack(m-from-len(small)+1, m-from+1)
			small = small[:len(rests)]
			addSums(codes, small, rests)
			from += len(small)
		}
		// A value is its code with one bit more, an exclusive or of bits of the code and of
		// the parity of n. So the nim-sum of two values follows from the nim-sum of
		// their codes.
		for c := range codes {
			if codes[c] {
				seen[r.values[0][c]^r.values[m&1][0]] = true
			}
		}
		clear(codes[:])
	}
	for _, i := range r.octal.singles {
		seen[r.valueAt(n-i)] = true
	}
	want := uint32(0)
	for seen[want] {
		want++
	}
	if got := r.valueAt(n); want != got {
		return fmt.Errorf("G(%d) is %d, but %d was computed: %w", n, want, got, errAudit)
	}
	return nil
}

// addSums adds to sums the nim-sum of each of the parts and its rest, the last of rests for the
// first of parts. Both are equally long.
func addSums[T byte | uint16](sums *[1 << 16]bool, parts, rests []T) {
	if a, ok := any(parts).([]byte); ok { // eight at a time
		b := any(rests).([]byte)
		for len(a) >= 8 {
			x := bits64(a) ^ bits.ReverseBytes64(bits64(b[len(b)-8:]))
			a, b = a[8:], b[:len(b)-8]
			for range 8 {
				sums[byte(x)] = true
				x >>= 8
			}
		}
		parts, rests = parts[len(parts)-len(a):], rests[:len(b)]
	}
	for k, c := range parts {
		sums[c^rests[len(rests)-1-k]] = true
	}
}
