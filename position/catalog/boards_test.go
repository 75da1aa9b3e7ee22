package catalog_test

// Games on boards, compared with plain searches of the boards themselves: stones and colours where
// they stand, with no parts, no symmetries, and no squares that are left out.

import (
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
)

// A plain game lists the boards after each move, as strings of lines of a width.
type plainGame func(board string, width int) []string

// nimValue returns the nim-value of a board, by all its moves.
func (g plainGame) nimValue(board string, width int, known map[string]grundy.Value) grundy.Value {
	if v, ok := known[board]; ok {
		return v
	}
	var options []grundy.Value
	for _, after := range g(board, width) {
		options = append(options, g.nimValue(after, width, known))
	}
	v := grundy.Mex(options...)
	known[board] = v
	return v
}

// square returns the cell that some steps lead to, or -1.
func square(board string, width, at, down, right int) int {
	r, c := at/width+down, at%width+right
	if r < 0 || r >= len(board)/width || c < 0 || c >= width {
		return -1
	}
	return r*width + c
}

var directions = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

func with(board string, at int, letter byte) string {
	return board[:at] + string(letter) + board[at+1:]
}

// painting puts x and o where bars says that no neighbour bars it.
func painting(bars func(own, neighbour byte) bool) plainGame {
	return func(board string, width int) (all []string) {
		for at := range len(board) {
			for _, own := range []byte("xo") {
				ok := board[at] == '.'
				for _, d := range directions[:4] {
					if next := square(board, width, at, d[0], d[1]); next >= 0 && bars(own, board[next]) {
						ok = false
					}
				}
				if ok {
					all = append(all, with(board, at, own))
				}
			}
		}
		return all
	}
}

func plainClobber(board string, width int) (all []string) {
	for at := range len(board) {
		for _, d := range directions[:4] {
			if next := square(board, width, at, d[0], d[1]); next >= 0 && board[at]+board[next] == 'x'+'o' {
				all = append(all, with(with(board, next, board[at]), at, '.'))
			}
		}
	}
	return all
}

func plainNoGo(board string, width int) (all []string) {
	// breathe reports whether an empty point can be reached from every stone over stones of its colour.
	breathe := func(board string) bool {
		for at := range len(board) {
			seen, group, free := map[int]bool{at: true}, []int{at}, board[at] == '.'
			for i := 0; i < len(group); i++ {
				for _, d := range directions[:4] {
					next := square(board, width, group[i], d[0], d[1])
					if next >= 0 && !seen[next] {
						free = free || board[next] == '.'
						if seen[next] = true; board[next] == board[at] {
							group = append(group, next)
						}
					}
				}
			}
			if !free {
				return false
			}
		}
		return true
	}
	for at := range len(board) {
		for _, own := range []byte("xo") {
			if after := with(board, at, own); board[at] == '.' && breathe(after) {
				all = append(all, after)
			}
		}
	}
	return all
}

func plainAmazons(board string, width int) (all []string) {
	reached := func(board string, from int) (all []int) {
		for _, d := range directions {
			for at := square(board, width, from, d[0], d[1]); at >= 0 && board[at] == '.'; at = square(board, width, at, d[0], d[1]) {
				all = append(all, at)
			}
		}
		return all
	}
	for from := range len(board) {
		if board[from] != 'A' {
			continue
		}
		left := with(board, from, '.')
		for _, to := range reached(left, from) {
			there := with(left, to, 'A')
			for _, arrow := range reached(there, to) {
				all = append(all, with(there, arrow, '#'))
			}
		}
	}
	return all
}

func plainQueens(board string, width int) (all []string) {
	for at := range len(board) {
		if board[at] != '.' {
			continue
		}
		after := with(board, at, '#')
		for _, d := range directions {
			for next := square(board, width, at, d[0], d[1]); next >= 0; next = square(board, width, next, d[0], d[1]) {
				after = with(after, next, '#')
			}
		}
		all = append(all, after)
	}
	return all
}

func TestBoardsAgainstPlainSearches(t *testing.T) {
	long.Only(t)
	for name, game := range map[string]plainGame{
		"clobber":         plainClobber,
		"snort":           painting(func(own, neighbour byte) bool { return own+neighbour == 'x'+'o' }),
		"col":             painting(func(own, neighbour byte) bool { return own == neighbour }),
		"nogo":            plainNoGo,
		"amazons":         plainAmazons,
		"peaceful-queens": plainQueens,
	} {
		t.Run(name, func(t *testing.T) {
			f := load(t, name)
			for _, sides := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 2}, {2, 3}, {3, 2}} {
				c := place(t, f, sides[:])
				text := c.String()
				board := strings.ReplaceAll(text[strings.IndexByte(text, '"')+1:strings.LastIndexByte(text, '"')], "/", "")
				want := game.nimValue(board, sides[1], map[string]grundy.Value{})
				if a := answer(t, c); a.NimValue != nil && *a.NimValue != uint64(want) || (a.Outcome == grundy.P) != (want == 0) {
					t.Errorf("%v is %v, %v by the file, and has the nim-value %d", c, a.Outcome, show(a.NimValue), want)
				}
			}
		})
	}
}

// TestPublishedBoards compares with values that others have computed.
func TestPublishedBoards(t *testing.T) {
	rows := map[string][]uint64{
		// J. Dai, X. Chen, Impartial Clobber Solver, University of Alberta 2022: rows of n pairs.
		"clobber": {0, 1, 3, 0, 2, 0, 2, 0, 3, 1, 4},
		// Rows of n points, by MCGS, University of Alberta 2025.
		"nogo": {0, 0, 1, 0, 1, 2, 0, 1},
		// OEIS A344227: boards of n x n.
		"peaceful-queens": {0, 1, 1, 2, 1, 3, 1, 2, 3, 1},
	}
	for name, values := range rows {
		f := load(t, name)
		for n, want := range values[:len(values)-long.Of(5, 1, 0)] { // the last ones take a second
			sides := map[string][]int{"clobber": {1, 2 * n}, "nogo": {1, n}, "peaceful-queens": {n, n}}[name]
			c := place(t, f, sides)
			if a := answer(t, c); a.NimValue != nil && *a.NimValue != want || (a.Outcome == grundy.P) != (want == 0) {
				t.Errorf("%v is %v, %v, published: %d", c, a.Outcome, show(a.NimValue), want)
			}
		}
	}
	// Boards of NoGo, by MCGS.
	for _, board := range [][3]int{{2, 2, 1}, {2, 3, 1}, {2, 4, 0}}[:long.Or(2, 3)] {
		c := place(t, load(t, "nogo"), board[:2])
		if a := answer(t, c); a.NimValue == nil || int(*a.NimValue) != board[2] {
			t.Errorf("%v: %v, published: %d", c, show(a.NimValue), board[2])
		}
	}
}
