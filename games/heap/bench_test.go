package heap

import (
	"slices"
	"testing"
)

// Each game in each engine that is for it, in one run, so that ratios can be
// read. The fast ones go on after 2^18 values of the scalar one.
func BenchmarkEngines(b *testing.B) {
	const start = 1 << 18
	for _, text := range []string{"0.106", "0.104", "0.054", "0.454", "0.167", "0.16", "0.376", "4!.0", "0.6"} {
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
			b.ReportMetric(start*float64(b.N)/b.Elapsed().Seconds(), "values/s")
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
			plan := func() *codePlan { return planCodes(o, scalar.space, slices.Clone(scalar.rare)) }
			name := map[bool]string{false: "AVX-512", true: "portable"}[portable]
			if e, ok := newWordEngine[uint32](plan(), values, start+more, portable); ok {
				b.Run(text+"/word/"+name, func(b *testing.B) { benchmarkSteps(b, e, more) })
			} else if e, ok := newWordEngine[uint64](plan(), values, start+more, portable); ok {
				b.Run(text+"/word64/"+name, func(b *testing.B) { benchmarkSteps(b, e, more) })
			} else if e, ok := newBlockEngine(plan(), values, start+more>>6, portable); ok {
				b.Run(text+"/block/"+name, func(b *testing.B) { benchmarkSteps(b, e, more>>6) })
			}
		}
	}
}

// benchmarkSteps runs an engine for so many values, once: run it with
// -benchtime 1x.
func benchmarkSteps(b *testing.B, e blockRunner, more int) {
	from := e.length()
	for b.Loop() {
		for e.length() < from+more {
			if s := e.step(); s != goesOn {
				b.Logf("%v at %d", s, e.length())
				b.SkipNow()
			}
		}
	}
	b.ReportMetric(float64(more)/b.Elapsed().Seconds(), "values/s")
}
