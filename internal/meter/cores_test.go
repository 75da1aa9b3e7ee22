package meter_test

import (
	"runtime"
	"testing"

	"github.com/grundy-games/grundy/internal/meter"
)

func TestCores(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	ctx := t.Context()
	bounded := meter.WithCores(ctx, 1)
	for _, c := range []struct{ got, want int }{
		{meter.Cores(ctx, 0), all},
		{meter.Cores(ctx, 3), 3},
		{meter.Cores(meter.WithCores(ctx, 0), 0), all},
		{meter.Cores(bounded, 0), 1},
		{meter.Cores(bounded, 3), 1},
		{meter.Cores(meter.WithCores(ctx, 5), 3), 3},
	} {
		if c.got != c.want {
			t.Errorf("%d cores, want %d", c.got, c.want)
		}
	}
}
