package ask

// [Starts] asks where to begin: at positions of a game that are neither trivial nor
// hopeless for the player who moves first.

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/rules"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A Starts asks for positions to begin a match at: preferably won ones in which few moves
// win, and play lasts long. The same seed gives the same positions.
type Starts struct {
	Game   string `json:"game" doc:"a name, a code, a file of rules; or a position, whose numbers are varied"`
	Misere bool   `json:"misere,omitempty" doc:"a player who cannot move wins"`
	Count  int    `json:"n,omitempty" doc:"the most positions that are listed"`
	Seed   uint64 `json:"seed,omitempty" doc:"draw positions by this number"`
}

// DefaultStarts is how many positions a [Starts] lists where nobody says.
const DefaultStarts = 3

const (
	mostStarts   = 20
	drawnFor     = 8       // positions that are drawn for each that is wanted
	mostTries    = 400     // and at most, with those that are none
	startSteps   = 1 << 14 // of each search
	drawSteps    = 1 << 17 // after which no position is drawn any more, if there is one
	startBytes   = 1 << 25 // of each search
	startWalk    = 3       // moves from a position that was drawn
	roomyOptions = 60      // more options are hard to survey
	roomyScene   = 250     // and so are more elements
)

// A Started is the answer to a [Starts].
type Started struct {
	_      struct{}        `layout:"compact"`
	Game   string          `json:"game"`
	Starts []StartPosition `json:"starts"`
}

// A StartPosition is a position to begin at. What little work does not show is nil.
type StartPosition struct {
	Position   string        `json:"position"`
	Title      string        `json:"title" doc:"in words"`
	Scene      *grundy.Scene `json:"scene,omitempty"` // nil for a sum
	Outcome    string        `json:"outcome" enum:"N,P,D"`
	Winning    *big.Int      `json:"winning_move_count"`
	Remoteness number        `json:"remoteness"`

	worth float64
}

// Ask answers the question.
func (q Starts) Ask(ctx context.Context, m Means) (*Started, error) {
	if q.Count == 0 {
		q.Count = DefaultStarts
	}
	if q.Count < 0 || q.Count > mostStarts {
		return nil, wrong("n", q.Count, "want a number of positions from 1 to %d", mostStarts)
	}
	ctx, clock := m.begin(ctx, message.Brief(q.Game, briefText))
	if m.kept == nil {
		m.kept = &position.Kept{} // the rules are read and compared once
	}
	d := &drawer{question: q, means: m, random: rand.New(rand.NewPCG(q.Seed, 1)), seen: map[string]bool{}}
	err := d.draw(ctx)
	timedOut := context.Cause(ctx) != nil && len(d.found) > 0
	if err = clock.end(err); err != nil && !timedOut {
		return nil, err
	}
	sort.SliceStable(d.found, func(i, j int) bool { return d.found[i].worth > d.found[j].worth }) // the page's program has one copy of it for all types
	if i := slices.IndexFunc(d.found, func(s StartPosition) bool { return s.worth < 0 }); i > 0 {
		d.found = d.found[:i]
	}
	return &Started{Game: q.Game, Starts: d.found[:min(q.Count, len(d.found))]}, nil
}

// A drawer draws positions of a game.
type drawer struct {
	question Starts
	means    Means
	random   *rand.Rand
	pattern  string   // a position
	forms    []string // of positions by numbers, such as cram(height,width)
	seen     map[string]bool
	found    []StartPosition
}

// draw draws enough positions.
func (d *drawer) draw(ctx context.Context) error {
	if err := d.describe(ctx); err != nil {
		return err
	}
	var sum grundy.Sum
	if d.pattern != "" {
		var err error
		if sum, err = position.ParseWith(ctx, d.pattern, d.means.files()); err != nil {
			return refused(ctx, "game", err)
		}
	}
	for range mostTries {
		if steps, _ := meter.Of(ctx).Counted(); len(d.found) >= drawnFor*d.question.Count || len(d.found) > 0 && steps > drawSteps {
			break
		}
		if err := d.judge(ctx, d.next(ctx)); err != nil {
			return err
		}
	}
	if len(d.found) == 0 && sum != nil {
		return d.judge(ctx, sum)
	}
	return ctx.Err()
}

// numeric is a form of positions by numbers alone.
var numeric = lazy.Regexp(`^[^(]*\((\w+(?:,\w+)*)(,…)?\)$`)

// describe finds out how positions of the game are written.
func (d *drawer) describe(ctx context.Context) error {
	name := d.question.Game
	e, ok := position.Find(name)
	switch {
	case ok:
	case name == "":
		return wrong("game", nil, "want a game, such as nim")
	case strings.Contains(name, "("):
		e.Example = name
	case strings.HasSuffix(name, RulesEnding) && d.means.Open != nil:
		r, err := d.means.Open(name)
		if err != nil {
			return wrong("game", nil, "cannot read %s: %w", name, err)
		}
		f, err := rules.Load(ctx, name, r, d.means.rules())
		if err := errors.Join(err, r.Close()); err != nil {
			return refused(ctx, "game", err)
		}
		e = position.EntryOf(name, f)
	default:
		e.Example, e.Form = name+"(12)", name+"(n)"
	}
	if e.Alone == 0 && strings.Contains(e.Form, "[FILE]") {
		return wrong("game", nil, "the positions of %s are in files; name one of them", name)
	}
	d.pattern = e.Example
	for form := range strings.SplitSeq(e.Form, " or ") {
		if numeric().MatchString(form) && !strings.Contains(form, "[") {
			d.forms = append(d.forms, form)
		}
	}
	return nil
}

// next returns a position that may be worth a match, or nil where what was drawn is none.
func (d *drawer) next(ctx context.Context) grundy.Sum {
	text := ""
	if n := len(d.forms); n > 0 && (d.pattern == "" || d.random.IntN(2) == 0) {
		text = d.filled(d.forms[n-1])
	} else {
		text = d.varied()
	}
	sum, err := position.ParseWith(ctx, text, d.means.files())
	if err != nil {
		return nil
	}
	started, failed := grundy.Start(ctx, sum)
	for range d.random.IntN(startWalk + 1) {
		var moves []solve.Move
		solve.EachMove(started, 0, func(m solve.Move) bool {
			moves = append(moves, slices.Clone(m))
			return len(moves) < roomyOptions
		})
		if len(moves) < 3 {
			break
		}
		components, ok := started.ComponentsUpTo(roomyOptions)
		if !ok || failed() != nil {
			break
		}
		started = grundy.SumOf(solve.AfterMove(components, moves[d.random.IntN(len(moves))])...)
	}
	for i := range started {
		started[i].Component = started[i].Component.AtRest()
	}
	return started
}

// filled fills numbers into a form: larger ones where there are few.
func (d *drawer) filled(form string) string {
	parts := numeric().FindStringSubmatch(form)
	names := strings.Split(parts[1], ",")
	count := len(names)
	if parts[2] != "" {
		count += d.random.IntN(3)
	}
	most := map[int]int{1: 24, 2: 7, 3: 8}[count]
	if most == 0 {
		most = 6
	}
	numbers := make([]string, count)
	for i := range numbers {
		numbers[i] = strconv.Itoa(1 + d.random.IntN(most))
	}
	return form[:strings.Index(form, "(")+1] + strings.Join(numbers, ",") + ")"
}

var digits = lazy.Regexp(`"[^"]*"|\[[^\]]*\]\(|[0-9]+`)

// varied varies the numbers of the pattern, but those that choose the rules.
func (d *drawer) varied() string {
	open := strings.Index(d.pattern, "(")
	return d.pattern[:open] + digits().ReplaceAllStringFunc(d.pattern[open:], func(text string) string {
		if text[0] == '"' {
			return d.longer(text)
		}
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil || d.random.IntN(4) == 0 {
			return text
		}
		return strconv.FormatUint(n-n/3+d.random.Uint64N(n+3), 10)
	})
}

// longer puts letters of a text in quotes into it; a board keeps its rows.
func (d *drawer) longer(text string) string {
	letters := []rune(text[1 : len(text)-1])
	if len(letters) == 0 || slices.Contains(letters, '/') {
		return text
	}
	for range d.random.IntN(10) {
		letters = slices.Insert(letters, d.random.IntN(len(letters)+1), letters[d.random.IntN(len(letters))])
	}
	return `"` + string(letters) + `"`
}

// judge keeps a position, if it is one that can be decided by little work.
func (d *drawer) judge(ctx context.Context, sum grundy.Sum) error {
	text := sum.String()
	if sum == nil || d.seen[text] {
		return ctx.Err()
	}
	d.seen[text] = true
	q := solve.Question{Sum: sum, Convention: conventionOf(d.question.Misere, sum), Budget: d.means.searching(), Cache: d.means.cache}
	q.Budget.Steps = startSteps
	whole := ctx
	ctx, cancel := context.WithCancel(meter.With(ctx, startBytes))
	defer cancel()
	started, failed := grundy.Start(ctx, sum)
	options := solve.CountMoves(started, q.Compound)
	if options == nil || options.Sign() == 0 || !solve.CanMove(started, q.Compound) || failed() != nil {
		return ctx.Err()
	}
	a, err := solve.Solve(ctx, q)
	if err != nil {
		if ctx.Err() == nil {
			err = nil // too much for a match, or rules that fail
		}
		return err
	}
	if a.Unlisted != nil {
		return nil
	}
	s := StartPosition{Position: text, Title: position.Title(sum, q.Convention, q.Compound), Outcome: a.Outcome.String(), Winning: a.WinningMoveCount}
	var lasts *uint64
	if moves, err := solve.Remoteness(ctx, q); err == nil && moves != loopy.Infinite {
		lasts = &moves
	}
	s.Remoteness = remotenessJSON(lasts)
	elements := 0
	if len(sum) == 1 && sum[0].Copies == 1 {
		picture, err := sceneOf(sum[0].Component)
		if err != nil || meter.Take(whole, held(picture)) != nil {
			return ctx.Err()
		}
		s.Scene, elements = &picture, sizeOf(picture)
	}
	s.worth = worthOf(a, lasts, options, elements+len(text)/2)
	if s.worth > 0 { // of those that are about as good, another seed takes others
		s.worth += d.random.Float64() / 3
	}
	d.found = append(d.found, s)
	return ctx.Err()
}

// sizeOf returns how much there is to see in a picture.
func sizeOf(s grundy.Scene) int {
	size := len(s.Elements)
	for _, e := range s.Elements {
		size += int(min(e.Count, 1000) / 4)
	}
	for _, part := range s.Parts {
		size += sizeOf(part)
	}
	return size
}

// worthOf says how good a position is to begin at; below 0 it is trivial or hopeless.
func worthOf(a *solve.Answer, lasts *uint64, options *big.Int, size int) float64 {
	const long = 11
	length := 0.4
	if lasts != nil {
		length = float64(min(*lasts, long)) / long
	}
	count, _ := options.Float64()
	winning, _ := a.WinningMoveCount.Float64()
	worth := length - winning/count
	switch {
	case a.Outcome == grundy.P:
		worth -= 3
	case a.Outcome == grundy.D:
		worth -= 0.5
	case count < 3, lasts != nil && *lasts < 3:
		worth -= 2
	}
	if count > roomyOptions {
		worth -= 0.5
	}
	if size > roomyScene {
		worth -= 0.5
	}
	return worth + 1
}
