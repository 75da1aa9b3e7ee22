package plot

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/fuzz"
)

func TestParseView(t *testing.T) {
	for text, want := range map[string]View{
		"values": {}, "p": {kind: pOnly}, "value:0": {equal, 0}, "value:18446744073709551615": {equal, 1<<64 - 1},
		"mod:1": {mod, 1}, "mod:4": {mod, 4}, "xor": {kind: xorDifference},
	} {
		if got, err := ParseView(text); err != nil || got != want {
			t.Errorf("%s: %v (%v)", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":         "unknown view",
		"valus":    `did you mean "value" or "values"`,
		"value":    "want a nim-value, as in value:3",
		"value:-1": "want a nim-value, as in value:3",
		"mod:0":    "at least 1, as in mod:4",
		"mod:x":    "at least 1, as in mod:4",
		"p:3":      `unknown view "p:3"`,
		"xor:":     `unknown view "xor:"`,
	} {
		if _, err := ParseView(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseView(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"values", "p", "value:3", "mod:4", "xor", "mod:0", "value:99999999999999999999", ":"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseView(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: an error of more than a line: %v", text, err)
			}
			return
		}
		if form := ViewForms()[v.kind]; strings.Split(text, ":")[0] != strings.Split(form, ":")[0] {
			t.Errorf("%q is read as %s", text, form)
		}
		if _, err := v.classify(extent{above: 5, below: 2}, "", ""); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{"a.png": PNG, "a.b/c.SVG": SVG} {
		if got, err := FormatOf(path); err != nil || got != want {
			t.Errorf("%s: %v (%v)", path, got, err)
		}
	}
	for path, want := range map[string]string{
		"a": "no ending", "a.png/b": "no ending", "a.jpg": "not written as .jpg", "a.pngg": `did you mean "png"`, "a.pdf": "not written as .pdf: want .png or .svg", "": "no ending",
	} {
		if _, err := FormatOf(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", path, err, want)
		}
	}
}
