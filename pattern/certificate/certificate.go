// Package certificate writes down proofs that a pattern in a game's outcomes or values
// holds for all positions, and checks them. The pattern is a set of automata that read
// the digits of positions.
//
// The two functions that most people need are [New] and [Verify]. docs/certificates.md
// describes the file, and what must be checked, for whoever writes another verifier.
//
// A certificate is a JSON value: the moves of a game as formulas, what is claimed, the automata,
// what every move lowers, and sizes that follow from these. [Verify] reads the formulas, makes them
// into automata, and checks that the claim satisfies the equation that has one solution only. It
// shares no code with the prover (theory/automata, theory/definable, rules), and reads no rules: the
// theorem is about the game with these moves. Where the prover compiles formulas with integer terms,
// this makes every sum from one adder, which the machine checks.
//
// To believe a certificate, read its moves ([Moves.Lines]), and
//
//	moves.go      what a game is
//	parse.go      texts to formulas
//	system.go     numbers and the adder
//	automaton.go  automata
//	formula.go    formulas to automata
//	linear.go     formulas that inequalities alone decide
//	verify.go     what must hold, which these files check:
//	bounds.go     that moves lead from positions to positions
//	measure.go    that play ends
//	claim.go      the equation of the claim
//	choices.go    what a move chooses freely
package certificate

// A certificate has exactly these fields; anything else is refused.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grundy-games/grundy/internal/jsontext"
)

// Format is the value of the first field.
const Format = "grundy pattern certificate 3"

// The properties of positions that certificates are about.
const (
	POutcome   = "p-positions"
	NimValue   = "nim-values"
	Remoteness = "remoteness"
)

// A Certificate claims that automata accept exactly the P-positions of a game, or that they
// compute its nim-values or its remoteness.
type Certificate struct {
	Format string `json:"format"`
	// Version names the program that made it; "" before 0.7.0. No claim depends on it.
	Version string `json:"version,omitempty"`
	Claim
	RulesHash string `json:"rules_sha256"`
	// Digits is how many digits the system has: 0 … Digits-1.
	Digits int `json:"digits"`
	// Measure has a weight for each coordinate. Every move lowers the first sum, or leaves it as it is and lowers the second,
	// and so on.
	Measure [][]int64 `json:"measure"`
	Sizes   Sizes     `json:"sizes"`
	// Statement is the theorem in words.
	Statement string `json:"statement"`
	// Digest is the hash of the certificate as JSON, its Digest "".
	Digest string `json:"digest"`
}

// A Claim is to be proved: of the game with these moves.
type Claim struct {
	Game string `json:"game"` // its name
	Moves
	Of     string `json:"of"` // POutcome, NimValue or Remoteness
	Misere bool   `json:"misere"`
	// System is the name of the numeration system: binary, base 3, zeckendorf, tribonacci,
	// ostrowski [1; (2)], recurrence [1, 1] from [1, 2].
	System string `json:"system"`
	// Form says what the automata are:
	//
	//	set       one, of the P-positions
	//	values    one for each number 0, 1, …: the positions that have it
	//	partial   as values, but other positions have greater numbers
	//	relation  one, over the coordinates and then the number
	//	weights   one, over the coordinates and then the weight of the place that the number counts
	Form     string  `json:"form"`
	Automata []Table `json:"automata"`
	// Choices says more of P-positions of a game whose moves choose something freely.
	Choices *Choices `json:"choices,omitempty"`
	// Rules is the text of rules that have these moves, where Frame says how. The verifier does
	// not read it.
	Rules string `json:"rules"`
	Frame Frame  `json:"frame"`
}

// isRelation says whether the automaton reads a number with the coordinates.
func (c *Claim) isRelation() bool { return c.Form == "relation" || c.Form == "weights" }

// Choices are coordinates that the player who moves chooses freely: what they may be depends
// on the other coordinates after the move alone, and not on the position before it.
type Choices struct {
	Of []string `json:"of"` // in the order of the coordinates
	// Safe accepts the other coordinates where they can be left safely: some move may leave
	// them with a choice that makes them a P-position.
	Safe Table `json:"safe"`
}

// A Table is an automaton that reads tuples of digits, the highest first. State 0 is the
// start. Next[s] has the state behind each letter, in the order in which one counts: the
// digit of the last coordinate goes fastest. Accept lists the accepting states.
//
// In a certificate it accepts valid numbers only, and positions only; it has the fewest
// states that are possible, numbered as a search in breadth meets them.
type Table struct {
	Accept []int   `json:"accept"`
	Next   [][]int `json:"next"`
}

// Sizes are numbers of states of automata in the form that a Table has.
type Sizes struct {
	Adder     int `json:"adder"` // x + y = z
	Positions int `json:"positions"`
	// Kinds has for each kind of move that of the positions from which it leads to what is
	// claimed: a P-position, or with the number as one more track.
	Kinds []int `json:"kinds"`
}

// hash returns the hash of rules as it stands in certificates.
func hash(rules string) string {
	sum := sha256.Sum256([]byte(rules))
	return hex.EncodeToString(sum[:])
}

// plain refuses texts that a terminal, or the eye, might take for others: all but the rules are
// letters, digits, signs and spaces.
func (c *Claim) plain() error {
	texts := [][2]string{{"game", c.Game}, {"of", c.Of}, {"system", c.System}, {"form", c.Form}}
	for i, k := range c.Kinds {
		texts = append(texts, [2]string{fmt.Sprintf("kinds[%d].where", i), k.Where})
	}
	for _, name := range slices.Sorted(maps.Keys(c.Frame.Fixed)) {
		texts = append(texts, [2]string{"frame.fixed", name})
	}
	for i, f := range c.Frame.Fields {
		for _, text := range append([]string{f.Name, f.Letters}, f.Cells...) {
			texts = append(texts, [2]string{fmt.Sprintf("frame.fields[%d]", i), text})
		}
	}
	for _, text := range texts {
		if err := plain(text[0], text[1], mostTextLength); err != nil {
			return err
		}
	}
	if strings.TrimSpace(c.Game) == "" || strings.TrimSpace(c.Game) != c.Game {
		return refuse("game", "%q: want a name, without spaces around it", c.Game)
	}
	return nil
}

func plain(field, text string, most int) error {
	i := strings.IndexFunc(text, func(r rune) bool {
		return r == utf8.RuneError || !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800'
	})
	if i >= 0 || len(text) > most {
		return refuse(field, "%+.60q: want at most %d bytes of letters, digits, signs and spaces", text[max(i, 0):], most)
	}
	return nil
}

// hashed returns the hash of the certificate without its digest.
func (c Certificate) hashed() (string, error) {
	c.Digest = ""
	text, err := c.compact()
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:]), nil
}

// Write writes c as JSON.
func (c *Certificate) Write(w io.Writer) error {
	text, err := c.compact()
	if err != nil {
		return err
	}
	var lines bytes.Buffer
	if err := json.Indent(&lines, text, "", "  "); err != nil {
		return err
	}
	_, err = w.Write(append(short(lines.Bytes()), '\n'))
	return err
}

// compact returns c as JSON on one line.
func (c *Certificate) compact() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(c)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// short puts what holds nothing else that has brackets on one line.
func short(text []byte) []byte {
	var out bytes.Buffer
	for len(text) > 0 {
		if c := text[0]; c == '[' || c == '{' {
			if end := bytes.IndexAny(text[1:], "[]{}") + 1; end > 0 && text[end] == c+2 {
				words := strings.Fields(string(text[1:end]))
				out.WriteByte(c)
				out.WriteString(strings.Join(words, " "))
				out.WriteByte(text[end])
				text = text[end+1:]
				continue
			}
		} else if c == '"' {
			end := 1
			for text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			out.Write(text[:end])
			text = text[end:]
		}
		out.WriteByte(text[0])
		text = text[1:]
	}
	return out.Bytes()
}

// Is reports whether a text begins as a certificate of this package does.
func Is(text []byte) bool {
	var head struct {
		Format string `json:"format"`
	}
	_ = json.Unmarshal(text, &head)
	return strings.HasPrefix(head.Format, "grundy pattern certificate")
}

// older refuses a certificate of an earlier format, with the command that makes it anew.
func older(text []byte) error {
	var c struct {
		Format string `json:"format"`
		Game   string `json:"game"`
		Of     string `json:"of"`
		Misere bool   `json:"misere"`
	}
	if json.Unmarshal(text, &c) != nil || c.Format != "grundy pattern certificate 2" && c.Format != "grundy pattern certificate 1" {
		return nil
	}
	if plain("", c.Game, mostTextLength) != nil || strings.ContainsAny(c.Game, `'\`) || c.Game == "" {
		c.Game = "GAME"
	}
	if !slices.Contains([]string{POutcome, NimValue, Remoteness}, c.Of) {
		c.Of = POutcome
	}
	misere := ""
	if c.Misere {
		misere = " --misere"
	}
	return fmt.Errorf("this certificate has the format %s, which holds no formulas; make it anew by: grundy guess '%s' --of=%s%s --certificate=FILE", c.Format[len(c.Format)-1:], c.Game, c.Of, misere)
}

// mostBytes bounds a certificate.
const mostBytes = 16 << 20

// Read reads a certificate of at most 16 MiB without checking what it claims. It must
// have exactly the fields of a certificate, each once and in order. While it reads, it
// takes memory from the meter of ctx (internal/meter).
func Read(ctx context.Context, r io.Reader) (*Certificate, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, err
	}
	if err := older(text); err != nil {
		return nil, err
	}
	c, err := jsontext.ReadExactly(ctx, bytes.NewReader(text), mostBytes, (*Certificate).compact)
	if err == nil {
		err = c.plain()
	}
	if err == nil {
		err = plain("statement", c.Statement, mostBytes)
	}
	if err != nil {
		return nil, fmt.Errorf("this is not a certificate: %w", err)
	}
	return c, nil
}
