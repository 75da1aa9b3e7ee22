package emit

// An interactive problem becomes a program that plays, in all languages, or the interactor of a
// judge, in Python. Both read the input as other programs do, and play where these answer.

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/contest"
	"github.com/grundy-games/grundy/internal/contest/input"
	"github.com/grundy-games/grundy/internal/rules/core"
)

//go:embed helpers/interact.py
var interactor string

// A talking is how an interactive problem becomes a program.
type talking struct {
	problem *contest.Problem
	judge   string              // whose interactor it is; "" for a program that plays
	params  map[string][]string // of the functions of the file
	text    string              // of the file, with two functions more
	plays   string              // what the interactor calls for each game
	best    string              // the function that returns a move, the best one where there is one
	over    string              // the one that says whether there is none
	move    core.Type
}

// talkOf returns how a problem is played: by two more functions in the language of its file.
func talkOf(p *contest.Problem, judge string) *talking {
	t := &talking{problem: p, judge: judge, params: p.TalkParameters(), best: "best_move", over: "is_over", plays: "play"}
	for _, name := range []*string{&t.best, &t.over, &t.plays} {
		for strings.Contains(p.File, *name) { // it may be the file's own
			*name += "_"
		}
	}
	all := []string{"state"}
	for _, name := range []string{"won", "options", "after", "illegal"} {
		for _, v := range t.params[name] {
			if v != "move" && !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	t.params[t.best], t.params[t.over] = all, t.params["options"]
	call := func(name, state string) string {
		args := slices.Clone(t.params[name])
		for i := range args {
			if args[i] == "state" {
				args[i] = state
			}
		}
		return name + "(" + strings.Join(args, ", ") + ")"
	}
	allowed := ""
	if judge != "" && t.params["illegal"] != nil { // so that its types are found
		allowed = call("illegal", "state") + ` == "" and `
	}
	t.text = fmt.Sprintf(`%s

def %s(%s):
    moves = %s
    for move in moves:
        if %snot %s:
            return move
    return moves[0]

def %s(%s):
    return len(%s) == 0
`, strings.TrimRight(p.File, "\n"), t.best, strings.Join(all, ", "), call("options", "state"), allowed, call("won", call("after", "state")),
		t.over, strings.Join(t.params[t.over], ", "), call("options", "state"))
	return t
}

// Interactor returns the interactor of an interactive problem, a program in Python, for a judge:
// "testlib" or "icpc". The error is a [*Refusal] where none can be written.
func Interactor(ctx context.Context, p *contest.Problem, judge string) (string, error) {
	return written(ctx, p, Python, talkOf(p, judge))
}

// calls writes the call of a function of the file, in the state that a variable holds.
func (t *talking) calls(r *reading, name string) string {
	at := slices.IndexFunc(r.Functions, func(f core.Function) bool { return f.Name == name })
	var variables []string
	for _, v := range t.params[name] {
		switch {
		case v == "state":
			v = "the_state"
		case v != "move" && r.types[v].Kind == core.NoType:
			v = "the_" + v
		}
		variables = append(variables, v)
	}
	return r.callOf(at, variables)
}

// play writes what is done with the game of an innermost repetition.
func (t *talking) play(r *reading) {
	if t.judge != "" {
		t.referee(r)
		return
	}
	d := t.problem.Interaction
	chosen := d.First == contest.ChosenFirst
	turn := map[bool]string{true: r.in("true", "true", "True"), false: r.in("false", "false", "False")}
	mine, move := r.temporary("mine"), r.l.name("move")
	started := turn[d.First == contest.ProgramFirst]
	if d.Says[0] != "" {
		yes := t.calls(r, "won")
		if d.First == contest.JudgeFirst {
			yes = r.in("!", "!", "not ") + yes
		}
		wins := r.temporary("wins")
		r.define(wins, core.Type{Kind: core.BoolType}, yes)
		r.open("%s", r.condition(wins))
		t.say(r, quote(d.Says[0]))
		r.openElse()
		t.say(r, quote(d.Says[1]))
		r.close()
		if started = wins; !chosen {
			r.open("%s", r.condition(wins))
			started = turn[d.First == contest.ProgramFirst]
		}
	}
	r.define(mine, core.Type{Kind: core.BoolType}, started)
	r.open(r.in("for !%s", "while (!%s)", "while not %s"), t.calls(r, t.over))
	if r.l != Python {
		r.line("%s %s%s", r.in("var "+move, r.typeName(t.move), ""), r.in(r.typeName(t.move), move, ""), r.end())
	}
	r.open("%s", r.condition(mine))
	r.line("%s = %s%s", move, t.calls(r, t.best), r.end())
	t.sayMove(r, move)
	r.openElse()
	t.hear(r, move)
	r.close()
	r.line("%s = %s%s", r.l.name("the_state"), t.calls(r, "after"), r.end())
	r.line(r.in("%s = !%[1]s", "%s = !%[1]s;", "%s = not %[1]s"), mine)
	r.close()
	if d.Claim != "" { // a game that ends before the judge's first move has no last move
		r.open("%s", r.condition(r.in("!", "!", "not ")+mine))
		t.say(r, quote(d.Claim))
		r.close()
	}
	for range strings.Fields(d.Won) {
		r.line("%s%s", r.discarded(), r.end())
	}
	if d.Says[0] != "" && !chosen {
		r.close()
	}
}

// discarded writes how a word is read that nobody needs.
func (r *reading) discarded() string { return r.value(textType) }

// condition writes the head of a choice.
func (r *reading) condition(c string) string {
	return fmt.Sprintf(r.in("if %s", "if (%s)", "if %s"), c)
}

// say writes how the program says something.
func (t *talking) say(r *reading, what string) {
	if r.line(r.in("fmt.Fprintln(out, %s)", "cout << %s << endl;", "print(%s, flush=True)"), what); r.l == Go {
		r.line("out.Flush()")
	}
}

// sayMove writes how the program says its move.
func (t *talking) sayMove(r *reading, move string) {
	counted := t.problem.Interaction.Move.Count.Counted
	parts := t.move.Parts()
	switch {
	case t.move.Kind == core.TupleType:
		var all []string
		for i := range parts {
			all = append(all, fmt.Sprintf("%s[%d]", move, i))
		}
		if counted {
			all = slices.Insert(all, 0, fmt.Sprint(len(parts)))
		}
		t.say(r, strings.Join(all, r.in(", ", " << ' ' << ", ", ")))
	case t.move.Kind == core.ListType && r.l == Python:
		t.say(r, map[bool]string{true: "len(" + move + "), "}[counted]+"*"+move)
	case t.move.Kind == core.ListType:
		if counted {
			r.line(r.in("fmt.Fprint(out, len(%s), \" \")", "cout << %s.size() << ' ';", ""), move)
		}
		r.open(r.in("for _, x := range %s", "for (auto x : %s)", ""), move)
		r.line("%s", r.in("fmt.Fprint(out, x, \" \")", "cout << x << ' ';", ""))
		r.close()
		t.say(r, `""`)
	default:
		t.say(r, move)
	}
}

// hear writes how the program reads the judge's move.
func (t *talking) hear(r *reading, move string) {
	f := t.problem.Interaction.Move
	if t.move.Kind == core.ListType {
		r.fill(move, t.move, r.count(f.Count), nil)
		return
	}
	value := ""
	if t.move.Kind != core.TupleType {
		value = r.value(t.move)
	} else {
		if f.Count.Counted {
			r.line("%s%s", r.value(numberType), r.end())
		}
		value = r.tuple(t.move)
	}
	r.line("%s = %s%s", move, value, r.end())
}

// referee writes how the interactor plays a game.
func (t *talking) referee(r *reading) {
	b := func(of input.Bound) string { return r.bound(of) }
	f := t.problem.Interaction.Move
	lambda := func(name, params string) string {
		if t.params[name] == nil {
			return "None"
		}
		return "lambda " + params + ": " + t.calls(r, name)
	}
	r.line("%s(", t.plays)
	r.depth++
	r.line("the_state,")
	r.line("%s,", lambda("won", "the_state"))
	r.line("%s,", lambda("options", "the_state"))
	r.line("%s,", lambda("after", "the_state, move"))
	r.line("%s,", lambda("illegal", "the_state, move"))
	r.line("(%s, %s),", b(f.Least), b(f.Most))
	if f.Kind == input.KindNumbers {
		r.line("(%s, %s),", b(f.Count.Least), b(f.Count.Most))
	}
	r.depth--
	r.line(")")
}

// program puts an interactor together: how the judge wants it, what is fixed, and the code.
func (t *talking) program(top []string, code string, recursive bool) string {
	d := t.problem.Interaction
	var b bytes.Buffer
	b.WriteString("#!/usr/bin/env python3\n")
	b.WriteString(commented(top, "# ") + "#\n# The interactor: it plays against a program.\n")
	b.WriteString("import hashlib\nimport random\nimport re\nimport sys\n")
	if strings.Contains(code, "islice(") {
		b.WriteString("from itertools import islice\n")
	}
	if recursive {
		b.WriteString("\nsys.setrecursionlimit(1 << 20)\n")
	}
	text := func(v any) string {
		s, _ := json.Marshal(v) // also Python
		return string(s)
	}
	kind := map[input.Kind]string{input.KindNumber: "number", input.KindNumbers: "numbers", input.KindText: "word"}[d.Move.Kind]
	counted := map[bool]string{true: "True", false: "False"}[d.Move.Count.Counted]
	fmt.Fprintf(&b, "\nJUDGE = %s\nFIRST, SAYS = %s, %s\nWON, LOST, CLAIM, MOST = %s, %s, %s, %d\nMOVE, COUNTED, ALPHABET = %s, %s, %s\nIS_TUPLE = %s\n",
		text(t.judge), text(d.First), text(d.Says), text(d.Won), text(d.Lost), text(d.Claim), d.Most, text(kind), counted, text(d.Move.Alphabet),
		map[bool]string{true: "True", false: "False"}[t.move.Kind == core.TupleType])
	code = strings.ReplaceAll(strings.ReplaceAll("\n"+strings.TrimSpace(code), "\n", "\n    "), "\n    \n", "\n\n") // so that its names are its own
	code = strings.ReplaceAll(code, "\n    \n", "\n\n")
	fmt.Fprintf(&b, "%s\n\ndef games_of(data, %s):\n    \"\"\"The problem: how its input is read, and its game.\"\"\"\n%s\n\n    return main\n\n\nrun(games_of(data, play))\n", interactor, t.plays, code)
	return b.String()
}
