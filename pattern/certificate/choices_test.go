package certificate

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// blocked-king.json is what `grundy guess king.star --of=p-positions --certificate=blocked-king.json`
// writes in testdata.

// TestChoices verifies what can be left safely where a king's move also blocks an option of the
// other player. Then it changes numbers of that, and claims that other coordinates are free.
func TestChoices(t *testing.T) {
	whole, err := os.ReadFile("testdata/blocked-king.json")
	if err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) *Certificate {
		c, err := Read(t.Context(), bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if err := Verify(t.Context(), read(whole), nil); err != nil {
		t.Fatal(err)
	}
	from, to := bytes.Index(whole, []byte(`"safe"`)), bytes.Index(whole, []byte(`"rules": `))
	for i, change := range changes(whole) {
		if change.from < from || change.to > to || i%long.Of(32, 8, 1) > 0 {
			continue
		}
		c := read(slices.Concat(whole[:change.from], []byte(change.by), whole[change.to:]))
		if err := Verify(t.Context(), seal(t, c), nil); err == nil || !strings.HasPrefix(err.Error(), "choices: ") {
			t.Errorf("%s in place of %s: %v", change.by, whole[change.from:change.to], err)
		}
	}
	for _, test := range []struct{ of, want string }{
		{"y bx by", "choices: they are not free: look at the options of x = "},
		{"z", `choices: "z": want coordinates in their order`},
		{"by bx", `choices: "bx": want coordinates in their order`},
		{"", "choices: want P-positions, and some of the coordinates"},
		{"x y bx by", "choices: want P-positions, and some of the coordinates"},
	} {
		c := read(whole)
		c.Choices.Of = strings.Fields(test.of)
		if err := Verify(t.Context(), seal(t, c), nil); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.of, err, test.want)
		}
	}
}
