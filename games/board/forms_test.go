package board

import (
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/board/moves"
	"github.com/grundy-games/grundy/internal/oracle"
)

func TestPublishedNimhof(t *testing.T) {
	var published []struct {
		OEIS          string
		Rules         []uint64
		Antidiagonals []uint64
	}
	readJSON(t, "nimhof.json", &published)
	for _, want := range published {
		c, err := PlaceNimhof(oracle.Args(want.Rules...), oracle.Args(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		p, ok := c.Game().(Piece)
		if !ok {
			t.Fatalf("%v is not a piece", c)
		}
		table := newTable(t, p, 20, 20)
		sum, x := uint64(0), uint64(0)
		for _, v := range want.Antidiagonals {
			if got := uint64(table.At(sum-x, x)); got != v {
				t.Errorf("%s: (%d,%d) has nim-value %d, published %d", want.OEIS, sum-x, x, got, v)
			}
			if x++; x > sum {
				sum, x = sum+1, 0
			}
		}
	}
}

// The rules of a named piece have its theorems, however they are written.
func TestFormsOfNamedPieces(t *testing.T) {
	arg := func(numbers ...int64) (args []grundy.Arg) {
		for _, n := range numbers {
			a := grundy.ArgOf(moves.Magnitude(n))
			a.Neg = n < 0
			args = append(args, a)
		}
		return args
	}
	far := oracle.Args(1e18, 999_999_999_999)
	for name, place := range map[string]func() (grundy.Component, error){
		"queen":  func() (grundy.Component, error) { return PlaceRider(arg(-1, -1, 0, -1, -1, 0), far) },
		"rook":   func() (grundy.Component, error) { return PlaceRider(arg(0, -1, -1, 0, -2, 0), far) },
		"bishop": func() (grundy.Component, error) { return PlaceRider(arg(-1, -1), far) },
		"king":   func() (grundy.Component, error) { return PlaceLeaper(arg(-1, -1, 0, -1, -1, 0), far) },
		"knight": func() (grundy.Component, error) { return PlaceLeaper(arg(-2, -1, -1, -2), far) },
	} {
		c, err := place()
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := c.Measure(grundy.ByOutcome); !ok {
			t.Errorf("%v does not know what the %s knows", c, name)
		}
		if _, ok := c.FindOptions(grundy.ByOutcome, 0, 0); !ok {
			t.Errorf("%v does not find what the %s finds", c, name)
		}
	}
}

// Moves that are refused may be meant for another number of coordinates.
func TestFormsSayHowNumbersAreRead(t *testing.T) {
	numbers := func(v ...int64) (args []grundy.Arg) {
		for _, n := range v {
			a := grundy.ArgOf(moves.Magnitude(n))
			a.Neg = n < 0
			args = append(args, a)
		}
		return args
	}
	_, err := PlaceLeaper(numbers(-1, 0, 0, 0, -1, 0, 0, 0, -1, -1, -1, -1), oracle.Args(0, 0))
	if want := "the move (0,0) leads nowhere: want a number that is not 0; the 12 numbers are read as moves of 2, one for each coordinate"; err == nil || err.Error() != want {
		t.Errorf("twelve numbers on a plane: %v, want %s", err, want)
	}
	_, err = PlaceRider(numbers(-1), oracle.Args(0, 0))
	if want := "1 number in brackets: want 2 for each move, as many as there are coordinates"; err == nil || err.Error() != want {
		t.Errorf("one number: %v, want %s", err, want)
	}
}
