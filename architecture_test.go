package grundy_test

// This file holds the direction of imports: every arrow points toward the
// mathematics. docs/architecture.md draws the same picture.

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// floors lists the rooms from the top of the house to the ground. A package
// may import packages of its own room and of lower floors.
var floors = [][]string{
	{"grundy/cmd"},
	{"grundy/server"}, // questions and answers over HTTP
	{"grundy/ask"},    // questions and answers as data
	{"grundy/contest", "grundy/job", "grundy/play", "grundy/plot", "grundy/sweep", "grundy/table"},
	{"grundy/pattern"}, // the pattern behind a table, and its proof
	{"grundy/solve"},
	{"grundy/position"}, // the grammar of positions, and the catalogue of games
	{"grundy/rules"},
	{"grundy/games/board", "grundy/games/coin", "grundy/games/graph", "grundy/games/heap", "grundy/games/row", "grundy/games/tree"},
	{"grundy/games/heap/sequence", "grundy/games/board/rows"}, // the engines of heap and of board
	{"grundy/games/board/tables"},
	{"grundy/games/board/moves"},
	{"grundy/rules/machine"},  // runs the core of rules
	{"grundy/rules/lang"},     // the language of files of rules
	{"grundy/rules/formulas"}, // states the core of moves as formulas
	{"grundy/rules/core"},     // what rules mean
	{"grundy/theory", "grundy/scene"},
	{"grundy/internal/build", "grundy/internal/hold", "grundy/internal/jsontext", "grundy/internal/message", "grundy/internal/meter", "grundy/internal/scan", "grundy/internal/units", "grundy/internal/vector"},
	{"grundy/web", "grundy/docs"}, // the page, built, and pages of Markdown; they import nothing
	{"grundy"},
}

// testOnly packages are imported by tests alone.
var testOnly = []string{"grundy/internal/chance", "grundy/internal/fuzz", "grundy/internal/long", "grundy/internal/oracle", "grundy/internal/programs", "grundy/games/board/boardtest", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "github.com/santhosh-tekuri/jsonschema"}

// exceptions are rooms that may not import a room although it is lower.
var exceptions = map[string][]string{
	"grundy/job":           {"grundy/games", "grundy/position", "grundy/rules", "grundy/solve", "grundy/theory"}, // it knows no game
	"grundy/contest/input": {"grundy/games", "grundy/position", "grundy/rules", "grundy/solve", "grundy/theory"}, // it knows no game
	"grundy/solve":         {"grundy/games", "grundy/position"},                                                  // it knows games by their capabilities
	"grundy/theory":        {"grundy/internal/message", "grundy/internal/scan", "grundy/internal/units"},         // it reads and writes no text
}

// verifier checks the proofs of patterns. These packages of ours are all that it may import.
const verifier = "grundy/pattern/certificate"

var verifierNeeds = []string{"grundy", "grundy/internal/jsontext", "grundy/internal/meter"}

type listed struct {
	ImportPath, Dir           string
	Imports                   []string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	Standard                  bool
	Module                    *struct{ Path string }
}

func TestImportsPointTowardTheMathematics(t *testing.T) {
	packages := list(t)
	module := map[string]string{}
	for _, p := range packages {
		if p.Module != nil {
			module[p.ImportPath] = p.Module.Path
		}
	}
	importers := map[string][]string{} // of third-party modules
	for _, p := range packages {
		if !ours(p.ImportPath) || slices.Contains(testOnly, p.ImportPath) {
			continue
		}
		floor := floorOf(p.ImportPath)
		if floor < 0 {
			t.Errorf("%s stands on no floor: name its room in this test and in docs/architecture.md", p.ImportPath)
			continue
		}
		for _, q := range p.Imports {
			switch {
			case slices.ContainsFunc(testOnly, func(only string) bool { return inside(q, only) }):
				t.Errorf("%s imports %s, which is for tests", p.ImportPath, q)
			case ours(q):
				if to := floorOf(q); to >= 0 && to < floor {
					t.Errorf("%s imports %s, which stands above it", p.ImportPath, q)
				}
				if p.ImportPath == verifier && !slices.Contains(verifierNeeds, q) {
					t.Errorf("%s imports %s: it shares no code with the prover, and reads no rules", p.ImportPath, q)
				}
				for room, forbidden := range exceptions {
					if inside(p.ImportPath, room) && slices.ContainsFunc(forbidden, func(f string) bool { return inside(q, f) }) {
						t.Errorf("%s imports %s: not from %s", p.ImportPath, q, room)
					}
				}
			case module[q] != "":
				if p.ImportPath == "grundy" {
					t.Errorf("the root package imports %s; it is for the standard library only", q)
				}
				if !slices.Contains(importers[module[q]], p.ImportPath) {
					importers[module[q]] = append(importers[module[q]], p.ImportPath)
				}
			}
		}
	}
	for m, by := range importers {
		if len(by) > 1 {
			t.Errorf("module %s is imported by %s; one package should", m, strings.Join(by, " and "))
		}
	}
}

// TestProgramsAreMadeOfTheCore checks that what writes programs in other languages reads no
// syntax: of the language of rules it takes the lowering alone.
func TestProgramsAreMadeOfTheCore(t *testing.T) {
	uses := regexp.MustCompile(`\blang\.([A-Z]\w*)`)
	for _, p := range list(t) {
		if p.ImportPath != "grundy/contest/emit" {
			continue
		}
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range uses.FindAllSubmatch(text, -1) {
				if string(use[1]) != "Answers" {
					t.Errorf("contest/emit/%s: lang.%s: want a program of the core, which lang.Answers makes", file, use[1])
				}
			}
		}
		if len(p.GoFiles) > 0 {
			return
		}
	}
	t.Error("no package contest/emit")
}

// TestNothingIsLeftToChance checks that tests draw the same numbers in every run: a
// package with property tests runs by [chance.Main] or [long.Main], and other
// generators are made by [chance.New] or from a number.
func TestNothingIsLeftToChance(t *testing.T) {
	global := regexp.MustCompile(`\brand\.(?:Int|Uint|N\(|Float|Perm|Shuffle)|\.UnixNano\(`)
	for _, p := range list(t) {
		if !ours(p.ImportPath) {
			continue
		}
		properties, seeded := false, false
		for _, file := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			properties = properties || bytes.Contains(text, []byte(`"pgregory.net/rapid"`))
			seeded = seeded || bytes.Contains(text, []byte("chance.Main(m)")) || bytes.Contains(text, []byte("long.Main(m)"))
			if use := global.Find(text); use != nil {
				t.Errorf("%s/%s: %s: draw by chance.New(t, stream), so that the next run draws the same", p.ImportPath, file, use)
			}
		}
		if properties && !seeded {
			t.Errorf("%s has property tests: it needs func TestMain(m *testing.M) { chance.Main(m) }, which fixes their seed", p.ImportPath)
		}
	}
}

// list returns the packages of this module and all that they import.
func list(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Imports,GoFiles,TestGoFiles,XTestGoFiles,Standard,Module", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		if !p.Standard {
			packages = append(packages, p)
		}
	}
}

func ours(path string) bool { return inside(path, "grundy") }

func inside(path, room string) bool { return path == room || strings.HasPrefix(path, room+"/") }

// floorOf returns the index of the floor of the room, the smallest that is
// named, or -1. The root package is a room of its own, not the whole house.
func floorOf(path string) int {
	floor, longest := -1, ""
	for i, rooms := range floors {
		for _, room := range rooms {
			if (path == room || room != "grundy" && inside(path, room)) && len(room) > len(longest) {
				floor, longest = i, room
			}
		}
	}
	return floor
}
