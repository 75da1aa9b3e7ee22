// Package chance gives tests their random numbers: the same ones in every run, so
// that a test which passes once passes again. GRUNDY_SEED=fresh asks for new ones,
// and GRUNDY_SEED=N for those of a run that failed; each test logs its seed.
package chance

import (
	"flag"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Seed returns the seed of all tests of this process.
var Seed = sync.OnceValue(func() uint64 {
	switch text := os.Getenv("GRUNDY_SEED"); text {
	case "":
		return 1
	case "fresh":
		return uint64(time.Now().UnixNano())
	default:
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil || seed == 0 {
			panic("GRUNDY_SEED is a number above 0, or fresh: " + text)
		}
		return seed
	}
})

// New returns a generator for one test. Generators with different streams draw
// different numbers.
func New(t testing.TB, stream uint64) *rand.Rand {
	t.Helper()
	t.Logf("GRUNDY_SEED=%d", Seed())
	return rand.New(rand.NewPCG(Seed(), stream))
}

// heapFloor is the size of a block that nobody writes, so that it takes no memory. With it
// the collector begins where the heap has doubled from there. It would run thousands of
// times in tests that keep little, and take a fifth of their time.
const heapFloor = 64 << 20

// Main runs the tests of a package that has property tests, or tests that compute much;
// its TestMain calls it. The random inputs are drawn from [Seed]. The flag -rapid.seed
// overrides that.
func Main(m *testing.M) {
	flag.Parse()
	seed := flag.Lookup("rapid.seed")
	if seed != nil && seed.Value.String() == seed.DefValue {
		_ = seed.Value.Set(strconv.FormatUint(Seed(), 10))
	}
	floor := make([]byte, heapFloor)
	status := m.Run()
	runtime.KeepAlive(floor)
	os.Exit(status)
}
