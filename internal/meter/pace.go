package meter

import "context"

// A Pace asks a context now and then whether it has ended, for loops whose turns are short.
type Pace struct {
	Ctx   context.Context
	Every int // steps between two looks at the context
	left  int
}

// Step counts n steps, and returns the error of the context once it has ended. The first call
// looks at it.
func (p *Pace) Step(n int) error {
	if p.left -= n; p.left > 0 {
		return nil
	}
	p.left = p.Every
	return p.Ctx.Err()
}
