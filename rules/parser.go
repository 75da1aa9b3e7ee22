package rules

// This file puts the parser's errors into words: which text is wrong, and what
// would be right. The parser says "got X, want Y", and where X ends.

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"grundy/internal/message"
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
	"print":    "nothing is printed: draw(…) returns a picture",
	"with":     "there are no files, so there is no with",
	"as":       "there is no as: want =",
	"yield":    "there are no generators: make a list",
	"async":    "one thing runs at a time: want def",
	"await":    "one thing runs at a time: want the call alone",
	"switch":   "want if, elif and else",
	"match":    "want if, elif and else",
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
}

// inWords are what the parser's names of tokens stand for.
var inWords = map[string]string{
	"newline":            "the end of the line",
	"primary expression": "a value",
	"indent":             "an indented block",
	"outdent":            "the end of the block",
	"EOF":                "the end of the file",
	"identifier":         "a name",
}

var (
	gotWant    = regexp.MustCompile(`^got (.+?), want (.+)$`)
	unexpected = regexp.MustCompile("^unexpected input character ['`](.)['`]$")
	firstWord  = regexp.MustCompile(`^\s*([a-z]+)\b`)
	// lastToken is a name or a number, with what stands before it without a space;
	// a string; or a sign.
	lastToken = regexp.MustCompile(`(?:[\pL\pN_]+|"[^"]*"|'[^']*'|[^\pL\pN\s_])$`)
)

// parserError puts an error of the parser into words.
func (s *source) parserError(wrong syntax.Error) *Error {
	e := &Error{File: s.name, Pos: posOf(wrong.Pos), Msg: message.Brief(wrong.Msg, mostMessage)}
	line := []rune(s.line(e.Pos.Line))
	at := min(max(e.Pos.Col-1, 0), len(line)) // of the token's end, or of its begin
	switch {
	case unexpected.MatchString(wrong.Msg):
		e.Near = unexpected.FindStringSubmatch(wrong.Msg)[1]
		e.Msg = notHere[e.Near]
		if e.Msg == "" {
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
		e.Near, e.Msg = "if", "want else and a value, as in x if condition else y"
		return e
	}
	parts := gotWant.FindStringSubmatch(wrong.Msg)
	if parts == nil {
		return e
	}
	got, want := strings.Trim(parts[1], "'"), parts[2]
	switch {
	case got == "newline" || got == "EOF" || got == "indent" || got == "outdent":
		if got == "newline" && e.Pos.Line > 1 && e.Pos.Col == 1 { // its end is in the next line
			e.Pos = Pos{e.Pos.Line - 1, 1 + utf8.RuneCountInString(strings.TrimRight(s.line(e.Pos.Line-1), " \t\r"))}
		}
		e.Msg = "want " + wanted(want) + ", not " + wanted(got)
		if doubled := s.before(e.Pos, 2); doubled == "++" || doubled == "--" {
			e.Near, e.Msg = doubled, notHere[doubled]
		}
		return e
	case want == "primary expression" || strings.HasPrefix(string(line[at:]), got):
		e.Near = got // which begins here
		rest := string(line[at:])
		for _, sign := range []string{"...", "&&", "||"} {
			if strings.HasPrefix(rest, sign) || at > 0 && strings.HasPrefix(string(line[at-1:]), sign) {
				e.Near = sign
			}
		}
	default:
		e.Near = lastToken.FindString(string(line[:at]))
		if strings.HasSuffix(string(line[:at]), got) {
			e.Near = got
		}
		e.Pos.Col -= utf8.RuneCountInString(e.Near)
		if e.Near == ":" && strings.HasPrefix(string(line[at:]), "=") {
			e.Near = ":="
		}
	}
	first := ""
	if m := firstWord.FindStringSubmatch(string(line)); m != nil {
		first = m[1]
	}
	switch {
	case notHere[e.Near] != "":
		e.Msg = notHere[e.Near]
	case got == "identifier" && notHere[first] != "":
		e.Near, e.Msg = first, notHere[first]
		e.Pos.Col = 1 + strings.Index(string(line), first)
	case got == "identifier" && e.Near != "" && e.Near[0] >= '0' && e.Near[0] <= '9':
		e.Msg = "want a number of digits alone"
	default:
		e.Msg = "want " + wanted(want)
	}
	e.Near = message.Brief(e.Near, 60)
	return e
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
