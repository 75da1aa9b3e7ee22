package tree_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/oracle"
)

func wantError(t rapid.TB, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}

// checkReading checks that the numbers which count in the scene of c give its nim-value, and
// returns the numbers of all elements.
func checkReading(t oracle.TB, o *oracle.Oracle, c grundy.Component) map[string]uint64 {
	t.Helper()
	scene, _, err := c.Scene()
	r, ok := c.ReadValue()
	if err != nil || !ok {
		t.Fatalf("%v cannot be read: %v", c, err)
	}
	there, numbers, sum := map[string]bool{}, map[string]uint64{}, uint64(0)
	for _, e := range scene.Elements {
		there[e.ID] = true
	}
	for _, e := range r.Elements {
		if !there[e.ID] {
			t.Fatalf("%v: %s is not in the scene", c, e.ID)
		}
		if numbers[e.ID] = e.Value; e.Use == grundy.UseCounts {
			sum ^= e.Value
		}
	}
	if want := o.Value(c); sum != want {
		t.Fatalf("%v is read as %d, not %d: %+v", c, sum, want, r)
	}
	return numbers
}
