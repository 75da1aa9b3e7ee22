package graph_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
)

// edgesOf lists the nodes of a graph with those next to each.
func edgesOf(g *graph.Graph) string {
	var lines []string
	options := g.Rows().Options()
	for v := range g.All() {
		var to []string
		for _, u := range options(v) {
			to = append(to, string(g.AppendName(nil, u)))
		}
		slices.Sort(to)
		lines = append(lines, fmt.Sprintf("%s: %s", g.AppendName(nil, v), strings.Join(to, " ")))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestFormatsAgree writes random graphs in each format. The same graph must be read.
func TestFormatsAgree(t *testing.T) {
	r := chance.New(t, 7)
	for range 60 {
		n := 1 + r.IntN(8)
		name := func(v int) string { return string(rune('a'+v)) + "x" }
		var edges, lists, csv, ml strings.Builder
		csv.WriteString("# edges\nweight,Source,target\n")
		ml.WriteString("<?xml version=\"1.0\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"><graph edgedefault=\"directed\">\n")
		for v := range n {
			fmt.Fprintln(&edges, name(v))
			fmt.Fprintf(&lists, "%s:", name(v))
			fmt.Fprintf(&csv, "1, %s ,\n", name(v))
			fmt.Fprintf(&ml, "<node id=\"%s\"/>", name(v))
			for u := range n {
				if r.IntN(3) == 0 {
					fmt.Fprintln(&edges, name(v), name(u))
					fmt.Fprintf(&lists, " %s", name(u))
					fmt.Fprintf(&csv, "2,%s,\"%s\"\n", name(v), name(u))
					fmt.Fprintf(&ml, "<edge source=\"%s\" target=\"%s\"><data key=\"w\">2</data></edge>\n", name(v), name(u))
				}
			}
			lists.WriteString(" # a comment\n")
		}
		ml.WriteString("</graph></graphml>")
		want := ""
		for i, text := range []string{edges.String(), lists.String(), csv.String(), ml.String()} {
			g, err := graph.Read(t.Context(), strings.NewReader(text), graph.Options{})
			if err != nil {
				t.Fatalf("%v:\n%s", err, text)
			}
			if got := edgesOf(g); i == 0 {
				want = got
			} else if got != want {
				t.Fatalf("%s\nis read as\n%s\nand not as\n%s", text, got, want)
			}
		}
	}
}

// TestFormatsRefuse wants one line, with the line of the text.
func TestFormatsRefuse(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"", "a b\nc,d e\n", "line 2: a comma in the name \"c,d\""},
		{"", "a b\n1,2\n", "line 2: a comma in the name \"1,2\""},
		{"", "a: b\nc d,e\n", "line 2: a comma in the name \"d,e\""},
		{"", "a,b\nc,d,e\n", "line 2: 3 columns"},
		{"", "a,b\n,d\n", "line 2: a name without characters"},
		{"", "a,\"b\nc", "line 2: "},
		{"x.csv", "", "the file has no node"},
		{"", "<graphml><graph edgedefault=\"undirected\">\n<edge source=\"a\" target=\"b\"/></graph></graphml>", "line 2: an edge without direction"},
		{"", "<graphml>\n<graph><edge source=\"a\"/></graph></graphml>", "line 2: an edge without source or target"},
		{"", "<graphml>\n<graph>", "line 2: "},
		{"", "<graphml><graph><node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/></graph></graphml>", "line 2: no node \"b\": want an element node"},
		{"", "<graphml><graph><node id=\"a\"/>\n<node id=\"a\"/></graph></graphml>", "line 2: the node \"a\" stands twice"},
		{"", "<svg/>", "no element graph"},
		{"", "a b c\n", "line 1: \"c\" after two names"},
	} {
		_, err := graph.Read(t.Context(), strings.NewReader(c.text), graph.Options{Name: c.name})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v; want %q", c.text, err, c.want)
		}
	}
	for name, text := range map[string]string{
		"a.csv": "# of a spreadsheet\nfrom;to\n\"New York\";b, c\n", "b.csv": "from\tto\nNew York\tb, c\n", "c.csv": "\"New York\",\"b, c\"\n",
		"d.graphml": "<graphml><graph><edge source=\"New York\" target=\"b, c\"/><node id=\"b, c\"/><node id=\"New York\"/></graph></graphml>",
	} { // names as in a quoted name of DOT
		if g, err := graph.Read(t.Context(), strings.NewReader(text), graph.Options{Name: name}); err != nil || edgesOf(g) != "New York: b, c\nb, c: " {
			t.Errorf("%s: %v", name, err)
		}
	}
	if g, err := graph.Read(t.Context(), strings.NewReader("(1,2) b\n"), graph.Options{Format: graph.Edges}); err != nil || edgesOf(g) != "(1,2): b\nb: " {
		t.Errorf("a name with a comma in a list of edges that is called so: %v", err)
	}
}

// FuzzFormats reads any text in each format, and what is read as a graph that is given.
func FuzzFormats(f *testing.F) {
	s := fuzz.Seeds(f)
	for _, text := range []string{"a: b c\nb:\n", "source,target\na,b\n\"c d\",e\n", "<graphml><graph edgedefault='directed'><node id='a'/><edge source='a' target='b'/></graph></graphml>", "cycle(5)", "1-2,2-3,7", "complete(2,3)", "a b\n# c\n"} {
		s.Add([]byte(text))
	}
	s.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range []graph.Format{graph.Auto, graph.Lists, graph.CSV, graph.GraphML} {
			g, err := graph.Read(t.Context(), bytes.NewReader(text), graph.Options{Format: format, Memory: 1 << 20})
			if (g == nil) == (err == nil) {
				t.Errorf("%v: %v", g, err)
			}
		}
		g, err := graph.Told(t.Context(), string(text), graph.Options{}, nil)
		if (g == nil) == (err == nil) {
			t.Fatalf("%v: %v", g, err)
		}
		if g == nil {
			return
		}
		for v, near := range g.Near {
			for _, u := range near {
				if !slices.Contains(g.Near[u], int32(v)) || u == int32(v) {
					t.Fatalf("%s: %d and %d", text, u, v)
				}
			}
		}
	})
}
