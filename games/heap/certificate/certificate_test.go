package certificate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/build"
	"github.com/grundy-games/grundy/internal/fuzz"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/theory/period"
)

// certify makes the certificate of a code or a subtraction game.
func certify(t testing.TB, game string) *Certificate {
	t.Helper()
	var values Game
	var r period.Result
	if list, ok := strings.CutPrefix(game, "subtraction["); ok {
		var amounts []uint64
		if err := json.Unmarshal([]byte("["+list), &amounts); err != nil {
			t.Fatal(err)
		}
		s, err := heap.NewSubtraction(amounts)
		if err != nil {
			t.Fatal(err)
		}
		if r, _, err = s.Period(t.Context(), 1<<22, nil); err != nil {
			t.Fatal(err)
		}
		values = s
	} else {
		budget := uint64(1 << 29)
		if _, heaps, _ := sequence.MustCode(game).Bounds(); heaps > 2 {
			budget = 1 << 11
		}
		s, err := sequence.Solve(t.Context(), sequence.MustCode(game), budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		values, r = s, s.Period
		if game == "0.156" { // by the state too: the theorem of Guy and Smith was sooner
			proof := period.StateProof{Mask: 27, At: r.Preperiod + 1000, Shift: r.Period}
			r.Proof, r.Needed = proof, proof.At+proof.Shift
		}
	}
	c, err := New(t.Context(), values, r, nil)
	if err != nil {
		t.Fatalf("%s: %v", game, err)
	}
	return c
}

func TestTrueCertificates(t *testing.T) {
	games := strings.Fields(`0.77 0.07 0.3 0.137 4.0 0.15 0.156 0.356 0.644 0.11 0.0330003 4!.37 0.7= 0.07= 4=.0 4=.3
		4.F 0.F?
		subtraction[1,3,4] subtraction[5] subtraction[2,4,14] subtraction[3,5,17] subtraction[1,2,100] subtraction[524288,524289]
		0.[3] 0.3003330[3] 0.[2] 0.0[3] 0.[30] 0.[03] 0.3[1] 0.00[1]
		0.3F 0.28 0.8 0.088? 0.089! 0.08B? 0.E8 0.F8 4.98 0.007F 0.BF
		&36;.0 &44;.0 K.0 S.0 &196;.0 G.4 0.0G0C`)
	if !testing.Short() {
		games = append(games, "0.9C")
	}
	if long.Asked {
		games = append(games, "0.127")
	}
	if long.Whole {
		games = append(games, "0.16", "0.56")
	}
	for _, game := range long.Every(4, games) {
		c := certify(t, game)
		checkFile(t, c)
	}
}

// checkFile writes a certificate, and verifies what is read from the file.
func checkFile(t *testing.T, c *Certificate) {
	t.Helper()
	var file bytes.Buffer
	if err := c.Write(&file); err != nil {
		t.Fatal(err)
	}
	again, err := Read(t.Context(), &file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(t.Context(), again, nil); err != nil {
		t.Errorf("%s, %+v: %v", c.Game, c.System, err)
	}
}

// variants calls try with the text of v, which is decoded JSON, after each change:
// of any number, string or truth value in it, or that takes away a field or an
// element, or doubles one, or adds one.
func variants(v any, try func(where string)) {
	walk(v, "", func(any) {}, try)
}

func walk(v any, where string, set func(any), try func(where string)) {
	change := func(to any, how string) {
		set(to)
		try(where + " " + how)
		set(v)
	}
	switch v := v.(type) {
	case json.Number:
		n, ok := new(big.Int).SetString(string(v), 10)
		if !ok {
			return
		}
		for _, to := range []string{
			new(big.Int).Add(n, big.NewInt(1)).String(), new(big.Int).Sub(n, big.NewInt(1)).String(),
			new(big.Int).Add(n, big.NewInt(2)).String(), new(big.Int).Lsh(n, 1).String(), new(big.Int).Rsh(n, 1).String(),
			"0", "1", "-1", "1099511627776", "1000000000000000000", "9223372036854775808", "18446744073709551615", "18446744073709551616",
		} {
			if to != string(v) {
				change(json.Number(to), "= "+to)
			}
		}
	case string:
		change(v+"0", "longer")
		for i := range v {
			other := byte('0')
			if v[i] == other {
				other = '1'
			}
			change(v[:i]+v[i+1:], fmt.Sprintf("without byte %d", i))
			change(v[:i]+string(other)+v[i+1:], fmt.Sprintf("byte %d changed", i))
			if len(v) > 40 && i > 2 { // a hash
				break
			}
		}
	case bool:
		change(!v, "changed")
	case map[string]any:
		for key, inner := range v {
			walk(inner, where+"."+key, func(to any) { v[key] = to }, try)
			delete(v, key)
			try(where + "." + key + " taken away")
			v[key] = inner
			for other, its := range v { // exchanged with another
				a, isNumber := inner.(json.Number)
				b, areNumbers := its.(json.Number)
				if key < other && isNumber && areNumbers && a != b {
					v[key], v[other] = b, a
					try(where + "." + key + " and " + other + " exchanged")
					v[key], v[other] = a, b
				}
			}
		}
		v["more"] = json.Number("1")
		try(where + ".more added")
		delete(v, "more")
	case []any:
		for i, inner := range v {
			walk(inner, fmt.Sprintf("%s[%d]", where, i), func(to any) { v[i] = to }, try)
			change(append(append([]any{}, v[:i]...), v[i+1:]...), fmt.Sprintf("without element %d", i))
			change(append(append(append([]any{}, v[:i]...), inner), v[i:]...), fmt.Sprintf("with element %d twice", i))
			if i > 0 {
				v[i], v[i-1] = v[i-1], v[i]
				try(fmt.Sprintf("%s with elements %d and %d exchanged", where, i-1, i))
				v[i], v[i-1] = v[i-1], v[i]
			}
		}
		if len(v) == 0 {
			change([]any{json.Number("5")}, "with an element")
		}
	}
}

// encode is json.Marshal with the fields in the order of certificates.
func encode(v any) string {
	switch v := v.(type) {
	case map[string]any:
		order := strings.Fields("format version game theorem preperiod period saltus constants terms blocks state system digest mask timed rare witnesses value moves kind kinds heap from every heaps taken turns free beside")
		place := func(key string) int { return (slices.Index(order, key) + len(order)) % len(order) }
		keys := slices.SortedFunc(maps.Keys(v), func(a, b string) int { return cmp.Or(place(a)-place(b), strings.Compare(a, b)) })
		for i, key := range keys {
			keys[i] = fmt.Sprintf("%q:%s", key, encode(v[key]))
		}
		return "{" + strings.Join(keys, ",") + "}"
	case []any:
		var elements []string
		for _, e := range v {
			elements = append(elements, encode(e))
		}
		return "[" + strings.Join(elements, ",") + "]"
	}
	text, _ := json.Marshal(v)
	return string(text)
}

// A certificate in which anything was changed is refused, because the digest
// says so; and where somebody makes a new digest, because what it says is not
// true, or not what the theorem asks for. (The name of the game may be changed to
// one with the same values, if what is said is the truth about that; and 2 terms
// that return 62 later may prove what 62 do that return 2 later.)
func TestChangedCertificates(t *testing.T) {
	for _, game := range long.Every(4, strings.Fields("0.77 4.F 0.7= subtraction[1,3,4] subtraction[2,4,14] 0.3003330[3] 0.[2] 0.[30] 0.3F 0.28 0.BF 0.156")) {
		c := certify(t, game)
		if c.Theorem == period.ByState && !long.Asked && c.Terms > 50_000 {
			t.Errorf("%s needs %d terms, too many for this test", game, c.Terms)
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var fields any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&fields); err != nil {
			t.Fatal(err)
		}
		if encode(fields) != string(text) {
			t.Fatalf("%s: not the order of fields: %s, want %s", game, encode(fields), text)
		}
		changes, read := 0, 0
		variants(fields, func(where string) {
			if changes++; game == "0.156" && strings.Contains(where, "[") && changes%long.Of(80, 40, 10) != 0 {
				return // there are thousands
			}
			changed, err := Read(t.Context(), strings.NewReader(encode(fields)))
			if err != nil {
				return
			}
			read++
			if err := Verify(t.Context(), changed, nil); err == nil {
				t.Errorf("%s: accepted with %s", game, where)
			}
			if changed.Digest != c.Digest && strings.HasPrefix(where, ".digest") {
				return // a new one is the old one
			}
			if changed.Digest, err = changed.digest(); err != nil {
				t.Fatal(err)
			}
			if err := Verify(t.Context(), changed, nil); err == nil {
				if strings.HasPrefix(where, ".version") {
					return // nothing depends on it
				}
				if strings.HasPrefix(where, ".game") && changed.Digest == certify(t, changed.Game).Digest {
					return
				}
				if strings.HasSuffix(where, "at and shift exchanged") {
					return // which can be another proof of the same
				}
				t.Errorf("%s: accepted with %s and a new digest", game, where)
			} else if strings.TrimSpace(err.Error()) == "" || strings.Contains(err.Error(), "digest") {
				t.Errorf("%s: with %s and a new digest: %v", game, where, err)
			}
		})
		if changes < 100 || read < 100 {
			t.Errorf("%s: %d changes were tried, %d of them certificates by their form", game, changes, read)
		}
		t.Logf("%s: %d changes, %d of them certificates by their form", game, changes, read)
	}
}

// A certificate says which program made it, or is older; and nothing else stands there.
func TestVersion(t *testing.T) {
	c := certify(t, "0.77")
	if c.Version != build.Version() {
		t.Errorf("version %q", c.Version)
	}
	for version, holds := range map[string]bool{"": true, "0.7.0+0123456789ab+changes": true, "0.7.0\nproved": false, "0.7.0 of today": false} {
		c.Version = version
		if err := Verify(t.Context(), reseal(t, c), nil); (err == nil) != holds || err != nil && !strings.HasPrefix(err.Error(), "version: ") {
			t.Errorf("%q: %v", version, err)
		}
	}
}

// reseal gives a certificate that was changed the digest that it then has.
func reseal(t testing.TB, c *Certificate) *Certificate {
	t.Helper()
	var err error
	if c.Digest, err = c.digest(); err != nil {
		t.Fatal(err)
	}
	return c
}

// A certificate that names more values than there is memory for is refused before
// any is computed, and so is a file that is too long.
func TestMemoryOfCertificates(t *testing.T) {
	ctx := meter.With(t.Context(), 64<<20)
	quiet := func(uint64, uint64) { t.Error("a value was computed") }
	c := certify(t, "subtraction[1]")
	c.Terms = 1 << 27
	c.Constants = map[string]uint64{"width": 1, "at": 1<<27 - 2, "shift": 2}
	c.Blocks = slices.Repeat([]string{strings.Repeat("0", 64)}, 1<<7)
	if err := Verify(ctx, reseal(t, c), quiet); !errors.Is(err, grundy.ErrBudget) || !strings.HasPrefix(err.Error(), "terms: ") {
		t.Errorf("2^27 values in 64 MiB: %v", err)
	}
	long := `{"format":"` + strings.Repeat("x", 4<<20) + `"}`
	if _, err := Read(ctx, strings.NewReader(long)); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("a file of 4 MiB: %v", err)
	}
	c = certify(t, "0.77")
	c.Game = "0." + strings.Repeat("7", 1<<20)
	if err := Verify(ctx, reseal(t, c), quiet); !errors.Is(err, grundy.ErrBudget) || !strings.HasPrefix(err.Error(), "game: ") {
		t.Errorf("a code of 2^20 digits: %v", err)
	}
	if used := meter.Of(ctx).Used(); used != 0 {
		t.Errorf("%d bytes were not given back", used)
	}
}

// Work whose size the certificate names is refused before any value is computed;
// all other work is counted as it is done, and ends with the context.
func TestWorkOfCertificates(t *testing.T) {
	quiet := func(uint64, uint64) { t.Error("a value was computed") }
	c := certify(t, "0.77")
	c.Preperiod, c.Terms = 1<<28, 1<<29+2*c.Period+2
	if err := Verify(t.Context(), reseal(t, c), quiet); err == nil || !strings.Contains(err.Error(), "takes more than") {
		t.Errorf("2^30 values by all options: %v", err)
	}

	// In 0.333 no move divides, and so no rare value has a witness, however many
	// divisions are looked at. Every second heap is rare.
	c = &Certificate{
		Format: Format, Game: "0.333", Theorem: period.ByState, Period: 4, Terms: 4004, Blocks: []string{""},
		Constants: map[string]uint64{"width": 3999, "at": 4000, "shift": 4}, State: &State{Mask: 1, Witnesses: []Witness{}},
	}
	for h := uint64(2); h < 4000; h += 2 {
		c.State.Rare = append(c.State.Rare, h)
	}
	if err := verify(t.Context(), reseal(t, c), 1<<20, nil); err == nil || !strings.Contains(err.Error(), "takes more than 1048576 steps") {
		t.Errorf("0.333 by state: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := verify(ctx, c, mostSteps, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("0.333 by state, when the context has ended: %v", err)
	}
	c.State.Mask = 0
	if err := verify(t.Context(), reseal(t, c), 1<<20, quiet); err == nil || !strings.Contains(err.Error(), "the mask must have bits") {
		t.Errorf("a mask of 0: %v", err)
	}
}

// Numbers are written in one way.
func TestOtherSpellings(t *testing.T) {
	for game, spellings := range map[string][]string{
		"subtraction[1,3,4]": {"subtraction[01,3,4]", "subtraction[1,3,04]", "subtraction[+1,3,4]", "subtraction[1,3,4", "subtraction[1, 3,4]", "subtraction[3,1,4]", "subtraction[1,1,3,4]", "subtraction[]", "subtraction[1,3,4]]"},
		"0.77":               {"0.770", "00.77", "0.7&7;", "0.77[0]", " 0.77"},
	} {
		for _, spelling := range spellings {
			c := *certify(t, game)
			c.Game = spelling
			c.Digest, _ = c.digest()
			if err := Verify(t.Context(), &c, nil); err == nil || !strings.HasPrefix(err.Error(), "game: ") {
				t.Errorf("%s: %v", spelling, err)
			}
		}
	}
}

// A code has the same certificate as its solution.
func TestCertificateOfCode(t *testing.T) {
	for _, game := range []string{"0.77", "0.156", "0.3F"} {
		code := sequence.MustCode(game)
		r, _, err := code.Period(t.Context(), 10_000, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := New(t.Context(), code, r, nil)
		if err != nil || c.Digest == "" {
			t.Fatalf("%s: %v", game, err)
		}
		if err := Verify(t.Context(), c, nil); err != nil {
			t.Errorf("%s: %v", game, err)
		}
		want, err := sequence.Solve(t.Context(), code, 10_000, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := New(t.Context(), want, want.Period, nil); err != nil || d.Digest != c.Digest {
			t.Errorf("%s: %+v, but of the solution %+v (%v)", game, c, d, err)
		}
	}
}

// Periods that are not proved, or have no certificate, get an error that says so.
func TestNoCertificate(t *testing.T) {
	for _, game := range []heap.Sequence{sequence.MustCode("0.6"), heap.Nim{}, heap.TakeFrom{Set: heap.Powers}, heap.TakeFrom{Set: heap.Squares}} {
		r, _, err := game.Period(t.Context(), 1000, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := New(t.Context(), game, r, nil); err == nil {
			t.Errorf("%s: %+v", game, c)
		}
	}
}

// The package comment says how much there is to be read.
func TestLinesToRead(t *testing.T) {
	count := func(file string) (code, all int) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				code++
			}
			all++
		}
		return code, all
	}
	text, err := os.ReadFile("certificate.go")
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(text), "\npackage ")
	code, all := count("verify.go")
	for method, file := range map[period.Method]string{
		period.ByRecurringWindow: "verify_window.go", period.ByGuySmith: "verify_guysmith.go", period.ByTaking: "verify_taking.go",
		period.ByDividing: "verify_dividing.go", period.ByState: "verify_state.go", period.BySystem: "verify_system.go",
	} {
		more, moreAll := count(file)
		if want := fmt.Sprintf("//	%-10s %d   %d ", method, code+more, all+moreAll); !strings.Contains(comment, want) {
			t.Errorf("the package comment lacks %q", want)
		}
	}
	if _, all := count("verify_many.go"); !strings.Contains(comment, fmt.Sprintf("verify_many.go, %d lines", all)) {
		t.Errorf("the package comment lacks that verify_many.go has %d lines", all)
	}
}

// A file that does not have the form of a certificate is refused in words about files.
func TestNoCertificateByForm(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "unexpected end of JSON input",
		"kayles":                "invalid character 'k'",
		"[]":                    "want an object of JSON, not array",
		"null":                  `the field "format" is missing`,
		"{}":                    `the field "format" is missing`,
		`{"format":"x"}`:        `the field "game" is missing`,
		`{"terms":"a"}`:         `the field "terms" cannot be string`,
		`{"terms":-1}`:          `the field "terms" cannot be number -1`,
		`{"FORMAT":"x"}`:        `the field "format" is missing`,
		`{"format":"x"} {}`:     "invalid character '{' after",
		`{"state":{"mask":""}}`: `the field "state.mask" cannot be string`,
		`{"terms":{"a":1}}`:     `the field "terms" cannot be object`,
		`{"constants":[1]}`:     `the field "constants" cannot be array`,
		`{"format":"x","constants":{"at": 1, "heaps": "2"},"terms":1}`:               `the field "constants.heaps" cannot be string`,
		`{"constants":{"at":{"x":1}}}`:                                               `the field "constants.at" cannot be object`,
		`{"blocks": ["0", 1, "2"]}`:                                                  `the field "blocks[1]" cannot be number`,
		`{"state":{"rare":[1,-1]}}`:                                                  `the field "state.rare[1]" cannot be number -1`,
		`{"state":{"witnesses":[{"value":1,"moves":[]},{"moves":[[1,2],[3,"4"]]}]}}`: `the field "state.witnesses[1].moves[1][1]" cannot be string`,
	} {
		c, err := Read(t.Context(), strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), "this is not a certificate: "+want) {
			t.Errorf("%s: %+v, %v; want %s", text, c, err, want)
		}
	}
}

// A file that is not written as certificates are is quoted from the first byte that differs.
func TestNoCertificateByWriting(t *testing.T) {
	text, err := json.Marshal(certify(t, "0.77"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range [][3]string{ // what is changed, to what, and the error
		{`"period":12`, `"period":12,"period":12`, `"saltus\":0,\"constants\":{\"heaps\":2,\"taken\"" there is "period\":12,\"saltus\":0,\"constants\":{\"heap"`},
		{`"taken":2,"turns":1`, `"turns":1,"taken":2`, `"aken\":2,\"turns\":1},\"terms\":168,\"blocks\":" there is "urns\":1,\"taken\":2},\"terms\":168,\"blocks\":"`},
		{`{"format"`, `{"more":1,"format"`, `"format\":\"grundy period certificate 2\",\"v" there is "more\":1,\"format\":\"grundy period certific"`},
		{`"}`, `","more":1}`, `"}" there is ",\"more\":1}"`},
	} {
		changed := strings.Replace(string(text), test[0], test[1], 1)
		_, err := Read(t.Context(), strings.NewReader(changed))
		if want := "this is not a certificate: where certificates have " + test[2]; fmt.Sprint(err) != want {
			t.Errorf("%s:\n%v, want\n%s", changed, err, want)
		}
	}
}

func FuzzVerify(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, game := range []string{"0.77", "0.3F", "0.3003330[3]", "subtraction[1,3,4]", "0.156"} {
		text, err := json.Marshal(certify(f, game))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, kinds := range [][][]sequence.Breaking{triangles(), {{{Every: 1, Taken: 1, Free: []sequence.Part{{}}}}}} {
		text, err := json.Marshal(certifySystem(f, kinds, 0))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{"format":"grundy period certificate 2","game":"0.7","theorem":"state","preperiod":0,"period":1,"saltus":0,"constants":{},"terms":5,"blocks":[""],"state":{"mask":1,"timed":false,"rare":[],"witnesses":[]},"digest":""}`)
	f.Add(`{"format":"grundy period certificate 2","game":"0.8","theorem":"dividing","preperiod":0,"period":1,"saltus":1,"constants":{"from":8000,"shift":64,"slack":8000},"terms":8128,"blocks":[""],"digest":""}`)
	f.Add(`{"format":"grundy period certificate 2","game":"0.[33303]","theorem":"taking","preperiod":0,"period":5,"saltus":5,"constants":{"at":5,"gap":1,"near":1,"shift":1000000000000000000,"turn":5},"terms":1000000000000000005,"blocks":[],"digest":""}`)
	f.Add(`{"format":"grundy period certificate 2","game":"subtraction[536870911]","theorem":"window","preperiod":0,"period":268435456,"saltus":0,"constants":{"at":536870912,"shift":536870912,"width":536870911},"terms":1073741824,"blocks":[],"digest":""}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(t.Context(), strings.NewReader(text))
		if err != nil {
			return
		}
		if c.Digest, err = c.digest(); err != nil {
			return
		}
		if verify(t.Context(), c, 1<<16, nil) != nil || c.Terms > 500 {
			return
		}
		// An accepted claim is true.
		if c.System != nil {
			if !trueSystem(c, 2*int(c.Terms)/len(c.System.Kinds)) {
				t.Errorf("accepted, and false: %s", text)
			}
			return
		}
		var values []int
		if list, ok := strings.CutPrefix(c.Game, "subtraction["); ok {
			var amounts []int
			if err := json.Unmarshal([]byte("["+list), &amounts); err != nil {
				t.Fatal(err)
			}
			values = bySubtraction(amounts, 1000)
		} else {
			values = byDefinition(sequence.MustCode(c.Game), 120)
		}
		if end := c.Preperiod + 3*c.Period; end < uint64(len(values)) && !isTrue(values, period.Result{Preperiod: c.Preperiod, Period: c.Period, Saltus: c.Saltus}) {
			t.Errorf("accepted, and false: %s", text)
		}
	})
}

func ExampleVerify() {
	file := strings.NewReader(`{
		"format": "grundy period certificate 2", "game": "0.77", "theorem": "guy-smith",
		"preperiod": 71, "period": 11, "saltus": 0, "constants": {"heaps": 2, "taken": 2, "turns": 1},
		"terms": 166, "blocks": [], "digest": ""
	}`)
	c, err := Read(context.Background(), file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Verify(context.Background(), c, nil))
	// Output: digest: the certificate was changed after it was made
}
