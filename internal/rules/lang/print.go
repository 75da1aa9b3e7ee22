package lang

// print(x, …) shows the author of a file what happens in it.

import (
	"fmt"
	"sync"

	"github.com/grundy-games/grundy/internal/message"
)

// A Printer shows what the rules of a file print: each line once, with its place in the
// file and the position at which the rules ran. Several goroutines may use it.
type Printer struct {
	show func(line string)

	mu   sync.Mutex
	said map[string]bool
}

// NewPrinter returns a printer that passes lines to show.
func NewPrinter(show func(line string)) *Printer {
	return &Printer{show: show, said: map[string]bool{}}
}

const (
	mostPrinted = 200 // lines
	mostLine    = 400 // letters of what one call prints
)

func (p *Printer) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.said[line] || len(p.said) > mostPrinted {
		return
	}
	p.said[line] = true
	if len(p.said) > mostPrinted {
		line = fmt.Sprintf("… and more than the %d different lines that are shown", mostPrinted)
	}
	p.show(line)
}

// builtinPrint is print(x, …): it shows the values where somebody looks.
func builtinPrint(ev *Evaluator, c *Call) Value {
	text := ev.sentence(c.Args)
	if len(c.Names) > 0 {
		return ev.FailHere("print has no parameter %q", c.Names[0])
	}
	if ev.Err == nil {
		place := fmt.Sprintf("%s:%d:%d: ", ev.code.Source.Name, c.Pos().Line, c.Pos().Col)
		if ev.at != nil {
			place += "at " + message.Brief(ev.at(), mostMessage) + ": "
		}
		ev.code.Options.Print.say(place + message.Brief(text, mostLine))
	}
	return None
}
