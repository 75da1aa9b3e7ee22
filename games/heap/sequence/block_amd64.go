//go:build !purego

package sequence

// This file lets the assembly take the place of the block engine's inner loops
// where the processor has what it needs. The build tag purego leaves it out.

//go:generate go run -C asm ./blocks -out ../block_amd64.s -stubs ../block_stubs_amd64.go -pkg sequence

// fastLanes returns kernels in assembly, and false where the processor cannot
// run them.
func fastLanes() (lanesKernels, bool) {
	return lanesKernels{
		clear: func(left []stripSet, budgets []int, few int, t *strips, at int, p *pairing, order []int32) {
			if len(order) > 0 && len(p.behind) > 0 && len(left) > 0 {
				clearAVX512(&left[0][0], &budgets[0], len(left), &t.bytes[64*(at-t.at)], 64*t.rows, &p.behind[0], &p.starts[0], &order[0], len(order), p.groups(), few)
			}
		},
		probe: func(history []uint16, at int, options []farOption, candidates *[8][32]uint16, missing *[8]uint32) {
			if len(options) == 0 {
				*missing = [8]uint32{}
				for k := range missing {
					missing[k] = ^uint32(0)
				}
				return
			}
			probeAVX512(&history[at], &options[0].offset, len(options), candidates, missing)
		},
		scan: func(parts, rests []uint16, code uint16) int {
			whole := len(parts) / 32 * 32
			if whole > 0 {
				if k := scanAVX512(&parts[0], &rests[len(rests)-1], whole, uint64(code)); k >= 0 {
					return k
				}
			}
			if k := scan(parts[whole:], rests[:len(rests)-whole], code); k >= 0 {
				return whole + k
			}
			return -1
		},
	}, canVectorise()
}
