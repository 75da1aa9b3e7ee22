package sequence

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// known are values of codes by the sparse engine: several tests ask for those of one code.
var known = struct {
	sync.Mutex
	of map[string][]uint32
}{of: map[string][]uint32{}}

// sparse returns the first n values by the sparse engine.
func sparse(t testing.TB, c Code, n int) []uint32 {
	t.Helper()
	known.Lock()
	defer known.Unlock()
	if values := known.of[c.String()]; len(values) >= n {
		return slices.Clone(values[:n])
	}
	o, ok := c.octal()
	if !ok {
		t.Fatalf("%s is not octal", c)
	}
	values, err := (&sparseEngine{octal: o}).extend(t.Context(), nil, n)
	if err != nil {
		t.Fatal(err)
	}
	known.of[c.String()] = slices.Clone(values)
	return values
}

// sampleCodes returns all codes d0.d1d2d3 and n = 2,500 for a long test, and
// for a short one some codes and n = 1,200.
func sampleCodes() ([]Code, int) {
	codes := threeDigitCodes()
	var some []Code
	for i := 0; i < len(codes); i += long.Of(61, 13, 1) {
		some = append(some, codes[i])
	}
	return some, long.Of(1000, 1800, 2500)
}

func TestSparseEngineIsNaive(t *testing.T) {
	t.Parallel()
	codes, n := sampleCodes()
	for _, text := range []string{"4!.0", "4!.37", "0.4=6!", "0.07?7!", "4.00000007", "0.00137"} {
		codes = append(codes, MustCode(text))
	}
	for _, c := range codes {
		want := naive(t, c, n)
		if got := sparse(t, c, n); !slices.Equal(got, want) {
			t.Errorf("%s: %s", c, firstDifference(got, want))
		}
	}
}

func TestPublishedChecksums(t *testing.T) {
	var checkpoints struct {
		Entries []struct {
			Code     string
			N        int
			GN       uint32 `json:"G_n"`
			Fletcher uint32
		}
	}
	readJSON(t, "octal_checkpoints.json", &checkpoints)
	for _, e := range long.Every(5, checkpoints.Entries) {
		values := sparse(t, MustCode(e.Code), e.N+1)
		if values[e.N] != e.GN || fletcher(values) != e.Fletcher {
			t.Errorf("%s: G(%d) = %d, checksum %d, want %d, %d", e.Code, e.N, values[e.N], fletcher(values), e.GN, e.Fletcher)
		}
	}
}

func ExampleParseCode() {
	_, err := ParseCode("0.7x")
	fmt.Println(err)
	// Output: code "0.7x", offset 3: want a digit: 0 … 9, A … V, &N;, * or {…}
}
