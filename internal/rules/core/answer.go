package core

// The second level: what the function answer of a problem needs besides rules, such as texts,
// tuples, dictionaries, lists of lists, and questions about games.
//
// Programs of the second level are written in other languages; no machine runs them. They have
// no steps, and no Shape. All their lists are [ListType] and all their strings [StringType].
// Functions may call each other in any order, and themselves.
//
// Of the first level they have [Set], [If], [While], [For], [Leave], [Return], [Do], [Yield];
// and [Const], [Get], [Arith], [Negate], [Invert], [Not], [Logic], [Choose], [Compare], [In],
// [Index], [Slice], [List], [Build], [Call]. There, [Arith] also joins strings and lists (+),
// repeats them (*) and writes values into a string (%); [Compare], [In], [Index] and [Slice]
// take any values for which the language has them; and conditions, [Not] and [Logic] take the
// truth of any value. A [For] has no missing operand, and a comprehension is a [Build] whose
// body is one loop or one [If] in another, with a [Yield] innermost.

// The kinds of the second level.
const (
	UnsignedType Kind = iota + GridType + 1 // an integer from 0 to 2^64-1
	StringType                              // letters
	ListType                                // items of one type, in order
	DictType                                // keys of one type, each with a value of one type
	TupleType                               // a part of each type, in order
)

// A Form is the types of the items of a list, of keys and values of a dict, or of the parts of
// a tuple.
type Form struct{ Of []Type }

// ListOf is the type of lists of such items.
func ListOf(item Type) Type { return Type{Kind: ListType, Form: &Form{[]Type{item}}} }

// TupleOf is the type of tuples with such parts.
func TupleOf(parts ...Type) Type { return Type{Kind: TupleType, Form: &Form{parts}} }

// Parts returns the types of a [Form], or nil.
func (t Type) Parts() []Type {
	if t.Form == nil {
		return nil
	}
	return t.Form.Of
}

// Part returns one of the types of a [Form].
func (t Type) Part(i int) Type { return t.Form.Of[i] }

// IsNumber reports whether a value of the type is an integer.
func (t Type) IsNumber() bool { return t.Kind == IntType || t.Kind == UnsignedType }

// Words says what values of the type are: "a list of a number".
func (t Type) Words() string {
	words := kindWords[t.Kind]
	for i, part := range t.Parts() {
		if i > 0 {
			words += " and "
		}
		if len(words) > mostWords {
			return words + "…"
		}
		words += part.Words()
	}
	return words
}

const mostWords = 100

var kindWords = map[Kind]string{
	NoType: "None", IntType: "a number", UnsignedType: "a number", BoolType: "a bool", LetterType: "a letter",
	StringType: "a text", ListType: "a list of ", DictType: "a dict of ", TupleType: "a tuple of ", free: "anything",
}

// An Answer is what a program of the second level has besides functions.
type Answer struct {
	// Constants are the names of the top level: functions without parameters, whose body
	// returns the value.
	Constants []Function
	// Top has the calls that stand alone at the top level, in order.
	Top []Expr
	// At has the places of expressions. Those that stand in no file have none.
	At map[Expr]Place
	// Types has the types of all expressions that a [Typing] has reached.
	Types map[Expr]Type
	// Letters says that the items of strings are letters. Otherwise they are strings.
	Letters bool
}

// The statements of the second level.
type (
	// Assign gives the value of X to a place: a [Get], an [Index] of one, or a [Tuple] of places,
	// which get the parts of X or the items of a list. All of X is computed first.
	Assign struct {
		To, X Expr
		At    Place
	}
	// Update gives a place its value op X.
	Update struct {
		Op    Op
		To, X Expr
		At    Place
	}
	// Loop runs its body with Items = the first items of each of Over, the second ones, …, as
	// far as the shortest goes, and Counter = 0, 1, 2, … Items are places as in [Assign], one for
	// each of Over, which are lists, strings, or dicts: of these the items are the keys.
	Loop struct {
		Counter Var // or NoVar
		Items   []Expr
		Over    []Expr
		At      Place
		Body    []Stmt
	}
)

func (*Assign) stmt() {}
func (*Update) stmt() {}
func (*Loop) stmt()   {}

// The expressions of the second level.
type (
	// Text is a constant string, or a letter.
	Text struct{ S string }
	// Tuple is a value of several parts.
	Tuple struct{ Parts []Expr }
	// Dict is a dict with these keys and their values.
	Dict struct{ Keys, Values []Expr }
	// Named is a constant of the top level, by its place in Answer.Constants.
	Named struct{ C int }
	// Apply is a function of the language: len, abs, min, max, sum, any, all, sorted, reversed,
	// list, tuple, range, str, int, bool, bit_count, bit_length; or a method, whose name begins
	// with a dot and whose receiver is the first of Args: .append, .pop, .count, .index, .join, …
	// Arguments may be a [Keyword].
	Apply struct {
		F    string
		Args []Expr
	}
	// Keyword is an argument that has a name; that is * in f(*x).
	Keyword struct {
		Name string
		X    Expr
	}
	// Ask is a question: wins, nim_value, remoteness, winning, winning_moves, p_count. Compound,
	// Misere and Most are the arguments of these names, or nil. The caller replaces it before it
	// finds types.
	Ask struct {
		What                   string
		Args                   []Expr
		Compound, Misere, Most Expr
	}
	// Game is a name that the file does not define, with what stands in brackets behind it, as
	// in subtraction[1, 3]: a game, or here, or a function that the caller knows.
	Game struct {
		Name   string
		Params []Expr
	}
	// Pose is a position of a game: a call of what is not a function of the program. Game is a
	// [Game], or a variable or constant that holds one. See Typing.Pose.
	Pose struct {
		Game Expr
		Args []Expr
	}
	// Unknown is what programs do not say. It is refused where it is reached.
	Unknown struct{ Why string }
)

func (*Text) expr()    {}
func (*Tuple) expr()   {}
func (*Dict) expr()    {}
func (*Named) expr()   {}
func (*Apply) expr()   {}
func (*Keyword) expr() {}
func (*Ask) expr()     {}
func (*Game) expr()    {}
func (*Pose) expr()    {}
func (*Unknown) expr() {}

// Link adds the functions and constants of another program of the second level, and returns by
// how much their places grow. The other program is used up.
func (p *Program) Link(q *Program) (functions, constants int) {
	functions, constants = len(p.Functions), len(p.Constants)
	shift := func(all []Function) {
		for i := range all {
			Walk(all[i].Body, nil, func(e Expr) bool {
				switch e := e.(type) {
				case *Call:
					e.F += functions
				case *Named:
					e.C += constants
				}
				return true
			})
		}
	}
	shift(q.Functions)
	shift(q.Constants)
	p.Functions = append(p.Functions, q.Functions...)
	p.Constants = append(p.Constants, q.Constants...)
	if p.At == nil {
		p.At = map[Expr]Place{}
	}
	for e, at := range q.At {
		p.At[e] = at
	}
	return functions, constants
}
