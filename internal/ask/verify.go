package ask

// [Verify] asks whether a certificate holds: of a period, of a pattern, or of who wins a position.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/internal/proof"
	"github.com/grundy-games/grundy/pattern"
	patterns "github.com/grundy-games/grundy/pattern/certificate"
)

// A Verify asks whether a certificate holds.
type Verify struct {
	Certificate io.Reader `json:"-"`
	// Segments names the segments of a chain that are checked, such as "1-10,14"; "" for all.
	Segments string `json:"segments,omitempty"`
	Workers  int    `json:"workers,omitempty"` // goroutines that check segments; 0 for one a core
	// Exceptions: count the exceptions of a chain instead, if all its segments hold.
	Exceptions bool `json:"exceptions,omitempty"`
	// Folder keeps what was checked of a chain, so that the next question goes on from there; ""
	// for none. Note is told what the user should know of it, and may be nil.
	Folder string            `json:"-"`
	Note   func(line string) `json:"-"`
}

// A Verified is the answer to a [Verify]: what the certificate claims, whether it holds, and
// why not.
type Verified struct {
	Game            string              `json:"game"`
	Valid           *bool               `json:"valid"` // nil where only some segments were checked
	Reason          string              `json:"reason,omitempty"`
	Of              string              `json:"of,omitempty"` // this and the next three of a pattern
	Misere          *bool               `json:"misere,omitempty"`
	System          string              `json:"system,omitempty"`
	Moves           []string            `json:"moves,omitempty"` // if it holds; only then are they formulas
	Preperiod       *uint64             `json:"preperiod,omitempty"`
	Period          *uint64             `json:"period,omitempty"`
	Saltus          *uint64             `json:"saltus,omitempty"`
	Theorem         string              `json:"theorem"`
	Terms           *uint64             `json:"terms,omitempty"`
	SegmentCount    int                 `json:"segments,omitempty"` // this and the next three of a chain
	CheckedSegments *int                `json:"checked_segments,omitempty"`
	CheckedValues   *uint64             `json:"checked_values,omitempty"`
	ExceptionCount  *ExceptionCount     `json:"exceptions,omitempty"`
	RulesHash       string              `json:"rules_sha256,omitempty"` // this and the next of a pattern
	Agreed          *pattern.Comparison `json:"compared,omitempty"`
	Outcome         string              `json:"outcome,omitempty"` // this and the rest of a proof by couples
	NimValue        *uint64             `json:"nim_value,omitempty"`
	Rests           *proof.Verdict      `json:"rests_on,omitempty"` // if it holds
	Rules           []proof.Rules       `json:"rules,omitempty"`    // that are trusted, without their texts

	Certificate *certificate.Certificate `json:"-"` // of a period
	Chain       *certificate.Chain       `json:"-"` // in its place, of a long run
	Segments    []int                    `json:"-"` // of a chain, that were to be checked; 0 is the first
	// Exceptions counts the heaps below the preperiod of a chain that differ from the period
	// continued to them, where that was asked, if all segments hold.
	Exceptions *uint64               `json:"-"`
	Pattern    *patterns.Certificate `json:"-"`
	// Compared says where the rules of Pattern were played, and had the moves of its formulas.
	Compared *pattern.Comparison `json:"-"`
	Proof    *proof.Proof        `json:"-"`
	Refused  error               `json:"-"` // why the certificate does not hold, or nil
}

// ExceptionCount counts exceptions.
type ExceptionCount struct {
	Count uint64 `json:"count"`
}

// Partial reports whether only some segments of a chain were checked.
func (a *Verified) Partial() bool { return a.Chain != nil && len(a.Segments) < a.Chain.Segments() }

// mostCertificate is a byte more than any certificate has.
const mostCertificate = 16<<20 + 1

// Ask answers the question.
func (q Verify) Ask(ctx context.Context, m Means) (*Verified, error) {
	within, clock := m.begin(ctx, "the certificate")
	in := bufio.NewReader(q.Certificate)
	start, _ := in.Peek(64)
	isProof := proof.Is(start) // which may be long
	var text []byte
	var err error
	if !isProof {
		if text, err = io.ReadAll(io.LimitReader(in, mostCertificate)); err != nil {
			return nil, refused(ctx, "certificate", clock.end(err))
		}
	}
	a := new(Verified)
	check := func() error { return certificate.Verify(within, a.Certificate, m.progress("values")) }
	switch {
	case certificate.IsChain(text):
		a.Chain, err = certificate.ReadChain(within, bytes.NewReader(text))
		check = func() error { return q.verifyChain(within, m, a) }
	case q.Exceptions:
		return nil, clock.end(wrong("exceptions", nil, "only those of a chain, the certificate of a long run, are counted"))
	case q.Segments != "":
		return nil, clock.end(wrong("segments", q.Segments, "only a chain, the certificate of a long run, has segments"))
	case q.Folder != "":
		return nil, clock.end(wrong("resume", q.Folder, "only the check of a chain, the certificate of a long run, can be resumed"))
	case isProof:
		a.Proof, err = proof.Read(within, in)
		check = func() (err error) {
			verdict, err := m.verifyProof(within, a.Proof)
			a.Rests = &verdict
			if bad, ok := errors.AsType[*proof.FormatError](err); ok {
				return refused(ctx, "certificate", bad)
			}
			return err
		}
	case patterns.Is(text):
		a.Pattern, err = patterns.Read(within, bytes.NewReader(text))
		check = func() (err error) {
			if err := patterns.Verify(within, a.Pattern, m.progress("steps")); err != nil {
				return err
			}
			a.Compared, err = pattern.Agrees(within, a.Pattern)
			return err
		}
	default:
		a.Certificate, err = certificate.Read(within, bytes.NewReader(text))
	}
	if err != nil {
		return nil, refused(ctx, "certificate", clock.end(err))
	}
	a.Refused = clock.end(check())
	if a.Refused != nil && !isRefused(ctx, a.Refused) {
		return nil, a.Refused
	}
	a.fill()
	return a, nil
}

// fill fills in what JSON shows.
func (a *Verified) fill() {
	holds := a.Refused == nil
	if a.Refused != nil {
		a.Reason = a.Refused.Error()
	}
	if !holds || !a.Partial() {
		a.Valid = &holds
	}
	if c := a.Certificate; c != nil {
		a.Game, a.Preperiod, a.Period, a.Saltus, a.Theorem, a.Terms = c.Game, &c.Preperiod, &c.Period, &c.Saltus, string(c.Theorem), &c.Terms
	}
	if c := a.Chain; c != nil {
		terms, segments, values := c.Terms(), len(a.Segments), c.Values(a.Segments)
		a.Game, a.Preperiod, a.Period, a.Saltus, a.Theorem, a.Terms = c.Game, &c.Preperiod, &c.Period, new(uint64), "state", &terms
		a.SegmentCount, a.CheckedSegments, a.CheckedValues = c.Segments(), &segments, &values
		if a.Exceptions != nil {
			a.ExceptionCount = &ExceptionCount{*a.Exceptions}
		}
	}
	if p := a.Proof; p != nil {
		a.Game, a.Theorem, a.Outcome, a.NimValue = p.Position, "couples", p.Outcome, p.NimValue
		for _, r := range p.Rules {
			a.Rules = append(a.Rules, proof.Rules{Name: r.Name, Hash: r.Hash})
		}
		if !holds {
			a.Rests = nil
		}
	}
	if c := a.Pattern; c != nil {
		a.Game, a.Of, a.Misere, a.System, a.Theorem, a.RulesHash = c.Game, c.Of, &c.Misere, c.System, c.Statement, c.RulesHash
		if holds {
			a.Moves, a.Agreed = c.Lines(), a.Compared
		}
	}
}
