package sequence

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/internal/fuzz"
)

func readJSON(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// optionsText writes the options of a heap as the published list does.
func optionsText(c Code, n uint64) string {
	var all []string
	for parts := range c.Options(n) {
		words := make([]string, len(parts))
		for i, p := range parts {
			words[i] = strconv.FormatUint(p, 10)
		}
		if len(words) == 0 {
			words = []string{"-"}
		}
		all = append(all, strings.Join(words, ","))
	}
	return strings.Join(all, "  ")
}

func TestPublishedCodes(t *testing.T) {
	var published struct {
		Normalizations map[string]string
		Options        []struct {
			Code    string
			Heap    uint64
			Options string
		}
	}
	readJSON(t, "cgsuite_tbcode.json", &published)
	for text, want := range published.Normalizations {
		c, err := ParseCode(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if c.String() != want {
			t.Errorf("%s is written %s, want %s", text, c, want)
		}
	}
	for _, o := range published.Options {
		if got := optionsText(MustCode(o.Code), o.Heap); got != o.Options {
			t.Errorf("%s: options of %d are %q, want %q", o.Code, o.Heap, got, o.Options)
		}
	}
}

func TestNormalForm(t *testing.T) {
	for text, want := range map[string]string{
		"0.3[3]": "0.[3]", "0.[33]": "0.[3]", "0.7[03]": "0.70[30]", "0.0[03]": "0.00[30]",
		"0.33[0303]": "0.3[30]", "0.3f": "0.3F", "0.&31;": "0.V", "0.&32;": "0.&32;",
		"0.{0+}": "0.*", "0.{1}!": "0.2", "0.{5}!": "0.&32;!", "0.{0,1,2?}": "0.7?",
		"0.{2,2!}": "0.4!",
	} {
		if got := MustCode(text).String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
	if got := (Code{}).String(); got != "0.0" {
		t.Errorf("the zero code is written %s", got)
	}
}

func TestBadCodes(t *testing.T) {
	for text, offset := range map[string]int{
		"": 0, ".7": 0, "0": 1, "0.7.7": 3, "0.W": 2, "0.7]": 3, "0.[": 3, "0.[]": 3, "0.[3]3": 5, "0.[3[": 4,
		"0.{": 3, "0.{}": 3, "0.{2": 4, "0.{64}": 3, "0.{2+,3}": 4, "0.{3,2+}": 6, "0.{2!}!": 2, "0.{2;}": 4,
		"0.&": 2, "0.&7": 2, "0.&x;": 3, "0.&99999999999999999999;": 3, "0.é": 2, "0.7\x20": 3,
		"1.0": 0, "2.0": 0, "40.0": 0, "80.0": -1, "4.0": -1, "&16;00.0": -1, "*.0": 0, "{2+}.0": -1, "{2+}0.0": 0,
		"4=0.0": 0, "{3}=0.0": -1, "{2}!0.0": 0, "{3}!00.0": -1, "{3}!000.0": 0, "4000.0": 0,
	} {
		_, err := ParseCode(text)
		var bad *CodeError
		switch {
		case offset < 0 && err != nil:
			t.Errorf("%s: %v", text, err)
		case offset >= 0 && !errors.As(err, &bad):
			t.Errorf("%s was accepted", text)
		case offset >= 0 && bad.Offset != offset:
			t.Errorf("%v: want offset %d", err, offset)
		}
	}
}

// An error about endless play names a move that the digit allows.
func TestEndlessCodes(t *testing.T) {
	for text, want := range map[string]string{
		"1.7":      "the digit 1 allows to take nothing and leave no heap, which an empty one allows again and again",
		"3.3":      "the digit 3 allows to take nothing and leave one heap, as large as before",
		"20.1":     "the digit 2 allows to add 1 token and leave one heap, larger than before",
		"40.0":     "the digit 4 allows to add 1 token and leave 2 heaps, one of them at least as large as before",
		"8!0000.0": "the digit 8! allows to add 4 tokens and leave 3 heaps, one of them at least as large as before",
	} {
		_, err := ParseCode(text)
		var bad *CodeError
		if !errors.As(err, &bad) || bad.Msg != want+": play would not end" {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// slowOptions lists the divisions of heap n by trying all of them.
func slowOptions(c Code, n uint64) (count uint64, endless bool) {
	for taken := -len(c.added); taken <= int(n) && taken <= 40; taken++ {
		m := int(n) - taken
		d := c.digit(taken)
		var parts []int
		var divide func(least, m int)
		divide = func(least, m int) {
			if m == 0 {
				kinds := map[int]bool{}
				for _, p := range parts {
					kinds[p] = true
				}
				ok := false
				switch k := d.leaves(len(parts)); {
				case k == free || len(parts) < 2 && k != forbidden:
					ok = true
				case k == notAllEqual:
					ok = len(kinds) > 1
				case k == allEqual:
					ok = len(kinds) == 1
				case k == distinct:
					ok = len(kinds) == len(parts)
				}
				if ok {
					count++
					if n == 0 || len(parts) > 0 && parts[len(parts)-1] >= int(n) {
						endless = true
					}
				}
			}
			for p := least; p <= m; p++ {
				parts = append(parts, p)
				divide(p, m-p)
				parts = parts[:len(parts)-1]
			}
		}
		divide(1, m)
	}
	return count, endless
}

var codeGen = rapid.Custom(func(t *rapid.T) string {
	digits := rapid.SampledFrom([]string{"0", "0", "1", "2", "3", "4", "7", "8", "F", "f?", "D!", "*", "*!", "4=", "{2+}=", "{2!,3?}", "{0,1,3+}", "&40;"})
	text := ""
	for range rapid.IntRange(1, 3).Draw(t, "left") {
		text += digits.Draw(t, "digit")
	}
	text += "."
	for range rapid.IntRange(0, 4).Draw(t, "right") {
		text += digits.Draw(t, "digit")
	}
	if n := rapid.IntRange(0, 3).Draw(t, "period"); n > 0 {
		text += "["
		for range n {
			text += digits.Draw(t, "digit")
		}
		text += "]"
	}
	return text
})

// Options agree with all divisions, a code is refused exactly if play need not
// end (which small heaps show for codes as short as these), and the normal
// form is one.
func TestRandomCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := codeGen.Draw(t, "code")
		c, err := ParseCode(text)
		if err != nil {
			var bad *CodeError
			if !errors.As(err, &bad) || !strings.Contains(bad.Msg, "play would not end") {
				t.Fatal(err)
			}
			left, _, _ := strings.Cut(text, ".")
			p := codeParser{text: left}
			var added []digit
			for p.at < len(left) {
				d, err := p.digit()
				if err != nil {
					t.Fatal(err)
				}
				added = append(added, d)
			}
			for i, j := 0, len(added)-1; i < j; i, j = i+1, j-1 {
				added[i], added[j] = added[j], added[i]
			}
			c := Code{added: added[1:], digits: added[:1]}
			for n := uint64(0); n < 12; n++ {
				if _, endless := slowOptions(c, n); endless {
					return
				}
			}
			t.Fatalf("%s was refused, but play ends", text)
		}
		again, err := ParseCode(c.String())
		if err != nil || again.String() != c.String() {
			t.Fatalf("%s is written %s, which is read as %v, %v", text, c, again, err)
		}
		for n := uint64(0); n < 12; n++ {
			want, endless := slowOptions(c, n)
			if endless {
				t.Fatalf("%s: play need not end from %d", text, n)
			}
			var got uint64
			for range c.Options(n) {
				got++
			}
			if got != want {
				t.Fatalf("%s: %d has %d options, want %d", text, n, got, want)
			}
		}
	})
}

func FuzzParseCode(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, s := range []string{"0.77", "4!.0", "0.{0,2!,4?+}", "4.00[30]", "80.0", "&9999999999;.*?", "0.[3]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCode(text)
		if err != nil {
			return
		}
		again, err := ParseCode(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q is written %q, which is read as %q, %v", text, c, again, err)
		}
		count := 0
		for parts := range c.Options(9) {
			for _, p := range parts {
				if p == 0 || p >= 9 {
					t.Errorf("%q: 9 has the option %d", text, parts)
				}
			}
			if count++; count == 1000 {
				break
			}
		}
	})
}
