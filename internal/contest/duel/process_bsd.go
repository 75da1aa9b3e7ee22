//go:build unix && !linux

package duel

// run starts the program, reports on started whether that worked, and waits for its end.
func (p *process) run(started chan<- error) usage { return p.runUntraced(started) }
