package catalog_test

import (
	"bufio"
	"fmt"

	"github.com/grundy-games/grundy/position/catalog"
)

// A file of the catalogue begins with the rules in a sentence.
func ExampleOpen() {
	file, ok := catalog.Open("chomp")
	if !ok {
		fmt.Println("there is no such game")
		return
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Scan()
	fmt.Println(lines.Text())
	// Output:
	// """Chomp: bite a square off a bar of chocolate, with all that is above and to the right of it. The square at the lower left is poisoned: nobody bites it."""
}
