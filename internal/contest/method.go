package contest

// Lists name the theorem or engine that answers a problem, and say its input in words.

import (
	"maps"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/games/heap"
)

// Method says in short what answers the problem: counts by their names in the file, or for each
// game the theorem or the engine.
func (p *Problem) Method() string {
	var ways []string
	add := func(way string) {
		if !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	known := counts()
	for _, name := range slices.Sorted(maps.Keys(p.code.Mentions(func(name string) bool { return known[name] != nil }))) {
		add(name)
	}
	p.all.mu.Lock()
	defer p.all.mu.Unlock()
	for _, name := range p.Games {
		if g := p.all.byKey[name]; g != nil && g.maker != nil {
			add(g.way())
		}
	}
	if len(ways) == 0 {
		return "the file itself"
	}
	return strings.Join(ways, ", ")
}

// way says what answers questions about a game.
func (g *game) way() string {
	m := g.maker
	if r := m.Rules(); r != nil && m.Alone.Sequence == nil && m.Alone.Table == nil {
		switch {
		case r.HasTheorem():
			return "theorem"
		case r.Loopy || r.Ends:
			return "retrograde analysis"
		}
		return "search"
	}
	switch m.Alone.Sequence.(type) {
	case nil:
	case heap.Nim:
		return "nim-sum"
	case heap.Counter:
		return "closed form"
	default:
		return "nim-sequence"
	}
	switch {
	case m.Alone.Table != nil, m.Numbers == 2:
		return "table"
	case m.Numbers == 1:
		return "nim-sequence" // of a family
	}
	return "closed form"
}

// Facts are what lists and details of problems say, as data.
type Facts struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Judge    string   `json:"judge"`
	Games    []string `json:"games"`
	Method   string   `json:"method"`
	Call     string   `json:"call,omitempty"`
	Input    []string `json:"input"`
	Time     float64  `json:"seconds,omitempty"`
	Memory   int      `json:"megabytes,omitempty"`
	Examples int      `json:"examples"`
}

// Facts returns the facts of the problem.
func (p *Problem) Facts() Facts {
	games := p.Games
	if games == nil {
		games = []string{}
	}
	return Facts{
		Name: p.Name, Title: p.Title, Judge: p.Judge, Games: games, Method: p.Method(),
		Call: p.Shape.Declaration().Call, Input: p.Shape.Describe(), Time: float64(p.Limits.Milliseconds) / 1000,
		Memory: p.Limits.Megabytes, Examples: len(p.Samples),
	}
}
