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
	defer func() { _ = file.Close() }()
	ctx := context.Background()
	c, err := certificate.Read(ctx, file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Lines()[0])
	fmt.Println(certificate.Verify(ctx, c, nil))
	// Output:
	// positions (x, y) with x >= 0, y >= 0
	// <nil>
}
