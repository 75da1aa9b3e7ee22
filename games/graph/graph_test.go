package graph_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/oracle"
)

func read(t testing.TB, text string, o graph.Options) *graph.Graph {
	t.Helper()
	g, err := graph.Read(context.Background(), strings.NewReader(text), o)
	if err != nil {
		t.Fatalf("%.100q: %v", text, err)
	}
	return g
}

// write writes the nodes in order, each with its options.
func write(g *graph.Graph) string {
	var b strings.Builder
	for v := range g.All() {
		b.Write(g.AppendName(nil, v))
		b.WriteByte(':')
		var options []string
		for _, u := range g.AppendOptions(nil, v) {
			options = append(options, string(g.AppendName(nil, u)))
		}
		slices.Sort(options)
		b.WriteString(strings.Join(options, ",") + "\n")
	}
	return b.String()
}

func TestReadRace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 0\n", "1:0\n0:\n"},
		{"1 0", "1:0\n0:\n"},
		{"\ufeff1 0", "1:0\n0:\n"},
		{"  3\t2 \r\n\n# words\n2 2 # a loop\n7\n", "3:2\n2:2\n7:\n"},
		{"1 0\n1 0\n0 1\n", "1:0\n0:1\n"},
		{"4000000000 5\n5 4294967295\n", "4000000000:5\n5:4294967295\n4294967295:\n"},
		{"4000000000 5\n5 4000000000\n5 6\n6 6", "4000000000:5\n5:4000000000,6\n6:6\n"},
		{"007 7\n7 07\n", "007:7\n7:07\n07:\n"},
		{"1 0\n2 1\nstart 2\n3\n", "1:0\n0:\n2:1\nstart:2\n3:\n"},
		{"a->b c\n", "a->b:c\nc:\n"},
		{"é ü\n", "é:ü\nü:\n"},
		{`{"a": ["b", 3], "b": [], "c": ["c"]}`, "a:3,b\nb:\n3:\nc:c\n"},
		{` [["a", "b"], ["b", 12]]`, "a:b\nb:12\n12:\n"},
		{`{"nodes": ["x", 5, "a"], "edges": [["a","x"]]}`, "x:\n5:\na:x\n"},
		{`{"edges": [["a","x"]], "nodes": ["x", 5, "a"]}`, "a:x\nx:\n5:\n"},
		{`{"nodes": ["x"]}`, "x:\n"},
		{`{"edges": [["a","x"]]}`, "a:x\nx:\n"},
		{`{"edges": [], "nodes": ["x\u00e9\n y\ud83d\ude00"]}`, ""},
		{`{"a b": ["\u00e9\ud83d\ude00"]}`, "a b:é😀\né😀:\n"},
		{"digraph { a -> b -> c; b -> b }", "a:b\nb:b,c\nc:\n"},
		{"// x\nstrict digraph G {\n graph [rankdir=LR]; rankdir=LR\n node [shape=box, color=\"a;b\"]\n a [label=<b<i>c</i>>]; \"x y\" -> {b; \"c\" subgraph s { d }} [w=1] /* * / */\n b:port:n -> -1.5 -> \"a\" + \"b\\\"\" }", "a:\nx y:b,c,d\nb:-1.5\nc:\nd:\n-1.5:ab\"\nab\":\n"},
		{"digraph { a, b:p -> c, d; {e f} -> g, h [x=y] }", "a:c,d\nb:c,d\nc:\nd:\ne:g,h\nf:g,h\ng:\nh:\n"},
		{"/* one */ digraph \"a \\\" b {\" /* two */ { a -> b }", "a:b\nb:\n"},
		{"digraph <a <b>> { a }", "a:\n"},
		{"digraph -5.5 { a }", "a:\n"},
		{"# " + strings.Repeat("x", 60_000) + "\ndigraph\n{ a }", "a:\n"},
		{"digraph { \"node\" -> \"edge\" node [x=y] }", "node:edge\nedge:\n"},
		{"digraph{} ", ""},
		{"# only words\n\n", ""},
		{"", ""},
	} {
		for _, in := range []func(string) *strings.Reader{strings.NewReader} {
			g, err := graph.Read(t.Context(), iotest.OneByteReader(in(c.text)), graph.Options{})
			if c.want == "" {
				var wrong *graph.Error
				if !errors.As(err, &wrong) {
					t.Errorf("%q: error %v, want an Error", c.text, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
			} else if got := write(g); got != c.want {
				t.Errorf("%q is read as\n%swant\n%s", c.text, got, c.want)
			}
		}
	}
}

func TestErrorsRace(t *testing.T) {
	longLine := strings.Repeat("x", 1<<20+10)
	for _, c := range []struct {
		text string
		line int
		says string
	}{
		{"", 1, "the file has no node"},
		{"1 0\n1 2 3\n", 2, `"3" after two names`},
		{"1 0\n\n# x\na b c d", 4, `"c" after two names`},
		{"1 0\n\x00\x01", 2, "byte 0x00 in a name"},
		{"\x7fELF\x02\x01", 1, "byte 0x7f"},
		{"a \xff\xfe\n", 1, "not text in UTF-8"},
		{strings.Repeat("1 0\n", 400_000) + "1 2 3", 400_001, `"3" after`},
		{"1 0\n" + longLine, 2, "a line of more than 1048575 bytes"},
		{longLine + "\n1 0\n", 1, "a line of more than"},
		{"[[1,2],\n[3]]", 2, `unexpected "]"`},
		{"[[1,2.5]]", 1, `: "2.5": want a whole number, or a name in quotes`},
		{"[[1.0,2]]", 1, `: "1.0": want a whole number`},
		{"[[1e400,2]]", 1, `: "1e400": want a whole number`},
		{"[[-1E+5,2]]", 1, `: "-1E+5": want a whole number`},
		{"[[-,2]]", 1, `: "-": want a whole number`},
		{"[[1.,2]]", 1, `: "1.": want a whole number`},
		{"[[1e" + strings.Repeat("0", 2000) + ",2]]", 1, `…": want a whole number`},
		{"{\"nodes\":[\"a\"],\n\"edges\":[[\"a\",\"z\"]]}", 2, `no node "z" in "nodes"; want all nodes there, or no "nodes"`},
		{"{\"nodes\":[\"start\",\"b\"],\n\"edges\":[[\"stort\",\"b\"]]}", 2, `no node "stort" in "nodes"; did you mean "start"?; want`},
		{"{\"edges\":[[\"a\",\"a\"],\n[\"a\",\"z\"],[\"z\",\"y\"]],\n\"nodes\":[\"y\", \"a\"]}", 2, `no node "z" in "nodes"; want`},
		{"{\"nodes\": [],\n\n\"edges\":[[1,2]]}", 3, `no node "1" in "nodes"; want`},
		{"{\"nodes\": [1,\n2,\n1]}", 3, `the node "1" stands twice; want each once`},
		{"{\"edges\": [[1,2]], \"nodes\": [1,\n\"2\",2]}", 2, `the node "2" stands twice; want each once`},
		{"{\"nodes\": [" + manyNames(2000) + "],\n\"edges\": [[1,\"x\"]]}", 2, `no node "x" in "nodes"; want`},
		{"[[1,01]]", 1, "want a whole number"},
		{"[[1,true]]", 1, `unexpected "t"`},
		{"{\"a\": [\"b\"],\n\"edges\": []}", 2, `the key "edges"`},
		{"{\"edges\": [],\n\"b\": []}", 2, `the key "b"`},
		{`{"a": ["b]}`, 1, "the text ends in a name"},
		{`{"a": ["b"]} x`, 1, "the end of the file"},
		{`{"a": ["\x"]}`, 1, "a wrong escape"},
		{`{"a": ["\ud83d"]}`, 1, "a wrong escape"},
		{`{"a": [""]}`, 1, "without a name"},
		{`{"a": ["b"`, 1, "the text ends here"},
		{"{\"a\": [\"b\x01\"]}", 1, "byte 0x01"},
		{"{\"a\": [\"\xff\"]}", 1, "not text in UTF-8"},
		{"graph {\n a -- b }", 1, "without direction"},
		{"digraph {\n a -- b }", 2, `an edge "--" without direction`},
		{"digraph {\n a -> ; }", 2, `unexpected ";"`},
		{"digraph {\n a -> b", 2, "the text ends here"},
		{"digraph {\n a [x=]", 2, `unexpected "]"`},
		{"digraph { a } b", 1, `unexpected "b"`},
		{"digraph { \"a", 1, "the text ends in a name"},
		{"digraph { 1.2.3 }", 1, `: "1.2.3": want a number, or a name in quotes`},
		{"digraph { a -> 1b }", 1, `: "1b": want a number, or a name in quotes`},
		{"digraph { -.5x->b }", 1, `: "-.5x": want a number, or a name in quotes`},
		{"digraph { \"\" }", 1, "without a name"},
		{"digraph { a -> b, -> c }", 1, `unexpected "->"`},
		{"digraph { a }\n/* no end\n", 2, "a comment that does not end"},
		{"digraph { \"a\" /* no end\n", 1, "a comment that does not end"},
		{"digraph {\n node }", 2, `want "[" behind node`},
		{"digraph { a; Edge -> b }", 1, `want "[" behind Edge`},
		{"{\"a\": [\"b\"],\n\"b\": [],\n\"a\": []}", 3, `the key "a" stands twice`},
		{`{"edges": [[1,2]], "edges": []}`, 1, `the key "edges" stands twice`},
		{`{"nodes": [1], "edges": [], "nodes": []}`, 1, `the key "nodes" stands twice`},
		{`[["a\ufeff", "b"]]`, 1, "the character U+FEFF"},
		{`[["a", "\u0085"]]`, 1, "the character U+0085"},
		{`{"\u2028": []}`, 1, "the character U+2028"},
		{`{"a\u202eb": []}`, 1, "the character U+202E"},
		{"1 2\n\ufeff1 3\n", 2, "the character U+FEFF"},
		{"1 2\na\u00a0b\n", 2, "the character U+00A0"},
		{"\u2003a b\n", 1, "the character U+2003"},
		{"digraph " + strings.Repeat("{", 200), 1, "more than 100 subgraphs"},
	} {
		_, err := graph.Read(t.Context(), strings.NewReader(c.text), graph.Options{Name: "FILE"})
		var wrong *graph.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%.80q: error %v, want an Error", c.text, err)
			continue
		}
		if wrong.Line != c.line || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "FILE: line ") || len(err.Error()) > 300 {
			t.Errorf("%.80q: %v; want line %d and %q", c.text, err, c.line, c.says)
		}
	}
}

// manyNames returns the numbers below n with commas between them.
func manyNames(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return strings.Join(names, ",")
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, text string
		format     graph.Format
		want       string
	}{
		{"x.json", "[[1,2]]", graph.Auto, "1:2\n2:\n"},
		{"x.gv", "digraph{1->2}", graph.Auto, "1:2\n2:\n"},
		{"x.txt", "digraph{1->2}", graph.Auto, "1:2\n2:\n"},
		{"", "digraph \"a\"\n{1->2}", graph.Auto, "1:2\n2:\n"},
		{"", "digraph graph\ngraph x", graph.Auto, "digraph:graph\ngraph:x\nx:\n"},
		{"", "{ }\n", graph.Edges, "{:}\n}:\n"},
	} {
		if got := write(read(t, c.text, graph.Options{Name: c.name, Format: c.format})); got != c.want {
			t.Errorf("%s %q is read as %q, want %q", c.name, c.text, got, c.want)
		}
	}
	for _, name := range graph.Formats() {
		if f, err := graph.ParseFormat(name); err != nil || f.String() != name {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if _, err := graph.ParseFormat("xml"); err == nil {
		t.Error("xml is a format")
	}
}

// slow reads a list of edges as it is defined.
func slow(text string) string {
	options := map[string]map[string]bool{}
	var order []string
	for line := range strings.Lines(text) {
		var words []string
		for _, w := range strings.Fields(line) {
			if strings.HasPrefix(w, "#") {
				break
			}
			words = append(words, w)
		}
		for _, w := range words {
			if options[w] == nil {
				options[w] = map[string]bool{}
				order = append(order, w)
			}
		}
		if len(words) == 2 {
			options[words[0]][words[1]] = true
		}
	}
	var b strings.Builder
	for _, v := range order {
		var list []string
		for u := range options[v] {
			list = append(list, u)
		}
		slices.Sort(list)
		fmt.Fprintf(&b, "%s:%s\n", v, strings.Join(list, ","))
	}
	return b.String()
}

// Large random lists of all kinds, over many sections of the text.
func TestLargeListsRace(t *testing.T) {
	count := long.Or(20_000, 100_000)
	for kind := range 6 {
		random := chance.New(t, 16*uint64(kind)+7)
		limit := []int64{100, 60_000, 3_000_000_000, 1 << 40, 50_000, 60_000}[kind]
		var text []byte
		for i := range count {
			switch {
			case kind == 4 && i == count/4*3:
				text = append(text, "a name\n"...)
			case kind >= 4 && random.IntN(1000) == 0:
				text = append(text, "  12 # alone\n"...)
			}
			text = strconv.AppendInt(text, random.Int64N(limit), 10)
			text = append(text, " \t"[random.IntN(2)])
			text = strconv.AppendInt(text, random.Int64N(1+random.Int64N(limit)), 10)
			text = append(text, '\n')
		}
		g := read(t, string(text), graph.Options{})
		if got := write(g); got != slow(string(text)) {
			t.Errorf("kind %d: a list is read wrong", kind)
		}
		for v := range g.All() {
			name := string(g.AppendName(nil, v))
			if got, ok := g.Find(name); !ok || got != v {
				t.Fatalf("node %d, %s, is found as %d, %v", v, name, got, ok)
			}
			if v > 20 {
				break
			}
		}
		for _, name := range []string{"", "x", "99999999999999", "01"} {
			if _, ok := g.Find(name); ok {
				t.Errorf("kind %d: a node %q", kind, name)
			}
		}
	}
}

func TestBudget(t *testing.T) {
	var edges, named, nodes bytes.Buffer
	edges.WriteString("[")
	for i := range 40_000 {
		fmt.Fprintf(&named, "n%d n%d\n", i, i/2)
		fmt.Fprintf(&edges, "[%d,%d],\n", i, i/2)
		fmt.Fprintf(&nodes, "%d\n", i)
	}
	edges.WriteString("[1,2]]")
	var wide strings.Builder
	wide.WriteString("digraph { {")
	for i := range 3_000 {
		fmt.Fprintf(&wide, "%d ", i)
	}
	text := wide.String()
	text = text + "} -> {" + strings.TrimPrefix(text, "digraph { {") + "} }"
	for _, text := range []string{named.String(), edges.String(), nodes.String(), text, strings.Repeat("1 0\n", 130_000)} {
		_, err := graph.Read(t.Context(), strings.NewReader(text), graph.Options{Memory: 1 << 20})
		var wrong *graph.Error
		if !errors.Is(err, grundy.ErrTooLarge) || !errors.As(err, &wrong) {
			t.Errorf("%.30q … is read in 1 MiB: %v", text, err)
		}
	}
}

func TestInputFailsRace(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"1 2\n3 4", "[[1,2],", `{"a`, "digraph { a -> ", "digraph { \"a", "digraph { <a"} {
		in := iotest.DataErrReader(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(text))))
		if _, err := graph.Read(t.Context(), in, graph.Options{Format: graph.Auto}); err == nil {
			t.Errorf("%q: no error", text)
		}
		for _, f := range []graph.Format{graph.Edges, graph.DOT, graph.JSON} {
			in := &failing{text, broken}
			_, err := graph.Read(t.Context(), in, graph.Options{Format: f})
			var wrong *graph.Error
			if !errors.Is(err, broken) && !errors.As(err, &wrong) {
				t.Errorf("%v %q: %v", f, text, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := graph.Read(ctx, strings.NewReader(strings.Repeat("1 2\n", 1<<20)), graph.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a list after ctx has ended: %v", err)
	}
}

// An input that gives nothing more is not waited for.
func TestInputStallsRace(t *testing.T) {
	for f := range graph.JSON + 1 {
		for _, text := range []string{"", "1", "1 0\n", "[[", "digraph {"} {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			in, out := io.Pipe()
			go func() { _, _ = io.WriteString(out, text) }()
			_, err := graph.Read(ctx, in, graph.Options{Format: f})
			var wrong *graph.Error
			if !errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &wrong) {
				t.Errorf("%v %q: %v", f, text, err)
			}
			_ = out.Close()
			cancel()
		}
	}
}

// failing is a text that ends in an error.
type failing struct {
	text string
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	n := copy(p, f.text)
	if f.text = f.text[n:]; f.text == "" {
		return n, f.err
	}
	return n, nil
}

// As a game: acyclic graphs against the oracle, and what is said of others.
func TestPlayRace(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		text := "0\n"
		for v := range 12 {
			for u := range v {
				if random.IntN(3) == 0 {
					text += fmt.Sprintln(v, u)
				}
			}
		}
		g := read(t, text+"x x\nx 0\n", graph.Options{Name: "F"})
		var truth oracle.Oracle
		for v := range g.All() {
			c := grundy.Place(g, v)
			if strings.HasSuffix(c.String(), "(x)") {
				if _, ok := c.PlanTable(grundy.ByNimValue); ok {
					t.Error("a table although play need not end")
				}
				plan, ok := c.PlanLoopy()
				if !ok {
					t.Fatal("no values of a loop")
				}
				table, err := plan.Build(t.Context(), nil)
				if err != nil || table(c).String() != "∞(0)" {
					t.Errorf("the loop is %v (%v)", table(c), err)
				}
				continue
			}
			if _, ok := c.PlanLoopy(); ok {
				t.Error("play may go on, although it must end")
			}
			oracle.CheckBound(t, c)
			for m, want := range map[grundy.Measure]uint64{grundy.ByNimValue: truth.Value(c), grundy.ByOutcome: min(truth.Value(c), 1)} {
				plan, ok := c.PlanTable(m)
				if !ok {
					t.Fatalf("%v: no table by %v", c, m)
				}
				table, err := plan.Build(t.Context(), nil)
				if err != nil || table(c) != want {
					t.Fatalf("%v: %v %d, want %d (%v)", c, m, table(c), want, err)
				}
			}
			oracle.OptionsOf(t, c, truth.Value)
		}
	}
	g := read(t, "start a\n", graph.Options{Name: "F"})
	if c, err := g.Place("start"); err != nil || c.String() != "graph[F](start)" {
		t.Errorf("%v, %v", c, err)
	}
	if _, err := g.Place("stat"); err == nil || !strings.Contains(err.Error(), `did you mean "start"`) {
		t.Errorf("a node that is not there: %v", err)
	}
}

// Any text is read whole or refused with one line; a list of edges is read as the
// slow reader reads it.
func FuzzRead(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, text := range []string{
		"1 0\n2 1\n# x\n3\n", "a b\nb a\n", "4294967295 4294967294\n", "12345678 123456789\n1234567890 0\n0 0\n",
		`{"a": ["b", 3], "b": []}`, `{"nodes": ["x","a"], "edges": [["a","x"]]}`, `[["\u00e9","\ud83d\ude00"]]`,
		"strict digraph G { a -> b:n -> {c d} [x=y]; \"e\"+\"f\" /* */ <g<h>> -1.5 }", "\x00", "1 2 3", "name_of_nine 12345678901234567890\nshort12bytes # x\n\u00e9 \u00e9t\u00e9\n", "digraph <x> { a, b -> c }", "1 0\r\n2 1\r\n3 1                            \n",
	} {
		for format := range uint8(4) {
			f.Add([]byte(text), format)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, format uint8) {
		g, err := graph.Read(context.Background(), bytes.NewReader(text), graph.Options{Name: "F", Format: graph.Format(format % 4), Memory: 64 << 20})
		if err != nil {
			var wrong *graph.Error
			if !errors.As(err, &wrong) || wrong.Line < 1 || wrong.Line > 1+bytes.Count(text, []byte("\n")) {
				t.Fatalf("%q: %v", text, err)
			}
			if s := err.Error(); strings.Contains(s, "\n") || !utf8.ValidString(s) {
				t.Fatalf("%q: bad message %q", text, s)
			}
			return
		}
		if graph.Format(format%4) == graph.Edges {
			plain := strings.TrimPrefix(string(text), "\ufeff")
			if want := slow(plain); write(g) != want {
				t.Fatalf("%q is read as\n%swant\n%s", text, write(g), want)
			}
			// Again among many numbers, or a name.
			const many = "12 3\n5\t12345678\n77 0\n123456 99999999\n1 2\n"
			for _, first := range []string{many, "first 1\n" + many} {
				around := first + plain + "\n" + many + many
				if want, got := slow(around), write(read(t, around, graph.Options{Format: graph.Edges})); got != want {
					t.Fatalf("%q is read as\n%swant\n%s", around, got, want)
				}
			}
		}
		if _, err := g.Values(context.Background()); err != nil {
			t.Fatal(err)
		}
	})
}

// benchmarkText returns an edge list of count random edges.
func benchmarkText(count int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for range count {
		text = strconv.AppendUint(text, random.Uint64N(1_000_000), 10)
		text = strconv.AppendUint(append(text, ' '), random.Uint64N(1_000_000), 10)
		text = append(text, '\n')
	}
	return text
}

func BenchmarkRead(b *testing.B) {
	count := long.Benchmark(1_000_000)
	text := benchmarkText(count)
	named := bytes.ReplaceAll(text, []byte(" "), []byte(" n"))
	rate := func(b *testing.B) {
		b.ReportMetric(float64(b.N*count)/b.Elapsed().Seconds()/1e6, "Medges/s")
	}
	for name, text := range map[string][]byte{"numbers": text, "names": named} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := graph.Read(context.Background(), bytes.NewReader(text), graph.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			rate(b)
		})
	}
	b.Run("lines", func(b *testing.B) { // no more than counting lines
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if bytes.Count(text, []byte("\n")) != count {
				b.Fatal("lines")
			}
		}
		rate(b)
	})
	b.Run("naive", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			slow(string(text))
		}
		rate(b)
	})
}

// A graph over the budget is noticed not long after it is, and no line is named that
// is not there.
func TestBudgetIsNoticedSoon(t *testing.T) {
	const budget = 1 << 20
	var numbers, named strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&numbers, "%d %d\n", i+1, i)
		fmt.Fprintf(&named, "n%d n%d\n", i+1, i)
	}
	for _, text := range []string{numbers.String(), named.String()} {
		_, err := graph.Read(t.Context(), strings.NewReader(text), graph.Options{Memory: budget})
		var wrong *graph.Error
		if !errors.As(err, &wrong) || !errors.Is(err, grundy.ErrTooLarge) {
			t.Fatal(err)
		}
		// The text before the line where it was noticed is not far over the budget.
		lines := strings.SplitAfter(text, "\n")
		if _, err := graph.Read(t.Context(), strings.NewReader(strings.Join(lines[:wrong.Line], "")), graph.Options{Memory: 2 * budget}); err != nil {
			t.Errorf("noticed at line %d: %v", wrong.Line, err)
		}
	}
	for _, text := range []string{
		"1 2\n2 3\n3 4\n", "a b\nb c\nc d\n", "a b\nb c\nc d",
		"{\"a\": [\"b\"],\n\"b\": []\n}\n", "[[1,2],\n[2,3]\n]", "digraph {\na -> b\n}\n",
	} {
		_, err := graph.Read(t.Context(), strings.NewReader(text), graph.Options{Memory: 10})
		var wrong *graph.Error
		if !errors.As(err, &wrong) || wrong.Line > 3 || wrong.Line < 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
}
