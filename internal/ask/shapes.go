package ask

// This file describes the JSON of answers that is written piece by piece: as Go types
// with the same fields. Shape returns the zero value of such a type.

import (
	"math/big"
	"reflect"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/rules"
)

// A number is a nim-value, a remoteness or the like: a uint64, an infinity, or nil.
type number any

// An infinity is an infinite value, with the finite nim-values of the options.
type infinity struct {
	Infinity []grundy.Value `json:"infinity" nullable:"false"`
}

type (
	step  any // of an argument
	games any // a list of games, or what is known of a code
	cells any // of a table: rows, or planes of rows
	cell  any // of a sequence: a number, a word, or nil
	said  any // of a pattern: a number, P or N, or nil

	guessed any // a pattern, or nil
)

// Unions returns the types of fields that hold a value of one of several types. A nil
// among these stands for null.
func Unions() map[reflect.Type][]any {
	return map[reflect.Type][]any{
		reflect.TypeFor[number](): {uint64(0), infinity{}, nil},
		reflect.TypeFor[step]():   {nimSumJSON{}, mexJSON{}, pairingJSON{}, comparisonJSON{}, misereJSON{}, repliesJSON{}},
		reflect.TypeFor[games]():  {[]gameJSON{}, Code{}},
		reflect.TypeFor[cells]():  {[]cell{}, [][]cell{}, [][][]cell{}, [][][][]cell{}},
		reflect.TypeFor[cell]():   {uint64(0), "", infinity{}, nil},
		reflect.TypeFor[said]():   {uint64(0), "", nil},

		reflect.TypeFor[guessed](): {guessedJSON{}, nil},
	}
}

// Shape describes [Solved.WriteJSON].
func (*Solved) Shape() any {
	return struct {
		Position         string          `json:"position"`
		Convention       string          `json:"convention" enum:"normal,misere"`
		Compound         string          `json:"compound"`
		Outcome          string          `json:"outcome" enum:"N,P,D"`
		NimValue         number          `json:"nim_value"`
		Remoteness       number          `json:"remoteness,omitempty"`
		Suspense         *uint64         `json:"suspense,omitempty"`
		Length           *uint64         `json:"length,omitempty"`
		Components       []componentJSON `json:"components"`
		WinningMoves     []moveJSON      `json:"winning_moves"`
		WinningMoveCount *big.Int        `json:"winning_move_count"`
		Unlisted         string          `json:"unlisted,omitempty"`
		Method           string          `json:"method"`
		Why              []string        `json:"why,omitempty"`
		Argument         []step          `json:"argument,omitempty"`
		ArgumentCut      string          `json:"argument_cut,omitempty"`
	}{}
}

// Shape describes [Listed.WriteJSON].
func (*Listed) Shape() any {
	return struct {
		Position   string       `json:"position"`
		Convention string       `json:"convention" enum:"normal,misere"`
		Compound   string       `json:"compound"`
		Outcome    string       `json:"outcome" enum:"N,P,D"`
		NimValue   number       `json:"nim_value"`
		Count      *big.Int     `json:"count"`
		Sorted     bool         `json:"sorted"`
		Options    []optionJSON `json:"options"`
	}{}
}

// Shape describes [Recurrence.WriteJSON].
func (*Recurrence) Shape() any {
	return struct {
		Game            string          `json:"game"`
		Of              string          `json:"of,omitempty"`
		Row             *uint64         `json:"row,omitempty"`
		Family          string          `json:"family,omitempty" doc:"the game with an engine whose moves the file states"`
		Preperiod       *uint64         `json:"preperiod"`
		Period          *uint64         `json:"period"`
		Saltus          *uint64         `json:"saltus"`
		Proved          bool            `json:"proved"`
		Theorem         *string         `json:"theorem"`
		ComputedTo      uint64          `json:"computed_to"`
		PreperiodAtMost *uint64         `json:"preperiod_at_most,omitempty"`
		ValuesNeeded    *uint64         `json:"values_needed,omitempty"`
		Aperiodic       bool            `json:"aperiodic,omitempty"`
		Exceptions      *exceptionsJSON `json:"exceptions,omitempty"`
		Observed        *observedJSON   `json:"observed,omitempty"`
		Audits          *int            `json:"audits,omitempty"`
		OEIS            *OEIS           `json:"oeis,omitempty"`
	}{}
}

// A guessedJSON has the fields of [Guessed.WriteJSON].
type guessedJSON struct {
	Game        string         `json:"game"`
	Of          string         `json:"of" enum:"nim-values,p-positions,remoteness"`
	Family      string         `json:"family" enum:"constant,periodic,arithmetic,bits,residues,valuation,beatty,coordinates,automaton"`
	Pattern     string         `json:"pattern"`
	CheckedTo   uint64         `json:"checked_to"`
	Proved      bool           `json:"proved"`
	Theorem     *string        `json:"theorem"`
	Convention  string         `json:"convention,omitempty" enum:"misère"`
	Coordinates []string       `json:"coordinates"`
	Cut         bool           `json:"cut,omitempty"`
	Checked     comparedJSON   `json:"checked"`
	Beyond      string         `json:"beyond,omitempty"`
	Formula     string         `json:"formula,omitempty"`
	Proof       *proofJSON     `json:"proof,omitempty"`
	Seconds     float64        `json:"seconds,omitempty"`
	Unproved    string         `json:"unproved,omitempty"`
	Rejected    []rejectedJSON `json:"rejected"`
	Automaton   *automatonJSON `json:"automaton,omitempty"`
	Picture     string         `json:"picture,omitempty"`
	Program     string         `json:"program,omitempty"`
	Certificate any            `json:"certificate,omitempty"`
}

// Shape describes [Guessed.WriteJSON].
func (*Guessed) Shape() any { return new(guessed) }

// Shape describes [Drawn.WriteJSON]: the components, or a graph.
func (*Drawn) Shape() any {
	return struct {
		Position   string           `json:"position"`
		Outcome    string           `json:"outcome,omitempty" enum:"N,P,D"`
		Components []drawnComponent `json:"components,omitempty"`
		Nodes      []drawnNode      `json:"nodes,omitempty"`
		Moves      [][2]int         `json:"moves,omitempty"`
	}{}
}

// Shape describes [Graphed.WriteJSON].
func (*Graphed) Shape() any {
	type node struct {
		Node     string `json:"node"`
		Outcome  string `json:"outcome" enum:"N,P,D"`
		NimValue number `json:"nim_value"`
	}
	return struct {
		Nodes []node `json:"nodes"`
	}{}
}

// Shape describes what [Valued.Write] writes as JSON.
func (*Valued) Shape() any {
	return struct {
		Game   string   `json:"game"`
		Of     string   `json:"of,omitempty"`
		Axes   []string `json:"axes,omitempty"`
		From   *uint64  `json:"from,omitempty"`   // of a sequence
		Shape  []uint64 `json:"shape,omitempty"`  // of a table
		Values cells    `json:"values,omitempty"` // of both
		Genera []cell   `json:"genera,omitempty"`
		Forms  []cell   `json:"forms,omitempty"`
		// A list of positions has these.
		List  string     `json:"list,omitempty" enum:"N,P,D"`
		Cells [][]uint64 `json:"cells,omitempty"`
		Count *uint64    `json:"count,omitempty"`
	}{}
}

// Shape describes [Described.WriteJSON].
func (*Described) Shape() any { return new(games) }

// Shape describes [JobStates.WriteJSON].
func (*JobStates) Shape() any { return []JobState{} }

// Shape describes [Checked.WriteJSON].
func (*Checked) Shape() any { return checkedJSON{} }

// Shape describes [Shaped.WriteJSON].
func (*Shaped) Shape() any {
	return struct {
		Game     string    `json:"game"`
		Pieces   []string  `json:"pieces" doc:"the text of a position, between its numbers"`
		Axes     []string  `json:"axes"`
		Sides    []*uint64 `json:"sides" doc:"null where there is no end"`
		Measures []string  `json:"measures"`
		Proves   bool      `json:"proves"`
		Loopy    bool      `json:"loopy"`
		Ends     bool      `json:"ends"`
		Misere   bool      `json:"misere"`
	}{}
}

// Shape describes [Tiled.WriteJSON].
func (*Tiled) Shape() any {
	return struct {
		Game     string   `json:"game"`
		Of       string   `json:"of"`
		X        uint64   `json:"x"`
		Y        uint64   `json:"y"`
		Step     uint64   `json:"step"`
		Sampled  bool     `json:"sampled"`
		Complete bool     `json:"complete"`
		Values   [][]cell `json:"values"`
		Losing   [][]int  `json:"losing" doc:"which part of a block's positions is P; 255 is all of them"`
	}{}
}

// Shape describes [Spoken.WriteJSON].
func (*Spoken) Shape() any {
	return struct {
		Words    []rules.Word `json:"words"`
		Examples []Example    `json:"examples"`
	}{}
}
