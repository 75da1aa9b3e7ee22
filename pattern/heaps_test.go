package pattern

import (
	"io"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/position"
)

// TestHeapsAreProved proves patterns of files whose positions are heaps: of moves that treat
// all heaps alike, and of moves that ask which heap is larger. The certificates hold, and the
// rules, as they are played, agree with their formulas.
func TestHeapsAreProved(t *testing.T) {
	for name, moves := range map[string]string{
		"alike": `
    for i in range(2):
        for k in range(h[i]):
            move(put(h, k, i))
    for k in range(1, min(h[0], h[1]) + 1):
        move([h[0] - k, h[1] - k])
`,
		"larger": `
    for k in range(1, h[1] + 1):
        move([h[0], h[1] - k])
    if h[0] > 0:
        move([h[0] - 1, h[1] - 1])
`,
	} {
		if name == "larger" && !long.Asked {
			continue
		}
		text := "position(h = heaps(length = 2))\ndef moves(h):" + moves
		game, err := position.ParseGameWith(t.Context(), name+".star", 0, position.Files{
			Open: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := Guess(t.Context(), Question{Game: game, Of: []Kind{Outcomes}})
		if err != nil || p == nil {
			t.Fatalf("%s: %v, %v", name, p, err)
		}
		proof, err := p.Prove(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if sorted := strings.Contains(proof.Statement, "with heaps in ascending order"); sorted != (name == "larger") {
			t.Errorf("%s: %s", name, proof.Statement)
		}
		written, err := proof.Certificate(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		c := written.(*certificate.Certificate)
		if err := certificate.Verify(t.Context(), c, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := agrees(t.Context(), c, forgedSteps); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
