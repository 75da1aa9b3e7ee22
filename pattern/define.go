package pattern

import (
	"context"
	"errors"

	"grundy"
	"grundy/rules"
)

func define(ctx context.Context, c grundy.Component, frame rules.Frame) (*rules.Definition, error) {
	f, ok := rules.FileOf(c)
	if !ok {
		return nil, errors.New("no file")
	}
	return f.Define(ctx, frame)
}

var zz = map[string][]int64{}
var zzd *rules.Definition

func atOf(d *rules.Definition, c grundy.Component) ([]int64, bool) {
	if d != zzd {
		zzd = d
		clear(zz)
		n := len(d.Moves.Coordinates)
		for _, cell := range grid0(n, side(1<<14, n)) {
			if c, err := d.Place(cell); err == nil {
				zz[c.String()] = cell
			}
		}
	}
	at, ok := zz[c.String()]
	return at, ok
}

func grid0(n, s int) (all [][]int64) {
	if n == 0 {
		return [][]int64{nil}
	}
	for _, r := range grid0(n-1, s) {
		for x := range s {
			all = append(all, append(append([]int64{}, r...), int64(x)))
		}
	}
	return all
}
