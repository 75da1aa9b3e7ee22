package sweep

// A summary says of rows how many are settled, histograms, the largest answers, and the open games
// by how far they were computed.

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy/internal/message"
)

// A Summary counts the rows of a sweep.
type Summary struct {
	Family  string   `json:"family"`
	Ask     string   `json:"ask"`
	Of      string   `json:"of,omitempty"`
	Games   uint64   `json:"games"` // of the family
	Rows    uint64   `json:"rows"`
	Hash    string   `json:"sha256"` // of the rows as CSV
	Settled *uint64  `json:"proved,omitempty"`
	Open    *uint64  `json:"open,omitempty"`
	Classes *Classes `json:"classes,omitempty"`
	// Histograms are of the rows that are settled, by powers of two.
	Histograms []Histogram `json:"histograms,omitempty"`
	Tallies    []Tally     `json:"tallies,omitempty"`
	// OpenGames are the first open games: those that were computed least first.
	OpenGames []OpenGame `json:"open_games,omitempty"`
	// Notes count the games without an answer by why there is none.
	Notes []Count `json:"notes,omitempty"`
}

// Classes counts the codes with the same nim-values as one.
type Classes struct {
	All     uint64 `json:"all"`
	Settled uint64 `json:"proved"`
	Open    uint64 `json:"open"`
}

// A Histogram counts how large the values of a column are.
type Histogram struct {
	Column  string    `json:"column"`
	Bars    []Bar     `json:"bars"`
	Largest []Extreme `json:"largest"`
}

// A Bar counts the values Least … Most: 0, 1, 2 … 3, 4 … 7, and so on.
type Bar struct {
	Least uint64 `json:"least"`
	Most  uint64 `json:"most"`
	Count uint64 `json:"count"`
}

// An Extreme is one of the largest values.
type Extreme struct {
	Game  string `json:"game"`
	Value uint64 `json:"value"`
}

// A Tally counts the values of a column of words.
type Tally struct {
	Column string  `json:"column"`
	Counts []Count `json:"counts"`
}

// A Count is how often a value occurs.
type Count struct {
	Value string `json:"value"`
	Count uint64 `json:"count"`
}

// An OpenGame is a game without a proof, and how far it was computed.
type OpenGame struct {
	Game       string  `json:"game"`
	ComputedTo *uint64 `json:"computed_to"`
	Note       string  `json:"note,omitempty"`
}

const (
	mostExtremes = 10
	mostOpen     = 200
	mostTallied  = 1 << 10 // values that are counted apart
)

// Summarize counts the rows of the folder.
func Summarize(ctx context.Context, f *Folder) (*Summary, error) {
	s := &Summary{Family: f.Family.String(), Ask: f.Question.Name, Of: f.Stages[0].Spec.Of, Games: f.Family.Size()}
	c := counter{folder: f, summary: s, bars: map[string]*[65]uint64{}, largest: map[string][]Extreme{}, tallies: map[string]map[string]uint64{}, notes: map[string]uint64{}}
	if f.Question.Settled != "" {
		s.Settled, s.Open = new(uint64), new(uint64)
		if f.Family.Codes && f.Question.Column("class") >= 0 {
			s.Classes = &Classes{}
		}
	}
	var err error
	if s.Rows, s.Hash, err = f.write(ctx, io.Discard, CSV, c.add); err != nil {
		return nil, err
	}
	c.finish()
	return s, nil
}

// A counter counts rows.
type counter struct {
	folder  *Folder
	summary *Summary
	bars    map[string]*[65]uint64 // of a column, by the length of the number
	largest map[string][]Extreme
	tallies map[string]map[string]uint64
	notes   map[string]uint64
	open    []OpenGame
}

// add counts a row.
func (c *counter) add(r Row) error {
	q, s := c.folder.Question, c.summary
	settled := true
	if q.Settled != "" {
		if settled = q.Get(r, q.Settled) == "true"; settled {
			*s.Settled++
		} else {
			*s.Open++
		}
	}
	if class := q.classOf(r); s.Classes != nil && (class == "" || !c.folder.Family.Has(class)) {
		s.Classes.All++
		if settled {
			s.Classes.Settled++
		} else {
			s.Classes.Open++
		}
	}
	for _, name := range q.Tallied {
		if c.tallies[name] == nil {
			c.tallies[name] = map[string]uint64{}
		}
		tally(c.tallies[name], q.Get(r, name))
	}
	if note := q.Get(r, "note"); note != "" && (!settled || q.Settled == "") {
		tally(c.notes, withoutGame(note, r[0]))
	}
	if !settled {
		return c.addOpen(r)
	}
	for _, name := range q.Measured {
		v, has, err := q.number(r, name)
		if err != nil {
			return err
		}
		if !has {
			continue
		}
		if c.bars[name] == nil {
			c.bars[name] = &[65]uint64{}
		}
		c.bars[name][bits.Len64(v)]++
		top := c.largest[name]
		if len(top) == mostExtremes && v <= top[len(top)-1].Value {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, v, func(e Extreme, v uint64) int {
			if e.Value >= v { // of equal ones the first comes first
				return -1
			}
			return 1
		})
		top = slices.Insert(top, at, Extreme{r[0], v})
		c.largest[name] = top[:min(len(top), mostExtremes)]
	}
	return nil
}

// addOpen notes a game that is not settled.
func (c *counter) addOpen(r Row) error {
	q := c.folder.Question
	g := OpenGame{Game: r[0], Note: q.Get(r, "note")}
	for _, name := range []string{"computed_to", "heaps"} {
		v, has, err := q.number(r, name)
		if err != nil {
			return err
		}
		if has {
			g.ComputedTo = &v
		}
	}
	if class := q.classOf(r); class != "" && c.folder.Family.Has(class) {
		return nil // it stands for the game
	}
	c.open = append(c.open, g)
	if len(c.open) >= 2*mostOpen {
		c.sortOpen()
	}
	return nil
}

// sortOpen keeps the games that were computed least.
func (c *counter) sortOpen() {
	far := func(g OpenGame) uint64 {
		if g.ComputedTo == nil {
			return 0
		}
		return *g.ComputedTo + 1
	}
	slices.SortStableFunc(c.open, func(a, b OpenGame) int { return cmp.Compare(far(a), far(b)) })
	c.open = c.open[:min(len(c.open), mostOpen)]
}

// tally counts a value. Where there are too many, others are counted together.
func tally(counts map[string]uint64, value string) {
	if _, known := counts[value]; !known && len(counts) >= mostTallied {
		value = "others"
	}
	counts[value]++
}

// withoutGame returns the note without the name of the game, so that equal reasons are
// counted together.
func withoutGame(note, game string) string {
	return message.Shortened(strings.ReplaceAll(note, game, "the game"), 200)
}

// finish sorts what was counted.
func (c *counter) finish() {
	s, q := c.summary, c.folder.Question
	for _, name := range q.Measured {
		h := Histogram{Column: name, Bars: []Bar{}, Largest: c.largest[name]}
		if counts := c.bars[name]; counts != nil {
			for length, n := range counts {
				if n > 0 || len(h.Bars) > 0 {
					least, most := uint64(0), uint64(0)
					if length > 0 {
						least, most = 1<<(length-1), 1<<(length-1)-1+1<<(length-1)
					}
					h.Bars = append(h.Bars, Bar{least, most, n})
				}
			}
			for h.Bars[len(h.Bars)-1].Count == 0 {
				h.Bars = h.Bars[:len(h.Bars)-1]
			}
			s.Histograms = append(s.Histograms, h)
		}
	}
	for _, name := range q.Tallied {
		s.Tallies = append(s.Tallies, Tally{name, sorted(c.tallies[name])})
	}
	s.Notes = sorted(c.notes)
	c.sortOpen()
	s.OpenGames = c.open
}

// sorted returns counts, the largest first.
func sorted(counts map[string]uint64) (all []Count) {
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, Count{v, counts[v]})
	}
	slices.SortStableFunc(all, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	return all
}

// mostGroups bounds the groups of [CountBy].
const mostGroups = 1 << 22

// CountBy writes, as CSV, how many rows have each combination of values of the columns.
func CountBy(ctx context.Context, f *Folder, w io.Writer, columns []string) error {
	if err := f.Question.Check(columns); err != nil {
		return err
	}
	var at []int
	for _, name := range columns {
		at = append(at, f.Question.Column(name))
	}
	counts := map[string]uint64{}
	for r, err := range f.Rows(ctx) {
		if err != nil {
			return err
		}
		var key strings.Builder
		for _, n := range at {
			key.WriteString(r[n] + "\x00")
		}
		counts[key.String()]++
		if len(counts) > mostGroups {
			return errors.New("more than 4,000,000 combinations; want fewer columns")
		}
	}
	groups := make([][]string, 0, len(counts))
	for key, n := range counts {
		groups = append(groups, append(strings.Split(strings.TrimSuffix(key, "\x00"), "\x00"), strconv.FormatUint(n, 10)))
	}
	slices.SortFunc(groups, func(a, b []string) int {
		for i := range at {
			if less := compareCells(a[i], b[i]); less != 0 {
				return less
			}
		}
		return 0
	})
	out := csv.NewWriter(w)
	_ = out.Write(append(slices.Clone(columns), "games"))
	_ = out.WriteAll(groups)
	return out.Error()
}

// compareCells compares numbers as numbers, and others as texts.
func compareCells(a, b string) int {
	x, errX := strconv.ParseUint(a, 10, 64)
	y, errY := strconv.ParseUint(b, 10, 64)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}
