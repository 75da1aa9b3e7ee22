package contest

// This file holds the syntax of a call, one JSON object on one line, and what
// a statement demands of its arguments. It says of a wrong one in which column
// it is wrong.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"grundy/internal/scan"
)

// A parameter is one of a function's: a number or a list of numbers.
type parameter struct {
	name   string
	number scan.Kind // of each number
	list   *limits   // nil for a single number
}

// number returns the parameter that is a number from least to most.
func number(name string, least, most uint64) parameter {
	return parameter{name, scan.Kind{Name: name, Min: least, Max: most}, nil}
}

// list returns the parameter that is a list of numbers of the kind.
func list(name string, kind scan.Kind, l limits) parameter { return parameter{name, kind, &l} }

// Limits are what the statement demands of a list as a whole.
type limits struct {
	fewest, longest int
	// next returns what the last number of numbers should be, seen from the
	// ones before, or "" where it is right. It may be nil.
	next func(numbers []uint64) string
	// whole does the same for the whole list. It is a limit of the statement
	// and not of the game.
	whole func(numbers []uint64) string
}

// A call is a line that has been read.
type call struct {
	text   []byte
	args   [][]uint64
	expect json.RawMessage // nil where there is none
}

// A callParser reads a line token by token, so that it knows where each stands.
type callParser struct {
	text    []byte
	line    int
	decoder *json.Decoder
	start   int // where the token last read begins, or the one that next found
}

// parseCall reads the line of that number.
func parseCall(text []byte, line int, parameters []parameter, opt Options) (call, error) {
	p := &callParser{text: text, line: line, decoder: json.NewDecoder(bytes.NewReader(text))}
	p.decoder.UseNumber()
	result := call{text: text}
	if err := p.delimiter('{', `an object like {"args": [`+signature(parameters)+`], "expect": …}`); err != nil {
		return call{}, err
	}
	for p.decoder.More() {
		key, err := p.token("the name of a member")
		if err != nil {
			return call{}, err
		}
		switch key {
		case "args":
			result.args, err = p.args(parameters, opt)
		case "expect":
			result.expect, err = p.skip()
		default:
			_, err = p.skip() // a name or a remark
		}
		if err != nil {
			return call{}, err
		}
	}
	if err := p.delimiter('}', `"," or "}"`); err != nil {
		return call{}, err
	}
	if result.args == nil {
		return call{}, p.wrong(`a member "args" before it: [` + signature(parameters) + `]`)
	}
	if p.start = p.afterSpace(int(p.decoder.InputOffset())); p.start < len(text) && text[p.start] != '\n' {
		return call{}, p.wrong("the end of the line")
	}
	return result, nil
}

// signature names the parameters.
func signature(parameters []parameter) string {
	var names []string
	for _, p := range parameters {
		if p.list != nil {
			names = append(names, "["+p.name+", …]")
		} else {
			names = append(names, p.name)
		}
	}
	return strings.Join(names, ", ")
}

// args reads the arguments. They are not nil.
func (p *callParser) args(parameters []parameter, opt Options) ([][]uint64, error) {
	all := fmt.Sprintf("%d arguments: [%s]", len(parameters), signature(parameters))
	if len(parameters) == 1 {
		all = "1 argument: [" + signature(parameters) + "]"
	}
	if err := p.delimiter('[', "the list of "+all); err != nil {
		return nil, err
	}
	args := make([][]uint64, 0, len(parameters))
	for _, parameter := range parameters {
		if p.next(); !p.decoder.More() {
			return nil, p.wrong(all)
		}
		var arg []uint64
		var err error
		kind := opt.number(parameter.number.Name, parameter.number.Min, parameter.number.Max)
		if parameter.list != nil {
			arg, err = p.list(parameter.name, *parameter.list, kind, opt)
		} else {
			arg = make([]uint64, 1)
			arg[0], err = p.number(kind)
		}
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	return args, p.delimiter(']', all)
}

// list reads the list with that name, of numbers of the kind.
func (p *callParser) list(name string, l limits, kind scan.Kind, opt Options) ([]uint64, error) {
	if err := p.delimiter('[', fmt.Sprintf("a list of numbers (%s)", name)); err != nil {
		return nil, err
	}
	open := p.start
	var numbers []uint64
	for p.decoder.More() {
		if p.next(); len(numbers) == l.longest && !opt.NoLimits {
			return nil, p.wrong(fmt.Sprintf("at most %d numbers (%s)", l.longest, name))
		}
		v, err := p.number(kind)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, v)
		if l.next == nil {
			continue
		}
		if want := l.next(numbers); want != "" {
			return nil, p.wrong(want)
		}
	}
	if err := p.delimiter(']', `"," or "]"`); err != nil {
		return nil, err
	}
	if len(numbers) < l.fewest {
		return nil, p.wrong(fmt.Sprintf("%d or more numbers (%s)", l.fewest, name))
	}
	if l.whole != nil && !opt.NoLimits {
		if want := l.whole(numbers); want != "" {
			p.start = open
			return nil, p.wrong(want)
		}
	}
	return numbers, nil
}

// number reads a number of the kind.
func (p *callParser) number(kind scan.Kind) (uint64, error) {
	token, err := p.token(kind.String())
	if err != nil {
		return 0, err
	}
	if text, ok := token.(json.Number); ok {
		v, err := strconv.ParseUint(string(text), 10, 64)
		if err == nil && v >= kind.Min && v <= kind.Max {
			return v, nil
		}
	}
	return 0, p.wrong(kind.String())
}

// delimiter reads one of { } [ ].
func (p *callParser) delimiter(d json.Delim, want string) error {
	token, err := p.token(want)
	if err == nil && token != d {
		err = p.wrong(want)
	}
	return err
}

// token reads a token.
func (p *callParser) token(want string) (json.Token, error) {
	p.next()
	token, err := p.decoder.Token()
	if err != nil {
		return nil, p.wrong(want)
	}
	return token, nil
}

// skip reads any value.
func (p *callParser) skip() (json.RawMessage, error) {
	p.next()
	var value json.RawMessage
	if err := p.decoder.Decode(&value); err != nil {
		return nil, p.wrong("a JSON value")
	}
	return value, nil
}

// next finds where the next token begins, after a comma or colon.
func (p *callParser) next() {
	p.start = p.afterSpace(int(p.decoder.InputOffset()))
	if p.start < len(p.text) && strings.IndexByte(",:", p.text[p.start]) >= 0 {
		p.start = p.afterSpace(p.start + 1)
	}
}

// afterSpace returns the index of the first byte from i on that is not a
// space within the line.
func (p *callParser) afterSpace(i int) int {
	for i < len(p.text) && strings.IndexByte(" \t\r", p.text[i]) >= 0 {
		i++
	}
	return i
}

// wrong returns an error about the token that begins at start.
func (p *callParser) wrong(want string) error {
	text := p.text[p.start:]
	if len(text) > 0 && text[0] != '\n' {
		end := 1 + strings.IndexAny(string(text[1:min(len(text), 64)]), " \t\r\n,:[]{}")
		if end > 0 {
			text = text[:end]
		}
		if strings.IndexByte("[]{}", text[0]) >= 0 {
			text = text[:1]
		}
	}
	return scan.NewError(scan.Position{Line: p.line, Column: p.start + 1}, text, want)
}

// increasing wants each number greater than the one before.
func increasing(numbers []uint64) string {
	if n := len(numbers); n > 1 && numbers[n-1] <= numbers[n-2] {
		return fmt.Sprintf("a number greater than the one before, %d", numbers[n-2])
	}
	return ""
}

// nondecreasing wants no number less than the one before.
func nondecreasing(numbers []uint64) string {
	if n := len(numbers); n > 1 && numbers[n-1] < numbers[n-2] {
		return fmt.Sprintf("a number not less than the one before, %d", numbers[n-2])
	}
	return ""
}
