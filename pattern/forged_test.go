package pattern

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/pattern/certificate"
	"github.com/grundy-games/grundy/rules"
)

// forgedSteps are what comparisons of small games may take here.
const forgedSteps = 1 << 19

// A written game has rules as text and, from them, moves as formulas.
type written struct {
	rules string
	claim certificate.Claim // without a system and automata
}

// write translates rules.
func write(t *testing.T, name, text string, frame rules.Frame) written {
	t.Helper()
	f, err := rules.Load(t.Context(), name, strings.NewReader(text), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := f.Define(t.Context(), frame)
	if err != nil {
		t.Fatal(err)
	}
	moves := movesOf(d, nil)
	for i := range moves.Coordinates {
		moves.Coordinates[i].Dropped = true
	}
	return written{text, certificate.Claim{Game: name, Moves: moves, Of: certificate.POutcome, Misere: d.Misere, Form: "set", Rules: text, Frame: frameOf(d.Layout)}}
}

// outcomes fills a table with the P-positions of formulas, by their definition. It returns nil where
// play need not end or goes far.
func outcomes(t *testing.T, m *certificate.Moves, misere bool) *Table {
	play, err := m.Play(t.Context())
	if err != nil {
		return nil
	}
	var names []string
	for _, b := range m.Coordinates {
		names = append(names, b.Name)
	}
	table := NewTable(Outcomes, names, map[int][]int{1: {300}, 2: {34, 34}, 3: {9, 9, 9}}[len(names)]...)
	known := map[string]int64{} // 2 while it is asked
	var of func(at []int64) (int64, error)
	of = func(at []int64) (int64, error) {
		key := fmt.Sprint(at)
		v, ok := known[key]
		if is, err := play.IsPosition(at); ok && v < 2 || err != nil || !is {
			if !ok && err == nil {
				err = errors.New("no position")
			}
			return v, err
		}
		if ok || len(known) > 4000 {
			return 0, errors.New("play goes on")
		}
		known[key] = 2
		ending, err := play.Ending(at)
		if err != nil {
			return 0, err
		}
		if ending != 0 {
			known[key] = map[int64]int64{1: 1, 3: 0}[int64(ending)]
			return known[key], nil
		}
		var all [][]int64
		if err := play.Options(at, func(n []int64, _ string) error { all = append(all, slices.Clone(n)); return nil }); err != nil {
			return 0, err
		}
		value := int64(0)
		if misere && len(all) == 0 {
			value = 1
		}
		for _, option := range all {
			if len(option) != len(at) {
				return 0, errors.New("several parts")
			}
			u, err := of(option)
			if err != nil {
				return 0, err
			}
			value = max(value, 1-u)
		}
		known[key] = value
		return value, nil
	}
	cell, at := make([]int, len(names)), make([]int64, len(names))
	for i := range table.Values {
		table.place(i, cell)
		for j, n := range cell {
			at[j] = int64(n)
		}
		if is, err := play.IsPosition(at); err != nil || !is {
			continue
		}
		if table.Values[i], err = of(at); err != nil {
			return nil
		}
	}
	return table
}

// proved proves the P-positions of moves: it learns an automaton from a table.
func proved(t *testing.T, claim certificate.Claim) *certificate.Certificate {
	table := outcomes(t, &claim.Moves, claim.Misere)
	if table == nil || !slices.ContainsFunc(table.Values, func(v int64) bool { return v != Hole }) {
		return nil
	}
	systems, _ := numerationsOf(table, nil)
	for _, in := range systems[:3] {
		if claim.Base != 0 && claim.Base != in.base() {
			continue
		}
		a, err := learnTable(t.Context(), table, in, 3000, effort)
		if err != nil || len(a.sets) != 1 {
			continue
		}
		said, err := a.claim(t.Context(), claim.Game, table.Coordinates, claim.Misere)
		if err != nil {
			t.Fatal(err)
		}
		machine, err := newMachine(in.System, Outcomes, table.Coordinates, false, said.Sets[0])
		if err != nil {
			t.Fatal(err)
		}
		claim.System, claim.Automata = in.Name(), []certificate.Table{machine.table()}
		if len(machine.Next) > 24 {
			continue
		}
		if c, err := certificate.New(meter.With(t.Context(), 2<<20), claim, nil); err == nil {
			return c
		}
	}
	return nil
}

// honest are rules that this program proves, of all kinds that certificates have.
var honest = []string{
	`position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
`,
	`position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, min(x, y) + 1):
        move(x - k, y - k)
    for k in range(1, 3):
        if k <= x and (x - k) % 3 != 1:
            move(x - k, y)
`,
	`position(n = integer(1, 1000000))
def moves(n):
    for k in [1, 3, 4]:
        if n - k >= 1:
            move(n - k)
    if n % 5 == 2 and n > 4:
        move(n - 2)
`,
	`misere = True
position(n = integer())
def moves(n):
    for k in range(1, min(n, 4) + 1):
        if k != 2 or n > 6:
            move(n - k)
`,
	`position(x = integer(), y = integer())
def legal(x, y):
    return x <= 2 * y + 1
def moves(x, y):
    if x == 0 and y == 3:
        lose()
        return
    if x == 1 and y == 1:
        win()
        return
    if x > 0:
        move(x - 1, y)
    if y > 0 and x <= 2 * y - 1:
        move(x, y - 1)
`,
	`position(n = integer(1, 1 << 40))
def moves(n):
    p = 1
    while 2 * p <= n:
        p = 2 * p
    if p < n:
        move(n - p)
    elif n > 1:
        move(n // 2)
`,
	`position(s = row(0, 1000000000, length = 2, order = "ascending"))
def moves(s):
    if s[0] > 0:
        move([s[0] - 1, s[1]])
    if s[1] > s[0]:
        move([s[0], s[1] - 1])
        if s[1] > s[0] + 2:
            move([s[0], s[1] - 3])
`,
}

// mutate changes a text of formulas at one place: a number, a comparison, a name or a part of a
// conjunction.
func mutate(rng *rand.Rand, text string, names []string) string {
	tokens := regexp.MustCompile(`[a-z]\w*|\d+|<=|>=|!=|<|=|\+|-|.`).FindAllString(text, -1)
	for range 20 {
		i := rng.IntN(len(tokens))
		to := ""
		switch tok := tokens[i]; {
		case tok[0] >= '0' && tok[0] <= '9':
			n, _ := strconv.Atoi(tok)
			to = fmt.Sprint(max(0, n+[]int{-1, 1, 2}[rng.IntN(3)]))
		case tok == "<" || tok == "<=" || tok == "=" || tok == "!=" || tok == ">=":
			to = []string{"<", "<=", "=", ">="}[rng.IntN(4)]
		case tok == "+":
			to = "-"
		case tok == "-":
			to = "+"
		case slices.Contains(names, tok):
			to = names[rng.IntN(len(names))]
		case tok == "&":
			to = "|"
		case tok == "|":
			to = "&"
		case tok == "true":
			to = names[0] + " != 2"
		case tok == "false":
			to = names[0] + " = 2"
		}
		if to != "" && to != tokens[i] {
			tokens[i] = to
			return strings.Join(tokens, "")
		}
	}
	return text
}

// changed changes moves somewhere: a guard, a part, the shape, an end of play or a bound; it leaves a
// kind of move out, or doubles one.
func changed(rng *rand.Rand, m certificate.Moves) certificate.Moves {
	text, _ := json.Marshal(m)
	m = certificate.Moves{}
	_ = json.Unmarshal(text, &m)
	var names []string
	for _, b := range m.Coordinates {
		names = append(names, b.Name)
	}
	k := rng.IntN(len(m.Kinds))
	kind := &m.Kinds[k]
	with := append(slices.Clone(names), kind.Bound...)
	switch rng.IntN(12) {
	case 0:
		m.Shape = mutate(rng, m.Shape, names)
	case 1:
		m.Lost = mutate(rng, m.Lost, names)
	case 2:
		m.Won = mutate(rng, m.Won, names)
	case 3:
		m.Kinds = slices.Delete(m.Kinds, k, k+1)
	case 4:
		m.Coordinates[rng.IntN(len(names))].Least++
	case 5:
		copied := *kind
		copied.Guard = mutate(rng, kind.Guard, with)
		m.Kinds = append(m.Kinds, copied)
	case 6, 7, 8:
		if len(kind.Parts) > 0 {
			part := kind.Parts[0]
			i := rng.IntN(len(part))
			part[i] = mutate(rng, part[i]+" + 0", with)
		}
	default:
		kind.Guard = mutate(rng, kind.Guard, with)
	}
	return m
}

// differ says whether two games differ at small tuples, by what the formulas say.
func differ(t *testing.T, a, b *certificate.Moves) bool {
	p, err := a.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	q, err := b.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := len(a.Coordinates)
	at := make([]int64, n)
	say := func(p *certificate.Play) string {
		is, err := p.IsPosition(at)
		if !is || err != nil {
			return fmt.Sprint(is, err)
		}
		ending, _ := p.Ending(at)
		if ending != 0 {
			return fmt.Sprint(ending)
		}
		var all []string
		err = p.Options(at, func(numbers []int64, _ string) error { all = append(all, fmt.Sprint(numbers)); return nil })
		slices.Sort(all)
		return fmt.Sprint(slices.Compact(all), err)
	}
	side := map[int]int64{1: 60, 2: 8, 3: 4}[n]
	for {
		if say(p) != say(q) {
			return true
		}
		i := 0
		for ; i < n; i++ {
			if at[i]++; at[i] < side {
				break
			}
			at[i] = 0
		}
		if i == n {
			return false
		}
	}
}

// TestForgedMoves proves games whose moves were changed, and attaches the rules as they were. Where the
// moves differ the certificate is true of its formulas, and refused; where they do not, it passes.
func TestForgedMoves(t *testing.T) {
	rng := chance.New(t, 31)
	var games []written
	for i, text := range honest {
		g := write(t, fmt.Sprintf("g%d.star", i), text, rules.Frame{})
		c := proved(t, g.claim)
		if c == nil {
			t.Fatalf("%s is not proved", text)
		}
		found, err := agrees(t.Context(), c, forgedSteps)
		if err != nil || found.Positions < 50 {
			t.Fatalf("%s: %v, %v", text, found, err)
		}
		games = append(games, g)
	}
	refused, alike := 0, 0
	fields := map[string]int{}
	for want := long.Of(6, 30, 500); refused < want; {
		g := games[rng.IntN(len(games))]
		claim := g.claim
		claim.Moves = changed(rng, claim.Moves)
		if rng.IntN(3) == 0 && len(claim.Kinds) > 0 {
			claim.Moves = changed(rng, claim.Moves)
		}
		if _, err := claim.Play(t.Context()); err != nil {
			continue
		}
		c := proved(t, claim)
		if c == nil {
			continue
		}
		apart := differ(t, &g.claim.Moves, &claim.Moves)
		found, err := agrees(t.Context(), c, forgedSteps)
		wrong, ok := errors.AsType[*certificate.Refusal](err)
		switch {
		case apart && !ok:
			text, _ := json.MarshalIndent(claim.Moves, "", " ")
			t.Fatalf("this passes, %v, %v, with the rules %s: %s", found, err, g.rules, text)
		case apart:
			fields[wrong.Field]++
			refused++
		case err == nil:
			alike++
		}
	}
	t.Logf("%v were refused, and %d changes changed nothing", fields, alike)
}

// TestForgedClaims changes automata, and makes digests right.
func TestForgedClaims(t *testing.T) {
	rng := chance.New(t, 32)
	c := proved(t, write(t, "g.star", honest[1], rules.Frame{}).claim)
	for range long.Of(10, 30, 100) {
		forged := *c
		text, _ := json.Marshal(c.Automata)
		forged.Automata = nil
		if err := json.Unmarshal(text, &forged.Automata); err != nil {
			t.Fatal(err)
		}
		table := &forged.Automata[0]
		s := rng.IntN(len(table.Next))
		if i := slices.Index(table.Accept, s); rng.IntN(2) == 0 && i >= 0 {
			table.Accept = slices.Delete(table.Accept, i, i+1)
		} else if i < 0 {
			table.Accept = slices.Sorted(slices.Values(append(table.Accept, s)))
		} else {
			row := table.Next[s]
			l := rng.IntN(len(row))
			row[l] = (row[l] + 1 + rng.IntN(len(table.Next)-1)) % len(table.Next)
		}
		forged.Digest = digest(t, forged)
		if err := certificate.Verify(t.Context(), &forged, nil); err == nil {
			t.Errorf("another automaton holds: %v", table)
		}
	}
	if again := *c; digest(t, again) != c.Digest {
		t.Error("a digest is not made as it should be")
	}
}

// digest is the hash of a certificate without its digest.
func digest(t *testing.T, c certificate.Certificate) string {
	c.Digest = ""
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		t.Fatal(err)
	}
	hash := sha256.Sum256(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return hex.EncodeToString(hash[:])
}

// TestRewritten writes the moves of games otherwise, with the same meaning: they pass.
func TestRewritten(t *testing.T) {
	rng := chance.New(t, 33)
	rename := func(k *certificate.Kind, from, to string) {
		word := regexp.MustCompile(`\b` + from + `\b`)
		k.Guard = word.ReplaceAllString(k.Guard, to)
		for i := range k.Bound {
			k.Bound[i] = word.ReplaceAllString(k.Bound[i], to)
		}
		for _, part := range k.Parts {
			for i := range part {
				part[i] = word.ReplaceAllString(part[i], to)
			}
		}
	}
	for i, text := range honest {
		g := write(t, fmt.Sprintf("g%d.star", i), text, rules.Frame{})
		c := proved(t, g.claim)
		for range 2 {
			claim := c.Claim
			text, _ := json.Marshal(claim.Moves)
			claim.Moves = certificate.Moves{}
			_ = json.Unmarshal(text, &claim.Moves)
			x := claim.Coordinates[0].Name
			for j := 0; j < len(claim.Kinds); j++ {
				k := &claim.Kinds[j]
				switch rng.IntN(5) {
				case 0:
					k.Guard = fmt.Sprintf("~(~(%s) | %s < 0)", k.Guard, x)
				case 1: // two kinds instead of one
					other := *k
					k.Guard, other.Guard = fmt.Sprintf("(%s) & %s < 5", k.Guard, x), fmt.Sprintf("5 <= %s & (%s)", x, k.Guard)
					claim.Kinds = append(claim.Kinds, other)
					j = len(claim.Kinds)
				case 2: // and the other way: some of its moves are stated twice
					k.Guard = fmt.Sprintf("(%s) | (%s) & %s %% 2 = 1", k.Guard, k.Guard, x)
				case 3:
					for n, name := range slices.Clone(k.Bound) {
						rename(k, name, fmt.Sprintf("other%d", n))
					}
				case 4: // a number that changes nothing
					k.Guard = fmt.Sprintf("(%s) & (E u: u + u = %s | u + u + 1 = %s)", k.Guard, x, x)
				}
			}
			again, err := certificate.New(t.Context(), claim, nil)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			if _, err := agrees(t.Context(), again, forgedSteps); err != nil {
				text, _ := json.Marshal(claim.Moves)
				t.Errorf("%v: %s", err, text)
			}
		}
	}
}

// takeAny is Nim with one heap, and takeNone a heap from which there is no move.
const (
	takeAny = `position(n = integer())
def moves(n):
    for k in range(1, n + 1):
        move(n - k)
`
	takeNone = "position(n = integer())\ndef moves(n):\n    pass\n"
)

// forgeries are rules that the verifier of format 2 misread, and rules with the meaning that it saw. Of
// each file of testdata/forged but the last two, it believed a certificate.
var forgeries = map[string]string{
	"t1": takeAny, "t2": takeAny, "t29": takeAny, "t35a": takeNone,
	"t3b": "position(n = integer())\ndef moves(n):\n    if n > 1:\n        move(n - 2)\n",
	"t5":  "position(n = integer())\ndef legal(n):\n    return n >= 10\ndef moves(n):\n    if n > 10:\n        move(n - 1)\n",
	"t4":  takeNone, "t46": takeAny,
}

// TestForgeries proves the theorems that misread rules suggest, and attaches the rules.
func TestForgeries(t *testing.T) {
	for name, misread := range forgeries {
		text, err := os.ReadFile(filepath.Join("testdata", "forged", name+".star"))
		if err != nil {
			t.Fatal(err)
		}
		c := proved(t, write(t, name+".star", misread, rules.Frame{}).claim)
		if c == nil {
			t.Fatalf("%s: the misreading is not proved", name)
		}
		if _, err := agrees(t.Context(), c, forgedSteps); err != nil {
			t.Errorf("%s, misread: %v", name, err)
		}
		claim := c.Claim
		claim.Rules = string(text)
		if c, err = certificate.New(t.Context(), claim, nil); err != nil {
			t.Fatal(err)
		}
		if err := certificate.Verify(t.Context(), c, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err = agrees(t.Context(), c, forgedSteps)
		if wrong, ok := errors.AsType[*certificate.Refusal](err); !ok || wrong.Field != "rules" {
			t.Errorf("%s: %v", name, err)
		}
		t.Log(name, err)
	}
}

// TestForgedFrames changes what stands beside the moves: names, fixed numbers, how play ends.
func TestForgedFrames(t *testing.T) {
	const riders = `position(x = integer(), y = integer(), a = integer(0, 9), b = integer(1, 9))
def moves(x, y, a, b):
    for k in range(1, max(x, y) + 1):
        if a * k <= x and b * k <= y:
            move(x - a * k, y - b * k, a, b)
        if b * k <= x and a * k <= y:
            move(x - b * k, y - a * k, a, b)
`
	g := write(t, "riders.star(_,_,0,3)", riders, rules.Frame{Fixed: map[string]int64{"a": 0, "b": 3}})
	honest := proved(t, g.claim)
	if _, err := agrees(t.Context(), honest, forgedSteps); err != nil {
		t.Fatal(err)
	}
	// The same of Nim, whose name is known.
	nim := proved(t, write(t, "nim(_,_)", "position(heap1 = integer(), heap2 = integer())"+strings.TrimPrefix(strings.NewReplacer("x", "heap1", "y", "heap2").Replace(honestNim), "position(heap1 = integer(), heap2 = integer())"), rules.Frame{}).claim)
	for _, test := range []struct {
		c      *certificate.Certificate
		says   string // "" for none
		change func(c *certificate.Claim)
	}{
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "riders.star(_,_,0,2)" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "riders.star(_,_,_,3)" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "riders.star(_,_,0,3" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "riders.star(_,_,0,3) + nim(_)" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "kayles" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "Kayles" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "Каyles" }}, // in part of Cyrillic letters
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "queen" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "nim(_,_)" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "wythoff[0]" }},
		{honest, "game: ", func(c *certificate.Claim) { c.Game = "()" }},
		{honest, "", func(c *certificate.Claim) { c.Game = "a game of mine" }},
		{honest, "", func(c *certificate.Claim) { c.Game = "other.star(_,_,0,3)" }},
		{honest, "rules: at ", func(c *certificate.Claim) { c.Frame.Fixed = map[string]int64{"a": 0, "b": 2} }},
		{honest, "frame: ", func(c *certificate.Claim) { c.Frame.Fields = slices.Clone(c.Frame.Fields); c.Frame.Fields[0].Plus = 1 }},
		{honest, "rules: at ", func(c *certificate.Claim) { c.Frame.Fixed = map[string]int64{"a": 3, "b": 1} }},
		{honest, "rules: they say", func(c *certificate.Claim) { c.Rules = "loopy = True\n" + c.Rules }},
		{honest, "misere: ", func(c *certificate.Claim) { c.Rules = "misere = True\n" + c.Rules }},
		{honest, "coordinates: ", func(c *certificate.Claim) {
			c.Coordinates = slices.Clone(c.Coordinates)
			c.Coordinates[0].Most = 100
		}},
		{honest, "coordinates: ", func(c *certificate.Claim) {
			c.Rules = strings.Replace(c.Rules, "x = integer()", "x = integer(0, 7)", 1)
		}},
		{honest, "rules: they cannot be played", func(c *certificate.Claim) { c.Rules += "\nx = = 2" }},
		{honest, "frame: ", func(c *certificate.Claim) { c.Rules = "heap(octal = \"0.77\")" }},
		{nim, "", func(*certificate.Claim) {}},
		{nim, "", func(c *certificate.Claim) { c.Game = "rook" }}, // which is the same game
		{nim, "game: ", func(c *certificate.Claim) { c.Game = "queen" }},
		{nim, "game: ", func(c *certificate.Claim) { c.Game = "ｎｉｍ(_,_)" }}, // of full width
		{nim, "game: ", func(c *certificate.Claim) { c.Game = "queén" }},
		{nim, "game: ", func(c *certificate.Claim) { c.Game = "nim(_,_,_)" }},
		{nim, "", func(c *certificate.Claim) { c.Game = "nim(_,2)" }}, // positions of it, as the formulas have them
	} {
		claim := test.c.Claim
		test.change(&claim)
		c, err := certificate.New(t.Context(), claim, nil)
		if err == nil {
			_, err = agrees(t.Context(), c, forgedSteps)
		}
		wrong, refused := errors.AsType[*certificate.Refusal](err)
		if err != nil && !refused || refused != (test.says != "") || refused && !strings.HasPrefix(wrong.Error(), test.says) {
			t.Errorf("%s, %v: %v, want %q", claim.Game, claim.Frame.Fixed, err, test.says)
		}
		t.Log(claim.Game, err)
	}
}

const honestNim = `position(x = integer(), y = integer())
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
`

// TestBeyondTheBox shows the limit: what differs outside the box alone is not found, and the line that says
// how far rules and formulas were compared says so.
func TestBeyondTheBox(t *testing.T) {
	c := proved(t, write(t, "one.star", takeAny, rules.Frame{}).claim)
	claim := c.Claim
	for bound, passes := range map[string]bool{"200": false, "123456": true} {
		claim.Rules = strings.Replace(takeAny, "def moves(n):\n", "def moves(n):\n    if n == "+bound+":\n        return\n", 1)
		c, err := certificate.New(t.Context(), claim, nil)
		if err != nil {
			t.Fatal(err)
		}
		found, err := agrees(t.Context(), c, 1<<22)
		if (err == nil) != passes {
			t.Errorf("%s: %v", bound, err)
		}
		if err == nil && (found.To[0] >= 123456 || !strings.HasSuffix(found.String(), "; beyond that the claim is about the formulas alone")) {
			t.Errorf("%v", found)
		}
	}
}
