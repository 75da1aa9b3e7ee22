package sequence

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/theory/period"
)

// openedBlocks returns a block engine that goes on after some values of the
// naive engine, or of the scalar one; nil if the game is not for it.
func openedBlocks(t testing.TB, c Code, from, limit int, portable bool) *blockEngine {
	t.Helper()
	o, _ := c.octal()
	scalar := &sparseEngine{octal: o}
	values, err := scalar.extend(t.Context(), nil, from)
	if err != nil {
		t.Fatal(err)
	}
	scalar.renew(values)
	e, ok := newBlockEngine(planCodes(o, scalar.space, slices.Clone(scalar.rare)), values, limit, portable)
	if !ok {
		return nil
	}
	return e
}

func TestBlockEngineOnManyCodes(t *testing.T) {
	codes, _ := sampleCodes()
	n := long.Of(5, 8, 10) * block
	tested := 0
	for i, c := range codes {
		if i%long.Of(12, 3, 1) != 0 {
			continue
		}
		want := naive(t, c, n)
		for _, portable := range []bool{false, true} {
			e := openedBlocks(t, c, blockStart, n, portable)
			if e == nil {
				continue
			}
			tested++
			for e.next < n {
				if s := e.step(); s == newRare {
					e.rareAt = len(e.rare)
				} else if s != goesOn {
					t.Fatalf("%s: %v at %d", c, s, e.next)
				}
			}
			if got := e.appendValues(nil, 0, n); !slices.Equal(got, want) {
				t.Errorf("%s, portable %v: %s", c, portable, firstDifference(got, want))
			}
			if err := e.audit(t.Context(), n-1-i%1000); err != nil {
				t.Error(err)
			}
		}
	}
	t.Logf("%d engines", tested)
	if tested == 0 {
		t.Error("no code was tested")
	}
}

// The games with the most rare heaps, from where the run tries blocks.
func TestBlocksFarOut(t *testing.T) {
	games := []struct {
		text        string
		short, long int
	}{{"0.6", 9 << 11, 7 << 12}, {"0.007", 17_408, 19_968}, {"4!.0", 3 << 13, 7 << 12}, {"0.376", 3 << 13, 9 << 13}}
	for _, c := range games[:long.Of(1, 3, len(games))] {
		n := long.Or(c.short, c.long)
		if long.Whole {
			n = 1 << 20
		}
		want := sparse(t, MustCode(c.text), n)
		for _, portable := range []bool{false, true} {
			if portable && long.Whole && c.text == "0.007" {
				continue // many minutes
			}
			r := newRun(MustCode(c.text), n)
			r.portable = portable
			blocks := 0
			for r.length() < n {
				if err := r.advance(t.Context(), n); err != nil {
					t.Fatal(err)
				}
				if _, ok := r.fast.(*blockEngine); ok {
					blocks++
				}
			}
			if got := r.appendValues(nil, 0, n); !slices.Equal(got, want) || blocks == 0 {
				t.Errorf("%s, portable %v: %s, %d times blocks", c.text, portable, firstDifference(got, want), blocks)
			}
		}
	}
}

// In 0.6, n = 1,697,097 is an option only by a division whose smaller heap is
// larger than 120,000.
func TestLateWitness(t *testing.T) {
	if !long.Asked {
		t.Skip("1.7 million values")
	}
	const late = 1_697_097
	e := openedBlocks(t, MustCode("0.6"), wordStart, late+block, false)
	for e.next <= late {
		if e.next == late/block*block {
			e.widest = 0
		}
		if s := e.step(); s == newRare {
			e.rareAt = len(e.rare)
		} else if s != goesOn {
			t.Fatalf("%v at %d", s, e.next)
		}
	}
	if e.widest < 120_000 {
		t.Errorf("the witnesses of the block reach back %d only", e.widest)
	}
	for n := late - 5; n <= late+5; n++ {
		if err := e.audit(t.Context(), n); err != nil {
			t.Error(err)
		}
	}
}

// A recurrence of the state proves in blocks what it proves in words.
func TestBlocksProve(t *testing.T) {
	for _, c := range []struct {
		text              string
		preperiod, period uint64
	}{{"0.16", 105351, 149459}, {"0.127", 46578, 4}, {"0.376", 2268248, 4}} {
		if c.text == "0.376" && !long.Whole || c.text == "0.16" && !long.Asked {
			continue
		}
		for _, portable := range []bool{false, true} {
			if portable && (c.text == "0.376" || !long.Asked) {
				continue // 0.376 is 17 times as far as the others
			}
			e := openedBlocks(t, MustCode(c.text), wordStart, 1<<23, portable)
			var proof period.Result
			for !proof.Proved && e.next < 1<<23 {
				if s := e.step(); s == newRare {
					e.rareAt = len(e.rare)
				} else if s != goesOn {
					t.Fatalf("%s: %v at %d", c.text, s, e.next)
				}
				proof, _, _ = e.recurs(t.Context(), true)
			}
			if proof.Preperiod != c.preperiod || proof.Period != c.period {
				t.Errorf("%s: %+v", c.text, proof)
			}
		}
	}
}

// The kernels in assembly do what those in Go do, on any bits.
func TestBlockKernels(t *testing.T) {
	fast, ok := fastLanes()
	if !ok {
		t.Skip("no assembly here")
	}
	random := chance.New(t, 2)
	for range 300 {
		table := strips{groups: 1 + random.IntN(6), rows: 40, at: 7}
		table.bytes = make([]byte, 64*table.groups*table.rows)
		for i := range table.bytes {
			table.bytes[i] = byte(random.Uint64() & random.Uint64() & random.Uint64())
		}
		var list []nearOption
		for range random.IntN(60) {
			list = append(list, nearOption{strip + random.IntN(36*64-2*strip), uint16(random.IntN(70))})
		}
		p := newPairing(list)
		var order []int32
		for q := range table.groups {
			if random.IntN(4) > 0 {
				order = append(order, int32(q))
			}
		}
		targets := 1 + random.IntN(9)
		left, budgets := make([]stripSet, targets), make([]int, targets)
		for k := range left {
			budgets[k] = random.IntN(40) - 3
			for w := range left[k] {
				left[k][w] = random.Uint64() & random.Uint64()
			}
		}
		left2, budgets2 := slices.Clone(left), slices.Clone(budgets)
		at := table.at + table.rows - stripWords - 1
		few := random.IntN(strip / 2)
		clearLanes(left, budgets, few, &table, at, &p, order)
		fast.clear(left2, budgets2, few, &table, at, &p, order)
		if !slices.Equal(left, left2) || !slices.Equal(budgets, budgets2) {
			t.Fatal("clear differs")
		}

		history := make([]uint16, 3000)
		for i := range history {
			history[i] = uint16(random.IntN(300) | random.IntN(2)*wideMark)
		}
		var options []farOption
		for range random.IntN(50) {
			code := uint32(random.IntN(300))
			options = append(options, farOption{int32(-2 * (32 + random.IntN(2000))), code | code<<16})
		}
		var candidates [8][32]uint16
		var want, got [8]uint32
		for k := range candidates {
			for lane := range candidates[k] {
				candidates[k][lane] = uint16(random.IntN(300))
				missing := true
				for _, o := range options {
					missing = missing && history[2500+lane+int(o.offset)/2]^uint16(o.codes) != candidates[k][lane]
				}
				if missing {
					want[k] |= 1 << lane
				}
			}
		}
		fast.probe(history, 2500, options, &candidates, &got)
		if got != want {
			t.Fatal("probe differs")
		}

		size := random.IntN(200)
		from, rest := random.IntN(1000), random.IntN(1000)
		code := history[from+random.IntN(200)] ^ history[rest+random.IntN(200)]
		a := scan(history[from:from+size], history[rest:rest+size], code)
		b := fast.scan(history[from:from+size], history[rest:rest+size], code)
		if a != b {
			t.Fatalf("scan %d, want %d", b, a)
		}
	}
}

// One core and several give the same bytes, whether they verify ahead or share the
// work on a strip.
func TestCoresRace(t *testing.T) {
	if !long.Asked {
		t.Skip("sessions come to the engine late; set GRUNDY_LONG=1")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, text := range []string{"0.6", "4!.0", "0.376", "0.007"} {
		var files [3][]byte
		for k, cores := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(cores)
			s := NewSession(MustCode(text), long.Of[uint64](0, 1<<15, 1<<16))
			for done := false; !done; {
				var err error
				if done, err = s.Advance(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			var file bytes.Buffer
			if err := s.Save(&file); err != nil {
				t.Fatal(err)
			}
			files[k] = file.Bytes()
		}
		if !bytes.Equal(files[0], files[1]) || !bytes.Equal(files[0], files[2]) {
			t.Errorf("%s: the checkpoints differ", text)
		}
	}
}

// Where rare heaps come all the time, cores that share strips find what one finds,
// and steps that are verified ahead go on and back.
func TestCoresWithManyRareHeapsRace(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const n = 3 << 10
	c := MustCode("0.007")
	for _, portable := range []bool{false, true} {
		if portable && (testing.Short() || !long.Asked) {
			continue // the kernels are others, the goroutines are the same
		}
		var one *blockEngine
		for _, cores := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(cores)
			e := openedBlocks(t, c, 4*block, n, portable)
			for e.next < n {
				if s := e.step(); s != goesOn {
					t.Fatal(s)
				}
				if e.cores != cores {
					t.Errorf("%d cores of %d at n = %d", e.cores, cores, e.next)
				}
			}
			if cores == 1 {
				one = e
				if got, want := e.appendValues(nil, 0, e.next), sparse(t, c, e.next); !slices.Equal(got, want) {
					t.Errorf("portable %v: %s", portable, firstDifference(got, want))
				}
				continue
			}
			if !slices.Equal(e.history[e.pad:][:e.next], one.history[one.pad:][:one.next]) || !slices.Equal(e.rare, one.rare) || e.kept != one.kept || e.widest != one.widest || !slices.EqualFunc(e.late.parts, one.late.parts, slices.Equal[[]int]) {
				t.Errorf("portable %v, %d cores: not what one finds", portable, cores)
			}
		}
	}
	runtime.GOMAXPROCS(2)
	for _, portable := range []bool{false, true} {
		if portable && testing.Short() {
			continue
		}
		e := openedBlocks(t, c, 4*block, n, portable)
		for e.next < n {
			e.makeRoom()
			if s := e.ahead(min(e.next+stepStrips*strip, n)); s != goesOn {
				t.Fatal(s)
			}
		}
		if got, want := e.appendValues(nil, 0, e.next), sparse(t, c, e.next); !slices.Equal(got, want) {
			t.Errorf("portable %v: %s", portable, firstDifference(got, want))
		}
	}
}

// Where no engine could take over any more, blocks go on although another space may
// have fewer rare heaps.
func TestBlocksPastTheOthers(t *testing.T) {
	want := sparse(t, MustCode("0.007"), 1<<13)
	before := scalarLimit
	scalarLimit = stepStrips * strip // where a step ends, and the space is due to be renewed
	defer func() { scalarLimit = before }()
	r := newRun(MustCode("0.007"), 1<<13)
	r.tryAt = 0 // blocks as soon as they can be
	for r.length() < 1<<13 {
		if err := r.advance(t.Context(), 1<<13); err != nil {
			t.Fatal(err)
		}
		if e, ok := r.fast.(*blockEngine); ok && e.next == scalarLimit && len(e.rare) <= e.rareAt+e.rareAt/32+16 {
			t.Error("too few new rare heaps for another space to be due")
		}
	}
	if got := r.appendValues(nil, 0, 1<<13); !slices.Equal(got, want) {
		t.Error(firstDifference(got, want))
	}
}
