package oracle

// Games as text, for tests of several packages.

// Wythoff returns the rules of Wythoff's game as a file. Each coordinate is what its declaration
// says, such as "integer(0, 63)".
func Wythoff(coordinate string) string {
	return "position(x = " + coordinate + ", y = " + coordinate + `)
def moves(x, y):
    for k in range(1, x + 1):
        move(x - k, y)
    for k in range(1, y + 1):
        move(x, y - k)
    for k in range(1, min(x, y) + 1):
        move(x - k, y - k)
`
}
