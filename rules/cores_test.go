package rules

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// Each core of the catalogue is one that its readers may trust, and is printed so that it is
// read back.
func TestCores(t *testing.T) {
	files, err := filepath.Glob("../position/catalog/*.star")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	lowered := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range load(t, filepath.Base(name), string(text), Options{}).Cores() {
			if c.Program == nil {
				t.Logf("%s: %s: %v", name, c.Name, c.Why)
				continue
			}
			lowered++
			if err := c.Program.Check(); err != nil {
				t.Errorf("%s: %s: %v\n%s", name, c.Name, err, c.Program)
			}
			back, err := core.Parse(c.Program.String())
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", name, c.Name, err, c.Program)
			} else if !reflect.DeepEqual(back, c.Program) {
				t.Errorf("%s: %s is read back as another program:\n%s\n%s", name, c.Name, c.Program, back)
			}
		}
	}
	t.Logf("%d functions of %d files", lowered, len(files))
}
