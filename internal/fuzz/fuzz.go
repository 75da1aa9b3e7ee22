// Package fuzz lets the checks try changed seeds of fuzz tests, the same ones in every run
// and on every machine. The fuzzer of Go prefers inputs that reach new code, for as long as a
// machine is fast: what it tries depends on the machine. It still takes over with `go test
// -fuzz`.
//
//	func FuzzParse(t *testing.F) {
//		f := fuzz.Seeds(t)
//		f.Add("nim(3)")
//		f.Fuzz(func(t *testing.T, text string) { … })
//	}
package fuzz

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// Count returns how many changed seeds a target tries.
func Count() int { return long.Of(15, 500, 20_000) }

// F is a fuzz target that keeps its seeds.
type F struct {
	*testing.F
	seeds [][]any
}

// Seeds returns a target to which [F.Add] adds seeds.
func Seeds(f *testing.F) *F { return &F{F: f} }

// Add adds a seed, as [testing.F.Add] does.
func (f *F) Add(args ...any) {
	f.F.Add(args...)
	f.seeds = append(f.seeds, args)
}

// Fuzz runs a function of *testing.T and of values of the types of the seeds: on the seeds, and
// on [Count] changed ones. Where it fails, the values are logged; add them as a seed.
func (f *F) Fuzz(try any) {
	f.Helper()
	if !goFuzzes() {
		r := chance.New(f, 0)
		for range Count() {
			f.F.Add(New(r, f.seeds)...)
		}
	}
	of := reflect.ValueOf(try)
	f.F.Fuzz(reflect.MakeFunc(of.Type(), func(args []reflect.Value) []reflect.Value {
		t := args[0].Interface().(*testing.T)
		ended := false // else it panics
		defer func() {
			if t.Failed() || !ended {
				t.Logf("the input: %s", quote(args[1:]))
			}
		}()
		results := of.Call(args)
		ended = true
		return results
	}).Interface())
}

// goFuzzes says whether the fuzzer of Go makes inputs.
func goFuzzes() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

func quote(args []reflect.Value) (text string) {
	for _, a := range args {
		switch a.Kind() {
		case reflect.String:
			text += fmt.Sprintf("%q, ", a)
		case reflect.Slice:
			text += fmt.Sprintf("[]byte(%q), ", a.Bytes())
		default:
			text += fmt.Sprintf("%s(%v), ", a.Type(), a)
		}
	}
	return text
}

// New returns a changed copy of one of the seeds, which all have the same types.
func New(r *rand.Rand, seeds [][]any) []any {
	values := slices.Clone(seeds[r.IntN(len(seeds))])
	others := seeds[r.IntN(len(seeds))]
	for changes := 1 + r.IntN(1<<r.IntN(4)); changes > 0; changes-- {
		at := r.IntN(len(values))
		switch v := values[at].(type) {
		case string:
			values[at] = string(text(r, []byte(v), []byte(others[at].(string))))
		case []byte:
			values[at] = text(r, slices.Clone(v), others[at].([]byte))
		case bool:
			values[at] = !v
		default:
			values[at] = number(r, reflect.ValueOf(v))
		}
	}
	return values
}

// number returns another integer of the type of v.
func number(r *rand.Rand, v reflect.Value) any {
	bits := uint64(0)
	if v.CanInt() {
		bits = uint64(v.Int())
	} else {
		bits = v.Uint()
	}
	switch r.IntN(5) {
	case 0:
		bits += r.Uint64N(20) - 10
	case 1:
		bits ^= 1 << r.IntN(v.Type().Bits())
	case 2:
		bits = r.Uint64() >> r.IntN(64)
	case 3:
		bits = -bits
	default:
		bits = []uint64{0, 1, math.MaxUint64, math.MaxInt64, math.MaxInt64 + 1, math.MaxInt32, math.MaxUint32}[r.IntN(7)]
	}
	to := reflect.New(v.Type()).Elem()
	if v.CanInt() {
		to.SetInt(int64(bits) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	} else {
		to.SetUint(bits << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	}
	return to.Interface()
}

// words are what readers of numbers and of names stumble over.
var words = []string{
	"0", "00", "-1", "+1", "1e9", "1.5", "255", "256", "2147483648", "9223372036854775807", "9223372036854775808",
	"18446744073709551615", "18446744073709551616", "99999999999999999999999",
	"(", ")", "[", "]", "{", "}", "\"", "'", ",", ";", ":", ".", "..", "*", "+", "-", "/", "\\", "%", "#", "=", "_", "!",
	"\n", "\r\n", "\t", " ", "\x00", "\x7f", "\x80", "\xff", "é", "\u00a0", "\u2028", "\ufeff", "null", "true", "[]", "{}",
}

// text changes a text once. It may take a part of another one.
func text(r *rand.Rand, s, other []byte) []byte {
	part := func(of []byte) (from, to int) { // mostly short
		from = r.IntN(len(of) + 1)
		return from, from + r.IntN(min(len(of)-from, 1<<r.IntN(8))+1)
	}
	from, to := part(s)
	if from == len(s) && len(s) > 0 && r.IntN(2) == 0 {
		from--
	}
	switch r.IntN(9) {
	case 0: // leave out
		return slices.Delete(s, from, to)
	case 1: // cut off
		return s[:from]
	case 2: // a word between or instead
		to := min(to, from+r.IntN(3))
		return slices.Replace(s, from, to, []byte(words[r.IntN(len(words))])...)
	case 3: // a part again
		return slices.Insert(s, r.IntN(len(s)+1), slices.Clone(s[from:to])...)
	case 4: // a part of another text
		first, end := part(other)
		return slices.Insert(s, from, other[first:end]...)
	case 5: // another number where one stands
		for i := range s {
			at := (from + i) % len(s)
			if end := at; s[at] >= '0' && s[at] <= '9' {
				for end < len(s) && s[end] >= '0' && s[end] <= '9' {
					end++
				}
				return slices.Replace(s, at, end, []byte(words[r.IntN(14)])...)
			}
		}
	case 6: // two parts change places
		if again, end := part(s); again >= to {
			return slices.Concat(s[:from], s[again:end], s[to:again], s[from:to], s[end:])
		}
	case 7: // one bit
		if from < len(s) {
			s[from] ^= 1 << r.IntN(8)
			return s
		}
	}
	if from < len(s) && r.IntN(2) == 0 {
		s[from] = byte(r.Uint32())
		return s
	}
	return slices.Insert(s, from, byte(r.Uint32()))
}
