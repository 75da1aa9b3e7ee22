package ask

import (
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
)

func FuzzSegments(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, s := range []string{"", "1-3", "2,4", "4,2", "1-", "-", "99999999999999999999", "1-1,2-2", "+1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const count = 9
		segments, err := segmentsOf(text, count)
		if err != nil {
			return
		}
		if !slices.IsSorted(segments) || len(segments) == 0 || segments[0] < 0 || segments[len(segments)-1] >= count || len(slices.Compact(slices.Clone(segments))) < len(segments) {
			t.Errorf("%q: %v", text, segments)
		}
	})
}
