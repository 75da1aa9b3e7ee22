package emit

// This file writes functions that find who wins by a search of all positions, where play need not
// end or the last move loses: from the ends of play back to the positions that reach them.

import (
	"fmt"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// searched returns 0, 1 or 2 for P, N or D of one position of a game with rules in a file, where
// that needs a search: play need not end, or the last move loses. It returns nil where it does not.
func (x *translation) searched(position core.Expr, misere bool) core.Expr {
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
	if l.isMisere || len(g.params) > 0 || len(pose.Args) != len(l.fields) || l.defines("start") {
		x.refuse(pose, "positions of %s are not searched for who wins", g.text())
	}
	x.parts(pose)
	return call(x.bySearch(x.program.At[pose], g.name, misere), pose.Args...)
}

// bySearch returns the function that finds who wins a position.
func (x *translation) bySearch(at core.Place, game string, misere bool) int {
	own := functionName(game) + map[bool]string{false: "_outcome", true: "_misere_outcome"}[misere]
	if f, ok := x.made[own]; ok {
		return f
	}
	l := x.linkText(functionName(game), x.sourceOf(game), func(_ *core.Program, l *linked) string {
		if !l.defines("moves") {
			refuse(at, "the moves of %s are not translated", game)
		}
		return searchText(l, own, misere)
	})
	moves := &x.program.Functions[l.functions["moves"]]
	m := &mover{x: x, at: at, game: game, file: l, lists: true, divides: true, bounded: true, loops: map[core.Var][]*core.For{}, set: map[core.Var]bool{}}
	m.key(moves)
	m.collect(moves, &core.List{})
	moves.Name, moves.Doc = own+"_options", "The positions that the moves from one lead to."
	x.made[own] = l.functions[own]
	return x.made[own]
}

// searchText returns a function that finds who wins a position, with what it needs. It calls moves,
// which is to return a list.
func searchText(l *linked, own string, misere bool) string {
	var fields, numbers, held, args []string
	for _, f := range l.fields {
		fields = append(fields, f.name)
		if f.kind == "integer" {
			args = append(args, fmt.Sprintf("position[%d]", len(numbers)))
			numbers = append(numbers, f.name)
		} else {
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
	given := strings.Join(append([]string{each, "first"}, held...), ", ")
	return "\n\n" + known + fmt.Sprintf(searchPattern, own, strings.Join(append([]string{"found", "first"}, held...), ", "),
		strings.Join(args, ", "), map[bool]string{true: "lost or len(moves_of) == 0", false: "lost"}[misere], strings.Join(fields, ", "), first, key, each, given)
}

const searchPattern = `
def %[1]s_search(%[2]s):
    "Who wins the positions that play reaches from the first: 0 the player who has moved, 1 the one to move, 2 nobody. From the ends of play back to the positions that reach them (E. Zermelo 1913)."
    positions = [first]
    number = {}
    number[first] = 0
    before = [[]]
    outcomes = []
    left = []                               # how many options are not known to be won
    ready = []
    at = 0
    while at < len(positions):
        position = positions[at]
        moves_of = moves(%[3]s)
        lost = False
        open = 0
        for option in moves_of:
            if option in found:
                if found[option] == 0:
                    lost = True
                elif found[option] == 2:
                    open += 1
            else:
                if option not in number:
                    number[option] = len(positions)
                    positions.append(option)
                    before.append([])
                before[number[option]].append(at)
                open += 1
        left.append(open)
        outcomes.append(2)
        if lost or open == 0:
            outcomes[at] = 1 if %[4]s else 0
            ready.append(at)
        at += 1
    at = 0
    while at < len(ready):
        done = ready[at]
        for back in before[done]:
            if outcomes[back] == 2:
                if outcomes[done] == 1:
                    left[back] -= 1
                if outcomes[done] == 0 or left[back] == 0:
                    outcomes[back] = 1 - outcomes[done]
                    ready.append(back)
        at += 1
    for i, position in enumerate(positions):
        found[position] = outcomes[i]
    return 0

def %[1]s(%[5]s):
    "Who wins a position: 0 the player who has moved, 1 the one to move, 2 nobody. Positions that were found before are known."
%[6]s    first = %[7]s
    if first not in %[8]s:
        %[1]s_search(%[9]s)
    return %[8]s[first]
`
