package contest_test

// This file tests the problems of Project Euler: the values of their statements, and small
// arguments against positions that are looked at one by one. The tests of package census
// compare the algorithms with the rules.

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grundy/contest"
	"grundy/internal/oracle"
	"grundy/position"
)

func TestEulerStatements(t *testing.T) {
	for _, p := range contest.Problems() {
		if !strings.HasPrefix(p.Name, "euler/") {
			continue
		}
		if len(p.Samples) == 0 {
			t.Errorf("%s has no values of its statement", p.Name)
		}
		for _, s := range p.Samples {
			if got := ask(t, p.Name, s.Input); got != strings.TrimSpace(s.Output) {
				t.Errorf("%s: %s: got %s, want %s", p.Name, s.Input, got, s.Output)
			}
		}
	}
}

// byRules returns the nim-values of the positions of a game from … to, by its rules alone.
func byRules(t *testing.T, game string, from, to int) (values []uint64) {
	t.Helper()
	var o oracle.Oracle
	for n := from; n <= to; n++ {
		sum, err := position.Parse(fmt.Sprintf("%s(%d)", game, n))
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, o.Value(sum.Components()[0]))
	}
	return values
}

// lists counts the lists of k of the values whose nim-sum is 0, and the sorted ones among them.
func lists(values []uint64, k int) (lost, all, sorted int) {
	var extend func(k, last int, sum uint64, ordered bool)
	extend = func(k, last int, sum uint64, ordered bool) {
		if k == 0 {
			if all++; sum == 0 {
				if lost++; ordered {
					sorted++
				}
			}
			return
		}
		for i, v := range values {
			extend(k-1, i, sum^v, ordered && i >= last)
		}
	}
	extend(k, 0, 0, true)
	return lost, all, sorted
}

func TestEulerByRules(t *testing.T) {
	check := func(number int, right any, args ...any) {
		t.Helper()
		name := fmt.Sprintf("euler/%d", number)
		if got := ask(t, name, callOf(t, args...)); got != fmt.Sprint(right) {
			t.Errorf("%s: %v: got %s, want %v", name, args, got, right)
		}
	}
	kayles, squares, divisors := byRules(t, "dawsons-kayles", 1, 14), byRules(t, "squares", 0, 14), byRules(t, "subtract-a-divisor", 1, 14)
	for n := 1; n <= 14; n++ {
		lost, all, _ := lists(kayles[:n], 1)
		check(306, all-lost, n)
		_, _, sorted := lists(squares[:n+1], 3)
		check(310, sorted, n)
		lost, all, _ = lists(divisors[:n], 3)
		check(509, all-lost, n)
	}
	pairs, coprime, nim1249 := byRules(t, "divisor-pairs", 2, 13), byRules(t, "coprime-nim", 1, 12), byRules(t, "nim1249", 1, 13)
	for n := 2; n <= 13; n++ {
		for k := 1; k <= 3; k++ {
			lost, all, _ := lists(pairs[:n-1], k)
			check(550, all-lost, n, k)
			lost, _, _ = lists(coprime[:n-1], k)
			check(560, lost, n, k)
			_, _, sorted := lists(nim1249[:n], k)
			check(888, sorted, n, k)
		}
	}
	primes := byRules(t, "subtraction[2,3,5,7]", 0, 4)
	for n := 1; n <= 5; n++ {
		line := primes[:n]
		var squares []uint64
		for _, v := range line {
			for _, w := range line {
				squares = append(squares, v^w)
			}
		}
		for c := 1; c <= 3; c++ {
			lost, all, _ := lists(squares, c)
			check(649, all-lost, n, c)
		}
	}
	for k := range 9 {
		count := 0
		for n := 1; n <= 1<<k; n++ {
			if n^2*n^3*n == 0 {
				count++
			}
		}
		check(301, count, k)
	}
	for n := 1; n <= 4; n++ {
		won := 0
		var extend func(used []int, sum int)
		extend = func(used []int, sum int) {
			if len(used) == n {
				if sum != 0 {
					won++
				}
				return
			}
			for h := 1; h < 1<<n; h++ {
				if !slices.Contains(used, h) {
					extend(append(used, h), sum^h)
				}
			}
		}
		extend(nil, 0)
		check(409, won, n)
	}
}

// eulerSizes are the questions of Project Euler.
var eulerSizes = map[int]string{
	260: `1000`, 301: `30`, 306: `1000000`, 310: `100000`, 325: `"10^16"`, 344: `1000000, 100`, 366: `"10^18"`,
	391: `"sum3", 1000`, 400: `10000`, 409: `10000000`, 459: `1000000`, 488: `"10^18"`, 509: `123456787654321`,
	550: `10000000, "10^12"`, 560: `10000000, 10000000`, 629: `"g", 200`, 649: `10000019, 100`, 665: `10000000`,
	692: `"G", 23416728348467685`, 787: `1000000000`, 798: `10000000, 10000000`, 806: `100000`, 870: `123456`,
	888: `12491249, 1249`, 899: `"7^17"`, 900: `"S", 10000`, 933: `"D", 123, 1234567`, 953: `"10^14"`, 961: `"10^18"`,
}

// BenchmarkEuler answers the questions of Project Euler.
func BenchmarkEuler(b *testing.B) {
	for _, p := range contest.Problems() {
		number, ok := strings.CutPrefix(p.Name, "euler/")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(number, func(b *testing.B) {
			if testing.Short() {
				b.Skip("the full sizes take up to half a minute each")
			}
			for b.Loop() {
				var out bytes.Buffer
				if err := p.Run(b.Context(), strings.NewReader(`{"args": [`+eulerSizes[n]+"]}\n"), &out, contest.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestCountedGames asks for each game that a problem of Project Euler names.
func TestCountedGames(t *testing.T) {
	for _, p := range contest.Problems() {
		if !strings.HasPrefix(p.Name, "euler/") {
			continue
		}
		for _, game := range p.Games {
			if _, ok := position.Find(game); !ok && !strings.HasPrefix(game, "subtraction") {
				t.Errorf("%s: no game %s", p.Name, game)
			}
		}
		if p.Name != "euler/629" && p.Name != "euler/509" && len(p.Games) == 0 {
			t.Errorf("%s names no game", p.Name)
		}
	}
}
