package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// load loads a file of the catalogue, or another text.
func loadText(t testing.TB, name, text string) *File {
	t.Helper()
	f, err := Load(t.Context(), name, strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A frame of each game of the catalogue that needs one, and what stands in the way of those
// that are not definable.
var frames = map[string]Frame{"dynamic-nim": {Fixed: map[string]int64{"r": 3}}, "strange-nim": {Fixed: map[string]int64{"k": 3}}, "lieges-of-legendre": {Fixed: map[string]int64{"k": 2}}}

// TestNamesOfCoordinates has coordinates that are called like numbers that moves bind.
func TestNamesOfCoordinates(t *testing.T) {
	f := loadText(t, "names", `position(k_1 = integer(), q_2 = integer())
def moves(k_1, q_2):
    for k in range(1, q_2 + 1):
        move(k_1, q_2 - k)
    for k in range(1, k_1 + 1):
        move((k_1 - k) // 2, q_2)
`)
	d, err := f.Define(t.Context(), Frame{})
	if err != nil {
		t.Fatal(err)
	}
	newOracle(t, d, 11).agreesAtSmall(chance.New(t, 15), 40, 5)
}

func TestDefineCatalogue(t *testing.T) {
	files, err := filepath.Glob("../position/catalog/*.star")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	rng := chance.New(t, 15)
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = strings.TrimSuffix(filepath.Base(name), ".star")
		f := loadText(t, name, string(src))
		frame := frames[name]
		if frame.Length == 0 {
			frame.Length = 3
		}
		d, err := f.Define(t.Context(), frame)
		if err != nil {
			t.Log(err)
			continue
		}
		if name == "arpa-and-mojtaba" && !long.Or(false, true) {
			continue // three numbers are quantified for each of 30 shifts
		}
		n := newOracle(t, d, 11).agreesAtSmall(rng, 40, 5)
		t.Logf("%s: %v %d kinds, %d positions", name, d.Moves.Coordinates, len(d.Kinds), n)
	}
}
