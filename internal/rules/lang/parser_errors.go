package lang

// This file rewrites the parser's errors: which text is wrong, and what would be
// right. The parser says "got X, want Y", and where X ends.

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"github.com/grundy-games/grundy/internal/lazy"
	"github.com/grundy-games/grundy/internal/message"
)

// notHere are the words and signs of Python, and of other languages, that are
// none of this one, with what to write instead.
var notHere = map[string]string{
	"**":       "there are no powers: multiply, or write 1 << n for a power of two",
	"is":       "want == or !=",
	"class":    "there are no classes: want values and functions",
	"try":      "there are no exceptions: ask before, with if",
	"except":   "there are no exceptions: ask before, with if",
	"finally":  "there are no exceptions: ask before, with if",
	"raise":    "there are no exceptions: fail(…) ends with a message",
	"import":   "a file of rules stands alone and loads no other",
	"from":     "a file of rules stands alone and loads no other",
	"global":   "functions do not change variables of the top level: return the value",
	"nonlocal": "functions do not change variables of others: return the value",
	"del":      "there is no del: lists and dicts have pop",
	"assert":   "there is no assert: example(…) says what is expected, fail(…) ends with a message",
	"print":    "want brackets, as in print(n)",
	"with":     "there are no files, so there is no with",
	"as":       "there is no as: want =",
	"yield":    "there are no generators: make a list",
	"async":    "one thing runs at a time: want def",
	"await":    "one thing runs at a time: want the call alone",
	"switch":   "want if, elif … else",
	"match":    "want if, elif … else",
	"elseif":   "want elif",
	"elsif":    "want elif",
	"function": "want def",
	"func":     "want def",
	"var":      "want the name alone, as in n = 1",
	"let":      "want the name alone, as in n = 1",
	"const":    "want the name alone, as in n = 1",
	"else":     "want an if above it, that begins in the same column",
	"elif":     "want an if above it, that begins in the same column",
	"...":      "want pass",
	"&&":       "want and",
	"||":       "want or",
	"!":        "want not, or != for unequal",
	"?":        "want x if condition else y",
	"@":        "there are no decorators and no products of matrices",
	"$":        "want a name of letters, digits and _",
	":=":       "want = in a line of its own",
	"++":       "want += 1 in a line of its own",
	"--":       "want -= 1 in a line of its own",
	"<>":       "want !=",
	"//":       "want # before a comment",
	"->":       "there are no types: want : here",
	"/*":       "want # before each line of a comment",
	"“":        "want \"",
	"”":        "want \"",
	"„":        "want \"",
	"‘":        "want '",
	"’":        "want '",
	"−":        "want -",
	"–":        "want -",
	"—":        "want -",
	"×":        "want *",
	"·":        "want *",
	"÷":        "want //, which divides and rounds down",
	"≤":        "want <=",
	"≥":        "want >=",
	"≠":        "want !=",
	"¬":        "want not",
	"∧":        "want and",
	"∨":        "want or",
	"∈":        "want in",
	"→":        "want move(…), or : behind a def",
	"…":        "want pass",
}

// inWords are what the parser's names of tokens stand for.
var inWords = map[string]string{
	"newline":            "the end of the line",
	"primary expression": "a value",
	"indent":             "an indented block",
	"outdent":            "the end of the block",
	"end of file":        "the end of the file",
	"identifier":         "a name",
}

// A complaint is an error of the parser about the text just before or just behind the
// place that it reports.
type complaint struct {
	near, msg string
	before    bool
}

var complaints = map[string]complaint{
	"unparenthesized tuple with trailing comma":           {",", "want brackets around a tuple, as in (1,)", false},
	"stray backslash in program":                          {`\`, "want it at the end of a line that goes on in the next, or not at all", true},
	"keyword argument must have form name=expr":           {"=", "want a name before it, or == to compare", true},
	"unindent does not match any outer indentation level": {"", "this line begins in a column of its own: want that of the other lines of its block", false},
}

var (
	closing       = lazy.Regexp(`^unexpected '([\])}])'$`)
	openString    = lazy.Regexp(`^unexpected (?:newline|EOF) in string$`)
	stringBegins  = lazy.Regexp(`^[rb]*("""|\'\'\'|"|\')`)
	wrongNumber   = lazy.Regexp(`^invalid (?:hex|octal|binary|float|int) literal$`)
	wantsClosing  = lazy.Regexp(`^'([\])}])'|^','$`)
	ifThenOneSign = lazy.Regexp(`^if\b[^=!<>,()]*=(?:[^=]|$)`)
	gotWant       = lazy.Regexp(`^got (.+?), want (.+)$`)
	unexpected    = lazy.Regexp("^unexpected input character (['`].*['`])$")
	firstWord     = lazy.Regexp(`^\s*([a-z]+)\b`)
	// lastToken is a name or a number, with what stands before it without a space;
	// a string; or a sign.
	lastToken = lazy.Regexp(`(?:[\pL\pN_]+|"[^"]*"|'[^']*'|[^\pL\pN\s_])$`)
)

// parserError puts an error of the parser into words.
func (s *source) parserError(wrong syntax.Error) *Error {
	e := &Error{File: s.Name, Pos: posOf(wrong.Pos), Msg: message.Brief(wrong.Msg, mostMessage)}
	line := []rune(s.line(e.Pos.Line))
	at := min(max(e.Pos.Col-1, 0), len(line)) // of the token's end, or of its begin
	switch {
	case unexpected().MatchString(wrong.Msg):
		quoted := unexpected().FindStringSubmatch(wrong.Msg)[1]
		sign, _, _, _ := strconv.UnquoteChar(quoted[1:len(quoted)-1], '\'') // what cannot be seen is written by its number
		e.Near, e.Msg = string(sign), notHere[string(sign)]
		switch {
		case e.Msg != "":
		case unicode.IsSpace(sign) || !unicode.IsPrint(sign):
			e.Near, e.Msg = fmt.Sprintf("%U", sign), "this character only looks like a space, or like nothing: want a plain space, or none"
		case '！' <= sign && sign <= '～': // the wide forms of the signs of ASCII
			e.Msg = fmt.Sprintf("want %c", sign-'！'+'!')
		default:
			e.Msg = "no character of this language"
		}
		return e
	case wrong.Msg == "excessive nesting":
		e.Msg = "blocks or brackets nest too deeply: want fewer in each other"
		return e
	case strings.HasSuffix(wrong.Msg, "(use parens)"):
		e.Near, _, _ = strings.Cut(wrong.Msg, " ")
		e.Msg = "comparisons do not follow each other: want and between two of them, as in a < b and b < c"
		return e
	case wrong.Msg == "conditional expression without else clause":
		if begin := ifThenOneSign().FindString(string(line[at:])); begin != "" {
			before, _, _ := strings.Cut(begin, "=")
			e.Pos.Col += utf8.RuneCountInString(before)
			e.Near, e.Msg = "=", wantEqual
			return e
		}
		e.Near, e.Msg = "if", "want else and a value, as in x if condition else y"
		return e
	case closing().MatchString(wrong.Msg):
		e.Near = closing().FindStringSubmatch(wrong.Msg)[1]
		e.Msg = "it closes nothing: want " + opens[e.Near] + " before it, or one less"
		return e
	case openString().MatchString(wrong.Msg):
		e.Near = message.Brief(string(line[at:]), 60)
		e.Msg = "the string does not end"
		if m := stringBegins().FindStringSubmatch(string(line[at:])); m != nil {
			e.Msg += ": want " + m[1]
			if len(m[1]) == 1 {
				e.Msg += " in the same line"
			}
		}
		return e
	case wrongNumber().MatchString(wrong.Msg):
		from, to := at, at
		for from > 0 && wordSign(line[from-1]) {
			from--
		}
		for to < len(line) && wordSign(line[to]) {
			to++
		}
		e.Near, e.Msg = message.Brief(string(line[from:to]), 60), "want a number of digits alone"
		e.Pos.Col = from + 1
		return e
	case wrong.Msg == "not an identifier":
		if s.endOfLine(e) {
			e.Msg = "want a name, not the end of the line"
			return e
		}
		e.Near = lastToken().FindString(string(line[:at]))
		e.Pos.Col -= utf8.RuneCountInString(e.Near)
		e.Msg = "want a name"
		return e
	}
	if c, ok := complaints[wrong.Msg]; ok {
		if c.before {
			e.Pos.Col -= utf8.RuneCountInString(c.near)
		}
		e.Near, e.Msg = c.near, c.msg
		return e
	}
	if parts := gotWant().FindStringSubmatch(wrong.Msg); parts != nil {
		s.gotAndWant(e, line, at, strings.Trim(parts[1], "'"), parts[2])
	}
	return e
}

// gotAndWant puts "got X, want Y" into words. The token that the parser got ends or
// begins behind the character at of the line.
func (s *source) gotAndWant(e *Error, line []rune, at int, got, want string) {
	open, bracket := Pos{}, ""
	if wantsClosing().MatchString(want) {
		open, bracket = s.openBracket(e.Pos)
	}
	ends := got == "newline" || got == "end of file" || got == "outdent"
	switch {
	case ends && bracket != "":
		e.Pos, e.Near, e.Msg = open, bracket, "want "+closes[bracket]+" before the end of the file"
		return
	case got == "indent" && want == "primary expression":
		e.Msg = "this line begins farther in than the one above: want it in the same column"
		return
	case ends || got == "indent":
		if got == "newline" {
			s.endOfLine(e)
		}
		e.Msg = "want " + wanted(want) + ", not " + wanted(got)
		if doubled := s.before(e.Pos, 2); doubled == "++" || doubled == "--" {
			e.Near, e.Msg = doubled, notHere[doubled]
		}
		return
	case want == "primary expression" || strings.HasPrefix(string(line[at:]), got):
		e.Near = got // which begins here
	default:
		e.Near = lastToken().FindString(string(line[:at]))
		if strings.HasSuffix(string(line[:at]), got) {
			e.Near = got
		}
		e.Pos.Col -= utf8.RuneCountInString(e.Near)
		if e.Near == ":" && strings.HasPrefix(string(line[at:]), "=") {
			e.Near = ":="
		}
	}
	for _, sign := range []string{"...", "&&", "||", "<>", "->", "/*"} {
		for from := e.Pos.Col - 1; e.Near != "" && from >= max(e.Pos.Col-2, 0); from-- { // its first or second character is the one
			if strings.Contains(sign, e.Near) && from < len(line) && strings.HasPrefix(string(line[from:]), sign) {
				e.Near, e.Pos.Col = sign, from+1
			}
		}
	}
	first := ""
	if m := firstWord().FindStringSubmatch(string(line)); m != nil {
		first = m[1]
	}
	before := strings.TrimRight(string(line[:min(e.Pos.Col-1, len(line))]), " \t")
	switch {
	case e.Near == "if" && strings.TrimLeft(before, " \t") == "else":
		e.Near, e.Msg = "else if", "want elif"
		e.Pos.Col = utf8.RuneCountInString(before) - len("else") + 1
	case e.Near != "" && (e.Near[0] == '"' || e.Near[0] == '\'') && fString().MatchString(before):
		e.Near, e.Msg = "f"+e.Near, `there are no f-strings: want "%d and %s" % (n, text)`
		e.Pos.Col--
	case want == "':'" && s.inBraces(e.Pos):
		e.Pos, e.Near = s.openBracket(e.Pos)
		e.Msg = "there are no sets: want a list, or a dict, whose keys are different, as in {1: True}"
	case isWord(e.Near) && isSet().MatchString(string(line[min(e.Pos.Col-1, len(line)):])):
		e.Msg = "this word has a meaning of its own: want another name"
	case e.Near == ":" && (first == "def" && want == "')'" || want == "newline" && isTyped().MatchString(string(line))):
		e.Msg = "there are no types: want the name alone"
	case e.Near == ":" && isDef().MatchString(string(line)):
		e.Pos.Col, e.Near, e.Msg = 1+strings.Index(string(line), first), first, "want def before it"
	case notHere[e.Near] != "":
		e.Msg = notHere[e.Near]
	case got == "identifier" && notHere[first] != "":
		e.Near, e.Msg = first, notHere[first]
		e.Pos.Col = 1 + strings.Index(string(line), first)
	case got == "identifier" && e.Near != "" && e.Near[0] >= '0' && e.Near[0] <= '9':
		e.Msg = "want a number of digits alone"
	case e.Near == "=" && want == "':'":
		e.Msg = wantEqual
	case bracket != "" && (open.Line < e.Pos.Line || opens[e.Near] != ""):
		e.Msg = fmt.Sprintf("want '%s' before it, for the %s at %d:%d", closes[bracket], bracket, open.Line, open.Col)
	default:
		e.Msg = "want " + wanted(want)
	}
	e.Near = message.Brief(e.Near, 60)
}

// isWord reports whether a text is a word of letters.
func isWord(text string) bool { return text != "" && unicode.IsLetter([]rune(text)[0]) }

var (
	isSet   = lazy.Regexp(`^\w+\s*=[^=]`)               // a word that gets a value
	isTyped = lazy.Regexp(`^\s*\w+\s*:\s*[\w[\]]+\s*=`) // a variable with a type
	isDef   = lazy.Regexp(`^\s*[a-z_]+\([\w, ]*\)\s*:\s*$`)
)

// fString matches a line that goes on with an f-string.
var fString = lazy.Regexp(`(?:^|[^\pL\pN_])[fF]$`)

// inBraces reports whether a place stands in {…}, and in no bracket within.
func (s *source) inBraces(p Pos) bool {
	_, bracket := s.openBracket(p)
	return bracket == "{"
}

const wantEqual = "want == to compare"

var (
	opens  = map[string]string{")": "(", "]": "[", "}": "{"}
	closes = map[string]string{"(": ")", "[": "]", "{": "}"}
)

func wordSign(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// endOfLine moves an error that stands at the begin of a line, which is the end of
// the one before, there; and reports whether it did.
func (s *source) endOfLine(e *Error) bool {
	if e.Pos.Line < 2 || e.Pos.Col != 1 {
		return false
	}
	line := e.Pos.Line - 1
	e.Pos = Pos{line, 1 + utf8.RuneCountInString(strings.TrimRight(s.line(line), " \t\r"))}
	return true
}

// openBracket returns the innermost bracket that is open at a place of the file, or
// "".
func (s *source) openBracket(end Pos) (at Pos, bracket string) {
	type opened struct {
		at   Pos
		sign string
	}
	var open []opened
	src := []byte(strings.Join(s.lines, "\n"))
	here := Pos{1, 1}
	for i := 0; i < len(src) && (here.Line < end.Line || here.Line == end.Line && here.Col < end.Col); {
		next := i + 1
		switch c := src[i]; c {
		case '(', '[', '{':
			open = append(open, opened{here, string(c)})
		case ')', ']', '}':
			// A wrong one closes nothing: it may be what the error is about.
			if n := len(open); n > 0 && closes[open[n-1].sign] == string(c) {
				open = open[:n-1]
			}
		case '#':
			for next < len(src) && src[next] != '\n' {
				next++
			}
		case '"', '\'':
			next = endOfString(src, i) + 1
		}
		for ; i < next; i++ {
			switch {
			case src[i] == '\n':
				here = Pos{here.Line + 1, 1}
			case utf8.RuneStart(src[i]):
				here.Col++
			}
		}
	}
	if len(open) == 0 {
		return Pos{}, ""
	}
	last := open[len(open)-1]
	return last.at, last.sign
}

// wanted puts a name of a token into words.
func wanted(token string) string {
	if words, ok := inWords[token]; ok {
		return words
	}
	return token
}

// line returns a line of the file, from 1, or "".
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// before returns the n characters before a place.
func (s *source) before(p Pos, n int) string {
	line := []rune(s.line(p.Line))
	at := min(max(p.Col-1, 0), len(line))
	return string(line[max(at-n, 0):at])
}
