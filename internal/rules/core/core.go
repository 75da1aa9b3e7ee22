// Package core is what rules mean: a small typed tree, to which the text of a file is
// lowered once. All that plays, proves or prints compiled rules reads this tree and no syntax.
//
// A [Program] is one function of a file that the host calls with the fields of a position,
// and the functions that it calls. It is data and nothing else. Package lang makes it;
// package machine runs it. [Program.String] prints it. The tests of
// package lang have a table of the types of operands, and compare what lang makes with it.
//
// Answers of contest problems need more than rules do: answer.go has the second level of the
// core, and [Typing] finds its types.
//
// # Steps
//
// A program takes the steps of the text that it was made of, so that it ends at the budget
// at which the interpreter ends. The body of each loop begins with a [Charge], and a call
// takes Function.Cost, at least one step. A node that moves many cells takes a step for each
// of them; its comment says so.
package core

import "github.com/grundy-games/grundy"

// A Kind is a kind of values.
type Kind uint8

const (
	NoType     Kind = iota // no value; as the kind of cells: there are none
	IntType                // an integer of 64 bits
	BoolType               // a truth value, 0 or 1
	LetterType             // a letter, its byte
	RowType                // cells of one kind in a row, as many as there are when the program runs
	TextType               // a row of letters to look through; a variable gets it without a step
	GridType               // cells of one kind in lines of the same length
)

// A Type is the type of an expression or a variable.
type Type struct {
	Kind Kind
	Of   Kind // of the cells of a row, text or grid; NoType where there are none for sure
	// Form has more for lists, dicts and tuples of the second level, and is nil otherwise.
	Form *Form
}

// IsScalar reports whether a value of the type is one number.
func (t Type) IsScalar() bool { return t.Kind >= IntType && t.Kind <= LetterType }

// IsRow reports whether a value of the type is a row or a text.
func (t Type) IsRow() bool { return t.Kind == RowType || t.Kind == TextType }

// A Place is where something stands in the file: lines and columns from 1, columns in
// characters, the end behind the last one. The zero Place is the file as a whole.
type Place struct{ Line, Col, EndLine, EndCol int32 }

// A What says what a program is for.
type What uint8

const (
	Returns What = iota // it returns a value
	Moves               // it states moves
	Parts               // it states the parts that a position is the sum of
	Legal               // it returns whether a position is legal
)

// A Program is a function that the host calls with the fields of a position.
type Program struct {
	What   What
	Shape  *Shape // of a position; the parameters of the last function are its fields
	Tables []Table
	// Functions stand behind those that they call, so that none calls itself. The last
	// one is the one that the host calls.
	Functions []Function
	// Answer is what the second level has more.
	Answer
}

// Main returns the function that the host calls.
func (p *Program) Main() *Function { return &p.Functions[len(p.Functions)-1] }

// A Table is a constant list of lines of integers, which may differ in length.
type Table struct {
	Name  string
	Lines [][]int64
}

// A Function has variables and statements. Functions, variables and tables may share a name,
// or have none: they are known by their places.
type Function struct {
	Name   string
	Params int // the first variables are the parameters
	Free   int // how many of the last parameters take no steps: defaults, and variables around a nested function
	Vars   []Variable
	Result Type  // NoType where it returns no value
	Cost   int64 // the steps that a call takes besides those of its arguments
	Body   []Stmt
	// States says that it states moves or parts.
	States bool
	Doc    string // the text at its top, at the second level
}

// A Variable of a function. A list is a row: no other variable has the same one.
type Variable struct {
	Name string
	Type Type
	// Inner says that it belongs to a comprehension, at the second level. Others may have its name.
	Inner bool
}

// A Var is a variable, by its place in Function.Vars.
type Var int

// NoVar stands where a variable may be missing.
const NoVar Var = -1

// A Stmt is a statement. The types below that have a method stmt are all that there are.
type Stmt interface{ stmt() }

type (
	// Charge takes N steps.
	Charge struct {
		N  int64
		At Place
	}
	// Set gives a variable the value of X. It takes a step for each cell of a row or a grid,
	// unless it is Free: then the text has no such step, as for a cell of a tuple.
	Set struct {
		V    Var
		X    Expr
		Free bool
		At   Place
	}
	// SetCell computes X and then I, and sets cell I of the row V; a negative I counts from
	// the end. It fails where there is no such cell.
	SetCell struct {
		V    Var
		I, X Expr
		At   Place
	}
	// Append puts X behind the cells of the row V.
	Append struct {
		V  Var
		X  Expr
		At Place
	}
	// Unpack gives the variables the cells of a row. It fails where there are not as many.
	Unpack struct {
		V  []Var
		X  Expr
		At Place
	}
	// If runs Then where the condition holds, and otherwise Else.
	If struct {
		Cond       Expr
		Then, Else []Stmt
	}
	// While runs its body again and again as long as the condition holds before it.
	While struct {
		Cond Expr
		Body []Stmt
	}
	// For runs its body with V = From, From + Step, …, before To. All three are computed once.
	// It fails where Step is 0.
	For struct {
		V              Var
		From, To, Step Expr
		At             Place
		Body           []Stmt
	}
	// Each runs its body with Item = each cell of a row or grid, as it was before the first
	// turn, and Counter = 0, 1, 2, … It takes Passes steps for each cell before the first turn.
	Each struct {
		Counter Var // or NoVar
		Item    Var
		Over    Expr
		Passes  int64
		At      Place
		Body    []Stmt
	}
	// Lines runs its body with each line of a table, or of lines that are written in place.
	// The cells of written lines are all computed before the first turn. Items get the cells
	// of a line; or Line gets the line as a row, and that takes a step for each cell. Before
	// the first turn it takes Passes steps for each line.
	Lines struct {
		Counter Var // or NoVar
		Items   []Var
		Line    Var      // or NoVar where Items get the cells
		Table   int      // by its place in Program.Tables, or -1
		Written [][]Expr // where Table is -1
		Passes  int64
		At      Place
		Body    []Stmt
	}
	// Leave ends the innermost loop; or its turn alone, where Turn is set.
	Leave struct{ Turn bool }
	// Return ends the function. X is its value, or nil; it takes steps as in Set.
	Return struct {
		X  Expr
		At Place
	}
	// Fail ends all that is computed with a message. Only the interpreter knows the words.
	Fail struct{ At Place }
	// Do computes X, which may fail, and forgets it; or it calls a function that returns no value.
	Do struct{ X Expr }
	// Yield adds a cell to the row that the innermost [Build] around it makes, or a line to
	// the grid. It fails where the lines of a grid differ in length.
	Yield struct {
		X  Expr
		At Place
	}
	// State states a move, or a part where the program states parts: the values of all
	// fields, in order. A row for heaps is sorted. It fails where a value is outside the
	// field. It takes Shape.Steps() steps. The opponent must reply as Reply says
	// where the condition If holds, or is nil.
	State struct {
		Fields []Expr
		Reply  Reply
		If     Expr
		At     Place
	}
	// StateSum states a move that leaves a sum, with Reply and If as in State.
	StateSum struct {
		Parts []Part
		Reply Reply
		If    Expr
		At    Place
	}
	// End states how the play ends.
	End struct{ How grundy.Ending }
)

// A Reply says what the opponent must do after a move.
type Reply int64

const (
	Anywhere Reply = iota // move in any component
	Here                  // move in the position that the move has left
	Pass                  // nothing, so that the same player moves again
)

// A Part of a sum is Times copies of a position, or one where Times is nil. Times is computed
// first, and must be 0 … MostCopies. Each of these copies takes Shape.Steps() steps, and at
// least one; without Times, the position takes Shape.Steps().
type Part struct {
	Times  Expr
	Fields []Expr
}

// MostCopies bounds the copies of a position that one move leaves.
const MostCopies = 1 << 16

func (*Charge) stmt()   {}
func (*Set) stmt()      {}
func (*SetCell) stmt()  {}
func (*Append) stmt()   {}
func (*Unpack) stmt()   {}
func (*If) stmt()       {}
func (*While) stmt()    {}
func (*For) stmt()      {}
func (*Each) stmt()     {}
func (*Lines) stmt()    {}
func (*Leave) stmt()    {}
func (*Return) stmt()   {}
func (*Fail) stmt()     {}
func (*Do) stmt()       {}
func (*Yield) stmt()    {}
func (*State) stmt()    {}
func (*StateSum) stmt() {}
func (*End) stmt()      {}

// An Expr is an expression. Operands are computed from left to right, unless a node says
// otherwise. The types below that have a method expr are all that there are.
type Expr interface{ expr() }

// An Op is an operator of integers, or a comparison.
type Op uint8

const (
	Plus Op = iota
	Minus
	Times
	Divide // rounds down
	Modulo // has the sign of the divisor
	BitAnd
	BitOr
	BitXor
	Left
	Right
	Equal
	Unequal
	Less
	AtMost
	Greater
	AtLeast
)

func (op Op) String() string { return nameOf(operators, int(op)) }

type (
	// Const is a number, a truth value or a letter.
	Const struct {
		Kind Kind
		N    int64
	}
	// Cells is a constant row or text.
	Cells struct {
		Type Type
		N    []int64
	}
	// Get is the value of a variable.
	Get struct{ V Var }
	// Arith computes X op Y of integers. It fails where the result is outside 64 bits, at a
	// division by 0, and at a shift by less than 0.
	Arith struct {
		Op   Op
		X, Y Expr
		At   Place
	}
	// Negate is -X, which may be outside 64 bits.
	Negate struct {
		X  Expr
		At Place
	}
	// Invert is ~X.
	Invert struct{ X Expr }
	// Abs is |X|, which may be outside 64 bits.
	Abs struct {
		X  Expr
		At Place
	}
	// Extreme is the greater of two integers, or the less.
	Extreme struct {
		Greatest bool
		X, Y     Expr
	}
	// Not is the opposite of a bool.
	Not struct{ X Expr }
	// Logic is X and Y, or X or Y, of two bools or two integers: Y is computed only where X,
	// as a truth, does not decide; otherwise X is the value.
	Logic struct {
		Or   bool
		X, Y Expr
	}
	// Truth is whether an integer is not 0, or a row is not empty. A letter is true.
	Truth struct{ X Expr }
	// Compare compares two integers, bools or letters.
	Compare struct {
		Op   Op
		X, Y Expr
	}
	// Choose is X where the condition holds, and otherwise Y; the other is not computed. It takes
	// a step for each cell of a row.
	Choose struct {
		Cond, X, Y Expr
		At         Place
	}
	// Reason is where legal returns a message: the position is not legal. Only the
	// interpreter knows the words.
	Reason struct{ At Place }

	// Same is whether two rows or two grids have the same cells, or not where Not is set. It
	// takes a step for each cell where they are of one size.
	Same struct {
		X, Y Expr
		Not  bool
		At   Place
	}
	// In is whether X is a cell of a row or grid, or not where Not is set. It takes a step for
	// each cell, in a text for 8 of them.
	In struct {
		X, Row Expr
		Not    bool
		At     Place
	}
	// InRow is whether the cells of a row stand in another one, one behind the other. It takes
	// a step for each cell of X at each place of Row where it looks.
	InRow struct {
		X, Row Expr
		Not    bool
		At     Place
	}
	// InTable is whether a row is a line of a table. It takes a step for each line, and then one
	// for each cell of each line as long as the row, up to where it is found.
	InTable struct {
		X     Expr
		Table int
		Not   bool
		At    Place
	}
	// Index is cell I of a row; a negative I counts from the end. It fails where there is no
	// such cell. Name is what messages call the row: row, list, tuple or string.
	Index struct {
		Row, I Expr
		Name   string
		At     Place
	}
	// Cell is a cell of a grid, by line and column from 0. It fails where there is none.
	Cell struct {
		Grid, R, C Expr
		At         Place
	}
	// Line is line I of a table as a row; a negative I counts from the end. It fails where
	// there is no such line.
	Line struct {
		Table int
		I     Expr
		At    Place
	}
	// Len is how many cells a row or a grid has.
	Len struct{ X Expr }
	// Side is the height of a grid, or its width.
	Side struct {
		Grid  Expr
		Width bool
	}
	// Over is one value of all cells of a row, for which it takes a step each. Least and
	// Greatest of no cells fail, and so does a sum outside 64 bits.
	Over struct {
		How Fold
		X   Expr
		At  Place
	}
	// Count is how many cells of a row or grid are V. It takes a step for each cell.
	Count struct {
		X, V Expr
		At   Place
	}
	// Find is the first place at which a row has V. It takes a step for each cell, and fails
	// where there is none.
	Find struct {
		X, V Expr
		At   Place
	}
	// Inside is whether a grid has the cell (I, J), or a row the cell I: then J is nil.
	Inside struct{ X, I, J Expr }

	// List is the row of these cells.
	List struct {
		Of    Kind
		Cells []Expr
	}
	// Put is a row with V in some places, which may be negative: Places, and then all of the
	// row Rest, which may be nil. It takes a step for each cell of the row, before any place is
	// computed, and for each of Rest. It fails where there is no such place.
	Put struct {
		Row, V Expr
		Places []Expr
		Rest   Expr
		At     Place
		Ats    []Place // of the places
	}
	// PutCells is a grid with V in some cells, by line and column. It takes a step for each
	// cell of the grid, before any place is computed. It fails where there is no such cell.
	PutCells struct {
		Grid, V Expr
		R, C    []Expr
		At      Place
		Ats     []Place // of the cells
	}
	// Fill is a row of N times V, or where M is not nil a grid of N lines of M cells. N and M
	// are 0 … MostCells. It takes a step for each cell.
	Fill struct {
		V, N, M Expr
		At      Place
		Ats     [2]Place // of N and M
	}
	// Cut is the H lines and W columns of a grid that begin at line R and column C. It fails
	// where these are not all there. It takes a step for each cell.
	Cut struct {
		Grid, R, C, H, W Expr
		At               Place
		Ats              [4]Place // of R, C, H, W
	}
	// Slice is Row[Lo:Hi:Step] as in Python, where Lo, Hi and Step may be nil; that of a text is
	// a text. It fails where Step is 0. It takes a step for each cell of the result.
	Slice struct {
		Row, Lo, Hi, Step Expr
		At                Place
	}
	// Join is the cells of X and behind them those of Y. It takes a step for each.
	Join struct {
		X, Y Expr
		At   Place
	}
	// Repeat is the cells of a row N times, or none where N is below 1. It takes a step for
	// each cell of the result.
	Repeat struct {
		Row, N Expr
		At     Place
	}
	// Rearrange is the cells of a row, in some order. It takes a step for each, and
	// SortSteps more where it sorts.
	Rearrange struct {
		How Arrangement
		X   Expr
		At  Place
	}
	// Build is a row or a grid of what its body yields.
	Build struct {
		Type Type
		Body []Stmt
	}
	// Call is the value of a function. All arguments are computed, and rows and grids among
	// them take steps as in Set, except those for Free parameters. Then the parameters get
	// their values, and the call takes its cost.
	Call struct {
		F    int // by its place in Program.Functions
		Args []Expr
		At   Place
	}
)

// An Arrangement is an order of the cells of a row.
type Arrangement uint8

const (
	Copied Arrangement = iota
	Sorted             // ascending
	Reversed
)

// A Fold makes one value of all cells of a row.
type Fold uint8

const (
	Least Fold = iota
	Greatest
	Sum
	Any // whether a cell is not 0
	All // whether no cell is 0
)

func (*Const) expr()     {}
func (*Cells) expr()     {}
func (*Get) expr()       {}
func (*Arith) expr()     {}
func (*Negate) expr()    {}
func (*Invert) expr()    {}
func (*Abs) expr()       {}
func (*Extreme) expr()   {}
func (*Not) expr()       {}
func (*Logic) expr()     {}
func (*Truth) expr()     {}
func (*Compare) expr()   {}
func (*Choose) expr()    {}
func (*Reason) expr()    {}
func (*Same) expr()      {}
func (*In) expr()        {}
func (*InRow) expr()     {}
func (*InTable) expr()   {}
func (*Index) expr()     {}
func (*Cell) expr()      {}
func (*Line) expr()      {}
func (*Len) expr()       {}
func (*Side) expr()      {}
func (*Over) expr()      {}
func (*Count) expr()     {}
func (*Find) expr()      {}
func (*Inside) expr()    {}
func (*List) expr()      {}
func (*Put) expr()       {}
func (*PutCells) expr()  {}
func (*Fill) expr()      {}
func (*Cut) expr()       {}
func (*Slice) expr()     {}
func (*Join) expr()      {}
func (*Repeat) expr()    {}
func (*Rearrange) expr() {}
func (*Build) expr()     {}
func (*Call) expr()      {}
