package console

// A sight is what the screen knows of the position: its drawing, its moves, and which places of
// the drawing each move touches. It is made beside the screen.

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/scene"
	"github.com/grundy-games/grundy/solve"
)

const (
	mostListed   = 1000    // moves
	mostCompared = 1 << 18 // elements of the scenes that are compared for all moves
	mostLines    = 500     // of the drawing of a component
	mostColumns  = 1000    // of a line
)

// A sight is what is seen of the match at one moment.
type sight struct {
	text     string
	turn     int
	drawing  []string // of the components
	places   []place
	moves    []choice // in the order of the game
	count    *big.Int // of all moves; nil where they are too many to count
	over     bool
	ending   bool // whether the rules have ended it, and not the want of a move
	winner   int
	err      error
	loopy    bool
	repeated int
	level    play.Level
	undone   bool           // whether there are moves to make again
	scenes   []grundy.Scene // of the components
	several  bool           // components
}

// A place is where elements stand in the drawing.
type place struct {
	line, column, width int
	whole               bool  // a heap as a whole, whose stones are places too
	moves               []int // those that touch it, the smallest first
	spots               []spot
}

// isStone reports whether a stone of a heap stands at p.
func (p place) isStone() bool {
	return slices.ContainsFunc(p.spots, func(s spot) bool { return s.Stone > 0 })
}

// A spot is a spot of the drawing of a component.
type spot struct {
	scene.Spot
	component int
}

// A choice is a move, and what is known of it.
type choice struct {
	move    solve.Move
	key     string // which tells it from others
	text    string
	to      string
	touches []int // places
	leads   *grundy.Outcome
	lasts   *uint64 // how many moves play lasts then
}

// look returns what is seen of the match: with its drawing and its moves, if it is drawn.
func look(m *play.Match, drawn bool) *sight {
	components := m.Components()
	p := &sight{
		text: line(grundy.SumOf(components...).String()), turn: m.Turn(), loopy: m.Loopy(), repeated: m.Repeated(), level: m.Level(),
		undone: m.Undone() > 0,
	}
	p.several = len(components) > 1
	var moves []solve.Move
	if drawn {
		p.draw(components)
		moves, p.count = m.Moves(mostListed)
	}
	p.winner, p.over = m.Over()
	p.ending = solve.Stated(grundy.SumOf(components...)) != grundy.NoEnding
	p.err = m.Err()
	p.offer(moves)
	return p
}

// offer lets the player choose among moves.
func (p *sight) offer(moves []solve.Move) {
	p.moves = choicesOf(moves, p.several)
	p.touch()
}

// offering returns the same position with other moves.
func (p *sight) offering(moves []solve.Move) *sight {
	other := *p
	other.places = slices.Clone(p.places)
	other.offer(moves)
	return &other
}

// judged returns the same position with options, and what they lead to.
func (p *sight) judged(options []solve.Option) *sight {
	moves := make([]solve.Move, len(options))
	for i, o := range options {
		moves[i] = o.Move
	}
	other := p.offering(moves)
	for i, o := range options {
		other.moves[i].leads = &o.Outcome
	}
	return other
}

// movesOf returns the moves of choices.
func movesOf(choices []choice) []solve.Move {
	moves := make([]solve.Move, len(choices))
	for i, c := range choices {
		moves[i] = c.move
	}
	return moves
}

// choicesOf describes moves.
func choicesOf(moves []solve.Move, several bool) []choice {
	choices := make([]choice, len(moves))
	said := map[string]int{}
	for i, move := range moves {
		c := choice{move: move, text: wordsOf(move, several)}
		var to []string
		for _, s := range move {
			c.key += fmt.Sprintf("%d:%s;", s.Component, s.To)
			to = append(to, named(s, s.To.String(), several))
		}
		c.to = line(strings.Join(to, "; "))
		said[c.text]++
		choices[i] = c
	}
	for i := range choices {
		if c := &choices[i]; said[c.text] > 1 && c.text != c.to {
			c.text += " → " + c.to
		}
	}
	return choices
}

// wordsOf says a move in words, and by the positions that it leads to where there are none.
func wordsOf(move solve.Move, several bool) string {
	var steps []string
	for _, s := range move {
		words := s.From.DescribeMove(s.To)
		if words == "" {
			words = s.To.String()
		}
		steps = append(steps, named(s, words, several))
	}
	return line(strings.Join(steps, "; "))
}

// named puts the number of a component before text, where there are several.
func named(s solve.Step, text string, several bool) string {
	if several {
		return fmt.Sprintf("%d: %s", s.Component+1, text)
	}
	return text
}

// line returns text with nothing in it that would not stay on a line.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// draw draws the components below each other.
func (p *sight) draw(components []grundy.Component) {
	p.scenes = make([]grundy.Scene, len(components))
	at := map[[2]int]int{} // places
	for i, c := range components {
		d, indent := scene.Drawing{}, 0
		if p.several {
			if i > 0 {
				p.drawing = append(p.drawing, "")
			}
			p.drawing = append(p.drawing, line(fmt.Sprintf("%d: %s", i+1, c)))
			indent = 2
		}
		s, ok, err := c.Scene()
		switch {
		case err != nil:
			d.Lines = []string{"(no picture: " + err.Error() + ")"}
		case ok:
			p.scenes[i] = s
			d = scene.Draw(s, mostLines)
		case !p.several:
			d.Lines = []string{c.String()}
		}
		first := len(p.drawing)
		for _, text := range d.Lines {
			text = strings.Repeat(" ", indent) + line(text)
			if utf8.RuneCountInString(text) > mostColumns {
				text = string([]rune(text)[:mostColumns-1]) + "…"
			}
			p.drawing = append(p.drawing, text)
		}
		for _, s := range d.Spots {
			key := [2]int{first + s.Line, indent + s.Column}
			j, ok := at[key]
			if !ok {
				j = len(p.places)
				at[key] = j
				p.places = append(p.places, place{line: key[0], column: key[1]})
			}
			p.places[j].width = max(p.places[j].width, s.Width)
			p.places[j].spots = append(p.places[j].spots, spot{s, i})
		}
	}
	slices.SortFunc(p.places, func(a, b place) int { return cmp.Or(a.line-b.line, a.column-b.column) })
}

// touch finds the places that each move touches.
func (p *sight) touch() {
	index := map[string][]int{} // places by what may happen there
	key := func(component int, path, id string) string { return fmt.Sprintf("%d %s%s", component, path, id) }
	cell := func(at []uint64) string { return fmt.Sprint("at ", at) }
	for i := range p.places {
		p.places[i].moves = nil
		for _, s := range p.places[i].spots {
			keys := []string{key(s.component, "", s.ID)}
			if s.At != nil {
				keys = append(keys, key(s.component, s.Part, cell(s.At)))
			}
			for _, k := range keys {
				index[k] = append(index[k], i)
			}
		}
	}
	for i := range p.places {
		whole := func(s spot) bool { return s.ID != "" && s.Stone == 0 && len(index[key(s.component, "", s.ID)]) > 1 }
		p.places[i].whole = slices.ContainsFunc(p.places[i].spots, whole)
	}
	left := mostCompared
	for i := range p.moves {
		c := &p.moves[i]
		for _, s := range c.move {
			if left -= 1 + len(p.scenes[s.Component].Elements); left < 0 {
				break
			}
			after, ok, err := s.To.Scene()
			if !ok || err != nil {
				continue
			}
			_, changes := scene.Follow(p.scenes[s.Component], after)
			for _, change := range changes {
				keys := []string{key(s.Component, "", change.ID)}
				if change.After != nil {
					part := change.ID[:strings.LastIndex(change.ID, "/")+1]
					keys = append(keys, key(s.Component, part, cell(change.After.At)), key(s.Component, part, change.After.On))
				}
				for _, k := range keys {
					for _, j := range index[k] {
						touched := func(at spot) bool { return at.component == s.Component && at.Touches(change) }
						if slices.ContainsFunc(p.places[j].spots, touched) {
							c.touches = append(c.touches, j)
						}
					}
				}
			}
		}
		slices.Sort(c.touches)
		c.touches = slices.Compact(c.touches)
		for _, j := range c.touches {
			p.places[j].moves = append(p.places[j].moves, i)
		}
	}
	for i := range p.places {
		if at := &p.places[i]; !at.whole {
			slices.SortStableFunc(at.moves, func(a, b int) int { return len(p.moves[a].touches) - len(p.moves[b].touches) })
		}
	}
}

// hint returns what the best of the moves leads to that a place stands for: of the smallest
// that touch it, or of all that touch a heap.
func (p *sight) hint(at place) *grundy.Outcome {
	var best *grundy.Outcome
	for _, i := range at.moves {
		c := p.moves[i]
		if !at.whole && len(c.touches) > len(p.moves[at.moves[0]].touches) {
			break
		}
		if c.leads != nil && (best == nil || rank[*c.leads] < rank[*best]) {
			best = c.leads
		}
	}
	return best
}

// rank orders outcomes of the position after a move, the best for its maker first.
var rank = [...]int{grundy.P: 0, grundy.D: 1, grundy.N: 2}

// nearest returns the place that a player may choose nearest to a line and a column, of those
// in a direction; 0, 0 is any. It is -1 if there is none.
func (p *sight) nearest(line, column, down, right int) int {
	best, least := -1, 0
	for i, at := range p.places {
		if len(at.moves) == 0 {
			continue
		}
		dy, dx := at.line-line, at.column-column
		if dy*down < 0 || dx*right < 0 || down != 0 && dy == 0 || right != 0 && dx == 0 {
			continue
		}
		// A line is about as high as two columns are wide. What lies aside is farther.
		far := 2*abs(dy) + abs(dx)
		if down != 0 {
			far += 2 * abs(dx)
		}
		if right != 0 {
			far += 8 * abs(dy)
		}
		if best < 0 || far < least {
			best, least = i, far
		}
	}
	return best
}

func abs(x int) int { return max(x, -x) }
