package rules_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/rules"
)

// Rules of your own: a heap that is halved, or from which one is taken.
func ExampleLoad() {
	const text = `"""Take one, or halve an even heap."""
position(n = integer())
def moves(n):
    if n > 0:
        move(n - 1)
    if n > 0 and n % 2 == 0:
        move(n // 2)
`
	ctx := context.Background()
	file, err := rules.Load(ctx, "halve.star", strings.NewReader(text), rules.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, _, err := file.Read(ctx, "6)")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range c.AppendOptions(nil) {
		fmt.Println(q)
	}
	report, err := file.Check(ctx, rules.CheckBounds{Positions: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Failed, len(report.Cycle))
	// A file with a mistake says where it is.
	_, err = rules.Load(ctx, "wrong.star", strings.NewReader("position(n = integer())\ndef moves(n):\n    move(m)\n"), rules.Options{})
	fmt.Println(err)
	// Output:
	// halve.star(5)
	// halve.star(3)
	// <nil> 0
	// wrong.star:3:10: m: no such name
}
