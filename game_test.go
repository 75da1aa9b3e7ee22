package grundy_test

// Plans keep what they promise.

import (
	"math"
	"testing"
	"time"

	"github.com/grundy-games/grundy"
)

func TestCostPlus(t *testing.T) {
	const longest = time.Duration(math.MaxInt64)
	for _, test := range []struct{ a, b, want grundy.Cost }{
		{grundy.Cost{}, grundy.Cost{}, grundy.Cost{}},
		{grundy.Cost{Bytes: 3, Time: time.Second}, grundy.Cost{Bytes: 4, Time: time.Minute}, grundy.Cost{Bytes: 7, Time: 61 * time.Second}},
		{grundy.Cost{Bytes: math.MaxUint64}, grundy.Cost{Time: longest}, grundy.Cost{Bytes: math.MaxUint64, Time: longest}},
		{grundy.Cost{Bytes: math.MaxUint64, Time: longest}, grundy.Cost{Bytes: 1, Time: 1}, grundy.Cost{Bytes: math.MaxUint64, Time: longest}},
		{grundy.Cost{Bytes: 1 << 63, Time: longest}, grundy.Cost{Bytes: 1 << 63, Time: longest}, grundy.Cost{Bytes: math.MaxUint64, Time: longest}},
	} {
		if got := test.a.Plus(test.b); got != test.want {
			t.Errorf("%v + %v is %v, want %v", test.a, test.b, got, test.want)
		}
		if got := test.b.Plus(test.a); got != test.want {
			t.Errorf("%v + %v is %v, want %v", test.b, test.a, got, test.want)
		}
	}
}
