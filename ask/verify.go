package ask

// This file holds the question whether a certificate of a period holds.

import (
	"context"
	"errors"
	"io"

	"grundy"
	"grundy/games/heap/certificate"
	"grundy/internal/jsontext"
)

// A Verify asks whether a certificate holds.
type Verify struct {
	Certificate io.Reader `json:"-"`
}

// A Verified is the answer to a [Verify].
type Verified struct {
	*certificate.Certificate
	Refused error // why the certificate does not hold, or nil
}

// Ask answers the question.
func (q Verify) Ask(ctx context.Context, m Means) (*Verified, error) {
	within, clock := m.begin(ctx, "the certificate")
	c, err := certificate.Read(within, q.Certificate)
	if err != nil {
		return nil, refused(ctx, "certificate", clock.end(err))
	}
	problem := clock.end(certificate.Verify(within, c, m.progress("values")))
	if problem != nil && (ctx.Err() != nil || errors.Is(problem, grundy.ErrBudget)) {
		return nil, problem
	}
	return &Verified{c, problem}, nil
}

// WriteJSON writes what the certificate claims, whether it holds, and why not.
func (a *Verified) WriteJSON(out io.Writer) error {
	w := jsontext.New(out)
	w.Object(jsontext.Lines)
	w.Field("game", a.Game)
	w.Field("valid", a.Refused == nil)
	if a.Refused != nil {
		w.Field("reason", a.Refused.Error())
	}
	w.Field("preperiod", a.Preperiod)
	w.Field("period", a.Period)
	w.Field("saltus", a.Saltus)
	w.Field("theorem", a.Theorem)
	w.Field("terms", a.Terms)
	w.End()
	return w.Close()
}
