package grundy_test

import (
	"errors"
	"testing"

	"grundy"
)

// A scene has an element for each thing, all with names of their own, and is refused where
// they are too many.
func TestScenes(t *testing.T) {
	makers := map[string]func(n uint64) (grundy.Scene, error){
		"heaps": func(n uint64) (grundy.Scene, error) { return grundy.HeapsScene(make([]uint64, n)...) },
		"board": func(n uint64) (grundy.Scene, error) {
			return grundy.BoardScene("Q", []uint64{0, 0}, []uint64{0, 0}, numbered(n-min(n, 1))...)
		},
		"coins": func(n uint64) (grundy.Scene, error) { return grundy.CoinsScene([]uint64{0}, numbered(n)...) },
	}
	for name, scene := range makers {
		for _, n := range []uint64{1, 2, 5, grundy.MaxElements} {
			s, err := scene(n)
			ids := map[string]bool{}
			for _, e := range s.Elements {
				ids[e.ID] = true
			}
			if err != nil || uint64(len(s.Elements)) != n || uint64(len(ids)) != n {
				t.Errorf("%s: %d elements of %d names, want %d (%v)", name, len(s.Elements), len(ids), n, err)
			}
		}
		if _, err := scene(grundy.MaxElements + 2); !errors.Is(err, grundy.ErrTooLarge) {
			t.Errorf("%s: %d elements: %v", name, grundy.MaxElements+2, err)
		}
	}
}

// numbered returns n places on a line.
func numbered(n uint64) (places [][]uint64) {
	for i := range n {
		places = append(places, []uint64{i + 1})
	}
	return places
}
