package catalog_test

// The table of docs/catalog.md: what each reader of rules makes of each file of the catalogue.

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/family"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
)

const (
	page     = "../../docs/catalog.md"
	patterns = "../../docs/patterns.md"
	tableTop = "| game | played by | formulas | family | theorem | pattern |\n| --- | --- | --- | --- | --- | --- |\n"
)

// TestPage compares the table with what the readers say. With GRUNDY_UPDATE=1 it is written anew.
func TestPage(t *testing.T) {
	if !long.Asked && os.Getenv("GRUNDY_UPDATE") == "" {
		t.Skip("all files are looked at: GRUNDY_LONG=1 does")
	}
	kept, err := os.ReadFile(page)
	found, errFound := os.ReadFile(patterns)
	if err != nil || errFound != nil {
		t.Fatal(err, errFound)
	}
	intro, _, _ := strings.Cut(string(kept), "| game |")
	var table, counts strings.Builder
	played, stated, recognised, claimed, proved := 0, 0, 0, 0, 0
	for _, name := range catalog.Names() {
		f := load(t, name)
		report := f.Look(t.Context())
		by, inCore := playedBy(f, report)
		formulas := formulasOf(&report.Definable)
		engine, isKnown := familyOf(t, f, report)
		theorem := theoremOf(f)
		pattern := patternOf(name, string(found))
		played, stated, recognised = played+btoi(inCore), stated+btoi(len(report.Definable.Coordinates) > 0), recognised+btoi(isKnown)
		claimed, proved = claimed+btoi(theorem != "none"), proved+btoi(strings.Contains(pattern, "proved"))
		fmt.Fprintf(&table, "| [%s](../position/catalog/%s.star) | %s | %s | %s | %s | %s |\n", name, name, by, formulas, engine, theorem, pattern)
	}
	fmt.Fprintf(&counts, "Of %d files, %d are played by their cores or an engine, formulas state the moves of %d, %d declare\nor are recognised as a game with an engine, %d state a theorem, and for %d automata prove a pattern.", len(catalog.Names()), played, stated, recognised, claimed, proved)
	intro = regexp.MustCompile(`Of \d+ files, [^.]*\.`).ReplaceAllLiteralString(intro, counts.String())
	want := intro + tableTop + table.String()
	if want == string(kept) {
		return
	}
	if os.Getenv("GRUNDY_UPDATE") != "" {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	had, has := strings.Split(string(kept), "\n"), strings.Split(want, "\n")
	for i, line := range has {
		if i >= len(had) || had[i] != line {
			t.Fatalf("docs/catalog.md:%d is not what the readers say:\n%s\nGRUNDY_UPDATE=1 go test -run TestPage ./position/catalog writes it", i+1, line)
		}
	}
	t.Errorf("docs/catalog.md has lines behind the table")
}

// playedBy says what runs the rules, and whether that is a core of each function or an engine.
func playedBy(f *rules.File, r *rules.Report) (string, bool) {
	if r.BuiltIn != "" {
		return "engine", true
	}
	var slow []string
	for _, c := range f.Cores() {
		if c.Why != nil {
			slow = append(slow, fmt.Sprintf("`%s` interpreted: %s", c.Name, because(c.Why.Pos, c.Why.Near, c.Why.Msg)))
		}
	}
	if len(slow) > 0 {
		return strings.Join(slow, "; "), false
	}
	return "core", true
}

// formulasOf says how many kinds of moves the formulas state, and for which positions.
func formulasOf(d *rules.DefinableReport) string {
	if len(d.Coordinates) == 0 {
		return because(d.Where, d.Near, d.Why)
	}
	says := message.Count(d.Kinds, "kind of move", "kinds of moves")
	if d.Length > 0 {
		says += fmt.Sprintf(", rows of %d", d.Length)
	}
	if len(d.Held) > 0 {
		says += fmt.Sprintf(", `%s` held", strings.Join(d.Held, "`, `"))
	}
	if d.Base > 0 {
		says += fmt.Sprintf(", base %d", d.Base)
	}
	return says
}

// familyOf names the game with an engine, and reports whether there is one.
func familyOf(t *testing.T, f *rules.File, r *rules.Report) (string, bool) {
	if r.BuiltIn != "" {
		if r.BuiltIn == f.String() { // a piece without another name
			return "declared", true
		}
		return fmt.Sprintf("declared: `%s`", r.BuiltIn), true
	}
	known, err := family.Recognise(t.Context(), f, rules.Frame{Length: r.Definable.Length})
	if err == nil {
		return fmt.Sprintf("`%s`", known.Name), true
	}
	why := err.Error()
	if strings.HasSuffix(why, "no known family") {
		why = "none"
	}
	for what, says := range map[string]string{"length": "rows have no fixed length", "size": "grids have no fixed size"} {
		if strings.Contains(why, " has no fixed "+what) {
			why = says
		}
	}
	return why, false
}

// theoremOf names what the file claims of its positions.
func theoremOf(f *rules.File) string {
	var all []string
	for _, found := range theorem.FindAllString(f.Text(), -1) {
		name, _, _ := strings.Cut(strings.TrimPrefix(found, "def "), "(")
		if name == "parts" || name == "find" { // which say nothing of a position
			continue
		}
		if code := regexp.MustCompile(`"(.+?)"|\[.+?\]`).FindString(found); name == "equals" && code != "" {
			name += " " + strings.Trim(code, `"`)
		}
		if name = "`" + name + "`"; !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

// patternOf says what docs/patterns.md has found for a game, and whether that is proved.
func patternOf(name, page string) string {
	line := regexp.MustCompile("(?m)^\\| `" + regexp.QuoteMeta(name) + "(\\(.*?\\))?` \\| (.*?) \\| (.*?) \\| .* \\| (.*?) \\|$")
	var all []string
	for _, m := range line.FindAllStringSubmatch(page, -1) {
		if m[2] == "" {
			continue
		}
		says := m[2] + ", checked"
		if m[4] == "yes" {
			says = m[2] + ", proved"
		}
		if m[1] != "" { // the positions that the pattern speaks of
			says = "`" + m[1] + "`: " + says
		}
		if !slices.Contains(all, says) {
			all = append(all, says)
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, "; ")
}

// because says what stands in the way, and where.
func because(at rules.Pos, near, why string) string {
	says := ""
	if at.Line > 0 {
		says = fmt.Sprintf("%d:%d: ", at.Line, at.Col)
	}
	if near != "" && len(near) < 24 {
		says += "`" + near + "`: "
	}
	why, _, _ = strings.Cut(why, ": ")
	return says + strings.ReplaceAll(why, "|", `\|`)
}
