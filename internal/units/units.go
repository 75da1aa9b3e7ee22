// Package units writes and reads quantities as people do: 1.5 GiB, 20m0s, 326,640.
package units

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"
)

// Grouped writes n with a comma before each three digits: 326,640.
func Grouped(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Bytes writes n with a binary unit, such as "1.5 GiB".
func Bytes(n uint64) string {
	if n == math.MaxUint64 {
		return "more than 16 EiB"
	}
	return humanize.IBytes(n)
}

// ParseBytes reads a number of bytes with or without a unit: 4GiB, 500MB, 1024.
func ParseBytes(text string) (uint64, error) {
	n, err := humanize.ParseBytes(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not an amount of memory: want a number and a unit, such as 4GiB", text)
	}
	return n, nil
}

// BytesUp returns the least amount that [Bytes] writes exactly and that is not less than n.
func BytesUp(n uint64) uint64 {
	unit := uint64(1)
	for unit < 1<<60 && n >= 1024*unit {
		unit *= 1024
	}
	if unit > 1 && n < 10*unit { // with one digit behind the point
		for up := n / unit * 10; up <= 100; up++ {
			if by := (up*unit + 9) / 10; by >= n {
				return by
			}
		}
	}
	return max(n, (n+unit-1)/unit*unit)
}

// TimeUp returns the least time that [Time] writes exactly and that is not less than d, of times
// below two days.
func TimeUp(d time.Duration) time.Duration {
	by := time.Second
	switch {
	case d < time.Millisecond || d >= 48*time.Hour:
		return d
	case d < time.Second:
		by = time.Millisecond
	case d < time.Minute:
		by = time.Second / 10
	}
	return (d + by - 1) / by * by
}

// Time writes d to two or three digits, in days or years where it is long.
func Time(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Millisecond:
		return d.String()
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(time.Second / 10).String()
	case d < 2*day:
		return d.Round(time.Second).String()
	case d < 1000*day:
		return fmt.Sprintf("%d days", d/day)
	case d < math.MaxInt64/2:
		return fmt.Sprintf("%d years", d/(365*day))
	default:
		return "more than a hundred years"
	}
}
