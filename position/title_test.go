package position_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// Positions, sums, conventions and compounds in words.
func TestTitle(t *testing.T) {
	misere, normal := grundy.Misere, grundy.Normal
	for _, c := range []struct {
		position   string
		convention grundy.Convention
		kind       compound.Kind
		want       string
	}{
		{"nim(3,5,7)", normal, 0, "Nim: 3, 5, 7"},
		{"*5", normal, 0, "Nim: 5"},
		{"nim(2,2)", misere, 0, "Misère Nim: 2, 2"},
		{"kayles(9)", normal, 0, "Kayles: 9 pins"},
		{`kayles("X..")`, normal, 0, "Kayles: 1 pin"},
		{"queen(5,4)", normal, 0, "A queen: column 5, row 4"},
		{"queen(5,4)", misere, 0, "Misère: a queen: column 5, row 4"},
		{"knight(5,4)+queen(3,3)", normal, 0, "A knight and a queen"},
		{"knight(5,4)+queen(3,3)+knight(1,1)+nim(2)", normal, 0, "A knight twice, a queen and Nim"},
		{"1000*nim(2)", normal, 0, "Nim 1000 times"},
		{"knight(5,4)+nim(3)", misere, 0, "Misère: a knight and Nim"},
		{"nim(3)+queen(1,1)", normal, compound.Conjunctive, "Nim and a queen, a move in all of them, until the first one ends"},
		{"nim(3)+queen(1,1)", normal, compound.Moore(2), "Nim and a queen, a move in at most 2 of them"},
		{"nim(1)+queen(1,1)+rook(1,1)+king(1,1)+knight(1,1)+bishop(1,1)+cram(1,1)", normal, 0, "Nim, a queen, a rook, a king, a knight and 2 other games"},
		{"subtraction[1,3,4](11)", normal, 0, "Subtraction: 11, take 1, 3 or 4"},
		{"0.77(12)", normal, 0, "Take and break by 0.77: 12"},
		{"dawsons-kayles(7)", normal, 0, "Dawson's Kayles: 7"},
		{"cutcake(3,5)", normal, 0, "Cutcake: 3 by 5"},
		{"cram(4,5)", normal, 0, "Cram: 4 by 5"},
		{"notakto(3,3)", misere, 0, "Notakto: 3 by 3"}, // whose rules say that the last move loses
		{"hackenbush(0,0,1,3)", normal, 0, "Green Hackenbush: 4 edges"},
		{`sprouts("3*0.1a1a")`, normal, 0, "Sprouts"},
		{"turning-corners(3,4,5,6)", normal, 0, "Turning Corners: 2 coins"},
		{"piece[leaps -1 -3](5)", normal, 0, "A piece: 5"},
	} {
		sum, err := position.Parse(c.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := position.Title(sum, c.convention, c.kind); got != c.want {
			t.Errorf("%s: %q, want %q", c.position, got, c.want)
		}
	}
	if got := position.Title(nil, normal, 0); got != "Nothing is left" {
		t.Error(got)
	}
}

// notation is what words for people have none of: brackets, the names of fields, a position as it
// is typed, a file.
var notation = regexp.MustCompile(`[][(){}_|]|"|\.star|\.go\b| -> |[a-z]=| from -?\d+ to -?\d+$`)

// Every game has a title, rules for people and plain words for its moves.
func TestWordsForPeople(t *testing.T) {
	firsts := map[int]string{}
	for i, e := range position.All() {
		plain := func(what, text string) {
			if text == "" || notation.MatchString(text) {
				t.Errorf("%s: %s: %q", e.Name, what, text)
			}
		}
		plain("title", e.Title)
		plain("rules", e.Rules)
		if strings.HasPrefix(e.Rules, e.Title+":") || len(e.Rules) > 260 {
			t.Errorf("%s: rules: %q", e.Name, e.Rules)
		}
		if e.Skill().Says == "" {
			t.Errorf("%s needs %q, which nobody knows", e.Name, e.Needs)
		}
		if first := e.First(); first > 0 {
			if firsts[first] != "" {
				t.Errorf("%s and %s are both first", firsts[first], e.Name)
			}
			firsts[first] = e.Name
		}
		if strings.Contains(e.Example, "[game.txt]") || !long.Asked && i%4 > 0 {
			continue // which is in a file, or one of many
		}
		sum, err := position.Parse(e.Example)
		if err != nil {
			t.Fatal(err)
		}
		plain("example", position.TitleOf(sum[0].Component))
		started, _ := grundy.Start(context.Background(), sum)
		moves := 0
		solve.EachMove(started, 0, func(m solve.Move) bool {
			plain("a move", m[0].From.DescribeMove(m[0].To))
			moves++
			return moves < 200
		})
		if moves == 0 {
			t.Errorf("%s has no move", e.Example)
		}
	}
	if len(firsts) != 10 {
		t.Errorf("%d games to begin with", len(firsts))
	}
}
