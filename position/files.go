package position

// Some positions name a file that has their game: graph[FILE](node), and FILE.star(…) for a file
// of rules; games of the catalogue are such files, built in. To read a file is more than a text
// may ask for everywhere, so the caller says by which function files are opened, and without one
// they are refused.
//
// A file of rules is named by letters, digits and the signs / ~ @ % . _ and -, or
// stands in quotes, as in "my games/kayles.star"(5). A file of a graph ends at the
// first "]", and a node at the ")" that closes what "(" has opened, as in
// graph[game.json]((1,2)). Others stand in quotes.

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/position/catalog"
	"github.com/grundy-games/grundy/rules"
)

// Files say how positions may read files. The zero value refuses all.
type Files struct {
	// Open opens the file of that name, as it stands in the position. Its
	// errors need not name the file.
	Open func(name string) (io.ReadCloser, error)
	// Memory bounds the bytes that a file's game may need, where it is not 0.
	Memory   uint64
	Progress grundy.Progress // of the bytes that are read
	// Rules bound what files of rules may use.
	Rules rules.Options
	// Kept has the files that were read for other sums; nil for none.
	Kept *Kept
}

// Kept keeps the files that sums have named, so that they are read once for many sums.
// Several goroutines may use it. Files that need more than a share of the memory are
// dropped when another one is read. The zero value is ready to use.
type Kept struct {
	mu     sync.Mutex
	graphs map[string]*graph.Graph
	rules  map[string]*rules.File
	bytes  uint64 // of text
}

// mostKept is how many bytes the text of the files may have that are kept, as a share
// of the memory: what is made of a text takes several times as much.
const mostKept = 16

// graph and file return what was read before.
func (k *Kept) graph(name string) (g *graph.Graph, ok bool) {
	if k == nil {
		return nil, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	g, ok = k.graphs[name]
	return g, ok
}

func (k *Kept) file(name string) (f *rules.File, ok bool) {
	if k == nil {
		return nil, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	f, ok = k.rules[name]
	return f, ok
}

// keep keeps a graph or a file of rules, and counts the bytes of its text.
func (k *Kept) keep(name string, g *graph.Graph, f *rules.File, bytes, memory uint64) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.graphs == nil || memory > 0 && k.bytes+bytes > memory/mostKept {
		k.graphs, k.rules, k.bytes = map[string]*graph.Graph{}, map[string]*rules.File{}, 0
	}
	if k.bytes += bytes; g != nil {
		k.graphs[name] = g
	} else {
		k.rules[name] = f
	}
}

// A counted file counts the bytes that are read.
type counted struct {
	io.ReadCloser
	bytes uint64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.bytes += uint64(n)
	return n, err
}

// ParseWith is [Parse] for sums in which positions may name files. Each file is
// read once. Besides a [*SyntaxError], its error may be ctx's, or wrap
// [grundy.ErrTooLarge] where a file's game is over the budget.
func ParseWith(ctx context.Context, text string, files Files) (grundy.Sum, error) {
	p := parser{text: text, of: "position", files: files, ctx: ctx}
	return p.sum("")
}

// atGraph reports whether the name of the game that stands here is graph.
func (p *parser) atGraph() bool {
	p.space()
	rest, ok := strings.CutPrefix(p.text[p.at:], "graph")
	return ok && (rest == "" || !isNamePart(rest[0]))
}

// until reads the text to the closing character, without white space at its
// ends, and where it begins. The text may stand in quotes, as a string of Go.
func (p *parser) until(closing byte, length func(text string) int, what string) (text string, at int, err error) {
	p.space()
	at = p.at
	rest := p.text[at:]
	if strings.HasPrefix(rest, `"`) {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return "", at, p.fail(at, "want %s, or that in quotes, with a quotation mark at its end", what)
		}
		if text, _ = strconv.Unquote(quoted); text == "" {
			return "", at, p.fail(at, "want %s, as in graph[game.txt](start)", what)
		}
		p.at += len(quoted)
		if !p.take(closing) {
			return "", at, p.unexpected(`"` + string(closing) + `" behind ` + what)
		}
		return text, at, nil
	}
	n := length(rest)
	text = strings.TrimSpace(rest[:max(n, 0)])
	switch {
	case n < 0:
		p.at = len(p.text)
		return "", at, p.unexpected(`"` + string(closing) + `" behind ` + what)
	case text == "" || strings.Contains(text, "\n"):
		return "", at, p.fail(at, "want %s before %q, as in graph[game.txt](start)", what, string(closing))
	}
	p.at += n + 1
	return text, at, nil
}

// graph reads graph[FILE](node).
func (p *parser) graph() (grundy.Component, error) {
	p.at += len("graph")
	if !p.take('[') {
		return nil, p.unexpected(`"[" and a file, as in graph[game.txt](start)`)
	}
	name, at, err := p.until(']', graph.FileLength, "the name of a file")
	if err != nil {
		return nil, err
	}
	if !p.take('(') {
		return nil, p.unexpected(`"(" and a node, as in graph[game.txt](start)`)
	}
	node, nodeAt, err := p.until(')', graph.NodeLength, "a node")
	if err != nil {
		return nil, err
	}
	g, err := p.readGraph(name)
	switch {
	case errors.Is(err, grundy.ErrTooLarge) || p.ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, p.fail(at, "%v", err)
	}
	component, err := g.Place(node)
	if err != nil {
		return nil, p.fail(nodeAt, "%v", err)
	}
	return component, nil
}

// readGraph reads the graph in a file, or returns it if it has been read.
func (p *parser) readGraph(name string) (*graph.Graph, error) {
	if g, ok := p.read[name]; ok {
		return g, nil
	}
	if g, ok := p.files.Kept.graph(name); ok {
		return g, nil
	}
	if p.files.Open == nil {
		return nil, errors.New("files are not read here")
	}
	opened, err := p.files.Open(name)
	if err != nil {
		return nil, err
	}
	file := &counted{ReadCloser: opened}
	g, err := graph.Read(p.ctx, file, graph.Options{Name: name, Memory: p.files.Memory, Progress: p.files.Progress})
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	if p.read == nil {
		p.read = map[string]*graph.Graph{}
	}
	p.read[name] = g
	p.files.Kept.keep(name, g, nil, file.bytes, p.files.Memory)
	return g, nil
}

// geographyName is the game in whose brackets the ends of edges stand, or a graph.
const geographyName = "geography"

// atGivenGraph reports whether a graph stands here, rather than numbers: a name of one, or edges as in
// 1-2,2-3. A file whose name begins with a digit stands in quotes.
func (p *parser) atGivenGraph() bool {
	p.space()
	text := p.text[p.at:]
	text = text[:max(graph.FileLength(text), 0)]
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(first) || first != utf8.RuneError && strings.ContainsRune(`"/.~_`, first) ||
		isDigit(byte(first)) && strings.Contains(text, "-") && strings.Trim(text, "0123456789,- ") == "" && !strings.Contains(text, ",-")
}

// givenGraph reads a graph in brackets as the ends of its edges. Nodes whose names are not all numbers are
// numbered in the order of the file, from 0 on.
func (p *parser) givenGraph() (l list, err error) {
	l = list{open: p.at - 1, bracketed: true}
	text, at, err := p.until(']', graph.FileLength, "a graph")
	if err != nil {
		return l, err
	}
	g, err := graph.Told(p.ctx, text, graph.Options{Memory: p.files.Memory, Progress: p.files.Progress}, p.files.Open)
	switch {
	case err != nil && p.ctx.Err() != nil:
		return l, context.Cause(p.ctx)
	case err != nil:
		return l, p.fail(at, "%v", err)
	}
	numbers := make([]uint64, len(g.Names))
	named := true
	for v, name := range g.Names {
		if numbers[v], err = strconv.ParseUint(name, 10, 32); err != nil {
			named = false
		}
	}
	for v := range numbers {
		if !named {
			numbers[v] = uint64(v)
		}
	}
	for v, near := range g.Near {
		if len(near) == 0 {
			near = []int32{int32(v)}
		}
		for _, u := range near {
			if int32(v) <= u {
				l.args, l.at = append(l.args, grundy.ArgOf(numbers[v]), grundy.ArgOf(numbers[u])), append(l.at, at, at)
			}
		}
	}
	return l, nil
}

// placeGraph refuses to make a position of a graph from numbers alone.
func placeGraph(_, _ []grundy.Arg) (grundy.Component, error) {
	return nil, errors.New("want a file and a node, as in graph[game.txt](start)")
}

// rulesLength returns the length of the name of rules that stands here: of a
// game of the catalogue, or of a path to ".star", of letters, digits and signs,
// behind which no such sign follows, or in quotes. It is 0 if none does.
func (p *parser) rulesLength() int {
	p.space()
	text := p.text[p.at:]
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		if path, _ := strconv.Unquote(quoted); strings.HasSuffix(path, ".star") {
			return len(quoted)
		}
		return 0
	}
	end := plainLength(text)
	if strings.HasSuffix(text[:end], ".star") || catalog.Has(text[:end]) {
		return end
	}
	return 0
}

// plainLength returns the length of the text in front of what the name of a file has
// only in quotes.
func plainLength(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool {
		if r >= utf8.RuneSelf {
			return !unicode.IsPrint(r) || r == utf8.RuneError
		}
		return !isNamePart(byte(r)) && strings.IndexByte("/~@%", byte(r)) < 0
	})
	if end < 0 {
		return len(text)
	}
	return end
}

// fileOfRules reads a position of a file of rules.
func (p *parser) fileOfRules() (grundy.Component, error) {
	f, at, err := p.readRules()
	if err != nil {
		return nil, err
	}
	if !p.take('(') {
		example := toTry(f)
		if example == "" || len(example) > 40 {
			example = f.String() + "(12)"
		}
		return nil, p.unexpected(`"(" and a position, as in ` + example)
	}
	component, length, err := f.Read(p.ctx, p.text[p.at:])
	if err != nil {
		var failed *rules.Error
		var wrong *rules.NotationError
		switch {
		case p.ctx.Err() != nil:
			return nil, context.Cause(p.ctx)
		case errors.As(err, &failed):
			return nil, p.fail(at, "%v", failed)
		case errors.As(err, &wrong):
			return nil, p.fail(p.at+wrong.Offset, "%s", wrong.Msg)
		}
		return nil, p.fail(p.at, "%v", err)
	}
	p.at += length
	return component, nil
}

// graphs returns how a file of rules finds its graphs, and that in brackets behind its name.
func (p *parser) graphs() (*rules.Graphs, error) {
	g := &rules.Graphs{Open: p.files.Open, Memory: p.files.Memory}
	if p.peek() != '[' {
		return g, nil
	}
	p.take('[')
	var err error
	g.Given, _, err = p.until(']', graph.FileLength, "a graph")
	return g, err
}

// readRules reads the file of rules that stands here, or returns it if it has
// been read, and where its name stands.
func (p *parser) readRules() (f *rules.File, at int, err error) {
	length := p.rulesLength()
	at = p.at
	name := p.text[at:][:length]
	p.at += length
	path := name
	if name[0] == '"' {
		path, _ = strconv.Unquote(name)
		if name = path; plainLength(path) < len(path) {
			name = strconv.Quote(path) // as positions are read again
		}
	}
	file, options := name, p.files.Rules
	if options.Graphs, err = p.graphs(); err != nil {
		return nil, at, err
	}
	if given := options.Graphs.Given; given != "" {
		name = file + "[" + string(graph.AppendFile(nil, given)) + "]"
	}
	if f, ok := p.rules[name]; ok {
		return f, at, nil
	}
	if f, ok := p.files.Kept.file(name); ok {
		return f, at, nil
	}
	opened, ok := catalog.Open(file)
	if !ok {
		if p.files.Open == nil {
			return nil, at, p.fail(at, "files of rules, such as %s, are not read here", name)
		}
		if opened, err = p.files.Open(path); err != nil {
			return nil, at, p.fail(at, "%v", err)
		}
	}
	text := &counted{ReadCloser: opened}
	f, err = rules.Load(p.ctx, name, text, options)
	switch err := errors.Join(err, text.Close()); {
	case err != nil && p.ctx.Err() != nil:
		return nil, at, context.Cause(p.ctx)
	case err != nil:
		return nil, at, p.fail(at, "%v", err)
	}
	if p.rules == nil {
		p.rules = map[string]*rules.File{}
	}
	p.rules[name] = f
	p.files.Kept.keep(name, nil, f, text.bytes, p.files.Memory)
	return f, at, nil
}
