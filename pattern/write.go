package pattern

// This file writes expressions as functions in the language of rules (package internal/rules/lang),
// which is also Python.

import (
	"fmt"
	"slices"
	"strings"
)

// A program is text that grows by the functions that an expression needs.
type program struct {
	names     []string // the parameters
	functions []string // whole texts
	made      int      // functions that have a number in their name
	none      bool     // there is no program
}

// Program implements [Rule].
func (e *Expression) Program(names []string) (text string, ok bool) {
	p := &program{names: names}
	result := p.expression(e.node)
	p.add(fmt.Sprintf("def answer(%s):\n    return %s\n", strings.Join(names, ", "), result))
	return strings.Join(p.functions, "\n"), !p.none
}

// add appends a function unless it is there.
func (p *program) add(text string) {
	if !slices.Contains(p.functions, text) {
		p.functions = append(p.functions, text)
	}
}

// helpers appends functions whose texts are separated by blank lines.
func (p *program) helpers(text string) {
	for part := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		p.add(part + "\n")
	}
}

// define adds a function of the coordinates, and returns the call of it.
func (p *program) define(kind, lists, body string) string {
	p.made++
	name := fmt.Sprintf("%s%d", kind, p.made)
	params := strings.Join(p.names, ", ")
	p.add(fmt.Sprintf("%sdef %s(%s):\n%s", strings.ReplaceAll(lists, "#", fmt.Sprint(p.made)), name, params, strings.ReplaceAll(body, "#", fmt.Sprint(p.made))))
	return fmt.Sprintf("%s(%s)", name, params)
}

// local returns a name for a variable that no coordinate has.
func (p *program) local(name string) string {
	for slices.Contains(p.names, name) {
		name += "_"
	}
	return name
}

// less returns "text - n".
func less(text string, n int64) string {
	switch {
	case n > 0:
		return fmt.Sprintf("%s - %d", text, n)
	case n < 0:
		return fmt.Sprintf("%s + %d", text, -n)
	}
	return text
}

func list(values []int64) string { return "[" + strings.Join(numbers(values), ", ") + "]" }

// expression returns the expression as text.
func (p *program) expression(e *node) string {
	kid := func(i int) string { return p.expression(e.kids[i]) }
	all := func(between string) string {
		kids := make([]string, len(e.kids))
		for i := range e.kids {
			kids[i] = kid(i)
		}
		return "(" + strings.Join(kids, between) + ")"
	}
	folded := func(name string) string {
		text := kid(0)
		for i := range e.kids[1:] {
			text = fmt.Sprintf("%s(%s, %s)", name, text, kid(i+1))
		}
		return text
	}
	switch e.op {
	case opCoordinate:
		return p.names[e.n]
	case opConstant:
		return fmt.Sprint(e.n)
	case opAdd:
		text := all(" + ")
		switch {
		case e.n > 0:
			return fmt.Sprintf("(%s + %d)", text, e.n)
		case e.n < 0:
			return fmt.Sprintf("(%s - %d)", text, -e.n)
		}
		return text
	case opProduct:
		return fmt.Sprintf("(%d * %s)", e.n, kid(0))
	case opXor:
		return all(" ^ ")
	case opOr:
		return all(" | ")
	case opAnd:
		return all(" & ")
	case opMin:
		return folded("min")
	case opMax:
		return folded("max")
	case opApart:
		return fmt.Sprintf("abs(%s - %s)", kid(0), kid(1))
	case opNimProduct: // of numbers below 2^62 it may need 64 bits and no sign
		p.none = true
		return "0"
	case opRatio:
		p.add(ratioHelper)
		return fmt.Sprintf("ratio(%s, %s)", kid(0), kid(1))
	case opDivide:
		return fmt.Sprintf("(%s // %d)", kid(0), e.n)
	case opMod:
		return fmt.Sprintf("(%s %% %d)", kid(0), e.n)
	case opFeature:
		p.helpers(e.feature.helper)
		return fmt.Sprintf("%s(%s)%s", e.feature.name, kid(0), e.feature.result)
	case opEqual:
		return fmt.Sprintf("(0 if %s == %s else 1)", kid(0), kid(1))
	case opLess:
		return fmt.Sprintf("(0 if %s < %s else 1)", kid(0), kid(1))
	case opCycle:
		c := e.cycle
		if len(c.first) == 1 && len(c.turn) == 1 && c.saltus == 0 {
			return fmt.Sprintf("(%d if %s == 0 else %d)", c.first[0], kid(0), c.turn[0])
		}
		lists := fmt.Sprintf("TURN# = %s\n\n", list(c.turn))
		n := p.local("i")
		body := fmt.Sprintf("    %s = %s\n", n, kid(0))
		if rest := len(c.first); rest > 0 {
			lists = fmt.Sprintf("FIRST# = %s\n", list(c.first)) + lists
			body += fmt.Sprintf("    if %s < %d:\n        return FIRST#[%s]\n    %s -= %d\n", n, rest, n, n, rest)
		}
		more := ""
		if c.saltus > 0 {
			more = fmt.Sprintf(" + %d * (%s // %d)", c.saltus, n, len(c.turn))
		}
		return p.define("cycle", lists, body+fmt.Sprintf("    return TURN#[%s %% %d]%s\n", n, len(c.turn), more))
	case opGrid, opCorner:
		return p.cells(e)
	case opSelect:
		return fmt.Sprintf("(%s if %s == 0 else %s)", kid(1), kid(0), kid(2))
	}
	return p.beatty(e)
}

// ratioHelper computes ⌊|x/y - y/x|⌋. With 0 < x <= y = qx + r that is q, or q - 1 where r/x < x/y:
// their continued fractions are compared, so that no number gets larger than x and y.
const ratioHelper = `def ratio(x, y):
    a, b = max(x, y) % min(x, y), min(x, y)
    c, d = min(x, y), max(x, y)
    least = -1
    while a // b == c // d and a % b > 0 and c % d > 0:
        a, b = b, a % b
        c, d = d, c % d
        least = -least
    above = 1
    if a // b < c // d or a // b == c // d and a % b == 0 and c % d > 0:
        above = -1
    same = a // b == c // d and a % b == 0 and c % d == 0
    if not same and above == least:
        return max(x, y) // min(x, y) - 1
    return max(x, y) // min(x, y)
`

// cells writes a grid, or a corner.
func (p *program) cells(e *node) string {
	kids, g := e.kids, e.grid
	if e.op == opCorner {
		kids = kids[:len(kids)-1]
	}
	body, index, inside := "", "", []string{}
	for i, k := range kids {
		v := p.local(fmt.Sprintf("c%d", i))
		body += fmt.Sprintf("    %s = %s\n", v, p.expression(k))
		switch {
		case e.op == opCorner:
			inside = append(inside, fmt.Sprintf("%s < %d", v, g.first[i]))
		case g.first[i] == 0:
			body += fmt.Sprintf("    %s %%= %d\n", v, g.turn[i])
		default:
			body += fmt.Sprintf("    if %s >= %d:\n        %s = %d + (%s - %d) %% %d\n", v, g.first[i], v, g.first[i], v, g.first[i], g.turn[i])
		}
		if index == "" {
			index = v
		} else {
			index = fmt.Sprintf("(%s) * %d + %s", index, g.first[i]+g.turn[i], v)
		}
	}
	lists := fmt.Sprintf("CELLS# = %s\n\n", list(g.values))
	if e.op == opCorner {
		rest := p.expression(e.kids[len(kids)])
		return p.define("corner", lists, body+fmt.Sprintf("    if %s:\n        return CELLS#[%s]\n    return %s\n", strings.Join(inside, " and "), index, rest))
	}
	return p.define("cell", lists, body+fmt.Sprintf("    return CELLS#[%s]\n", index))
}

// floorHelper computes ⌊kα⌋ without fractions. The k is a sum of denominators of convergents
// of α, the largest ones first (Ostrowski 1922). The same sum of numerators differs from kα by
// less than 1, and it is too large if the last convergent is. No number gets larger than kα.
const floorHelper = `
def floor_times(k, pre, period):
    p, q = [1, pre[0] if len(pre) > 0 else period[0]], [0, 1]
    i = 1
    d = pre[1] if len(pre) > 1 else period[(1 - len(pre)) %% len(period)]
    while q[i] <= (k - q[i - 1]) // d:
        p.append(d * p[i] + p[i - 1])
        q.append(d * q[i] + q[i - 1])
        i += 1
        d = pre[i] if i < len(pre) else period[(i - len(pre)) %% len(period)]
    total = 0
    odd = False
    while i > 0:
        if q[i] <= k:
            times = k // q[i]
            k -= times * q[i]
            total += times * p[i]
            odd = i % 2 == 0
        i -= 1
    return total - 1 if odd else total
`

// beatty writes the nodes of Beatty sequences.
func (p *program) beatty(e *node) string {
	p.helpers(strings.ReplaceAll(floorHelper, "%%", "%"))
	floor := func(k string) string {
		if s := e.shift; s.m > 1 {
			return fmt.Sprintf("(%s) // %d", less(fmt.Sprintf("floor_times(%s, %s, %s)", less(fmt.Sprintf("%d * (%s)", s.m, k), -s.j), list(e.slope.Pre), list(e.slope.Period)), -s.p), s.m)
		}
		return fmt.Sprintf("floor_times(%s, %s, %s)", k, list(e.slope.Pre), list(e.slope.Period))
	}
	kid := func(i int) string { return p.expression(e.kids[i]) }
	if e.op == opFloor {
		return "(" + less(floor(kid(0)), -e.n) + ")"
	}
	low, apart := p.local("low"), p.local("apart")
	body := fmt.Sprintf("    %s = %s\n    %s = %s\n", low, kid(0), apart, less(kid(1)+" - "+low, e.gap[1]))
	k, odd := apart, ""
	if e.gap[0] > 1 {
		k, odd = fmt.Sprintf("%s // %d", apart, e.gap[0]), fmt.Sprintf(" or %s %% %d > 0", apart, e.gap[0])
	}
	return p.define("pair", "", body+fmt.Sprintf("    if %s < 0%s:\n        return 1\n    return 0 if %s == %s else 1\n",
		apart, odd, floor(k), less(low, e.n)))
}
