package contest

// Answers about rows of heaps.

import (
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/internal/rules/lang"
)

// winningTakes is winning_takes(cakes): (least, most) for the winning moves of the game
// cake, all of which take a number of pieces between the two from any largest cake; () for
// none.
func winningTakes(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 1, 1) {
		return lang.Value{}
	}
	pieces, ok := numbersOf(ev, c.Args[0])
	if !ok || !ev.Spend(int64(len(pieces))) || !ev.Hold(16*int64(len(pieces))+64) {
		return lang.Value{}
	}
	cakes, least, most := row.Cake{}.WinningTakes(pieces)
	if len(cakes) == 0 {
		return lang.Tuple(nil)
	}
	return lang.Tuple([]lang.Value{uintValue(least), uintValue(most)})
}
