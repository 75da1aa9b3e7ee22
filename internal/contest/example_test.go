package contest_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
)

func Example() {
	problem, ok := contest.Find("topcoder/roxor")
	if !ok {
		return
	}
	in := `{"args": [[0, 0, 1, 0, 1, 100]]}
{"args": [[1000, 1000, 1000, 1000, 1000]]}
{"args": [[2, 1, -1]]}
`
	err := problem.Run(context.Background(), strings.NewReader(in), os.Stdout, contest.Options{})
	fmt.Println(err)
	// Output:
	// [2,4,5]
	// []
	// line 3, column 18: "-1": want a number (piles), 0 … 1000
}
