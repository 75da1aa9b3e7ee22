package ask

// This file holds the question whether a certificate holds: of a period, or of a pattern.

import (
	"bytes"
	"context"
	"io"

	"github.com/grundy-games/grundy/games/heap/certificate"
	"github.com/grundy-games/grundy/internal/jsontext"
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

// A Verified is the answer to a [Verify]: it has one certificate.
type Verified struct {
	Period   *certificate.Certificate
	Chain    *certificate.Chain
	Segments []int // of a chain, that were to be checked; 0 is the first
	// Exceptions counts the heaps below the preperiod of a chain that differ from the period
	// continued to them, where that was asked, if all segments hold.
	Exceptions *uint64
	Pattern    *patterns.Certificate
	// Compared says where the rules of Pattern were played, and had the moves of its formulas.
	Compared *pattern.Comparison
	Refused  error // why the certificate does not hold, or nil
}

// Partial reports whether only some segments of a chain were checked.
func (a *Verified) Partial() bool { return a.Chain != nil && len(a.Segments) < a.Chain.Segments() }

// mostCertificate is a byte more than any certificate has.
const mostCertificate = 16<<20 + 1

// Ask answers the question.
func (q Verify) Ask(ctx context.Context, m Means) (*Verified, error) {
	within, clock := m.begin(ctx, "the certificate")
	text, err := io.ReadAll(io.LimitReader(q.Certificate, mostCertificate))
	if err != nil {
		return nil, refused(ctx, "certificate", clock.end(err))
	}
	a := new(Verified)
	check := func() error { return certificate.Verify(within, a.Period, m.progress("values")) }
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
		a.Period, err = certificate.Read(within, bytes.NewReader(text))
	}
	if err != nil {
		return nil, refused(ctx, "certificate", clock.end(err))
	}
	a.Refused = clock.end(check())
	if a.Refused != nil && !isRefused(ctx, a.Refused) {
		return nil, a.Refused
	}
	return a, nil
}

// WriteJSON writes what the certificate claims, whether it holds, and why not.
func (a *Verified) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	w.Object(jsontext.Lines)
	game := ""
	switch {
	case a.Period != nil:
		game = a.Period.Game
	case a.Chain != nil:
		game = a.Chain.Game
	default:
		game = a.Pattern.Game
	}
	w.Field("game", game)
	if a.Refused == nil && a.Partial() {
		w.Field("valid", nil) // not known
	} else {
		w.Field("valid", a.Refused == nil)
	}
	if a.Refused != nil {
		w.Field("reason", a.Refused.Error())
	}
	if c := a.Period; c != nil {
		w.Field("preperiod", c.Preperiod)
		w.Field("period", c.Period)
		w.Field("saltus", c.Saltus)
		w.Field("theorem", c.Theorem)
		w.Field("terms", c.Terms)
	} else if a.Chain != nil {
		a.writeChain(w)
	} else {
		w.Field("of", a.Pattern.Of)
		w.Field("misere", a.Pattern.Misere)
		w.Field("system", a.Pattern.System)
		if a.Refused == nil { // only then are they formulas
			w.Field("moves", a.Pattern.Lines())
		}
		w.Field("theorem", a.Pattern.Statement)
		w.Field("rules_sha256", a.Pattern.RulesHash)
		if a.Refused == nil {
			w.Field("compared", a.Compared)
		}
	}
	w.End()
	return w.Close()
}
