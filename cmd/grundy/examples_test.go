package main

// This file runs the examples of all help texts, and the command lines of the pages of docs
// whose output no other test compares: each must succeed and give something.

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/docs"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position/catalog"
)

// notRun are the beginnings of command lines that do not run here, and why.
var notRun = map[string]string{
	"grundy duel ":                          "wants your own program: see testdata/duel.txtar",
	"grundy forge ":                         "takes seconds, as it lets programs run: see testdata/forge.txtar",
	"grundy serve":                          "serves until it is stopped: see serve_test.go",
	"grundy site ":                          "builds the engine, which takes a minute: see web/browser/site_test.go",
	"grundy period 0.104 --certificate":     "takes minutes: the period is beyond 10^7 values",
	"grundy period 0.106 ":                  "takes days",
	"grundy verify 0.106.json":              "wants what took days",
	"grundy period 0.16 --certificate=0.16": "takes seconds: see testdata/segments.txtar",
	"grundy verify 0.16.json":               "wants that certificate",
	"grundy solve 'product.star(1000000000": "shows an error",
	"grundy sweep 0.ddd ":                   "shows an interruption",
	"grundy job status oct/1":               "wants the job of many machines",
	"grundy-scale ":                         "belongs to another module",
	"nats-server ":                          "is not ours",
	"all=nats:":                             "is for a cluster",
	"cat ":                                  "is for a cluster",
	"export ":                               "sets the token of many machines",
	"curl ":                                 "asks a server: see internal/server/docs_test.go",
	"python3 ":                              "writes easy.json, which is given here",
}

// smaller are parts of command lines, and what stands instead of them here, so that they
// take no time.
var smaller = strings.NewReplacer(
	"-n 100000 --dir", "-n 300 --dir",
	"subtraction:1..64:3", "subtraction:1..9:3",
	"--size=10000x10000", "--size=200x200",
	"--size=20000x20000", "--size=200x200",
	"--size=1000x1000x1000", "--size=6x6x6",
	"100x100x100", "9x9x9",
	"-n 1000000 --format", "-n 1000 --format",
	"rules check kayles.star", "rules check kayles.star --max-positions=50",
	"sweep 0.dd", "sweep 0.d",
	"sweep rides:4", "sweep rides:1",
	"512x512", "32x32",
)

// verified are the lines with grundy verify that have run.
var verified = map[string]bool{}

// given are the files that examples of a command or a page take for granted.
func given(t *testing.T, of string) {
	t.Helper()
	contest := filepath.Join("..", "..", "internal", "contest", "testdata")
	file := func(parts ...string) string {
		text, err := os.ReadFile(filepath.Join(parts...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rulesOf := func(name string) string {
		r, ok := catalog.Open(name)
		if !ok {
			t.Fatal(name)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	three := "position(x = integer(), y = integer(), z = integer())\ndef moves(x, y, z):\n" +
		"    if x > 0:\n        move(x - 1, y, z)\n    if y > 0:\n        move(x, y - 1, z)\n    if z > 0:\n        move(x, y, z - 1)\n"
	files := map[string]map[string]string{
		"grundy":  {"input.txt": file(contest, "hackerrank", "move-the-coins", "00.in")},
		"contest": {"input.txt": file(contest, "hackerrank", "counter-game", "00.in"), "examples.jsonl": `{"args": [[0, 0, 1, 0, 1, 100]], "expect": [2, 4, 5]}` + "\n"},
		"graph":   {"game.dot": "digraph { start -> end }\n", "dag.txt": "a b\nb c\na c\n"},
		"guess":   {"fibonacci.star": rulesOf("fibonacci-nim")},
		"literature": {
			"hypergraph-nim.star":      file("..", "..", "pattern", "testdata", "theorems", "hypergraph-nim.star"),
			"slow-hypergraph-nim.star": file("..", "..", "pattern", "testdata", "theorems", "slow-hypergraph-nim.star"),
		},
		"job":    {"positions.json": `{"positions": ["nim(3,5)", "queen(3,4)"], "together": 1}`},
		"rules":  {"kayles.star": rulesOf("kayles")},
		"values": {"three.star": three},
		"scale":  {"easy.json": `{"positions": ["nim(3,5)", "nim(3,3)"], "together": 1}`},
		"tables": {"three.star": three},
	}[of]
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Every example of a help text succeeds, in order, in a folder for each command.
func TestHelpExamples(t *testing.T) {
	long.Only(t)
	root := newRoot(io.Discard)
	examples := 0
	for _, c := range append(root.Commands(), root) {
		if c.Name() == "completion" {
			continue // cobra's own, for the shells
		}
		if c.Name() == "verify" && !long.Whole {
			continue // they prove, which takes long
		}
		t.Run(c.Name(), func(t *testing.T) {
			given(t, c.Name())
			of := []*cobra.Command{c}
			if c != root {
				of = append(of, c.Commands()...)
			}
			for _, c := range of {
				for _, found := range commandLine.FindAllStringSubmatch(c.Example+"\n"+c.Long, -1) {
					runLine(t, found[1])
					examples++
				}
			}
		})
	}
	if examples < long.Of(75, 75, 90) {
		t.Errorf("only %d examples", examples)
	}
}

var commandLine = regexp.MustCompile(`(?m)^ +((?:printf .* \| )?grundy .*)$`)

// comparedPages are the pages whose output [TestReadme], [TestLiterature] and [TestRulesDocs] compare.
var comparedPages = []string{"contest", "literature", "rules", "tour"}

// The page of published results has for each the command that asks for it, what it answers,
// what that rests on, and how many seconds it takes.
func TestLiterature(t *testing.T) {
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	text := pages["literature"]
	row := regexp.MustCompile("(?m)^\\| (\\d+) \\|.*\\| `(grundy [^`]*)` \\| (.*) \\| (machine|theorem|search|no) \\| ([0-9.]+) \\|$")
	given(t, "literature")
	writeRules(t, text)
	rows := row.FindAllStringSubmatch(text, -1)
	if all := strings.Count(text, "| `grundy "); len(rows) < 30 || len(rows) != all {
		t.Errorf("%d rows of %d can be read, want 30", len(rows), all)
	}
	for _, found := range rows {
		number, line, answer, proved := found[1], found[2], strings.ReplaceAll(found[3], `\|`, "|"), found[4]
		seconds, err := strconv.ParseFloat(found[5], 64)
		if err != nil || seconds > long.Of(0.05, 3, 1000) {
			continue
		}
		words, _ := shellWords(t, line)
		var out, problem bytes.Buffer
		status := run(t.Context(), words[1:], strings.NewReader(""), &out, &problem)
		says := strings.Join(strings.Fields(out.String()), " ")
		if status != exitAnswered || !strings.Contains(says, answer) || proved == "machine" && !strings.Contains(says, "proved from the rules") && !strings.Contains(says, " theorem In ") {
			t.Errorf("%s: %s: exit status %d, want %q, proved: %s; got:\n%s%s", number, line, status, answer, proved, &out, &problem)
		}
	}
}

// Every command line of the other pages of docs succeeds, behind the files of rules that
// the page shows.
func TestDocsExamples(t *testing.T) {
	long.Only(t)
	line := regexp.MustCompile(`(?m)^(?:    )?\$ (.*)$`)
	pages, err := docs.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for page, text := range pages {
		if slices.Contains(comparedPages, page) {
			continue
		}
		t.Run(page, func(t *testing.T) {
			given(t, page)
			writeRules(t, text)
			for _, found := range line.FindAllStringSubmatch(text, -1) {
				runLine(t, found[1])
			}
		})
	}
}

// writeRules writes the files of rules that a page shows.
func writeRules(t *testing.T, page string) {
	t.Helper()
	file := regexp.MustCompile("(?s)```python\n# ([a-z0-9-]+\\.star)\n(.*?)```")
	for _, block := range file.FindAllStringSubmatch(page, -1) {
		if err := os.WriteFile(block[1], []byte(block[2]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// runLine runs a command line, which must give something: on standard output, or in a file.
// Commands may be joined by && and |.
func runLine(t *testing.T, line string) {
	t.Helper()
	for beginning := range notRun {
		if strings.HasPrefix(line, beginning) {
			return
		}
	}
	if strings.HasPrefix(line, "grundy verify ") && !long.Whole {
		if verified[line] || line == "grundy verify wythoff.json" && !long.Asked {
			return // it leaves nothing for other lines, and two pages show it
		}
		verified[line] = true
	}
	gave := 0
	for command := range strings.SplitSeq(smaller.Replace(line), " && ") {
		var piped io.Reader
		for stage := range strings.SplitSeq(command, " | ") {
			stage, into, redirected := strings.Cut(stage, " > ")
			words, stdin := shellWords(t, stage)
			if stdin == nil {
				stdin = piped
			}
			var out, problem bytes.Buffer
			switch words[0] {
			case "printf":
				out.WriteString(strings.ReplaceAll(words[1], `\n`, "\n"))
			case "grundy":
				if stdin == nil && slices.Contains(words, "play") {
					stdin = strings.NewReader("quit\n")
				}
				if stdin == nil {
					stdin = strings.NewReader("")
				}
				if status := run(t.Context(), words[1:], stdin, &out, &problem); status != exitAnswered {
					t.Errorf("%s: exit status %d: %s", line, status, &problem)
					return
				}
			default:
				t.Errorf("%s: %s does not run here: want a reason in notRun", line, words[0])
				return
			}
			if gave += out.Len(); redirected {
				if err := os.WriteFile(into, out.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for i, word := range words {
				name, isName := strings.CutPrefix(word, "--certificate=")
				if i > 0 && words[i-1] == "-o" {
					name, isName = word, true
				}
				if info, err := os.Stat(name); isName && err == nil {
					gave += int(info.Size())
				}
			}
			piped = &out
		}
	}
	if gave == 0 {
		t.Errorf("%s gives nothing", line)
	}
}
