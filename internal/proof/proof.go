// Package proof writes down why a player wins, for games that fall apart, and checks it: facts that
// suffice, each resting on earlier ones.
//
// The two functions that most people need are [Write] and [Proof.Verify].
//
// A [Fact] says of a position whether it has a nim-value. A search finds millions; those that the answer
// rests on are few. To believe a proof, read verify.go. It asks the rules for moves, and shares no code
// with any search. Three things it takes from the rules without question: that positions to which
// they give the same key, or the same form, are the same game, and that a position is the sum of the keys
// that they give for it. Keys are what the text of the rules declares as symmetric, and as parts; forms
// (grundy.Former) are proved from the text.
//
// A proof is lines of JSON: a [Claim], the facts, and their number with a hash of all lines before.
// So it is read once, however long it is. docs/certificates.md describes it.
package proof

// The lines of a proof, and how they are written.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
)

// Format is the value of the first field.
const Format = "grundy proof by couples 1"

// A Claim is the first line.
type Claim struct {
	Format   string  `json:"format"`
	Version  string  `json:"version"`  // of the program that made it
	Position string  `json:"position"` // a sum
	Outcome  string  `json:"outcome"`  // P or N, in normal play
	NimValue *uint64 `json:"nim_value,omitempty"`
	Rules    []Rules `json:"rules,omitempty"` // of the games of the position that are files
}

// Rules are the file of a game.
type Rules struct {
	Name string `json:"name"` // as positions call it
	Hash string `json:"sha256"`
	Text string `json:"text,omitempty"` // missing for games of the catalogue
}

// NewRules returns the rules in a text. Built in, they are named without it.
func NewRules(name, text string, builtIn bool) Rules {
	sum := sha256.Sum256([]byte(text))
	r := Rules{Name: name, Hash: hex.EncodeToString(sum[:])}
	if !builtIn {
		r.Text = text
	}
	return r
}

// A Fact says of a position whether it has a nim-value.
type Fact struct {
	Position string  `json:"position"`
	Is       *uint64 `json:"is,omitempty"`  // this is its nim-value
	Not      *uint64 `json:"not,omitempty"` // or this is not
	// By is "" where the fact rests on earlier ones. "symmetry" says that the rules show the
	// nim-value 0 by a strategy ([grundy.Mirrorer]).
	By string `json:"by,omitempty"`
}

// BySymmetry is the other value of By.
const BySymmetry = "symmetry"

// An end is the last line.
type end struct {
	Facts uint64 `json:"facts"`
	Hash  string `json:"sha256"`
}

// lineOf returns a value as a line. Its fields are text, numbers and lists of these.
func lineOf(v any) []byte {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("grundy: proof: " + err.Error())
	}
	return line.Bytes()
}

// Write writes the proof of a claim, whose format and version it fills in. Facts calls visit for each
// fact, after those on which it rests.
func Write(w io.Writer, c Claim, facts func(visit func(Fact) error) error) error {
	c.Format, c.Version = Format, build.Version()
	lines := hashed{w, sha256.New()}
	if err := lines.put(c); err != nil {
		return err
	}
	count := uint64(0)
	err := facts(func(f Fact) error {
		count++
		return lines.put(f)
	})
	if err != nil {
		return err
	}
	return lines.put(end{count, hex.EncodeToString(lines.hash.Sum(nil))})
}

// hashed are lines and the hash of those that were written.
type hashed struct {
	to   io.Writer
	hash hash.Hash
}

func (h hashed) put(v any) error {
	line := lineOf(v)
	h.hash.Write(line)
	_, err := h.to.Write(line)
	return err
}

// Is reports whether a text begins as a proof does.
func Is(text []byte) bool {
	return bytes.HasPrefix(text, []byte(`{"format":"grundy proof`))
}

// A FormatError says that a text is not a proof, whatever it claims.
type FormatError struct {
	Line uint64 // from 1
	Err  error
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("this is not a proof: line %d: %v", e.Line, e.Err)
}

func (e *FormatError) Unwrap() error { return e.Err }

// A Means reads positions, and says what may be used.
type Means struct {
	// Parse reads a sum of positions as it stands in the proof. The claim has the files that it names.
	Parse    func(ctx context.Context, text string) (grundy.Sum, error)
	Progress grundy.Progress // of the facts; it may be nil
}

// A Verdict says what a proof that holds rests on.
type Verdict struct {
	Facts      uint64 `json:"facts"`
	Symmetries uint64 `json:"symmetries"` // facts that a strategy by symmetry shows
	Moves      uint64 `json:"moves"`      // that the rules were asked for
}

// Verify checks a proof that was begun by [Read], to its end. The error is a [*FormatError] where the file is
// not a proof, that of ctx or of its meter, and otherwise says what does not follow. It costs O(the moves of the
// positions in the file), and memory proportional to the facts.
func (p *Proof) Verify(ctx context.Context, m Means) (Verdict, error) {
	return newChecker(ctx, p, m).verify()
}
