package row_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// readExamples reads testdata; each line's expect is decoded into a T.
func readExamples[T any](t *testing.T, name string, check func(heaps []uint64, expect T)) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var example struct {
			Args   [][]uint64
			Expect T
		}
		if err := json.Unmarshal(line, &example); err != nil {
			t.Fatal(err)
		}
		check(example.Args[0], example.Expect)
	}
}

func wantError(t rapid.TB, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\n want %s", err, want)
	}
}
