package ask_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
)

// stranger returns means of 64 MiB with one file of rules.
func stranger(text string, printed func(string)) ask.Means {
	return ask.Means{Memory: 64 << 20, Print: printed, Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// TestWritingAsksNoRules checks that what an answer needs of rules is computed while the
// clock of the question runs.
func TestWritingAsksNoRules(t *testing.T) {
	const text = `
position(n = integer())
def moves(n):
    print(n)
    for left in range(n):
        move(left, label = "leave %d" % left)
`
	calls := 0
	m := stranger(text, func(string) { calls++ })
	same := func(name string, answer any, err error) {
		t.Helper()
		if err != nil {
			t.Error(name, err)
			return
		}
		before := calls
		var out strings.Builder
		if err := ask.WriteJSON(&out, answer); err != nil {
			t.Fatal(name, err)
		}
		if before == 0 || calls != before {
			t.Errorf("%s: %d calls of the rules before the answer is written, %d after", name, before, calls)
		}
		if !strings.Contains(out.String(), `leave 3"`) {
			t.Errorf("%s has no label: %s", name, out.String())
		}
	}
	solved, err := ask.Solve{Position: "a.star(5) + a.star(3)", Moves: 20, Why: true}.Ask(t.Context(), m)
	same("solve", solved, err)
	listed, err := ask.Options{Position: "a.star(5) + a.star(4)", Limit: 100}.Ask(t.Context(), m)
	same("options", listed, err)
}

// TestLargePicturesCount checks that pictures count as memory of the question.
func TestLargePicturesCount(t *testing.T) {
	long.Only(t)
	const size = 4 << 20
	m := stranger(fmt.Sprintf(`
position(n = integer(0, 1000))
def moves(n):
    for left in range(n):
        move(left)
def draw(n):
    return "#" * %d
`, size), nil)
	a, err := ask.Starts{Game: "a.star", Count: 20}.Ask(t.Context(), m)
	if err != nil || len(a.Starts) == 0 || uint64(len(a.Starts)*size) > m.Memory {
		t.Errorf("%d starts with pictures of %d bytes: %v", len(a.Starts), size, err)
	}
	_, err = ask.Match{Play: ask.Play{Position: strings.Repeat("a.star(3) + ", 20) + "a.star(3)"}}.Ask(t.Context(), m)
	if !errors.Is(err, grundy.ErrBudget) || ask.Bound(err) != "memory" {
		t.Errorf("a match of 21 pictures of %d bytes: %v", size, err)
	}
}

func TestWrongCodeHasNoAnswer(t *testing.T) {
	for _, word := range []string{"..", "../", "0.9.star.", "0..7"} {
		a, err := ask.Games{Words: []string{word}}.Ask(t.Context(), ask.Means{})
		if field, ok := errors.AsType[*ask.FieldError](err); a != nil || !ok || field.Field != "words" {
			t.Errorf("%q: %v, %v", word, a, err)
		}
	}
}
