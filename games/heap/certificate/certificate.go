// Package certificate writes down proofs that nim-sequences of take-and-break
// games are periodic, and checks them.
//
// A certificate is a small JSON value: the game, what is claimed, what the
// theorem needs, and hashes of the nim-values. [Verify] computes the values
// again, with code of its own that shares only the parser of codes with the
// engines, and refuses the certificate unless everything in it is true. To
// believe a certificate, read verify.go: it is short, and has the theorems.
package certificate

// This file holds the form of certificates, and makes them.

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"grundy/games/heap"
	"grundy/theory/period"
)

// Format is the value of the first field.
const Format = "grundy period certificate 1"

// blockSize is the number of values under one hash.
const blockSize = 1 << 20

// A Certificate claims that G(n+Period) = G(n) + Saltus for n >= Preperiod, and
// that no smaller preperiod or period would do.
type Certificate struct {
	Format    string        `json:"format"`
	Game      string        `json:"game"`
	Theorem   period.Method `json:"theorem"`
	Preperiod uint64        `json:"preperiod"`
	Period    uint64        `json:"period"`
	Saltus    uint64        `json:"saltus"`
	// Terms is how many values the proof needs; Blocks has a hash for each
	// 2^20 of them, each value as two bytes, the lower first.
	Terms  uint64   `json:"terms"`
	Blocks []string `json:"blocks"`
	// State is there in a proof by recurrence of the state.
	State *State `json:"state,omitempty"`
	// Digest is the hash of the certificate as JSON, its Digest "".
	Digest string `json:"digest"`
}

// A State is what a proof by recurrence of the state needs besides.
type State struct {
	Mask  uint32   `json:"mask"`  // what values are common
	Timed bool     `json:"timed"` // whether the parity of n takes part in it
	Rare  []uint64 `json:"rare"`  // the heaps that are not
	Width uint64   `json:"width"` // so many values before
	At    uint64   `json:"at"`    // this n return before
	Shift uint64   `json:"shift"` // At + Shift
}

// New makes the certificate of a solution with a proved period. It costs
// O(terms).
func New(s *heap.Solution) (*Certificate, error) {
	p := s.Period
	switch {
	case !p.Proved:
		return nil, fmt.Errorf("%s: no period is proved, so there is nothing to certify", s.Code)
	case p.Method == period.ByTaking:
		return nil, fmt.Errorf("%s: there are no certificates for arithmetic periods yet", s.Code)
	case p.AtMost:
		return nil, fmt.Errorf("%s: the preperiod is not known exactly", s.Code)
	}
	c := &Certificate{
		Format: Format, Game: s.Code.String(), Theorem: p.Method,
		Preperiod: p.Preperiod, Period: p.Period, Saltus: p.Saltus, Terms: p.Needed,
	}
	if p.Method == period.ByState {
		c.State = &State{Width: p.Width, At: p.At, Shift: p.Shift}
		c.State.Mask, c.State.Timed, c.State.Rare = s.Sparse()
	}
	for from := uint64(0); from < c.Terms; from += blockSize {
		values, err := s.Terms(from, min(c.Terms, from+blockSize))
		if err != nil {
			return nil, err
		}
		c.Blocks = append(c.Blocks, hashOf(values))
	}
	var err error
	c.Digest, err = c.digest()
	return c, err
}

// hashOf returns the hash of values below 2^16.
func hashOf[T uint16 | uint32](values []T) string {
	bytes := make([]byte, 0, 2*len(values))
	for _, v := range values {
		bytes = append(bytes, byte(v), byte(v>>8))
	}
	hash := sha256.Sum256(bytes)
	return hex.EncodeToString(hash[:])
}

// digest returns the hash of c without its digest.
func (c Certificate) digest() (string, error) {
	c.Digest = ""
	text, err := json.Marshal(c)
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

// Read reads a certificate, whose size is at most a few megabytes, without
// checking what it claims.
func Read(r io.Reader) (*Certificate, error) {
	const most = 16 << 20
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("a certificate has at most %d bytes", most)
	}
	var c Certificate
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("this is no certificate: %w", err)
	}
	return &c, nil
}
