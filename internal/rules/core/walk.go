package core

// How readers go through a program: the parts of a node, all nodes of a block, and which
// variables are read and set.

import (
	"reflect"
	"slices"
)

// Operands calls f with the place of each expression that e has, in the order in which they
// stand in its type, without the body of a [Build]. An operand that is missing, such as an end
// of a slice, is left out.
func Operands(e Expr, f func(*Expr)) { eachExpr(e, f) }

// Exprs calls f with the place of each expression that s has besides those in its blocks.
func Exprs(s Stmt, f func(*Expr)) { eachExpr(s, f) }

// eachExpr goes through the fields of a node, and through the lists in them.
func eachExpr(node any, f func(*Expr)) {
	list := func(all []Expr) {
		for i := range all {
			if all[i] != nil {
				f(&all[i])
			}
		}
	}
	eachField(node, func(field any) {
		switch x := field.(type) {
		case *Expr:
			if *x != nil {
				f(x)
			}
		case *[]Expr:
			list(*x)
		case *[][]Expr:
			for _, line := range *x {
				list(line)
			}
		case *[]Part:
			for i := range *x {
				eachExpr(&(*x)[i], f)
			}
		}
	})
}

// eachField calls f with the place of each field that is more than a number, of the node to
// which a pointer points.
func eachField(node any, f func(field any)) {
	v := reflect.ValueOf(node)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	for i := range v.Elem().NumField() {
		switch field := v.Elem().Field(i); field.Kind() {
		case reflect.Interface, reflect.Slice, reflect.Array, reflect.Struct:
			f(field.Addr().Interface())
		}
	}
}

// Copy returns a copy of an expression and of all that it is made of.
func Copy(e Expr) Expr {
	made := copied(e).(Expr)
	Operands(made, func(part *Expr) { *part = Copy(*part) })
	if b, ok := made.(*Build); ok {
		b.Body = copyBlock(b.Body)
	}
	return made
}

func copyBlock(block []Stmt) []Stmt {
	block = slices.Clone(block)
	for i, s := range block {
		block[i] = copied(s).(Stmt)
		Exprs(block[i], func(part *Expr) { *part = Copy(*part) })
		Blocks(block[i], func(b *[]Stmt) { *b = copyBlock(*b) })
	}
	return block
}

// copied returns a copy of a node, with lists of its own.
func copied(node any) any {
	made := reflect.New(reflect.TypeOf(node).Elem())
	made.Elem().Set(reflect.ValueOf(node).Elem())
	for i := range made.Elem().NumField() {
		if field := made.Elem().Field(i); field.Kind() == reflect.Slice && !field.IsNil() {
			own := reflect.MakeSlice(field.Type(), field.Len(), field.Len())
			reflect.Copy(own, field)
			field.Set(own)
		}
	}
	return made.Interface()
}

// Blocks calls f with the place of each block that s has: the body of a loop, and both ways
// of an [If].
func Blocks(s Stmt, f func(*[]Stmt)) {
	switch s := s.(type) {
	case *If:
		f(&s.Then)
		f(&s.Else)
	case *While:
		f(&s.Body)
	case *For:
		f(&s.Body)
	case *Each:
		f(&s.Body)
	case *Lines:
		f(&s.Body)
	case *Loop:
		f(&s.Body)
	}
}

// Walk calls stmt with each statement of a block and expr with each expression, each before
// its parts, and also in the body of a [Build]. It does not enter a node for which the function
// returns false. Either function may be nil.
func Walk(block []Stmt, stmt func(Stmt) bool, expr func(Expr) bool) {
	inside := func(e *Expr) { walkExpr(*e, stmt, expr) }
	for _, s := range block {
		if stmt == nil || stmt(s) {
			Exprs(s, inside)
			Blocks(s, func(b *[]Stmt) { Walk(*b, stmt, expr) })
		}
	}
}

// walkExpr is Walk of an expression.
func walkExpr(e Expr, stmt func(Stmt) bool, expr func(Expr) bool) {
	if expr != nil && !expr(e) {
		return
	}
	Operands(e, func(x *Expr) { walkExpr(*x, stmt, expr) })
	if b, ok := e.(*Build); ok {
		Walk(b.Body, stmt, expr)
	}
}

// Reads reports whether an expression reads a variable for which is holds, or sets one in the
// body of a [Build].
func Reads(e Expr, is func(Var) bool) bool {
	found := false
	walkExpr(e, func(s Stmt) bool {
		found = found || slices.ContainsFunc(Targets(s), is)
		return !found
	}, func(e Expr) bool {
		get, ok := e.(*Get)
		found = found || ok && is(get.V)
		return !found
	})
	return found
}

// IsFree reports whether an expression takes no steps besides those of its operands: it is a
// variable, a constant, a cell, a size, or arithmetic.
func IsFree(e Expr) bool {
	switch e.(type) {
	case *Const, *Cells, *Get, *Arith, *Negate, *Abs, *Invert, *Extreme, *Index, *Cell, *Len, *Side:
		return true
	}
	return false
}

// Targets returns the variables to which a statement itself gives a value, or new cells.
func Targets(s Stmt) []Var {
	switch s := s.(type) {
	case *Set:
		return []Var{s.V}
	case *SetCell:
		return []Var{s.V}
	case *Append:
		return []Var{s.V}
	case *Unpack:
		return s.V
	case *For:
		return []Var{s.V}
	case *Each:
		return withCounter(s.Counter, s.Item)
	case *Lines:
		if s.Line != NoVar {
			return withCounter(s.Counter, s.Line)
		}
		return withCounter(s.Counter, s.Items...)
	case *Assign:
		return Places(s.To)
	case *Update:
		return Places(s.To)
	case *Loop:
		var items []Var
		for _, to := range s.Items {
			items = append(items, Places(to)...)
		}
		return withCounter(s.Counter, items...)
	}
	return nil
}

// Places returns the variables to which a place of an [Assign] belongs.
func Places(to Expr) (all []Var) {
	switch to := to.(type) {
	case *Get:
		return []Var{to.V}
	case *Index:
		return Places(to.Row)
	case *Tuple:
		for _, part := range to.Parts {
			all = append(all, Places(part)...)
		}
	}
	return all
}

// withCounter returns the variables of a loop.
func withCounter(counter Var, items ...Var) []Var {
	if counter == NoVar {
		return items
	}
	return slices.Concat([]Var{counter}, items)
}

// Sets returns the variables to which a block gives values, or new cells, in ascending order.
func Sets(block []Stmt) []Var {
	var all []Var
	Walk(block, func(s Stmt) bool {
		all = append(all, Targets(s)...)
		return true
	}, nil)
	slices.Sort(all)
	return slices.Compact(all)
}

// Catch calls do, and returns the error of type E with which do panics, or else none. So a walk through a program
// ends from within.
func Catch[E error](do func()) (left E) {
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(E)
			if !ok {
				panic(r)
			}
			left = err
		}
	}()
	do()
	return left
}
