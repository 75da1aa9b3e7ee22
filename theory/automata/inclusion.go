package automata

// This file finds nodes that accept no word which another node does not accept: a set of
// nodes that has the other is as good without them.

// An inclusion says whether a node accepts all words that another accepts. It looks at a
// pair of nodes only when it is asked, and remembers the verdict.
type inclusion struct {
	from    *graph
	work    *Work
	samples []uint64 // of each node: which words of the sample it accepts
	known   *table   // of a pair
	pairs   []uint64 // to look at
	over    bool     // there were too many
}

// A sample has 64 words in each of some batches, and looks at their ends of up to some
// letters.
const (
	sampleBatches = 2
	sampleLetters = 6
	sampleWidth   = sampleBatches * sampleLetters // uint64s of a node
)

// inclusionRoom is what an inclusion needs for each node at the beginning, in bytes.
const inclusionRoom = 8*sampleWidth + 3*8

// mostPairs bounds the pairs that are looked at for one question. Beyond them the inclusion
// answers no to all questions, which is always safe.
const mostPairs = 1 << 22

func newInclusion(w *Work, g *graph, layers int) *inclusion {
	in := &inclusion{from: g, work: w, samples: make([]uint64, sampleWidth*len(g.layer)), known: newTable()}
	home := homeward(g)
	draws := uint64(0)
	draw := func(n int) int {
		draws++
		return int(scatter(draws) % uint64(n))
	}
	now, after := make([]uint64, len(g.layer)), make([]uint64, len(g.layer))
	for batch := range sampleBatches {
		// Some random digits from a random node, and the shortest way to accept from there.
		masks := make([][]uint64, sampleLetters*layers) // by digits from the end: who has which
		for i := range masks {
			masks[i] = make([]uint64, g.digits)
		}
		for bit := range 64 {
			at := int32(draw(len(g.layer)))
			var word []int
			for random := draw(len(masks)); random > 0 || !g.accept[at]; random-- {
				d := draw(g.digits)
				if random <= 0 || g.step(at, d) == dead {
					d = int(home[at])
				}
				if d == dead {
					break // it accepts the end, and no other word
				}
				word = append(word, d)
				at = g.step(at, d)
			}
			for i := range min(len(word), len(masks)) {
				masks[i][word[len(word)-1-i]] |= 1 << bit
			}
		}
		for n := range now {
			if now[n] = 0; g.accept[n] {
				now[n] = ^uint64(0)
			}
		}
		for i, mask := range masks {
			now, after = after, now
			layer := layers - 1 - i%layers
			for n, l := range g.layer {
				if now[n] = 0; int(l) != layer {
					continue
				}
				for d, has := range mask {
					if to := g.step(int32(n), d); to != dead {
						now[n] |= has & after[to]
					}
				}
				in.samples[n*sampleWidth+batch*sampleLetters+i/layers] = now[n]
			}
		}
	}
	return in
}

// homeward returns a digit of each node on a shortest way to accept; dead if it has none.
func homeward(g *graph) []int32 {
	starts, sources := backwards(g)
	home := make([]int32, len(g.layer))
	var queue []int32
	for n, ok := range g.accept {
		if home[n] = dead; ok {
			queue = append(queue, int32(n))
		}
	}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		for _, way := range sources[starts[at]:starts[at+1]] {
			if from := way / int32(g.digits); home[from] == dead {
				home[from] = way % int32(g.digits)
				if !g.accept[from] {
					queue = append(queue, from)
				}
			}
		}
	}
	return home
}

// fits says whether r accepts the words of the sample that q accepts.
func (in *inclusion) fits(q, r int32) bool {
	has := in.samples[int(r)*sampleWidth:][:sampleWidth]
	for i, words := range in.samples[int(q)*sampleWidth:][:sampleWidth] {
		if words&^has[i] != 0 {
			return false
		}
	}
	return !in.from.accept[q] || in.from.accept[r]
}

// head returns some of the words of the sample that n accepts. They tell most nodes apart.
func (in *inclusion) head(n int32) uint64 { return in.samples[int(n)*sampleWidth+sampleHead] }

// sampleHead is the place of words with several letters.
const sampleHead = 2

// The verdicts on a pair.
const (
	excluded = iota
	included
	unknown
)

// has says whether r accepts all words that q accepts: every pair that they reach by the
// same digits must fit. It may also be false where there are too many of these pairs.
func (in *inclusion) has(q, r int32) (bool, error) {
	if in.over || !in.fits(q, r) {
		return false, nil
	}
	pair := uint64(q)<<32 | uint64(r)
	if verdict, ok := in.known.get(pair); ok && verdict != unknown {
		return verdict == included, nil
	}
	in.pairs = in.pairs[:0]
	holds := in.meet(pair)
	for i := 0; i < len(in.pairs) && holds; i++ {
		q, r := int32(in.pairs[i]>>32), int32(in.pairs[i])
		for d := range in.from.digits {
			t, u := in.from.step(q, d), in.from.step(r, d)
			if t == dead || t == u {
				continue
			}
			if u == dead || !in.fits(t, u) || !in.meet(uint64(t)<<32|uint64(u)) {
				holds = false
				break
			}
		}
	}
	if !holds {
		for _, p := range in.pairs {
			in.known.set(p, unknown)
		}
		in.known.set(pair, excluded)
	}
	return holds, in.work.used.Take(tableRoom * uint64(len(in.pairs)))
}

// meet takes a pair for included, until that is disproved, and will look at it if it is not
// known. It is false if the pair is excluded, or there are too many.
func (in *inclusion) meet(pair uint64) bool {
	verdict, old := in.known.get(pair)
	if old && verdict != unknown {
		return verdict == included
	}
	if len(in.pairs) == mostPairs {
		in.over = true
		return false
	}
	in.known.set(pair, included)
	in.pairs = append(in.pairs, pair)
	return true
}
