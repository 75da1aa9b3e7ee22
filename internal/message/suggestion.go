package message

// This file finds what somebody may have meant by a misspelt word.

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// longest bounds words that are compared, as the time is the product of lengths.
const longest = 200

// Closest returns the candidates nearest to word, if they are near enough to
// be meant: at most two edits away and fewer than half the word's letters, or
// with the word as a prefix. Case does not count.
func Closest(word string, candidates []string) []string {
	if len(word) > longest {
		return nil
	}
	word = strings.ToLower(word)
	limit := min(2, (len([]rune(word))-1)/2)
	best, closest := limit, []string(nil)
	for _, c := range candidates {
		if len(c) > longest {
			continue
		}
		distance := levenshtein.ComputeDistance(word, strings.ToLower(c))
		if len(word) >= 2 && strings.HasPrefix(strings.ToLower(c), word) {
			distance = min(distance, limit)
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

// DidYouMean returns `; did you mean "a" or "b"?` for the closest candidates, or
// "" where there are none.
func DidYouMean(word string, candidates []string) string {
	closest := Closest(word, candidates)
	if len(closest) == 0 {
		return ""
	}
	if len(closest) > 3 {
		closest = closest[:3]
	}
	return `; did you mean "` + strings.Join(closest, `" or "`) + `"?`
}
