package message

// This file finds what somebody may have meant by a misspelt word.

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// longest bounds words that are compared, as the time is the product of lengths.
const longest = 200

// Closest returns the candidates nearest to word, if they are near enough to
// be meant: one edit away, two where the word has at least six letters, or with the
// word as a prefix. Two letters side by side that are exchanged are one edit. Words
// of one or two letters are near to none but by that. Case does not count.
func Closest(word string, candidates []string) []string {
	if len(word) > longest {
		return nil
	}
	word = strings.ToLower(word)
	limit := 2
	switch n := utf8.RuneCountInString(word); {
	case n < 3:
		limit = 0
	case n < 6:
		limit = 1
	}
	best, closest := limit, []string(nil)
	for _, c := range candidates {
		if len(c) > longest {
			continue
		}
		candidate := strings.ToLower(c)
		distance := levenshtein.ComputeDistance(word, candidate)
		switch {
		case len(word) >= 2 && strings.HasPrefix(candidate, word):
			distance = min(distance, limit)
		case distance == 2 && areExchanged(word, candidate):
			distance = 1
		}
		switch {
		case distance > best:
			continue
		case distance < best:
			best, closest = distance, nil
		}
		closest = append(closest, c)
	}
	slices.Sort(closest)
	return closest
}

// areExchanged reports whether two words differ in two letters side by side, which
// are exchanged.
func areExchanged(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// DidYouMean returns `; did you mean "a" or "b"?` for the closest candidates, or
// "" where there are none. It says where letters of the word only look like Latin ones.
func DidYouMean(word string, candidates []string) string {
	latin := InLatin(word)
	closest := Closest(latin, candidates)
	if len(closest) == 0 {
		return ""
	}
	if len(closest) > 3 {
		closest = closest[:3]
	}
	why := ""
	if latin != word && latin != strings.ToLower(word) {
		why = ", some of whose letters only look like Latin ones"
	}
	return why + Meant(closest...)
}

// Meant returns `; did you mean "a" or "b"?`.
func Meant(words ...string) string { return meant + strings.Join(words, `" or "`) + `"?` }

const meant = `; did you mean "`

// Suggested returns the words that [DidYouMean] suggests in a message; none where it is
// not part of it.
func Suggested(text string) []string {
	_, words, ok := strings.Cut(text, meant)
	words, _, ended := strings.Cut(words, `"?`)
	if !ok || !ended {
		return nil
	}
	return strings.Split(words, `" or "`)
}

// lookAlikes are letters of Cyrillic and Greek, each before the Latin one that it looks
// like.
var lookAlikes = strings.NewReplacer(strings.Split("а a е e о o р p с c у y х x і i ј j ѕ s к k м m т t н h в b д d г r п n и u ԁ d ԛ q ԝ w һ h ӏ l ο o ν v α a ι i κ k ρ p τ t υ u", " ")...)

// InLatin returns a word in small letters, with the Latin letters that others look like.
func InLatin(word string) string { return lookAlikes.Replace(strings.ToLower(word)) }
