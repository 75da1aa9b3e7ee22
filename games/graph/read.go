package graph

// The format of a graph is told from its first bytes, and every reader hands nodes and edges to
// one builder.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/units"
	"github.com/grundy-games/grundy/theory/loopy"
)

// A Format is a way to write graphs.
type Format uint8

const (
	// Auto tells the format by the name's ending (.json, .dot, .gv, .csv, .graphml), else by
	// the beginning of the text. Then no comma is part of a name in lists of edges or of neighbours.
	Auto Format = iota
	// Edges: an edge "u v" a line.
	Edges
	// DOT: the digraphs of Graphviz.
	DOT
	// JSON: objects of lists of options, or of nodes and edges.
	JSON
	// Lists: a node and then those next to it, a line.
	Lists
	// CSV: tables of edges.
	CSV
	// GraphML: XML of other programs.
	GraphML
)

var formats = [...]string{"auto", "edges", "dot", "json", "lists", "csv", "graphml"}

// String returns "auto", "edges" and so on.
func (f Format) String() string { return formats[f] }

// Formats returns the names of all formats.
func Formats() []string { return append([]string(nil), formats[:]...) }

// ParseFormat returns the format of that name.
func ParseFormat(name string) (Format, error) {
	for f, n := range formats {
		if n == name {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("unknown format %q: want %s", name, strings.Join(formats[:], ", "))
}

// Options say how to read a graph. The zero value is ready to use.
type Options struct {
	Name   string // of the file, as errors and positions name it
	Format Format
	// Memory bounds the bytes that the graph and its values may need, where
	// it is not 0.
	Memory   uint64
	Progress grundy.Progress // of the bytes that are read
	// Undirected takes Graphviz's graphs without direction too, for games in which edges go
	// both ways.
	Undirected bool
}

// An Error says why a text is not a graph, and where. It wraps [grundy.ErrTooLarge]
// where the graph is over the budget.
type Error struct {
	Name string // of the file
	Line int    // from 1
	Err  error  // what is wrong, and what would be right
}

// Error returns one line.
func (e *Error) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("%s: line %d: %v", e.Name, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Read reads a graph from the text of in. An error about the text is an
// [*Error]; others are ctx's or in's. Read returns soon after ctx ends, although
// in may give nothing; a call of in's may then still be waiting.
//
// A list of edges costs about as much as to sort it, some ten to thirty
// nanoseconds an edge where names are numbers; the other formats several
// hundred. Memory is 8 bytes an edge for the text that was read, then as
// [loopy.Cost] says.
func Read(ctx context.Context, in io.Reader, o Options) (*Graph, error) {
	var g *Graph
	var err error
	done := make(chan struct{})
	inTime := o
	inTime.Progress = func(done, total uint64) {
		if ctx.Err() == nil {
			o.Progress.Report(done, total)
		}
	}
	go func() {
		defer close(done)
		g, err = read(ctx, in, inTime)
	}()
	select {
	case <-done:
		return g, err
	case <-ctx.Done():
	}
	const notice = time.Second / 20 // in which what does not wait for in has noticed
	select {
	case <-done:
		return g, err
	case <-time.After(notice):
		return nil, ctx.Err()
	}
}

func read(ctx context.Context, in io.Reader, o Options) (*Graph, error) {
	text := bufio.NewReaderSize(in, 1<<16)
	format := o.Format
	start, err := text.Peek(text.Size())
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if mark := "\ufeff"; strings.HasPrefix(string(start[:min(len(start), len(mark))]), mark) {
		start = start[len(mark):]
		_, _ = text.Discard(len(mark))
	}
	if format == Auto {
		format = detect(o.Name, start)
	}
	b := &builder{options: o}
	switch format {
	case DOT:
		err = readDOT(ctx, text, b)
	case JSON:
		err = readJSON(ctx, text, b)
	case Lists:
		err = readLists(ctx, text, b)
	case CSV:
		err = readCSV(ctx, text, b)
	case GraphML:
		err = readGraphML(ctx, text, b)
	default:
		err = readEdges(ctx, text, b)
	}
	if err != nil {
		return nil, err
	}
	return b.graph(ctx)
}

// detect tells the format by the name of the file or the first bytes.
func detect(name string, start []byte) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json":
		return JSON
	case ".dot", ".gv":
		return DOT
	case ".csv":
		return CSV
	case ".graphml":
		return GraphML
	}
	if format, ok := ofFirstLine(start); ok {
		return format
	}
	l := newLexer(context.Background(), bufio.NewReader(bytes.NewReader(start)), &builder{}, dotLanguage)
	if l.token.kind == "{" || l.token.kind == "[" {
		return JSON
	}
	if l.token.is("strict") {
		l.advance()
	}
	if l.token.is("digraph") || l.token.is("graph") {
		l.advance()
		l.take(aName)
		if l.token.kind == "{" {
			return DOT
		}
	}
	return Edges
}

func isSpace(c rune) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// A builder collects the edges that a reader finds.
type builder struct {
	options Options
	line    int // that the reader has come to
	names   names
	chunks  [][]loopy.Edge
	edges   int
	most    uint32 // the largest number, where names are numbers
	numbers bool   // the ends of edges are the numbers that are their names
	singles bool   // some edges have noNumber as their target: nodes that were only named
	seen    []uint64
	noted   int    // chunks whose numbers are in seen; not all, if these are too far apart
	nothing uint32 // see names.warm
}

func (b *builder) failAt(line int, err error) error {
	return &Error{Name: b.options.Name, Line: line, Err: err}
}

const chunkEdges = 1 << 17

// add adds an edge between interned nodes.
func (b *builder) add(e loopy.Edge) error {
	last := len(b.chunks) - 1
	if last < 0 || len(b.chunks[last]) == cap(b.chunks[last]) {
		if err := b.check(); err != nil {
			return err
		}
		size := 16
		if last >= 0 {
			size = min(2*cap(b.chunks[last]), chunkEdges)
		}
		b.chunks, last = append(b.chunks, make([]loopy.Edge, 0, size)), last+1
	}
	b.chunks[last] = append(b.chunks[last], e)
	b.edges++
	return nil
}

// check refuses a graph over the budget.
func (b *builder) check() error {
	if uint64(b.edges) > loopy.MaxEdges {
		return b.failAt(b.line, fmt.Errorf("more than %d edges: %w", uint64(loopy.MaxEdges), grundy.ErrTooLarge))
	}
	if b.options.Memory == 0 {
		return nil
	}
	nodes, edges := uint64(b.names.count()), uint64(b.edges)
	if b.numbers {
		if nodes = uint64(b.most) + 1; nodes >= 4*edges+1024 { // see closeNumbers
			nodes = 2 * edges
		}
	}
	peak := max(loopy.Cost(nodes, edges)+8*edges, loopy.SolveCost(nodes, edges)+4*(nodes+edges)) + b.names.bytes()
	peak = grundy.AddCounts(peak, peak/5) // what may be used before it is collected as garbage
	if peak > b.options.Memory {
		return b.failAt(b.line, fmt.Errorf("%d edges and %d nodes so far need %s of memory, and the budget is %s: %w",
			edges, nodes, units.Bytes(peak), units.Bytes(b.options.Memory), grundy.ErrTooLarge))
	}
	return nil
}

// graph makes the graph of all that was added.
func (b *builder) graph(ctx context.Context) (*Graph, error) {
	if b.edges == 0 && b.names.count() == 0 {
		return nil, b.failAt(1, errors.New("the file has no node"))
	}
	nodes := b.names.count()
	if b.numbers {
		nodes = b.closeNumbers()
	}
	if b.singles {
		for i, chunk := range b.chunks {
			kept := chunk[:0]
			for _, e := range chunk {
				if e.To != noNumber {
					kept = append(kept, e)
				}
			}
			b.chunks[i] = kept
		}
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	rows, err := loopy.NewGraph(ctx, nodes, b.chunks...)
	if err != nil {
		return nil, err
	}
	return &Graph{name: b.options.Name, rows: rows, names: b.names}, nil
}

// goodName reports what is wrong with a name of a node, if anything is. Names are
// text, without characters that end a line or cannot be seen:
// the mark U+FEFF stands before a text, and is found in the midst of one where
// files were joined.
func goodName(name []byte) error {
	plain := true
	for _, c := range name {
		if c < ' ' || c == 0x7f {
			return fmt.Errorf("byte %#02x in a name: want text", c)
		}
		plain = plain && c < utf8.RuneSelf
	}
	if plain {
		return nil
	}
	if !utf8.Valid(name) {
		return fmt.Errorf("%s is not text in UTF-8", quoted(name))
	}
	for _, r := range string(name) {
		if !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) {
			return fmt.Errorf("the character %U in the name %s: want text", r, quoted(name))
		}
	}
	return nil
}

// quoted quotes a text, shortened if it is long.
func quoted(text []byte) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(strings.ToValidUTF8(string(text[:most]), "") + "…")
	}
	return strconv.Quote(string(text))
}
