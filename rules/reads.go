package rules

// Positions of a file in words: what the game is called, and how a position reads.

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

const (
	mostReadParts = 6  // of a sum
	mostReadItems = 12 // of a row
	mostCalled    = 50 // characters of a name in front of the rules
)

// told takes the first line of the text at the top apart: what the game is called, and its
// rules. A file may call it otherwise.
func (f *File) told() (called, rules string) {
	called, rules, ok := strings.Cut(f.Title, ": ")
	if !ok || len(called) > mostCalled {
		called, rules = "", f.Title
	}
	if f.Name != "" {
		called = f.Name
	}
	if called == "" {
		called = strings.TrimSuffix(path.Base(f.String()), ".star")
	}
	return called, message.Capital(rules)
}

// Called returns what the game is called: its name, or what stands before a colon in the text
// at the top, or the name of the file.
func (f *File) Called() string {
	called, _ := f.told()
	return called
}

// RulesInWords returns the rules in a sentence or two, without the name of the game.
func (f *File) RulesInWords() string {
	_, rules := f.told()
	return rules
}

// Describe returns how a position reads behind the name of the game: as reads = "…" says, or by
// its fields.
func (f *File) Describe(p Position) string {
	var parts []string
	for state := range f.states(p) {
		if f.replies && f.isPass(f.pack(state)) {
			continue
		}
		parts = append(parts, f.describeState(state))
	}
	return message.Few(parts, mostReadParts)
}

func (f *File) describeState(state []int64) string {
	if f.Reads != "" {
		return message.Fill(f.Reads, func(name string) string {
			name, letter, count := strings.Cut(name, ":")
			for i := range f.code.Shape.Fields {
				if field := &f.code.Shape.Fields[i]; field.Name == name && count {
					return strconv.Itoa(countLetters(field.Items(state), letter))
				} else if field.Name == name {
					return readField(field, state)
				}
			}
			return ""
		})
	}
	var fields []string
	for i := range f.code.Shape.Fields {
		fields = append(fields, readField(&f.code.Shape.Fields[i], state))
	}
	return strings.Join(fields, ", ")
}

// countLetters counts the cells that hold one of the letters, or all cells for no letters.
func countLetters(cells []int64, letters string) (n int) {
	if letters == "" {
		return len(cells)
	}
	for _, c := range cells {
		if strings.ContainsRune(letters, rune(c)) {
			n++
		}
	}
	return n
}

// readField returns a number, numbers with commas, how many letters stand in a row, or the size
// of a board.
func readField(field *Field, state []int64) string {
	switch {
	case field.Kind == Integer:
		return strconv.FormatInt(state[field.At], 10)
	case field.Kind == Grid:
		return fmt.Sprintf("%d by %d", state[field.At], state[field.At+1])
	case field.Letters != "":
		return strconv.Itoa(len(field.Items(state)))
	}
	var items []string
	for _, n := range field.Items(state) {
		items = append(items, strconv.FormatInt(n, 10))
	}
	return message.Few(items, mostReadItems)
}

// checkReads refuses the names of other things than fields.
func (f *File) checkReads() error {
	_, at := f.code.Global("reads")
	if f.Reads == "" || f.code.Shape == nil {
		return nil
	}
	var wrong error
	message.Fill(strings.ReplaceAll(f.Reads, "|", " "), func(name string) string {
		name, _, _ = strings.Cut(name, ":")
		if names := f.code.Shape.Names(); wrong == nil && !slices.Contains(names, name) {
			wrong = f.code.Source.Fail(at, "{%s} names no field; want one of %s", message.Brief(name, mostCalled), strings.Join(names, ", "))
		}
		return ""
	})
	return wrong
}
