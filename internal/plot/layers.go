package plot

// This file lays out graphs in layers, after K. Sugiyama, S. Tagawa and M. Toda
// (IEEE Trans. SMC 11, 1981): an edge that crosses layers bends at a point in each of
// them, nodes are ordered by the middle of their neighbours, and then moved to it as far
// as there is room.

import "slices"

// A layout says where the nodes and edges of a graph stand.
type layout struct {
	width, height float64
	x, y          []float64   // of the middle of each node
	edges         [][]float64 // the points of each edge from middle to middle, x and y in turn
}

// loopRoom is how much wider a node with a loop is on each side.
const loopRoom = 14

// sweeps is how often the order of each layer, and then its places, are made better.
const sweeps = 12

// layered lays out a graph whose node i is widths[i] wide and stands in layer rank[i],
// from the top. All nodes are twice half high. The middles of layers are apart from each
// other by that much.
func layered(widths []float64, half float64, rank []int, edges [][2]int, apart float64) layout {
	const between = 16
	nodes := len(widths)
	own := widths
	widths, rank = slices.Clone(widths), slices.Clone(rank)
	var links [][2]int // between neighbouring layers, downward
	chains := make([][]int, len(edges))
	for i, e := range edges {
		upper, lower := e[0], e[1]
		if upper == lower {
			widths[upper] = own[upper] + 2*loopRoom
		}
		if rank[upper] > rank[lower] {
			upper, lower = lower, upper
		}
		chain := []int{upper}
		for r := rank[upper] + 1; r < rank[lower]; r++ {
			chain = append(chain, len(rank))
			rank, widths = append(rank, r), append(widths, 2)
		}
		if chain = append(chain, lower); rank[upper] < rank[lower] {
			for j := range chain[1:] {
				links = append(links, [2]int{chain[j], chain[j+1]})
			}
		}
		if upper != e[0] {
			slices.Reverse(chain)
		}
		chains[i] = chain
	}
	layers := make([][]int, slices.Max(append(rank, 0))+1)
	for v, r := range rank {
		layers[r] = append(layers[r], v)
	}
	up, down := make([][]int, len(rank)), make([][]int, len(rank))
	for _, l := range links {
		down[l[0]], up[l[1]] = append(down[l[0]], l[1]), append(up[l[1]], l[0])
	}
	x := make([]float64, len(rank))
	spread := func(layer []int) {
		for i, v := range layer {
			x[v] = float64(i) - float64(len(layer)-1)/2
		}
	}
	for _, layer := range layers {
		spread(layer)
	}
	middle := func(v int, of []int) float64 {
		if len(of) == 0 {
			return x[v]
		}
		sum := 0.0
		for _, u := range of {
			sum += x[u]
		}
		return sum / float64(len(of))
	}
	eachLayer := func(visit func(layer []int, beside [][]int)) {
		for _, layer := range layers {
			visit(layer, up)
		}
		for _, layer := range slices.Backward(layers) {
			visit(layer, down)
		}
	}
	for range sweeps {
		eachLayer(func(layer []int, beside [][]int) {
			at := map[int]float64{}
			for _, v := range layer {
				at[v] = middle(v, beside[v])
			}
			slices.SortStableFunc(layer, func(a, b int) int {
				switch {
				case at[a] < at[b]:
					return -1
				case at[a] > at[b]:
					return 1
				}
				return 0
			})
			spread(layer)
		})
	}
	for _, layer := range layers { // from order to places
		place(layer, x, widths, between, func(v int) float64 { return x[v] })
	}
	for range sweeps {
		eachLayer(func(layer []int, _ [][]int) {
			place(layer, x, widths, between, func(v int) float64 { return middle(v, slices.Concat(up[v], down[v])) })
		})
	}
	l := layout{height: apart * float64(len(layers)-1)}
	left := 0.0
	for v := range x {
		if v == 0 || x[v]-widths[v]/2 < left {
			left = x[v] - widths[v]/2
		}
	}
	for v := range x {
		x[v] -= left
		l.width = max(l.width, x[v]+widths[v]/2)
	}
	for v := range nodes {
		l.x, l.y = append(l.x, x[v]), append(l.y, apart*float64(rank[v]))
	}
	for _, chain := range chains {
		var points []float64
		for i, v := range chain {
			y := apart * float64(rank[v])
			if v < nodes {
				points = append(points, x[v], y)
				continue
			}
			off := half // straight past the nodes of the layer
			if rank[v] < rank[chain[i-1]] {
				off = -half
			}
			points = append(points, x[v], y-off, x[v], y+off)
		}
		l.edges = append(l.edges, points)
	}
	return l
}

// place moves the nodes of a layer as near as possible, by the sum of squares, to where
// they want to be, in their order and without overlaps: nodes that would overlap move
// as one block to the mean of their wishes.
func place(layer []int, x, widths []float64, between float64, want func(v int) float64) {
	type block struct{ sum, count float64 }
	var blocks []block
	offset, offsets := 0.0, make([]float64, len(layer))
	for i, v := range layer {
		if i > 0 {
			offset += (widths[layer[i-1]]+widths[v])/2 + between
		}
		offsets[i] = offset
		blocks = append(blocks, block{want(v) - offset, 1})
		for n := len(blocks); n > 1 && blocks[n-2].sum/blocks[n-2].count > blocks[n-1].sum/blocks[n-1].count; n = len(blocks) {
			blocks[n-2].sum += blocks[n-1].sum
			blocks[n-2].count += blocks[n-1].count
			blocks = blocks[:n-1]
		}
	}
	i := 0
	for _, b := range blocks {
		for range int(b.count) {
			x[layer[i]] = b.sum/b.count + offsets[i]
			i++
		}
	}
}
