package grundy_test

// The direction of imports is checked here: every arrow points toward the mathematics.

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
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
	{"cmd"},
	{"internal/server", "internal/site"}, // questions and answers over HTTP, and the page without a server
	{"internal/api"},                     // requests become questions, answers become bodies
	{"internal/ask"},                     // questions and answers as data
	{"internal/contest", "internal/job", "play", "internal/puzzle", "internal/console", "internal/plot", "internal/sweep", "internal/table"},
	{"pattern"}, // the pattern behind a table, and its proof
	{"solve"},
	{"position"}, // the grammar of positions, and the catalogue of games
	{"rules", "internal/rules/family", "internal/rules/written"},
	{"games/board", "games/coin", "games/graph", "games/heap", "games/made", "games/row", "games/sprouts", "games/tree"},
	{"games/heap/sequence", "internal/board/rows"}, // the engines of heap and of board
	{"internal/board/tables"},
	{"internal/board/moves"},
	{"internal/rules/machine"},  // runs the core of rules
	{"internal/rules/lang"},     // the language of files of rules
	{"internal/rules/formulas"}, // states the core of moves as formulas
	{"internal/rules/mirror"},   // follows the core at all positions of some dimensions
	{"internal/rules/core"},     // what rules mean
	{"theory", "scene", "internal/proof"},
	{"internal/build", "internal/hold", "internal/jsontext", "internal/lazy", "internal/message", "internal/meter", "internal/openapi", "internal/pages", "internal/scan", "internal/terminal", "internal/units", "internal/vector"},
	{"web", "docs"}, // the page, built, and pages of Markdown; they import nothing
	{"."},
}

// testOnly packages are imported by tests alone.
var testOnly = []string{"internal/chance", "internal/fuzz", "internal/long", "internal/oracle", "internal/programs", "internal/board/boardtest", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "github.com/santhosh-tekuri/jsonschema"}

// exceptions are rooms that may not import a room although it is lower.
var exceptions = map[string][]string{
	"internal/job":            {".", "games", "position", "rules", "solve", "theory", "internal/rules"}, // it knows no game
	"internal/sweep":          {"games", "position", "rules", "solve", "theory", "internal/rules"},      // its rows are of any game
	"internal/contest/input":  {"games", "position", "rules", "solve", "theory"},                        // it knows no game
	"internal/server":         {"games", "theory", "solve", "internal/contest"},                         // questions are asked through ask
	"internal/api":            {"games", "theory", "solve", "internal/contest"},                         // the same
	"internal/plot":           {"games", "position", "rules", "solve"},                                  // it draws plain data
	"internal/table":          {"games", "position", "rules", "solve"},                                  // it writes plain data
	"play":                    {"games", "position", "internal/contest"},                                // it knows games by their capabilities
	"internal/puzzle":         {"games", "internal/contest"},                                            // it sees positions as scenes
	"solve":                   {"games", "position"},                                                    // it knows games by their capabilities
	"internal/rules/machine":  {"theory", "go.starlark.net"},                                            // it reads the core alone
	"internal/rules/lang":     {"theory"},                                                               // it knows no game
	"internal/rules/core":     {"theory", "go.starlark.net"},                                            // it is read without syntax
	"internal/rules/formulas": {"internal/rules/lang", "go.starlark.net"},                               // they are made of the core
	"internal/rules/mirror":   {"internal/rules/lang", "go.starlark.net"},                               // it follows the core
	"theory":                  {"internal/message", "internal/scan", "internal/units"},                  // it reads and writes no text
	"scene":                   {"theory", "internal"},                                                   // a picture is plain data
}

// verifiers check proofs: of patterns, and of who wins a position. These packages of ours are all that
// they may import.
var verifiers = []string{"pattern/certificate", "internal/proof"}

var verifierNeeds = []string{".", "internal/build", "internal/jsontext", "internal/meter"}

type listed struct {
	ImportPath, Dir           string
	Imports                   []string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	Standard                  bool
	Module                    *struct{ Path string }
}

// packagesListed is what list has found before.
var packagesListed []listed

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
		if !ours(p.ImportPath) || slices.ContainsFunc(testOnly, func(only string) bool { return inside(p.ImportPath, only) }) {
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
				if slices.ContainsFunc(verifiers, func(v string) bool { return inside(p.ImportPath, v) }) && !slices.Contains(verifierNeeds, strings.TrimPrefix(q, "./")) {
					t.Errorf("%s imports %s: it shares no code with what makes proofs, and reads no text of rules", p.ImportPath, q)
				}
				for room, forbidden := range exceptions {
					if inside(p.ImportPath, room) && slices.ContainsFunc(forbidden, func(f string) bool { return inside(q, f) }) {
						t.Errorf("%s imports %s: not from %s", p.ImportPath, q, room)
					}
				}
			case module[q] != "":
				if p.ImportPath == "." {
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
		if !inside(p.ImportPath, "internal/contest/emit") {
			continue
		}
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range uses.FindAllSubmatch(text, -1) {
				if string(use[1]) != "Answers" {
					t.Errorf("internal/contest/emit/%s: lang.%s: want a program of the core, which lang.Answers makes", file, use[1])
				}
			}
		}
		if len(p.GoFiles) > 0 {
			return
		}
	}
	t.Error("no package internal/contest/emit")
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

// TestExamples wants an example that runs in each package that programs outside can use.
func TestExamples(t *testing.T) {
	for _, p := range list(t) {
		closed := func(room string) bool { return inside(p.ImportPath, room) }
		if !ours(p.ImportPath) || slices.ContainsFunc([]string{"internal", "cmd", "web", "docs"}, closed) {
			continue
		}
		example := func(file string) bool {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			return bytes.Contains(text, []byte("\nfunc Example"))
		}
		if !slices.ContainsFunc(slices.Concat(p.TestGoFiles, p.XTestGoFiles), example) {
			t.Errorf("%s has no example", p.ImportPath)
		}
	}
}

// TestImportersCompileLittle holds the methods of what solve exports to types that it exports, too. A
// package that imports a type reads the signatures of all its methods, also of those that it cannot
// call, and compiles each generic type that it comes to through them: the whole search.
func TestImportersCompileLittle(t *testing.T) {
	files, err := filepath.Glob("solve/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var declarations []ast.Decl
	hidden := map[string]bool{} // the types that are not exported
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		declarations = append(declarations, file.Decls...)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && !spec.Name.IsExported() {
				hidden[spec.Name.Name] = true
			}
			return true
		})
	}
	for _, d := range declarations {
		method, ok := d.(*ast.FuncDecl)
		if !ok || method.Recv == nil {
			continue
		}
		receiver := method.Recv.List[0].Type
		if pointer, ok := receiver.(*ast.StarExpr); ok {
			receiver = pointer.X
		}
		if name, ok := receiver.(*ast.Ident); !ok || !name.IsExported() {
			continue
		}
		ast.Inspect(method.Type, func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok && hidden[name.Name] {
				t.Errorf("method %s of an exported type of solve has the type %s in its signature", method.Name, name)
			}
			return true
		})
	}
}

// list returns the packages of this module, named by their folders, such as ./solve, and all
// that they import.
func list(t *testing.T) []listed {
	t.Helper()
	if len(packagesListed) > 0 {
		return packagesListed
	}
	module := strings.TrimSpace(output(t, "list", "-m"))
	folder := func(path string) string {
		if rest, own := strings.CutPrefix(path+"/", module+"/"); own {
			return strings.TrimSuffix("./"+rest, "/")
		}
		return path
	}
	out := output(t, "list", "-deps", "-json=ImportPath,Dir,Imports,GoFiles,TestGoFiles,XTestGoFiles,Standard,Module", "./...")
	var packages []listed
	for decoder := json.NewDecoder(strings.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			packagesListed = packages
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Standard {
			continue
		}
		p.ImportPath = folder(p.ImportPath)
		for i, path := range p.Imports {
			p.Imports[i] = folder(path)
		}
		packages = append(packages, p)
	}
}

// output returns what go prints.
func output(t *testing.T, arguments ...string) string {
	t.Helper()
	out, err := exec.Command("go", arguments...).Output()
	if err != nil {
		t.Fatalf("go %s: %v", arguments[0], err)
	}
	return string(out)
}

// ours says whether a package is of this module: list names it by its folder.
func ours(path string) bool { return path == "." || strings.HasPrefix(path, "./") }

func inside(path, room string) bool {
	path = strings.TrimPrefix(path, "./")
	return path == room || strings.HasPrefix(path, room+"/")
}

// floorOf returns the index of the floor of the room, the smallest that is
// named, or -1. The root package is a room of its own, not the whole house.
func floorOf(path string) int {
	floor, longest := -1, ""
	for i, rooms := range floors {
		for _, room := range rooms {
			if inside(path, room) && len(room) > len(longest) {
				floor, longest = i, room
			}
		}
	}
	return floor
}
