package main

// `grundy solve` makes a question of its flags. solve_text.go writes the answer.

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/position"
)

// solveFlags are the flags of `grundy solve`.
type solveFlags struct {
	question ask.Solve
	asJSON   bool
	lines    bool
	table    string
	bounds   budgetFlags
}

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve (SUM | --lines [FILE])",
		Short: "Find who wins a position or a sum, and every winning move",
		Long: `Find who wins a sum of positions, its nim-value, every winning move and how many
there are, and the theorem or engine that says so.

A sum is positions with "+" between them; "3*nim(5)" is three copies, and "-"
reads the sum from standard input. The games and their forms: grundy games.

With --compound a player moves
  disjunctive             in exactly one component (the usual sum)
  diminished-disjunctive  in exactly one; the play ends when the first one ends
  conjunctive             in all; the play ends when the first one ends
  continued-conjunctive   in all that can; the play ends when all have ended
  selective               in any non-empty set of components
  shortened-selective     in any non-empty set; ends when the first one ends
  proper-selective        in any non-empty set that is not all of them
  moore:K                 in at least one and at most K
and with --misere a player who has no move, or whose turn it is when the play has
ended, wins instead of losing.

Outcome N: the player to move wins. Outcome P: the other player wins. Outcome D:
a draw, where play need not end; graph[FILE](node) is a node of the graph in FILE
(see grundy graph --help), and FILE.star(…) a position of a game in your own file
(see grundy rules --help).
If a theorem decides who wins, but the winning moves are over the budget, the answer
comes without them: winning_move_count is null, and unlisted says why.

--why adds the reasons in sentences and the argument for this very position: with --json
the lists "why" and "argument", and "argument_cut" where the budget ended meanwhile. Each
step of the argument has a "heading", sentences ("says") and a "kind":
  pairing   "pairs" of equal parts, "zeros" beside them, "after" a move or null
  xor       "parts" with "value" and "binary", their "xor", a "digit" to change
  mex       of one "position": "options" by "value", the "mex" that is missing
  compound  the "rule", "parts" by "measure", and what "compares" them
  misere    "parts" and the "way": tame, genera, quotient, alone or search
  replies   "after" a move or null, the "answer" to each "move"
docs/tour.md describes all fields.

With --lines each line of FILE, or of standard input, is a sum, and the answers come in
the order of the lines, one a line: the position, its outcome, its nim-value, and how
many winning moves there are with the first of them; with --json one JSON value a line.
Lines that are empty or begin with "#" are passed over. A line that fails says why, in
JSON as {"line": 3, "error": "…"}; the others go on, and the exit status is 1. Lines are
answered on all cores; --max-memory and --max-time bound each of them. The period of a
game, for example, is found once for all lines, within an eighth of that memory.

--table DIR reads values from a folder that grundy values --table has filled; other
parts of a sum are answered as always. The method names the table.

Exit status: 0 answered; 1 over the budget, or the winning moves are; 2 the request
was wrong.`,
		Example: `  grundy solve 'knight(5,4) + queen(3,3)'
  grundy solve 'nim(3,5,7)' --misere
  grundy solve 'queen(1000000000000000000,5)' --json
  grundy solve 'knight4[8](7,7) + knight4[8](4,2)' --compound=selective
  grundy solve 'nim(3) + nim(5) + nim(6) + nim(9)' --compound=moore:2 --why
  printf 'nim(1,2,3)' | grundy solve -
  printf 'nim(1,2,3)\nqueen(5,4)\n' | grundy solve --lines`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.lines {
				return wantArgs(0, 1, "one file of positions, a position a line, or none for standard input")(cmd, args)
			}
			return wantArgs(1, -1, `a position, such as 'nim(3,5,7)'`)(cmd, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var examples []string
			for _, e := range position.All() {
				examples = append(examples, e.Example)
			}
			return examples, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: f.run,
	}
	add := flagsOf(cmd)
	addConvention(cmd, &f.question.Misere, &f.question.Compound)
	f.question.Moves = ask.DefaultMoves
	add("limit", integer(always(&f.question.Moves), f.question.Moves), " winning moves")
	add("why", &f.question.Why, "")
	addJSON(cmd, &f.asJSON, "")
	addLookup(cmd, &f.table)
	add("lines", &f.lines, "")
	f.bounds.add(cmd, "")
	return cmd
}

// run solves the sum in args and writes the answer.
func (f *solveFlags) run(cmd *cobra.Command, args []string) (err error) {
	if f.lines {
		return f.solveLines(cmd, append(args, standardStream)[0])
	}
	if f.question.Position, err = positionOf(cmd, args); err != nil {
		return err
	}
	a, err := answer(cmd, &f.bounds, f.asJSON, withTable(cmd, f.table, f.question.Ask), writeAnswer)
	if err == nil && a.Answer.Unlisted != nil {
		err = fmt.Errorf("the winning moves are not listed: %w", told(cmd, a.Answer.Unlisted))
	}
	return err
}
