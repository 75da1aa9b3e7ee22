package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/rules"
)

func TestDefineTmp(t *testing.T) {
	files, _ := filepath.Glob("../position/catalog/*.star")
	for _, name := range files {
		src, _ := os.ReadFile(name)
		f, err := rules.Load(t.Context(), strings.TrimSuffix(filepath.Base(name), ".star"), strings.NewReader(string(src)), rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := f.Define(t.Context(), rules.Frame{Length: 3})
		if err != nil {
			t.Log(err)
			continue
		}
		t.Logf("%s: %v %d kinds base %d", f, d.Moves.Coordinates, len(d.Moves.Kinds), d.Base)
		for i, k := range d.Moves.Kinds {
			if i > 8 {
				t.Log("...")
				break
			}
			t.Log(k.Where, k.Bound, k.Guard, k.Parts)
		}
	}
}
