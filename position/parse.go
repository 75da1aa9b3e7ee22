package position

// This is the grammar of positions, and of games without a position:
//
//	sum  = term { "+" term } .
//	term = [ integer "*" ] position { ":" position } .
//	position = "(" sum ")" | "pass" "(" sum ")" | "blocked" "[" integer "]" "(" sum { ";" sum } ")" | single .
//	single = ( game "(" [ int { "," int } | text ] ")" | "*" [ integer ] | "graph" "[" file "]" "(" node ")" | rules "(" … ")" ) .
//	game = name [ "[" int { "," int } "]" ] | code | piece .
//
//	piece   = "piece" "[" section { ";" section } "]" .
//	section = name vector { vector } .
//	vector  = int { "," int } .
//
// Made of a sum, and of the options of one, are the games of made.go. White space may stand between
// any two of these. The numbers of nim may be ordinals, such as nim(w^2+1,5): see theory/ordinal. *5 is nim(5), and * is *1. Names of games may have capitals. A code is a take-and-break
// code; games/heap/sequence/code.go describes its language. A text is a string of Go: of
// Sprouts, as games/sprouts/text.go says. A file is any text without "]"
// and a node any in which parentheses match, on one line, or both stand in quotes;
// rules are a path that ends in .star, and rules/notation.go says what stands in
// their brackets. See files.go.

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/board"
	"github.com/grundy-games/grundy/games/graph"
	"github.com/grundy-games/grundy/games/heap"
	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/games/sprouts"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/rules"
)

// A SyntaxError says where and why a text is not a position, or not a game.
type SyntaxError struct {
	Line, Column int    // of the offending text, both from 1; columns count bytes
	Near         string // the text around it, shortened
	Msg          string // what is wrong, and what would be right
	Of           string // "position" or "game": what the text should be
}

func (e *SyntaxError) Error() string {
	where := fmt.Sprintf("column %d", e.Column)
	if e.Line > 1 {
		where = fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	}
	return fmt.Sprintf("%s %q, %s: %s", e.Of, e.Near, where, e.Msg)
}

// Parse reads a sum of positions, such as "knight(5,4) + 2*queen(3,3)". Its
// error is a [*SyntaxError]. It costs O(len(text)). It reads no files; see
// [ParseWith].
func Parse(text string) (grundy.Sum, error) {
	p := parser{text: text, of: "position", ctx: context.Background()}
	return p.sum("")
}

// termBytes is about what a term takes, besides its numbers: the component, and its
// place in a sum that grows.
const termBytes = 400

// sum reads a sum to the end of the text, or to one of these characters, which it does not take. Its memory
// is charged to the meter of the parser's context: it belongs to the question about the sum.
func (p *parser) sum(ends string) (grundy.Sum, error) {
	var sum grundy.Sum
	account := meter.Open(p.ctx)
	for {
		if len(sum)%256 == 0 && p.ctx.Err() != nil {
			return nil, context.Cause(p.ctx)
		}
		from := p.at
		term, err := p.term()
		if err == nil {
			err = account.Take(termBytes + 8*uint64(p.at-from))
		}
		if err != nil {
			account.Close()
			return nil, err
		}
		sum = append(sum, term)
		if c := p.peek(); p.at == len(p.text) && ends == "" || c != 0 && strings.IndexByte(ends, c) >= 0 {
			return sum, nil
		}
		if !p.take('+') {
			if ends != "" {
				return nil, p.unexpected(`"+" and another position, or "` + strings.Join(strings.Split(ends, ""), `" or "`) + `"`)
			}
			return nil, p.unexpected(`"+" and another position, or the end`)
		}
	}
}

type parser struct {
	text string
	at   int // offset of what is read next
	// depth counts the positions that what is read next stands in.
	depth int
	of    string // what the text should be
	// unread says that the text was made of a game without a position, and nobody has seen it.
	unread bool

	ctx   context.Context // of the files that are read
	files Files
	read  map[string]*graph.Graph // by file
	rules map[string]*rules.File  // by file
	codes map[string]Entry
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// peek returns the next byte behind white space, or 0 at the end.
func (p *parser) peek() byte {
	p.space()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) take(b byte) bool {
	if p.peek() != b {
		return false
	}
	p.at++
	return true
}

// fail returns an error about the text at an offset.
func (p *parser) fail(at int, format string, args ...any) error {
	before := p.text[:at]
	line := strings.Count(before, "\n")
	start := strings.LastIndexByte(before, '\n') + 1
	end := len(p.text)
	if next := strings.IndexByte(p.text[at:], '\n'); next >= 0 {
		end = at + next
	}
	return &SyntaxError{
		Line:   line + 1,
		Column: at - start + 1,
		Near:   message.Around(p.text[start:end], at-start),
		Msg:    strings.ReplaceAll(strings.ToValidUTF8(fmt.Sprintf(format, args...), "�"), "\n", " "),
		Of:     p.of,
	}
}

// unexpected returns an error about whatever stands here.
func (p *parser) unexpected(want string) error {
	p.space()
	if p.at == len(p.text) {
		return p.fail(p.at, "the text ends here; want %s", want)
	}
	r, size := utf8.DecodeRuneInString(p.text[p.at:])
	if r == utf8.RuneError {
		return p.fail(p.at, "unexpected byte %#x; want %s", p.text[p.at:p.at+size], want)
	}
	return p.fail(p.at, "unexpected %q; want %s", r, want)
}

func (p *parser) term() (grundy.Term, error) {
	copies, err := p.copies()
	if err != nil {
		return grundy.Term{}, err
	}
	component, err := p.operand()
	return grundy.Term{Copies: copies, Component: component}, err
}

// copies reads the number of copies in front of a game, if there is one.
func (p *parser) copies() (copies uint64, err error) {
	if c := p.peek(); (isDigit(c) || c == '-') && codeLength(p.text[p.at:]) == 0 && p.rulesLength() == 0 {
		at := p.at
		n, err := p.integer(`a game, or a number of copies such as "3*"`)
		if err != nil {
			return 0, err
		}
		if !p.take('*') {
			return 0, p.unexpected(`"*" and a game, as in 3*nim(5); codes have a point, as in 0.77(12)`)
		}
		copies, ok := n.Uint63()
		if !ok || copies == 0 {
			return 0, p.fail(at, "%s copies: want 1 … %d", n.Text, uint64(1<<63-1))
		}
		return copies, nil
	}
	return 1, nil
}

// codeLength returns the length of the take-and-break code at the beginning of a text,
// or 0 if there is none: digits in the wide sense of codes, one point among them, and no
// "*" behind the leading decimal digits, which would make them a number of copies.
func codeLength(text string) int {
	leading := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if leading > 0 && text[leading] == '*' {
		return 0
	}
	point, inList := false, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.':
			point = true
		case c == '{' || c == '}':
			inList = c == '{'
		case inList && (c == ',' || c == '+'):
		case c < 0x80 && (isNamePart(c) || strings.IndexByte("[]!?=&;*", c) >= 0):
		case point:
			return i
		default:
			return 0
		}
	}
	if point {
		return len(text)
	}
	return 0
}

// code reads a take-and-break code.
func (p *parser) code() (Entry, error) {
	at, text := p.at, p.text[p.at:]
	text = text[:codeLength(text)]
	if game, ok := p.codes[text]; ok {
		p.at += len(text)
		return game, nil
	}
	code, err := sequence.ParseCode(text)
	if err != nil {
		var wrong *sequence.CodeError
		if errors.As(err, &wrong) {
			return Entry{}, p.fail(at+min(wrong.Offset, len(text)), "%s", wrong.Msg)
		}
		return Entry{}, p.fail(at, "%v", err)
	}
	p.at += len(text)
	game := heap.NewTakeAndBreak(code)
	entry := Entry{Name: code.String(), Form: "(n,…)", Example: text + "(12)", Alone: 1}
	if len(entry.Example) > 60 {
		entry.Example = "0.77(12)"
	}
	entry.Place = func(_, heaps []grundy.Arg) (grundy.Component, error) { return game.Place(heaps) }
	if p.codes == nil {
		p.codes = map[string]Entry{}
	}
	p.codes[text] = entry
	return entry, nil
}

// atCode reports whether a take-and-break code stands here. One that begins
// with a letter must begin with a capital, and not look like a file.
func (p *parser) atCode() bool {
	const first = "0123456789{&*ABCDEFGHIJKLMNOPQRSTUV"
	p.space()
	if p.at == len(p.text) || strings.IndexByte(first, p.text[p.at]) < 0 {
		return false
	}
	length := codeLength(p.text[p.at:])
	return length > 0 && !strings.HasSuffix(p.text[p.at:][:length], ".star")
}

// fold writes the name of a game that stands here in small letters, as it is known. Codes
// and names of files keep their capitals.
func (p *parser) fold() {
	p.space()
	from := p.at
	end := from
	for end < len(p.text) && isNamePart(p.text[end]) {
		end++
	}
	name := strings.ToLower(p.text[from:end])
	if name != p.text[from:end] && plainLength(p.text[from:]) == len(name) && isPlain(name) {
		p.text = p.text[:from] + name + p.text[end:]
	}
}

// nimber reads a heap of Nim such as *5; * is *1.
func (p *parser) nimber() (grundy.Component, error) {
	n := grundy.ArgOf(1)
	if p.take('*'); isDigit(p.peek()) {
		var err error
		if n, err = p.integer("a number"); err != nil {
			return nil, err
		}
	} else if c := p.peek(); c != 0 && strings.IndexByte("+:;)", c) < 0 {
		return nil, p.unexpected(`a number, as in *5, which is nim(5)`)
	}
	at := list{open: p.at, args: []grundy.Arg{n}, at: []int{p.at - len(n.Text)}}
	c, err := heap.PlaceNim(nil, at.args)
	if err != nil {
		return nil, p.placeError(err, list{}, at)
	}
	return c, nil
}

func (p *parser) component() (grundy.Component, error) {
	p.fold()
	if p.rulesLength() > 0 {
		return p.fileOfRules()
	}
	switch {
	case p.atCode(): // which may begin with *
	case p.atGraph():
		return p.graph()
	case p.peek() == '*':
		return p.nimber()
	}
	entry, brackets, err := p.named()
	if err != nil {
		return nil, err
	}
	if endless && entry.Name == "nim" && !brackets.bracketed && p.atOrdinals() {
		return p.ordinals()
	}
	if entry.Read != nil && !brackets.bracketed {
		open := p.at
		if p.take('(') && p.peek() == '"' {
			return p.quoted(entry)
		}
		p.at = open
	}
	return p.place(entry.Example, brackets, entry.placer(brackets))
}

// quoted reads a text in quotes and the parenthesis behind it, and makes a position of it.
func (p *parser) quoted(entry Entry) (grundy.Component, error) {
	at := p.at
	quoted, err := strconv.QuotedPrefix(p.text[at:])
	if err != nil {
		return nil, p.fail(at, "want a text with a quotation mark at its end, as in %s", entry.Example)
	}
	p.at += len(quoted)
	text, _ := strconv.Unquote(quoted)
	c, err := entry.Read(text)
	if wrong, ok := errors.AsType[*sprouts.TextError](err); ok {
		return nil, p.fail(at+min(wrong.Offset+1, len(quoted)-1), "%s", wrong.Msg)
	}
	if err != nil {
		return nil, err
	}
	if !p.take(')') {
		return nil, p.unexpected(`")"`)
	}
	return c, nil
}

// placer returns what makes positions of an entry: of a piece, by the rules in brackets.
func (e Entry) placer(brackets list) placer {
	if e.Name != pieceName {
		return e.Place
	}
	return func(_, args []grundy.Arg) (grundy.Component, error) {
		return board.PlaceSections(brackets.plainSections(), args)
	}
}

// place reads the numbers in parentheses and makes a position of them.
func (p *parser) place(example string, brackets list, place placer) (grundy.Component, error) {
	if !p.take('(') {
		return nil, p.unexpected(fmt.Sprintf(`"(", as in %s`, example))
	}
	args, err := p.list(')', nil)
	if err != nil {
		return nil, err
	}
	component, err := place(brackets.args, args.args)
	if err != nil {
		return nil, p.placeError(err, brackets, args)
	}
	return component, nil
}

// unknownGame says that there is no game of a name that begins at a place, and which
// one may be meant.
func (p *parser) unknownGame(at int, name string) error {
	word := name
	for _, c := range p.text[p.at:] { // to what no name in any alphabet has
		if c < 0x80 && !isNamePart(byte(c)) {
			break
		}
		word += string(c)
	}
	if word = message.Brief(word, mostMeant); word != name {
		if Near(word) != "" {
			return p.fail(at, "%s", Unknown(word))
		}
		return p.fail(at, "unknown game %q: names have Latin letters only; others stand in quotes in names of files", word)
	}
	if strings.HasPrefix(name, ".") {
		zero := "0" + p.text[at:]
		zero = zero[:codeLength(zero)]
		if _, err := sequence.ParseCode(zero); err == nil && len(zero) > len("0.") {
			return p.fail(at, "unknown game %q; a code begins with the digit before the point: %s", name, zero)
		}
	}
	if base, _, ok := strings.Cut(name, "."); ok && isPlain(base) {
		return p.fail(at, "unknown game %q; a file of rules ends in .star; did you mean %q or %q?", name, base, base+".star")
	} else if ok && message.DidYouMean(name[len(base):], []string{".star"}) != "" {
		return p.fail(at, "unknown game %q; a file of rules ends in .star; did you mean %q?", name, base+".star")
	}
	return p.fail(at, "%s", Unknown(name))
}

// mostMeant bounds the letters of a name that is not known.
const mostMeant = 60

// isPlain reports whether a game has this name.
func isPlain(name string) bool {
	_, ok := Find(name)
	return ok
}

// named reads a code, or the name of a game and the numbers in brackets behind it.
func (p *parser) named() (Entry, list, error) {
	if p.atCode() {
		entry, err := p.code()
		return entry, list{}, err
	}
	p.space()
	at := p.at
	for p.at < len(p.text) && isNamePart(p.text[p.at]) {
		p.at++
	}
	name := p.text[at:p.at]
	if name == "" && p.at < len(p.text) && p.text[p.at] >= 0x80 {
		return Entry{}, list{}, p.unknownGame(at, name)
	}
	if name == "" {
		want := `a game, as in "nim(3,5,7)"`
		if p.of == "game" {
			want = `a game, such as "queen" or "0.77"`
		}
		return Entry{}, list{}, p.unexpected(want)
	}
	entry, ok := Find(name)
	if !ok {
		if example, made := examplesOfMade[name]; made {
			if p.of == "game" {
				return entry, list{}, p.fail(at, "%s stands around a position; want numbers left open there, as in %s, or a position such as %s where one can stand", name, strings.NewReplacer("3", openName, "4", openName, "5", openName).Replace(example), example)
			}
			return entry, list{}, p.fail(at, "%s stands around a position, as in %s", name, example)
		}
		if strings.Contains(p.text[p.at:], ".star") {
			return entry, list{}, p.fail(at, `unknown game %q; a file with other signs in its name than letters, digits and /~@%%._- stands in quotes, as in "my games/kayles.star"(5)`, name)
		}
		code := p.text[at:][:codeLength(p.text[at:])]
		code = strings.ToUpper(code[:min(1, len(code))]) + code[min(1, len(code)):]
		if _, err := sequence.ParseCode(code); err == nil {
			return entry, list{}, p.fail(at, "unknown game %q; a code begins with a capital: %s", name, code)
		}
		return entry, list{}, p.unknownGame(at, name)
	}
	brackets := list{open: at}
	if p.take('[') {
		var err error
		if name == pieceName {
			brackets, err = p.sections()
			return entry, brackets, err
		}
		if entry.Name == geographyName && p.atGivenGraph() {
			brackets, err = p.givenGraph()
		} else {
			brackets, err = p.list(']', nil)
		}
		if err != nil {
			return entry, brackets, err
		}
		if len(brackets.args) == 0 {
			return entry, brackets, p.fail(p.at-1, `want a number before "]", as in %s`, entry.Example)
		}
	}
	if name == pieceName && !brackets.bracketed {
		return entry, brackets, p.fail(at, "want rules in brackets, as in %s", entry.Example)
	}
	return entry, brackets, nil
}

func (p *parser) integer(want string) (grundy.Arg, error) {
	p.space()
	at := p.at
	neg := p.take('-')
	digits := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
	if p.at == digits {
		p.at = at
		return grundy.Arg{}, p.unexpected(want)
	}
	abs, err := strconv.ParseUint(p.text[digits:p.at], 10, 64)
	return grundy.Arg{Text: message.Around(p.text[at:p.at], 0), Neg: neg && abs != 0, Big: err != nil, Abs: abs}, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNamePart(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '-' || c == '.'
}
