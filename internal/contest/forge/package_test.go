package forge

import (
	"bytes"
	"encoding/xml"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/grundy-games/grundy/internal/contest/duel"
)

var update = flag.Bool("update", false, "write testdata anew")

// smallPackage returns a package whose texts are hard to quote.
func smallPackage() *Package {
	return &Package{
		Short: "misernim", Title: "Misère Nim & 100%: who_loses?", Source: `A "contest"`, Identity: [16]byte{1, 2, 3},
		Seconds: 2, Megabytes: 256,
		Statement: Statement{
			Legend: []string{"There are heaps s_1, ..., s_n, with {1 ≤ s_i} ~ 10^9 & \"no\" < 0 > #5 $x$ \\end.", "Who loses?"},
			Input:  []string{"A number n, 1 to 9."},
			Output: []string{"First or Second."},
		},
		Tests: []Test{
			{Name: "sample", Reason: "sample 1 of the statement", In: []byte("1\n1\n"), Out: []byte("Second\n"), Sample: true},
			{Name: "one", Reason: "n is 1", In: []byte("1\n2\n"), Out: []byte("First\n")},
			{Name: "Value: zero!", Reason: "the nim-values XOR to 0, <and> \"quotes\"", In: []byte("2\n3 3\n"), Out: []byte("Second\n")},
		},
		Validator: func(accept int) (Program, error) {
			return Program{File: "validate.py", Text: []byte(strings.Replace(validateSmall, "ACCEPT", map[int]string{0: "0", 42: "42"}[accept], 1))}, nil
		},
		Programs: []Program{
			{Verdict: duel.Accepted, File: "reference.cpp", Text: []byte(referenceSmall)},
			{Verdict: duel.WrongAnswer, File: "normal.cpp", Text: []byte(strings.Replace(referenceSmall, "most < 2 ? n % 2 == 0 :", "", 1))},
		},
	}
}

const validateSmall = `#!/usr/bin/env python3
import re, sys
text = sys.stdin.buffer.read().decode("latin-1")
found = re.fullmatch(r"([1-9])\n([1-9][0-9]{0,8}(?: [1-9][0-9]{0,8})*)\n", text)
sys.exit(ACCEPT if found and len(found[2].split(" ")) == int(found[1]) else 43)
`

const referenceSmall = `#include <algorithm>
#include <iostream>
int main() {
    int n;
    unsigned x = 0, most = 0, heap;
    std::cin >> n;
    for (int i = 0; i < n; i++) {
        std::cin >> heap;
        x ^= heap;
        most = std::max(most, heap);
    }
    std::cout << ((most < 2 ? n % 2 == 0 : x != 0) ? "First" : "Second") << "\n";
}
`

// TestFormats compares all forms of a small package with testdata.
func TestFormats(t *testing.T) {
	for _, format := range Formats() {
		files, err := smallPackage().Files(format)
		if err != nil {
			t.Fatal(err)
		}
		var archive txtar.Archive
		for _, f := range files {
			name := f.Path
			if f.Program {
				name += " (executable)"
			}
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: f.Text})
		}
		got := txtar.Format(&archive)
		name := filepath.Join("testdata", format+".txtar")
		if *update {
			if err := os.WriteFile(name, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: files differ from %s; run the test with -update and look at the difference\n%s", format, name, got)
		}
	}
	if _, err := smallPackage().Files("zip"); err == nil {
		t.Error(`the format "zip" is accepted`)
	}
}

// TestPolygonXML reads problem.xml back.
func TestPolygonXML(t *testing.T) {
	files, err := smallPackage().Files("polygon")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	var text []byte
	for _, f := range files {
		there[f.Path] = true
		if f.Path == "problem.xml" {
			text = f.Text
		}
	}
	var p polygonProblem
	if err := xml.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if p.Judging.Set.Count != 3 || len(p.Judging.Set.Tests) != 3 || p.Judging.Set.Time != 2000 || p.Judging.Set.Memory != 256<<20 {
		t.Errorf("%+v", p.Judging.Set)
	}
	for _, path := range []string{p.Statements[0].Path, p.Checker.Source.Path, p.Validators[0].Source.Path, p.Solutions[0].Source.Path, "tests/01", "tests/03.a"} {
		if !there[path] {
			t.Errorf("problem.xml names %s, which is not there", path)
		}
	}
}

// TestVerifyProblem runs Kattis's own check, where it is installed.
func TestVerifyProblem(t *testing.T) {
	files, err := smallPackage().Files("icpc")
	if err != nil {
		t.Fatal(err)
	}
	verifyProblem(t, "misernim", files)
}

// verifyProblem fails the test if verifyproblem finds an error in a package.
func verifyProblem(t *testing.T, short string, files []File) {
	t.Helper()
	if testing.Short() {
		t.Skip("verifyproblem takes ten seconds a package")
	}
	verify, err := exec.LookPath("verifyproblem")
	if err != nil {
		t.Skip("verifyproblem is not installed: see github.com/Kattis/problemtools")
	}
	folder := filepath.Join(t.TempDir(), short)
	for _, f := range files {
		name := filepath.Join(folder, filepath.FromSlash(f.Path))
		mode := os.FileMode(0o666)
		if f.Program {
			mode = 0o777
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Text, mode); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(verify, folder).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte(" tested: 0 errors")) {
		t.Errorf("verifyproblem %s: %v\n%s", short, err, out)
	}
}

// TestShortName checks names that judges take as they are.
func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"hackerrank/move-the-coins": "movethecoins", "topcoder/Roxor": "roxor", "cses/1730": "1730", "x/ü": "problem", "": "problem",
		"codeforces/603C": "603c",
	} {
		if got := ShortName(name); got != want {
			t.Errorf("ShortName(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestTexText makes formulas of products of powers.
func TestTexText(t *testing.T) {
	for text, want := range map[string]string{
		"1 to 10^9":             "1 to $10^{9}$",
		"at most 2*3*10^5, a*b": `at most $2 \cdot 3 \cdot 10^{5}$, a*b`,
		"50%":                   `50\%`,
	} {
		if got := texText(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
