package misere_test

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/theory/misere"
)

// Published presentations: the relations hold, the same elements are P, and the heaps have
// the same images. With the orders in quotients.txt this makes the quotients the same.
func TestPublishedPresentations(t *testing.T) {
	text, err := os.ReadFile("testdata/presentations.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "|")
		code := strings.TrimSpace(fields[0])
		q := misere.NewQuotient(misere.QuotientBounds{Elements: 100})
		heaps := q.NewHeaps(sequence.MustCode(code))
		if err := heaps.Extend(1000); err != nil {
			t.Fatal(code, err)
		}
		element := elementsOf(q, q.Words())
		for _, relation := range strings.Fields(fields[1]) {
			if left, right, _ := strings.Cut(relation, "="); element(left) != element(right) {
				t.Errorf("%s: %s does not hold", code, relation)
			}
		}
		p := map[int]bool{}
		for _, word := range strings.Fields(fields[2]) {
			p[element(word)] = true
		}
		for x := range p {
			if !q.IsP(x) {
				t.Errorf("%s: %s is not P", code, q.Words().Elements[x])
			}
		}
		if _, all := q.Order(); len(p) != all {
			t.Errorf("%s: %d elements are P, want %d", code, all, len(p))
		}
		for n, word := range strings.Fields(fields[3]) {
			number, ok := heaps.Number(uint64(n))
			if got := q.Element([]int{number}); !ok || got != element(word) {
				t.Errorf("%s: the image of %d is %s, want %s", code, n, q.Words().Elements[got], word)
			}
		}
	}
}

// elementsOf returns a function that multiplies words such as ab^2 or ab2.
func elementsOf(q *misere.Quotient, w misere.Words) func(word string) int {
	byWord := map[string]int{}
	for x, word := range w.Elements {
		byWord[word] = x
	}
	return func(word string) int {
		x := 0
		for i := 0; i < len(word) && word != "1"; i++ {
			n := uint64(1)
			g := byWord[word[i:i+1]]
			if i+1 < len(word) && word[i+1] == '^' {
				i++
			}
			if i+1 < len(word) && word[i+1] < 'a' {
				n = uint64(word[i+1] - '0')
				i++
			}
			x = q.Product(x, q.Power(g, n))
		}
		return x
	}
}

// The relations hold, and leave as many products as there are elements.
func TestWordsPresentQuotients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		code := "0." + rapid.StringOfN(rapid.RuneFrom([]rune("01234567")), 1, 3, -1).Draw(t, "digits")
		q := misere.NewQuotient(misere.QuotientBounds{Elements: 100, Work: 1 << 18})
		addHeaps(t, q, sequence.MustCode(code), 12)
		w := q.Words()
		element := elementsOf(q, w)
		for _, r := range w.Relations {
			if element(r[0]) != element(r[1]) {
				t.Fatalf("%s: %s=%s does not hold", code, r[0], r[1])
			}
		}
		all, _ := q.Order()
		if got := countProducts(w); got != all {
			t.Fatalf("%s: %v leaves %d products of %d", code, w, got, all)
		}
		for x, word := range w.Elements {
			if element(word) != x {
				t.Fatalf("%s: %s is not element %d", code, word, x)
			}
		}
	})
}

// countProducts counts the products that no left side of a relation divides.
func countProducts(w misere.Words) int {
	factors := func(word string) map[byte]int {
		list := map[byte]int{}
		for i := 0; i < len(word); i++ {
			g := word[i]
			list[g]++
			if i+1 < len(word) && word[i+1] == '^' {
				list[g] = int(word[i+2] - '0')
				i += 2
			}
		}
		return list
	}
	var lefts []map[byte]int
	for _, r := range w.Relations {
		lefts = append(lefts, factors(r[0]))
	}
	product := map[byte]int{}
	var count func(from int) int
	count = func(from int) (sum int) {
		for _, left := range lefts {
			divides := true
			for g, n := range left {
				divides = divides && product[g] >= n
			}
			if divides {
				return 0
			}
		}
		sum = 1
		for g := from; g < len(w.Generators); g++ {
			product[w.Generators[g][0]]++
			sum += count(g)
			product[w.Generators[g][0]]--
		}
		return sum
	}
	return count(0)
}
