package position_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/position"
)

// A long sum is charged to the meter of the question, and is not read to its end
// after the question's context has ended.
func TestLongSumsKeepToTheBudget(t *testing.T) {
	text := strings.Repeat("0.77(5) + ", 9_999) + "0.77(5)"
	ctx := meter.With(t.Context(), 1<<20)
	if _, err := position.ParseWith(ctx, text, position.Files{}); !errors.Is(err, grundy.ErrBudget) || meter.Of(ctx).Used() != 0 {
		t.Errorf("%v; %d bytes are still taken", err, meter.Of(ctx).Used())
	}
	ctx = meter.With(t.Context(), 1<<30)
	if sum, err := position.ParseWith(ctx, text, position.Files{}); err != nil || len(sum) != 10_000 || meter.Of(ctx).Used() < 10_000*64 {
		t.Errorf("%d terms, %d bytes, %v", len(sum), meter.Of(ctx).Used(), err)
	}
	why := errors.New("nobody waits")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := position.ParseWith(ctx, text+" + 0.7x(1)", position.Files{}); !errors.Is(err, why) {
		t.Error(err)
	}
}
