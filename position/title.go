package position

// Positions in words: a game has a name for people, and says how its numbers read behind that.

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/theory/compound"
)

const (
	mostNames   = 5  // of a sum
	mostNumbers = 12 // of a position
)

// Title returns a position in words, such as "Nim: 3, 5, 7". A sum is told by the names of its
// games, as in "A knight and a queen".
func Title(sum grundy.Sum, convention grundy.Convention, kind compound.Kind) string {
	title, alone := "", len(sum) == 1 && sum[0].Copies == 1
	if alone {
		title = TitleOf(sum[0].Component)
	} else {
		title = titleOfSum(sum)
	}
	if convention == grundy.Misere && !PlayedMisere(sum) {
		if alone && !hasArticle(title) {
			title = "Misère " + title
		} else {
			title = "Misère: " + inSentence(title)
		}
	}
	if kind != compound.Disjunctive {
		title += ", " + howMany(kind)
	}
	return title
}

// PlayedMisere reports whether some game of the sum says itself that the last move loses.
func PlayedMisere(sum grundy.Sum) bool {
	for _, t := range sum {
		if f, ok := rules.FileOf(t.Component); ok && f.Misere {
			return true
		}
	}
	return false
}

// howMany says in how many games of a sum a player moves.
func howMany(kind compound.Kind) string {
	if most, ok := kind.Most(); ok {
		return fmt.Sprintf("a move in at most %d of them", most)
	}
	return map[compound.Kind]string{
		compound.DiminishedDisjunctive: "a move in one of them, until the first one ends",
		compound.Conjunctive:           "a move in all of them, until the first one ends",
		compound.ContinuedConjunctive:  "a move in all of them that go on",
		compound.Selective:             "a move in one or more of them",
		compound.ShortenedSelective:    "a move in one or more of them, until the first one ends",
		compound.ProperSelective:       "a move in one or more of them, but not in all",
	}[kind]
}

// titleOfSum joins the names of the games.
func titleOfSum(sum grundy.Sum) string {
	var names []string
	copies := map[string]uint64{}
	for _, t := range sum {
		name, _ := NameOf(t.Component)
		if copies[name] == 0 {
			names = append(names, name)
		}
		copies[name] = grundy.AddCounts(copies[name], t.Copies)
	}
	if len(names) == 0 {
		return "Nothing is left"
	}
	more := len(names) - mostNames
	if more > 1 {
		names = names[:mostNames]
	}
	for i, name := range names {
		if n := copies[name]; n == 2 {
			name += " twice"
		} else if n > 2 {
			name += fmt.Sprintf(" %d times", n)
		}
		if names[i] = name; i > 0 {
			names[i] = inSentence(name)
		}
	}
	if more > 1 {
		names = append(names, fmt.Sprintf("%d other games", more))
	}
	return message.Join(names, "and")
}

// TitleOf returns one position in words, such as "Kayles: 9 pins".
func TitleOf(c grundy.Component) string {
	name, numbers := NameOf(c)
	if numbers == "" {
		return name
	}
	return name + ": " + numbers
}

// NameOf returns the name of the game of a position, such as "Kayles", and how its numbers read,
// such as "9 pins".
func NameOf(c grundy.Component) (name, numbers string) {
	if f, ok := rules.FileOf(c); ok {
		p, _ := c.Position().(rules.Position)
		return f.Called(), f.Describe(p)
	}
	if name, of, ok := nameOfMade(c); ok {
		return name, of
	}
	game, brackets, args := apart(c.String())
	e, ok := Find(game)
	if !ok {
		e = ofCode(game)
	}
	if len(args) == 0 {
		return e.Title, ""
	}
	return e.Title, message.Fill(cmp.Or(e.Reads, "{…}"), func(name string) string { return filling(e.Form, name, brackets, args) })
}

// filling returns what stands in place of {name} in a text of games.json: the numbers in
// brackets for "[]", those of the position for "…", how many these are for "#", how many pairs
// for "##", and otherwise the number that has the name in the form.
func filling(form, name string, brackets, args []string) string {
	switch name {
	case "[]":
		return message.Join(cut(brackets), "or")
	case "…":
		return message.Few(args, mostNumbers)
	case "#":
		return fmt.Sprint(len(args))
	case "##":
		return fmt.Sprint(len(args) / 2)
	}
	for i, arg := range args {
		if nameOf(form, i) == name {
			return arg
		}
	}
	return ""
}

// cut shortens a long list.
func cut(list []string) []string {
	if len(list) > mostNumbers {
		return append(list[:mostNumbers:mostNumbers], "…")
	}
	return list
}

// apart takes the text of a position apart.
func apart(text string) (game string, brackets, args []string) {
	game, rest, _ := strings.Cut(text, "(")
	if at := strings.LastIndexByte(text, '('); at >= 0 && strings.HasSuffix(text, ")") {
		game, rest = text[:at], text[at+1:len(text)-1]
	}
	if rest != "" && rest[0] != '"' { // which no name of a number goes with
		args = strings.Split(rest, ",")
	}
	if name, inside, ok := strings.Cut(game, "["); ok && strings.HasSuffix(inside, "]") {
		if _, known := Find(name); known {
			game, brackets = name, strings.Split(strings.TrimSuffix(inside, "]"), ",")
		}
	}
	return game, brackets, args
}

// ofCode returns what is said of a take-and-break code, or of a file: the game of the catalogue
// that is this code, if there is one.
func ofCode(code string) Entry {
	if e, ok := codes()[code]; ok {
		return e
	}
	if name, isFile := strings.CutSuffix(code, ".star"); isFile {
		return Entry{Title: name}
	}
	return Entry{Title: "Take and break by " + message.Brief(code, mostMeant)}
}

// codes are the games of the catalogue that are take-and-break codes.
var codes = sync.OnceValue(func() map[string]Entry {
	named := map[string]Entry{}
	for _, e := range allCatalogued() {
		if e.code != "" {
			named[e.code] = e
		}
	}
	return named
})

// hasArticle reports whether a name is not one of its own, as "A queen" is not.
func hasArticle(name string) bool {
	return strings.HasPrefix(name, "A ") || strings.HasPrefix(name, "An ")
}

// inSentence returns a name as it stands within a sentence.
func inSentence(name string) string {
	if hasArticle(name) {
		return "a" + name[1:]
	}
	return name
}
