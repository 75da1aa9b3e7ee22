package sequence

import (
	"fmt"
	"slices"
	"testing"
)

// Each game in each engine that is for it, in one run, so that ratios can be
// read. The fast ones go on after 2^18 values of the scalar one.
func BenchmarkEngines(b *testing.B) {
	for _, text := range []string{"0.106", "0.104", "0.054", "0.454", "0.167", "0.16", "0.376", "4!.0", "0.6", "0.007"} {
		start := 1 << 18
		if text == "0.007" {
			start = 1 << 16 // the others need too long
		}
		if testing.Short() {
			start >>= 2
		}
		c := MustCode(text)
		o, _ := c.octal()
		b.Run(text+"/naive", func(b *testing.B) {
			const n = 10_000
			for b.Loop() {
				naive(b, c, n)
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "values/s")
		})
		var scalar *sparseEngine
		var values []uint32
		b.Run(text+"/sparse", func(b *testing.B) {
			for b.Loop() {
				scalar = &sparseEngine{octal: o}
				values, _ = scalar.extend(b.Context(), nil, start)
			}
			b.ReportMetric(float64(start)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
		})
		if scalar == nil {
			continue
		}
		scalar.renew(values)
		for _, portable := range []bool{false, true} {
			more := 1 << 26
			if portable {
				more = 1 << 23
			}
			if testing.Short() {
				more >>= 4
			}
			plan := func() *codePlan { return planCodes(o, scalar.space, slices.Clone(scalar.rare)) }
			name := map[bool]string{false: "AVX-512", true: "portable"}[portable]
			if l, ok := newLedger(plan(), values, start+more, portable); ok {
				if e := widerWords(l, 0, portable); e != nil && e.suitsWords() {
					b.Run(fmt.Sprintf("%s/word%d/%s", text, e.program.width, name), func(b *testing.B) { benchmarkSteps(b, e, more) })
					continue
				}
			}
			if e, ok := newBlockEngine(plan(), values, start+more>>5, portable); ok {
				more >>= 5
				if text == "0.007" {
					more >>= 4
				}
				b.Run(text+"/block/"+name, func(b *testing.B) { benchmarkSteps(b, e, more) })
			}
		}
	}
}

// Games that leave three heaps: the engine for them, and that of sets.
func BenchmarkThreeHeaps(b *testing.B) {
	for _, text := range []string{"0.3F", "0.28", "0.F6", "0.3F!", "0.3F?"} {
		c := MustCode(text)
		run := func(name string, n int, extend func() ([]uint32, error)) {
			b.Run(text+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if values, err := extend(); err != nil || len(values) != n {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
			})
		}
		for _, n := range []int{1000, 4000} {
			run(fmt.Sprintf("triples/%d", n), n, func() ([]uint32, error) {
				e, _ := newTriplesEngine(c)
				return e.extend(b.Context(), nil, n)
			})
		}
		run("sets/1000", 1000, func() ([]uint32, error) { return newSetsEngine(c).extend(b.Context(), nil, 1000) })
	}
}

// benchmarkSteps runs an engine for a number of values, once: run it with
// -benchtime 1x.
func benchmarkSteps(b *testing.B, e fastEngine, more int) {
	from := e.length()
	for b.Loop() {
		for e.length() < from+more {
			if s := e.step(); s == newRare {
				e.(*blockEngine).rareAt = 1 << 30 // no other space in between
			} else if s != goesOn {
				b.Logf("%v at %d", s, e.length())
				b.SkipNow()
			}
		}
	}
	b.ReportMetric(float64(more)/b.Elapsed().Seconds(), "values/s")
}
