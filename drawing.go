package grundy

// This file holds the capability of games whose positions have a picture in
// letters.

// A Drawer draws positions.
type Drawer[P any] interface {
	// Draw returns a picture of p of one or more lines, without an end of line
	// behind the last. The result is false where the text of p says as much.
	Draw(p P) (picture string, ok bool, err error)
}

// Draw returns a picture of c in letters. The result is false if its game is
// not a [Drawer] or has none.
func Draw(c Component) (picture string, ok bool, err error) {
	if d, ok := c.(interface{ draw() (string, bool, error) }); ok {
		return d.draw()
	}
	return "", false, nil
}

func (c placed[P]) draw() (picture string, ok bool, err error) {
	if d, ok := c.game.(Drawer[P]); ok {
		return d.Draw(c.position)
	}
	if in, _, _ := c.inner(); in != nil {
		return Draw(in)
	}
	return "", false, nil
}
