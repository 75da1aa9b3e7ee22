package browser

// This file plays random games to the end through the page. The page must offer the moves
// that the engine lists, and no others; its opponent must keep each win that it has.

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/play"
	"github.com/grundy-games/grundy/position"
	"github.com/grundy-games/grundy/solve"
	"github.com/grundy-games/grundy/theory/compound"
)

// A kind of games: a position drawn at random, and how it is played.
type kind struct {
	position func(*rand.Rand) string
	misere   bool
	compound string
}

// numbers writes a game with count numbers from low to high.
func numbers(game string, count, low, high int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		n := make([]string, count)
		for i := range n {
			n[i] = fmt.Sprint(low + r.IntN(high-low+1))
		}
		return fmt.Sprintf("%s(%s)", game, strings.Join(n, ","))
	}
}

// plus writes the sum of two games.
func plus(a, b func(*rand.Rand) string) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return a(r) + " + " + b(r) }
}

var kinds = []kind{
	{position: numbers("nim", 3, 1, 7)},
	{position: numbers("nim", 3, 1, 5), misere: true},
	{position: numbers("subtraction[1,3,4]", 1, 5, 25)},
	{position: numbers("0.77", 2, 1, 6)},
	{position: numbers("grundy", 1, 5, 14)},
	{position: numbers("laskers-nim", 1, 3, 8)},
	{position: numbers("queen", 2, 1, 7)},
	{position: numbers("knight", 2, 3, 9)},
	{position: numbers("wythoff[2]", 2, 1, 6), misere: true},
	{position: numbers("euclid", 2, 3, 20)},
	{position: numbers("kayles", 1, 3, 8)},
	{position: numbers("kayles", 1, 3, 6), misere: true},
	{position: numbers("treblecross", 1, 4, 8)},
	{position: numbers("cram", 2, 2, 3)},
	{position: numbers("chomp", 2, 2, 4)},
	{position: numbers("staircase", 4, 0, 3)},
	{position: numbers("tree[1,1,2,3]", 5, 0, 2)},
	{position: numbers("cake", 3, 1, 5)},
	{position: plus(numbers("nim", 2, 1, 4), numbers("knight", 2, 2, 6))},
	{position: plus(numbers("queen", 2, 1, 4), numbers("nim", 1, 1, 4)), compound: "selective"},
	{position: plus(numbers("nim", 1, 1, 5), numbers("subtraction[1,2]", 1, 2, 7)), compound: "conjunctive"},
	{position: func(r *rand.Rand) string {
		heads := r.Perm(9)[:2+r.IntN(3)]
		slices.Sort(heads)
		for i := range heads {
			heads[i]++ // coins are numbered from 1
		}
		return "turning-turtles(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(heads), " ", ","), "[]") + ")"
	}},
	{position: func(r *rand.Rand) string {
		return []string{"hackenbush[0,0,1,1,3](1,2,3,4,5)", "hackenbush-graph(0,1,1,2,2,0,2,3,3,3)", "hackenbush[0,1,1,0,4](1,2,3,4,5)"}[r.IntN(3)]
	}},
}

// A state is what the page shows of a match, and the moves that its address holds.
type state struct {
	Position string   `json:"position"`
	Over     bool     `json:"over"`
	Winner   string   `json:"winner"`
	Made     []string `json:"made"`
	Offered  []string `json:"offered"`
}

// driver is a function of the page that waits until it has settled and says what it
// shows. With a move it clicks in the list of moves first; with draws it clicks on the
// board, on things that the draws choose, until a move is made.
const driver = `window.grundyStep ??= async act => {
	const play = () => document.querySelector("[data-play]");
	const made = () => new URLSearchParams(location.search).getAll("m");
	const quiet = () => play()?.dataset.position !== undefined && play().dataset.turn === String(made().length)
		&& document.documentElement.dataset.pending === "0" && !document.querySelector("[aria-busy=true]");
	const settle = () => new Promise(done => {
		if (quiet()) return done();
		const watch = new MutationObserver(() => { if (quiet()) { watch.disconnect(); done(); } });
		watch.observe(document, {subtree: true, childList: true, attributes: true});
	});
	const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
	const offers = () => [...document.querySelectorAll(".panel .move-list [data-move]")];
	await settle();
	if (act.start !== undefined) {
		const link = document.createElement("a");
		link.href = act.start;
		document.querySelector("main").append(link);
		link.click();
		link.remove();
		await drawn();
		await settle();
	}
	if (act.move !== undefined) {
		const e = offers().find(e => e.dataset.move === act.move);
		if (!e || e.disabled) throw new Error("the list does not offer " + act.move);
		e.click();
		await settle();
	}
	if (act.draws !== undefined) {
		const before = made().length;
		for (const draw of act.draws) {
			const things = [...document.querySelectorAll(".boards [data-active]")];
			if (things.length === 0) throw new Error("nothing on the board can be clicked: " + location.search);
			things[draw % things.length].dispatchEvent(new MouseEvent("click", {bubbles: true}));
			if (made().length !== before) break;
			await drawn();
		}
		if (made().length === before) throw new Error("no move after many clicks on the board: " + location.search);
		await settle();
	}
	return {
		position: play().dataset.position, over: play().dataset.over === "true", winner: play().dataset.winner,
		made: made(), offered: offers().map(e => e.dataset.move),
	};
}`

// listed returns the moves of the present position as the page writes them.
func listed(m *play.Match) []string {
	var written []string
	m.EachMove(func(move solve.Move) bool {
		steps := make([]string, len(move))
		for i, s := range move {
			steps[i] = fmt.Sprintf("%d: %s", s.Component+1, s.To)
		}
		written = append(written, strings.Join(steps, "; "))
		return true
	})
	slices.Sort(written)
	return slices.Compact(written)
}

func TestRandomGames(t *testing.T) {
	b := open(t, desk)
	b.visit("/play?p=nim(1)&who=two")
	b.click(`[data-tab="moves"]`)
	get[any](b, driver+", 0")
	games := long.Of(len(kinds), len(kinds), 6*len(kinds))
	random := chance.New(t, 13)
	wins, kept := 0, 0
	for i := range games {
		won, n := b.randomGame(random, kinds[i%len(kinds)])
		kept += n
		if won {
			wins++
		}
	}
	t.Logf("%d games of %d kinds: the opponent kept %d wins, and the random player won %d games", games, len(kinds), kept, wins)
	if kept < games {
		t.Errorf("the opponent had only %d wins to keep", kept)
	}
}

// randomGame plays one game of a kind. It returns whether the random player has won it,
// and how often the opponent kept a win.
func (b *tab) randomGame(random *rand.Rand, k kind) (won bool, kept int) {
	b.Helper()
	m, name, link := b.start(random, k)
	you := random.IntN(2)
	if you == 1 {
		link += "&who=opponent"
	}
	now := get[state](b, `grundyStep(%s)`, map[string]any{"start": link})
	for {
		for _, made := range now.Made[m.Turn():] {
			if !slices.Contains(listed(m), made) {
				b.Fatalf("%s: at %s the page made %s, which the engine does not list", name, sum(m), made)
			}
			before := b.outcome(m)
			move, err := m.Find(made)
			if err != nil {
				b.Fatal(err)
			}
			opponents := m.Mover() != you
			m.Make(move)
			if opponents && before == grundy.N {
				kept++
				if after := b.outcome(m); after != grundy.P {
					b.Fatalf("%s: the opponent gave a win away by %s, to %s", name, made, sum(m))
				}
			}
		}
		if at := sum(m); now.Position != at {
			b.Fatalf("%s: the page shows %s, the engine %s after %q", name, now.Position, at, now.Made)
		}
		winner, over := m.Over()
		if now.Over != over || over && now.Winner != fmt.Sprint(winner) {
			b.Fatalf("%s at %s: the page says over %v, winner %q; the engine %v, %d", name, now.Position, now.Over, now.Winner, over, winner)
		}
		if over {
			return winner == you, kept
		}
		want, got := listed(m), slices.Compact(slices.Sorted(slices.Values(now.Offered)))
		if !slices.Equal(want, got) {
			b.Fatalf("%s at %s: the page offers\n%q\nthe engine lists\n%q", name, now.Position, got, want)
		}
		act := map[string]any{"move": want[random.IntN(len(want))]}
		if random.IntN(2) == 0 {
			draws := make([]int, 200)
			for i := range draws {
				draws[i] = random.IntN(1 << 20)
			}
			act = map[string]any{"draws": draws}
		}
		turn := m.Turn()
		if now = get[state](b, `grundyStep(%s)`, act); len(now.Made) <= turn {
			b.Fatalf("%s at %s: %v made no move", name, sum(m), act)
		}
	}
}

// start draws a position that has a move, and returns a match at it, its name, and its
// address on the page.
func (b *tab) start(random *rand.Rand, k kind) (m *play.Match, name, link string) {
	b.Helper()
	for {
		text := k.position(random)
		parsed, err := position.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		options := play.Options{Sum: parsed}
		query := url.Values{"p": {text}}
		if k.misere {
			options.Convention = grundy.Misere
			query.Set("misere", "1")
		}
		if k.compound != "" {
			if options.Compound, err = compound.ParseKind(k.compound); err != nil {
				b.Fatal(err)
			}
			query.Set("compound", k.compound)
		}
		if m, err = play.New(b.Context(), options); err != nil {
			b.Fatal(err)
		}
		if _, over := m.Over(); !over {
			return m, query.Encode(), "/play?level=perfect&" + query.Encode()
		}
	}
}

// sum writes the present position.
func sum(m *play.Match) string { return grundy.SumOf(m.Components()...).String() }

func (b *tab) outcome(m *play.Match) grundy.Outcome {
	b.Helper()
	a, err := m.Solve(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return a.Outcome
}
