package contest

// This file holds the problems about nimbers: Nim Product.

import (
	"bufio"
	"context"
	"math"
	"strconv"

	"grundy/internal/scan"
	"grundy/theory/nimber"
)

// nimProduct prints the nim-product of each pair.
func nimProduct(_ context.Context, in *scan.Reader, out *bufio.Writer, _ Options) error {
	tests, err := in.Uint(count("the number of tests"))
	if err != nil {
		return err
	}
	factor := scan.Kind{Name: "a nimber", Max: math.MaxUint64}
	var line []byte
	for range tests {
		var pair [2]uint64
		if _, err := in.Uints(pair[:], factor); err != nil {
			return err
		}
		line = append(strconv.AppendUint(line[:0], nimber.Mul(pair[0], pair[1]), 10), '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return in.End("the last test")
}
