package rules

// A file of rules is loaded in one pass: it is parsed, its top level runs and declares the game,
// and moves, parts and legal are compiled where that is possible.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// A File is a game from a file of rules. Its rules do not change, so that several
// goroutines may use it at once: each question plays it in a run of its own
// ([grundy.Start]).
type File struct {
	Title    string   // the first line of the text at the top: the rules in a sentence
	About    string   // all of that text
	Name     string   // of the game, if the file says
	Reads    string   // how a position reads behind the name, as in "{n} pin|{n} pins"
	Notation string   // how positions are typed, if their form does not say it
	Needs    string   // what it takes to play it well, by a word of package position
	Source   string   // where the game comes from
	OEIS     string   // the number of its nim-sequence
	Known    string   // what is known about it
	Words    []string // to search by
	Loopy    bool     // play need not end
	Misere   bool     // the last move loses
	Ends     bool     // the rules may say that the play is over, and how, or how a player must reply
	// decisive: they do so only by win() and lose(), in normal play that must end, so that positions
	// have nim-values or infinity (theory/entailing).
	decisive bool
	Flat     bool // positions are written as the numbers of their only row, without its brackets

	code       *lang.Code
	builtIn    *builtIn
	moves      *lang.Function
	start      *lang.Function
	parts      *lang.Function
	draw       *lang.Function
	legal      *lang.Function
	value      formula
	outcome    formula
	find       formula
	equal      *equal           // that the positions equal heaps, or nil
	fastMoves  *machine.Program // nil where moves is interpreted
	fastParts  *machine.Program
	fastLegal  *machine.Program
	slow       map[string]*Error // why a function is interpreted, by name
	called     map[string]bool   // functions that compiled ones call
	touching   []touching
	symmetry   []symmetry
	notGiven   error                  // what is wrong with the graph in brackets
	mayBeGiven bool                   // a graph may stand in brackets behind its name
	apartAt    lang.Node              // where touching or parts stands
	lowered    func() map[hosted]Core // the result of lower, once
	basis      func() basis           // the result of findBasis, once
	mirrorable func() bool            // the result of mayMirror, once
	mirrors    mirrors
	claimed    []same    // the symmetries that the file declares
	same       []same    // those that searches use
	bitboard   *bitboard // makes keys of small grids of letters, or nil
	falls      bool      // searches take positions apart
	place      func(p Position) grundy.Component
	replies    bool // some move says how the opponent must reply
	newValues  func(r *run, most uint64) valuer
	examples   []Example
	declared   lang.Node // where the file declares a built-in game
	key        rulesKey
	worded     atomic.Pointer[worded] // the last position whose moves were put into words
	agreed     atomic.Pointer[int]    // at how many small positions a run has found the claims true, once one has looked
	finds      atomic.Bool            // whether a run has found find true at small positions
	compared   [2]atomic.Bool         // whether small positions are what they are taken for: by nim-values, and by all play
}

// A rulesKey tells files apart.
type rulesKey struct {
	name    string
	text    [sha256.Size]byte
	options Options
}

// Load reads rules. Positions call the file by name. The error is an [*Error] unless
// reading failed. Loading costs no more than the options allow, and stops soon after ctx
// ends.
func Load(ctx context.Context, name string, r io.Reader, o Options) (*File, error) {
	f := &File{}
	if err := f.parse(ctx, name, r, o, lang.Vocabulary{Functions: f.declarations()}); err != nil {
		return nil, err
	}
	if err := f.load(ctx); err != nil {
		return nil, err
	}
	return f, nil
}

// LoadWith reads a file to which a host adds words, and which may state the rules of a game:
// then the result is not nil. The game has no examples of its own where the host adds
// a function of that name.
func LoadWith(ctx context.Context, name string, r io.Reader, o Options, host lang.Vocabulary) (*File, *lang.Code, error) {
	f := &File{}
	words := f.declarations()
	maps.Copy(words, host.Functions)
	host.Functions = words
	if err := f.parse(ctx, name, r, o, host); err != nil {
		return nil, nil, err
	}
	if f.code.Shape == nil && f.declared == nil {
		return nil, f.code, nil
	}
	if err := f.load(ctx); err != nil {
		return nil, nil, err
	}
	return f, f.code, nil
}

// parse reads the file and runs its top level.
func (f *File) parse(ctx context.Context, name string, r io.Reader, o Options, words lang.Vocabulary) (err error) {
	text := sha256.New()
	for name, word := range f.graphWords(ctx, text) {
		if _, declares := words.Functions[name]; !declares { // graph(n, m) declares a field of an input
			words.Functions[name] = word
		}
	}
	if f.code, err = lang.Parse(name, io.TeeReader(r, text), o, words); err != nil {
		return err
	}
	if err := f.code.RunTop(ctx); err != nil {
		return cmp.Or(f.notGiven, err)
	}
	o.Graphs = nil // the text has what they gave
	f.key = rulesKey{name, [sha256.Size]byte(text.Sum(nil)), o}
	if f.isGiven() && !f.mayBeGiven {
		return &Error{File: name, Msg: `no graph is taken in brackets: want graph(default = "petersen") in the file, or no brackets`}
	}
	return nil
}

// load takes the game from the top level and compiles it.
func (f *File) load(ctx context.Context) error {
	f.lowered, f.basis, f.mirrorable = sync.OnceValue(f.lower), sync.OnceValue(f.findBasis), sync.OnceValue(f.mayMirror)
	if err := f.settle(ctx); err != nil {
		return err
	}
	if f.builtIn == nil && !f.code.Options.Interpreted {
		return f.compile()
	}
	return nil
}

// A compiled is a function that is compiled where that is possible.
type compiled struct {
	hosted
	to **machine.Program
}

func (f *File) compiled() []compiled {
	all := []compiled{
		{hosted{f.moves, core.Moves}, &f.fastMoves}, {hosted{f.parts, core.Parts}, &f.fastParts},
		{hosted{f.legal, core.Legal}, &f.fastLegal},
		{hosted{f.value.fn, core.Returns}, &f.value.fast}, {hosted{f.outcome.fn, core.Returns}, &f.outcome.fast},
	}
	if f.equal != nil {
		all = append(all, compiled{hosted{f.equal.heaps.fn, core.Returns}, &f.equal.heaps.fast})
	}
	return all
}

// compile compiles moves, parts and formulas where that is possible.
func (f *File) compile() error {
	f.slow, f.called = map[string]*Error{}, map[string]bool{}
	for _, host := range f.compiled() {
		c := f.lowered()[host.hosted]
		wrong := c.Why
		if c.Program != nil {
			*host.to, wrong = machine.New(f.code, c.Program)
		}
		if wrong == nil && c.Program != nil {
			for i := range c.Program.Functions {
				f.called[c.Program.Functions[i].Name] = true
			}
		}
		if wrong != nil {
			if f.code.Options.CompiledOnly {
				wrong.Msg += ": rules from others must be compiled, and this cannot be"
				return wrong
			}
			f.slow[host.fn.Name] = wrong
		}
	}
	return nil
}
