package period

import "github.com/grundy-games/grundy"

// A Proof says by which theorem a period is proved, with the numbers that the theorem is
// about. Each theorem has its struct: [GuySmithProof], [SystemProof], [WindowProof], [StateProof],
// [TakingProof], [DividingProof], [PhaseProof] and [FormulaProof].
type Proof interface {
	// Method names the theorem.
	Method() Method
	// times returns the proof where each term stands unit times in a row.
	times(unit uint64) Proof
}

// A Method is a kind of proof, as certificates call it.
type Method string

// The methods of proof that are known.
const (
	ByGuySmith        Method = "guy-smith" // see guysmith.go
	BySystem          Method = "system"    // see games/heap/sequence/system.go
	ByState           Method = "state"     // see state.go
	ByTaking          Method = "taking"    // see arithmetic.go
	ByDividing        Method = "dividing"  // see dividing.go
	ByRecurringWindow Method = "window"    // see window.go
	ByPhase           Method = "phase"     // see rows.go
	ByFormula         Method = "formula"   // the terms are known in closed form
)

// A GuySmithProof says that v(n + Shift) = v(n) for From <= n < Upto, which is as far as the
// theorem of Guy and Smith asks.
type GuySmithProof struct{ From, Upto, Shift uint64 }

// A SystemProof says the same of the values of several kinds of heaps, whose moves lead from one to the
// other.
type SystemProof struct{ From, Upto, Shift uint64 }

// A WindowProof says that the Width terms before At return before At + Shift, and that each term
// depends on no others.
type WindowProof struct{ Width, At, Shift uint64 }

// A StateProof says that the Width terms before At return before At + Shift, that no step
// between looks further back, and which values are common: those with an even number of
// ones in common with Mask, where n counts, too, if the space is Timed.
type StateProof struct {
	Width, At, Shift uint64
	Mask             uint32
	Timed            bool
}

// A TakingProof says that the conditions of arithmetic.go hold at n = At for p = Shift.
type TakingProof struct{ At, Shift uint64 }

// A DividingProof says that the conditions of dividing.go hold with N = From, P = Shift and
// k = Slack.
type DividingProof struct{ From, Shift, Slack uint64 }

// A PhaseProof is by recurrence at the same phase of what drives the sequence.
type PhaseProof struct{}

// A FormulaProof is a closed form.
type FormulaProof struct{}

// Method implements [Proof].
func (GuySmithProof) Method() Method { return ByGuySmith }

// Method implements [Proof].
func (SystemProof) Method() Method { return BySystem }

// Method implements [Proof].
func (WindowProof) Method() Method { return ByRecurringWindow }

// Method implements [Proof].
func (StateProof) Method() Method { return ByState }

// Method implements [Proof].
func (TakingProof) Method() Method { return ByTaking }

// Method implements [Proof].
func (DividingProof) Method() Method { return ByDividing }

// Method implements [Proof].
func (PhaseProof) Method() Method { return ByPhase }

// Method implements [Proof].
func (FormulaProof) Method() Method { return ByFormula }

func (p GuySmithProof) times(unit uint64) Proof {
	return GuySmithProof{grundy.MulCounts(p.From, unit), grundy.MulCounts(p.Upto, unit), grundy.MulCounts(p.Shift, unit)}
}

func (p SystemProof) times(unit uint64) Proof {
	return SystemProof(GuySmithProof(p).times(unit).(GuySmithProof))
}

func (p WindowProof) times(unit uint64) Proof {
	return WindowProof{grundy.MulCounts(p.Width, unit), grundy.MulCounts(p.At, unit), grundy.MulCounts(p.Shift, unit)}
}

func (p StateProof) times(unit uint64) Proof {
	p.Width, p.At, p.Shift = grundy.MulCounts(p.Width, unit), grundy.MulCounts(p.At, unit), grundy.MulCounts(p.Shift, unit)
	return p
}

func (p TakingProof) times(unit uint64) Proof {
	return TakingProof{grundy.MulCounts(p.At, unit), grundy.MulCounts(p.Shift, unit)}
}

func (p DividingProof) times(unit uint64) Proof {
	return DividingProof{grundy.MulCounts(p.From, unit), grundy.MulCounts(p.Shift, unit), p.Slack}
}

func (p PhaseProof) times(uint64) Proof { return p }

func (p FormulaProof) times(uint64) Proof { return p }
