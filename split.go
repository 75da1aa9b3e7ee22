package grundy

// This file holds the capability of games some of whose positions are sums of
// simpler ones.

// A Splitter knows which positions are sums of other positions of the game: lists
// of heaps that are played one by one, for example.
type Splitter[P any] interface {
	// AppendParts appends to dst positions whose disjunctive sum is p, and
	// returns the extended slice. It appends nothing where all components have
	// ended, and p alone where p is not known to be a sum.
	AppendParts(dst []P, p P) []P
}

// Split returns positions whose disjunctive sum is c, or c alone where its
// game is not a [Splitter].
func Split(c Component) []Component {
	if s, ok := c.(interface{ split() []Component }); ok {
		return s.split()
	}
	return []Component{c}
}

// Splits reports whether the game of c is a [Splitter].
func Splits(c Component) bool {
	s, ok := c.(interface{ splits() bool })
	return ok && s.splits()
}

func (c placed[P]) splits() bool {
	if _, ok := c.game.(Splitter[P]); ok {
		return true
	}
	in, plays, _ := c.inner()
	return plays && Splits(in)
}

func (c placed[P]) split() []Component {
	g, ok := c.game.(Splitter[P])
	if !ok {
		in, plays, out := c.inner()
		if !plays || !Splits(in) {
			return []Component{c}
		}
		parts := Split(in)
		for i, part := range parts {
			parts[i] = out(part)
		}
		return parts
	}
	var parts []Component
	for _, p := range g.AppendParts(nil, c.position) {
		parts = append(parts, c.at(p))
	}
	return parts
}
