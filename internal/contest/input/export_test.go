package input

// Again returns the input that the choices of d make.
func (s *Shape) Again(d *Data) (*Data, error) {
	again, _, err := s.replay(s.flat(nil, 0, d))
	return again, err
}

// Number returns a field that is a number from least to most.
func Number(name string, least, most Bound) Field {
	return Field{Name: name, Kind: KindNumber, Least: least, Most: most}
}

// Numbers returns a field that is a list of numbers from least to most.
func Numbers(name string, count Count, least, most Bound) Field {
	return Field{Name: name, Kind: KindNumbers, Count: count, Least: least, Most: most}
}

// Text returns a field that is a word of least to most characters of the alphabet.
func Text(name string, least, most Bound, alphabet string) Field {
	return Field{Name: name, Kind: KindText, Least: least, Most: most, Alphabet: alphabet}
}

// Texts returns a field that is a list of words of least to most characters. By
// default they stand on one line.
func Texts(name string, count Count, least, most Bound, alphabet string) Field {
	return Field{Name: name, Kind: KindTexts, Count: count, Least: least, Most: most, Alphabet: alphabet}
}

// Grid returns a field of rows of characters without blanks between them.
func Grid(name string, height, width Bound, alphabet string) Field {
	return Field{Name: name, Kind: KindTexts, Count: Exactly(height), Least: width, Most: width, Alphabet: alphabet, Separator: "\n"}
}

// Matrix returns a field of rows of numbers from least to most.
func Matrix(name string, height, width, least, most Bound) Field {
	return Lists(name, Exactly(height), Numbers("", Exactly(width), least, most))
}

// Permutation returns a field that is the numbers base, base + 1, …, n of them, in any order.
func Permutation(name string, n Bound, base int64) Field {
	return Field{Name: name, Kind: KindNumbers, Count: Exactly(n), Least: At(base), Most: n.Add(base - 1), Order: Distinct}
}

// Tree returns a field that is the n-1 edges of a tree of the nodes 1 … n, in any
// order and direction.
func Tree(name string, n Bound) Field {
	return Field{Name: name, Kind: KindTree, Count: Exactly(n), Base: 1}
}

// Graph returns a field that is m edges of the nodes 1 … n.
func Graph(name string, n, m Bound) Field {
	return Field{Name: name, Kind: KindGraph, Nodes: n, Count: Exactly(m), Base: 1}
}

// Records returns a field of rows of numbers, one a column.
func Records(name string, count Count, columns ...Field) Field {
	return Field{Name: name, Kind: KindRecords, Count: count, Columns: columns}
}

// Lists returns a field of lists of numbers.
func Lists(name string, count Count, item Field) Field {
	return Field{Name: name, Kind: KindLists, Count: count, Item: &item}
}
