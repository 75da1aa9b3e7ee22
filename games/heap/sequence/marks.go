package sequence

// Most engines take the mex of this set of values of options.

// Marks is a set of nim-values that is emptied in O(1).
type Marks struct {
	round  uint32
	rounds []uint32 // rounds[v] == round where v is in the set
}

// Clear empties the set.
func (m *Marks) Clear() {
	if m.round++; m.round == 0 {
		clear(m.rounds)
		m.round = 1
	}
}

// Mark adds v.
func (m *Marks) Mark(v uint32) {
	if int(v) >= len(m.rounds) {
		m.grow(v)
	}
	m.rounds[v] = m.round
}

func (m *Marks) grow(v uint32) {
	rounds := make([]uint32, 2*int(v)+64)
	copy(rounds, m.rounds)
	m.rounds = rounds
}

func (m *Marks) has(v uint32) bool { return int(v) < len(m.rounds) && m.rounds[v] == m.round }

// Mex returns the least value that is not in the set.
func (m *Marks) Mex() uint32 {
	v := uint32(0)
	for m.has(v) {
		v++
	}
	return v
}
