package emit

// This file writes functions that find who wins by a search of all positions, where play need not
// end or the last move loses: from the ends of play back to the positions that reach them.

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// searchPattern is the text of the search, in the rule language. It stands for what [searchText] puts in.
//
//go:embed helpers/search.star.txt
var searchPattern string

// searched returns 0, 1 or 2 for P, N or D of one position of a game with rules in a file, where
// that needs a search: play need not end, or the last move loses. It returns nil where it does not.
func (x *translation) searched(position core.Expr, misere bool) core.Expr {
	if either, ok := position.(*core.Choose); ok {
		if a, b := x.searched(either.X, misere), x.searched(either.Y, misere); a != nil && b != nil {
			return &core.Choose{Cond: x.plain(either.Cond), X: a, Y: b}
		}
		return nil
	}
	pose, ok := position.(*core.Pose)
	if !ok {
		return nil
	}
	g := x.gameOf(pose.Game)
	if g == nil || x.sense != byValue {
		return nil
	}
	l := x.rules(g.name)
	if l == nil || !misere && !l.isLoopy && !l.isMisere {
		return nil
	}
	if l.isMisere && misere || len(g.params) > 0 || len(pose.Args) != len(l.fields) || l.defines("start") {
		x.refuse(pose, "positions of %s are not searched for who wins", g.text())
	}
	x.parts(pose)
	return call(x.bySearch(x.program.At[pose], g.name, misere || l.isMisere), pose.Args...)
}

// bySearch returns the function that finds who wins a position.
func (x *translation) bySearch(at core.Place, game string, misere bool) int {
	own := functionName(game) + map[bool]string{false: "_outcome", true: "_misere_outcome"}[misere]
	if f, ok := x.made[own]; ok {
		return f
	}
	l := x.linkText(functionName(game), x.sourceOf(game), func(q *core.Program, l *linked) string {
		if !l.defines("moves") {
			refuse(at, "the moves of %s are not translated", game)
		}
		return searchText(q, l, own, misere)
	})
	m, moves := x.newMover(at, game, l, true)
	m.collect(moves, &core.List{})
	moves.Name, moves.Doc = own+"_options", "The positions that the moves from one lead to."
	x.made[own] = l.functions[own]
	if len(m.packed) > 0 {
		x.lowerRules(x.made[own], map[int]bool{})
	}
	return x.made[own]
}

// searchText returns a function that finds who wins a position, with what it needs. It calls moves,
// which is to return a list.
func searchText(q *core.Program, l *linked, own string, misere bool) string {
	var fields, numbers, held, args []string
	for _, f := range l.fields {
		fields = append(fields, f.name)
		base, _ := f.base()
		switch {
		case base > 0:
			args = append(args, fmt.Sprintf("unpack(position[%d], %d, %d)", len(numbers), f.least, base))
			numbers = append(numbers, fmt.Sprintf("pack(%s, %d, %d)", f.name, f.least, base))
		case f.kind == "integer":
			args = append(args, fmt.Sprintf("position[%d]", len(numbers)))
			numbers = append(numbers, f.name)
		default:
			held, args = append(held, f.name), append(args, f.name)
		}
	}
	key := "(" + strings.Join(numbers, ", ") + ")"
	if len(numbers) == 1 {
		key = numbers[0]
		for i := range args {
			args[i] = strings.Replace(args[i], "position[0]", "position", 1)
		}
	}
	known, first, each := own+"_known = {}\n", "", own+"_known"
	if len(held) > 0 { // another question may have others
		known, first, each = "", "    found = {}\n", "found"
	}
	for outcome, name := range []string{"win", "lose"} {
		if !endsBy(q, name) {
			continue
		}
		end := fmt.Sprint(endings[name])
		if len(numbers) > 1 {
			end = "(" + strings.TrimSuffix(strings.Repeat(end+", ", len(numbers)), ", ") + ")"
		}
		first += fmt.Sprintf("    %s[%s] = %d\n", each, end, outcome)
	}
	given := strings.Join(append([]string{each, "first"}, held...), ", ")
	return "\n\n" + known + fmt.Sprintf(searchPattern, own, strings.Join(append([]string{"found", "first"}, held...), ", "),
		strings.Join(args, ", "), map[bool]string{true: "lost or len(moves_of) == 0", false: "lost"}[misere], strings.Join(fields, ", "), first, key, each, given)
}

// endsBy reports whether moves of a file end the game by win() or lose().
func endsBy(q *core.Program, name string) (ends bool) {
	for _, f := range q.Functions {
		core.Walk(f.Body, nil, func(e core.Expr) bool {
			is, _ := posed(e)
			ends = ends || f.Name == "moves" && is == name
			return true
		})
	}
	return ends
}
