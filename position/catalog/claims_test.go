package catalog_test

// This file compares the answers of files that state theorems with those of the same
// files without them, by their moves alone.

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// theorem finds what a file claims, and what it takes apart or makes alike.
var theorem = regexp.MustCompile(`(?m)^equals\(.*\n|^def (value|outcome|parts|find)\(`)

// withoutTheorems loads a game without what it claims, and reports whether it claims
// anything, and that it equals heaps.
func withoutTheorems(t *testing.T, name string) (f *rules.File, claims, equals bool) {
	t.Helper()
	r, _ := catalog.Open(name)
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	plain := theorem.ReplaceAllFunc(text, func(found []byte) []byte {
		if bytes.HasPrefix(found, []byte("equals")) {
			return nil
		}
		return append([]byte("def no_"), found[len("def "):]...)
	})
	f, err = rules.Load(t.Context(), name, bytes.NewReader(plain), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f, !bytes.Equal(text, plain), bytes.Contains(text, []byte("\nequals("))
}

// larger are positions beyond the examples.
var larger = map[string][]string{
	"bezouts-game": {"21,34", "30,7", "60,37", "1,9"}, "bitter-chocolate": {"6,4,1", "5,5,5"}, "cat-and-rabbit": {`".#...#..#"`}, "chess-training": {"10,26"},
	"card-stacking": {`"oXoXooXo"`, `"XXooXoo"`}, "distribunim": {"[3,4,5]", "[2,2,3,3]"}, "chomp": {"[5,1,1]", "[2,2,2,1]", "[4,4,4]"}, "circles-game": {"[0,1,1,2,2,3,0]"}, "constrained-nim": {"9,[2,5,5,5,7],[1,2,1,5,3]", "12,[3,4,4,9,9],[3,4,1,9,2]"}, "coprime-nim": {"49", "53"}, "cram": {"1,9", "2,6"},
	"cutcake": {"5,6"}, "divisor-pairs": {"72", "90", "97"}, "dynamic-nim": {"30,5,3"}, "end-nim": {"[2,1,3,1]", "[1,2,1,2,1]"}, "five-hundred-eleven": {"0,[1,2,4,8,16,32,64,128,256]", "3,[1,1,3,7,12,12,448,500]"}, "furlo-and-rublo": {"50626"},
	"half": {"200"}, "interval-game": {"[1,4,2,7,8,3],[3,6,5,9,12,8]"}, "jumping-coins": {"[0,1,2,3,3],[1,0,2,1,1]"}, "kayles": {`"XX.XXX.X"`}, "little-squares": {"2,4", "3,3", `".#../...#/..#."`}, "mark": {"1023"}, "nimble": {"[1,2,1,1]"}, "node-kayles-path": {"12"}, "node-kayles-ring": {"11"},
	"ordered-nim": {"[1,2,1,3]"}, "peaceful-rooks": {"3,4"}, "peaceful-chancellors": {"2,4"}, "removing-digits": {"101", "90210", "7007"}, "silver-dollar": {`".o.o.$.o"`},
	"sliding-coins": {`".o.oo..o"`}, "slither": {"3,4"}, "strange-nim": {"97,5"}, "tree-game": {"[0,1,1,2,2],[3,2,1,0,4],1", "[0,1,2,2],[2,2,1,3],2"}, "unequal-nim": {"2,5,7"}, "welter": {"[1,3,6]"},
}

// shown writes what an answer says. A nim-value that only one of two answers has is left
// out of both.
func shown(a, other *solve.Answer) string {
	text := fmt.Sprint(a.Outcome, a.WinningMoveCount)
	if a.NimValue != nil && other.NimValue != nil {
		text += fmt.Sprint(" nim-value ", *a.NimValue)
	}
	for _, move := range a.WinningMoves {
		for _, step := range move {
			text += " " + step.To.String()
		}
	}
	return text
}

func TestTheoremsAgainstMoves(t *testing.T) {
	most := long.Of(1, 2, 12)
	stated := 0
	for _, name := range long.Every(20, catalog.Names()) {
		plain, claims, equals := withoutTheorems(t, name)
		if !claims {
			continue
		}
		stated++
		t.Run(name, func(t *testing.T) {
			f, rng := load(t, name), chance.New(t, 1)
			var texts []string
			for _, e := range f.Examples() {
				c := e.Position
				for range most { // and what play reaches from it
					text := c.String()
					texts = append(texts, text[strings.IndexByte(text, '(')+1:len(text)-1])
					options := c.AppendOptions(nil)
					if len(options) == 0 {
						break
					}
					c = options[rng.IntN(len(options))]
				}
			}
			nim := grundy.Place(small{}, 3)
			for _, text := range append(texts, larger[name]...) {
				questions := []solve.Question{{}, {Sum: grundy.SumOf(nim)}}
				if equals || long.Asked && len(text) < 12 { // formulas say nothing there
					questions = append(questions, solve.Question{Convention: grundy.Misere},
						solve.Question{Sum: grundy.SumOf(nim), Compound: compound.Selective}, solve.Question{Sum: grundy.SumOf(nim), Compound: compound.Conjunctive})
				}
				for _, q := range questions {
					ask := func(f *rules.File) *solve.Answer {
						c, _, err := f.Read(t.Context(), text+")")
						if err != nil {
							t.Fatal(err)
						}
						q := q
						q.Sum, q.MaxMoves = append(grundy.SumOf(c), q.Sum...), 1000
						a, err := solve.Solve(t.Context(), q)
						if err != nil {
							t.Fatalf("%s(%s): %v", name, text, err)
						}
						return a
					}
					got, want := ask(f), ask(plain)
					if shown(got, want) != shown(want, got) {
						t.Fatalf("%s(%s), %v, %v, %d terms: %s\nby moves: %s", name, text, q.Compound, q.Convention, len(q.Sum)+1, shown(got, want), shown(want, got))
					}
				}
			}
		})
	}
	if stated < long.Or(2, 55) {
		t.Errorf("%d games state theorems", stated)
	}
}

// small is Nim of one heap, without anything that a game may have.
type small struct{}

func (small) AppendOptions(dst []int, n int) []int {
	for k := range n {
		dst = append(dst, k)
	}
	return dst
}

func (small) AppendPosition(dst []byte, n int) []byte { return fmt.Appendf(dst, "small(%d)", n) }
