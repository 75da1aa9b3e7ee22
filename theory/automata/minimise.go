package automata

// minimiseRoom returns how many bytes minimised needs besides the graph.
func minimiseRoom(g *graph) uint64 {
	return uint64(len(g.layer))*5*4 + uint64(len(g.next))*7*4
}

// minimised returns the smallest graph that accepts the same words, its nodes in the order
// of quotient. All nodes must be reached from the start.
//
// This is Hopcroft's algorithm for graphs without a dead node: of Valmari and Lehtinen,
// Efficient Minimization of DFAs with Partial Transition Functions (STACS 2008), in time n +
// m log m for n nodes and m ways on. BenchmarkMinimise measures it on sums in Zeckendorf's
// system: 3.8 million nodes a second, Moore's way 1.2, Brzozowski's 0.1; in base 10 it is 0.6
// to 0.4 to 0.2. On Tribonacci sums Brzozowski's takes two thousand times as long.
func minimised(g *graph) graph {
	starts, sources := backwards(g)
	live := alive(g, starts, sources)
	if len(live) == 0 || !live[0] {
		return graph{digits: g.digits}
	}
	return quotient(g, hopcroft(g, live, starts, sources))
}

// alive says from which nodes something is accepted.
func alive(g *graph, starts, sources []int32) []bool {
	live := make([]bool, len(g.layer))
	var stack []int32
	for i, ok := range g.accept {
		if ok {
			live[i] = true
			stack = append(stack, int32(i))
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, way := range sources[starts[at]:starts[at+1]] {
			if from := way / int32(g.digits); !live[from] {
				live[from] = true
				stack = append(stack, from)
			}
		}
	}
	return live
}

// backwards returns the ways into each node: those into n are sources[starts[n]:
// starts[n+1]], each from*digits + digit.
func backwards(g *graph) (starts, sources []int32) {
	starts = make([]int32, len(g.layer)+2)
	for _, to := range g.next {
		if to != dead {
			starts[to+2]++
		}
	}
	for i := range len(g.layer) {
		starts[i+2] += starts[i+1]
	}
	sources = make([]int32, starts[len(g.layer)+1])
	for way, to := range g.next {
		if to != dead {
			sources[starts[to+1]] = int32(way)
			starts[to+1]++
		}
	}
	return starts, sources
}

// A partition of the numbers below n into sets, which marks split.
type partition struct {
	elements []int32 // set after set
	place    []int32 // of each element in elements
	set      []int32 // of each element
	first    []int32 // of each set in elements
	past     []int32 // the end of each set in elements
	marked   []int32 // how many of each set are marked: they stand first
	touched  []int32 // sets with marks
}

// newPartition puts the numbers below n into the sets from 0 on that kind names; those of
// kind dead are in none.
func newPartition(n, kinds int, kind func(int32) int32) *partition {
	p := &partition{
		place: make([]int32, n), set: make([]int32, n),
		first: make([]int32, kinds), past: make([]int32, kinds), marked: make([]int32, kinds),
	}
	for i := range int32(n) {
		p.set[i] = kind(i)
		if p.set[i] != dead {
			p.past[p.set[i]]++
		}
	}
	at := int32(0)
	for k := range p.past {
		p.first[k], at = at, at+p.past[k]
		p.past[k] = p.first[k]
	}
	p.elements = make([]int32, at)
	for i := range int32(n) {
		if k := p.set[i]; k != dead {
			p.elements[p.past[k]], p.place[i] = i, p.past[k]
			p.past[k]++
		}
	}
	return p
}

func (p *partition) mark(e int32) {
	s, i := p.set[e], p.place[e]
	j := p.first[s] + p.marked[s]
	if i < j {
		return
	}
	p.elements[i], p.place[p.elements[j]] = p.elements[j], i
	p.elements[j], p.place[e] = e, j
	if p.marked[s] == 0 {
		p.touched = append(p.touched, s)
	}
	p.marked[s]++
}

// split divides each set with marks into the marked and the others. The smaller part gets
// a new number.
func (p *partition) split() {
	for _, s := range p.touched {
		j := p.first[s] + p.marked[s]
		if j == p.past[s] {
			p.marked[s] = 0
			continue
		}
		z := int32(len(p.first))
		if p.marked[s] <= p.past[s]-j {
			p.first, p.past = append(p.first, p.first[s]), append(p.past, j)
			p.first[s] = j
		} else {
			p.first, p.past = append(p.first, j), append(p.past, p.past[s])
			p.past[s] = j
		}
		p.marked = append(p.marked, 0)
		p.marked[s] = 0
		for i := p.first[z]; i < p.past[z]; i++ {
			p.set[p.elements[i]] = z
		}
	}
	p.touched = p.touched[:0]
}

// of returns the elements of set s.
func (p *partition) of(s int) []int32 { return p.elements[p.first[s]:p.past[s]] }

// hopcroft returns the class of each live node: nodes of a class accept the same words.
// Others have class dead.
func hopcroft(g *graph, live []bool, starts, sources []int32) []int32 {
	n, digits := len(g.layer), int32(g.digits)
	// Nodes by layer and verdict; sets without elements do no harm.
	kinds := 0
	for _, l := range g.layer {
		kinds = max(kinds, int(l)+2)
	}
	nodes := newPartition(n, kinds, func(i int32) int32 {
		switch {
		case !live[i]:
			return dead
		case g.accept[i]:
			return 0
		}
		return int32(g.layer[i]) + 1
	})
	ways := newPartition(len(g.next), int(digits), func(way int32) int32 {
		if to := g.next[way]; to == dead || !live[to] {
			return dead
		}
		return way % digits
	})
	done := 1 // sets of nodes that have split the ways: all but one need to
	for c := 0; c < len(ways.first); c++ {
		for _, way := range ways.of(c) {
			nodes.mark(way / digits)
		}
		nodes.split()
		for ; done < len(nodes.first); done++ {
			for _, to := range nodes.of(done) {
				for _, way := range sources[starts[to]:starts[to+1]] {
					if live[way/digits] {
						ways.mark(way)
					}
				}
			}
			ways.split()
		}
	}
	return nodes.set
}

// quotient returns the graph of the classes. States come first, then the nodes within
// letters, both in the order in which a search in breadth first meets them. Without classes
// each node is its own.
func quotient(g *graph, classes []int32) graph {
	if len(g.layer) == 0 {
		return graph{digits: g.digits}
	}
	number := make([]int32, len(g.layer)+MaxTracks+2) // of classes, as they are met
	for i := range number {
		number[i] = dead
	}
	class := func(n int32) int32 {
		if n == dead || classes == nil {
			return n
		}
		return classes[n]
	}
	members := []int32{0} // one of each class, by number
	number[class(0)] = 0
	states := 0
	for i := 0; i < len(members); i++ {
		if g.layer[members[i]] == 0 {
			states++
		}
		for d := range g.digits {
			to := g.step(members[i], d)
			if c := class(to); c != dead && number[c] == dead {
				number[c] = int32(len(members))
				members = append(members, to)
			}
		}
	}
	q := graph{
		digits: g.digits, next: make([]int32, len(members)*g.digits),
		layer: make([]uint8, len(members)), accept: make([]bool, len(members)),
	}
	place := make([]int32, len(members))
	at, within := 0, states
	for i, n := range members {
		put := &within
		if g.layer[n] == 0 {
			put = &at
		}
		place[i] = int32(*put)
		*put++
	}
	for i, n := range members {
		to := int(place[i])
		q.layer[to], q.accept[to] = g.layer[n], g.accept[n]
		for d := range g.digits {
			q.next[to*g.digits+d] = dead
			if c := class(g.step(n, d)); c != dead {
				q.next[to*g.digits+d] = place[number[c]]
			}
		}
	}
	return q
}
