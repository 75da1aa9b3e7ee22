package core

// Reading expressions.

import (
	"reflect"
	"slices"
	"strconv"
)

// exprs takes expressions between brackets.
func (p *parser) exprs(opening, closing string) (all []Expr) {
	p.expect(opening)
	p.series(closing, func() { all = append(all, p.expr()) })
	return all
}

// expr takes an expression: x if cond else y, or one that binds more.
func (p *parser) expr() Expr {
	defer p.up()
	if !p.deeper() {
		return nil
	}
	x := p.logic()
	if !p.accept("if") {
		return x
	}
	e := &Choose{X: x, Cond: p.logic()}
	p.expect("else")
	e.Y = p.logic()
	return e
}

// logic takes x and y and …, or x or y or …
func (p *parser) logic() Expr {
	x := p.denial()
	for op := p.token; p.is("and") || p.is("or"); {
		if p.token != op {
			p.fail("want brackets around and, or around or")
			break
		}
		p.next()
		x = &Logic{Or: op == "or", X: x, Y: p.denial()}
	}
	return x
}

// denial takes not x.
func (p *parser) denial() Expr {
	defer p.up()
	if !p.deeper() {
		return nil
	}
	if p.accept("not") {
		return &Not{X: p.denial()}
	}
	return p.comparison()
}

// comparison takes x == y, x is y, x in y, x within y, and their opposites.
func (p *parser) comparison() Expr {
	x := p.sum()
	op := slices.Index(operators, p.token)
	switch {
	case op >= int(Equal) && p.kind == sign:
		p.next()
		return &Compare{Op: Op(op), X: x, Y: p.sum()}
	case p.accept("is"):
		return &Same{X: x, Not: p.accept("not"), Y: p.sum()}
	}
	not := p.accept("not")
	switch {
	case p.accept("in"):
		if p.accept("table") {
			return &InTable{X: x, Table: known(p, "table", p.tables), Not: not}
		}
		return &In{X: x, Not: not, Row: p.sum()}
	case p.accept("within"):
		return &InRow{X: x, Not: not, Row: p.sum()}
	case not:
		p.fail("want in or within")
	}
	return x
}

// sum takes x + y, or another operator of numbers.
func (p *parser) sum() Expr {
	x := p.signed()
	if op := slices.Index(operators[:Equal], p.token); op >= 0 && p.kind == sign {
		p.next()
		return &Arith{Op: Op(op), X: x, Y: p.signed()}
	}
	return x
}

// signed takes -x, ~x or a negative number.
func (p *parser) signed() Expr {
	switch {
	case p.is("-"):
		if left := p.text[p.pos:]; left != "" && left[0] >= '0' && left[0] <= '9' {
			return &Const{IntType, p.number(64)}
		}
		p.next()
		return &Negate{X: p.whole()}
	case p.accept("~"):
		return &Invert{X: p.whole()}
	}
	return p.whole()
}

// whole takes an expression, and what stands in brackets behind it.
func (p *parser) whole() Expr {
	x := p.primary()
	for p.accept("[") {
		var ends [3]Expr
		colons := 0
		for ; colons < 3; colons++ {
			if !p.is(":") && !p.is("]") && !p.is(",") {
				ends[colons] = p.expr()
			}
			if !p.accept(":") {
				break
			}
		}
		switch {
		case colons > 0:
			x = &Slice{Row: x, Lo: ends[0], Hi: ends[1], Step: ends[2]}
		case p.accept(","):
			x = &Cell{Grid: x, R: ends[0], C: p.expr()}
		default:
			x = &Index{Row: x, I: ends[0], Name: rowNames[0]}
		}
		if ends[0] == nil && colons == 0 {
			p.fail("want the number of a cell")
		}
		p.expect("]")
	}
	return x
}

// primary takes a constant, a variable, a call, or an expression in brackets.
func (p *parser) primary() Expr {
	switch {
	case p.token == "":
	case p.kind == number:
		return &Const{IntType, p.number(64)}
	case p.kind == quote:
		letter := p.token[0] == '\''
		text := p.quoted()
		if letter && len(text) == 1 {
			return &Const{LetterType, int64(text[0])}
		} else if letter {
			p.fail("want one letter between such quotes, behind which this stands")
		}
		e := &Cells{Type: Type{Kind: TextType, Of: LetterType}}
		for _, b := range text {
			e.N = append(e.N, int64(b))
		}
		return e
	case p.accept("True"):
		return &Const{BoolType, 1}
	case p.accept("False"):
		return &Const{BoolType, 0}
	case p.is("("):
		return p.bracket()
	case p.is("["):
		e := &List{Cells: p.exprs("[", "]")}
		if len(e.Cells) == 0 {
			e.Of = p.kindOf()
		}
		return e
	case p.accept("build"):
		return &Build{}
	case p.kind == word && !slices.Contains(keywords, p.token):
		if p.pos < len(p.text) && p.text[p.pos] == '(' {
			return p.call()
		}
		return &Get{p.variable()}
	}
	p.fail("want an expression, such as n - 1")
	return nil
}

// quoted takes what stands between quotes.
func (p *parser) quoted() (text []byte) {
	if p.kind != quote || p.token == "" {
		p.fail("want a text in quotes")
		return nil
	}
	mark := p.token[0]
	for left := p.token[1 : len(p.token)-1]; left != ""; {
		b, multibyte, tail, err := strconv.UnquoteChar(left, mark)
		if err != nil {
			p.fail("want letters, and others as \\x00")
			return nil
		}
		if multibyte {
			text = append(text, string(b)...)
		} else {
			text = append(text, byte(b))
		}
		left = tail
	}
	p.next()
	return text
}

// kindOf takes the type of cells that are not there, if one is given.
func (p *parser) kindOf() Kind {
	if p.accept("of") {
		return Kind(p.choice("a type of cells", kinds[:RowType]))
	}
	return NoType
}

// bracket takes an expression in brackets, or a constant row.
func (p *parser) bracket() Expr {
	p.next()
	if p.accept(")") {
		return &Cells{Type: Type{Kind: RowType, Of: p.kindOf()}}
	}
	x := p.expr()
	if p.accept(")") || p.wrong != nil {
		return x
	}
	e := &Cells{Type: Type{Kind: RowType}}
	add := func() {
		n, ok := x.(*Const)
		switch {
		case !ok:
			p.fail("want constants of one type in a constant row, before this; others stand in [ ]")
			return
		case len(e.N) == 0:
			e.Type.Of = n.Kind
		case e.Type.Of != n.Kind:
			p.fail("want constants of one type in a constant row, before this")
		}
		e.N = append(e.N, n.N)
	}
	if add(); !p.is(",") {
		p.fail("want ) or a comma")
	}
	p.next()
	p.series(")", func() {
		x = p.expr()
		add()
	})
	return e
}

// call takes the call of a built-in function, or of one above.
func (p *parser) call() Expr {
	name := p.token
	if !slices.Contains(reserved, name) {
		f := known(p, "function above", p.functions)
		return &Call{F: f, Args: p.exprs("(", ")")}
	}
	p.next()
	if name == "line" {
		p.expect("(")
		e := &Line{Table: known(p, "table", p.tables)}
		p.expect(",")
		e.I = p.expr()
		p.expect(")")
		return e
	}
	var args []Expr
	var rest Expr
	p.expect("(")
	p.series(")", func() {
		switch {
		case rest != nil:
			p.fail("want the places of * last")
		case name == "put" && len(args) >= 2 && p.accept("*"):
			rest = p.expr()
		default:
			args = append(args, p.expr())
		}
	})
	like, ok := functions[name]
	if !ok {
		p.fail("%s is a statement, before this", name)
	}
	if p.wrong != nil {
		return nil
	}
	made := reflect.New(reflect.TypeOf(like).Elem())
	made.Elem().Set(reflect.ValueOf(like).Elem())
	e := made.Interface().(Expr)
	if !take(e, args) {
		p.fail("%s takes other arguments, before this", name)
	}
	if put, ok := e.(*Put); ok {
		put.Rest = rest
	}
	return e
}

// take gives the call of a built-in function its arguments, and reports whether these are as
// many as it takes.
func take(e Expr, args []Expr) bool {
	switch e := e.(type) {
	case *Put:
		if len(args) > 2 {
			e.Places, e.Ats = args[2:], make([]Place, len(args)-2)
			args = args[:2]
		}
	case *PutCells:
		for len(args) > 3 {
			n := len(args) - 2
			e.R, e.C, e.Ats = append(e.R, args[n]), append(e.C, args[n+1]), append(e.Ats, Place{})
			args = args[:n]
		}
		slices.Reverse(e.R)
		slices.Reverse(e.C)
	case *Inside, *Fill:
		if len(args) == 2 {
			args = append(args, nil)
		}
	}
	v, n := reflect.ValueOf(e).Elem(), 0
	for i := range v.NumField() {
		if to, ok := v.Field(i).Addr().Interface().(*Expr); ok && n < len(args) {
			*to = args[n]
			n++
		} else if _, isPut := e.(*Put); ok && (!isPut || n != 2) {
			return false
		}
	}
	return n == len(args)
}
