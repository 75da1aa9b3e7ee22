package core

// Which variables may still be read behind a statement, so that who follows several ways through a
// program can join those that differ in other variables.

import "slices"

// A Live knows which variables may be read behind the statements of the functions that it has
// read. The zero value has read none.
type Live struct {
	Spend        func(steps int) // counts the work, if not nil
	behind, turn map[Stmt]reads
	known        map[*Function]bool
	stops        reads // behind the innermost loop
	again        reads // in its next turn, or behind it
}

// reads says of each variable of a function whether it may be read.
type reads []bool

func (v reads) or(w reads) reads {
	v = slices.Clone(v)
	for i, is := range w {
		v[i] = v[i] || is
	}
	return v
}

func (v reads) without(list []Var) reads {
	v = slices.Clone(v)
	for _, w := range list {
		v[w] = false
	}
	return v
}

// Behind says of each variable whether it may be read behind a statement.
func (l *Live) Behind(s Stmt) []bool { return l.behind[s] }

// Turn says of each variable whether it may be read in the next turn of a loop, or behind it.
func (l *Live) Turn(s Stmt) []bool { return l.turn[s] }

// Read reads a function, once.
func (l *Live) Read(fn *Function) {
	if l.known[fn] {
		return
	}
	if l.known == nil {
		l.known, l.behind, l.turn = map[*Function]bool{}, map[Stmt]reads{}, map[Stmt]reads{}
	}
	l.known[fn] = true
	l.block(fn.Body, make(reads, len(fn.Vars)))
}

func (l *Live) spend() {
	if l.Spend != nil {
		l.Spend(1)
	}
}

// block returns what may be read from the beginning of a block on.
func (l *Live) block(body []Stmt, behind reads) reads {
	for _, s := range slices.Backward(body) {
		l.spend()
		l.behind[s] = behind
		behind = l.statement(s, behind)
	}
	return behind
}

// exprs returns what may be read from the expressions of a statement on.
func (l *Live) exprs(s Stmt, behind reads) reads {
	read := slices.Clone(behind)
	var builds []*Build
	var each func(e *Expr)
	each = func(e *Expr) {
		l.spend()
		switch e := (*e).(type) {
		case *Get:
			read[e.V] = true
		case *Build:
			builds = append(builds, e)
		}
		Operands(*e, each)
	}
	Exprs(s, each)
	for _, b := range slices.Backward(builds) {
		read = l.block(b.Body, read)
	}
	return read
}

func (l *Live) statement(s Stmt, behind reads) reads {
	switch s := s.(type) {
	case *If:
		return l.exprs(s, l.block(s.Then, behind).or(l.block(s.Else, behind)))
	case *For, *Each, *Lines, *While:
		stops, again := l.stops, l.again
		read := behind
		for before := reads(nil); !slices.Equal(before, read); { // until no turn reads more
			before = read
			l.stops, l.again, l.turn[s] = behind, read, read
			Blocks(s, func(body *[]Stmt) { read = read.or(l.block(*body, read).without(Targets(s))) })
			if _, ok := s.(*While); ok {
				read = l.exprs(s, read)
			}
		}
		l.stops, l.again = stops, again
		return l.exprs(s, read)
	case *Return:
		return l.exprs(s, make(reads, len(behind)))
	case *Leave:
		if s.Turn {
			return l.again
		}
		return l.stops
	case *Set, *Unpack:
		return l.exprs(s, behind.without(Targets(s)))
	case *SetCell:
		behind = slices.Clone(behind)
		behind[s.V] = true
	case *Append:
		behind = slices.Clone(behind)
		behind[s.V] = true
	}
	return l.exprs(s, behind)
}
