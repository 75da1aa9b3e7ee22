package main

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// walk calls visit with each command that users see.
func walk(c *cobra.Command, visit func(c *cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" { // cobra's own
			walk(sub, visit)
		}
	}
}

// withoutJSON are the commands that have no --json, and why.
var withoutJSON = map[string]string{
	"grundy":             "prints help",
	"grundy job":         "prints help",
	"grundy rules":       "prints help",
	"grundy man":         "writes files",
	"grundy play":        "talks",
	"grundy plot":        "draws; values --json has the numbers",
	"grundy serve":       "answers elsewhere",
	"grundy site":        "writes files",
	"grundy job results": "prints what the pieces gave, which is JSON",
}

// Every flag is one of the table, and means the same in every command: how far, how many and
// which folder are called alike, and what prints an answer prints it as JSON, too. An old name
// is none of the names that the command has, and goes on working.
func TestFlagWords(t *testing.T) {
	root := newRoot(io.Discard)
	used := map[string]bool{}
	kinds := map[flagKind][]string{}
	meanings := map[string]string{}
	for _, w := range flagWords {
		kinds[w.holds] = append(kinds[w.holds], w.name)
		if other := meanings[w.means]; other != "" || w.means == "" {
			t.Errorf("--%s means the same as --%s: %q", w.name, other, w.means)
		}
		meanings[w.means] = w.name
	}
	for kind, most := range map[flagKind]int{howFar: 1, howMany: 1} {
		if names := kinds[kind]; len(names) != most {
			t.Errorf("one meaning has the names %q", names)
		}
	}
	types := map[string]string{}
	walk(root, func(c *cobra.Command) {
		path := c.CommandPath()
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Name == "version" {
				return
			}
			w := wordOf(f.Name)
			used[f.Name] = true
			if !strings.HasPrefix(f.Usage, w.means) {
				t.Errorf("%s --%s: %q, where the table says %q", path, f.Name, f.Usage, w.means)
			}
			kind := strings.TrimSuffix(strings.TrimPrefix(f.Value.Type(), "u"), "64")
			if kind == "stringArray" && w.holds == inFolder {
				kind = "string" // of several
			}
			if other := types[f.Name]; other != "" && other != kind {
				t.Errorf("%s --%s takes a %s, and that of another command a %s", path, f.Name, kind, other)
			}
			types[f.Name] = kind
			if isFolder := f.Annotations[cobra.BashCompSubdirsInDir] != nil; isFolder != (w.holds == inFolder) {
				t.Errorf("%s --%s: a folder: %v", path, f.Name, isFolder)
			}
		})
		if json, why := c.Flags().Lookup("json"), withoutJSON[path]; (json == nil) != (why != "") {
			t.Errorf("%s: has --json: %v; %s", path, json != nil, why)
		}
		if json, format := c.Flags().Lookup("json"), c.Flags().Lookup("format"); (json == nil) != (format == nil) && oldNames[path]["format"] == "" {
			t.Errorf("%s: --json and --format go together", path)
		}
	})
	for _, w := range flagWords {
		if !used[w.name] {
			t.Errorf("no command has --%s", w.name)
		}
	}
	for path, names := range oldNames {
		c, _, err := root.Find(strings.Fields(path)[1:])
		if err != nil {
			t.Fatal(err)
		}
		for old, now := range names {
			if f := c.Flags().Lookup(old); f == nil || f.Name != now {
				t.Errorf("%s: --%s is not --%s", path, old, now)
			}
		}
	}
}

// Brief help fits on a screen, and says what it leaves out.
func TestBriefHelp(t *testing.T) {
	walk(newRoot(io.Discard), func(c *cobra.Command) {
		words := strings.Fields(c.CommandPath())[1:]
		var brief, whole strings.Builder
		for out, flag := range map[*strings.Builder]string{&brief: "-h", &whole: "--help"} {
			var problem strings.Builder
			if status := run(t.Context(), append(words[:len(words):len(words)], flag), strings.NewReader(""), out, &problem); status != exitAnswered || problem.Len() > 0 {
				t.Errorf("%s %s: status %d: %s", c.CommandPath(), flag, status, &problem)
			}
		}
		most := 32
		if c.Parent() == nil {
			most = 40
		}
		if n := strings.Count(brief.String(), "\n"); n > most || !strings.Contains(brief.String(), c.CommandPath()+" --help") {
			t.Errorf("%s -h has %d lines, want %d at most:\n%s", c.CommandPath(), n, most, &brief)
		}
		if c.HasExample() && !strings.Contains(brief.String(), "Examples:\n  ") {
			t.Errorf("%s -h has no example", c.CommandPath())
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(whole.String(), "--"+f.Name) {
				t.Errorf("%s --help does not say --%s", c.CommandPath(), f.Name)
			}
		})
	})
}

// Every command refuses a wrong flag before any work, in one line that names it.
func TestFlagsAreRead(t *testing.T) {
	commands := []string{
		"solve nim(3)", "values 0.77 -n 3", "values queen --size=3x3", "values 0.77 -n 3 --genus", "values 0.77 -n 3 --misere",
		"plot 0.77", "plot queen", "graph -", "contest cses/1730", "contest", "period 0.77", "period queen --row=3",
	}
	wrong := []string{
		"--max-memory=x/0", "--max-memory=", "--max-memory=0", "--max-time=-5s", "--max-time=soon", "--max-time=",
		"--size=", "--palette=", "--output=", "--show=", "--colour=", "--format=", "--certificate=", "--resume=", "--compound=", "--max=x", "--moves=",
	}
	tried := 0
	for _, command := range commands {
		words := strings.Fields(command)
		found, _, err := newRoot(io.Discard).Find(words)
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range wrong {
			name, _, _ := strings.Cut(flag, "=")
			if found.Flags().Lookup(name[2:]) == nil {
				continue
			}
			var problem strings.Builder
			status := run(t.Context(), append(words[:len(words):len(words)], flag), strings.NewReader(""), io.Discard, &problem)
			if status != exitUsage || !strings.HasPrefix(problem.String(), "grundy: "+name) || strings.Count(problem.String(), "\n") != 1 {
				t.Errorf("grundy %s %s: status %d: %s", command, flag, status, &problem)
			}
			tried++
		}
	}
	if tried < 50 {
		t.Errorf("only %d flags were tried", tried)
	}
}
