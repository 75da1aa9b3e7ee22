package contest

import (
	"slices"
	"strings"
	"testing"
)

const grouped = `"""Piles."""
tests(1, 20)
n = number(1, 1000)
s = numbers(n, 0, "10^9")

rights(license = "cc by-sa", owner = "A. Owner", credits = ["A. Author", "B. Author"], source = "A contest", url = "https://contest.example")
group("one", score = 10, title = "One pile", n = 1, s = 100)
group("few", score = 30, n = 10, s = "10^6", tests = [1, 5])
group("small", score = 20, s = 100)
group("all", score = 40)

def answer(s):
    return "First" if wins(nim(s)) else "Second"
`

// TestGroups checks rights and groups of a file, and which group an input belongs to.
func TestGroups(t *testing.T) {
	p, err := Load(t.Context(), "grouped.problem.star", strings.NewReader(grouped))
	if err != nil {
		t.Fatal(err)
	}
	if r := p.Rights; r.License != "cc by-sa" || r.Owner != "A. Owner" || len(r.Credits) != 2 || r.Source != "A contest" || r.URL == "" {
		t.Errorf("%+v", r)
	}
	want := []struct {
		name   string
		bounds string
		after  []string
	}{
		{"one", "n (1), s (0 to 100)", nil},
		{"few", "the number of tests (1 to 5), n (1 to 10), s (0 to 10^6)", nil},
		{"small", "s (0 to 100)", []string{"one"}},
		{"all", "all inputs", []string{"one", "few", "small"}},
	}
	for i, g := range p.Groups {
		if g.Name != want[i].name || p.Bounds(&g) != want[i].bounds || !slices.Equal(g.After, want[i].after) {
			t.Errorf("%s: %s, after %q", g.Name, p.Bounds(&g), g.After)
		}
	}
	for in, group := range map[string]string{
		"1\n1\n7\n": "one", "1\n1\n101\n": "few", "1\n2\n7 8\n": "few", "6\n" + strings.Repeat("2\n7 8\n", 6): "small",
		"1\n11\n" + strings.Repeat("1000 ", 11) + "\n": "all", "x": "", "1\n0\n": "",
	} {
		if got := p.GroupOf(t.Context(), []byte(in)); got != group {
			t.Errorf("%q is in %q, not in %q", in, got, group)
		}
	}
}

// TestGroupErrors checks that each wrong right and group is refused where it stands.
func TestGroupErrors(t *testing.T) {
	for declared, want := range map[string]string{
		`rights()`:                     `want rights(license = "cc by-sa"`,
		`rights(license = "cc by sa")`: `4:8: license = "cc by sa": want one of unknown, public domain, cc0, cc by, cc by-sa, educational, permission; did you mean "cc by-sa"?`,
		`rights(license = "public domain", owner = "A")`: "nobody owns what is in the public domain",
		`rights(license = "cc by")`:                      `4:8: license = "cc by": want who owns the problem, as in owner`,
		`rights(url = "https://a.example")`:              "want the source that the address belongs to",
		`rights(credits = [1])`:                          "want names",
		`rights(owner = "a\nb")`:                         "want a text of one line",
		`rights(owners = "a")`:                           "owners",
		`group("a")`:                                     "want the score of the group",
		`group("A", score = 1)`:                          "want a name of at most 30 letters",
		`group("secret", score = 1)`:                     "want another name than sample, samples and secret",
		`group(score = 1)`:                               `want group("small"`,
		`group("a", score = 0)`:                          "want a score from 1",
		`group("a", score = 1, n = 101)`:                 "want bounds of n within 1 … 100",
		`group("a", score = 1, m = 101)`:                 `want a field of the input, not "m"`,
		`group("a", score = 1, n = [1, 2, 3])`:           "want the most, or [least, most]",
		`group("a", score = 1, n = n)`:                   "want a number, not the field n",
		`group("a", score = 1)
group("a", score = 2)`: "a second group of the name a",
	} {
		file := "\"\"\"One.\"\"\"\nn = number(1, 100)\n\n" + declared + "\n\ndef answer(n):\n    return n\n"
		_, err := Load(t.Context(), "test.problem.star", strings.NewReader(file))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", declared, err, want)
		}
	}
}
