package units_test

import (
	"math"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/units"
)

func TestTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1234567 * time.Nanosecond:             "1ms",
		12345 * time.Millisecond:              "12.3s",
		90*time.Minute + 400*time.Millisecond: "1h30m0s",
		100 * 24 * time.Hour:                  "100 days",
		24 * 365 * 20 * time.Hour:             "20 years",
	} {
		if got := units.Time(d); got != want {
			t.Errorf("%v is written %q, want %q", d, got, want)
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 999: "999", 1000: "1,000", 326640: "326,640", math.MaxUint64: "18,446,744,073,709,551,615",
	} {
		if got := units.Grouped(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]uint64{"4GiB": 4 << 30, "500MB": 500e6, "1024": 1024} {
		if got, err := units.ParseBytes(text); err != nil || got != want {
			t.Errorf("%q is read as %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "lots", "-1GB", "4 elephants"} {
		if got, err := units.ParseBytes(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
	if got := units.Bytes(3 << 29); got != "1.5 GiB" {
		t.Errorf("1.5 GiB is written %q", got)
	}
}
