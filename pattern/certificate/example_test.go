package certificate_test

import (
	"context"
	"fmt"
	"os"

	"github.com/grundy-games/grundy/pattern/certificate"
)

// A theorem that came as a file is read, printed and checked.
func ExampleVerify() {
	file, err := os.Open("../testdata/theorems/two-heaps-1-1.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	ctx := context.Background()
	c, err := certificate.Read(ctx, file)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range c.Moves.Lines() {
		fmt.Println(line)
	}
	fmt.Println(certificate.Verify(ctx, c, nil))
	// Output:
	// positions (x, y) with x >= 0, y >= 0
	// (x, y) -> (i, y)  for i < x
	// (x, y) -> (x, j)  for j < y
	// (x, y) -> (x - k, y - k)  for 0 < k <= x, k <= y
	// (x, y) -> (x - k, y - k)  for 0 < k <= x, k <= y
	// <nil>
}
