package meter_test

import (
	"context"
	"errors"
	"testing"

	"github.com/grundy-games/grundy/internal/meter"
)

// Work ends a context where it is used up, and nowhere else.
func TestWork(t *testing.T) {
	ctx, end := meter.WithWork(t.Context(), 10)
	defer end()
	inner := context.WithValue(ctx, meter.Steps, true)
	meter.WorkOf(inner).Add(10)
	if ctx.Err() != nil {
		t.Error("it ended early")
	}
	meter.WorkOf(inner).Add(1)
	if !errors.Is(context.Cause(inner), meter.Steps) {
		t.Errorf("it ended with %v", context.Cause(inner))
	}
	meter.WorkOf(t.Context()).Add(1 << 60) // counts nothing
}
