package contest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
	"github.com/grundy-games/grundy/position"
)

// oneCall returns the result of one call as text.
func oneCall(t *testing.T, name string, args ...any) string {
	t.Helper()
	return strings.TrimSpace(answer(t, name, asJSON(t, args...), Options{}))
}

// afterMoves returns the positions after the winning moves, or after all moves
// if there are none or if all are wanted.
func afterMoves(o *oracle.Oracle, c grundy.Component, all bool) [][]uint64 {
	var positions [][]uint64
	moves := o.WinningMoves(oracle.One, grundy.Normal, []grundy.Component{c})
	if all && len(moves) == 0 {
		moves = oracle.Moves(oracle.One, []grundy.Component{c})
	}
	for _, move := range moves {
		numbers, _ := position.Numbers(nil, []byte(move[0].String()))
		positions = append(positions, numbers)
	}
	return positions
}

// catalogued makes a position of a game whose positions are numbers.
func catalogued(t *testing.T, game string, numbers []uint64) grundy.Component {
	t.Helper()
	sum, err := position.Parse(string(grundy.AppendNumbers([]byte(game), '(', numbers, ')')))
	if err != nil {
		t.Fatal(err)
	}
	return sum[0].Component
}

func TestCakePartyOracle(t *testing.T) {
	var o oracle.Oracle
	random := chance.New(t, 119)
	for try := range 400 {
		pieces := make([]uint64, 1+random.IntN(4))
		most := uint64(5)
		if try%4 == 0 { // large enough for texts of two digits
			pieces, most = pieces[:min(len(pieces), 2)], 25
		}
		if try%10 == 1 { // and cakes with numbers of two digits
			pieces, most = make([]uint64, 12), 2
			if random.IntN(2) == 0 {
				most = 1
			}
		}
		for i := range pieces {
			pieces[i] = 1 + random.Uint64N(most)
			if most == 2 { // few positions: mostly cakes of one piece
				pieces[i] = 1 + random.Uint64N(4)/3
			}
		}
		var texts []string
		for _, after := range afterMoves(&o, component(t, row.PlaceCake, nil, pieces), true) {
			for i := range pieces {
				if after[i] < pieces[i] {
					texts = append(texts, fmt.Sprintf("CAKE %d PIECES %d", i, pieces[i]-after[i]))
				}
			}
		}
		want := strconv.Quote(slices.Min(texts))
		if got := oneCall(t, "topcoder/CakeParty", pieces); got != want {
			t.Errorf("%v: got %s, want %s", pieces, got, want)
		}
	}
}

func TestStoneGameStrategistOracle(t *testing.T) {
	long.Only(t)
	var o oracle.Oracle
	random := chance.New(t, 136)
	for range 400 {
		piles := make([]uint64, 1+random.IntN(5))
		for i := range piles {
			piles[i] = 1 + random.Uint64N(7)
		}
		slices.Sort(piles)
		var moves [][2]uint64 // stones, pile
		for _, after := range afterMoves(&o, catalogued(t, "nondecreasing", piles), false) {
			for i := range piles {
				if after[i] < piles[i] {
					moves = append(moves, [2]uint64{piles[i] - after[i], uint64(i)})
				}
			}
		}
		slices.SortFunc(moves, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
		want := `"YOU LOSE"`
		if len(moves) > 0 {
			want = fmt.Sprintf("\"TAKE %d STONES FROM PILE %d\"", moves[0][0], moves[0][1])
		}
		if got := oneCall(t, "topcoder/StoneGameStrategist", piles); got != want {
			t.Errorf("%v: got %s, want %s", piles, got, want)
		}
	}
}

func TestRoxorOracle(t *testing.T) {
	var o oracle.Oracle
	random := chance.New(t, 153)
	for range long.Or(100, 300) {
		piles := make([]uint64, 2+random.IntN(3))
		for i := range piles {
			piles[i] = random.Uint64N(3)
		}
		piles[random.IntN(len(piles)-1)] = 1
		best := []int{}
		for _, after := range afterMoves(&o, catalogued(t, "roxor", piles), false) {
			move := make([]int, 0, 3)
			for i := range piles {
				if after[i] < piles[i] {
					move = append(move, i)
				}
				for range int(after[i] - min(after[i], piles[i])) {
					move = append(move, i)
				}
			}
			if len(best) == 0 || slices.Compare(move, best) < 0 {
				best = move
			}
		}
		want, _ := json.Marshal(best)
		if got := oneCall(t, "topcoder/Roxor", piles); got != string(want) {
			t.Errorf("%v: got %s, want %s", piles, got, want)
		}
	}
}
