package certificate

// The words of a certificate: its moves as a mathematician writes them, and its theorem.

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of what is written: kinds of moves or parts of a formula, and bytes of one.
const (
	mostLines = 100
	mostLine  = 2000
)

// Lines writes the game of a certificate that [Verify] accepts, a line for its positions, for each
// kind of move, and for each end of play.
func (m *Moves) Lines() (lines []string) {
	names, bounds := m.domain()
	here := tuple(names)
	lines = append(lines, fmt.Sprintf("positions %s with %s", here, bounds))
	for i, k := range m.Kinds {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("and %d more kinds of moves, which the file has", len(m.Kinds)-i))
			break
		}
		var parts []string
		for _, part := range k.Parts {
			parts = append(parts, tuple(part))
		}
		if parts == nil {
			parts = []string{"nothing"}
		}
		line := here + " -> " + strings.Join(parts, " + ")
		if k.Guard != "true" {
			line += "  for " + strings.Join(joined(k.Guard), ", ")
		}
		if len(line) > mostLine {
			line = line[:mostLine] + " … (the file has the rest)"
		}
		lines = append(lines, line)
	}
	for _, end := range []struct{ how, where string }{{"won by", m.Won}, {"lost by", m.Lost}, {"drawn for", m.Drawn}} {
		if end.where != "false" {
			lines = append(lines, fmt.Sprintf("play is over, %s the player to move, where %s", end.how, strings.Join(joined(end.where), ", ")))
		}
	}
	return lines
}

// domain writes the coordinates, and the bounds within which the theorem holds.
func (m *Moves) domain() (names []string, bounds string) {
	var all []string
	for _, b := range m.Coordinates {
		names = append(names, b.Name)
		if b.Dropped {
			all = append(all, fmt.Sprintf("%s >= %d", b.Name, b.Least))
		} else {
			all = append(all, fmt.Sprintf("%d <= %s <= %d", b.Least, b.Name, b.Most))
		}
	}
	if m.Shape != "true" {
		all = append(all, joined(m.Shape)...)
	}
	return names, strings.Join(all, ", ")
}

func tuple(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// joined returns the parts of a formula that must hold together, with comparisons in chains:
// 1 <= k & k <= x & y = 0 is 1 <= k <= x and y = 0.
func joined(formula string) []string {
	tokens, _ := cut(formula, mostTokens)
	type fact struct{ text, left, right string } // left and right of a chain of <= and <
	var facts []fact
	from, nests := 0, 0
	var first, last *token // signs of comparison
	chain := true
	add := func(to int) {
		f := fact{text: strings.TrimSpace(formula[from:to])}
		if chain && first != nil {
			f.left = strings.TrimSpace(formula[from:first.from])
			f.right = strings.TrimSpace(formula[last.from+len(last.what) : to])
		}
		facts, first, chain = append(facts, f), nil, true
	}
	whole := false // the rest is one fact
	for i := range tokens {
		switch t := &tokens[i]; t.what {
		case "(":
			nests++
			chain = false
		case ")":
			nests--
		case "E", "A":
			whole = whole || nests == 0 && i+1 < len(tokens) && tokens[i+1].is == 'n'
		case "|", "=>", "<=>":
			if nests == 0 && !whole {
				return []string{formula}
			}
		case "&":
			if nests == 0 && !whole {
				add(t.from)
				from = t.from + 1
			}
		case "<", "<=":
			if first == nil {
				first = t
			}
			last = t
		case "=", "!=", ">", ">=", "~":
			chain = false
		}
	}
	chain = chain && !whole
	add(len(formula))
	for i := 0; i < len(facts) && len(facts) <= mostLines; i++ {
		f := &facts[i]
		j := slices.IndexFunc(facts, func(g fact) bool { return f.right != "" && f.right == g.left && g != *f })
		if j < 0 {
			continue
		}
		*f = fact{f.text + strings.TrimPrefix(facts[j].text, facts[j].left), f.left, facts[j].right}
		facts = slices.Delete(facts, j, j+1)
		i = -1
	}
	var texts []string
	for _, f := range facts {
		texts = append(texts, f.text)
	}
	return texts
}

// words puts the theorem into words.
func (c *Certificate) words() string {
	var dropped, crossed []string
	names, bounds := c.domain()
	for _, b := range c.Coordinates {
		if above := fmt.Sprintf("%s <= %d", b.Name, b.Most); b.Crossed {
			crossed = append(crossed, above)
		} else if b.Dropped {
			dropped = append(dropped, above)
		}
	}
	play := "normal"
	if c.Misere {
		play = "misère"
	}
	var states []string
	for _, t := range c.Automata {
		states = append(states, fmt.Sprint(len(t.Next)))
	}
	says := map[string]string{
		"set":      "is P exactly if the automaton accepts its digits",
		"values":   fmt.Sprintf("has the one number from 0 to %d, as its %s, whose automaton accepts its digits", len(c.Automata)-1, c.Of),
		"partial":  fmt.Sprintf("has the number v below %d, among %s, exactly if automaton v accepts its digits", len(c.Automata), c.Of),
		"weights":  fmt.Sprintf("has the one number v, as its %s, such that the automaton accepts its digits with those of the weight of place v, counted from 0,", c.Of),
		"relation": fmt.Sprintf("has the one number, as its %s, that the automaton accepts with its digits", c.Of),
	}[c.Form]
	says = strings.ReplaceAll(says, "as its nim-values", "as its nim-value")
	var b strings.Builder
	fmt.Fprintf(&b, "In %s play with these moves, a position %s with %s %s in the system %s (states: %s).", play, tuple(names), bounds, says, c.System, strings.Join(states, ", "))
	if c.Choices != nil {
		left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(c.Choices.Of, name) })
		fmt.Fprintf(&b, " A move chooses %s freely, and can leave %s safely exactly if the automaton of choices accepts the digits of these (states: %d).", strings.Join(c.Choices.Of, ", "), strings.Join(left, ", "), len(c.Choices.Safe.Next))
	}
	if len(dropped) > 0 {
		fmt.Fprintf(&b, " No move crosses %s, so that these bounds change nothing.", strings.Join(dropped, ", "))
	}
	if len(crossed) > 0 {
		fmt.Fprintf(&b, " Moves cross %s, and the theorem is about the game without these bounds.", strings.Join(crossed, ", "))
	}
	var measure []string
	for _, weights := range c.Measure {
		var sum []string
		for i, w := range weights {
			switch w {
			case 0:
			case 1:
				sum = append(sum, names[i])
			case -1: // alone
				sum = append(sum, fmt.Sprintf("%d - %s", c.Coordinates[i].Most, names[i]))
			default:
				sum = append(sum, fmt.Sprintf("%d %s", w, names[i]))
			}
		}
		measure = append(measure, strings.Join(sum, " + "))
	}
	if len(measure) > 0 {
		fmt.Fprintf(&b, " Every move lowers %s.", strings.Join(measure, ", or leaves it and lowers "))
	}
	return b.String()
}
