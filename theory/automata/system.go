package automata

// A numeration system decides which sums of weights stand for a number.

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A System writes natural numbers as sums of weights 1 = U0 < U1 < U2 < …, greedily: the
// largest weight that fits comes first. The weights satisfy a linear recurrence, whose
// coefficients may change with the place as long as they repeat in the end. That covers
// every base (U = b*U'), Zeckendorf's system (the sum of the last two), Tribonacci's, and
// the systems of Ostrowski, whose weights are the denominators of the convergents of a
// continued fraction. Automata can add in such a system if its weights grow like the
// powers of a Pisot number, all of whose conjugates are less than 1 in size (Bruyère and
// Hansel, "Bertrand numeration systems and recognizability", 1997; Baranwal, Schaeffer and
// Shallit, "Ostrowski-automatic sequences", 2021). A System is safe for many goroutines.
type System struct {
	name string
	k    int // length of the recurrence
	// U[i+k] = sum of rows[class(i)][j]*U[i+k-1-j]; rows from loop on repeat.
	rows [][]int64
	loop int
	// digits that each track has.
	digits   int
	universe *Universe
	classes  []uint64 // of places that each state of the universe allows; nil: all
	power    int      // of 2 that the base is; 0: none
	checked  atomic.Bool

	mu      sync.Mutex
	weights []*big.Int
	small   []int64 // the first of them, to beyond far
}

// far is the size of the weights at which all that matters about their growth is seen.
const far = 1 << 30

// MaxBase is the largest base of a system.
const MaxBase = 36

// Base returns the system of base b. It panics if b is not from 2 to [MaxBase].
func Base(b int) *System {
	if b < 2 || b > MaxBase {
		panic(fmt.Sprintf("automata: base %d is not from 2 to %d", b, MaxBase))
	}
	name := fmt.Sprint("base ", b)
	if b == 2 {
		name = "binary"
	}
	s := must(newSystem(name, []int64{1}, [][]int64{{int64(b)}}, 0))
	for i := 1; 1<<i <= b; i++ {
		if 1<<i == b {
			s.power = i
		}
	}
	return s
}

// Zeckendorf returns the system of the Fibonacci numbers 1, 2, 3, 5, 8, ….
func Zeckendorf() *System {
	return must(newSystem("zeckendorf", []int64{1, 2}, [][]int64{{1, 1}}, 0))
}

// Tribonacci returns the system of the numbers 1, 2, 4, 7, 13, …, each the sum of three.
func Tribonacci() *System {
	return must(newSystem("tribonacci", []int64{1, 2, 4}, [][]int64{{1, 1, 1}}, 0))
}

func must(s *System, err error) *System {
	if err != nil {
		panic(err)
	}
	return s
}

// Ostrowski returns the system of the denominators of the convergents of the continued
// fraction [a0; a1, a2, …], which begins with the quotients and goes on with the period
// again and again. All but a0, which changes no denominator, must be positive.
func Ostrowski(quotients, period []int) (*System, error) {
	name := "ostrowski " + fraction(quotients, period)
	if len(quotients) == 0 || len(period) == 0 {
		return nil, fmt.Errorf("%s: a continued fraction needs a0 and a period, as in [1; (2)]", name)
	}
	for _, a := range slices.Concat(quotients[1:], period) {
		if a < 1 || a >= MaxDigits {
			return nil, fmt.Errorf("%s: %d is not from 1 to %d", name, a, MaxDigits-1)
		}
	}
	a := func(i int) int64 { // the quotient i
		if i < len(quotients) {
			return int64(quotients[i])
		}
		return int64(period[(i-len(quotients))%len(period)])
	}
	first, start := 2, []int64{1, a(1)} // row 0 has quotient 2
	if a(1) == 1 {
		// The first two denominators are both 1: leave one out.
		first, start = 3, []int64{1, a(2) + 1}
	}
	loop := max(0, len(quotients)-first)
	var rows [][]int64
	for i := range loop + len(period) {
		rows = append(rows, []int64{a(first + i), 1})
	}
	return newSystem(name, start, rows, loop)
}

func fraction(quotients, period []int) string {
	head := strings.Replace(numbers(quotients)+", ", ", ", "; ", 1) // a0 stands apart
	return "[" + head + "(" + numbers(period) + ")]"
}

func numbers[T int | int64](list []T) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}

// Recurrence returns the system whose weights begin with start, 1 the first, and go on by
// U[i] = c[0]*U[i-1] + c[1]*U[i-2] + …. Start may have more weights than c. Where it is
// empty the weights begin as those of Bertrand do: each is the same sum, as far as there
// are weights, plus 1.
func Recurrence(c, start []int64) (*System, error) {
	name := fmt.Sprintf("recurrence [%s]", numbers(c))
	if len(start) > 0 {
		name += fmt.Sprintf(" from [%s]", numbers(start))
	}
	switch {
	case len(c) == 0 || len(c) > 12 || len(start) > 24:
		return nil, fmt.Errorf("%s: a recurrence has from 1 to 12 coefficients, and at most 24 first weights", name)
	case c[len(c)-1] == 0:
		return nil, fmt.Errorf("%s: the last coefficient is 0; leave it out", name)
	case len(start) > 0 && len(start) < len(c):
		return nil, fmt.Errorf("%s: %d coefficients need as many first weights, not %d", name, len(c), len(start))
	}
	for _, n := range slices.Concat(c, start) {
		if n <= -MaxDigits || n >= MaxDigits && len(start) == 0 || n > far {
			return nil, fmt.Errorf("%s: %d is too large", name, n)
		}
	}
	for i := len(start); i < len(c); i++ {
		next := int64(1)
		for j := range i {
			next += c[j] * start[i-1-j]
		}
		start = append(start[:i:i], next)
	}
	row := make([]int64, len(start)) // further weights at the beginning are multiplied by 0
	copy(row, c)
	return newSystem(name, start, [][]int64{row}, 0)
}

// newSystem finds the digits, and the automaton of the greedy sums.
func newSystem(name string, start []int64, rows [][]int64, loop int) (*System, error) {
	s := &System{name: name, k: len(start), rows: rows, loop: loop}
	if s.shorten(); len(s.rows) > 64 {
		return nil, fmt.Errorf("%s: more than 64 quotients before the period ends", name)
	}
	for _, u := range start {
		s.weights = append(s.weights, big.NewInt(u))
	}
	if start[0] != 1 {
		return nil, fmt.Errorf("%s: the first weight is %d, not 1", name, start[0])
	}
	if err := s.pisot(); err != nil {
		return nil, err
	}
	seen := func(size int64) bool { // whether each class has a weight of this size, and k after it
		n := len(s.small) - s.k - len(s.rows)
		return n >= 1 && s.small[n] >= size
	}
	for i := 0; !seen(far); i++ {
		u, next := s.Weight(i), s.Weight(i+1)
		if next.Cmp(u) <= 0 {
			return nil, fmt.Errorf("%s: weight %s is followed by %s, which is not larger", name, u, next)
		}
		if u.BitLen() > 56 {
			if seen(far >> 10) {
				break
			}
			return nil, fmt.Errorf("%s: the weights of a period grow by too much", name)
		}
		s.small = append(s.small, u.Int64())
		most := new(big.Int).Sub(next, one)
		s.digits = max(s.digits, int(most.Quo(most, u).Int64())+1)
	}
	if s.digits > MaxDigits {
		return nil, fmt.Errorf("%s: needs %d digits, more than %d", name, s.digits, MaxDigits)
	}
	s.universe = Free(s.digits)
	if s.k == 1 {
		return s, nil // every word over the digits is greedy
	}
	w := NewWork(context.Background(), Budget{States: uint64(max(256, 1<<20/(s.digits*len(s.rows)*s.k)))})
	defer w.Close()
	valid, err := s.greedy(w)
	if err != nil {
		return nil, fmt.Errorf("%s: the greedy sums: %w", name, err)
	}
	s.universe = valid.Universe()
	s.findClasses()
	return s, nil
}

// shorten finds the smallest preperiod and period of the rows.
func (s *System) shorten() {
	period := s.rows[s.loop:]
	for p := 1; p < len(period); p++ {
		if len(period)%p == 0 && slices.EqualFunc(period[p:], period[:len(period)-p], slices.Equal) {
			s.rows = s.rows[:s.loop+p]
			break
		}
	}
	for s.loop > 0 && slices.Equal(s.rows[s.loop-1], s.rows[len(s.rows)-1]) {
		s.loop--
		s.rows = s.rows[:len(s.rows)-1]
	}
}

// class returns which row place i has. All places of a class go on alike.
func (s *System) class(i int) int {
	if i < len(s.rows) {
		return i
	}
	return s.loop + (i-s.loop)%(len(s.rows)-s.loop)
}

// Name returns the name of the system: "binary", "base 3", "zeckendorf", "tribonacci",
// "ostrowski [1; 2, (4)]", "recurrence [3, 1] from [1, 4]".
func (s *System) Name() string { return s.name }

// String returns the name.
func (s *System) String() string { return s.name }

// Universe returns which words are numbers.
func (s *System) Universe() *Universe { return s.universe }

// Weight returns the weight of place i, counted from 0 at the end. The caller must not
// change it.
func (s *System) Weight(i int) *big.Int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := len(s.weights); n <= i; n++ {
		next := new(big.Int)
		for j, c := range s.rows[s.class(n-s.k)] {
			next.Add(next, new(big.Int).Mul(big.NewInt(c), s.weights[n-1-j]))
		}
		s.weights = append(s.weights, next)
	}
	return s.weights[i]
}

// Place returns the place that has the weight n; false if none has.
func (s *System) Place(n *big.Int) (place int, ok bool) {
	if n.Sign() <= 0 {
		return 0, false
	}
	place = len(s.Digits(n)) - 1
	return place, s.Weight(place).Cmp(n) == 0
}

// Digits returns the digits of a natural number, most significant first; none for 0.
func (s *System) Digits(n *big.Int) []int {
	if n.Sign() < 0 {
		panic("automata: digits of a number below zero")
	}
	places := 0
	for s.Weight(places).Cmp(n) <= 0 {
		places++
	}
	digits := make([]int, places)
	rest, d := new(big.Int).Set(n), new(big.Int)
	for i := range digits {
		d.QuoRem(rest, s.Weight(places-1-i), rest)
		digits[i] = int(d.Int64())
	}
	return digits
}

// Value returns the sum of the weights, each times its digit.
func (s *System) Value(digits []int) *big.Int {
	sum := new(big.Int)
	for i, d := range digits {
		u := s.Weight(len(digits) - 1 - i)
		sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(d)), u))
	}
	return sum
}

// Word returns the letters of several numbers: those that an automaton with as many tracks
// reads.
func (s *System) Word(numbers ...*big.Int) [][]int {
	var word [][]int
	for t, n := range numbers {
		digits := s.Digits(n)
		if more := len(digits) - len(word); more > 0 {
			front := make([][]int, more)
			for i := range front {
				front[i] = make([]int, len(numbers))
			}
			word = append(front, word...)
		}
		for i, d := range digits {
			word[len(word)-len(digits)+i][t] = d
		}
	}
	return word
}

// Numbers returns the numbers of a word, one for each track.
func (s *System) Numbers(word [][]int, tracks int) []*big.Int {
	list := make([]*big.Int, tracks)
	for t := range list {
		digits := make([]int, len(word))
		for i, letter := range word {
			digits[i] = letter[t]
		}
		list[t] = s.Value(digits)
	}
	return list
}

// pisot refuses recurrences whose weights do not grow like powers of a Pisot number: the
// matrix of a period has one eigenvalue above 1, and all others are smaller than 1. Where one
// is larger than all others, the powers of the matrix over their size tend to its projection.
func (s *System) pisot() error {
	m := entries(s.k, func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	})
	for _, row := range s.rows[s.loop:] {
		next := make([]float64, s.k)
		for j, c := range row {
			for l := range next {
				next[l] += float64(c) * m[j][l]
			}
		}
		m = append(matrix{next}, m[:s.k-1]...)
	}
	size, limit := m.powers()
	second := size
	trace := limit.trace()
	to := entries(s.k, func(i, j int) float64 { return limit[i][j] / trace })
	twice, along := to.times(to), m.times(to)
	if _, off := entries(s.k, func(i, j int) float64 { return twice[i][j] - to[i][j] }).scaled(); off < 1e-6 && along.trace() > 0 {
		second, _ = entries(s.k, func(i, j int) float64 { return m[i][j] - along[i][j] }).powers()
	}
	switch {
	case second > 1+1e-6:
		return fmt.Errorf("%s: automata cannot add here: the weights do not grow like the powers of one Pisot number (a second root has size %.4g)", s.name, second)
	case second > 1-1e-6 || size < 1+1e-6:
		return fmt.Errorf("%s: automata cannot add here: the recurrence has a root of size 1, where a Pisot number has only smaller ones beside it", s.name)
	}
	return nil
}

// A matrix is square.
type matrix [][]float64

func entries(n int, entry func(i, j int) float64) matrix {
	m := make(matrix, n)
	for i := range m {
		for j := range n {
			m[i] = append(m[i], entry(i, j))
		}
	}
	return m
}

func (m matrix) times(b matrix) matrix {
	return entries(len(m), func(i, j int) (sum float64) {
		for l, v := range m[i] {
			sum += v * b[l][j]
		}
		return sum
	})
}

func (m matrix) trace() (sum float64) {
	for i := range m {
		sum += m[i][i]
	}
	return sum
}

// scaled returns the matrix over the size of its largest entry, and that size.
func (m matrix) scaled() (matrix, float64) {
	most := 0.0
	for _, row := range m {
		for _, v := range row {
			most = max(most, math.Abs(v))
		}
	}
	return entries(len(m), func(i, j int) float64 { return m[i][j] / most }), most
}

// powers returns the size of the largest eigenvalue, and a very high power over its size.
func (m matrix) powers() (float64, matrix) {
	log := 0.0
	for i := range 60 {
		var most float64
		if m, most = m.scaled(); most == 0 {
			return 0, m
		}
		log += math.Ldexp(math.Log(most), -i)
		m = m.times(m)
	}
	return math.Exp(log), m
}
