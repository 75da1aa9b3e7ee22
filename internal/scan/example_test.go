package scan_test

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/internal/scan"
)

func Example() {
	r := scan.New(strings.NewReader("3\n10 20 3O\n"))
	count, _ := r.Uint(scan.Kind{Name: "the number of heaps", Min: 0, Max: 1000})
	heaps := make([]uint64, count)
	n, err := r.Uints(heaps, scan.Kind{Name: "a number of stones", Min: 1, Max: 1000000000})
	fmt.Println(heaps[:n])
	fmt.Println(err)
	// Output:
	// [10 20]
	// line 2, column 7: "3O": want a number of stones, 1 … 1000000000
}
