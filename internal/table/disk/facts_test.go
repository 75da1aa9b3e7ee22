package disk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/table/disk"
	"github.com/grundy-games/grundy/theory/search"
)

var factsHeader = disk.FactsHeader{Game: "cram", Rules: strings.Repeat("0f", 32), Samples: []disk.Sample{{`cram("..")`, []byte{1, 2}}}}

// someFacts draws facts of all shapes.
func someFacts(t testing.TB, count int) (all []search.Findings[string]) {
	r := chance.New(t, 33)
	for i := range count {
		f := search.Findings[string]{Key: fmt.Sprint(i)[r.IntN(2)*(len(fmt.Sprint(i))-1):], Value: int64(r.IntN(6)) - 1}
		if i%17 == 0 {
			f.Key, f.Value = strings.Repeat("x", i), math.MaxInt32
		}
		if f.Value < 0 {
			f.Not, f.Size = r.Uint64()>>r.IntN(64), r.Uint32()>>r.IntN(32)
			for last := uint32(64); r.IntN(3) == 0; last++ {
				last += uint32(r.IntN(1000))
				f.Far = append(f.Far, last)
			}
		}
		all = append(all, f)
	}
	return append(all, search.Findings[string]{Value: -1, Far: []uint32{64, math.MaxUint32}})
}

func factsFile(t testing.TB, h disk.FactsHeader, facts []search.Findings[string]) []byte {
	var out bytes.Buffer
	if err := disk.WriteFacts(&out, h, slices.Values(facts)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readFacts(in io.Reader) (h disk.FactsHeader, all []search.Findings[string], err error) {
	f, err := disk.OpenFacts(in)
	if err != nil {
		return h, nil, err
	}
	return f.Header, all, f.Each(func(f search.Findings[string]) error {
		all = append(all, f)
		return nil
	})
}

// Facts are read as they were written, in one block and in several.
func TestFacts(t *testing.T) {
	for _, count := range []int{0, 1, 50, 2000} {
		want := someFacts(t, count)
		h, got, err := readFacts(bytes.NewReader(factsFile(t, factsHeader, want)))
		if err != nil || !reflect.DeepEqual(h, factsHeader) || !reflect.DeepEqual(got, want) {
			t.Errorf("%d facts: %v, %d of %d", count, err, len(got), len(want))
		}
	}
	large := []search.Findings[string]{{Key: strings.Repeat("y", 1<<20)}, {Key: "z", Value: 2}}
	if _, got, err := readFacts(bytes.NewReader(factsFile(t, factsHeader, large))); err != nil || !reflect.DeepEqual(got, large[1:]) {
		t.Errorf("a key that is too long for a block: %v, %v", err, got)
	}
}

// Whatever byte is changed, and wherever the file ends, it is refused.
func TestDamagedFacts(t *testing.T) {
	whole := factsFile(t, factsHeader, someFacts(t, 20))
	refused := func(what string, text []byte) {
		t.Helper()
		none := new(disk.FactsError)
		if _, _, err := readFacts(bytes.NewReader(text)); !errors.As(err, &none) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range whole {
		damaged := slices.Clone(whole)
		damaged[i] ^= 1 << (i % 8)
		refused(fmt.Sprintf("byte %d changed", i), damaged)
		refused(fmt.Sprintf("%d bytes", i), whole[:i])
	}
	refused("one more", append(slices.Clone(whole), 0))
	refused("twice", slices.Concat(whole, whole))
	for text, want := range map[string]string{
		"":                   "not a file of facts",
		`{"grundy-table":1}`: "not a file of facts",
		`{"grundy-facts":2}`: "is of version 2 of the format, and this program knows 1",
		strings.Replace(string(whole), "cram", "dram", 1): "its first line is damaged",
		string(whole) + "x": "more follows behind its last block",
	} {
		if _, _, err := readFacts(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

// A reader that fails is not damage.
func TestUnreadFacts(t *testing.T) {
	whole := factsFile(t, factsHeader, someFacts(t, 20))
	for _, size := range []int{0, 10, len(whole) - 20, len(whole)} {
		broken := errors.New("the disk is broken")
		in := io.MultiReader(bytes.NewReader(whole[:size]), failing{broken})
		if _, _, err := readFacts(in); !errors.Is(err, broken) {
			t.Errorf("after %d of %d bytes: %v", size, len(whole), err)
		}
	}
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// Records that no program has written are read or refused, and what is read is written again alike.
func FuzzFacts(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add(factsFile(t, factsHeader, nil))
	f.Add(factsFile(t, factsHeader, someFacts(t, 3)))
	f.Add(factsFile(t, disk.FactsHeader{Game: "sprouts"}, someFacts(t, 30)))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, text := range [][]byte{text, disk.Resealed(text)} { // also with checksums to match
			h, facts, err := readFacts(bytes.NewReader(text))
			if err != nil {
				continue
			}
			if _, again, err := readFacts(bytes.NewReader(factsFile(t, h, facts))); err != nil || !reflect.DeepEqual(again, facts) {
				t.Errorf("%v: %v, written again %v", err, facts, again)
			}
		}
	})
}
