// Package certificate writes down proofs that nim-sequences of games on heaps
// are periodic, and checks them.
//
// The two functions that most people need are [New] and [Verify].
//
// A certificate is a small JSON value: the game, what is claimed, the constants
// of the theorem, what else its proof needs, and hashes of the nim-values.
// [Verify] computes the values again, with code of its own that shares only the
// parser of codes with the engines, and refuses the certificate unless everything
// in it is true.
//
// To believe a certificate, read verify.go and the file of its theorem, in which
// the theorem stands with its proof. Lines of code in both, and with comments:
//
//	window     378   460   moves that leave one heap at most
//	guy-smith  400   499   moves that leave a bounded number of heaps
//	taking     433   539   digits without end
//	dividing   525   654   arithmetic periods of codes that leave three heaps or more
//	system     587   703   heaps of several kinds
//	state      574   702   sparse space, for the longest periods
//
// If moves leave more than three heaps, also verify_many.go, 186 lines.
// The proof of a longer run by state is a [Chain], whose segments are checked each by itself:
// read verify_chain.go with the theorem, segment.go and segment_words.go, 750 lines more.
//
// Besides these, that is digest and hashOf here, and the parser, sequence.ParseCode
// with Code.Leaves.
package certificate

// A certificate has exactly these fields; anything else is refused.

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// Format is the value of the first field.
const Format = "grundy period certificate 2"

// blockSize is the number of values under one hash.
const blockSize = 1 << 20

// A Certificate claims that G(n+Period) = G(n) + Saltus for n >= Preperiod, and
// that no smaller preperiod or period would do.
type Certificate struct {
	Format    string        `json:"format"`
	Version   string        `json:"version,omitempty"` // of the program that made it; "" in older files
	Game      string        `json:"game"`              // a code, or subtraction[1,3,4]
	Theorem   period.Method `json:"theorem"`
	Preperiod uint64        `json:"preperiod"`
	Period    uint64        `json:"period"`
	Saltus    uint64        `json:"saltus"`
	// Constants belong to the theorem, which explains them.
	Constants map[string]uint64 `json:"constants"`
	// Terms is how many values the proof needs; Blocks has a hash for each
	// 2^20 of them, each value as two bytes, the lower first.
	Terms  uint64   `json:"terms"`
	Blocks []string `json:"blocks"`
	// State is there in a proof by recurrence of the state.
	State *State `json:"state,omitempty"`
	// System is there in a proof about heaps of several kinds. Terms and Blocks are of all kinds then: the
	// values of the heaps of one size stand behind each other.
	System *System `json:"system,omitempty"`
	// Digest is the hash of the certificate as JSON, its Digest "".
	Digest string `json:"digest"`
}

// A State is what a proof by recurrence of the state needs besides.
type State struct {
	Mask      uint32    `json:"mask"`      // what values are common
	Timed     bool      `json:"timed"`     // whether the parity of n takes part in it
	Rare      []uint64  `json:"rare"`      // the heaps that are not
	Witnesses []Witness `json:"witnesses"` // by value, the least first
}

// A Witness shows that a rare value is an option.
type Witness struct {
	Value uint64 `json:"value"`
	// Moves are the tokens taken and the smaller heap left of one division
	// each. From the n on at which the proof begins, one of them has the value
	// wherever it is wanted.
	Moves [][2]uint64 `json:"moves"`
}

// A Game is a nim-sequence: any Sequence of package heap, or a Solution, which
// has its values at hand.
type Game interface {
	String() string
	Values(ctx context.Context, from, to uint64, progress grundy.Progress, sink func(values []uint64) error) error
}

// New makes the certificate of a game whose period is proved by r. It refuses
// claims that are not true of the values, or that the theorem is not for. It costs
// O(terms), and what [Verify] costs for the conditions of the theorem.
func New(ctx context.Context, game Game, r period.Result, progress grundy.Progress) (*Certificate, error) {
	k, err := draft(ctx, game, r, mostSteps, progress)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", game, err)
	}
	defer k.account.Close()
	if err := k.theorem.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", game, err)
	}
	if err := k.checkLeast(); err != nil {
		return nil, fmt.Errorf("%s: %w", game, err)
	}
	return k.Certificate, nil
}

// draft makes a certificate that may say what is not true, and its checker, which
// has the values. The checker's account
// is to be closed unless there is an error.
func draft(ctx context.Context, game Game, r period.Result, most uint64, progress grundy.Progress) (_ *checker, err error) {
	switch {
	case !r.Proved:
		return nil, errors.New("no period is proved, so there is nothing to certify")
	case r.AtMost:
		return nil, errors.New("the preperiod is not known exactly")
	case r.Method() == period.ByFormula:
		return nil, errors.New("the values are known in closed form; there is no certificate but the proof")
	case r.Method() == period.ByPhase:
		return nil, errors.New("certificates are of codes and of sets of numbers, and the moves of this game are neither")
	}
	c := &Certificate{
		Format: Format, Version: build.Version(), Game: game.String(), Theorem: r.Method(),
		Preperiod: r.Preperiod, Period: r.Period, Saltus: r.Saltus, Terms: r.Needed,
		Constants: map[string]uint64{},
	}
	system, isSystem := r.Proof.(period.SystemProof)
	if isSystem {
		if err := c.draftSystem(game, system); err != nil {
			return nil, err
		}
	}
	// What depends on the game is known when its moves have been read.
	k := &checker{Certificate: c, account: meter.Open(ctx)}
	err = k.readClaim()
	k.account.Close()
	if err != nil {
		return nil, err
	}
	switch proof := r.Proof.(type) {
	case period.GuySmithProof:
		c.Constants = k.constantsOfGuySmith()
		c.Terms = k.neededByGuySmith()
	case period.WindowProof:
		c.Constants = map[string]uint64{"at": proof.At, "shift": proof.Shift, "width": k.taken()}
	case period.TakingProof:
		c.Constants = map[string]uint64{"at": proof.At, "shift": proof.Shift, "near": uint64(k.near), "turn": uint64(k.turn), "gap": 0}
	case period.DividingProof:
		c.Constants = map[string]uint64{"from": proof.From, "shift": proof.Shift, "slack": proof.Slack}
	case period.SystemProof:
		c.Terms = k.system.heapsNeeded(proof.From, proof.Shift) * uint64(len(c.System.Kinds))
	case period.StateProof:
		c.State = &State{Mask: proof.Mask, Timed: proof.Timed}
		c.Constants = map[string]uint64{"at": proof.At, "shift": proof.Shift, "width": 0}
	}
	if k, err = newChecker(ctx, c, most); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			k.account.Close()
		}
	}()
	for n := 0; isSystem && uint64(n) < c.Terms; n++ { // of all kinds, which the game does not list
		if err := k.theorem.step(n); err != nil {
			return nil, err
		}
	}
	err = game.Values(ctx, uint64(len(k.values)), c.Terms, progress, func(values []uint64) error {
		for _, v := range values {
			if v > 1<<16-1 {
				return fmt.Errorf("G(%d) = %d is too large for a certificate", len(k.values), v)
			}
			k.values = append(k.values, uint16(v))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch proof := r.Proof.(type) {
	case period.TakingProof:
		gap := 0
		gap, err = k.gap(k.valuesBefore(proof.At), int(proof.At))
		c.Constants["gap"] = uint64(gap)
	case period.DividingProof:
		if k.checkPeriod() == nil { // else the claim is refused soon
			if slack, err := k.leastSlack(); err == nil {
				c.Constants["slack"] = slack
			}
		}
	case period.StateProof:
		err = k.learn()
	}
	if err != nil {
		return nil, err
	}
	for b := 0; b < len(k.values); b += blockSize {
		c.Blocks = append(c.Blocks, hashOf(k.values[b:min(b+blockSize, len(k.values))]))
	}
	c.Digest, err = c.digest()
	return k, err
}

// learn finds the rare heaps, the witnesses and the width of a certificate that is
// being made, whose values are known. It checks it, and where a witness is wanted
// that is not there, notes that and tries again.
func (k *checker) learn() error {
	values, s := k.values, k.space
	for n, v := range values {
		if s.bits |= v; n > 0 && n < s.at && k.isRare(v, n) {
			k.State.Rare = append(k.State.Rare, uint64(n))
		}
	}
	s.rare = len(k.State.Rare)
	k.values = values[:s.at] // the others are computed again, to the same place
	for n := s.at; n < len(values); {
		err := k.sparseStep(n)
		var wanted *wantedWitness
		switch {
		case errors.As(err, &wanted):
			s.lists[wanted.value] = wanted.list
			wanted.list.moves = append(wanted.list.moves, wanted.witness)
		case err != nil:
			return err
		default:
			n++
		}
	}
	for v, l := range s.lists {
		if l.count > 0 {
			k.State.Witnesses = append(k.State.Witnesses, Witness{uint64(v), l.moves})
		}
	}
	slices.SortFunc(k.State.Witnesses, func(a, b Witness) int { return cmp.Compare(a.Value, b.Value) })
	k.Constants["width"] = k.width()
	return nil
}

// hashOf returns the hash of values.
func hashOf(values []uint16) string {
	hash := sha256.New()
	for chunk := range slices.Chunk(values, 1<<12) {
		var text []byte
		for _, v := range chunk {
			text = append(text, byte(v), byte(v>>8))
		}
		hash.Write(text)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// digest returns the hash of c without its digest.
func (c Certificate) digest() (string, error) {
	c.Digest = ""
	return hashOfJSON(c)
}

// hashOfJSON returns the SHA-256 of a value as JSON.
func hashOfJSON(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:]), nil
}

// Write writes c as JSON.
func (c *Certificate) Write(w io.Writer) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Read reads a certificate of at most 16 MiB without checking what it claims. It
// must have exactly the fields of a certificate, each once and in order. While it
// reads, it takes memory from the meter of ctx (internal/meter).
func Read(ctx context.Context, r io.Reader) (*Certificate, error) {
	c, err := jsontext.ReadExactly(ctx, r, 16<<20, func(c *Certificate) ([]byte, error) { return json.Marshal(c) })
	if err != nil {
		return nil, fmt.Errorf("this is not a certificate: %w", err)
	}
	return c, nil
}
