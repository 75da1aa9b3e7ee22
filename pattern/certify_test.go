package pattern

import (
	"errors"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/position"
)

// TestNames gives certificates the names of other games, and right digests.
func TestNames(t *testing.T) {
	long.Only(t)
	game, err := position.ParseGame("wythoff[2]")
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := Guess(t.Context(), Question{Game: game, Of: []Kind{Outcomes}})
	if err != nil || p == nil {
		t.Fatalf("%v, %v", p, err)
	}
	found, err := p.Prove(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	written, err := found.Certificate(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	claim := written.(*certificate.Certificate).Claim
	for name, want := range map[string]string{
		"wythoff[2]": "", "wythoff[1]": "no", "wythoff[3]": "no", "queen": "no", "nim(_,_)": "no", "0.77": "no", "subtraction[1,2]": "no", "short-wythoff": "no", "blocked-wythoff": "no",
		"a game of mine": "", "mine.star(_,_)": "",
	} {
		claim.Game = name
		c, err := certificate.New(t.Context(), claim, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := certificate.Verify(t.Context(), c, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err = agrees(t.Context(), c, forgedSteps)
		var refused *certificate.Refusal
		if errors.As(err, &refused) != (want != "") || err != nil && refused == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
