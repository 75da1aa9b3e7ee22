// Package disk keeps tables of games in folders: a value for each rank of a position
// ([grundy.Ranks]), more of them than fit into memory.
//
// [Fill] makes such a table, or goes on with one that was left, and [Open] reads it.
//
// A folder holds three files, all in little-endian order:
//
//	table.json  what the table is of: a [Header]
//	index       a record of 16 bytes for each block that is done
//	values      the values, block after block
//
// The positions stand in an order in which every move leads back: that of their ranks, or
// that of the weighted sums in the header. A block is a run of positions, whose values
// take 0, 1, 2, 4, 8 or 16 bits each, as the greatest of them needs; 0 bits where all are
// 0. Nothing depends on how many workers filled the table, or how often they were killed.
//
// Each block and each record has a CRC-32C, so that damage is found. Fill computes the
// blocks again that are damaged.
package disk

// The header says what a table is of. A folder whose header says something else is never filled.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// A Header says what a table is of.
type Header struct {
	Game    string    `json:"game"`              // as the user named it
	Corner  string    `json:"corner"`            // the position whose ranks these are
	Rules   string    `json:"rules,omitempty"`   // the SHA-256 of the rules' text; "" for a built-in game
	Sizes   []uint64  `json:"sizes"`             // of the ranks
	Weights [][]int64 `json:"weights,omitempty"` // see [grundy.Order]; none where moves lower ranks
	Of      Measure   `json:"of"`
	Misere  bool      `json:"misere,omitempty"`
	// Holes: from some ranks moves may lead out of the ranks. These have no value, nor have
	// those from which a move leads to such a rank. Values stand in the table as one more,
	// and 0 stands for none. The corner has a value, and so has all that it can reach.
	Holes bool `json:"holes,omitempty"`
	// Cells: a rank is a cell of the game, whose numbers are the fields,
	// the last one first. The corner need not have ranks of its own.
	Cells bool `json:"cells,omitempty"`
}

// least returns what stands in the table for the value 0.
func (h *Header) least() uint64 {
	if h.Holes {
		return 1
	}
	return 0
}

// hole stands for no value in a table with holes.
const hole = 0

// A HoleError says that a rank has no value: the corner does not reach it.
type HoleError struct {
	Dir  string
	Rank uint64
}

func (e *HoleError) Error() string {
	return fmt.Sprintf("%s: rank %d has no value, as moves lead from there to positions outside", message.Quoted(e.Dir), e.Rank)
}

// A Measure is what a table holds.
type Measure string

// The measures.
const (
	NimValues  Measure = "nim-values" // in misère play 1 without options, otherwise the mex of the options'
	Outcomes   Measure = "outcomes"   // 0 for P, 1 for N
	Remoteness Measure = "remoteness" // see [grundy.ByRemoteness] and [grundy.ByMisereRemoteness]
)

// The names of the files.
const (
	headerName = "table.json"
	indexName  = "index"
	valuesName = "values"
	lockName   = "lock"
)

const (
	version   = 1
	mostRanks = 1 << 46 // of a table
	mostBlock = 1 << 24 // positions
	mostHead  = 1 << 20 // bytes of a header
)

// written is a header as its file has it.
type written struct {
	Version int `json:"grundy-table"`
	Header
	Block    uint64 `json:"block"` // positions
	Checksum uint32 `json:"checksum"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A FormatError says why a folder holds no table that can be read.
type FormatError struct {
	Dir, Msg string
	missing  bool // there is none at all
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: %s", message.Quoted(e.Dir), e.Msg)
}

// A DamageError names a block that is not what was written.
type DamageError struct {
	Dir         string
	Block       uint64
	First, Last uint64 // places of its positions
	What        string // that is wrong
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("%s: block %d (positions %d … %d) is damaged: %s", message.Quoted(e.Dir), e.Block, e.First, e.Last, e.What)
}

// A MissingError says that a position is not in the table yet.
type MissingError struct {
	Dir        string
	Done, Want uint64 // blocks
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("%s: the table is not complete: %d of %d blocks are filled", message.Quoted(e.Dir), e.Done, e.Want)
}

// A LimitError says that a value does not fit into 16 bits.
type LimitError struct {
	Value, Place uint64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("a table on disk holds values below 65,535, and the value at place %d is %d", e.Place, e.Value)
}

// count returns how many positions the table has.
func (h *Header) count() uint64 { return grundy.Ranks[grundy.Component]{Sizes: h.Sizes}.Count() }

// check refuses a header that no table can have.
func (h *Header) check() error {
	n := h.count()
	switch {
	case len(h.Sizes) == 0 || n == 0:
		return fmt.Errorf("a table of %d positions", 0)
	case n > mostRanks:
		return fmt.Errorf("a table of more than 2^46 positions: %w", grundy.ErrTooLarge)
	case !slices.Contains([]Measure{NimValues, Outcomes, Remoteness}, h.Of):
		return fmt.Errorf("a table of %s; want nim-values, outcomes or remoteness", message.Quoted(string(h.Of)))
	}
	return nil
}

// text returns the file of a header.
func (w written) text() []byte {
	w.Checksum = 0
	bare, _ := json.Marshal(w) // numbers and strings
	w.Checksum = crc32.Checksum(bare, castagnoli)
	text, _ := json.Marshal(w)
	return append(text, '\n')
}

// readHeader reads the header of a folder.
func readHeader(dir string) (written, error) {
	var w written
	no := func(format string, args ...any) (written, error) {
		return written{}, &FormatError{Dir: dir, Msg: fmt.Sprintf(format, args...)}
	}
	f, err := os.Open(filepath.Join(dir, headerName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return written{}, &FormatError{dir, "no table is here: there is no file " + headerName, true}
	case err != nil:
		return w, err
	}
	text, err := io.ReadAll(io.LimitReader(f, mostHead))
	if err := errors.Join(err, f.Close()); err != nil {
		return w, err
	}
	var only struct {
		Version *int `json:"grundy-table"`
	}
	if json.Unmarshal(text, &only) == nil && only.Version != nil && *only.Version != version {
		return no("%s is of version %d of the format, and this program knows %d", headerName, *only.Version, version)
	}
	if json.Unmarshal(text, &w) != nil || !bytes.Equal(text, w.text()) {
		return no("%s is damaged; remove the folder, or put back what stood there", headerName)
	}
	if err := w.check(); err != nil {
		return no("%s: %v", headerName, err)
	}
	if w.Block == 0 || w.Block > mostBlock {
		return no("%s: blocks of %d positions; want 1 … %d", headerName, w.Block, mostBlock)
	}
	return w, nil
}

// differs says in what a table differs from the one that is wanted, or returns "".
func (h *Header) differs(want *Header) string {
	name := func(misere bool, of Measure) string {
		text := string(of)
		if misere {
			text = "misère " + text
		}
		return text
	}
	switch {
	case h.Game != want.Game:
		return fmt.Sprintf("it is a table of %s, not of %s", message.Shown(h.Game), message.Shown(want.Game))
	case h.Rules != want.Rules:
		return fmt.Sprintf("it is a table of %s with other rules (SHA-256 %.12s…, now %.12s…)", message.Shown(h.Game), h.Rules, want.Rules)
	case h.Corner != want.Corner:
		return fmt.Sprintf("it is a table up to %s, not up to %s", message.Shown(h.Corner), message.Shown(want.Corner))
	case h.Of != want.Of || h.Misere != want.Misere:
		return fmt.Sprintf("it has the %s, not the %s", name(h.Misere, h.Of), name(want.Misere, want.Of))
	case h.Holes != want.Holes || h.Cells != want.Cells || !slices.Equal(h.Sizes, want.Sizes):
		return fmt.Sprintf("its ranks are of %d, not of %d values a field", h.Sizes, want.Sizes)
	case !reflect.DeepEqual(h.Weights, want.Weights):
		return fmt.Sprintf("its positions are in the order of %v, not of %v", h.Weights, want.Weights)
	}
	return ""
}
