package ask

// This file holds the question whether a certificate holds: of a period, or of a pattern.

import (
	"bytes"
	"context"
	"errors"
	"io"

	"grundy"
	"grundy/games/heap/certificate"
	"grundy/internal/jsontext"
	"grundy/pattern"
	patterns "grundy/pattern/certificate"
)

// A Verify asks whether a certificate holds.
type Verify struct {
	Certificate io.Reader `json:"-"`
}

// A Verified is the answer to a [Verify]: one of the certificates is nil.
type Verified struct {
	Period  *certificate.Certificate
	Pattern *patterns.Certificate
	Refused error // why the certificate does not hold, or nil
}

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
	if patterns.Is(text) {
		a.Pattern, err = patterns.Read(within, bytes.NewReader(text))
		check = func() error {
			if err := patterns.Verify(within, a.Pattern, m.progress("steps")); err != nil {
				return err
			}
			return pattern.Agrees(within, a.Pattern)
		}
	} else {
		a.Period, err = certificate.Read(within, bytes.NewReader(text))
	}
	if err != nil {
		return nil, refused(ctx, "certificate", clock.end(err))
	}
	a.Refused = clock.end(check())
	if a.Refused != nil && (ctx.Err() != nil || errors.Is(a.Refused, grundy.ErrBudget)) {
		return nil, a.Refused
	}
	return a, nil
}

// WriteJSON writes what the certificate claims, whether it holds, and why not.
func (a *Verified) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	w.Object(jsontext.Lines)
	game := ""
	if a.Period != nil {
		game = a.Period.Game
	} else {
		game = a.Pattern.Game
	}
	w.Field("game", game)
	w.Field("valid", a.Refused == nil)
	if a.Refused != nil {
		w.Field("reason", a.Refused.Error())
	}
	if c := a.Period; c != nil {
		w.Field("preperiod", c.Preperiod)
		w.Field("period", c.Period)
		w.Field("saltus", c.Saltus)
		w.Field("theorem", c.Theorem)
		w.Field("terms", c.Terms)
	} else {
		w.Field("of", a.Pattern.Of)
		w.Field("misere", a.Pattern.Misere)
		w.Field("system", a.Pattern.System)
		w.Field("theorem", a.Pattern.Statement)
		w.Field("rules_sha256", a.Pattern.RulesHash)
	}
	w.End()
	return w.Close()
}
