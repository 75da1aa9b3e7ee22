//go:build !playing

package graph

// Tables of edges and GraphML are what other programs write:
//
//   - CSV (RFC 4180): a line has the two ends of an edge, or one node. A first line that names the columns
//     "source" and "target", or "from" and "to", says where they stand among others. Where the first line
//     has no comma, a semicolon or a tab in it stands between columns, as some spreadsheets write.
//   - GraphML: elements "node" with an "id", each once, and "edge" with "source" and "target", which are such nodes
//     if there is any. Edges without direction are refused unless edges go both ways anyway (http://graphml.graphdrawing.org/primer/graphml-primer.html).

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/theory/loopy"
)

// columns are names of the columns of the two ends of edges.
var columns = [][2]string{{"source", "target"}, {"from", "to"}}

func readCSV(ctx context.Context, in *bufio.Reader, b *builder) error {
	r := csv.NewReader(in)
	r.Comma = separator(in)
	r.FieldsPerRecord, r.Comment, r.TrimLeadingSpace, r.ReuseRecord = -1, '#', true, true
	at := [2]int{0, 1}
	wide := 2
	for first := true; ; first = false {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return ctx.Err()
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			return b.failAt(wrong.Line, wrong.Err)
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		b.line, _ = r.FieldPos(0)
		for i := range record {
			record[i] = strings.TrimSpace(record[i])
		}
		if first && slices.ContainsFunc(columns, func(named [2]string) bool {
			isNamed := func(name string) func(field string) bool {
				return func(field string) bool { return strings.EqualFold(field, name) }
			}
			u, v := slices.IndexFunc(record, isNamed(named[0])), slices.IndexFunc(record, isNamed(named[1]))
			if u < 0 || v < 0 {
				return false
			}
			at, wide = [2]int{u, v}, len(record)
			return true
		}) {
			continue
		}
		if len(record) > wide {
			return b.failAt(b.line, fmt.Errorf("%d columns: want the two ends of an edge, or a first line that says which columns these are, as in source,target", len(record)))
		}
		ends := [2]string{}
		for i, column := range at {
			if column < len(record) {
				ends[i] = record[column]
			}
		}
		if ends[0] == "" && ends[1] == "" && len(record) <= 1 {
			continue
		}
		if err := b.edge(ends[0], ends[1]); err != nil {
			return err
		}
	}
}

// separator returns what stands between the columns of a table, as its first line shows.
func separator(in *bufio.Reader) rune {
	start, _ := in.Peek(in.Size()) // an error is met again where the text is read
	for line := range bytes.Lines(start) {
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0, line[0] == '#':
			continue
		case bytes.IndexByte(line, ',') >= 0:
		case bytes.IndexByte(line, ';') >= 0:
			return ';'
		case bytes.IndexByte(line, '\t') >= 0:
			return '\t'
		}
		break
	}
	return ','
}

// edge adds an edge between names, or a node if the second one is empty.
func (b *builder) edge(from, to string) error {
	u, err := b.node(from)
	if err != nil || to == "" {
		return err
	}
	v, err := b.node(to)
	if err != nil {
		return err
	}
	return b.add(loopy.Edge{From: u, To: v})
}

func readGraphML(ctx context.Context, in io.Reader, b *builder) error {
	d := xml.NewDecoder(in)
	graphs, directed := 0, true
	declared, ends := map[string]bool{}, map[string]int{} // the nodes, and the first lines of edges at names
	for {
		token, err := d.Token()
		b.line, _ = d.InputPos()
		wrong, isSyntax := errors.AsType[*xml.SyntaxError](err)
		switch {
		case errors.Is(err, io.EOF) && graphs == 0:
			return b.failAt(b.line, errors.New("no element graph: want GraphML"))
		case errors.Is(err, io.EOF):
			none, at := "", 0
			for name, line := range ends {
				if !declared[name] && len(declared) > 0 && (at == 0 || line < at || line == at && name < none) {
					none, at = name, line
				}
			}
			if at > 0 {
				return b.failAt(at, fmt.Errorf("no node %s: want an element node for each end of an edge, or none at all", quoted([]byte(none))))
			}
			return ctx.Err()
		case isSyntax:
			return b.failAt(wrong.Line, errors.New(wrong.Msg))
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		of := map[string]string{}
		for _, a := range element.Attr {
			of[a.Name.Local] = a.Value
		}
		switch element.Name.Local {
		case "graph":
			if graphs++; graphs > 1 {
				return b.failAt(b.line, errors.New("a second element graph: want one"))
			}
			directed = of["edgedefault"] != "undirected"
		case "node":
			if _, err := b.node(of["id"]); err != nil {
				return err
			}
			if declared[of["id"]] {
				return b.failAt(b.line, fmt.Errorf("the node %s stands twice; want each once", quoted([]byte(of["id"]))))
			}
			declared[of["id"]] = true
		case "edge":
			both := !directed && of["directed"] != "true" || of["directed"] == "false"
			if both && !b.options.Undirected {
				return b.failAt(b.line, errors.New(`an edge without direction; want edgedefault="directed", as edges say which way a player may move`))
			}
			if of["source"] == "" || of["target"] == "" {
				return b.failAt(b.line, errors.New("an edge without source or target"))
			}
			for _, end := range []string{of["source"], of["target"]} {
				if ends[end] == 0 {
					ends[end] = b.line
				}
			}
			if err := b.edge(of["source"], of["target"]); err != nil {
				return err
			}
		case "hyperedge":
			return b.failAt(b.line, errors.New("a hyperedge: want edges between two nodes"))
		}
	}
}
