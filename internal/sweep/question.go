package sweep

// A sweep asks one question, and the question decides the columns of its rows.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

// A Kind is what the cells of a column hold. An empty cell holds nothing.
type Kind int

// The kinds.
const (
	Text  Kind = iota
	Whole      // a number from 0 to 2^64-1
	Truth      // true or false
)

// A Column is one of a table of rows.
type Column struct {
	Name string
	Kind Kind
	// Doc says what it holds.
	Doc string
}

// A Question is what a sweep asks about each game.
type Question struct {
	Name    string
	Doc     string
	Columns []Column // the first is "game", the last "note"
	// Settled is the column, true or false, of answers that hold for all positions of a
	// game. Other games are asked again when a sweep goes further; "" for no question to
	// which more is known further out.
	Settled string
	// Measured are columns whose histogram a summary has, and Tallied those whose values
	// it counts.
	Measured, Tallied []string
}

// game and note are in the rows of every question.
var (
	gameColumn = Column{"game", Text, "the game, as grundy reads it"}
	noteColumn = Column{"note", Text, "why there is no answer, or no more of it"}
)

// Questions are those that can be asked.
var Questions = []Question{
	{
		Name: "period", Doc: "the period of the nim-values, and its proof",
		Columns: []Column{
			gameColumn,
			{"class", Text, "of an octal code: the first code with the same nim-values, which may be this one"},
			{"shift", Text, "a heap of n has the nim-value of a heap of n + shift of the class"},
			{"proved", Truth, "whether a period is proved"},
			{"preperiod", Whole, "from which heap on the nim-values are periodic"},
			{"period", Whole, "the period"},
			{"saltus", Whole, "by how much the values grow in a period"},
			{"exceptions", Whole, "how many heaps below the preperiod differ from the period continued to them"},
			{"at_most", Truth, "whether the preperiod may be less"},
			{"values_needed", Whole, "how many values the proof needs"},
			{"computed_to", Whole, "the last heap whose value was computed"},
			{"theorem", Text, "what proves the period"},
			{"equivalence", Text, "what proves the class"},
			noteColumn,
		},
		Settled: "proved", Measured: []string{"period", "preperiod"},
	},
	{
		Name: "quotient", Doc: "the misère quotient of all heaps",
		Columns: []Column{
			gameColumn,
			{"proved", Truth, "whether it holds for all heaps, and not only for those to the last one"},
			{"order", Whole, "how many elements it has"},
			{"p_portion", Whole, "how many of them are P"},
			{"preperiod", Whole, "from which heap on the images are periodic"},
			{"period", Whole, "the period of the images"},
			{"presentation", Text, "generators and relations"},
			{"p", Text, "the elements that are P"},
			{"heaps", Whole, "the largest heap that was added"},
			{"found", Whole, "without a proof: the elements of the quotient of these heaps"},
			noteColumn,
		},
		Settled: "proved", Measured: []string{"order", "period"},
	},
	{
		Name: "pattern", Doc: "the pattern behind the nim-values, or behind the P-positions, and its proof",
		Columns: []Column{
			gameColumn,
			{"of", Text, "what the pattern is of"},
			{"family", Text, "the kind of pattern"},
			{"proved", Truth, "whether it is proved for all positions"},
			{"pattern", Text, "the pattern in words"},
			{"checked", Whole, "how many positions were compared"},
			{"system", Text, "the numeration system in which the proof reads digits"},
			{"states", Text, "the states of the automata of the pattern"},
			{"largest", Whole, "the states of the largest automaton of the proof"},
			{"theorem", Text, "what is proved"},
			noteColumn,
		},
		Settled: "proved", Tallied: []string{"of", "family"},
	},
	{
		Name: "values", Doc: "the nim-values to a heap",
		Columns: []Column{
			gameColumn,
			{"to", Whole, "the last heap; of several numbers, the last along each axis"},
			{"largest", Whole, "the largest nim-value"},
			{"values", Text, "the nim-values of the heaps from 0 on; of several numbers, rows of them"},
			noteColumn,
		},
		Measured: []string{"largest"},
	},
	{
		Name: "outcome", Doc: "who wins from a start",
		Columns: []Column{
			gameColumn,
			{"start", Text, "the position"},
			{"outcome", Text, "N: the player to move wins; P: the other; D: a draw"},
			{"nim_value", Whole, "the nim-value, where it is a number"},
			{"winning_moves", Whole, "how many moves win"},
			{"method", Text, "the theorem or engine"},
			noteColumn,
		},
		Tallied: []string{"outcome"},
	},
}

// FindQuestion returns the question of a name.
func FindQuestion(name string) (*Question, error) {
	var names []string
	for i, q := range Questions {
		if q.Name == name {
			return &Questions[i], nil
		}
		names = append(names, q.Name)
	}
	return nil, fmt.Errorf("want %s%s", strings.Join(names, ", "), message.DidYouMean(name, names))
}

// Column returns the number of the column of a name, or -1.
func (q *Question) Column(name string) int {
	for i, c := range q.Columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// Check refuses names that no column has.
func (q *Question) Check(names []string) error {
	var known []string
	for _, c := range q.Columns {
		known = append(known, c.Name)
	}
	for _, name := range names {
		if q.Column(name) < 0 {
			return fmt.Errorf("%s is not a column of %s%s; want some of %s", message.Quoted(name), q.Name, message.DidYouMean(name, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// A Row has a cell for each column of its question. "" stands for nothing.
type Row []string

// NewRow returns the row of a game, with nothing else.
func (q *Question) NewRow(game string) Row {
	r := make(Row, len(q.Columns))
	r[0] = game
	return r
}

// Set sets the cell of a column. The question must have it.
func (q *Question) Set(r Row, column string, value any) { r[q.Column(column)] = fmt.Sprint(value) }

// Get returns the cell of a column, which the question must have.
func (q *Question) Get(r Row, column string) string { return r[q.Column(column)] }

// IsSettled reports whether to look further cannot tell more.
func (q *Question) IsSettled(r Row) bool {
	if q.Settled == "" || q.Get(r, q.Settled) == "true" {
		return true
	}
	return q.IsDeferred(r)
}

// IsDeferred reports whether the row has only the class of its game, whose own row answers.
func (q *Question) IsDeferred(r Row) bool { return q.classOf(r) != "" && q.Get(r, q.Settled) == "" }

// classOf returns the class of a game, if that is another game; otherwise "".
func (q *Question) classOf(r Row) string {
	if class := q.Column("class"); class >= 0 && r[class] != r[0] {
		return r[class]
	}
	return ""
}

// number returns the number in a column, if the row has one.
func (q *Question) number(r Row, column string) (n uint64, has bool, err error) {
	at := q.Column(column)
	if at < 0 || r[at] == "" {
		return 0, false, nil
	}
	if n, err = strconv.ParseUint(r[at], 10, 64); err != nil {
		return 0, false, fmt.Errorf("%s: %s %s is not a number", r[0], column, message.Quoted(r[at]))
	}
	return n, true, nil
}
