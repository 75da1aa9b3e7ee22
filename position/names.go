// Package position reads the grammar in which positions are written, and knows every
// game that has a name.
//
// The two functions that most people need are [Parse] and [Find].
//
// [Parse] turns "knight(5,4) + queen(3,3)" into a sum; [All] and [Find] list the
// games. The games themselves live elsewhere: those with an engine of their own in the
// folders of games, one folder a family; those in files of rules in package catalog.
package position

// Names of games are decided here: the list, the aliases, and what is suggested for an unknown
// one.

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/coin"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/row"
	"github.com/grundy-games/grundy/games/sprouts"
	"github.com/grundy-games/grundy/games/tree"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
)

// An Entry describes a game that has a name.
type Entry struct {
	Name    string // as written in positions
	Group   string // the name of one of the [Groups]
	Form    string // what its positions look like
	Example string // a position to try
	Title   string // what people call it, as in "Kayles", or "A queen"
	Reads   string // how the numbers of a position read behind that; see [filling]
	Rules   string // one or two sentences for people: what a move is
	// Notation says how positions are typed, where the form does not say it.
	Notation string
	Needs    string // what it takes to play it well, by the word of one of the [Skills]
	Known    string // what is known about it, and how this program answers
	Source   string // where the game comes from
	// Place makes a position from the numbers in brackets, which choose the rules
	// among those of a family, and from those in parentheses. Otherwise it returns a
	// [*grundy.PositionError]. It is nil for "piece", in whose brackets sections
	// stand instead of numbers, and for games of the catalogue, whose files read
	// positions.
	Place func(brackets, args []grundy.Arg) (grundy.Component, error)
	// Read makes a position of a text that stands in quotes in place of the numbers, or is nil.
	// Its error may be a [*sprouts.TextError].
	Read func(text string) (grundy.Component, error) `json:"-"`
	// Alone is the number of numbers in a position from which the game's
	// nim-values are listed: 1 where they are a sequence, one a heap, 2 where
	// they are a table, one a cell, and 0 where they are neither.
	Alone int
	// AnyDimension says that there are tables in more dimensions than two.
	AnyDimension bool
	// Least is the least number in a position of a game that stands alone.
	Least uint64
	OEIS  string   // the number of its nim-values, or ""
	Words []string // to search by, besides those of the other texts

	Misere, Loopy bool // the last move loses; play need not end

	code string // the take-and-break code that the game is, as positions have it
}

// A Group is a part of the list of games.
type Group struct{ Name, About string }

// Groups returns the groups of games, in the order in which they are listed.
func Groups() []Group {
	return []Group{
		{"heaps", "take tokens from a heap, or divide it"},
		{"boards", "move pieces on a board, fill it, or cut it"},
		{"coins", "turn coins, slide or take them"},
		{"graphs", "move along edges, or cut them"},
		{"rows", "take, mark or move what stands in a row"},
		{contests, "games of HackerRank, TopCoder, Codeforces, AtCoder and Project Euler"},
	}
}

const contests = "contests"

// judges matches the source of a game that comes from a contest.
var judges = lazy.Regexp(`^(AtCoder|Codeforces|HackerRank|Project Euler|TopCoder)\b`)

// groupOf returns the group of a game of the catalogue: one among its words to search
// by, or that of its source, or of the shape of its positions.
func groupOf(f *rules.File) string {
	for _, g := range Groups() {
		if slices.Contains(f.Words, g.Name) {
			return g.Name
		}
	}
	if judges().MatchString(f.Source) {
		return contests
	}
	if fields := f.Fields(); len(fields) > 0 {
		switch fields[0].Kind {
		case rules.Grid:
			return "boards"
		case rules.Row, rules.Heaps:
			return "rows"
		}
	}
	return "heaps"
}

// pieceName is the name of the form whose brackets hold sections.
const pieceName = "piece"

// All returns the named games: those with an engine of their own, those of one
// family together, and then those of the catalogue of files of rules.
func All() []Entry {
	return slices.Concat(builtIn(), allCatalogued())
}

// allCatalogued reads the files of the catalogue once.
var allCatalogued = sync.OnceValue(func() (all []Entry) {
	for _, name := range catalog.Names() {
		all = append(all, catalogued(name))
	}
	return all
})

// Names returns the names of all games.
func Names() []string {
	var names []string
	for _, e := range builtIn() {
		names = append(names, e.Name)
	}
	return append(names, catalog.Names()...)
}

// FromSource returns the game that comes from a contest and whose source has the name of a
// problem in it, such as codeforces/255E, if there is one.
func FromSource(problem string) (Entry, bool) {
	word := PlainWord(problem)
	if len(word) < 4 {
		return Entry{}, false
	}
	for _, e := range All() {
		if judges().MatchString(e.Source) && strings.Contains(PlainWord(e.Source), word) {
			return e, true
		}
	}
	return Entry{}, false
}

// PlainWord returns the letters and digits of a name, in lower case.
func PlainWord(name string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, name)
}

// catalogued returns the entry of a game of the catalogue.
func catalogued(name string) Entry {
	r, _ := catalog.Open(name)
	f, err := rules.Load(context.Background(), name, r, rules.Options{})
	if err := errors.Join(err, r.Close()); err != nil {
		panic(fmt.Sprintf("position: the catalogue: %v", err)) // a test loads them all
	}
	return EntryOf(name, f)
}

// EntryOf describes the game of a file of rules. The example is empty if the file has none.
func EntryOf(name string, f *rules.File) Entry {
	e := Entry{
		Name: name, Group: groupOf(f), Form: f.Form(), Title: f.Called(), Reads: f.Reads, Rules: f.RulesInWords(), Notation: f.Notation, Needs: f.Needs,
		Misere: f.Misere, Loopy: f.Loopy, Known: f.Known, Source: f.Source, OEIS: f.OEIS, Words: f.Words,
		Example: toTry(f),
	}
	if game, ok := gameOfRules(f, 0); ok {
		e.Alone = max(1, len(game.Sides()))
		if game.Name != name {
			e.code = game.Name
		}
	} else if n := len(f.Numbers()); n <= 2 && !f.Loopy && !f.Ends {
		e.Alone = n
	}
	return e
}

// toTry returns the example whose plays are counted, which is the richest one, or the
// first.
func toTry(f *rules.File) string {
	all := f.Examples()
	if len(all) == 0 {
		return ""
	}
	at := slices.IndexFunc(all, func(e rules.Example) bool { return len(e.Perft) > 0 })
	return all[max(at, 0)].Position.String()
}

// Find returns the game of that name, in small letters or capitals.
func Find(name string) (Entry, bool) {
	name = strings.ToLower(name)
	if name == "vertex-geography" {
		name = geographyName
	}
	if catalog.Has(name) {
		return catalogued(name), true
	}
	for _, e := range builtIn() {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}

// builtIn are the games with an engine of their own, as games.json describes them.
var builtIn = sync.OnceValue(func() (all []Entry) {
	if err := json.Unmarshal(builtInText, &all); err != nil {
		panic(fmt.Sprintf("position: games.json: %v", err)) // a test reads it
	}
	for i := range all {
		all[i].Place, all[i].Read = places[all[i].Name], readers[all[i].Name]
	}
	return all
})

//go:embed games.json
var builtInText []byte

// A placer makes a position: see [Entry].
type placer = func(brackets, args []grundy.Arg) (grundy.Component, error)

// places are the placers of the built-in games.
var places = map[string]placer{
	"nim":                heap.PlaceNim,
	"subtraction":        heap.PlaceSubtraction,
	"counter":            heap.PlaceCounter,
	"grundy":             heap.PlaceGrundy,
	"squares":            with(placeTakeFrom, heap.Squares),
	"primes":             with(placeTakeFrom, heap.Primes),
	"powers":             with(placeTakeFrom, heap.Powers),
	"fibonacci":          with(placeTakeFrom, heap.Fibonacci),
	"allbut":             heap.PlaceAllBut,
	"partition":          heap.PlacePartition,
	"partition-equal":    heap.PlaceEqualPartition,
	"partition-distinct": heap.PlaceDistinctPartition,
	"queen":              board.Placer(board.Queen()),
	"rook":               board.Placer(board.Rook()),
	"bishop":             board.Placer(board.Bishop()),
	"king":               board.Placer(board.King()),
	"knight":             board.Placer(board.Knight()),
	"knight4":            board.PlaceKnight4,
	"wythoff":            board.PlaceGeneralisedWythoff,
	"cyclic-nimhoff":     board.PlaceCyclicNimhoff,
	"euclid":             board.PlaceEuclid,
	"leaper":             board.PlaceLeaper,
	"rider":              board.PlaceRider,
	"nimhof":             board.PlaceNimhof,
	"staircase":          tree.PlaceStaircase,
	"tree":               tree.PlaceTree,
	"cake":               row.PlaceCake,
	"sprouts":            sprouts.Place,
	"graph":              placeGraph,
	"geography":          graph.PlaceGeography,
	"hackenbush":         tree.PlaceHackenbush,
	"hackenbush-graph":   tree.PlaceHackenbushGraph,
	"turning-turtles":    with(coin.PlaceRow, coin.TurningTurtles),
	"twins":              with(coin.PlaceRow, coin.Twins),
	"mock-turtles":       with(coin.PlaceRow, coin.MockTurtles),
	"moebius":            coin.Moebius.Place,
	"mogul":              coin.Mogul.Place,
	"moidores":           coin.Moidores.Place,
	"turning-up-to":      coin.PlaceUpTo,
	"ruler":              with(coin.PlaceRow, coin.Ruler),
	"turning":            coin.PlaceDistances,
	"turning-corners":    with(coin.PlaceProduct, coin.TurningCorners),
	"rugs":               with(coin.PlaceProduct, coin.Rugs),
	"tartan":             coin.PlaceTartan,
}

// readers read the positions of those built-in games that are texts.
var readers = map[string]func(text string) (grundy.Component, error){"sprouts": sprouts.Read}

// with returns the placer of one game of a family.
func with[G any](place func(game G, brackets, args []grundy.Arg) (grundy.Component, error), game G) placer {
	return func(brackets, args []grundy.Arg) (grundy.Component, error) { return place(game, brackets, args) }
}

// placeTakeFrom makes positions such as squares(100).
func placeTakeFrom(set heap.NumberSet, brackets, args []grundy.Arg) (grundy.Component, error) {
	if len(brackets) != 0 {
		return nil, grundy.BracketErrorf(0, "%s takes no number in brackets", set.Name())
	}
	return heap.PlaceTakeFrom(set, args)
}
