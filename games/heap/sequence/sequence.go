// Package sequence holds the codes of take-and-break games, and the engines that
// compute their nim-sequences and prove their periods.
//
// A code says how many tokens a move takes from a heap and into how many heaps it
// may divide the rest: [ParseCode] reads 0.77, Kayles. [Solve] computes G(0), G(1), …
// by the engine that fits the code (engine.go) until a period is proved (package
// theory/period) or the budget is used up:
//
//   - naive: all options, for the first values and for audits;
//   - sparse space (sparse.go): one n at a time, or, far faster, in words
//     (engine_word.go) or blocks (engine_block.go) of many n;
//   - three heaps, any number of heaps, equal heaps, and moves that take any number
//     of tokens: an engine each.
//
// A [Session] does the same in steps, between which it can be saved and resumed.
//
// Most people need [ParseCode] and [Solve].
package sequence
