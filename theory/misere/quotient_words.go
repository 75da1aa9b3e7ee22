package misere

// A misère quotient is written as the literature does: by generators, relations
// between them, and each element as a product of generators.

import (
	"slices"
	"strconv"
	"strings"
)

// Words are a presentation of a quotient. Its generators are images of games, in the
// order in which they were added; none of them is a product of the others.
type Words struct {
	Generators []string    // a, b, …, z, a1, …
	Relations  [][2]string // a product, and the least one that is equal to it
	Elements   []string    // of each element the least product, such as ab^2; 1 for the identity
}

// Words returns the presentation. A product is less than another if it has fewer factors,
// or as many, and comes first in the dictionary. Left sides of relations
// are all products that are not the least of their element, but become so if any factor
// is left out; the relations imply all others (they are the reduced Gröbner basis for this order).
//
// It takes about as many steps as there are elements, times the generators, times the
// factors of the longest product.
func (q *Quotient) Words() Words {
	var w Words
	images := q.generatorImages()
	for i := range images {
		name := string(rune('a' + i%26))
		if i >= 26 {
			name += strconv.Itoa(i / 26)
		}
		w.Generators = append(w.Generators, name)
	}
	least := make([]string, q.monoid.size) // by element; a byte pair is a factor
	isLeast := map[string]bool{"": true}
	type product struct {
		factors string
		element int32
	}
	for level := []product{{}}; len(level) > 0; {
		var next []product
		for _, p := range level {
			last := 0
			if n := len(p.factors); n > 0 {
				last = factorAt(p.factors, n-2)
			}
			for g := last; g < len(images); g++ {
				factors := p.factors + string([]byte{byte(g >> 8), byte(g)})
				element := q.monoid.times(p.element, images[g])
				switch {
				case !dividedByLeast(factors, isLeast):
				case element != 0 && least[element] == "":
					least[element], isLeast[factors] = factors, true
					next = append(next, product{factors, element})
				default:
					w.Relations = append(w.Relations, [2]string{w.write(factors), w.write(least[element])})
				}
			}
		}
		level = next
	}
	for _, factors := range least {
		w.Elements = append(w.Elements, w.write(factors))
	}
	return w
}

// generatorImages returns images of games, in their order, whose products are all
// elements, and none of which is a product of the others.
func (q *Quotient) generatorImages() (images []int32) {
	known := q.monoid.generated(nil)
	for _, image := range q.monoid.images {
		if !known[image] {
			images = append(images, image)
			known = q.monoid.generated(images)
		}
	}
	for i := 0; i < len(images); {
		others := slices.Delete(slices.Clone(images), i, i+1)
		if q.monoid.generated(others)[images[i]] {
			images = others
		} else {
			i++
		}
	}
	return images
}

// generated says which elements are products of these.
func (m *presentation) generated(by []int32) []bool {
	is := make([]bool, m.size)
	is[0] = true
	for list := []int32{0}; len(list) > 0; list = list[1:] {
		for _, g := range by {
			if x := m.times(list[0], g); !is[x] {
				is[x] = true
				list = append(list, x)
			}
		}
	}
	return is
}

func factorAt(factors string, i int) int { return int(factors[i])<<8 | int(factors[i+1]) }

// dividedByLeast reports whether the products with one factor less are all the least
// of their elements.
func dividedByLeast(factors string, isLeast map[string]bool) bool {
	for i := 0; i < len(factors); i += 2 {
		if !isLeast[factors[:i]+factors[i+2:]] {
			return false
		}
	}
	return true
}

// write writes a product.
func (w *Words) write(factors string) string {
	var parts []string
	for i := 0; i < len(factors); {
		from, g := i, factorAt(factors, i)
		for i < len(factors) && factorAt(factors, i) == g {
			i += 2
		}
		part := w.Generators[g]
		if n := (i - from) / 2; n > 1 {
			part += "^" + strconv.Itoa(n)
		}
		parts = append(parts, part)
	}
	switch {
	case len(parts) == 0:
		return "1"
	case len(w.Generators) > 26:
		return strings.Join(parts, " ")
	}
	return strings.Join(parts, "")
}

// String writes the presentation: <a,b | a^2=1, b^3=b>.
func (w Words) String() string {
	relations := make([]string, len(w.Relations))
	for i, r := range w.Relations {
		relations[i] = r[0] + "=" + r[1]
	}
	if len(w.Generators) == 0 {
		return "<>"
	}
	return "<" + strings.Join(w.Generators, ",") + " | " + strings.Join(relations, ", ") + ">"
}
