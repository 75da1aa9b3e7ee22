package contest

// Answers may add, multiply and divide nimbers.

import (
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/theory/nimber"
)

// nimProduct is nim_product(a, b): the product of two nimbers, 0 … 2^64-1.
func nimProduct(ev *lang.Evaluator, c *lang.Call) lang.Value {
	if !wants(ev, c, 2, 2) {
		return lang.Value{}
	}
	a, ok1 := numberIn(c.Args[0])
	b, ok2 := numberIn(c.Args[1])
	if !ok1 || !ok2 {
		return ev.FailHere("want two nimbers, 0 … 2^64-1")
	}
	return uintValue(nimber.Mul(a, b))
}
