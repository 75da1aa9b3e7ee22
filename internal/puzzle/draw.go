package puzzle

// Puzzles are drawn from families of positions, which are data.

import (
	"cmp"
	"context"
	_ "embed" // families.json
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
)

//go:embed families.json
var familiesText []byte

// A Family describes positions to draw puzzles from.
type Family struct {
	// Position has a hole {2-7} for each number that is drawn, here one from 2 to 7.
	Position string `json:"position"`
	Misere   bool   `json:"misere,omitempty"`
	// Moves is how many random moves are made from there, at least and at most.
	Moves [2]int `json:"moves,omitzero"`
	// Easy says that it is of a well-known game with few moves: level 1 is drawn from these, and the
	// others from the rest.
	Easy bool `json:"easy,omitempty"`
}

// Families returns all families.
var Families = sync.OnceValue(func() (families []Family) {
	if err := json.Unmarshal(familiesText, &families); err != nil {
		panic(err) // it is a part of the program
	}
	return families
})

// A puzzle that is drawn has at most mostWinning winning moves, at least leastFails ideas fail there,
// and it can be surveyed.
const (
	mostWinning  = 2
	leastFails   = 3
	leastMoves   = 4
	roomyMoves   = 60
	leastLasting = 3 // moves to the end
	tries        = 24
	drawnSteps   = 1 << 22 // of each question; no family needs as many
	drawnBytes   = 1 << 28
)

// A Drawn is a puzzle that was drawn.
type Drawn struct {
	Sum        grundy.Sum
	Convention grundy.Convention
	Level      int
	Number     uint64
	Date       string // of the puzzle of a day
}

// Draw draws the puzzle of a number: the same one at any time and on any machine. Puzzles
// of numbers that follow each other are of different families.
func Draw(ctx context.Context, level int, number uint64) (*Drawn, error) {
	if level < 1 || level > Levels {
		return nil, fmt.Errorf("want a level from 1 to %d", Levels)
	}
	return draw(ctx, level, number, "")
}

// Daily draws the puzzle of a day, such as 2026-11-28. The week begins with the easiest on
// Monday.
func Daily(ctx context.Context, date string) (*Drawn, error) {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil || day.Year() < 1 {
		return nil, fmt.Errorf("want a day, such as 2026-11-28")
	}
	weekday := (int(day.Weekday()) + 6) % 7 // from Monday
	const daysALevel = 3
	level := min(1+weekday/daysALevel, Levels)
	return draw(ctx, level, uint64(day.Unix()/(24*60*60)), date)
}

// draw draws from one family after the other until there is a puzzle of the level.
func draw(ctx context.Context, level int, number uint64, date string) (*Drawn, error) {
	families := slices.DeleteFunc(slices.Clone(Families()), func(f Family) bool { return f.Easy != (level == 1) })
	count := uint64(len(families))
	stream := uint64(level)
	if date != "" {
		stream += Levels + 1
	}
	// As many numbers as there are families have each family once, in an order of their own.
	order := rand.New(rand.NewPCG(number/count, stream)).Perm(len(families))
	random := rand.New(rand.NewPCG(number, stream|1<<32))
	others := rand.New(rand.NewPCG(number, stream|1<<33)).Perm(len(families)) // where the first has none
	for _, i := range append([]int{order[number%count]}, others...) {
		f := families[i]
		for range tries {
			d, err := f.draw(ctx, random)
			if err != nil {
				return nil, err
			}
			if d != nil && d.Level == level {
				d.Number, d.Date = number, date
				return d, nil
			}
		}
	}
	return nil, fmt.Errorf("no puzzle of level %d for number %d", level, number)
}

// kept has the rules of the families, which are read once.
var kept position.Kept

var hole = lazy.Regexp(`\{(\d+)-(\d+)\}`)

// fill fills the holes of the family's position.
func (f Family) fill(random *rand.Rand) string {
	return hole().ReplaceAllStringFunc(f.Position, func(text string) string {
		least, most, _ := strings.Cut(strings.Trim(text, "{}"), "-")
		from, err := strconv.Atoi(least)
		to, err2 := strconv.Atoi(most)
		if err = cmp.Or(err, err2); err != nil || to < from {
			panic(fmt.Sprintf("families.json: %s: %s", f.Position, text))
		}
		return strconv.Itoa(from + random.IntN(to-from+1))
	})
}

// draw draws a position, and returns it if it is a good puzzle; otherwise nil.
func (f Family) draw(ctx context.Context, random *rand.Rand) (*Drawn, error) {
	sum, err := position.ParseWith(ctx, f.fill(random), position.Files{Kept: &kept})
	if err != nil {
		return nil, err
	}
	d := &Drawn{Sum: sum, Convention: grundy.Normal}
	if f.Misere {
		d.Convention = grundy.Misere
	}
	o := play.Options{Convention: d.Convention, Budget: solve.Budget{Memory: drawnBytes, Steps: drawnSteps}}
	for range f.Moves[0] + random.IntN(f.Moves[1]-f.Moves[0]+1) {
		if d.Sum, err = walk(ctx, d.Sum, random); d.Sum == nil {
			return nil, err
		}
	}
	o.Sum = d.Sum
	started, failed := grundy.Start(ctx, o.Sum)
	count := solve.CountMoves(started, o.Compound)
	if err := failed(); err != nil {
		return nil, err
	}
	if count == nil || count.Cmp(big.NewInt(leastMoves)) < 0 || count.Cmp(big.NewInt(roomyMoves)) > 0 {
		return nil, nil
	}
	m, err := play.New(ctx, o)
	if err != nil {
		return nil, err
	}
	d.Convention = m.Convention() // the rules may be played misère
	j, err := judgeMoves(ctx, m)
	if err != nil || j.Outcome != grundy.N || j.Winning.Cmp(big.NewInt(mostWinning)) > 0 || j.Fails() < leastFails {
		return nil, err
	}
	j.Remoteness = m.Remoteness(ctx)
	if d.Level = j.level(); d.Level == 0 || *j.Remoteness < leastLasting {
		return nil, nil
	}
	return d, nil
}

// walk makes a random move, and returns nil where there is none.
func walk(ctx context.Context, sum grundy.Sum, random *rand.Rand) (grundy.Sum, error) {
	started, failed := grundy.Start(ctx, sum)
	var moves []solve.Move
	solve.EachMove(started, 0, func(m solve.Move) bool {
		moves = append(moves, slices.Clone(m))
		return true
	})
	if err := failed(); err != nil || len(moves) == 0 {
		return nil, err
	}
	next := grundy.SumOf(solve.AfterMove(started.Components(), moves[random.IntN(len(moves))])...)
	for i := range next {
		next[i].Component = next[i].Component.AtRest()
	}
	return next, nil
}
