package scene_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/scene"
)

// place returns a position. Every file that it names is the same graph.
func place(t *testing.T, text string) grundy.Component {
	t.Helper()
	sum, err := position.ParseWith(t.Context(), text, position.Files{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("1 2\n1 3\n2 3\n3 4\n4 2\n")), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return sum[0].Component
}

func sceneOf(t *testing.T, c grundy.Component) grundy.Scene {
	t.Helper()
	s, ok, err := c.Scene()
	if err != nil || !ok {
		t.Fatal(c, ok, err)
	}
	return s
}

var positions = []string{
	"nim(3,5,7)", "nim(1000000000,0)", "subtraction[1,3,4](11)", "0.77(5,2)", "euclid(25,7)", "cake(3,3,4)",
	"queen(5,4)", "queen(1000000,1)", "knight4[8](5,4)", "rider[-1,0,0,0,-1,0,0,0,-1](3,4,5)", "piece[leaps -1,-2 -2,-1; side 4; blocked 3,3](2,1)",
	"turning-turtles(1,4,9)", "twins(0,3,70)", "rugs(2,3,4,4)", "turning-turtles()",
	"staircase(0,2,2,1)", "tree[1,1,3,3,4](0,2,2,1,3,12)", "hackenbush[0,0,1,1,3](1,2,3,4,5)", "hackenbush-graph(0,1,1,2,2,0,2,3,3,3)", "geography[1,2,2,3,3,1,3,4](4)", "geography[1,2,2,3,5,5]()",
	"graph[g](1)", "kayles(5)", "cram(3,4)", "chomp(3,12)", "fibonacci-nim(12)", "welter([1,3,6])", "sprouts(4)", `sprouts("2*0.AB|1AB.1a1a")`,
}

// TestText compares the pictures of all kinds with those in testdata, and their JSON.
func TestText(t *testing.T) {
	var all strings.Builder
	for _, text := range positions {
		s := sceneOf(t, place(t, text))
		encoded, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var again grundy.Scene
		if err := json.Unmarshal(encoded, &again); err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%s: read again %+v, want %+v: %v", text, again, s, err)
		}
		fmt.Fprintf(&all, "%s\n%s\n%s\n\n", text, scene.Text(s, 100), encoded)
	}
	const file = "testdata/scenes.txt"
	if os.Getenv("GRUNDY_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != all.String() {
		t.Errorf("scenes differ from %s:\n%s", file, &all)
	}
}

// TestSpots looks whether an element stands where its spot says.
func TestSpots(t *testing.T) {
	for _, text := range append(positions, "twins(0,1,2)", "hackenbush-graph(0,1,1,1)") {
		s := sceneOf(t, place(t, text))
		d := scene.Draw(s, 100)
		elements := byID(s, "")
		seen := map[string]bool{}
		for _, p := range d.Spots {
			line := []rune(d.Lines[p.Line])
			shown := strings.TrimSpace(string(line[min(p.Column, len(line)):min(p.Column+p.Width, len(line))]))
			e, ok := elements[p.ID]
			if seen[p.ID] = true; !ok {
				if p.ID != "" || shown != "." && shown != "○" {
					t.Errorf("%s: %q stands at a spot of %q", text, shown, p.ID)
				}
				continue
			}
			want := e.Text
			switch {
			case p.Stone > 0 || e.Role == grundy.RolePiece && e.Text == "":
				want = "●"
			case e.Role == grundy.RoleHeap:
				want = fmt.Sprint(e.Count)
			case e.Role == grundy.RoleBlocked:
				want = "#"
			case s.Kind == grundy.SceneHackenbush && e.Role == grundy.RoleNode:
				want = "" // the ground, or a dot
			case e.Role == grundy.RoleCoin:
				if want = "●"; strings.HasPrefix(d.Lines[0], "heads") {
					want = fmt.Sprint(e.At[0])
				}
			}
			if shown == "" && want != "" || !strings.HasPrefix(shown, want) {
				t.Errorf("%s: %q stands at the spot of %s, want %q", text, shown, p.ID, want)
			}
		}
		for id, e := range elements {
			if isPlace := e.Role != grundy.RoleEdge || s.Kind == grundy.SceneHackenbush; isPlace && !seen[id] && e.On == "" {
				t.Errorf("%s: %s has no spot", text, id)
			}
		}
	}
}

// TestFollow makes every move of the positions, and applies what it changes to the scene
// before: that must give the scene after.
func TestFollow(t *testing.T) {
	for _, text := range positions {
		c := place(t, text)
		if n, ok := c.CountOptions(); ok && n > 1000 {
			continue
		}
		before := sceneOf(t, c)
		for _, q := range c.AppendOptions(nil) {
			m, err := scene.MoveOf(before, c, q)
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Changes) == 0 {
				t.Errorf("%v -> %v changes nothing", c, q)
			}
			elements := byID(before, "")
			for _, change := range m.Changes {
				if was, ok := elements[change.ID]; ok != (change.Before != nil) || ok && !reflect.DeepEqual(was, *change.Before) {
					t.Errorf("%v -> %v: %s was %v, want %v", c, q, change.ID, change.Before, was)
				}
				delete(elements, change.ID)
				if change.After != nil {
					elements[change.ID] = *change.After
				}
			}
			if want := byID(m.After, ""); !reflect.DeepEqual(elements, want) {
				t.Errorf("%v -> %v: the changes give\n%v, want\n%v", c, q, elements, want)
			}
			if got, want := kinds(m.After), kinds(sceneOf(t, q)); !slices.Equal(got, want) {
				t.Errorf("%v -> %v: the scene after the move has\n%v, want\n%v", c, q, got, want)
			}
		}
	}
}

func byID(s grundy.Scene, path string) map[string]grundy.Element {
	elements := map[string]grundy.Element{}
	for _, e := range s.Elements {
		elements[path+e.ID] = e
	}
	for _, part := range s.Parts {
		for id, e := range byID(part, path+part.Name+"/") {
			elements[id] = e
		}
	}
	return elements
}

// kinds lists the elements without their IDs.
func kinds(s grundy.Scene) (all []string) {
	for _, e := range byID(s, "") {
		e.ID, e.Ends, e.On = "", nil, ""
		all = append(all, fmt.Sprint(e))
	}
	slices.Sort(all)
	return all
}

func TestChanges(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"nim(3,5,7)", "nim(3,2,7)", "heap-2 changes"},
		{"queen(5,4)", "queen(2,1)", "piece moves"},
		{"0.77(2,8)", "0.77(2,3,4)", "heap-2 changes; heap-3 comes"},
		{"0.77(8,3)", "0.77(4,3,3)", "heap-1 changes; heap-3 comes"},
		{"welter([3,5,7])", "welter([1,3,5])", "coin-7 moves"},
		{"turning-turtles(1,4,9)", "turning-turtles(1,2,4)", "coin-9 goes; coin-2 comes"},
		{"hackenbush[0,0,1](1,2,3)", "hackenbush[0,0,1](2)", "node-1 goes; node-3 goes; edge-1 goes; edge-3 goes"},
		{"staircase(0,2)", "staircase(1,1)", "node-0 changes; node-1 changes"},
		{"graph[g](1)", "graph[g](2)", "node-1 goes; edge-1-2 goes; edge-1-3 goes; piece moves"},
		{"permutation-game([4,2,3,1])", "permutation-game([4,3,1])", "cell-2 goes; cell-3 moves; cell-4 moves"},
		{"end-nim([3,1,2])", "end-nim([1,2])", "heap-1 goes"},
		{"chomp([2,2])", "chomp([2,1])", "cell-2-2 goes"},
		{"slither(2,2)", `slither("##/..",0,1)`, "cell-1-0 changes; piece moves"},
		{"kayles(3)", `kayles("X..")`, "cell-2 changes; cell-3 changes"},
		{"fibonacci-nim(12)", "fibonacci-nim(10,4)", "1/heap-1 changes; 2/number-1 changes"},
	} {
		_, changes := scene.Follow(sceneOf(t, place(t, test.from)), sceneOf(t, place(t, test.to)))
		var got []string
		for _, c := range changes {
			got = append(got, c.ID+" "+string(c.Kind))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s -> %s: %s, want %s", test.from, test.to, got, test.want)
		}
	}
	parts := func(counts ...string) grundy.Scene {
		s := grundy.Scene{Kind: grundy.SceneParts, Loose: true}
		for i, text := range counts {
			s.Parts = append(s.Parts, grundy.Scene{Kind: grundy.SceneRow, Name: fmt.Sprint(i + 1), Size: []uint64{1}, Elements: []grundy.Element{{ID: "cell-0", Role: grundy.RoleCell, At: []uint64{0}, Text: text}}})
		}
		return s
	}
	after, changes := scene.Follow(parts("a", "b", "c"), parts("b", "c"))
	if after.Parts[0].Name != "2" || after.Parts[1].Name != "3" || len(changes) != 1 || changes[0].ID != "1/cell-0" || changes[0].Kind != scene.Goes {
		t.Errorf("a part that goes: %v, %v", after, changes)
	}
	after, changes = scene.Follow(parts("b"), parts("a", "b"))
	if after.Parts[0].Name != "2" || after.Parts[1].Name != "1" || len(changes) != 1 || changes[0].ID != "2/cell-0" || changes[0].Kind != scene.Comes {
		t.Errorf("a part that comes: %v, %v", after, changes)
	}
}

// TestTooLarge asks for scenes of more elements than there may be.
func TestTooLarge(t *testing.T) {
	heaps := make([]uint64, grundy.MaxElements+1)
	if _, err := grundy.HeapsScene(heaps...); !errors.Is(err, grundy.ErrTooLarge) || err.Error() != "a picture of 65537 heaps, more than 65536: too large for the budget" {
		t.Error(err)
	}
	s, err := grundy.HeapsScene(heaps[1:]...)
	if err != nil {
		t.Fatal(err)
	}
	if text := scene.Text(s, 200); !strings.HasSuffix(text, "\n… and 65507 more heaps") {
		t.Error(text)
	}
}

// TestLongPictures bounds the lines of every kind.
func TestLongPictures(t *testing.T) {
	parents := make([]string, 5000)
	for i := range parents {
		parents[i] = fmt.Sprint(i / 2)
	}
	for _, text := range []string{"hackenbush(" + strings.Join(parents, ",") + ")", "cram(12,12)", "queen(10000000,10000000)", "turning-turtles(1,9000000000)"} {
		if lines := strings.Count(scene.Text(sceneOf(t, place(t, text)), 10), "\n") + 1; lines > 10 {
			t.Errorf("%.40s: %d lines", text, lines)
		}
	}
}
