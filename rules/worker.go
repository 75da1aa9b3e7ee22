package rules

// A worker is one goroutine's view of a run: it lists moves and takes positions apart, in memory
// of its own. Positions may have many cells, so a worker counts the cells that it looks at, and
// looks at the clock now and then.

import (
	"fmt"
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
	"github.com/grundy-games/grundy/internal/rules/lang"
	"github.com/grundy-games/grundy/internal/rules/machine"
)

// A worker works on positions in a run. One goroutine at a time may use it.
type worker struct {
	run    *run
	state  []int64        // of the position at hand
	part   []int64        // of one of its parts
	room   []int64        // for canonical
	boards *boards        // see onBoard
	result lang.Collector // of the last call of moves
	sum    []string       // room for after
	cells  int            // that may be looked at before the next look at the clock
	looked int64          // cells that were looked at and not counted yet
	// believing workers take states for others and compare none of them; the others let some pass
	// between two: due are left of wait.
	believing bool
	due       int
	wait      uint64
	// held counts what one position's moves hold: no more than a call of the rules
	// may hold, and what is left to the question.
	held *meter.Account
	// formulaSteps are those that are left to formulas; nil for those of each call.
	formulaSteps *int64
}

func (r *run) newWorker() *worker {
	size := r.code.Shape.Size
	room := make([]int64, 2*size+roomSize(r.code.Shape))
	return &worker{
		run: r, state: room[:size], part: room[size : 2*size], room: room[2*size:],
		result:    lang.Collector{Wants: "move"},
		held:      meter.Open(meter.With(r.clock.Ctx, uint64(r.code.Options.MostMemory()))),
		believing: r.believes || !r.falls && len(r.same) == 0,
	}
}

// spend counts cells that are looked at. Its error says that the run was stopped.
func (w *worker) spend(cells int) error {
	w.looked += int64(cells)
	if w.cells -= cells; w.cells >= 0 {
		return nil
	}
	w.cells = lang.SliceOfSteps
	w.count()
	if w.run.clock.HasEnded() {
		return w.run.code.StopAt(core.Place{}, &w.run.clock)
	}
	return nil
}

// count counts the cells that were looked at as work of the question. As workers come and
// go, none may keep some that are not counted.
func (w *worker) count() {
	w.run.clock.Count(w.looked)
	w.looked = 0
}

// hold counts the bytes that the moves of one position take.
func (w *worker) hold(bytes int) error {
	if err := w.held.Take(uint64(bytes)); err != nil {
		return fmt.Errorf("%s: the moves of one position: %w", w.run.code.Source.Name, err)
	}
	return nil
}

// list lists the moves from w.state in w.result.
func (w *worker) list() error {
	w.result.States, w.result.Ends, w.result.Labels = w.result.States[:0], w.result.Ends[:0], w.result.Labels[:0]
	if w.run.reply(w.state) == core.Pass {
		w.result.Ends, w.result.Labels, w.result.Ending = append(w.result.Ends, 0), append(w.result.Labels, ""), grundy.NoEnding
		return nil
	}
	err := w.run.movesOf(w.state, &w.result)
	if err == nil && w.run.checks {
		if w.run.code.HasLabels && !w.result.Labelled { // which must be strings
			err = w.run.movesOf(w.state, &lang.Collector{Wants: "move", Labelled: true})
		}
		if err == nil {
			err = w.checkMoves()
		}
	}
	return err
}

// ending returns how the rules end the play at w.state. It does not look for an end beside moves.
func (w *worker) ending() (grundy.Ending, error) {
	w.result.States, w.result.Ends, w.result.Labels = w.result.States[:0], w.result.Ends[:0], w.result.Labels[:0]
	if w.run.reply(w.state) == core.Pass {
		return grundy.NoEnding, nil
	}
	w.result.First = true
	err := w.run.movesOf(w.state, &w.result)
	w.result.First = false
	return w.result.Ending, err
}

// eachPart passes the states whose sum is the given state to visit, in the form that
// searches use: the declared parts, or in loopy files the state alone, each canonical.
// Visit may change a state but must not keep it.
func (w *worker) eachPart(state []int64, visit func(part []int64) error) error {
	if w.run.reply(state) != core.Anywhere {
		return visit(state) // as it stands: no other position is the same game
	}
	if err := w.mayDoubt(state); err != nil {
		return err
	}
	if w.run.falls {
		return w.eachDeclared(state, func(part []int64) error {
			w.run.canonical(part, w.room)
			return visit(part)
		})
	}
	w.run.canonical(state, w.room)
	if err := w.spend(len(state)); err != nil {
		return err
	}
	return visit(state)
}

// mayDoubt compares a state with what it is taken for, if it is time.
func (w *worker) mayDoubt(state []int64) error {
	if w.believing {
		return nil
	}
	if w.due--; w.due >= 0 {
		return nil
	}
	return w.doubt(state)
}

// eachDeclared passes the declared parts of a state to visit, by parts(…) or
// touching(…), or the state alone.
func (w *worker) eachDeclared(state []int64, visit func(part []int64) error) error {
	switch {
	case w.run.reply(state) != core.Anywhere:
	case w.run.parts != nil:
		result := lang.Collector{Wants: "part"}
		if err := machine.Run(w.run.code, &w.run.clock, w.run.fastParts, w.run.parts, state, &result); err != nil {
			return err
		}
		for part := range slices.Chunk(result.States, w.run.code.Shape.Size) {
			if err := w.spend(len(part)); err != nil {
				return err
			}
			if err := visit(part); err != nil {
				return err
			}
		}
		return nil
	case len(w.run.touching) > 0:
		return w.run.touching[0].eachPart(w, state, visit)
	}
	return visit(state)
}

// eachPartOf passes the parts of a position to visit, as eachPart does.
func (w *worker) eachPartOf(p Position, visit func(part []int64) error) error {
	for _, text := range w.run.split(p) {
		w.run.unpack(w.state, text)
		if err := w.eachPart(w.state, visit); err != nil {
			return err
		}
	}
	return nil
}

// optionBytes is roughly the memory of an option that is kept, besides its text.
const optionBytes = 64

// listOptions returns the options of a position, each once, or the error of the rules.
func (w *worker) listOptions(p Position) (options []Position, err error) {
	w.held.Give(w.held.Held())
	var last []int64
	order := 0
	var seen map[Position]bool // needed once moves are not in the order of their states
	err = w.eachMove(p, func(s step) error {
		q, err := w.after(s)
		if err != nil {
			return err
		}
		if seen == nil {
			now := slices.Compare(s.to, last)
			if len(s.parts) == 1 && len(s.to) == w.run.code.Shape.Size && (last == nil || now != 0 && now*order >= 0) {
				if last != nil {
					order = now
				}
				last = s.to
				options = append(options, q)
				return w.hold(len(q) + optionBytes)
			}
			seen = make(map[Position]bool, len(options))
			for _, o := range options {
				seen[o] = true
			}
		}
		if !seen[q] {
			seen[q] = true
			options = append(options, q)
			err = w.hold(len(q) + optionBytes)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return options, nil
}

// A step is a move from a position: the part that moves, which is w.state, the states
// that it becomes, and the label if labels are asked for. It is valid until the next.
type step struct {
	parts []string
	part  int
	to    []int64
	label string
}

// eachMove passes the moves of a position to visit. There are none where the play as a
// whole is over.
func (w *worker) eachMove(p Position, visit func(step) error) error {
	parts := w.run.split(p)
	size := w.run.code.Shape.Size
	if len(parts) > 1 { // one from which play is over has no moves itself
		if ending, err := w.endingOf(parts); err != nil || ending != grundy.NoEnding {
			return err
		}
	}
	bound := slices.ContainsFunc(parts, w.run.binds)
	for i, part := range parts {
		if i > 0 && parts[i-1] == part || bound && !w.run.binds(part) {
			continue // equal parts, which stand side by side, have the same options
		}
		w.run.unpack(w.state, part)
		if err := w.list(); err != nil {
			return err
		}
		from := 0
		for n, end := range w.result.Ends {
			s := step{parts: parts, part: i, to: w.result.States[from:end]}
			if w.result.Labelled {
				s.label = w.result.Labels[n]
			}
			if err := w.spend(size + end - from); err != nil {
				return err
			}
			if err := visit(s); err != nil {
				return err
			}
			from = end
		}
	}
	return nil
}

// after returns what a move makes of its position.
func (w *worker) after(s step) (Position, error) {
	if len(s.parts) == 1 && len(s.to) == w.run.code.Shape.Size {
		q := w.run.pack(s.to)
		return Position(q), w.spend(len(q))
	}
	w.sum = append(append(w.sum[:0], s.parts[:s.part]...), s.parts[s.part+1:]...)
	for to := range slices.Chunk(s.to, w.run.code.Shape.Size) {
		w.sum = append(w.sum, w.run.pack(to))
	}
	q := sumOf(w.sum)
	return q, w.spend(len(q))
}

// endingOf returns how the play ends at a sum of packed states.
func (w *worker) endingOf(parts []string) (ending grundy.Ending, err error) {
	for i := 0; i < len(parts) && w.run.Ends; i++ {
		w.run.unpack(w.state, parts[i])
		if err := w.list(); err != nil {
			return ending, err
		}
		ending = max(ending, w.result.Ending)
	}
	return ending, nil
}

// endingOf returns how the play ends at a position.
func (r *run) endingOf(p Position) (ending grundy.Ending, err error) {
	err = r.lend(func(w *worker) error {
		ending, err = w.endingOf(w.run.split(p))
		return err
	})
	return ending, err
}

// lend calls do with a worker that nobody else uses.
func (r *run) lend(do func(*worker) error) error {
	w, _ := r.idle.Get().(*worker)
	if w == nil {
		w = r.newWorker()
	}
	err := do(w)
	w.count()
	w.held.Close()
	r.idle.Put(w)
	return err
}

// A listed is a position whose options were listed, and these.
type listed struct {
	position Position
	options  []Position
}

// mostListed bounds the options that are kept. They also take no more than a small part
// of the memory that the question has left.
const mostListed = 1 << 20

// mayKeep reports whether there is memory to keep the options of a position.
func (r *run) mayKeep(options []Position) bool {
	if len(options) == 0 || len(options) > mostListed {
		return false
	}
	return uint64(len(options)*(len(options[0])+optionBytes)) <= meter.Of(r.clock.Ctx).Left()/8
}

// optionsOf returns the options of a position, each once, or the error of the rules. The
// last ones are kept, as a question asks for those of its position several times.
func (r *run) optionsOf(p Position) (options []Position, err error) {
	if last := r.listed.Load(); last != nil && last.position == p {
		return last.options, nil
	}
	err = r.lend(func(w *worker) error {
		options, err = w.listOptions(p)
		return err
	})
	if err == nil && r.mayKeep(options) {
		r.listed.Store(&listed{p, options})
	}
	return options, err
}
