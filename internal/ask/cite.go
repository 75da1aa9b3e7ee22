package ask

// [Cite] asks how to cite this program, and the sources of the method of an answer.

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/theory/compound"
)

// A Cite asks how to cite the program, and what an answer about a position, or what is known of a
// game, rests on.
type Cite struct {
	Of       string // a sum of positions, a game, or "" for the program alone
	Misere   bool
	Compound string
}

// A Cited is the answer to a [Cite].
type Cited struct {
	Position string    `json:"position,omitempty"` // the sum of positions, or the game
	Outcome  string    `json:"outcome,omitempty"`
	Methods  []string  `json:"methods,omitempty" layout:"lines"` // of the answer: theorems and engines, with their sources
	Games    []Sources `json:"games,omitempty" layout:"lines"`
	Program  Citation  `json:"program"`
}

// Sources says where a game comes from, and what is known of it.
type Sources struct {
	Game   string `json:"game"`
	Source string `json:"source,omitempty"`
	Known  string `json:"known,omitempty"`
	OEIS   string `json:"oeis,omitempty"` // the number of its nim-values
}

// A Citation says how to cite the program, as CITATION.cff has it.
type Citation struct {
	Title      string   `json:"title"`
	Authors    []string `json:"authors"`
	Release    string   `json:"release"`
	Released   string   `json:"released"`
	License    string   `json:"license"`
	Repository string   `json:"repository"`
	Text       string   `json:"text"`
	BibTeX     string   `json:"bibtex"`
}

// Ask answers the question.
func (q Cite) Ask(ctx context.Context, m Means) (*Cited, error) {
	a := &Cited{Program: programCitation(grundy.Citation())}
	if usual := !q.Misere && (q.Compound == "" || q.Compound == compound.Disjunctive.String()); usual && q.Of == "" {
		return a, nil
	} else if usual && !strings.Contains(q.Of, "(") {
		if d, err := (Game{q.Of}).find(ctx, m); err != nil {
			return nil, err
		} else if d != nil {
			a.describe(d)
			return a, nil
		}
		if name, _, ok := strings.Cut(q.Of, "["); ok && strings.HasSuffix(q.Of, "]") {
			if e, ok := position.Find(name); ok {
				if _, err := position.ParseGame(q.Of); err != nil {
					return nil, wrong("position", err, "%v", err)
				}
				a.Position, a.Games = q.Of, []Sources{sourcesOf(e)}
				return a, nil
			}
		}
	}
	solved, err := Solve{Position: q.Of, Misere: q.Misere, Compound: q.Compound}.Ask(ctx, m)
	if err != nil {
		return nil, err
	}
	a.Position, a.Outcome, a.Methods = solved.Position, solved.Outcome, solved.Answer.Methods
	for _, c := range solved.Answer.Components {
		for _, found := range gameIn().FindAllStringSubmatch(c.Position.String(), -1) { // pass(G) and G : H have games in them
			e, ok := position.Find(found[1])
			if ok && !slices.ContainsFunc(a.Games, func(s Sources) bool { return s.Game == e.Name }) {
				a.Games = append(a.Games, sourcesOf(e))
			}
		}
	}
	return a, nil
}

// gameIn finds a quoted text, and the name of a game before its position or the numbers of its game.
var gameIn = lazy.Regexp(`"[^"]*"|([^\s"+:,()\[\]]+)[(\[]`)

// describe fills in what is known of a game, or of a code.
func (a *Cited) describe(d *Described) {
	for _, e := range d.Entries {
		a.Position = e.Name
		a.Games = append(a.Games, sourcesOf(e))
	}
	if c := d.Code; c != nil {
		a.Position = c.Code
		if c.Theorem != nil {
			a.Methods = append(a.Methods, *c.Theorem)
		}
		if c.OEIS != nil {
			a.Games = append(a.Games, Sources{Game: c.Code, OEIS: c.OEIS.Number})
		}
	}
}

func sourcesOf(e position.Entry) Sources { return Sources{e.Name, e.Source, e.Known, e.OEIS} }

// programCitation reads a file of the Citation File Format, as far as this program's file goes: a key
// and a value in each line, and authors as a list.
func programCitation(cff string) (c Citation) {
	facts := map[string]string{}
	var authors []map[string]string
	inAuthors := false
	for line := range strings.Lines(cff) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		name, begins := strings.CutPrefix(key, "- ")
		switch {
		case !strings.HasPrefix(line, " "):
			facts[key], inAuthors = value, key == "authors"
		case inAuthors && begins:
			authors = append(authors, map[string]string{name: value})
		case inAuthors && len(authors) > 0:
			authors[len(authors)-1][key] = value
		}
	}
	var inBibTeX []string
	for _, author := range authors {
		if name := author["name"]; name != "" {
			c.Authors, inBibTeX = append(c.Authors, name), append(inBibTeX, "{"+name+"}")
		} else {
			c.Authors = append(c.Authors, author["given-names"]+" "+author["family-names"])
			inBibTeX = append(inBibTeX, author["family-names"]+", "+author["given-names"])
		}
	}
	c.Title, c.Release, c.Released, c.License, c.Repository = facts["title"], facts["version"], facts["date-released"], facts["license"], facts["repository-code"]
	year, _, _ := strings.Cut(c.Released, "-")
	c.Text = fmt.Sprintf("%s (%s). %s. Version %s. %s", strings.Join(c.Authors, ", "), year, c.Title, build.Version(), c.Repository)
	c.BibTeX = fmt.Sprintf("@software{grundy,\n  author  = {%s},\n  title   = {%s},\n  version = {%s},\n  date    = {%s},\n  year    = {%s},\n  url     = {%s}\n}\n",
		strings.Join(inBibTeX, " and "), c.Title, build.Version(), c.Released, year, c.Repository)
	return c
}
