package contest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/long"
)

// benchmark runs a problem on a text and reports how many things of a kind it
// takes a second.
func benchmark(b *testing.B, name, in string, things int, unit string) {
	problem, _ := Find(name)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		if err := problem.Run(context.Background(), strings.NewReader(in), io.Discard, Options{NoLimits: true}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(things)/b.Elapsed().Seconds(), unit)
}

// boxes returns an input of Chocolate in Box.
func boxes(count int) string {
	random := rand.New(rand.NewPCG(1, 1))
	text := fmt.Appendln(nil, count)
	for range count {
		text = append(strconv.AppendUint(text, 1+random.Uint64N(1e9), 10), ' ')
	}
	return string(append(text, '\n'))
}

func BenchmarkChocolateInBox(b *testing.B) {
	count := long.Benchmark(1_000_000)
	benchmark(b, "hackerrank/chocolate-in-box", boxes(count), count, "numbers/s")
}

// BenchmarkChocolateInBoxNaive is what a contestant writes.
func BenchmarkChocolateInBoxNaive(b *testing.B) {
	count := long.Benchmark(1_000_000)
	in := boxes(count)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		s := bufio.NewScanner(strings.NewReader(in))
		s.Split(bufio.ScanWords)
		s.Scan()
		var piles []uint64
		sum := uint64(0)
		for s.Scan() {
			pile, err := strconv.ParseUint(s.Text(), 10, 64)
			if err != nil {
				b.Fatal(err)
			}
			piles = append(piles, pile)
			sum ^= pile
		}
		winning := 0
		for _, pile := range piles {
			if pile^sum < pile {
				winning++
			}
		}
		if winning == 0 {
			b.Fatal("no winning move")
		}
	}
	b.ReportMetric(float64(b.N*count)/b.Elapsed().Seconds(), "numbers/s")
}

func BenchmarkCounterGame(b *testing.B) {
	const count = 100_000
	random := rand.New(rand.NewPCG(2, 2))
	in := fmt.Appendln(nil, count)
	for range count {
		in = fmt.Appendln(in, 1+random.Uint64()>>1)
	}
	benchmark(b, "hackerrank/counter-game", string(in), count, "queries/s")
}

func BenchmarkKnightAndQueen(b *testing.B) {
	const count, size = 100_000, 51
	random := rand.New(rand.NewPCG(3, 3))
	in := fmt.Appendln(nil, count)
	for range count {
		in = fmt.Appendln(in, random.IntN(size), random.IntN(size), random.IntN(size), random.IntN(size))
	}
	benchmark(b, "hackerrank/knight-and-queen", string(in), count, "queries/s")
}

// coinsText returns an input of Move the Coins.
func coinsText(nodes, questions int, parent func(node int) int) string {
	random := rand.New(rand.NewPCG(4, 4))
	var in bytes.Buffer
	fmt.Fprintln(&in, nodes)
	for range nodes {
		fmt.Fprint(&in, random.IntN(21), " ")
	}
	fmt.Fprintln(&in)
	for node := 2; node <= nodes; node++ {
		fmt.Fprintln(&in, node, parent(node))
	}
	fmt.Fprintln(&in, questions)
	for range questions {
		u := 2 + random.IntN(nodes-1)
		v := 1 + random.IntN(nodes)
		if u == v {
			v = 1
		}
		fmt.Fprintln(&in, u, v)
	}
	return in.String()
}

func BenchmarkMoveTheCoins(b *testing.B) {
	const count = 50_000
	random := rand.New(rand.NewPCG(5, 5))
	in := coinsText(count, count, func(node int) int { return 1 + random.IntN(node-1) })
	benchmark(b, "hackerrank/move-the-coins", in, count, "queries/s")
}

// BenchmarkMoveTheCoinsPath has the deepest tree.
func BenchmarkMoveTheCoinsPath(b *testing.B) {
	const count = 50_000
	in := coinsText(count, count, func(node int) int { return node - 1 })
	benchmark(b, "hackerrank/move-the-coins", in, count, "queries/s")
}

func BenchmarkCakeParty(b *testing.B) {
	const count = 1000
	line := `{"args": [[` + strings.Repeat("1999999999, ", 49) + `2000000000]]}` + "\n"
	benchmark(b, "topcoder/CakeParty", strings.Repeat(line, count), count, "queries/s")
}
