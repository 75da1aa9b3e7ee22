package programs

// This file reads the grammar, and draws texts from it.

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed grammar.txt
var grammarText string

// A rule is a line of the grammar.
type rule struct {
	weight int
	needs  []string
	text   string
}

// grammar returns the rules by what they make.
var grammar = sync.OnceValue(func() map[string][]rule {
	rules := map[string][]rule{}
	for line := range strings.Lines(grammarText) {
		head, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " : ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(head)
		weight, err := strconv.Atoi(words[1])
		if err != nil {
			panic(fmt.Sprintf("programs: the line %q of the grammar has no weight", line))
		}
		rules[words[0]] = append(rules[words[0]], rule{weight, words[2:], text})
	}
	return rules
})

// meets reports whether a need of a rule is met.
func (w *writer) meets(need string) bool {
	need, not := strings.CutPrefix(need, "-")
	is := w.on[need]
	if of, ok := strings.CutSuffix(need, "!"); ok {
		_, is = w.variable(of)
	} else if need == "calls" {
		is = w.calls
	}
	return is != not
}

// draw writes what the grammar makes of a name, with expressions so deep.
func (w *writer) draw(name string, depth int) string {
	rules := grammar()[name]
	if bottom := grammar()[name+"0"]; bottom != nil && depth <= 0 {
		rules = bottom
	}
	rules = slices.DeleteFunc(slices.Clone(rules), func(r rule) bool {
		return slices.ContainsFunc(r.needs, func(need string) bool { return !w.meets(need) })
	})
	total := 0
	for _, r := range rules {
		total += r.weight
	}
	if total == 0 {
		panic(fmt.Sprintf("programs: the grammar has no rule for %q", name))
	}
	for at := w.IntN(total); ; rules = rules[1:] {
		if at -= rules[0].weight; at < 0 {
			return w.expand(rules[0].text, depth)
		}
	}
}

// expand draws what stands between « and » in a text. «1» is the first of the arguments.
func (w *writer) expand(text string, depth int, arguments ...string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "«")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var choices []string
		choices, text = cutChoices(rest)
		if choice := choices[w.IntN(len(choices))]; len(choices) > 1 {
			b.WriteString(w.expand(choice, depth, arguments...))
			continue
		}
		name, to, _ := strings.Cut(choices[0], " ")
		inner, err := strconv.Atoi(to)
		if err != nil {
			inner = depth - 1
		}
		if i, err := strconv.Atoi(name); err == nil {
			b.WriteString(arguments[i-1])
		} else {
			b.WriteString(w.expr(name, inner))
		}
	}
}

// cutChoices returns the choices up to the » that ends them, and the text behind it.
func cutChoices(text string) (choices []string, rest string) {
	nested, from := 0, 0
	for i, c := range text {
		switch {
		case c == '«':
			nested++
		case c == '»' && nested > 0:
			nested--
		case c == '»':
			return append(choices, text[from:i]), text[i+utf8.RuneLen(c):]
		case c == '¦' && nested == 0:
			choices, from = append(choices, text[from:i]), i+utf8.RuneLen(c)
		}
	}
	panic(fmt.Sprintf("programs: %q has no end", text))
}
