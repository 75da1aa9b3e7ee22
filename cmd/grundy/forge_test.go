//go:build unix

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/contest/duel"
	"github.com/grundy-games/grundy/internal/fuzz"
)

// Words are what blanks part, and what stands in quotes.
func TestWordsOf(t *testing.T) {
	for command, want := range map[string][]string{
		"":                              nil,
		"  ":                            nil,
		" python3  greedy.py ":          {"python3", "greedy.py"},
		`python3 -c 'print(1, "a")' ''`: {"python3", "-c", `print(1, "a")`, ""},
		`sh -c "echo it's"x`:            {"sh", "-c", "echo it'sx"},
	} {
		if words, closed := wordsOf(command); !closed || !slices.Equal(words, want) {
			t.Errorf("%q has the words %q, %v", command, words, closed)
		}
	}
	if words, closed := wordsOf("sh -c 'a"); closed {
		t.Errorf("%q", words)
	}
}

func FuzzWordsOf(t *testing.F) {
	f := fuzz.Seeds(t)
	f.Add("python3", "-c", `print("a b")`)
	f.Fuzz(func(t *testing.T, a, b, c string) {
		wordsOf(a + b + c)
		var want, quoted []string
		for _, word := range []string{a, b, c} {
			word = strings.ToValidUTF8(strings.ReplaceAll(word, "'", ""), "?")
			want, quoted = append(want, word), append(quoted, "'"+word+"'")
		}
		if words, closed := wordsOf(strings.Join(quoted, " ")); !closed || !slices.Equal(words, want) {
			t.Errorf("%q: %q, %v", quoted, words, closed)
		}
	})
}

// A device among the words of a command is not read: it may have no end.
func TestSourceOf(t *testing.T) {
	if source := sourceOf([]string{"head", "/dev/zero", t.TempDir(), "forge_test.go"}); source.File != "forge_test.go" {
		t.Errorf("the source is %q", source.File)
	}
}

// What programs use is counted while their keeper goes on, and not twice behind that.
func TestSpentRace(t *testing.T) {
	program, err := duel.NewProgram([]string{"sh", "-c", ":"}, duel.Limits{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if program.Spent() != 0 {
		t.Error("it has not run")
	}
	if _, err := program.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if kept := program.Fenced() == nil; kept != (program.Spent() > 0) {
		t.Errorf("kept %v, and %v spent", kept, program.Spent())
	}
	if err := program.Close(); err != nil || program.Spent() != 0 {
		t.Errorf("%v, and %v spent", err, program.Spent())
	}
}
