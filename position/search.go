package position

// This file finds games by the words that people use for them, and says which one an
// unknown name may mean.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/grundy-games/grundy/internal/message"
)

// Search returns the games that match all of the words, the best first. A word matches
// where some word of the game's name, words, rules, source, or of what is known begins so,
// in any case and number. The name of a group alone wants the games of that group. It
// returns all games for no words. Games that are made of others are found by words alone.
func Search(words ...string) (found []Entry) {
	all := All()
	if len(words) == 1 && isGroup(words[0]) {
		return slices.DeleteFunc(all, func(e Entry) bool { return e.Group != words[0] })
	}
	var wanted []string
	for _, word := range words {
		wanted = append(wanted, wordsOf(word)...)
	}
	if some := slices.DeleteFunc(slices.Clone(wanted), isSmall); len(some) > 0 {
		wanted = some
	}
	if len(wanted) == 0 {
		if len(words) > 0 {
			return nil
		}
		return all
	}
	fits := map[string]int{}
	for _, e := range append(all, madeGames()...) {
		if fit := e.fit(wanted); fit > 0 {
			fits[e.Name] = fit
			found = append(found, e)
		}
	}
	slices.SortStableFunc(found, func(a, b Entry) int { return cmp.Compare(fits[b.Name], fits[a.Name]) })
	return found
}

func isGroup(word string) bool {
	return slices.ContainsFunc(Groups(), func(g Group) bool { return g.Name == word })
}

// isSmall reports whether a word says nothing of a game among others.
func isSmall(word string) bool {
	return slices.Contains([]string{"a", "an", "and", "by", "for", "from", "game", "in", "is", "of", "on", "or", "that", "the", "to", "who", "with"}, word)
}

// How well a word fits that stands in each text of an entry; where it is only the
// beginning of a word there, half as much.
const (
	inName  = 24
	inWords = 16
	inRules = 8
	inKnown = 2
)

// fit says how well an entry matches the words; 0 where one of them is nowhere.
func (e Entry) fit(wanted []string) (fit int) {
	texts := []struct {
		words  []string
		weight int
	}{
		{wordsOf(e.Name + " " + e.Title), inName},
		{wordsOf(strings.Join(e.Words, " ")), inWords},
		{wordsOf(e.Rules + " " + e.Notation), inRules},
		{wordsOf(e.Known + " " + e.Source + " " + e.OEIS + " " + e.Group), inKnown},
	}
	for _, word := range wanted {
		best := 0
		for _, text := range texts {
			for _, told := range text.words {
				if told == word {
					best = max(best, text.weight)
				} else if strings.HasPrefix(told, word) {
					best = max(best, text.weight/2)
				}
			}
		}
		if best == 0 {
			return 0
		}
		fit += best
	}
	if slices.Equal(wordsOf(e.Name), wanted) {
		fit += inName
	}
	return fit
}

// withoutAccents replaces letters that keyboards may not have.
var withoutAccents = strings.NewReplacer("è", "e", "é", "e", "ä", "a", "ö", "o", "ü", "u", "’", "'")

// wordsOf returns the words of a text in small letters and in the singular.
func wordsOf(text string) (words []string) {
	text = withoutAccents.Replace(strings.ToLower(text))
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '\'' }) {
		if word = singular(strings.ReplaceAll(strings.TrimSuffix(word, "'s"), "'", "")); strings.Trim(word, ".") != "" {
			words = append(words, strings.TrimSuffix(word, "."))
		}
	}
	return words
}

// singular takes the ending of most plurals and third persons off, also where it leaves
// no English word: all texts are treated alike.
func singular(word string) string {
	switch {
	case len(word) < 4 || strings.HasSuffix(word, "ss"):
		return word
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "oes"), strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"):
		return strings.TrimSuffix(word, "es")
	}
	return strings.TrimSuffix(word, "s")
}

// Near returns the name of the game that an unknown name may mean: one spelt almost so, or
// otherwise the one that has it among its words. It is "" where there is none.
func Near(name string) string {
	latin := message.InLatin(name)
	if closest := message.Closest(latin, Names()); len(closest) > 0 {
		at := slices.IndexFunc(closest, func(c string) bool { return strings.HasPrefix(latin, c[:1]) })
		return closest[max(at, 0)]
	}
	for _, e := range Search(latin) { // the best first
		if _, alone := Find(e.Name); alone {
			if e.fit(wordsOf(latin)) >= inWords {
				return e.Name
			}
			break
		}
	}
	return ""
}

// Unknown says that no game has a name, which one may be meant, and how to look for others.
func Unknown(name string) string {
	near := Near(name)
	if near == "" {
		return fmt.Sprintf("unknown game %s; look for it by words: grundy games WORDS", message.Quoted(name))
	}
	meant := message.DidYouMean(name, []string{near}) // which says if letters only look like Latin ones
	if meant == "" {
		meant = message.Meant(near)
	}
	return fmt.Sprintf("unknown game %s%s Otherwise look for it by words: grundy games WORDS", message.Quoted(name), meant)
}

// NoWord says that no game is found by a word, and which one may be meant.
func NoWord(word string) string {
	var all []string
	for _, e := range All() {
		all = append(all, e.Name)
		all = append(all, wordsOf(strings.Join(e.Words, " "))...)
	}
	slices.Sort(all)
	meant := message.DidYouMean(word, slices.Compact(all))
	if meant == "" {
		meant = ";"
	}
	return fmt.Sprintf("no game has the name or the word %s%s grundy games lists all", message.Quoted(word), meant)
}
