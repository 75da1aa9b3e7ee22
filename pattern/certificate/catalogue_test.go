package certificate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grundy/rules"
)

func TestCat(t *testing.T) {
	files, _ := filepath.Glob("../../position/catalog/*.star")
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".star")
		frame := map[string]Frame{"dynamic-nim": {Fixed: map[string]int64{"r": 3}}, "strange-nim": {Fixed: map[string]int64{"k": 3}}, "lieges-of-legendre": {Fixed: map[string]int64{"k": 2}}}[base]
		frame.Length = 3
		f, err := rules.Load(t.Context(), base, strings.NewReader(string(src)), rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, theirs := f.Define(t.Context(), rules.Frame{Length: 3, Fixed: frame.Fixed})
		g, mine := readRules(string(src), frame)
		if (theirs == nil) != (mine == nil) {
			fmt.Println(base, "theirs", theirs, "mine", mine)
		} else if mine == nil {
			fmt.Println(base, g.coordinates, len(g.kinds))
		}
	}
}
