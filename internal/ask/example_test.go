package ask_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/grundy-games/grundy/internal/ask"
)

// A server reads a question from JSON, answers it within means of its own, and
// writes the answer as the command does.
func Example() {
	var question ask.Solve
	if err := json.Unmarshal([]byte(`{"position": "nim(3,5,7)", "limit": 1}`), &question); err != nil {
		fmt.Println(err)
		return
	}
	answer, err := question.Ask(context.Background(), ask.Means{Memory: 256 << 20, Time: 10 * time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := ask.WriteJSON(os.Stdout, answer); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"position": "nim(3,5,7)",
	//  "title": "Nim: 3, 5, 7",
	//  "convention": "normal",
	//  "compound": "disjunctive",
	//  "outcome": "N",
	//  "nim_value": 1,
	//  "components": [{"position":"nim(3,5,7)","title":"Nim: 3, 5, 7","nim_value":1}],
	//  "winning_moves": [{"from":"nim(3,5,7)","to":"nim(2,5,7)","component":0,"move":"take 1 from the heap of 3"}],
	//  "winning_move_count": 3,
	//  "method": "Nim: the nim-value is the nim-sum of the heaps (C. L. Bouton, Ann. of Math. 1901)",
	//  "version": "0.17.0"}
}
