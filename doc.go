// Package grundy is the vocabulary of impartial games: two players, perfect
// information, no chance, the same moves for both, and every game ends (except for
// those with the capability [Loopy]).
//
// Its guarantee is the theorem of Sprague (1935) and Grundy (1939): every
// position of such a game is equal, in any sum, to one heap of Nim. The size
// of that heap is the position's nim-value, the mex of the nim-values of its
// options; the nim-value of a sum is the nim-sum (exclusive or) of the
// nim-values of its components; and the player to move loses exactly when it
// is 0.
//
// The two functions that most people need are [Mex] and [NimSum]. To describe
// a game, implement [Game]; to add a position of it to a sum, call [Place].
// Answers (outcome, nim-value, every winning move, and the theorem that says
// so) come from package [github.com/grundy-games/grundy/solve].
//
// # Capabilities
//
// A [Game] only lists options. What else a game can do it says by having more
// methods; each of these small interfaces is found by assertion, and none is
// obligatory except [Notation], which every position needs that goes into a
// sum:
//
//   - [Notation]: how a position is written, and when two are the same.
//   - [Identified]: which game it is, where its values are made anew.
//   - [OptionCounter]: how many options there are, without listing them.
//   - [Measurer]: a [Measure] (outcome, nim-value, …) by a closed form.
//   - [Learner]: closed forms that have to be proved first, at a cost.
//   - [Finder]: the options of a given measure, without walking all of them.
//   - [Tabler]: a measure by a table, whose cost is known before it is built.
//   - [Loopy]: values where play need not end.
//   - [Ender]: positions at which the rules say that the play is over, and who has won.
//   - [Conventional]: whether the last move loses.
//   - [Terminating]: whether it is proved that play ends.
//   - [Bounded]: how many positions can be reached, for the search's budget.
//   - [Splitter]: positions that are sums of simpler ones.
//   - [Packed]: short keys of positions, for a search that is fast and small.
//   - [Ranker]: positions numbered without gaps, for tables of bytes.
//   - [Wrapper]: positions that play as those of another game inside.
//   - [MoveNamer]: a move in words.
//   - [Scener]: what a position looks like, as data.
//   - [ValueReader]: how the nim-value can be read off that picture.
//   - [Starter]: rules that may fail, or take long at a position; each question
//     plays them in a run of its own.
//
// This package imports the standard library only.
package grundy
