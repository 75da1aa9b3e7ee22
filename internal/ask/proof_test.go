package ask_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/long"
)

// proofOf returns the proof that a question gives.
func proofOf(t *testing.T, position string, m ask.Means) (string, *ask.Solved) {
	t.Helper()
	var out bytes.Buffer
	a, err := ask.Solve{Position: position, Certificate: &out}.Ask(t.Context(), m)
	if err != nil || a.Answer.Unproved != nil {
		t.Fatalf("%s: %v, %v", position, err, a)
	}
	return out.String(), a
}

func verdictOn(t *testing.T, text string, m ask.Means) (*ask.Verified, error) {
	t.Helper()
	a, err := ask.Verify{Certificate: strings.NewReader(text)}.Ask(t.Context(), m)
	if err == nil {
		err = a.Refused
	}
	return a, err
}

// A board of Cram with a hole, whose value seems not to be published: see docs/results.md.
func TestProofOfUnpublished(t *testing.T) {
	text, err := os.ReadFile("testdata/cram-hole.json")
	if err != nil {
		t.Fatal(err)
	}
	a, err := verdictOn(t, string(text), ask.Means{})
	if err != nil || a.Game != `cram("...../.#.../...../...../.....")` || a.Outcome != "N" || *a.NimValue != 3 || a.Rests.Facts != 3063 {
		t.Errorf("%v, %+v", err, a)
	}
}

// The proofs of sums of games of the catalogue and of built-in games are verified, and say what the
// answer says.
func TestProofsOfGames(t *testing.T) {
	for _, position := range oneIn(long.Of(4, 2, 1), []string{
		"cram(3,4)", "peaceful-queens(6,6)", "clobber(3,4)", "cram(2,3) + cram(3,3) + kayles(5)", "2*cram(3,3) + cram(2,4)", "node-kayles-ring(8)", "peaceful-kings(3,4)",
		"nim(3,5)", "0.77(8) + nim(2)", "chomp(3,4)", "0.137(6,7)", "dawsons-kayles(9)",
	}) {
		text, solved := proofOf(t, position, ask.Means{})
		a, err := verdictOn(t, text, ask.Means{})
		if err != nil || a.Game != solved.Position || a.Outcome != solved.Outcome || *a.NimValue != solved.NimValue {
			t.Errorf("%s: %v, %+v", position, err, a)
		}
	}
	for _, position := range []string{"queen(3,4)", "notakto(3,3) + rook(1,2)"} {
		if a, err := (ask.Solve{Position: position, Certificate: io.Discard}).Ask(t.Context(), ask.Means{}); err != nil || a.Answer.Unproved == nil {
			t.Errorf("%s: %v", position, err)
		}
	}
	if a, err := (ask.Solve{Position: "kayles(5)", Misere: true, Certificate: io.Discard}).Ask(t.Context(), ask.Means{}); err != nil || a.Answer.Unproved == nil {
		t.Errorf("misère: %v", err)
	}
}

// The proof of a position of a file holds the file. Another file of that name is noticed, and so are other
// rules of the catalogue.
func TestProofOfFile(t *testing.T) {
	const rules = `"""Take one or two."""
position(heap = integer(0, 100))

def moves(heap):
    for k in range(1, 3):
        if k <= heap:
            move(heap - k)
`
	here := func(text string) ask.Means {
		return ask.Means{Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
	}
	absent := ask.Means{Open: func(string) (io.ReadCloser, error) { return nil, errors.New("no such file") }}
	text, _ := proofOf(t, "mine.star(7)", here(rules))
	for _, m := range []ask.Means{here(rules), absent, {}} {
		if a, err := verdictOn(t, text, m); err != nil || a.Outcome != "N" || a.Rules[0].Name != "mine.star" || a.Rules[0].Text != "" {
			t.Errorf("%v, %+v", err, a)
		}
	}
	if a, err := verdictOn(t, text, here(rules+"\n")); err == nil || a == nil || !strings.Contains(err.Error(), `the file "mine.star" has another text`) {
		t.Errorf("another file: %v", err)
	}
	var wrong *ask.FieldError
	if _, err := verdictOn(t, strings.Replace(text, "range(1, 3)", "range(1, 4)", 1), absent); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "the hash of another text") {
		t.Errorf("another text in the proof: %v", err)
	}
	if a, err := (ask.Solve{Position: "mine.star(7)", Certificate: io.Discard}).Ask(t.Context(), here(rules+"misere = True\n")); err != nil || a.Answer.Unproved == nil {
		t.Errorf("misère: %v", err)
	}
	text, _ = proofOf(t, "kayles(5)", ask.Means{})
	at := strings.Index(text, `"sha256":"`) + len(`"sha256":"`)
	if _, err := verdictOn(t, text[:at]+"0123"+text[at+4:], ask.Means{}); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "rules: want those of kayles") {
		t.Errorf("other rules of the catalogue: %v", err)
	}
}
