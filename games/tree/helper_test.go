package tree_test

import (
	"fmt"

	"pgregory.net/rapid"
)

func wantError(t rapid.TB, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}
