package contest

// A file says here to whom a problem belongs, and what groups its tests have.

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// Rights say who owns a problem, and who may use it.
type Rights struct {
	License string // one of [Licenses], or "" where nothing is said
	Owner   string // "" where the authors own it, or else the source
	Credits []string
	Source  string // the contest; [Problem.Judge] where it is ""
	URL     string // of the source
}

// Licenses are those that judges know.
var Licenses = []string{"unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"}

// A Group is tests that are scored together: of inputs within tighter bounds.
type Group struct {
	Name  string // a word of a-z, 0-9 and hyphens
	Title string // for the statement, or ""
	Score int
	Shape *input.Shape // that of the problem, with tighter bounds
	// After are the groups before whose inputs are all among those of this one.
	After []string
}

// setRights is rights(license = "cc by-sa", owner = "…", credits = "…", source = "…", url = "…").
func (d *declaration) setRights(ev *lang.Evaluator, c *lang.Call) lang.Value {
	const form = `rights(license = "cc by-sa", owner = "…", credits = "…", source = "…", url = "…")`
	given := ev.Keywords(c, "license", "owner", "credits", "source", "url")
	if ev.Err != nil {
		return lang.Value{}
	}
	if len(c.Args) > 0 || len(given) == 0 {
		return ev.FailHere("want %s", form)
	}
	var r Rights
	for name, to := range map[string]*string{"license": &r.License, "owner": &r.Owner, "source": &r.Source, "url": &r.URL} {
		if v, ok := given[name]; ok {
			if *to = strings.TrimSpace(textOf(v)); *to == "" || strings.ContainsAny(*to, "\n\r\t") {
				return ev.Fail(c.Keyword(name), "want a text of one line, not %s", ev.Show(v))
			}
		}
	}
	if v, ok := given["credits"]; ok {
		people := []lang.Value{v}
		if list, ok := v.Items(); ok {
			people = list
		}
		for _, v := range people {
			name := strings.TrimSpace(textOf(v))
			if name == "" || strings.ContainsAny(name, "\n\r\t") {
				return ev.Fail(c.Keyword("credits"), `want names, as in credits = ["A. Author", "B. Author"], not %s`, ev.Show(v))
			}
			r.Credits = append(r.Credits, name)
		}
	}
	switch known := slices.Contains(Licenses, r.License); {
	case r.License != "" && !known:
		return ev.Fail(c.Keyword("license"), "want one of %s%s", strings.Join(Licenses, ", "), message.DidYouMean(r.License, Licenses))
	case r.License == "public domain" && r.Owner != "":
		return ev.Fail(c.Keyword("owner"), "nobody owns what is in the public domain")
	case r.URL != "" && r.Source == "":
		return ev.Fail(c.Keyword("url"), "want the source that the address belongs to, as in source = \"…\"")
	}
	d.rights, d.licensed = r, c.Keyword("license")
	return lang.None
}

// settleRights demands the owner that a license needs: the one that is stated, or the authors, or the source.
func (p *Problem) settleRights(d *declaration) error {
	p.Rights = d.rights
	switch r := p.Rights; {
	case r.License == "" || r.License == "unknown" || r.License == "public domain",
		r.Owner != "" || len(r.Credits) > 0 || r.Source != "" || p.Judge != "":
		return nil
	}
	return p.code.Source.Fail(d.licensed, `want who owns the problem, as in owner = "…", credits = ["…"], or source = "…"`)
}

// A declaredGroup is a group as it is declared.
type declaredGroup struct {
	Group
	bounds []input.Tighter
	node   lang.Node
	nodes  map[string]lang.Node // of the bounds
}

// mostParts bounds the groups of a problem.
const mostParts = 50

// addPart is group("small", score = 20, title = "…", n = 100, x = [2, "10^6"]).
func (d *declaration) addPart(ev *lang.Evaluator, c *lang.Call) lang.Value {
	const form = `group("small", score = 20, n = 100)`
	if len(c.Args) != 1 || c.Args[0].Kind != lang.TextKind {
		return ev.FailHere("want %s", form)
	}
	p := declaredGroup{Group: Group{Name: c.Args[0].Text()}, node: c.Node, nodes: map[string]lang.Node{}}
	if p.Name == "" || len(p.Name) > 30 || strings.Trim(p.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || p.Name[0] == '-' {
		return ev.Fail(c.Argument(0), "want a name of at most 30 letters a-z, digits and hyphens, as in %s", form)
	}
	if slices.Contains([]string{"sample", "samples", "secret"}, p.Name) {
		return ev.Fail(c.Argument(0), "want another name than sample, samples and secret, which judges give to tests")
	}
	if slices.ContainsFunc(d.parts, func(q declaredGroup) bool { return q.Name == p.Name }) {
		return ev.Fail(c.Argument(0), "a second group of the name %s", p.Name)
	}
	if len(d.parts) == mostParts {
		return ev.FailHere("more than %d groups", mostParts)
	}
	scored := false
	for i, name := range c.Names {
		v, at := c.Named[i], c.Keyword(name)
		switch name {
		case "score":
			if v.Kind != lang.IntKind || v.N < 1 || v.N > 1_000_000 {
				return ev.Fail(at, "want a score from 1 to 1000000, not %s", ev.Show(v))
			}
			p.Score, scored = int(v.N), true
		case "title":
			if p.Title = textOf(v); p.Title == "" {
				return ev.Fail(at, "want a text, not %s", ev.Show(v))
			}
		default:
			b, ok := tighter(ev, name, v, at)
			if !ok {
				return lang.Value{}
			}
			p.bounds, p.nodes[name] = append(p.bounds, b), at
		}
	}
	if !scored {
		return ev.FailHere("want the score of the group, as in %s", form)
	}
	d.parts = append(d.parts, p)
	return lang.None
}

// tighter returns the bounds that a value stands for: the most, or [least, most].
func tighter(ev *lang.Evaluator, name string, v lang.Value, at lang.Node) (b input.Tighter, ok bool) {
	ends := []lang.Value{v}
	if list, isList := v.Items(); isList {
		ends = list
	}
	if len(ends) == 0 || len(ends) > 2 {
		ev.Fail(at, "want the most, or [least, most], not %s", ev.Show(v))
		return b, false
	}
	var numbers []input.Int
	for _, end := range ends {
		bound := boundIn(ev, end, at)
		if ev.Err == nil && bound.Field != "" {
			ev.Fail(at, "want a number, not the field %s", bound.Field)
		}
		if ev.Err != nil {
			return b, false
		}
		numbers = append(numbers, bound.Plus)
	}
	b = input.Tighter{Field: name, Most: numbers[len(numbers)-1]}
	if len(numbers) == 2 {
		b.Least = &numbers[0]
	}
	return b, true
}

// within reports whether all that obeys the bounds of p obeys those of q.
func (p *declaredGroup) within(q *declaredGroup) bool {
	for _, outer := range q.bounds {
		at := slices.IndexFunc(p.bounds, func(b input.Tighter) bool { return b.Field == outer.Field })
		if at < 0 {
			return false
		}
		inner := p.bounds[at]
		if outer.Most.Less(inner.Most) || outer.Least != nil && (inner.Least == nil || inner.Least.Less(*outer.Least)) {
			return false
		}
	}
	return true
}

// setParts finds the shapes of the groups.
func (p *Problem) setParts(parts []declaredGroup) error {
	for i := range parts {
		q := &parts[i]
		shape, err := p.Shape.Within(q.bounds)
		if wrong, ok := errors.AsType[*input.Error](err); ok {
			at := q.nodes[wrong.Field]
			if at == nil {
				at = q.node
			}
			return p.code.Source.Fail(at, "want %s", wrong.Want)
		}
		if err != nil {
			return err
		}
		q.Shape = shape
		for j := range i {
			if parts[j].within(q) {
				q.After = append(q.After, parts[j].Name)
			}
		}
		p.Groups = append(p.Groups, q.Group)
	}
	return nil
}

// GroupOf returns the name of the first group that an input belongs to, or "".
func (p *Problem) GroupOf(ctx context.Context, in []byte) string {
	for _, g := range p.Groups {
		if _, err := g.Shape.In(ctx).Parse(bytes.NewReader(in), input.Options{}); err == nil {
			return g.Name
		}
	}
	return ""
}

// Bounds says in words what the inputs of a group obey.
func (p *Problem) Bounds(g *Group) string {
	if parts := p.Shape.Tighter(g.Shape); len(parts) > 0 {
		return strings.Join(parts, ", ")
	}
	return "all inputs"
}
