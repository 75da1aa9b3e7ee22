package grundy

// A position that is a sum of simpler ones is valued part by part.

// A Splitter knows which positions are sums of other positions of the game: lists
// of heaps that are played one by one, for example.
type Splitter[P any] interface {
	// AppendParts appends to dst positions whose disjunctive sum is p, and
	// returns the extended slice. It appends nothing where all components have
	// ended, and p alone where p is not known to be a sum.
	AppendParts(dst []P, p P) []P
}

func (c *placed) Splits() bool {
	if c.rules.splits() {
		return true
	}
	in, plays := c.inner()
	return plays && in.Splits()
}

func (c *placed) Split() []Component {
	if c.rules.splits() {
		return c.rules.parts(c)
	}
	in, plays := c.inner()
	if !plays || !in.Splits() {
		return []Component{c}
	}
	parts := in.Split()
	for i, part := range parts {
		parts[i] = c.around(part)
	}
	return parts
}
