package console

// This file draws the screen:
//
//	position                                    rules
//	who is to move, and who wins
//	───────────────────────────┬─────────────────────
//	board                      │ moves
//	───────────────────────────┴─────────────────────
//	who was winning
//	the move under the cursor
//	what is said
//	keys

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/message"
	"github.com/grundy-games/grundy/internal/terminal"
)

// The styles that all can see.
const plain, strong, faint = terminal.Plain, terminal.Bold, terminal.Faint

// style returns the colour of what a move leads to, by the outcome after it: blue wins, orange
// loses, grey draws.
func (m *model) style(after grundy.Outcome) terminal.Style {
	if !m.options.Colours {
		return plain
	}
	return [...]terminal.Style{grundy.P: "38;5;33", grundy.N: "38;5;172", grundy.D: "38;5;245"}[after]
}

// wide returns the columns that text takes.
func wide(text string) int { return terminal.Width(text) }

// fit returns text in exactly width columns. The last one is "…" where text is longer.
func fit(text string, width int) string {
	if width <= 0 {
		return ""
	}
	if wide(text) > width {
		runes := []rune(text)
		runes = runes[:min(len(runes), width)]
		for len(runes) > 0 && wide(string(runes)) > width-1 {
			runes = runes[:len(runes)-1]
		}
		text = string(runes) + "…"
	}
	return text + strings.Repeat(" ", max(0, width-wide(text)))
}

// folded returns text in lines of at most width columns, broken at spaces. Lines behind
// the first begin with the spaces of the first.
func folded(text string, width int) (lines []string) {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	rest := []rune(text)
	for wide(string(rest)) > width && width > len(indent)+8 {
		at := min(width, len(rest)-1)
		for at > len(indent)+8 && (rest[at] != ' ' || wide(string(rest[:at])) > width) {
			at--
		}
		if rest[at] != ' ' {
			at = min(width, len(rest)-1)
		}
		lines = append(lines, strings.TrimRight(string(rest[:at]), " "))
		rest = []rune(indent + "  " + strings.TrimLeft(string(rest[at:]), " "))
	}
	return append(lines, string(rest))
}

// A layout is how the lines of the screen are shared out.
type layout struct {
	body, timeline, said int // lines
	board, list          int // columns; 0 for a pane that is not shown
}

// layout shares out the lines. What matters least goes first where there are few.
func (m *model) layout() layout {
	l := layout{said: max(1, min(len(m.saidLines()), 3))}
	if m.shownTimeline() {
		l.timeline = 2
	}
	for {
		l.body = m.height - 2 - 2 - l.timeline - 1 - l.said - 1
		switch {
		case l.body >= 5:
		case l.timeline > 0:
			l.timeline = 0
			continue
		case l.said > 1:
			l.said = 1
			continue
		}
		break
	}
	l.body = max(l.body, 1)
	longest := 24
	for _, c := range m.moves {
		longest = max(longest, wide(c.text)+3)
	}
	switch boardWidth := m.boardWidth(); {
	case m.width >= LeastWidth:
		// The list gets what the board does not need, and at least two fifths.
		l.list = min(longest, max(m.width-boardWidth-5, m.width*2/5), m.width/2)
		l.board = m.width - l.list - 3
	case m.inList:
		l.list = m.width
	default:
		l.board = m.width
	}
	return l
}

func (m *model) boardWidth() (most int) {
	for _, text := range m.drawing {
		most = max(most, utf8.RuneCountInString(text))
	}
	return most
}

// view returns the screen, and where the cursor of the terminal is.
func (m *model) view() (out []string, cursor *terminal.Cursor) {
	l := m.layout()
	say := func(line string) { out = append(out, line) }
	rules := m.rules()
	room := m.width - wide(rules) - 2
	if room < 12 {
		rules, room = "", m.width
	}
	title := fit(m.text, room)
	if rules != "" {
		say(strong.Render(title) + "  " + faint.Render(rules))
	} else {
		say(strong.Render(title))
	}
	say(fit(m.status(), m.width))
	rule := func(tee string) {
		at := l.board + 1
		if l.board == 0 || l.list == 0 || m.page != nil {
			say(faint.Render(strings.Repeat("─", m.width)))
			return
		}
		say(faint.Render(strings.Repeat("─", at) + tee + strings.Repeat("─", m.width-at-1)))
	}
	rule("┬")
	first := len(out)
	if m.page != nil {
		for _, line := range m.pageLines(l) {
			say(line)
		}
	} else {
		m.scroll(l)
		board, list := m.boardLines(l), m.listLines(l)
		for i := range l.body {
			switch {
			case l.board == 0:
				say(list[i])
			case l.list == 0:
				say(board[i])
			default:
				say(board[i] + " " + faint.Render("│") + " " + list[i])
			}
		}
	}
	rule("┴")
	if l.timeline > 0 {
		out = append(out, m.timeline()...)
	}
	say(m.detail())
	said := m.saidLines()
	if len(said) > l.said {
		said = said[len(said)-l.said:]
	}
	at := len(out)
	for i := range l.said {
		text := ""
		if i < len(said) {
			text = said[i]
		}
		say(fit(text, m.width))
	}
	say(faint.Render(fit(m.help(), m.width)))
	switch {
	case m.width < 1:
	case m.entry != nil:
		cursor = &terminal.Cursor{X: min(wide(said[len(said)-1]), m.width-1), Y: at + l.said - 1}
	case m.page == nil && !m.inList && m.here >= 0 && l.board > 0:
		here := m.places[m.here]
		if x, y := here.column+here.width-1-m.left, here.line-m.top; x >= 0 && x < l.board && y >= 0 && y < l.body {
			cursor = &terminal.Cursor{X: x, Y: first + y}
		}
	}
	if len(out) > m.height {
		out = out[:max(m.height, 0)]
	}
	return out, cursor
}

// saidLines returns what is said below the board: what is typed, the work that takes long,
// or what has happened.
func (m *model) saidLines() []string {
	switch {
	case m.entry != nil:
		return []string{"move: " + *m.entry}
	case m.job != nil && m.job.slow:
		text := m.job.what + " …"
		if m.job.far != "" {
			text += "  " + m.job.far
		}
		return []string{text + "  (esc stops it)"}
	}
	var lines []string
	for _, text := range m.said {
		lines = append(lines, folded(line(text), m.width)...)
	}
	return lines
}

// help returns the keys that matter now.
func (m *model) help() string {
	switch {
	case m.entry != nil:
		return "enter plays it   esc does not"
	case m.page != nil:
		return "arrows scroll   esc back to the board   q quit"
	case m.isOver():
		return "w why   u undo   n again   ? keys   q quit"
	}
	pane := "   tab list"
	switch {
	case m.here < 0:
		pane = "   : type"
	case m.inList:
		pane = "   tab board"
	case len(m.places[m.here].moves) > 1:
		pane = "   space next   tab list"
	}
	return "enter play   h hints   ? keys   q quit" + pane + "   w why   u undo" // the first ones fit anywhere
}

// detail describes the move under the cursor.
func (m *model) detail() string {
	now := m.selected()
	if m.page != nil || now < 0 || m.isOver() || m.isTheirs() {
		return strings.Repeat(" ", max(m.width, 0))
	}
	c := m.moves[now]
	text := c.text
	if !strings.Contains(text, c.to) {
		text += " → " + c.to
	}
	lead := ""
	if m.hints {
		lead = leads(c)
	}
	if lead == "" {
		return fit("▸ "+text, m.width)
	}
	room := m.width - wide(lead) - 5
	if room < 10 {
		return fit("▸ "+lead, m.width)
	}
	return "▸ " + fit(text, min(room, wide(text))) + "   " + m.style(*c.leads).Render(lead)
}

// scroll lets the cursor, or what the selected move touches, be seen.
func (m *model) scroll(l layout) {
	lines, columns := len(m.drawing), m.boardWidth()
	if m.here >= 0 && l.board > 0 {
		at := m.places[m.here]
		if m.inList {
			if now := m.selected(); now >= 0 && len(m.moves[now].touches) > 0 {
				at = m.places[m.moves[now].touches[0]]
			}
		}
		m.top = max(min(m.top, at.line), at.line-l.body+1)
		if at.line < l.body {
			m.top = min(m.top, max(0, at.line-l.body+1))
		}
		if at.column+at.width-1 >= m.left+l.board || at.column < m.left {
			m.left = at.column - l.board/2
		}
	}
	m.top = max(0, min(m.top, lines-l.body))
	m.left = max(0, min(m.left, columns-l.board))
}

// boardLines draws the part of the board that is seen.
func (m *model) boardLines(l layout) []string {
	touched := map[int]bool{}
	if now := m.selected(); now >= 0 && !m.isOver() && !m.isTheirs() {
		for _, j := range m.moves[now].touches {
			touched[j] = true
		}
	}
	lines := make([]string, l.body)
	first := 0
	for i := range lines {
		row := m.top + i
		for first < len(m.places) && m.places[first].line < row {
			first++
		}
		var cells []rune
		if row < len(m.drawing) {
			cells = []rune(m.drawing[row])
		}
		styles := make(map[int]terminal.Style)
		for j := first; j < len(m.places) && m.places[j].line == row; j++ {
			at := m.places[j]
			for len(cells) < at.column+at.width {
				cells = append(cells, ' ')
			}
			style, symbol := m.placeStyle(j, touched[j])
			for k := range at.width {
				styles[at.column+k] = style
			}
			if symbol != 0 && at.width == 1 && (at.isStone() || strings.ContainsRune(".·o", cells[at.column])) {
				cells[at.column] = symbol
			}
		}
		lines[i] = painted(cells, styles, m.left, l.board)
	}
	return lines
}

// placeStyle returns how a place looks, and with hints what stands there for a stone or an
// empty cell.
func (m *model) placeStyle(j int, touched bool) (style terminal.Style, symbol rune) {
	at := m.places[j]
	if m.isOver() || m.isTheirs() {
		return plain, 0
	}
	switch {
	case len(at.moves) > 0:
		style = strong
		if lead := m.hint(at); m.hints && lead != nil {
			style = m.style(*lead).With(strong)
			symbol = []rune(symbols[*lead])[0]
		}
	default:
		style = faint
	}
	if touched {
		style = style.With(terminal.Reverse)
	}
	if !m.inList && j == m.here {
		style = style.With(terminal.Underline)
	}
	return style, symbol
}

// painted returns a part of a line of the board in width columns.
func painted(cells []rune, styles map[int]terminal.Style, left, width int) string {
	var out strings.Builder
	used := 0
	for i := left; i < len(cells) && used < width; i++ {
		text := string(cells[i])
		if used += wide(text); used > width {
			used -= wide(text)
			break
		}
		if style, ok := styles[i]; ok {
			text = style.Render(text)
		}
		out.WriteString(text)
	}
	return out.String() + strings.Repeat(" ", max(0, width-used))
}

// listLines draws the list of moves: all, or those at the cursor on the board.
func (m *model) listLines(l layout) []string {
	lines := make([]string, 0, l.body+1)
	var shown []int
	cursor := m.listed
	title := m.counted()
	if m.inList || m.here < 0 {
		for i := range m.moves {
			shown = append(shown, i)
		}
	} else {
		shown, cursor = m.places[m.here].moves, m.picked
		title = fmt.Sprintf("here %d of %s", len(shown), title)
	}
	if m.isOver() {
		shown, title = nil, ""
	}
	style := faint
	if m.inList {
		style = strong
	}
	lines = append(lines, style.Render(fit(title, l.list)))
	room := l.body - 1
	top := 0
	if len(shown) > room {
		top = max(0, min(cursor-room/2, len(shown)-room))
	}
	for i := top; i < len(shown) && len(lines) < l.body; i++ {
		c := m.moves[shown[i]]
		symbol, of := "  ", plain
		if m.hints && c.leads != nil {
			symbol, of = symbols[*c.leads]+" ", m.style(*c.leads)
		}
		sign := " "
		if i == cursor && !m.isTheirs() {
			sign, of = "▸", of.With(terminal.Reverse)
		}
		lines = append(lines, of.Render(fit(sign+symbol+c.text, l.list)))
	}
	for len(lines) < l.body {
		lines = append(lines, strings.Repeat(" ", l.list))
	}
	return lines[:l.body]
}

// mostCounted bounds the numbers of moves that are written.
const mostCounted = 1_000_000

// counted says how many moves there are.
func (m *model) counted() string {
	switch {
	case m.count == nil || m.count.Cmp(big.NewInt(mostCounted)) > 0:
		return "very many moves"
	case m.count.Cmp(big.NewInt(int64(len(m.moves)))) > 0:
		return fmt.Sprintf("%v moves, %d listed", m.count, len(m.moves))
	}
	return message.Count(m.count, "move", "moves")
}

// pageLines draws a page of text.
func (m *model) pageLines(l layout) []string {
	var all []string
	for _, text := range m.page {
		all = append(all, folded(line(text), m.width)...)
	}
	lines := []string{strong.Render(fit(m.pageName, m.width))}
	m.pageTop = max(0, min(m.pageTop, len(all)-l.body+1))
	for i := m.pageTop; len(lines) < l.body; i++ {
		text := ""
		if i < len(all) {
			text = all[i]
		}
		if len(lines) == l.body-1 && i < len(all)-1 {
			text = "…"
		}
		lines = append(lines, fit(text, m.width))
	}
	return lines
}

// shownTimeline reports whether it is shown who was winning.
func (m *model) shownTimeline() bool {
	return (m.hints || m.over) && m.turn > 0 && m.page == nil && m.width >= 30
}

// timeline draws who was winning before each move, and at last: a sign for the player who
// was, and "!" for one who gave it away.
func (m *model) timeline() []string {
	names := [2]string{m.name(0), m.name(1)}
	width := max(wide(names[0]), wide(names[1]))
	room := max(m.width-width-12, 1)
	first := max(0, m.turn+1-room)
	lines := make([]string, 2)
	for player := range lines {
		text := "winning  "
		if player == 1 {
			text = "         "
		}
		text = faint.Render(text + fit(names[player], width) + " ")
		for turn := first; turn <= m.turn; turn++ {
			text += m.moment(turn, player)
		}
		lines[player] = text
	}
	return lines
}

// moment draws who was winning at one turn, for one player.
func (m *model) moment(turn, player int) string {
	winner, known := m.winning(turn)
	before, also := m.winning(turn - 1)
	switch {
	case !known:
		return faint.Render("?")
	case winner == player:
		return m.style(grundy.P).Render("▲")
	case also && turn > 0 && (turn-1)%2 == player && (before == player || before == nobody && winner != nobody):
		return m.style(grundy.N).With(strong).Render("!")
	case winner == nobody:
		return m.style(grundy.D).Render("●")
	}
	return faint.Render("·")
}

// nobody wins a draw.
const nobody = -1

// winning returns who was winning before a move, if that is known.
func (m *model) winning(turn int) (player int, known bool) {
	if turn < 0 || turn >= len(m.outcomes) || m.outcomes[turn] == nil {
		return 0, false
	}
	switch *m.outcomes[turn] {
	case grundy.D:
		return nobody, true
	case grundy.N:
		return turn % 2, true
	}
	return 1 - turn%2, true
}
