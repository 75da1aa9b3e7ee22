package proof

// A proof is read line by line, and must be exactly what would be written.

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/meter"
)

// The longest lines: of the claim, which has files, and of others.
const (
	mostClaim = 16 << 20
	mostLine  = 1 << 16
)

// A Proof is a claim, and facts that are still to be read.
type Proof struct {
	Claim
	in   *bufio.Reader
	hash hash.Hash
	line uint64 // the number of the last one
	ends end    // once it was read
}

// Read reads the claim of a proof. The facts are read by [Proof.Verify], from the same reader. It takes
// memory from the meter of ctx.
func Read(ctx context.Context, r io.Reader) (*Proof, error) {
	p := &Proof{in: bufio.NewReaderSize(r, mostLine), hash: sha256.New()}
	account := meter.Open(ctx)
	defer account.Close()
	line, err := p.next(mostClaim, account)
	if err == nil {
		err = p.exactly(line, &p.Claim)
	}
	if err != nil {
		return nil, err
	}
	return p, p.check()
}

// check refuses claims that are none.
func (p *Proof) check() error {
	switch {
	case p.Format != Format:
		return p.wrong("format: %.60q, want %q", p.Format, Format)
	case !build.IsVersion(p.Version):
		return p.wrong("version: it is not that of a program, such as 0.7.0")
	case p.Outcome != "P" && p.Outcome != "N":
		return p.wrong(`outcome: %.60q, want "P" or "N"`, p.Outcome)
	case p.NimValue != nil && (*p.NimValue == 0) != (p.Outcome == "P"):
		return p.wrong("nim_value: %d, but the outcome is %s", *p.NimValue, p.Outcome)
	}
	seen := map[string]bool{}
	for _, r := range p.Rules {
		switch {
		case seen[r.Name]:
			return p.wrong("rules: %.60q is there twice", r.Name)
		case r.Text != "" && NewRules(r.Name, r.Text, false) != r:
			return p.wrong("rules: %.60q: it is the hash of another text", r.Name)
		}
		seen[r.Name] = true
	}
	return nil
}

// wrong returns an error about the last line.
func (p *Proof) wrong(format string, args ...any) error {
	return &FormatError{p.line, fmt.Errorf(format, args...)}
}

// next returns the next line, without its end.
func (p *Proof) next(most int, account *meter.Account) ([]byte, error) {
	const textBytes = 8 // of memory for a byte of a long line
	p.line++
	var long []byte
	for {
		line, err := p.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(long)+len(line) < most:
			if err := account.Take(textBytes * uint64(len(line))); err != nil {
				return nil, err
			}
			long = append(long, line...)
			continue
		case len(long)+len(line) > most, errors.Is(err, bufio.ErrBufferFull):
			return nil, p.wrong("want a line of at most %d bytes", most)
		case errors.Is(err, io.EOF):
			return nil, p.wrong(`the file ends here; want a line as {"position": …} or {"facts": …}, with its end`)
		case err != nil:
			return nil, err
		}
		if long != nil {
			line = append(long, line...)
		}
		return line, nil
	}
}

// exactly reads the value of a line, which must be written so, and takes the line into the hash.
func (p *Proof) exactly(line []byte, v any) error {
	if err := json.Unmarshal(line, v); err != nil {
		if other, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return p.wrong("the field %q cannot be %s", other.Field, other.Value)
		}
		return p.wrong("%s", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if want := lineOf(v); !bytes.Equal(line, want) {
		at := 0
		for at < len(line) && at < len(want) && line[at] == want[at] {
			at++
		}
		return p.wrong("column %d: where proofs have %.40q there is %.40q", at+1, want[at:], line[at:])
	}
	p.hash.Write(line)
	return nil
}

// fact returns the next fact; the result is false at the end, which must be right.
func (p *Proof) fact(account *meter.Account) (f Fact, ok bool, err error) {
	line, err := p.next(mostLine, account)
	if err != nil {
		return f, false, err
	}
	if bytes.HasPrefix(line, []byte(`{"facts":`)) {
		facts, hash := p.line-2, hex.EncodeToString(p.hash.Sum(nil))
		if err := p.exactly(line, &p.ends); err != nil {
			return f, false, err
		}
		if p.ends != (end{facts, hash}) {
			return f, false, p.wrong("the number of facts, or the hash of all lines before, is another one: the file was changed or damaged")
		}
		if _, err := p.in.ReadByte(); !errors.Is(err, io.EOF) {
			return f, false, p.wrong("text follows behind the end")
		}
		return f, false, nil
	}
	if err := p.exactly(line, &f); err != nil {
		return f, false, err
	}
	switch {
	case (f.Is == nil) == (f.Not == nil):
		return f, false, p.wrong(`want one of "is" and "not"`)
	case f.By != "" && (f.By != BySymmetry || f.Is == nil || *f.Is != 0):
		return f, false, p.wrong(`by: %.60q: want %q, of a position that is 0, or nothing`, f.By, BySymmetry)
	}
	return f, true, nil
}
