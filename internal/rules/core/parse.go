package core

// Reading the printed form: the lines, and the statements on them. parse_expr.go reads
// expressions.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
)

// MostText bounds a printed program, in bytes.
const MostText = 1 << 24

// A SyntaxError says what is wrong with a printed program first, and where.
type SyntaxError struct {
	Line, Col int    // from 1, in characters
	Near      string // what stands there
	Msg       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s: %s", e.Line, e.Col, e.Near, e.Msg)
}

// Parse reads what [Program.String] prints: p.String() gives a tree that equals p, where a
// list without items is the same as none. Lines that are empty or begin with # count for
// nothing. Whether its readers may trust the program, [Program.Check] says. An error is a
// [*SyntaxError]. It takes time in proportion to the text.
func Parse(text string) (*Program, error) {
	p := &parser{left: text, program: &Program{}, functions: map[string]int{}, tables: map[string]int{}}
	if len(text) > MostText {
		p.fail("%d bytes, more than the %d of a program", len(text), MostText)
	} else {
		p.line()
		p.all()
	}
	if p.wrong != nil {
		return nil, p.wrong
	}
	return p.program, nil
}

// A parser reads one text, up to the first error: then no lines are left.
type parser struct {
	left  string // behind the line that is read
	row   int    // of this line, from 1
	text  string // of this line
	pos   int    // in text, behind the token
	level int    // how far the line is indented; -1 behind the last one
	token string // the one that comes next, or "" at the end of the line
	kind  tokenKind
	start int // of the token
	depth int
	wrong *SyntaxError

	program           *Program
	f                 *Function // that is read
	vars              map[string]Var
	functions, tables map[string]int
}

type tokenKind uint8

const (
	sign tokenKind = iota
	word
	number
	quote
)

// fail records the first error, at the token that comes next, and ends the text.
func (p *parser) fail(format string, args ...any) {
	if p.wrong == nil {
		near := "the end of the line"
		switch {
		case p.token != "":
			near = message.Quoted(message.Brief(p.token, 40))
		case p.level < 0:
			near = "the end of the text"
		}
		p.wrong = &SyntaxError{max(p.row, 1), utf8.RuneCountInString(p.text[:p.start]) + 1, near, fmt.Sprintf(format, args...)}
	}
	p.left, p.text, p.token, p.kind, p.pos, p.start, p.level = "", "", "", sign, 0, 0, -1
}

// line goes to the next line that counts.
func (p *parser) line() {
	for p.left != "" {
		p.row++
		p.text, p.left, _ = strings.Cut(p.left, "\n")
		p.text = strings.TrimSuffix(p.text, "\r")
		plain := strings.TrimLeft(p.text, " ")
		if plain == "" || plain[0] == '#' {
			continue
		}
		p.pos = len(p.text) - len(plain)
		p.start = p.pos
		p.level = p.pos / len(indent)
		if p.next(); p.start%len(indent) != 0 {
			p.fail("indented by %d: want a multiple of %d", p.start, len(indent))
		}
		return
	}
	p.text, p.token, p.kind, p.pos, p.start, p.level = "", "", sign, 0, 0, -1
}

// endLine goes to the next line, where this one has ended.
func (p *parser) endLine() {
	if p.token != "" {
		p.fail("want the end of the line, or brackets around what binds first")
		return
	}
	p.line()
}

// next reads a token.
func (p *parser) next() {
	for p.pos < len(p.text) && p.text[p.pos] == ' ' {
		p.pos++
	}
	p.start = p.pos
	left := p.text[p.pos:]
	if left == "" {
		p.token, p.kind = "", sign
		return
	}
	digits := func(from int) int {
		for from < len(left) && left[from] >= '0' && left[from] <= '9' {
			from++
		}
		return from
	}
	n := wordLength(left)
	switch {
	case n > 0 || left[0] == '.' && digits(1) > 1:
		p.kind = word
		if n < len(left) && left[n] == '.' {
			n = digits(n + 1)
		}
	case digits(0) > 0:
		p.kind, n = number, digits(0)
	case left[0] == '"' || left[0] == '\'':
		p.kind, n = quote, 1
		for n < len(left) && left[n] != left[0] {
			if left[n] == '\\' {
				n++
			}
			n++
		}
		if n++; n > len(left) {
			p.token, p.pos = left, len(p.text)
			p.fail("want the quote %c behind it", left[0])
			return
		}
	default:
		p.kind = sign
		_, n = utf8.DecodeRuneInString(left)
		if len(left) > 1 && slices.Contains([]string{"==", "!=", "<=", ">=", "<<", ">>", "//", "->", ":="}, left[:2]) {
			n = 2
		}
	}
	p.token = left[:n]
	p.pos += n
}

// is reports whether the next token is a sign or a word.
func (p *parser) is(text string) bool { return p.token == text && p.kind != quote }

// calls reports whether the next token is a word with a bracket behind it.
func (p *parser) calls(name string) bool {
	return p.is(name) && p.pos < len(p.text) && p.text[p.pos] == '('
}

// accept takes the next token where it is this one.
func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.next()
		return true
	}
	return false
}

// expect takes the next token, which must be this one.
func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail("want %s", text)
	}
}

// number takes a number that has no more bits than these.
func (p *parser) number(bits int) int64 {
	text := ""
	if p.accept("-") {
		text = "-"
	}
	if p.kind != number || p.token == "" {
		p.fail("want a number")
		return 0
	}
	n, err := strconv.ParseInt(text+p.token, 10, bits)
	if err != nil {
		p.fail("want a number of %d bits", bits)
	}
	p.next()
	return n
}

// choice takes one of these words, and returns which.
func (p *parser) choice(what string, from []string) int {
	i := slices.Index(from, p.token)
	if i < 0 || p.kind != word || p.token == "" {
		p.fail("want %s: %s", what, strings.Join(from, ", "))
		return 0
	}
	p.next()
	return i
}

// series takes things with commas between them, up to the sign at their end.
func (p *parser) series(closing string, item func()) {
	for p.wrong == nil && !p.is(closing) {
		if item(); !p.accept(",") {
			break
		}
	}
	p.expect(closing)
}

// declare takes a new name, and returns it as it was before a number stood behind it.
func declare[I ~int](p *parser, known map[string]I, i I) string {
	text := p.token
	_, twice := known[text]
	switch {
	case p.kind != word || text == "" || slices.Contains(keywords, text):
		p.fail("want a name")
	case twice:
		p.fail("this name is taken: write %s.%d", text, i)
	}
	known[text] = i
	p.next()
	name, _, _ := strings.Cut(text, ".")
	return name
}

// known takes a name, and returns what it stands for.
func known[I ~int](p *parser, what string, all map[string]I) I {
	i, ok := all[p.token]
	if !ok || p.kind != word {
		hint := message.DidYouMean(p.token, slices.Sorted(maps.Keys(all)))
		p.fail("there is no %s of this name%s", what, hint)
		return 0
	}
	p.next()
	return i
}

// variable takes the name of a variable.
func (p *parser) variable() Var { return known(p, "variable", p.vars) }

// all reads the program.
func (p *parser) all() {
	p.expect("core")
	p.program.What = What(p.choice("what the program does", whats))
	p.endLine()
	p.expect("position")
	p.endLine()
	var fields []Field
	for p.level == 1 {
		fields = append(fields, p.field())
	}
	shape, err := NewShape(fields)
	if err != nil {
		p.fail("%v", err)
	}
	p.program.Shape = shape
	for p.level == 0 && p.accept("table") {
		p.table()
	}
	for p.level == 0 && p.accept("def") {
		p.function()
	}
	if p.level >= 0 {
		p.fail("want def and a function, or a line less indented")
	}
}

// narrowing is what may be said of a field by name.
var narrowing = []string{"most", "length", "height", "width", "exact", "distinct", "order"}

// field reads a line such as n = integer(0, 9).
func (p *parser) field() (f Field) {
	if f.Name = p.token; p.kind != word {
		p.fail("want a name")
	}
	p.next()
	p.expect("=")
	f.Kind = FieldKind(p.choice("a kind of fields", fieldKinds))
	p.expect("(")
	if p.kind == quote && p.token != "" {
		f.Letters = string(p.quoted())
		f.Lo, f.Hi = bounds(f.Letters)
	} else {
		f.Lo = p.number(64)
		p.expect(",")
		f.Hi = p.number(64)
	}
	named := func() {
		name := narrowing[p.choice("a word", narrowing)]
		p.expect("=")
		switch name {
		case "most", "length":
			f.Most = int(p.number(32))
			f.Exact = name == "length"
		case "height":
			f.Height = int(p.number(32))
		case "width":
			f.Width = int(p.number(32))
		case "exact":
			f.Exact = p.accept("True")
		case "distinct":
			f.Distinct = p.accept("True")
		case "order":
			i := slices.Index(orders, string(p.quoted()))
			if i < 0 {
				p.fail("want \"ascending\" or \"descending\", before this")
			}
			f.Order = Order(i - 1)
		}
	}
	if p.accept(",") {
		p.series(")", named)
	} else {
		p.expect(")")
	}
	if why := f.wrong(); why != "" {
		p.fail("%s", why)
	}
	p.endLine()
	return f
}

// table reads the name of a table, and its lines.
func (p *parser) table() {
	t := Table{Name: declare(p, p.tables, len(p.program.Tables))}
	p.endLine()
	for p.level == 1 {
		var line []int64
		p.expect("[")
		p.series("]", func() { line = append(line, p.number(64)) })
		p.endLine()
		t.Lines = append(t.Lines, line)
	}
	p.program.Tables = append(p.program.Tables, t)
}

// typed takes a type.
func (p *parser) typed() (t Type) {
	t.Kind = Kind(p.choice("a type", kinds))
	switch t.Kind {
	case TextType:
		t.Of = LetterType
	case RowType, GridType:
		p.expect("[")
		t.Of = Kind(p.choice("a type of cells", kinds[:RowType]))
		p.expect("]")
	}
	return t
}

// function reads a function behind def.
func (p *parser) function() {
	f, at, text := Function{}, len(p.program.Functions), p.token
	if slices.Contains(reserved, text) {
		p.fail("a built-in function is called so: write %s.%d", text, at)
	}
	f.Name = declare(p, p.functions, at)
	delete(p.functions, text) // it must not call itself
	p.f, p.vars = &f, map[string]Var{}
	variable := func() {
		name := declare(p, p.vars, Var(len(f.Vars)))
		p.expect(":")
		f.Vars = append(f.Vars, Variable{Name: name, Type: p.typed()})
	}
	p.expect("(")
	p.series(")", variable)
	f.Params = len(f.Vars)
	if p.accept("->") {
		f.Result = p.typed()
	}
	f.States = p.accept("states")
	if p.accept("free") {
		f.Free = int(p.number(32))
	}
	f.Cost = p.charge()
	p.expect(":")
	p.endLine()
	if p.level == 1 && p.accept("var") {
		p.series("", variable)
		p.endLine()
	}
	f.Body = p.block(1)
	p.program.Functions = append(p.program.Functions, f)
	p.functions[text] = at
}

// charge takes the steps of a loop or a function, if it has any.
func (p *parser) charge() int64 {
	if p.accept("charge") {
		return p.number(64)
	}
	return 0
}

// deeper reports whether there may be another level of nesting; then up ends it. A program
// of MostDepth levels has more brackets than that where the places of operands have some.
func (p *parser) deeper() bool {
	if p.depth++; p.depth > 2*MostDepth {
		p.fail("nested more than %d deep", MostDepth)
	}
	return p.wrong == nil
}

func (p *parser) up() { p.depth-- }

// block reads the statements of a level.
func (p *parser) block(level int) (block []Stmt) {
	defer p.up()
	switch {
	case !p.deeper():
	case p.level != level:
		p.fail("want a statement indented by %d, or pass", level*len(indent))
	case p.accept("pass"):
		p.endLine()
		return nil
	}
	for p.level == level {
		block = append(block, p.statement(level))
	}
	if p.level > level {
		p.fail("indented by %d: want %d", p.level*len(indent), level*len(indent))
	}
	return block
}

// statement reads a statement and what stands below it.
func (p *parser) statement(level int) Stmt {
	s := p.head()
	if p.wrong != nil {
		return s
	}
	var depths []int // of what stands below
	Exprs(s, func(e *Expr) { p.depths(*e, p.depth+1, &depths) })
	if p.wrong != nil {
		return s
	}
	all, below := marks(s)
	if p.accept("@") {
		p.places(all)
	}
	p.endLine()
	before := p.depth
	for i, b := range below {
		if p.level != level+1 || !p.accept("build") {
			p.fail("want build and a type, for what the line above calls build")
			break
		}
		b.Type = p.typed()
		p.expect(":")
		p.endLine()
		p.depth = depths[i]
		b.Body = p.block(level + 2)
	}
	p.depth = before
	if p.wrong != nil {
		return s
	}
	Exprs(s, p.lists)
	choice, ok := s.(*If)
	if !ok {
		Blocks(s, func(b *[]Stmt) { *b = p.block(level + 1) })
		return s
	}
	choice.Then = p.block(level + 1)
	switch {
	case p.level == level && p.is("elif"):
		p.token = "if"
		if p.deeper() {
			choice.Else = []Stmt{p.statement(level)}
		}
		p.up()
	case p.level == level && p.accept("else"):
		p.expect(":")
		p.endLine()
		choice.Else = p.block(level + 1)
	}
	return s
}

// depths notes how deep each Build stands, and refuses what nests too deep.
func (p *parser) depths(e Expr, depth int, all *[]int) {
	if depth > MostDepth {
		p.fail("nested more than %d deep", MostDepth)
	}
	if _, ok := e.(*Build); ok {
		*all = append(*all, depth)
	}
	if p.wrong == nil {
		Operands(e, func(x *Expr) { p.depths(*x, depth+1, all) })
	}
}

// lists finds the types of the cells of lists, from their first ones.
func (p *parser) lists(e *Expr) {
	Operands(*e, p.lists)
	if l, ok := (*e).(*List); ok && len(l.Cells) > 0 {
		l.Of = p.program.TypeOf(p.f, l.Cells[0]).Kind
	}
}

// places reads the places of a line.
func (p *parser) places(all []mark) {
	for p.token != "" {
		if len(all) == 0 {
			p.fail("no more of the line has a place")
			return
		}
		if p.kind == word {
			if all[0].name == nil {
				p.fail("want a place: only what is written x[i] has a word before it")
				return
			}
			*all[0].name = rowNames[p.choice("what the row is called", rowNames)]
		}
		if *all[0].at = (Place{}); !p.accept("-") {
			*all[0].at = p.place()
		}
		all = all[1:]
	}
}

// place reads a place such as 3:5-9 or 3:5-4:2.
func (p *parser) place() (at Place) {
	at.Line = int32(p.number(32))
	p.expect(":")
	at.Col = int32(p.number(32))
	p.expect("-")
	at.EndLine, at.EndCol = at.Line, int32(p.number(32))
	if p.accept(":") {
		at.EndLine, at.EndCol = at.EndCol, int32(p.number(32))
	}
	return at
}

// head reads the line of a statement, up to its places.
func (p *parser) head() Stmt {
	switch {
	case p.accept("charge"):
		return &Charge{N: p.number(64)}
	case p.accept("if"):
		s := &If{Cond: p.expr()}
		p.expect(":")
		return s
	case p.accept("while"):
		s := &While{Cond: p.expr()}
		p.expect(":")
		return s
	case p.accept("for"):
		return p.loop()
	case p.accept("break"):
		return &Leave{}
	case p.accept("continue"):
		return &Leave{Turn: true}
	case p.accept("return"):
		if p.token == "" || p.is("@") {
			return &Return{}
		}
		return &Return{X: p.expr()}
	case p.accept("fail"):
		return &Fail{}
	case p.accept("do"):
		return &Do{X: p.expr()}
	case p.accept("yield"):
		return &Yield{X: p.expr()}
	case p.calls("move"), p.calls("part"):
		p.next()
		return &State{Fields: p.exprs("(", ")")}
	case p.calls("move_sum"):
		p.next()
		s := &StateSum{}
		p.expect("(")
		p.series(")", func() {
			part := Part{Fields: p.exprs("(", ")")}
			if p.accept("times") {
				part.Times = p.expr()
			}
			s.Parts = append(s.Parts, part)
		})
		return s
	case p.calls("win"), p.calls("lose"), p.calls("draw"):
		how := p.choice("an ending", endings)
		p.expect("(")
		p.expect(")")
		return &End{How: grundy.Won + grundy.Ending(how)}
	case p.calls("append"):
		p.next()
		p.next()
		s := &Append{V: p.variable()}
		p.expect(",")
		s.X = p.expr()
		p.expect(")")
		return s
	case p.kind == word && !slices.Contains(keywords, p.token) && p.token != "":
		return p.assignment()
	}
	p.fail("want a statement, such as x = 1, if x > 0: or return")
	return &Leave{}
}

// assignment reads x = …, x[i] = … and x, y = ….
func (p *parser) assignment() Stmt {
	v := p.variable()
	if p.accept("[") {
		s := &SetCell{V: v, I: p.expr()}
		p.expect("]")
		p.expect("=")
		s.X = p.expr()
		return s
	}
	if !p.is(",") {
		free := p.accept(":=")
		if !free {
			p.expect("=")
		}
		return &Set{V: v, X: p.expr(), Free: free}
	}
	p.next()
	s := &Unpack{V: []Var{v}}
	p.series("=", func() { s.V = append(s.V, p.variable()) })
	s.X = p.expr()
	return s
}

// loop reads what stands behind for.
func (p *parser) loop() Stmt {
	items, bracket := []Var(nil), p.accept("(")
	if bracket {
		p.series(")", func() { items = append(items, p.variable()) })
	} else {
		items = []Var{p.variable()}
	}
	counter := NoVar
	if p.accept("at") {
		counter = p.variable()
	}
	p.expect("in")
	switch {
	case p.calls("lines"), p.is("table"):
		s := &Lines{Counter: counter, Items: items, Line: NoVar, Table: -1}
		if !bracket && p.wrong == nil {
			s.Items, s.Line = nil, items[0]
		}
		if p.accept("table") {
			s.Table = known(p, "table", p.tables)
		} else {
			p.next()
			p.expect("(")
			p.series(")", func() { s.Written = append(s.Written, p.exprs("[", "]")) })
		}
		s.Passes = p.charge()
		p.expect(":")
		return s
	case bracket:
		p.fail("want table or lines(…), as several variables are in brackets")
	case p.calls("range"):
		if counter != NoVar {
			p.fail("want no counter of a range")
		}
		p.next()
		s := &For{V: items[0]}
		if ends := p.exprs("(", ")"); len(ends) == 3 {
			s.From, s.To, s.Step = ends[0], ends[1], ends[2]
		} else {
			p.fail("want range(from, to, step), not %s", message.Count(len(ends), "number", "numbers"))
		}
		p.expect(":")
		return s
	}
	s := &Each{Counter: counter, Over: p.expr()}
	if p.wrong == nil {
		s.Item = items[0]
	}
	s.Passes = p.charge()
	p.expect(":")
	return s
}
