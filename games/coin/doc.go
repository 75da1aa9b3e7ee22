// Package coin holds coin-turning games (H. W. Lenstra; Winning Ways, chapter
// 14): coins lie in a row or in the plane, heads or tails, and a move turns
// some of them over. The rules say which, and demand that the last coin that is
// turned goes from heads to tails; so play ends.
//
// The theory of these games gives its guarantee. The position is the sum of
// its heads, each alone: turning a coin twice leaves it, and adding the same
// game twice leaves the value, so a coin that is turned to tails may as well
// become two heads. Hence the nim-value of a position is the exclusive or of
// those of its heads, and that of a head is the mex, over the moves, of the
// exclusive or of those of the other coins which the move turns. In the plane,
// products of games on a line have nim-products for values: the Tartan theorem,
// proved in tartan.go.
//
// The functions that most people need are [PlaceRow], which makes positions on
// a line components of sums, and [PlaceProduct], which does so in the plane; games
// without a closed form have tables: [PlaceDistances] and [PlaceUpTo].
package coin
