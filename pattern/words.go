package pattern

// This file puts expressions into words that a student would use.

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// sentence says what the values are: "x XOR y", or of outcomes "P exactly when x = y".
func (e *node) sentence(names []string, of Kind) string {
	where := e.where()
	if where != "" {
		where = " (" + where + ")"
	}
	if !of.IsSet() {
		return e.text(names) + where
	}
	switch c := e.condition(names); c {
	case "always":
		return "every position is " + of.In()
	case "never":
		if of != Outcomes {
			return "no position is " + of.In()
		}
		return "every position is N"
	default:
		in := strings.TrimPrefix(of.In(), "of ")
		return in + " exactly when " + strings.ReplaceAll(c, "P before that", in+" before that") + where
	}
}

// where says what letters of slopes stand for.
func (e *node) where() string {
	texts := []string{}
	e.walk(func(n *node) {
		where := ""
		switch {
		case n.op == opNimProduct:
			where = "⊗ is the nim-product"
		case n.slope == nil:
			return
		default:
			_, where = n.slope.name("α")
		}
		if n.op == opPair {
			if n.slope.golden() && n.gap[0] == 1 {
				where = "φ = (1+√5)/2, the golden ratio"
			} else if _, more := n.slope.Plus(n.gap[0]).name("β"); more != "" {
				where = strings.Trim(where+", "+more, ", ")
			}
		}
		if where != "" && !slices.Contains(texts, where) {
			texts = append(texts, where)
		}
	})
	return strings.Join(texts, ", ")
}

func (e *node) walk(f func(*node)) {
	f(e)
	for _, k := range e.kids {
		k.walk(f)
	}
}

func join(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}

func numbers(list []int64) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = strconv.FormatInt(v, 10)
	}
	return texts
}

// firsts returns a list as text, cut where it is long.
func firsts(list []int64) string {
	const most = 24
	if len(list) > most {
		return strings.Join(numbers(list[:most]), ", ") + ", …"
	}
	return strings.Join(numbers(list), ", ")
}

// text says an expression.
func (e *node) text(names []string) string {
	kid := func(i int) string { return e.kids[i].text(names) }
	inner := func(i int) string { // in brackets unless it is one word, or has brackets of its own
		switch k := e.kids[i]; {
		case !strings.Contains(kid(i), " "), k.op == opCoordinate, slices.Contains([]op{opMin, opMax, opApart, opDivide, opRatio}, k.op), k.op == opFloor && k.n == 0:
			return kid(i)
		case k.op == opProduct && e.op == opAdd:
			return kid(i)
		}
		return "(" + kid(i) + ")"
	}
	all := func(between string) string {
		list := make([]string, len(e.kids))
		for i := range e.kids {
			list[i] = inner(i)
		}
		return strings.Join(list, between)
	}
	plus := func(text string, n int64) string {
		switch {
		case n < 0:
			return fmt.Sprintf("%s - %d", text, -n)
		case n > 0:
			return fmt.Sprintf("%s + %d", text, n)
		}
		return text
	}
	switch e.op {
	case opCoordinate:
		return names[e.n]
	case opConstant:
		return strconv.FormatInt(e.n, 10)
	case opAdd:
		return plus(all(" + "), e.n)
	case opProduct:
		return fmt.Sprintf("%d · %s", e.n, inner(0))
	case opXor:
		return all(" XOR ")
	case opOr:
		return all(" OR ")
	case opAnd:
		return all(" AND ")
	case opMin, opMax:
		list := make([]string, len(e.kids))
		for i := range e.kids {
			list[i] = kid(i)
		}
		return map[op]string{opMin: "min", opMax: "max"}[e.op] + "(" + strings.Join(list, ", ") + ")"
	case opApart:
		return "|" + kid(0) + " - " + kid(1) + "|"
	case opNimProduct:
		return all(" ⊗ ")
	case opRatio:
		return fmt.Sprintf("⌊|%[1]s/%[2]s - %[2]s/%[1]s|⌋", inner(0), inner(1))
	case opDivide:
		return fmt.Sprintf("⌊%s/%d⌋", inner(0), e.n)
	case opMod:
		return fmt.Sprintf("%s mod %d", inner(0), e.n)
	case opFeature:
		return fmt.Sprintf(e.feature.words, inner(0))
	case opCycle:
		return e.cycle.text(inner(0))
	case opGrid:
		return e.gridText(names)
	case opFloor:
		name, _ := e.slope.name("α")
		return plus("⌊"+e.shift.text(inner(0), "·"+name)+"⌋", e.n)
	case opCorner:
		last := len(e.kids) - 1
		rest := e.kids[last].text(names)
		if len(e.grid.values) == 1 {
			return fmt.Sprintf("%s, and %d for %s = 0", rest, e.grid.values[0], kid(0))
		}
		return fmt.Sprintf("%s, %s", rest, e.exceptions(names))
	case opSelect:
		otherwise := ", otherwise %s"
		if e.kids[0].op == opMod {
			otherwise = ", %s if it is odd"
		}
		return fmt.Sprintf("%s if %s"+otherwise, kid(1), e.kids[0].condition(names), kid(2))
	}
	return fmt.Sprintf("0 if %s, otherwise 1", e.condition(names))
}

// exceptions says the values in a corner.
func (e *node) exceptions(names []string) string {
	parts, values := []string{}, []int64{}
	for _, v := range e.grid.values {
		if !slices.Contains(values, v) {
			values = append(values, v)
			parts = append(parts, fmt.Sprintf("%d for %s", v, e.cornerAt(names, v)))
		}
	}
	return "but " + strings.Join(parts, ", ")
}

// cornerAt says in which cells of a corner the value is v: "(x, y) = (0, 1) or (1, 0)".
func (e *node) cornerAt(names []string, v int64) string {
	kids := e.kids[:len(e.kids)-1]
	cells := []string{}
	for i, w := range e.grid.values {
		if w == v {
			cells = append(cells, e.class(i))
		}
	}
	titles := make([]string, len(kids))
	for i, k := range kids {
		titles[i] = k.text(names)
	}
	title := titles[0]
	if len(titles) > 1 {
		title = "(" + strings.Join(titles, ", ") + ")"
	}
	return title + " = " + join(cells, "or")
}

// cornerCondition says when a corner is 0.
func (e *node) cornerCondition(names []string) string {
	last := len(e.kids) - 1
	rest := e.kids[last].condition(names)
	n, opposite, never := e.grid.first[0], true, true
	for i, v := range e.grid.values {
		cell := make([]int, len(names))
		for c := last - 1; c >= 0; c-- {
			size := int(e.grid.first[c])
			if e.kids[c].op != opCoordinate {
				opposite = false // classes of the corner are not coordinates
				continue
			}
			cell[e.kids[c].n] = i % size
			i /= size
		}
		w, ok := e.kids[last].at(cell)
		opposite = opposite && ok && v == 1-w
		never = never && v == 1
	}
	where := make([]string, last)
	for i, k := range e.kids[:last] {
		where[i] = k.text(names)
	}
	zeros := make([]string, last)
	for i, name := range where {
		zeros[i] = name + " = 0"
	}
	corner := fmt.Sprintf("%s are all below %d", join(where, "and"), n)
	if last == 1 {
		corner = fmt.Sprintf("%s is below %d", where[0], n)
	}
	switch {
	case len(e.grid.values) == 1 && never:
		return rest + ", and never for " + join(zeros, "and")
	case len(e.grid.values) == 1:
		return rest + ", or " + join(zeros, "and")
	case opposite:
		return rest + "; the other way round where " + corner
	case never:
		return rest + "; never where " + corner
	}
	return rest + "; where " + corner + " exactly when " + e.cornerAt(names, 0)
}

// text says the function of n.
func (c *cycle) text(n string) string {
	p := len(c.turn)
	switch {
	case p == 1 && len(c.first) == 0 && c.saltus == 0:
		return strconv.FormatInt(c.turn[0], 10)
	case p == 1 && len(c.first) == 0:
		text := n
		if c.saltus > 1 {
			text = fmt.Sprintf("%d · %s", c.saltus, n)
		}
		if c.turn[0] > 0 {
			text += fmt.Sprintf(" + %d", c.turn[0])
		}
		return text
	case p == 1 && c.saltus == 0:
		return fmt.Sprintf("%d for %s from %d on; before that %s", c.turn[0], n, len(c.first), firsts(c.first))
	case p == 2 && len(c.first) == 0 && c.saltus == 0:
		return fmt.Sprintf("%d if %s is even, %d if it is odd", c.turn[0], n, c.turn[1])
	}
	text := fmt.Sprintf("of period %d in %s", p, n)
	if c.saltus > 0 {
		text = fmt.Sprintf("%d larger whenever %s grows by %d", c.saltus, n, p)
	}
	if len(c.first) > 0 {
		return fmt.Sprintf("%s, from %d on: %s; before that %s", text, len(c.first), firsts(c.turn), firsts(c.first))
	}
	return fmt.Sprintf("%s: %s", text, firsts(c.turn))
}

// gridText says a table of residues.
func (e *node) gridText(names []string) string {
	cells := []string{}
	for i := range e.grid.values {
		if len(cells) == 9 {
			cells = append(cells, "…")
			break
		}
		cells = append(cells, fmt.Sprintf("%s: %d", e.class(i), e.grid.values[i]))
	}
	return fmt.Sprintf("by %s: %s", e.classTitle(names), strings.Join(cells, ", "))
}

// classTitle says what the classes of a grid are: "(x mod 2, y mod 2)".
func (e *node) classTitle(names []string) string {
	titles := make([]string, len(e.kids))
	for i, k := range e.kids {
		titles[i] = k.text(names)
		if strings.Contains(titles[i], " ") && k.op != opMin && k.op != opMax {
			titles[i] = "(" + titles[i] + ")"
		}
		switch {
		case e.grid.first[i] == 0:
			titles[i] += fmt.Sprintf(" mod %d", e.grid.turn[i])
		case e.grid.turn[i] == 1:
			titles[i] = fmt.Sprintf("min(%s, %d)", titles[i], e.grid.first[i])
		default:
			titles[i] += fmt.Sprintf(" (from %d on mod %d)", e.grid.first[i], e.grid.turn[i])
		}
	}
	if len(titles) == 1 {
		return titles[0]
	}
	return "(" + strings.Join(titles, ", ") + ")"
}

// class says class i of a grid: its least cell, with residues where there is no first part.
func (e *node) class(i int) string {
	cell := make([]string, len(e.grid.first))
	for c := len(cell) - 1; c >= 0; c-- {
		size := int(e.grid.first[c] + e.grid.turn[c])
		cell[c] = strconv.Itoa(i % size)
		i /= size
	}
	if len(cell) == 1 {
		return cell[0]
	}
	return "(" + strings.Join(cell, ",") + ")"
}

// condition says when an expression is 0: "x = y", "n is even", "always".
func (e *node) condition(names []string) string {
	switch e.op {
	case opConstant:
		if e.n == 0 {
			return "always"
		}
		return "never"
	case opEqual:
		if x, y := e.kids[0], e.kids[1]; x.op == opFeature && y.op == opFeature && x.feature == y.feature {
			same := strings.Replace(strings.Replace(x.feature.words, " of %s", "", 1), "the ", "the same ", 1)
			return fmt.Sprintf("%s and %s have %s", x.kids[0].text(names), y.kids[0].text(names), same)
		}
		value, where := e.kids[1].called(names)
		return e.kids[0].text(names) + " = " + value + where
	case opLess:
		x, defined := e.kids[0].called(names)
		if y := e.kids[1]; y.n > 0 && (y.op == opFloor || y.op == opAdd && len(y.kids) == 1) {
			less := *y
			if less.n--; less.n == 0 && y.op == opAdd {
				less = *y.kids[0]
			}
			return x + " <= " + less.text(names) + defined
		}
		value, where := e.kids[1].called(names)
		return x + " < " + value + defined + where
	case opMod:
		if e.n == 2 {
			return e.kids[0].text(names) + " is even"
		}
		return e.kids[0].text(names) + " is a multiple of " + strconv.FormatInt(e.n, 10)
	case opPair:
		low, _ := e.slope.name("α")
		high, _ := e.slope.Plus(e.gap[0]).name("β")
		first := "⌊" + e.shift.text("k", low) + "⌋" + signed(e.n)
		second := "⌊" + e.shift.text("k", high) + "⌋" + signed(e.n+e.gap[1]-e.gap[0]*e.shift.j/e.shift.m)
		if e.gap[0]*e.shift.j%e.shift.m > 0 { // j/m of α is not that of α + a
			second = fmt.Sprintf("%d·k%s more", e.gap[0], signed(e.gap[1]))
		}
		if m := e.kids[0]; m.op == opMin && len(m.kids) == 2 {
			return fmt.Sprintf("%s and %s are %s and %s for some k, in either order", m.kids[0].text(names), m.kids[1].text(names), first, second)
		}
		return fmt.Sprintf("%s and %s are %s and %s for some k", e.kids[0].text(names), e.kids[1].text(names), first, second)
	case opCycle:
		return e.cycle.condition(e.kids[0], names)
	case opGrid:
		return e.gridCondition(names)
	case opCorner:
		return e.cornerCondition(names)
	case opSelect:
		where, here, rest := e.kids[0].condition(names), e.kids[1].condition(names), e.kids[2].condition(names)
		switch isEven := e.kids[0].op == opMod; {
		case isEven && rest == "never":
			return where + " and " + here
		case isEven && here == "never":
			return e.kids[0].kids[0].text(names) + " is odd and " + rest
		case isEven && rest == "always":
			return e.kids[0].kids[0].text(names) + " is odd, or " + here
		case isEven && here == "always":
			return where + ", or " + rest
		case isEven:
			return fmt.Sprintf("%s and %s, or odd and %s", where, here, rest)
		case here == "always":
			return where + " or " + rest
		case here == "never":
			return rest + ", and not " + where
		}
		return fmt.Sprintf("%s; where %s exactly when %s", rest, where, here)
	}
	return e.text(names) + " = 0"
}

func signed(n int64) string {
	switch {
	case n > 0:
		return fmt.Sprintf("+%d", n)
	case n < 0:
		return strconv.FormatInt(n, 10)
	}
	return ""
}

// condition says when the cycle is 0 at the value of inner.
func (c *cycle) condition(inner *node, names []string) string {
	n := inner.text(names)
	is := func(list []int64) string { return n + " is " + join(numbers(list), "or") }
	zerosOf := func(list []int64, v int64) (at []int64) {
		for i, w := range list {
			if w == v {
				at = append(at, int64(i))
			}
		}
		return at
	}
	first, p := zerosOf(c.first, 0), int64(len(c.turn))
	switch rest := int64(len(c.first)); {
	case c.saltus > 0 || p == 1 && c.turn[0] != 0:
		at := first
		for i, v := range c.turn {
			if v == 0 {
				at = append(at, rest+int64(i))
			}
		}
		switch {
		case len(at) == 0:
			return "never"
		case len(at) == 1 && at[0] == 0 && inner.op == opApart:
			return inner.kids[0].text(names) + " = " + inner.kids[1].text(names)
		case len(at) == 1 && at[0] == 1 && inner.op == opFeature && inner.feature.single != "":
			return inner.kids[0].text(names) + " is " + inner.feature.single
		case len(at) == 1:
			return fmt.Sprintf("%s = %d", n, at[0])
		case len(at) > 12:
			return fmt.Sprintf("%s is one of %s", n, firsts(at))
		}
		return is(at)
	case p == 1:
		at := zerosOf(c.first, 1)
		switch {
		case len(at) == 0:
			return "always"
		case len(at) == 1:
			return fmt.Sprintf("%s is not %d", n, at[0])
		case int64(len(at)) == rest:
			return fmt.Sprintf("%s >= %d", n, rest)
		}
		return fmt.Sprintf("%s is not %s", n, join(numbers(at), "or"))
	default:
		var at []int64
		for i, v := range c.turn {
			if v == 0 {
				at = append(at, (rest+int64(i))%p)
			}
		}
		slices.Sort(at)
		text := ""
		switch {
		case p == 2 && len(at) == 1 && at[0] == 0:
			text = n + " is even"
		case p == 2 && len(at) == 1:
			text = n + " is odd"
		case len(at) == 1 && at[0] == 0:
			text = fmt.Sprintf("%s is a multiple of %d", n, p)
		default:
			if strings.Contains(n, " ") {
				n = "(" + n + ")"
			}
			text = fmt.Sprintf("%s mod %d is %s", n, p, join(numbers(at), "or"))
		}
		if rest > 0 {
			before := "none"
			if len(first) > 0 {
				before = firsts(first)
			}
			text = fmt.Sprintf("%s, from %s = %d on; P before that: %s", text, n, rest, before)
		}
		return text
	}
}

// called returns how an expression is called in a comparison: itself, or f with where f is
// defined.
func (e *node) called(names []string) (value, where string) {
	if !slices.Contains([]op{opCycle, opGrid, opSelect, opCorner}, e.op) || e.op == opCycle && len(e.cycle.turn) == 1 && len(e.cycle.first) == 0 {
		return e.text(names), ""
	}
	used := []string{}
	e.walk(func(n *node) {
		if n.op == opCoordinate && !slices.Contains(used, names[n.n]) {
			used = append(used, names[n.n])
		}
	})
	value = "f(" + strings.Join(used, ", ") + ")"
	return value, ", where " + value + " is " + e.text(names)
}

// gridCondition says in which classes the value is 0.
func (e *node) gridCondition(names []string) string {
	cells := []string{}
	for i, v := range e.grid.values {
		if v == 0 {
			cells = append(cells, e.class(i))
		}
	}
	if len(cells) == 0 {
		return "never"
	}
	parities := len(cells) == 1 && len(e.kids) > 1
	titles := make([]string, len(e.kids))
	for i, k := range e.kids {
		parities = parities && e.grid.first[i] == 0 && e.grid.turn[i] == 2
		titles[i] = k.text(names)
	}
	if parities {
		all := " are all "
		if len(titles) == 2 {
			all = " are both "
		}
		switch slices.Index(e.grid.values, 0) {
		case 0:
			return join(titles, "and") + all + "even"
		case len(e.grid.values) - 1:
			return join(titles, "and") + all + "odd"
		}
	}
	if len(cells) > 24 {
		cells = append(cells[:24], "…")
	}
	return e.classTitle(names) + " is " + join(cells, "or")
}

// everywhere says which digits stand together at each place, of an automaton of one state that reads several
// numbers. It is empty for other automata.
func (a *automatic) everywhere(names []string) string {
	m := a.sets[0]
	if !a.of.IsSet() || a.axes < 2 || m.states() != 2 || m.sink() != 1 {
		return ""
	}
	digits := a.in.Universe().Digits()
	var letters []string
	apart := true // no two numbers have a digit other than 0 at the same place
	for letter := range m.letters {
		text, others := "", 0
		for rest := letter; len(text) < a.axes; rest /= digits {
			digit := rest % digits
			text = strconv.FormatInt(int64(digit), 36) + text
			others += min(digit, 1)
		}
		if m.next[letter] == 0 {
			letters = append(letters, text)
		}
		apart = apart && (m.next[letter] == 0) == (others < 2)
	}
	digit := "digit other than 0"
	if digits == 2 {
		digit = "1"
	}
	switch {
	case apart && a.axes == 2:
		return fmt.Sprintf("%s and %s have no %s at the same place in %s", names[0], names[1], digit, a.in.Name())
	case apart:
		return fmt.Sprintf("no two of %s have a %s at the same place in %s", strings.Join(names, ", "), digit, a.in.Name())
	}
	return fmt.Sprintf("the digits of %s in %s are %s at each place", strings.Join(names, ", "), a.in.Name(), join(letters, "or"))
}

// digitwise says which binary digits the value has, where an automaton of one state makes each of them of
// the number of ones at its place. It is empty for other automata.
func (a *automatic) digitwise(names []string) string {
	m := a.relation
	if a.in.Name() != "binary" || a.axes < 3 || m.states() != 2 || m.sink() != 1 {
		return ""
	}
	digit := make([]int, a.axes+1) // of the value, by the number of ones; -1 where it is not known yet
	for i := range digit {
		digit[i] = -1
	}
	for letter := range m.letters {
		if m.next[letter] != 0 {
			continue
		}
		ones, of := bits.OnesCount(uint(letter)>>1), letter&1
		if digit[ones] == 1-of {
			return ""
		}
		digit[ones] = of
	}
	var counts []string
	for ones, d := range digit {
		if d == 1 {
			counts = append(counts, strconv.Itoa(ones))
		}
	}
	all := strings.Join(names, ", ")
	switch least := slices.Index(digit, 1); {
	case slices.Contains(digit, -1) || least < 0:
		return ""
	case least == a.axes:
		return "a 1 in binary at the places where all of " + all + " have one"
	case least+len(counts) == len(digit):
		return fmt.Sprintf("a 1 in binary at the places where at least %d of %s have one", least, all)
	}
	return fmt.Sprintf("a 1 in binary at the places where %s of %s have one", join(counts, "or"), all)
}
