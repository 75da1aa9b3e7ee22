package sprouts

// Positions are written and read here.
//
//	position = [ region { "|" region } ] .
//	region   = boundary { "." boundary } .
//	boundary = [ count "*" ] "0" | spot { spot } .
//	spot     = "1" | "2" | letter | "(" number ")" .
//
// The spots of a boundary stand in the order in which a walk along it meets them, the region
// always on the same side. 0, 1 and 2 are spots that are met once in the whole position: the
// digit counts the lines that go from them. A letter, small or capital, or a number in parentheses is a spot of
// two lines that is met twice: twice on one boundary, or in two regions.

import (
	"fmt"
	"strconv"
	"strings"
)

// mostMet bounds how often a text may meet spots, besides those without lines, and mostFree
// the spots without lines.
const (
	mostMet  = 500
	mostFree = 100_000
)

// A spot is 0, 1 or 2: the lines that go from a spot which is met once; or a greater number, the
// name of a spot of two lines that is met twice.
type spot = int32

const firstName spot = 3

// A region is a part of the plane around which and in which boundaries are.
type region struct {
	free  int      // boundaries that are a spot without lines
	words [][]spot // the other boundaries
}

// A TextError says where and why a text is not a position.
type TextError struct {
	Offset int // in bytes
	Msg    string
}

func (e *TextError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset+1, e.Msg) }

// A reader reads a text.
type reader struct {
	text   string
	at     int
	names  map[string]*met
	last   spot // the last name
	bound  bool // whether the text is bounded
	many   int  // how many spots were met
	free   int
	begins []begin // of boundaries that meet spots of some lines
}

// A begin is where a boundary begins.
type begin struct{ at, region int }

// met is where a name was met.
type met struct {
	spot                spot
	at                  int // the first time
	again               int // the second time
	times, region, word int
	begun               [2]int // the numbers of the boundaries
}

func (r *reader) fail(at int, format string, args ...any) error {
	return &TextError{at, fmt.Sprintf(format, args...)}
}

// read reads a position, one with few spots, which may be drawn, if it is bound. It costs
// O(len(text)), and the square of how many spots are met on one boundary.
func read(text string, bound bool) ([]region, error) {
	r := reader{text: text, bound: bound, names: map[string]*met{}, last: firstName - 1}
	var all []region
	for text != "" {
		var g region
		for {
			if err := r.word(&g, len(all)); err != nil {
				return nil, err
			}
			if !r.take('.') {
				break
			}
		}
		all = append(all, g)
		if r.at == len(text) {
			break
		}
		if !r.take('|') {
			return nil, r.fail(r.at, `unexpected %q: want a spot, "." before another boundary, or "|" before another region`, first(text[r.at:]))
		}
	}
	once := len(text)
	for name, m := range r.names {
		if m.times == 1 && m.at < once {
			once = m.at
			text = name
		}
	}
	if once < len(r.text) {
		return nil, r.fail(once, "%s is met once: want it twice, on one boundary or in two regions, or the number of its lines, 0, 1 or 2", text)
	}
	if !bound {
		return all, nil
	}
	return all, r.tree(len(all))
}

// tree refuses regions and boundaries that form no tree: boundaries that share spots count as one.
func (r *reader) tree(regions int) error {
	root := make([]int, len(r.begins)+regions) // boundaries, then regions
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, m := range r.names {
		root[find(m.begun[0])] = find(m.begun[1])
	}
	for i, b := range r.begins {
		part, region := find(i), find(len(r.begins)+b.region)
		if part == region {
			return r.fail(b.at, "this boundary closes a ring of regions and boundaries that share spots, which no drawing has")
		}
		root[part] = region
	}
	return nil
}

// first returns the first letter of a text.
func first(text string) string {
	for i := range text {
		if i > 0 {
			return text[:i]
		}
	}
	return text
}

func (r *reader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// number reads digits, if any stand here.
func (r *reader) number() string {
	from := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	return r.text[from:r.at]
}

// word reads a boundary of the region of that number.
func (r *reader) word(g *region, number int) error {
	from := r.at
	if digits := r.number(); digits != "" && r.take('*') {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > mostFree-r.free {
			return r.fail(from, "%s spots without lines: want 1 … %d in all", digits, mostFree)
		}
		if !r.take('0') {
			return r.fail(r.at, `want "0" behind a count, as in 3*0: three spots without lines`)
		}
		g.free += n
		r.free += n
		return nil
	}
	r.at = from
	if r.take('0') {
		if r.free++; r.free > mostFree {
			return r.fail(from, "want at most %d spots without lines", mostFree)
		}
		g.free++
		return nil
	}
	var w []spot
	r.begins = append(r.begins, begin{from, number})
	for r.at < len(r.text) {
		at := r.at
		c := r.text[at]
		switch {
		case c == '1' || c == '2':
			r.at++
			w = append(w, spot(c-'0'))
		case c == '0':
			return r.fail(at, "no line goes from a spot 0: want it as a boundary of its own")
		case 'a' <= c|0x20 && c|0x20 <= 'z' || c == '(':
			s, err := r.name(number, len(g.words))
			if err != nil {
				return err
			}
			w = append(w, s)
		default:
			c = 0
		}
		if c == 0 {
			break
		}
		if r.many++; r.bound && r.many > mostMet {
			return r.fail(at, "want at most %d spots, besides those without lines", mostMet)
		}
	}
	if w == nil {
		found := "the text ends here"
		if r.at < len(r.text) {
			found = fmt.Sprintf("unexpected %q", first(r.text[r.at:]))
		}
		return r.fail(r.at, "%s: want a spot: 0, 1, 2 or a letter", found)
	}
	g.words = append(g.words, w)
	return nil
}

// name reads the name of a spot on a boundary.
func (r *reader) name(region, word int) (spot, error) {
	at := r.at
	if r.at++; r.text[at] == '(' && (r.number() == "" || !r.take(')')) {
		return 0, r.fail(at, "want a number in parentheses, as in (27)")
	}
	name := r.text[at:r.at]
	m := r.names[name]
	if m == nil {
		r.last++
		m = &met{spot: r.last, at: at, region: region, word: word}
		r.names[name] = m
		m.begun[0] = len(r.begins) - 1
	}
	m.begun[1] = len(r.begins) - 1
	switch m.times++; {
	case m.times > 2:
		return 0, r.fail(at, "%s is met a third time: want a spot of two lines, which is met twice", name)
	case m.region == region && m.word != word:
		return 0, r.fail(at, "%s is met on two boundaries of one region: want it on one boundary or in two regions", name)
	case m.times == 2 && m.region == region:
		m.again = at
		for _, other := range r.names {
			if r.bound && m.begun[0] == other.begun[0] && other.at < m.at && m.at < other.again && other.again < at {
				return 0, r.fail(at, "%s crosses another spot that is met twice on this boundary: want them as in abba or aabb, not abab", name)
			}
		}
	}
	return m.spot, nil
}

// A namer gives names to spots that are met twice: small letters to those that are met twice on a
// boundary, and capitals to others, in the order in which it is asked.
type namer struct {
	names                []uint16 // by spot; 0 for none yet
	small, capital, more uint16   // how many were given
}

// letters are the names of each kind; then come numbers.
const letters = 26

// appendName writes a spot of a boundary.
func (n *namer) appendName(dst []byte, s spot, w []spot) []byte {
	if s < firstName {
		return append(dst, '0'+byte(s))
	}
	for int(s) >= len(n.names) {
		n.names = append(n.names, 0)
	}
	if n.names[s] == 0 {
		next, first := &n.capital, uint16('A')
		if count(w, s) == 2 {
			next, first = &n.small, 'a'
		}
		if *next < letters {
			n.names[s] = first + *next
			*next++
		} else {
			n.more++
			n.names[s] = 'z' + n.more
		}
	}
	if name := n.names[s]; name > 'z' {
		return append(strconv.AppendUint(append(dst, '('), uint64(name-'z'+letters), 10), ')')
	}
	return append(dst, byte(n.names[s]))
}

// appendText writes regions. Names are given anew.
func (n *namer) appendText(dst []byte, all []region) []byte {
	*n = namer{names: n.names[:0]}
	for i, g := range all {
		if i > 0 {
			dst = append(dst, '|')
		}
		switch {
		case g.free > 1:
			dst = append(strconv.AppendInt(dst, int64(g.free), 10), "*0"...)
		case g.free == 1:
			dst = append(dst, '0')
		}
		for j, w := range g.words {
			if j > 0 || g.free > 0 {
				dst = append(dst, '.')
			}
			for _, s := range w {
				dst = n.appendName(dst, s, w)
			}
		}
	}
	return dst
}

// count returns how often a boundary meets a spot.
func count(w []spot, s spot) (n int) {
	for _, t := range w {
		if t == s {
			n++
		}
	}
	return n
}

// fresh returns the text of n spots without lines.
func fresh(n int) string {
	if n == 0 {
		return ""
	}
	return string(new(namer).appendText(nil, []region{{free: n}}))
}

// isFresh returns n if fresh(n) is the text.
func isFresh(text string) (n int, ok bool) {
	if text == "" || text == "0" {
		return len(text), true
	}
	digits, ok := strings.CutSuffix(text, "*0")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
