package plot

// This file draws the positions that are trees or graphs, from their scenes.

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/plot/bounds"
	"github.com/grundy-games/grundy/scene"
)

// A network is the nodes and edges of a scene, by number.
type network struct {
	nodes, edges []grundy.Element
	ends         [][2]int
	piece        int // the node on which it stands, or -1
}

func networkOf(s grundy.Scene) network {
	n, index := network{piece: -1}, map[string]int{}
	for _, e := range s.Elements {
		switch e.Role {
		case grundy.RoleNode:
			index[e.ID] = len(n.nodes)
			n.nodes = append(n.nodes, e)
		case grundy.RoleEdge:
			n.edges = append(n.edges, e)
			n.ends = append(n.ends, [2]int{index[e.Ends[0]], index[e.Ends[1]]})
		case grundy.RolePiece:
			n.piece = index[e.On]
		}
	}
	return n
}

// A walk is a tree of shortest ways from node 0, and others from nodes that it does not
// reach: where each node stands, in steps and in numbers of leaves, and by which edge it
// was reached.
type walk struct {
	depth  []int
	x      []float64
	by     []int // -1 for a root
	leaves float64
	deep   int
}

func (n network) walk(directed bool) walk {
	w := walk{make([]int, len(n.nodes)), make([]float64, len(n.nodes)), make([]int, len(n.nodes)), 0, 0}
	near := make([][]int, len(n.nodes)) // edges
	for i, e := range n.ends {
		near[e[0]] = append(near[e[0]], i)
		if !directed && e[1] != e[0] {
			near[e[1]] = append(near[e[1]], i)
		}
	}
	children := make([][]int, len(n.nodes))
	seen := make([]bool, len(n.nodes))
	var set func(v int)
	set = func(v int) {
		for _, u := range children[v] {
			set(u)
		}
		if n := len(children[v]); n > 0 {
			w.x[v] = (w.x[children[v][0]] + w.x[children[v][n-1]]) / 2
			return
		}
		w.x[v] = w.leaves
		w.leaves++
	}
	roots := make([]int, 0, len(n.nodes))
	if directed && n.piece < 0 { // those first that no edge leads to
		led := make([]bool, len(n.nodes))
		for _, e := range n.ends {
			led[e[1]] = true
		}
		for v := range n.nodes {
			if !led[v] {
				roots = append(roots, v)
			}
		}
	}
	for v := range n.nodes {
		roots = append(roots, v)
	}
	for _, root := range roots {
		if seen[root] {
			continue
		}
		seen[root], w.by[root] = true, -1
		todo := []int{root}
		for i := 0; i < len(todo); i++ {
			v := todo[i]
			for _, e := range near[v] {
				u := n.ends[e][0] + n.ends[e][1] - v
				if !seen[u] {
					seen[u], w.depth[u], w.by[u] = true, w.depth[v]+1, e
					w.deep = max(w.deep, w.depth[u])
					children[v], todo = append(children[v], u), append(todo, u)
				}
			}
		}
		set(root)
	}
	return w
}

// drawTree draws a tree of coins, the root on top; a path from the left.
func drawTree(s grundy.Scene, path string, m marks) (drawing, error) {
	n := networkOf(s)
	if len(n.nodes) > mostNodes {
		return drawing{}, tooMany(len(n.nodes), "nodes", mostNodes)
	}
	w := n.walk(false)
	across, down, radius := 52.0, 64.0, 15.0
	for _, e := range n.nodes {
		radius = max(radius, textWidth(13, strconv.FormatUint(e.Count, 10))/2+5)
	}
	across = max(across, 2*radius+16)
	sideways := w.leaves == 1
	if sideways {
		down = across
	}
	at := func(v int) (x, y float64) {
		x, y = radius+across*w.x[v], radius+down*float64(w.depth[v])
		if sideways {
			return y, radius
		}
		return x, y
	}
	d := drawing{2*radius + across*(w.leaves-1) + 18, 2*radius + down*float64(w.deep), nil}
	if sideways {
		d.width, d.height = 2*radius+down*float64(w.deep), 2*radius+16
	}
	d.draw = func(p pen) {
		for _, e := range n.ends {
			x0, y0 := at(e[0])
			x1, y1 := at(e[1])
			length := math.Hypot(x1-x0, y1-y0)
			p.arrow(hairline, 1.5, x0, y0, x1+(x0-x1)*(radius+2)/length, y1+(y0-y1)*(radius+2)/length)
		}
		for v, e := range n.nodes {
			x, y := at(v)
			edge, width := color.Color(stone), 1.5
			for _, c := range m[path+e.ID] {
				if c.Before != nil && c.After != nil && c.After.Count < c.Before.Count {
					edge, width = winning, 3
				}
			}
			fill := wood
			if e.Count == 0 {
				fill = white
			}
			p.disc(x, y, radius, fill, edge, width)
			p.words(ink, 13, x, y, 0, strconv.FormatUint(e.Count, 10))
			if edge == winning {
				winningMark(p, x+radius*0.75, y-radius*0.75)
			}
			if sideways {
				p.words(faint, 11, x, y+radius+9, 0, e.Text)
			} else {
				p.words(faint, 11, x+radius+3, y+radius*0.6, -1, e.Text)
			}
		}
	}
	return d, nil
}

// drawHackenbush draws edges that stand on the ground.
func drawHackenbush(s grundy.Scene, path string, m marks) (drawing, error) {
	n := networkOf(s)
	if len(n.edges) > mostNodes {
		return drawing{}, tooMany(len(n.edges), "edges", mostNodes)
	}
	w := n.walk(false)
	const across, up, margin = 56.0, 56.0, 26.0
	floor := up*float64(w.deep) + 8
	width := 2*margin + across*(w.leaves-1) // with one leaf at least, the ground
	return drawing{width, floor + 14, func(p pen) {
		at := func(v int) (x, y float64) { return margin + across*w.x[v], floor - up*float64(w.depth[v]) }
		p.box(0, floor, width, 5, ground, nil)
		var labels []func()
		alike := map[[2]int]int{}
		for i, e := range n.ends {
			c, thick := color.Color(leaf), 3.5
			marked := len(m[path+n.edges[i].ID]) > 0
			if marked {
				c = winning
			}
			x0, y0 := at(e[0])
			x1, y1 := at(e[1])
			if e[0] == 0 { // the ground is all of its line
				x0 = x1
			}
			if e[1] == 0 {
				x1 = x0
			}
			key := [2]int{min(e[0], e[1]), max(e[0], e[1])}
			bow := 0.0 // how far it goes astray, not to cover others
			if count := alike[key]; count > 0 || w.by[e[0]] != i && w.by[e[1]] != i && key[0] != 0 {
				bow = 16 * float64(count/2+1) * float64(1-2*(count%2))
			}
			if key[0] == 0 && w.by[key[1]] != i { // not the edge by which it stands
				if foot := 18 * float64((alike[key]+1)/2) * float64(1-2*(alike[key]%2)); e[0] == 0 {
					x0 += foot
				} else {
					x1 += foot
				}
				bow = 0
			}
			alike[key]++
			mx, my := (x0+x1)/2, (y0+y1)/2
			switch length := math.Hypot(x1-x0, y1-y0); {
			case e[0] == e[1]:
				p.disc(x0+11, y0-9, 11, nil, c, thick)
				mx, my = x0+20, y0-16
			case bow == 0:
				p.line(c, thick, x0, y0, x1, y1)
			default:
				nx, ny := -(y1-y0)/length, (x1-x0)/length
				var curve []float64
				for k := range 13 {
					t := float64(k) / 12
					off := 4 * t * (1 - t) * bow
					curve = append(curve, x0+t*(x1-x0)+nx*off, y0+t*(y1-y0)+ny*off)
				}
				p.line(c, thick, curve...)
				mx, my = mx+nx*bow, my+ny*bow
			}
			labels = append(labels, func() {
				half := textWidth(11, n.edges[i].Text)/2 + 3
				p.box(mx-half, my-7, 2*half, 14, white, nil)
				p.words(faint, 11, mx, my, 0, n.edges[i].Text)
				if marked {
					winningMark(p, mx+half+6, my)
				}
			})
		}
		for v := range n.nodes[1:] {
			x, y := at(v + 1)
			p.disc(x, y, 4, white, ground, 1.5)
		}
		for _, label := range labels {
			label()
		}
		if len(n.edges) == 0 {
			p.words(faint, 11, width/2, floor-8, 0, "bare ground")
		}
	}}, nil
}

// drawGraph draws nodes and edges, in layers by the moves that a piece takes to them; a
// ring as a ring.
func drawGraph(s grundy.Scene, path string, m marks) (drawing, error) {
	n := networkOf(s)
	if len(n.nodes) > bounds.MostNodes || len(n.edges) > bounds.MostMoves {
		return drawing{}, tooMany(len(n.nodes)+len(n.edges), "nodes and edges", bounds.MostNodes)
	}
	if len(n.nodes) == 0 {
		return lettering(faint, 13, "no nodes"), nil
	}
	better := map[string]bool{}
	for _, c := range m[path+string(grundy.RolePiece)] {
		if c.After != nil {
			better[c.After.On] = true
		}
	}
	marked := func(id string) bool { // what goes with a move of the piece can only be reached no more
		return slices.ContainsFunc(m[path+id], func(c scene.Change) bool { return n.piece < 0 || c.Kind != scene.Goes })
	}
	widths := make([]float64, len(n.nodes))
	for v, e := range n.nodes {
		widths[v] = max(30, textWidth(13, e.Text)+14)
	}
	l, isRing := ring(widths, n.ends)
	if !isRing {
		l = layered(widths, 15, n.walk(!s.Undirected).depth, n.ends, 70)
	}
	return drawing{l.width, l.height + 30, func(p pen) {
		l.draw(p, 15, n.ends, widths, 15, s.Undirected)
		for v, e := range n.nodes {
			x, y := l.x[v], l.y[v]+15
			fill, letters := white, ink
			if v == n.piece || e.Text == "#" {
				fill, letters = stone, white
			}
			edge, width := stone, 1.5
			if marked(e.ID) {
				edge, width = winning, 2.5
			}
			if r := widths[v] / 2; r <= 15 {
				p.disc(x, y, 15, fill, edge, width)
			} else {
				p.box(x-r, y-15, 2*r, 30, fill, edge)
			}
			p.words(letters, 13, x, y, 0, e.Text)
			if better[e.ID] || marked(e.ID) {
				p.shape(grundy.N, x+11, y-12, 6, white)
			}
		}
	}}, nil
}

// ring returns the layout of a ring, whose edges join each node with the next one and
// the last with the first. The result is false for other graphs.
func ring(widths []float64, edges [][2]int) (l layout, ok bool) {
	n := len(widths)
	if n < 3 || len(edges) != n {
		return l, false
	}
	joined := make([]bool, n)
	for _, e := range edges {
		switch (e[1] - e[0] + n) % n {
		case 1:
			joined[e[0]] = true
		case n - 1:
			joined[e[1]] = true
		}
	}
	if slices.Contains(joined, false) {
		return l, false
	}
	widest := slices.Max(widths)
	radius := max(48, float64(n)*(widest+16)/(2*math.Pi))
	for v := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(v) / float64(n))
		l.x = append(l.x, widest/2+radius*(1+sin))
		l.y = append(l.y, radius*(1-cos))
	}
	for _, e := range edges {
		l.edges = append(l.edges, []float64{l.x[e[0]], l.y[e[0]], l.x[e[1]], l.y[e[1]]})
	}
	l.width, l.height = widest+2*radius, 2*radius
	return l, true
}

// draw draws the edges of a layout, top below the pen's origin, from the border of one
// node to that of another. Nodes are twice half high.
func (l layout) draw(p pen, top float64, ends [][2]int, widths []float64, half float64, undirected bool) {
	for i, points := range l.edges {
		points = slices.Clone(points)
		n := len(points)
		for k := 1; k < n; k += 2 {
			points[k] += top
		}
		if ends[i][0] == ends[i][1] { // a loop
			x, y := points[0]+widths[ends[i][0]]/2, points[1]
			var loop []float64 // from above the node's middle to below it
			for i := range 13 {
				sin, cos := math.Sincos(math.Pi * (float64(i)/12*1.5 - 0.75))
				loop = append(loop, x+7+9*cos, y+9*sin)
			}
			p.arrow(hairline, 1.2, loop...)
			continue
		}
		if n == 4 && points[1] == points[3] && math.Abs(points[0]-points[2]) > 4*half { // within a layer, past others
			points = []float64{points[0], points[1], (points[0] + points[2]) / 2, points[1] - half - 22, points[2], points[3]}
			n = 6
		}
		border := func(x, y, towardX, towardY, width float64) (float64, float64) {
			dx, dy := towardX-x, towardY-y
			t := 1.0
			if dx != 0 {
				t = min(t, width/2/math.Abs(dx))
			}
			if dy != 0 {
				t = min(t, half/math.Abs(dy))
			}
			if width <= 2*half { // round
				t = half / math.Hypot(dx, dy)
			}
			return x + t*dx, y + t*dy
		}
		x0, y0 := border(points[0], points[1], points[2], points[3], widths[ends[i][0]])
		x1, y1 := border(points[n-2], points[n-1], points[n-4], points[n-3], widths[ends[i][1]]+2)
		points[0], points[1], points[n-2], points[n-1] = x0, y0, x1, y1
		if undirected {
			p.line(hairline, 1.5, points...)
			continue
		}
		p.arrow(hairline, 1.2, points...)
	}
}
