package input

// Numbers of declarations are those that 64 bits hold, with a sign or without one.

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// An Int is a number from -(2^64-1) to 2^64-1. Sums beyond that end there.
type Int struct {
	Negative bool // false for 0
	Size     uint64
}

// IntOf returns the number n.
func IntOf(n int64) Int {
	if n < 0 {
		return Int{true, -uint64(n)}
	}
	return Int{false, uint64(n)}
}

// UintOf returns the number n.
func UintOf(n uint64) Int { return Int{false, n} }

// Neg returns -i.
func (i Int) Neg() Int { return Int{!i.Negative && i.Size > 0, i.Size} }

// Add returns i + j.
func (i Int) Add(j Int) Int {
	switch {
	case i.Negative == j.Negative:
		sum := i.Size + j.Size
		if sum < i.Size {
			sum = math.MaxUint64
		}
		return Int{i.Negative, sum}
	case i.Size > j.Size:
		return Int{i.Negative, i.Size - j.Size}
	case i.Size < j.Size:
		return Int{j.Negative, j.Size - i.Size}
	}
	return Int{}
}

// Less reports whether i < j.
func (i Int) Less(j Int) bool {
	if i.Negative != j.Negative {
		return i.Negative
	}
	if i.Negative {
		return i.Size > j.Size
	}
	return i.Size < j.Size
}

// String returns the number in decimal.
func (i Int) String() string {
	text := strconv.FormatUint(i.Size, 10)
	if i.Negative {
		return "-" + text
	}
	return text
}

// ParseInt returns the number that a text like "10^9", "2^64-1", "2*10^5", "1e18" or
// "-4000" means: sums of products of powers.
func ParseInt(text string) (Int, error) {
	sum := new(big.Int)
	rest := strings.ReplaceAll(text, " ", "")
	for first := true; first || rest != ""; first = false {
		sign := int64(1)
		if strings.HasPrefix(rest, "-") {
			sign, rest = -1, rest[1:]
		} else if !first {
			if !strings.HasPrefix(rest, "+") {
				return Int{}, errNumber(text)
			}
			rest = rest[1:]
		}
		end := strings.IndexAny(rest, "+-")
		if end < 0 {
			end = len(rest)
		}
		product := big.NewInt(sign)
		for factor := range strings.SplitSeq(rest[:end], "*") {
			n, ok := power(factor)
			if !ok {
				return Int{}, errNumber(text)
			}
			if product.Mul(product, n); product.BitLen() > maxBits {
				return Int{}, errNumber(text)
			}
		}
		rest = rest[end:]
		if sum.Add(sum, product); sum.BitLen() > maxBits {
			return Int{}, errNumber(text)
		}
	}
	size := new(big.Int).Abs(sum)
	if !size.IsUint64() {
		return Int{}, errNumber(text)
	}
	return Int{sum.Sign() < 0, size.Uint64()}, nil
}

// maxBits bounds the numbers within a sum.
const maxBits = 128

func errNumber(text string) error {
	if len(text) > 40 {
		text = text[:37] + "…"
	}
	return fmt.Errorf(`%q: want a number to 2^64-1, like "10^9" or "2^64-1"`, text)
}

// power returns the number that "7", "10^9" or "1e9" means.
func power(text string) (*big.Int, bool) {
	base, exponent, raised := strings.Cut(text, "^")
	times := big.NewInt(1)
	if !raised {
		var mantissa string
		if mantissa, exponent, raised = strings.Cut(text, "e"); raised {
			m, err := strconv.ParseUint(mantissa, 10, 64)
			if err != nil {
				return nil, false
			}
			times.SetUint64(m)
			base = "10"
		}
	}
	b, err := strconv.ParseUint(base, 10, 64)
	if err != nil {
		return nil, false
	}
	if !raised {
		return new(big.Int).SetUint64(b), true
	}
	e, err := strconv.ParseUint(exponent, 10, 8)
	if err != nil || e > maxBits {
		return nil, false
	}
	n := new(big.Int).Exp(new(big.Int).SetUint64(b), new(big.Int).SetUint64(e), nil)
	return n.Mul(n, times), true
}
