package certificate

// A run of values that is too long for one certificate is proved as a chain of snapshots.

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/grundy-games/grundy/internal/jsontext"
)

// ChainFormat is the value of the first field of a [Chain].
const ChainFormat = "grundy period chain 1"

// A Chain claims that G(n+Period) = G(n) for n >= Preperiod, and that no smaller
// preperiod or period would do. verify_chain.go has the theorem.
type Chain struct {
	Format    string   `json:"format"`
	Version   string   `json:"version,omitempty"` // of the program that made it
	Game      string   `json:"game"`              // a code
	Preperiod uint64   `json:"preperiod"`
	Period    uint64   `json:"period"`
	Mask      uint32   `json:"mask"`  // what values are common
	Timed     bool     `json:"timed"` // whether the parity of n takes part in it
	Rare      []uint64 `json:"rare"`  // the heaps that are not
	// Snapshots stand between the segments. All heaps before the first are computed from the
	// rules whichever segment is checked.
	Snapshots []Snapshot `json:"snapshots"`
	// Digest is the hash of the chain as JSON, its Digest "".
	Digest string `json:"digest"`
}

// A Snapshot has the last values before a heap.
type Snapshot struct {
	At     uint64 `json:"at"`     // n
	Hash   string `json:"hash"`   // of the values from the last snapshot to here, one byte each
	Values []byte `json:"values"` // … G(n-2), G(n-1)
}

// begins returns the first heap whose value is in the snapshot.
func (s Snapshot) begins() uint64 { return s.At - uint64(len(s.Values)) }

// Segments returns the number of segments.
func (c *Chain) Segments() int { return len(c.Snapshots) - 1 }

// Values returns how many values segments have.
func (c *Chain) Values(segments []int) (values uint64) {
	for _, i := range segments {
		values += c.Snapshots[i+1].At - c.Snapshots[i].At
	}
	return values
}

// Terms returns the number of values that the proof needs.
func (c *Chain) Terms() uint64 { return c.Snapshots[len(c.Snapshots)-1].At }

// digest returns the hash of c without its digest.
func (c Chain) digest() (string, error) {
	c.Digest = ""
	return hashOfJSON(c)
}

// Write writes c as JSON, a snapshot a line.
func (c *Chain) Write(w io.Writer) error {
	head := *c
	head.Snapshots, head.Digest = []Snapshot{}, ""
	text, err := json.MarshalIndent(head, "", "  ")
	if err != nil {
		return err
	}
	begin, _, _ := strings.Cut(string(text), "[],\n  \"digest\"")
	begin += "["
	for i, s := range c.Snapshots {
		line, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if i > 0 {
			begin = ","
		}
		if _, err := fmt.Fprintf(w, "%s\n    %s", begin, line); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "\n  ],\n  \"digest\": %q\n}\n", c.Digest)
	return err
}

// mostChain is the number of bytes that the file of a chain may have.
const mostChain = 16 << 20

// IsChain reports whether a text begins as a chain does.
func IsChain(text []byte) bool {
	var head struct {
		Format string `json:"format"`
	}
	_ = json.Unmarshal(text, &head)
	return strings.HasPrefix(head.Format, "grundy period chain")
}

// ReadChain reads a chain of at most 16 MiB without checking what it claims. It must have
// exactly the fields of a chain, each once and in order. While it reads, it takes memory
// from the meter of ctx (internal/meter).
func ReadChain(ctx context.Context, r io.Reader) (*Chain, error) {
	c, err := jsontext.ReadExactly(ctx, r, mostChain, func(c *Chain) ([]byte, error) { return json.Marshal(c) })
	if err != nil {
		return nil, fmt.Errorf("this is not a certificate: %w", err)
	}
	return c, nil
}
