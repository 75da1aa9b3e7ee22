package sequence

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
)

// bit returns bit i of the words.
func (l *lanes) bit(i int) bool { return l[i/64]>>(i%64)&1 != 0 }

// The kernels that verify do what their comments say, on any bits.
func TestVerifyKernels(t *testing.T) {
	random := chance.New(t, 21)
	kernels := []verifyKernels{portableVerify}
	if fast, ok := fastVerifyKernels(); ok {
		kernels = append(kernels, fast)
	}
	for range 30 {
		for _, k := range kernels {
			checkSpread(t, k, random)
			checkCover(t, k, random)
		}
	}
}

func checkSpread(t *testing.T, k verifyKernels, random *rand.Rand) {
	t.Helper()
	const stride, at = 2 * block / 8, 16
	rows := 1 + random.IntN(20)
	codes, got := make([]byte, block), make([]byte, rows*stride)
	for i := range codes {
		if codes[i] = byte(random.IntN(rows)); random.IntN(10) == 0 {
			codes[i] |= rareMark
		}
	}
	for i := range got {
		got[i] = byte(random.Uint32())
	}
	want := bytes.Clone(got)
	var above [maxCodes + 1]lanes
	for i := range above {
		above[i][random.IntN(len(lanes{}))] = random.Uint64()
	}
	k.spread(codes, got, at, stride, rows, &above)
	for c := range rows + 1 {
		for lane, code := range codes {
			if bit := byte(1) << (lane % 8); c < rows {
				b := &want[c*stride+at+lane/8]
				if *b &^= bit; int(code) == c {
					*b |= bit
				}
			}
			if large := int(code) >= c && code < rareMark; above[c].bit(lane) != large {
				t.Fatalf("lane %d of code %d is above %d: %v", lane, code, c, !large)
			}
		}
	}
	if !bytes.Equal(got, want) {
		t.Fatal("the bitmaps differ")
	}
}

func checkCover(t *testing.T, k verifyKernels, random *rand.Rand) {
	t.Helper()
	const at = 512
	bitmaps := make([]byte, 4*at)
	for i := range bitmaps {
		bitmaps[i] = byte(random.Uint32())
	}
	var above [maxCodes + 1]lanes
	for c := range above {
		for i := range above[c] {
			above[c][i] = random.Uint64() & random.Uint64() & random.Uint64()
		}
	}
	var lists [maxCodes]witnessList
	for code := range lists {
		l := &lists[code]
		l.needs = [2]int{random.IntN(maxCodes + 1), random.IntN(maxCodes + 1)}
		l.aligned = random.IntN(10)
		for i := range l.aligned + random.IntN(10) {
			w := witness{offset: random.IntN(2*at) - at, widest: 10 * i}
			if i >= l.aligned {
				w.shift = random.IntN(8)
			}
			l.witnesses = append(l.witnesses, w)
		}
	}
	for from := 0; from < maxCodes; {
		to := min(maxCodes, from+1+random.IntN(maxCodes))
		var got lanes
		code, widest := k.cover(&lists, &above, bitmaps, at, from, to, &got)
		want, wantCode, wantWidest := lanes{}, from, 0
		for ; wantCode < to && want.empty(); wantCode++ {
			l := &lists[wantCode]
			for lane := range block {
				if above[l.needs[lane%2]].bit(lane) {
					want[lane/64] |= 1 << (lane % 64)
				}
			}
			for _, w := range l.witnesses {
				if want.empty() {
					break
				}
				wantWidest = max(wantWidest, w.widest)
				for lane := range block {
					if i := 8*(at+w.offset) + w.shift + lane; bitmaps[i/8]>>(i%8)&1 != 0 {
						want[lane/64] &^= 1 << (lane % 64)
					}
				}
			}
			if !want.empty() {
				break
			}
		}
		if code != wantCode || widest != wantWidest || code < to && got != want {
			t.Fatalf("codes %d … %d: code %d, back %d, want %d, %d; lanes %x, want %x", from, to-1, code, widest, wantCode, wantWidest, got, want)
		}
		from = code + 1
	}
}

// A ledger begins with the bits of its last values.
func TestBitmapsOfTheHistory(t *testing.T) {
	for _, text := range []string{"0.106", "0.16"} {
		o, _ := MustCode(text).octal()
		scalar := &sparseEngine{octal: o}
		values, err := scalar.extend(t.Context(), nil, witnessSpan+2*block)
		if err != nil {
			t.Fatal(err)
		}
		scalar.renew(values)
		l, ok := newLedger(planCodes(o, scalar.space, slices.Clone(scalar.rare)), values, len(values), false)
		if !ok {
			t.Fatalf("%s: no ledger", text)
		}
		for n := l.next - witnessSpan; n < l.next; n++ {
			for c := range l.rows {
				i := n - l.bitsAt
				if has := l.bitmaps[c*bitmapStride+i/8]>>(i%8)&1 != 0; has != (int(l.at(n)) == c) {
					t.Fatalf("%s: the bit of n = %d, code %d is %v", text, n, c, has)
				}
			}
		}
	}
}
