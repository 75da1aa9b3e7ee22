package play_test

import (
	"context"
	"fmt"

	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
)

// Somebody plays one move against perfect play.
func Example() {
	sum, err := position.Parse("nim(3,5) + knight(5,4)")
	if err != nil {
		panic(err)
	}
	match, err := play.New(context.Background(), play.Options{Sum: sum})
	if err != nil {
		panic(err)
	}
	move, err := match.Find("1: nim(3,4)")
	if err != nil {
		panic(err)
	}
	match.Make(move)
	reply, err := match.Best(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Outcome, reply.Move[0].From, "->", reply.Move[0].To)
	match.Make(reply.Move)

	thrown, ok, err := match.LastThrown(context.Background(), 0)
	fmt.Println(ok, err, thrown.Better[0][0].To)
	// Output:
	// N nim(3,4) -> nim(3,2)
	// true <nil> nim(3,2)
}
