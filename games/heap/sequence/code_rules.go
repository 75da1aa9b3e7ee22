package sequence

// This file puts the rules of a code into words.

import (
	"fmt"
	"strconv"
	"strings"
)

// Rules returns the moves of a heap in a sentence or some, digits that allow the
// same in one: "Take 1 or 2 tokens and leave nothing, one heap or two heaps."
func (c Code) Rules() string {
	var sentences []string
	for i, d := range c.added {
		if !d.isZero() {
			sentences = append(sentences, fmt.Sprintf("Add %s and divide into %s.", tokens([]string{strconv.Itoa(i + 1)}, false), d.words()))
		}
	}
	if len(c.digits) > 0 && !c.digits[0].isZero() {
		sentences = append(sentences, fmt.Sprintf("Divide a heap into %s.", c.digits[0].words()))
	}
	first := len(c.digits) - c.period // of those that repeat
	var alike [][]int                 // the places of one digit each
	place := map[string]int{}
	for i, d := range c.digits {
		if i == 0 || d.isZero() {
			continue
		}
		text := string(d.appendText(nil))
		if _, ok := place[text]; !ok {
			place[text] = len(alike)
			alike = append(alike, nil)
		}
		alike[place[text]] = append(alike[place[text]], i)
	}
	for _, places := range alike {
		var numbers []string
		var endless []int
		for _, j := range places {
			numbers = append(numbers, strconv.Itoa(j))
			if j >= first {
				endless = append(endless, j)
			}
		}
		if len(endless) > 0 { // show how it goes on
			for _, j := range endless {
				numbers = append(numbers, strconv.Itoa(j+c.period))
			}
			if len(endless) == 1 {
				numbers = append(numbers, strconv.Itoa(endless[0]+2*c.period))
			}
		}
		sentences = append(sentences, fmt.Sprintf("Take %s and leave %s.", tokens(numbers, len(endless) > 0), c.digits[places[0]].words()))
	}
	if len(sentences) == 0 {
		return "There are no moves."
	}
	return strings.Join(sentences, " ")
}

// tokens returns "1 token", "1 or 2 tokens", "3, 5, 7, … tokens".
func tokens(numbers []string, endless bool) string {
	switch {
	case endless:
		return strings.Join(numbers, ", ") + ", … tokens"
	case len(numbers) == 1 && numbers[0] == "1":
		return "1 token"
	}
	return either(numbers) + " tokens"
}

// either returns "a, b or c".
func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// words returns what may be left: "nothing, one heap or two heaps of different
// sizes".
func (d digit) words() string {
	var ways []string
	last := len(d.kinds) - 1
	if d.more && d.kinds[last] != free {
		last = max(last, 2) // one heap is left whatever is said of the sizes of several
	}
	for k := range last + 1 {
		kind := d.leaves(k)
		if kind == forbidden {
			continue
		}
		way := fmt.Sprintf("%d heaps", k)
		if k < 4 {
			way = [...]string{"nothing", "one heap", "two heaps", "three heaps"}[k]
		}
		more := d.more && k == last
		if more {
			way = fmt.Sprintf("%d or more heaps", k)
		}
		if k > 1 || more {
			way += [...]string{"", "", " not all of one size", " of one size", " of different sizes"}[kind]
		}
		ways = append(ways, way)
	}
	return either(ways)
}
