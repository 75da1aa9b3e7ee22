package grundy

// This file holds the capability of games whose positions have a picture in
// letters.

// A Drawer draws positions.
type Drawer[P any] interface {
	// Draw returns a picture of p of one or more lines, without an end of line
	// behind the last. The result is false where the text of p says as much.
	Draw(p P) (picture string, ok bool, err error)
}
