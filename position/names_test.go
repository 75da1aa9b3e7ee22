package position

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/position/catalog"
)

// games.json and places name the same games, each once, and games.json has no other
// members than an [Entry].
func TestEachBuiltInGameHasItsPlacer(t *testing.T) {
	d := json.NewDecoder(bytes.NewReader(builtInText))
	d.DisallowUnknownFields()
	var entries []Entry
	if err := d.Decode(&entries); err != nil {
		t.Fatal(err)
	}
	isGroup := map[string]bool{}
	for _, g := range Groups() {
		isGroup[g.Name] = true
	}
	described := []string{}
	for _, e := range entries {
		if !isGroup[e.Group] || e.Form == "" || e.Example == "" || e.Rules == "" || e.Known == "" || e.Source == "" || catalog.Has(e.Name) {
			t.Errorf("%+v", e)
		}
		if e.Name != pieceName {
			described = append(described, e.Name)
		}
	}
	slices.Sort(described)
	if placed := slices.Sorted(maps.Keys(places)); !slices.Equal(described, placed) {
		t.Errorf("described: %s\nplaced:    %s", described, placed)
	}
}
