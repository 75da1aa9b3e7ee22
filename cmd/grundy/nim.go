package main

// `grundy nim` calculates with nimbers.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
)

func newNim() *cobra.Command {
	var asJSON bool
	var bounds budgetFlags
	cmd := &cobra.Command{
		Use:   "nim EXPR",
		Short: "Calculate with nimbers: products, quotients, powers, logarithms",
		Long: `Calculate with nimbers, the values of positions, which are a field:

  a + b          the nim-sum, or exclusive or
  a * b, a / b   the nim-product, and the nimber whose product with b is a
  a ^ n          the product of n factors a for an integer n; 1/a for n = -1
  sqrt(a)        the nimber whose product with itself is a; each has one
  log(a, base)   the least ordinary integer n for which base^n is a

"^" binds before "*" and "/", these before "+"; equal ones go from left to right, and
two "^" in a row want brackets. Numbers are decimal, or hexadecimal as 0xff, and may
have any length. A logarithm stands alone, or as an exponent.

Operations with numbers below 2^64 take nanoseconds. Logarithms take less than a
second where the numbers are below 2^64, and up to a minute where they are below
2^128. In larger fields they are found if the base has an order without large prime
divisors, or if they are small.

Exit status: 0 the value is printed, 1 over the budget, 2 the request was wrong, also
division by 0 and a logarithm that does not exist.`,
		Example: `  grundy nim '4*4'
  grundy nim '(7 + 2*5) / 3'
  grundy nim 'sqrt(2^5 + 1)'
  grundy nim 'log(6, 5)'
  grundy nim '18446744073709551616 * 0x10000000000000000' --json`,
		Args: wantArgs(1, -1, `an expression, such as '2*3 + 1'`),
		RunE: func(cmd *cobra.Command, args []string) error {
			expression, err := positionOf(cmd, args)
			if err != nil {
				return err
			}
			_, err = answer(cmd, &bounds, asJSON, ask.Nim{Expression: expression}.Ask, func(w io.Writer, a *ask.Nimber) error {
				_, err := fmt.Fprintln(w, a.Value)
				return err
			})
			return err
		},
	}
	addJSON(cmd, &asJSON, "")
	bounds.add(cmd, "")
	return cmd
}
