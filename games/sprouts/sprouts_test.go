package sprouts

// Sprouts is compared with drawings: planar maps by rotations at their vertices, in which nothing is
// left out; with published outcomes; and with itself, written in other ways.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/search"
)

// A drawing is a planar map with everything that was drawn. Edge k has the darts 2k and 2k+1, one
// from each end.
type drawing struct {
	from    []int   // by dart: the vertex that it leaves
	darts   [][]int // by vertex: its darts, counterclockwise
	regions [][]int // boundaries: a dart whose corner lies on it, or -1-v for a vertex v without darts
}

func drawSpots(n int) drawing {
	d := drawing{darts: make([][]int, n), regions: [][]int{{}}}
	for v := range n {
		d.regions[0] = append(d.regions[0], -1-v)
	}
	return d
}

func (d drawing) clone() drawing {
	c := drawing{from: slices.Clone(d.from)}
	for _, darts := range d.darts {
		c.darts = append(c.darts, slices.Clone(darts))
	}
	for _, r := range d.regions {
		c.regions = append(c.regions, slices.Clone(r))
	}
	return c
}

// walk returns the corners of a boundary: the darts before each of which one lies.
func (d drawing) walk(start int) (corners []int) {
	if start < 0 {
		return []int{start}
	}
	for e := start; ; {
		corners = append(corners, e)
		back := e ^ 1
		around := d.darts[d.from[back]]
		if e = around[(slices.Index(around, back)+1)%len(around)]; e == start {
			return corners
		}
	}
}

func (d drawing) vertex(corner int) int {
	if corner < 0 {
		return -1 - corner
	}
	return d.from[corner]
}

// line draws a line between two corners, and returns a dart on each side of it.
func (d *drawing) line(c1, c2 int) (left, right int) {
	v, w, z := d.vertex(c1), d.vertex(c2), len(d.darts)
	a := len(d.from)
	d.from = append(d.from, v, z, z, w)
	d.darts = append(d.darts, []int{a + 1, a + 2})
	put := func(v, corner, dart int) {
		at := max(slices.Index(d.darts[v], corner), 0)
		d.darts[v] = slices.Insert(d.darts[v], at, dart)
	}
	put(v, c1, a)
	if c2 < 0 && c1 == c2 {
		c2 = a
	}
	put(w, c2, a+3)
	return a, a + 1
}

// options returns the drawings after one more line.
func (d drawing) options() (all []drawing) {
	room := func(c1, c2 int) bool {
		v, w := d.vertex(c1), d.vertex(c2)
		if v == w {
			return len(d.darts[v]) <= 1
		}
		return len(d.darts[v]) <= 2 && len(d.darts[w]) <= 2
	}
	for r, boundaries := range d.regions {
		for i, b := range boundaries {
			for j, c := range boundaries[:i] {
				for _, c1 := range d.walk(b) {
					for _, c2 := range d.walk(c) {
						if room(c1, c2) {
							q := d.clone()
							dart, _ := q.line(c1, c2)
							q.regions[r] = append(slices.Delete(slices.Delete(q.regions[r], i, i+1), j, j+1), dart)
							all = append(all, q)
						}
					}
				}
			}
			corners := d.walk(b)
			others := slices.Delete(slices.Clone(boundaries), i, i+1)
			for k, c1 := range corners {
				for _, c2 := range corners[k:] {
					if !room(c1, c2) {
						continue
					}
					for set := range 1 << len(others) {
						q := d.clone()
						left, right := q.line(c1, c2)
						one, two := []int{left}, []int{right}
						for n, o := range others {
							if set>>n&1 == 1 {
								one = append(one, o)
							} else {
								two = append(two, o)
							}
						}
						q.regions[r] = one
						q.regions = append(q.regions, two)
						all = append(all, q)
					}
				}
			}
		}
	}
	return all
}

// key tells drawings apart, though not by the names of vertices that no line can meet.
func (d drawing) key() string {
	var regions []string
	for _, boundaries := range d.regions {
		var words []string
		for _, b := range boundaries {
			var w []string
			for _, c := range d.walk(b) {
				v := d.vertex(c)
				if len(d.darts[v]) == 3 {
					w = append(w, "x")
				} else {
					w = append(w, fmt.Sprint(v))
				}
			}
			least := strings.Join(w, " ")
			for range w {
				w = append(w[1:], w[0])
				least = min(least, strings.Join(w, " "))
			}
			words = append(words, least)
		}
		slices.Sort(words)
		regions = append(regions, strings.Join(words, "."))
	}
	slices.Sort(regions)
	return strings.Join(regions, "|")
}

// Trees numbers the trees of play: two positions have the same number if and only if their options
// have the same numbers.
type trees struct{ number map[string]int }

func (t *trees) of(options []int) int {
	slices.Sort(options)
	key := fmt.Sprint(slices.Compact(options))
	n, ok := t.number[key]
	if !ok {
		n = len(t.number)
		t.number[key] = n
	}
	return n
}

// numberer returns a function that numbers positions by their options.
func numberer[P any](t *trees, key func(P) string, options func(P) []P) func(P) int {
	known := map[string]int{}
	var number func(p P) int
	number = func(p P) int {
		k := key(p)
		n, ok := known[k]
		if !ok {
			var all []int
			for _, q := range options(p) {
				all = append(all, number(q))
			}
			n = t.of(all)
			known[k] = n
		}
		return n
	}
	return number
}

func textOf(p string) string { return p }

func optionsOf(p string) []string { return Game{}.AppendOptions(nil, p) }

// sums of keys play by the moves of the lister.
func optionsOfKeys(keys []string) (all [][]string) {
	for i, key := range keys {
		if i > 0 && keys[i-1] == key {
			continue
		}
		var m grundy.Moves[string]
		if err := (Game{}).NewMoveLister().AppendMoves(&m, key); err != nil {
			panic(err)
		}
		from := 0
		for _, end := range m.Ends {
			q := slices.Concat(keys[:i], keys[i+1:], m.Parts[from:end])
			slices.Sort(q)
			all = append(all, q)
			from = end
		}
	}
	return all
}

// Texts, and keys, have the trees of play of drawings.
func TestDrawings(t *testing.T) {
	all := &trees{map[string]int{}}
	byDrawing := numberer(all, drawing.key, drawing.options)
	byText := numberer(all, textOf, optionsOf)
	byKeys := numberer(all, func(keys []string) string { return strings.Join(keys, "&") }, optionsOfKeys)
	for n := range long.Of(3, 3, 4) {
		d, text := byDrawing(drawSpots(n)), byText(fresh(n))
		keys, _ := Game{}.AppendKeys(nil, fresh(n))
		if k := byKeys(keys); d != text || d != k {
			t.Errorf("%d spots: trees %d of drawings, %d of texts, %d of keys", n, d, text, k)
		}
	}
	seen := map[string]bool{}
	var visit func(p string)
	visit = func(p string) {
		if seen[p] {
			return
		}
		seen[p] = true
		keys, _ := Game{}.AppendKeys(nil, p)
		slices.Sort(keys)
		if byText(p) != byKeys(keys) {
			t.Errorf("%s and the sum of %q have other trees", p, keys)
		}
		for _, q := range optionsOf(p) {
			visit(q)
		}
	}
	visit(fresh(long.Of(3, 3, 4)))
}

func valueOf(t *testing.T, p string) (value uint64) {
	t.Helper()
	memo := search.NewMemo(Game{}.NewMoveLister(), search.Options{})
	keys, _ := Game{}.AppendKeys(nil, p)
	for _, key := range keys {
		v, err := memo.Value(context.Background(), key)
		if err != nil {
			t.Fatal(err)
		}
		value ^= v
	}
	return value
}

// Lemoine and Viennot (2010) publish 0 for all numbers of spots to 44 but those that are 3, 4 and 5
// modulo 6, which have 1. Applegate, Jacobson and Sleator (1991) had the outcomes to 11.
func TestPublishedValues(t *testing.T) {
	for n := range long.Of(5, 5, 7) {
		if got, want := valueOf(t, fresh(n)), uint64(n%6/3); got != want {
			t.Errorf("%d spots: nim-value %d, published %d", n, got, want)
		}
	}
	couples := search.NewCouples(Game{}.NewMoveLister(), search.Options{})
	for n := range long.Of(8, 10, 15) {
		keys, _ := Game{}.AppendKeys(nil, fresh(n))
		if p, err := couples.IsP(context.Background(), uint64(n%6/3), keys...); err != nil || !p {
			t.Errorf("%d spots, by couples: nim-value %d is %v: %v", n, n%6/3, p, err)
		}
	}
}

// In misère play the first player wins 0, 1, 5, 6, 10, 11, 12, … spots: those that are 0, 4 and 5
// modulo 6, and 1, but not 4 (Lemoine and Viennot, Analysis of misère Sprouts game with reduced
// canonical trees, 2009).
func TestPublishedMisereOutcomes(t *testing.T) {
	memo := map[string]bool{}
	var wins func(keys []string) bool
	wins = func(keys []string) bool {
		text := strings.Join(keys, "&")
		won, ok := memo[text]
		if !ok {
			options := optionsOfKeys(keys)
			won = len(options) == 0 || slices.ContainsFunc(options, func(q []string) bool { return !wins(q) })
			memo[text] = won
		}
		return won
	}
	for n, want := range []bool{true, true, false, false, false, true}[:long.Of(5, 5, 6)] {
		keys, _ := Game{}.AppendKeys(nil, fresh(n))
		if got := wins(keys); got != want {
			t.Errorf("%d spots in misère play: the first player wins: %v, published %v", n, got, want)
		}
	}
}

// scramble writes regions in another way: other names, orders, directions and beginnings.
func scramble(random *rand.Rand, all []region) []region {
	names := map[spot]spot{}
	again := []region{}
	for _, r := range random.Perm(len(all)) {
		g, back := region{free: all[r].free}, random.IntN(2) == 0
		for _, k := range random.Perm(len(all[r].words)) {
			w := slices.Clone(all[r].words[k])
			at := random.IntN(len(w))
			w = slices.Concat(w[at:], w[:at])
			if back {
				slices.Reverse(w)
			}
			for i, s := range w {
				if s < firstName {
					continue
				}
				for names[s] == 0 {
					name := firstName + spot(random.IntN(1000))
					used := false
					for _, other := range names {
						used = used || other == name
					}
					if !used {
						names[s] = name
					}
				}
				w[i] = names[s]
			}
			g.words = append(g.words, w)
		}
		again = append(again, g)
	}
	return again
}

// Along random plays, positions are read as they are written, and written alike in whatever way
// they are given; and every move has words of its own.
func TestOneTextForAPosition(t *testing.T) {
	random := chance.New(t, 1)
	for range long.Of(30, 100, 3000) {
		p := fresh(2 + random.IntN(6))
		for p != "" {
			c, err := Read(p)
			if err != nil || c.Position() != p {
				t.Fatalf("%q is read as %v: %v", p, c, err)
			}
			for range 3 {
				if q := new(desk).write(scramble(random, known(p))); q != p {
					t.Fatalf("%q is also written %q", p, q)
				}
			}
			options := optionsOf(p)
			if len(options) == 0 {
				t.Fatalf("%q has no move", p)
			}
			q := options[random.IntN(len(options))]
			if words := string(Game{}.AppendMove(nil, p, q)); !strings.Contains(words, "join") && !strings.Contains(words, "loop") {
				t.Fatalf("%q to %q: %q", p, q, words)
			}
			p = q
		}
	}
}

func TestWordsTellMovesApart(t *testing.T) {
	for _, p := range []string{"5*0", "2*0.AB|1AB.1a1a", "1a1a.1b1b.1c1c", "ABCD|ABCD.11|0"} {
		c, err := Read(p)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for _, q := range c.AppendOptions(nil) {
			words := c.DescribeMove(q)
			if seen[words] != "" {
				t.Errorf("%s: %q is said of %s and of %s", p, words, q, seen[words])
			}
			seen[words] = q.String()
		}
	}
	c, _ := Read("0.1a1a|BC|BC.1d1d.1e1e")
	found := map[string]bool{}
	for _, q := range c.AppendOptions(nil) {
		found[c.DescribeMove(q)] = true
	}
	for _, words := range []string{
		"region 1: join a free spot to spot 1 in row 2, place 1",
		"region 1: draw a loop at a free spot, with nothing else in it",
		"region 3: join spot 1 in row 2, place 1 to spot b in row 3, place 2",
		"region 3: join spot A in row 1, place 1 to spot B in row 1, place 2, with 1 of the rows 2 to 3 between them",
	} {
		if !found[words] {
			t.Errorf("no move is %q: %v", words, found)
		}
	}
}

// Size counts free ends: every move leaves one less, beside those that nothing can meet.
func TestSize(t *testing.T) {
	for _, c := range []struct {
		key  string
		want uint32
	}{{"5*0", 15}, {"0.1a1a", 8}, {"AB|AB2", 3}} {
		if got := (Game{}).NewMoveLister().(search.Sizer[string]).Size(c.key); got != c.want {
			t.Errorf("%s: size %d, want %d", c.key, got, c.want)
		}
	}
}

// Thousands of spots have as many moves as they should; a position with too many says so.
func TestManySpots(t *testing.T) {
	c, err := Place(nil, []grundy.Arg{grundy.ArgOf(1000)})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.AppendOptions(nil)); n != 501 { // a line, or a loop around 0 … 499 of the 999 others
		t.Errorf("1000 spots have %d options", n)
	}
	var wide []string
	for n := range 20 {
		wide = append(wide, strings.Repeat("1", n+1))
	}
	c, err = Read(strings.Join(wide, "."))
	if err != nil {
		t.Fatal(err)
	}
	sum, failed := grundy.Start(context.Background(), grundy.SumOf(c))
	if n := len(sum[0].Component.AppendOptions(nil)); n != 0 || !errors.Is(failed(), grundy.ErrTooLarge) || !strings.Contains(failed().Error(), `sprouts("1.11.111.1111.`) {
		t.Errorf("%d options, %v", n, failed())
	}
	if c, err = Read(strings.Join(wide[:9], ".")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sum, failed = grundy.Start(ctx, grundy.SumOf(c))
	if n := len(sum[0].Component.AppendOptions(nil)); n != 0 || !errors.Is(failed(), context.Canceled) {
		t.Errorf("%d options after the end, %v", n, failed())
	}
}

func TestBadTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1a1", "byte 2: a is met once: want it twice, on one boundary or in two regions, or the number of its lines, 0, 1 or 2"},
		{"aaa", "byte 3: a is met a third time: want a spot of two lines, which is met twice"},
		{"abab", "byte 4: b crosses another spot that is met twice on this boundary: want them as in abba or aabb, not abab"},
		{"1b1b|cacdad", "byte 10: a crosses another spot that is met twice on this boundary: want them as in abba or aabb, not abab"},
		{"1A.2B|AB", "byte 4: this boundary closes a ring of regions and boundaries that share spots, which no drawing has"},
		{"1A.B|1A.C|BC", "byte 9: this boundary closes a ring of regions and boundaries that share spots, which no drawing has"},
		{"1a.a1", "byte 4: a is met on two boundaries of one region: want it on one boundary or in two regions"},
		{"01", `byte 2: unexpected "1": want a spot, "." before another boundary, or "|" before another region`},
		{"10", "byte 2: no line goes from a spot 0: want it as a boundary of its own"},
		{"1||1", `byte 3: unexpected "|": want a spot: 0, 1, 2 or a letter`},
		{"1.", "byte 3: the text ends here: want a spot: 0, 1, 2 or a letter"},
		{"3*1", `byte 3: want "0" behind a count, as in 3*0: three spots without lines`},
		{"0*0", "byte 1: 0 spots without lines: want 1 … 100000 in all"},
		{"99999*0.2*0", "byte 9: 2 spots without lines: want 1 … 100000 in all"},
		{"(x)", "byte 1: want a number in parentheses, as in (27)"},
		{"é", `byte 1: unexpected "é": want a spot: 0, 1, 2 or a letter`},
		{strings.Repeat("1", 501), "byte 501: want at most 500 spots, besides those without lines"},
	} {
		if _, err := Read(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct {
		brackets, args []grundy.Arg
		want           string
	}{
		{nil, []grundy.Arg{grundy.ArgOf(100_001)}, "100001 spots: want 0 … 100000"},
		{nil, nil, `0 numbers: want the number of spots, as in sprouts(5), or a position later in the play, as in sprouts("3*0.1a1a")`},
		{[]grundy.Arg{grundy.ArgOf(1)}, []grundy.Arg{grundy.ArgOf(1)}, "sprouts takes no number in brackets"},
	} {
		if _, err := Place(c.brackets, c.args); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func FuzzRead(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{"", "5*0", "0.1a1a", "AB|AB.12", "(27)1(27)", "abab", "abba1", "0|0|0|1A|A1", "A.1|B.AC1|BC2", "1ab1ba|CD.0|CD", "2222", "70000*0.0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(text)
		if err != nil {
			if wrong, ok := errors.AsType[*TextError](err); !ok || wrong.Offset < 0 || wrong.Offset > len(text) {
				t.Errorf("%v", err)
			}
			return
		}
		p := c.Position().(string)
		again, err := Read(p)
		if err != nil || again.String() != c.String() {
			t.Errorf("%q is written %q, which is read as %v, %v", text, p, again, err)
		}
		if len(p) > 12 {
			return
		}
		keys, _ := Game{}.AppendKeys(nil, p)
		for _, q := range optionsOf(p) {
			if _, err := Read(q); err != nil {
				t.Errorf("%q leads to %q: %v", p, q, err)
			}
		}
		optionsOfKeys(keys)
		if _, err := (Game{}).Scene(p); err != nil && !errors.Is(err, grundy.ErrTooLarge) {
			t.Error(err)
		}
	})
}

// The outcome of n spots, by couples.
func BenchmarkSpots(b *testing.B) {
	for _, n := range []int{6, 8, 11, 12, 13, 14, 15} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			keys, _ := Game{}.AppendKeys(nil, fresh(n))
			for b.Loop() {
				couples := search.NewCouples(Game{}.NewMoveLister(), search.Options{})
				if p, err := couples.IsP(context.Background(), 0, keys...); err != nil || p != (n%6 < 3) {
					b.Fatal(p, err)
				}
				b.ReportMetric(float64(couples.Couples()), "couples")
				b.ReportMetric(float64(couples.Positions()), "parts")
				b.ReportMetric(float64(couples.Bytes())/(1<<20), "MB")
			}
		})
	}
}
