package proof_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/proof"
	"github.com/grundy-games/grundy/theory/search"
)

// heaps is a game of heaps: from a heap of n to one of some sums of smaller heaps.
type heaps struct {
	name    string
	options [][][]uint64
	// mirrored are heaps that the rules say to be 0 by symmetry.
	mirrored map[uint64]bool
	unpacked bool
}

func (g *heaps) AppendOptions(dst [][]uint64, p []uint64) [][]uint64 {
	for i, n := range p {
		for _, o := range g.options[n] {
			dst = append(dst, slices.Concat(p[:i], o, p[i+1:]))
		}
	}
	return dst
}

func (g *heaps) AppendPosition(dst []byte, p []uint64) []byte {
	return append(dst, g.name+"("+strings.Trim(strings.ReplaceAll(fmt.Sprint(p), " ", ","), "[]")+")"...)
}

func (g *heaps) AppendParts(dst [][]uint64, p []uint64) [][]uint64 {
	for _, n := range p {
		dst = append(dst, []uint64{n})
	}
	return dst
}

// keyed is heaps by keys.
type keyed struct{ *heaps }

func (g keyed) AppendKeys(dst []uint64, p []uint64) ([]uint64, bool) { return append(dst, p...), true }
func (g keyed) NewMoveLister() grundy.MoveLister[uint64]             { return g }
func (g keyed) Unpack(key uint64) []uint64                           { return []uint64{key} }
func (g keyed) Mirrored(key uint64) bool                             { return g.mirrored[key] }
func (g keyed) AppendMoves(m *grundy.Moves[uint64], key uint64) error {
	for _, o := range g.options[key] {
		m.Add(o...)
	}
	return nil
}

// random draws a game of heaps below n.
func random(r *rand.Rand, name string, n int) *heaps {
	g := &heaps{name: name, options: make([][][]uint64, n)}
	for heap := 1; heap < n; heap++ {
		for range r.IntN(min(heap, 4) + 1) {
			var sum []uint64
			for range r.IntN(4) {
				sum = append(sum, uint64(r.IntN(heap)))
			}
			g.options[heap] = append(g.options[heap], sum)
		}
	}
	return g
}

// values are the nim-values by definition.
func (g *heaps) values() (values []uint64) {
	for _, options := range g.options {
		seen := map[uint64]bool{}
		for _, o := range options {
			v := uint64(0)
			for _, heap := range o {
				v ^= values[heap]
			}
			seen[v] = true
		}
		v := uint64(0)
		for seen[v] {
			v++
		}
		values = append(values, v)
	}
	return values
}

func (g *heaps) place(p ...uint64) grundy.Component {
	if g.unpacked {
		return grundy.Place(g, p)
	}
	return grundy.Place(keyed{g}, p)
}

// means reads positions of games.
func means(games ...*heaps) proof.Means {
	return proof.Means{Parse: func(_ context.Context, text string) (sum grundy.Sum, err error) {
		for term := range strings.SplitSeq(text, " + ") {
			name, list, ok := strings.Cut(strings.TrimSuffix(term, ")"), "(")
			at := slices.IndexFunc(games, func(g *heaps) bool { return g.name == name })
			if !ok || at < 0 {
				return nil, fmt.Errorf("%q is not a position", term)
			}
			var p []uint64
			for number := range strings.SplitSeq(list, ",") {
				n, err := strconv.ParseUint(number, 10, 64)
				if err != nil || n >= uint64(len(games[at].options)) {
					return nil, fmt.Errorf("%q is not a heap", number)
				}
				p = append(p, n)
			}
			sum = append(sum, grundy.Term{Copies: 1, Component: games[at].place(p...)})
		}
		return sum, nil
	}}
}

// whole writes the proof of a heap by facts about all smaller ones, as a full search finds them.
func (g *heaps) whole(t *testing.T, heap uint64) string {
	t.Helper()
	values := g.values()
	return g.write(t, values[heap], true, func(visit func(search.Fact[uint64]) error) error {
		for n := range heap + 1 {
			for m := range values[n] + 1 {
				if err := visit(search.Fact[uint64]{Key: n, N: m, Equal: m == values[n]}); err != nil {
					return err
				}
			}
		}
		return nil
	}, heap)
}

// pruned writes the proof of the outcome of heaps, or of their nim-value, that a search by couples finds.
func (g *heaps) pruned(t *testing.T, valued bool, p ...uint64) string {
	t.Helper()
	v, asked := g.total(p...), uint64(0)
	if valued {
		asked = v
	}
	c := search.NewCouples[uint64](keyed{g}, search.Options{})
	if is, err := c.IsP(t.Context(), asked, p...); err != nil || is != (v == asked) {
		t.Fatalf("%v: %v, %v", p, is, err)
	}
	return g.write(t, v, valued, func(visit func(search.Fact[uint64]) error) error {
		return c.Proof(t.Context(), visit, asked, p...)
	}, p...)
}

func (g *heaps) total(p ...uint64) (v uint64) {
	values := g.values()
	for _, heap := range p {
		v ^= values[heap]
	}
	return v
}

func (g *heaps) write(t *testing.T, v uint64, valued bool, facts func(visit func(search.Fact[uint64]) error) error, p ...uint64) string {
	t.Helper()
	claim := proof.Claim{Position: g.place(p...).String(), Outcome: "P"}
	if v != 0 {
		claim.Outcome = "N"
	}
	if valued {
		claim.NimValue = &v
	}
	var out bytes.Buffer
	err := proof.Write(&out, claim, func(visit func(proof.Fact) error) error {
		return facts(func(f search.Fact[uint64]) error {
			fact := proof.Fact{Position: g.place(f.Key).String()}
			switch {
			case f.Mirrored:
				fact.Is, fact.By = &f.N, proof.BySymmetry
			case f.Equal:
				fact.Is = &f.N
			default:
				fact.Not = &f.N
			}
			return visit(fact)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// verify reads and verifies a text.
func verify(ctx context.Context, text string, m proof.Means) (proof.Verdict, error) {
	p, err := proof.Read(ctx, strings.NewReader(text))
	if err != nil {
		return proof.Verdict{}, err
	}
	return p.Verify(ctx, m)
}

// sealed returns lines with the right end.
func sealed(lines []string) string {
	text := strings.Join(lines, "")
	sum := sha256.Sum256([]byte(text))
	return text + fmt.Sprintf("{\"facts\":%d,\"sha256\":%q}\n", len(lines)-1, hex.EncodeToString(sum[:]))
}

// linesOf returns the lines of a proof without its end.
func linesOf(text string) []string {
	lines := slices.Collect(strings.Lines(text))
	return lines[:len(lines)-1]
}

func TestProofs(t *testing.T) {
	r := chance.New(t, 1)
	for i := range long.Or(12, 40) {
		g := random(r, "g", 20)
		for heap := range uint64(len(g.options)) {
			for kind, text := range map[string]string{
				"whole": g.whole(t, heap), "outcome": g.pruned(t, false, heap), "value": g.pruned(t, true, heap),
				"sum": g.pruned(t, i%2 == 0, heap, uint64(r.IntN(20)), uint64(r.IntN(20))),
			} {
				for _, g.unpacked = range []bool{false, true} {
					if _, err := verify(t.Context(), text, means(g)); err != nil {
						t.Fatalf("%v: %s of %d: %v\n%s", g.options, kind, heap, err, text)
					}
				}
				g.unpacked = false
			}
		}
	}
}

// holds reports whether all of some lines is true, by definition.
func holds(t *testing.T, lines []string, m proof.Means, values map[string][]uint64) bool {
	t.Helper()
	valueOf := func(position string) (v uint64) {
		sum, err := m.Parse(t.Context(), position)
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range sum {
			name, _, _ := strings.Cut(term.Component.String(), "(")
			for _, heap := range term.Component.Position().([]uint64) {
				v ^= values[name][heap]
			}
		}
		return v
	}
	var claim proof.Claim
	if err := json.Unmarshal([]byte(lines[0]), &claim); err != nil {
		t.Fatal(err)
	}
	v := valueOf(claim.Position)
	if (v == 0) != (claim.Outcome == "P") || claim.NimValue != nil && *claim.NimValue != v {
		return false
	}
	for _, line := range lines[1:] {
		var f proof.Fact
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		v := valueOf(f.Position)
		if f.Is != nil && *f.Is != v || f.Not != nil && *f.Not == v {
			return false
		}
	}
	return true
}

// After any change to a proof, it is refused, or true.
func TestForgeries(t *testing.T) {
	r := chance.New(t, 2)
	refused, stand := 0, 0
	for range long.Or(10, 40) {
		g := random(r, "g", 14)
		other := random(r, "h", 14)
		m := means(g, other)
		values := map[string][]uint64{"g": g.values(), "h": other.values()}
		heap := uint64(8 + r.IntN(6))
		for _, text := range []string{g.whole(t, heap), g.pruned(t, true, heap), g.pruned(t, false, heap, uint64(r.IntN(14)))} {
			lines := linesOf(text)
			if sealed(lines) != text {
				t.Fatalf("%s, sealed\n%s", text, sealed(lines))
			}
			for range 40 {
				forged := slices.Clone(lines)
				at := r.IntN(len(forged))
				switch kind := r.IntN(6); {
				case kind == 0 && at > 0:
					forged = slices.Delete(forged, at, at+1)
				case kind == 1 && at > 0:
					other := 1 + r.IntN(len(forged)-1)
					forged[at], forged[other] = forged[other], forged[at]
				case kind == 2:
					forged[at] = strings.NewReplacer(`"is"`, `"not"`, `"not"`, `"is"`, `"P"`, `"N"`, `"N"`, `"P"`).Replace(forged[at])
				case kind == 3:
					forged[at] = strings.Replace(forged[at], `"g(`, `"h(`, 1)
				case kind == 4:
					forged[at] = strings.NewReplacer(fmt.Sprintf("(%d", heap), fmt.Sprintf("(%d", r.IntN(14))).Replace(forged[at])
				default:
					end := strings.LastIndexAny(forged[at], "0123456789")
					forged[at] = forged[at][:end] + strconv.Itoa(r.IntN(6)) + forged[at][end+1:]
				}
				if slices.Equal(forged, lines) {
					continue
				}
				if _, err := verify(t.Context(), strings.Join(forged, "")+text[len(strings.Join(lines, "")):], m); err == nil {
					t.Fatalf("a forged proof has the hash of another one\n%s", text)
				}
				_, err := verify(t.Context(), sealed(forged), m)
				if err == nil {
					stand++
				} else {
					refused++
				}
				if bad, ok := errors.AsType[*proof.FormatError](err); err == nil && !holds(t, forged, m, values) {
					t.Fatalf("%v, %v: verified\n%s", g.options, other.options, sealed(forged))
				} else if ok && strings.Contains(bad.Error(), "\n") {
					t.Fatalf("%q", bad)
				}
			}
		}
	}
	if refused < 10*stand || stand == 0 {
		t.Errorf("%d forged proofs refused, %d verified", refused, stand)
	}
}

// Facts may not rest on each other in a circle, where play need not end either.
func TestCircle(t *testing.T) {
	g := &heaps{name: "g", options: [][][]uint64{{}, {{2}}, {{1}}, {{1}, {0}}}}
	c := `{"format":"grundy proof by couples 1","version":"0.17.0","position":"g(1)","outcome":"P"}` + "\n"
	for _, facts := range [][]string{
		{`{"position":"g(1)","is":0}`, `{"position":"g(2)","not":0}`},
		{`{"position":"g(2)","not":0}`, `{"position":"g(1)","is":0}`},
		{`{"position":"g(2)","is":1}`, `{"position":"g(1)","is":0}`},
		{`{"position":"g(1)","is":0}`},
		{},
	} {
		lines := []string{c}
		for _, f := range facts {
			lines = append(lines, f+"\n")
		}
		if _, err := verify(t.Context(), sealed(lines), means(g)); err == nil || strings.Contains(err.Error(), "not a proof") {
			t.Errorf("%q: %v", facts, err)
		}
	}
	// The move from 3 to 0 wins nevertheless.
	lines := []string{strings.NewReplacer("g(1)", "g(3)", `"P"`, `"N"`).Replace(c), "{\"position\":\"g(0)\",\"is\":0}\n", "{\"position\":\"g(3)\",\"not\":0}\n"}
	if v, err := verify(t.Context(), sealed(lines), means(g)); err != nil || v.Facts != 2 || v.Moves != 2 {
		t.Errorf("%v, %v", v, err)
	}
}

// A strategy by symmetry counts where the rules find it again.
func TestSymmetry(t *testing.T) {
	g := random(chance.New(t, 3), "g", 30)
	values := g.values()
	zero := uint64(slices.IndexFunc(values[10:], func(v uint64) bool { return v == 0 }) + 10)
	g.mirrored = map[uint64]bool{zero: true}
	text := g.pruned(t, true, zero)
	if v, err := verify(t.Context(), text, means(g)); err != nil || v.Symmetries != 1 || v.Facts != 1 {
		t.Errorf("%v, %v\n%s", v, err, text)
	}
	g.mirrored = nil
	if _, err := verify(t.Context(), text, means(g)); err == nil || !strings.Contains(err.Error(), "line 2: ") {
		t.Errorf("%v", err)
	}
}

// Other files are refused by one line that says where.
func TestBad(t *testing.T) {
	g := random(chance.New(t, 4), "g", 20)
	lines := linesOf(g.whole(t, 19))
	for want, text := range map[string]string{
		"line 1: the file ends":              "",
		"line 1: invalid character":          "nim\n",
		`line 1: format: "a"`:                strings.Replace(sealed(lines), proof.Format, "a", 1),
		"line 1: version":                    strings.Replace(sealed(lines), `"version":"`, `"version":" `, 1),
		"line 1: column ":                    strings.Replace(sealed(lines), `"position":`, `"Position":`, 1),
		`line 1: outcome: "D"`:               strings.NewReplacer(`"outcome":"P"`, `"outcome":"D"`, `"outcome":"N"`, `"outcome":"D"`).Replace(sealed(lines)),
		"line 2: column 1":                   sealed(slices.Insert(slices.Clone(lines), 1, ` {"position":"g(0)","is":0}`+"\n")),
		`line 2: want one of "is"`:           sealed(slices.Insert(slices.Clone(lines), 1, `{"position":"g(0)"}`+"\n")),
		`line 2: the field "is" cannot be`:   sealed(slices.Insert(slices.Clone(lines), 1, `{"position":"g(0)","is":-1}`+"\n")),
		`line 2: by: "me"`:                   sealed(slices.Insert(slices.Clone(lines), 1, `{"position":"g(0)","is":0,"by":"me"}`+"\n")),
		`line 2: "g(0) + g(0)": want one`:    sealed(slices.Insert(slices.Clone(lines), 1, `{"position":"g(0) + g(0)","is":0}`+"\n")),
		`line 2: "g(00)", want "g(0)"`:       sealed(slices.Insert(slices.Clone(lines), 1, `{"position":"g(00)","is":0}`+"\n")),
		`line 2: "20" is not a heap`:         sealed(slices.Insert(slices.Clone(lines), 1, `{"position":"g(20)","is":0}`+"\n")),
		"line 2: want a line of at most":     sealed(slices.Insert(slices.Clone(lines), 1, strings.Repeat(" ", 1<<17)+"\n")),
		"text follows behind the end":        sealed(lines) + "\n",
		"the file was changed or damaged":    strings.Replace(sealed(lines), `"facts":`, `"facts":1`, 1),
		"line 4: the file ends here; want a": strings.Join(lines[:3], ""),
	} {
		_, err := verify(t.Context(), text, means(g))
		if _, ok := errors.AsType[*proof.FormatError](err); !ok || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := verify(meter.With(t.Context(), 1<<10), sealed(lines), means(g)); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("without memory: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := verify(ended, sealed(lines), means(g)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

func FuzzVerify(t *testing.F) {
	f := fuzz.Seeds(t)
	g := random(rand.New(rand.NewPCG(1, 1)), "g", 12)
	m := means(g)
	values := map[string][]uint64{"g": g.values()}
	for heap := range uint64(len(g.options)) {
		f.Add(sealedFacts(values["g"][:heap+1]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		// The end is made right, so that more is looked at.
		lines := slices.Collect(strings.Lines(text))
		if len(lines) > 0 {
			lines = lines[:len(lines)-1]
		}
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, `{"facts":`) }) {
			text = sealed(lines)
		}
		if _, err := verify(t.Context(), text, m); err == nil && !holds(t, linesOf(text), m, values) {
			t.Errorf("verified\n%s", text)
		}
	})
}

// sealedFacts is the proof of the last of some heaps by facts about all.
func sealedFacts(values []uint64) string {
	last := len(values) - 1
	outcome := "P"
	if values[last] > 0 {
		outcome = "N"
	}
	lines := []string{fmt.Sprintf("{\"format\":%q,\"version\":\"0.17.0\",\"position\":\"g(%d)\",\"outcome\":%q,\"nim_value\":%d}\n", proof.Format, last, outcome, values[last])}
	for heap, v := range values {
		for m := range v {
			lines = append(lines, fmt.Sprintf("{\"position\":\"g(%d)\",\"not\":%d}\n", heap, m))
		}
		lines = append(lines, fmt.Sprintf("{\"position\":\"g(%d)\",\"is\":%d}\n", heap, v))
	}
	return sealed(lines)
}
