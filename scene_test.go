package grundy_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/grundy-games/grundy"
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

// Heaps are numbered from 1, and a game inside another one lends its scene.
func TestScenesOfHeaps(t *testing.T) {
	s, err := grundy.HeapsScene(3, 5)
	if err != nil || s.Elements[0].ID != grundy.ElementID(grundy.RoleHeap, 1) || s.Elements[1].ID != grundy.ElementID(grundy.RoleHeap, 2) {
		t.Errorf("heaps: %v, %v", s, err)
	}
	inner := parsedSum(t, "nim(3)")[0].Component
	want, ok, err := inner.Scene()
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	for _, left := range []bool{false, true} {
		if got, ok, err := grundy.Place(Pass{}, Passing{inner, left}).Scene(); !ok || err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("a pass, left %t: %v, %t, %v", left, got, ok, err)
		}
	}
	if _, ok, err := grundy.Place(failing{}, 1).Scene(); ok || err != nil {
		t.Errorf("a game without scenes: %t, %v", ok, err)
	}
}

// numbered returns n places on a line.
func numbered(n uint64) (places [][]uint64) {
	for i := range n {
		places = append(places, []uint64{i + 1})
	}
	return places
}
