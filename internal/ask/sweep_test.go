package ask_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/grundy-games/grundy/games/heap/sequence"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/job"
	"github.com/grundy-games/grundy/internal/long"
	"github.com/grundy-games/grundy/internal/sweep"
)

// swept runs a sweep in a folder, and returns the folder.
func swept(t *testing.T, dir string, q ask.Sweep, workers int) *sweep.Folder {
	t.Helper()
	if err := q.Plan(t.Context(), ask.Means{}); err != nil {
		t.Fatal(err)
	}
	stage, spec, err := sweep.Next(dir, &q.Spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	if spec != nil {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		made, err := ask.Sweep{Spec: *spec}.Job(ask.Means{})
		if err != nil {
			t.Fatal(err)
		}
		j, err := ask.MakeJob(made.Kind, made.Spec, ask.Means{}) // as workers do
		if err != nil || j.ID() != made.ID() {
			t.Fatalf("the job is not the same: %v", err)
		}
		if err := job.Run(t.Context(), j, stage, job.Options{Workers: workers}); err != nil {
			t.Fatal(err)
		}
	}
	f, err := sweep.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// csvOf returns the rows of a folder as CSV.
func csvOf(t *testing.T, f *sweep.Folder) string {
	t.Helper()
	var b strings.Builder
	if _, _, err := f.Write(t.Context(), &b, sweep.CSV); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rowsOf returns the rows as maps from columns to cells.
func rowsOf(t *testing.T, f *sweep.Folder) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(csvOf(t, f))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all[1:] {
		row := map[string]string{}
		for i, cell := range r {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func spec(family, question string) ask.Sweep {
	return ask.Sweep{Spec: sweep.Spec{Family: family, Ask: question}}
}

// Rows are the same bytes whatever the number of workers and the size of pieces.
func TestSweepWorkersAndPieces(t *testing.T) {
	for _, q := range oneIn(long.Of(4, 2, 1), []ask.Sweep{spec("0.10d", "period"), spec("subtraction:1..6:1..3", "period"), spec("0.d", "quotient"), spec("rides:2", "pattern"), spec("0.d", "values"), spec("wythoff[0..3]", "outcome")}) {
		want := ""
		for _, c := range []struct{ piece, workers int }{{1, 1}, {3, 2}, {1000, 1}} {
			q := q
			q.Piece = c.piece
			if q.Ask == "period" {
				q.Max = 500
			}
			if q.Ask == "outcome" {
				q.Start = "6,10"
			}
			got := csvOf(t, swept(t, t.TempDir(), q, c.workers))
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s, %s by %v:\n%s\nwant\n%s", q.Family, q.Ask, c, got, want)
			}
		}
		if strings.Count(want, "\n") < 4 {
			t.Errorf("%s, %s:\n%s", q.Family, q.Ask, want)
		}
	}
}

// A sweep that goes further asks about the open games alone, and ends where a sweep ends
// that looks so far at once.
func TestSweepGoesFurther(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sweep")
	q := spec("0.4d", "period")
	q.Max = 60
	near := swept(t, dir, q, 1)
	q.Max = 1200
	far := swept(t, dir, q, 1)
	if len(far.Stages) != 2 {
		t.Fatalf("%d stages", len(far.Stages))
	}
	family, _ := sweep.ParseFamily(q.Family)
	asked := map[string]bool{}
	for _, r := range far.Stages[1].Spec.Only {
		for i := r.From; i < r.To; i++ {
			asked[family.Game(i)] = true
		}
	}
	once := swept(t, t.TempDir(), q, 1)
	atOnce := rowsOf(t, once)
	before := rowsOf(t, near)
	open := 0
	for i, row := range rowsOf(t, far) {
		if settled := before[i]["proved"] == "true"; settled == asked[row["game"]] {
			t.Errorf("%s: proved %v, asked again %v", row["game"], settled, asked[row["game"]])
		}
		if row["proved"] != "true" {
			open++
		}
		for _, column := range []string{"game", "class", "shift", "proved", "preperiod", "period", "saltus"} {
			if row[column] != atOnce[i][column] {
				t.Errorf("%s: %s is %s, and %s at once", row["game"], column, row[column], atOnce[i][column])
			}
		}
	}
	if open > 0 || len(asked) == 0 {
		t.Errorf("%d are open, %d were asked again", open, len(asked))
	}
	if again := swept(t, dir, q, 1); len(again.Stages) != 2 {
		t.Errorf("there is a new stage, though nothing is open")
	}
	q.Max = 100
	if err := q.Plan(t.Context(), ask.Means{}); err != nil {
		t.Fatal(err)
	}
	for _, other := range []ask.Sweep{q, spec("0.d", "period")} {
		if err := other.Plan(t.Context(), ask.Means{}); err != nil {
			t.Fatal(err)
		}
		var unfit *sweep.ContinueError
		if _, _, err := sweep.Next(dir, &other.Spec, nil); !errors.As(err, &unfit) {
			t.Errorf("%s to %d goes on in the folder: %v", other.Family, other.Max, err)
		}
	}
}

// Codes have their published periods. A row that has its class alone gets the answer that
// the game itself has.
func TestSweepOfCodes(t *testing.T) {
	if !long.Asked {
		t.Skip("periods of a hundred codes, twice: GRUNDY_LONG=1 looks for them")
	}
	q := spec("0.dd", "period")
	if err := q.Plan(t.Context(), ask.Means{}); err != nil {
		t.Fatal(err)
	}
	q.Max = 1200
	j, err := q.Job(ask.Means{})
	if err != nil {
		t.Fatal(err)
	}
	question, _ := sweep.FindQuestion("period")
	family, _ := sweep.ParseFamily(q.Family)
	dirs := []string{t.TempDir(), t.TempDir()}
	do := j.Do
	if err := job.Run(t.Context(), j, filepath.Join(dirs[0], "1"), job.Options{}); err != nil {
		t.Fatal(err)
	}
	deferred := 0
	j.Do = func(ctx context.Context, piece int, earlier job.Earlier) ([]byte, error) {
		result, err := do(ctx, piece, earlier)
		if err != nil {
			return nil, err
		}
		rows, err := csv.NewReader(strings.NewReader(string(result))).ReadAll()
		var less []sweep.Row
		for _, r := range rows {
			if class := question.Get(r, "class"); class != r[0] && family.Has(class) {
				for _, c := range question.Columns[3 : len(question.Columns)-2] {
					question.Set(r, c.Name, "")
				}
				deferred++
			}
			less = append(less, r)
		}
		return question.Encode(less), err
	}
	if err := job.Run(t.Context(), j, filepath.Join(dirs[1], "1"), job.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	var rows [2][]map[string]string
	for i, dir := range dirs {
		f, err := sweep.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		rows[i] = rowsOf(t, f)
	}
	if deferred < 5 {
		t.Errorf("%d rows are deferred", deferred)
	}
	published, compared := publishedPeriods(t), 0
	for _, r := range rows[0] {
		if want, ok := published[r["game"]]; ok {
			if got := r["preperiod"] + " " + r["period"]; got != want {
				t.Errorf("%s: %s, published %s", r["game"], got, want)
			}
			compared++
		}
	}
	if compared < 12 {
		t.Errorf("%d codes are compared", compared)
	}
	for i, r := range rows[1] {
		own := rows[0][i]
		for _, column := range []string{"proved", "period", "saltus"} {
			if r[column] != own[column] {
				t.Errorf("%s: %s is %s, want %s", r["game"], column, r[column], own[column])
			}
		}
		bound, _ := strconv.Atoi(r["preperiod"])
		preperiod, _ := strconv.Atoi(own["preperiod"])
		if r["at_most"] != "true" && r["preperiod"] != own["preperiod"] || bound < preperiod {
			t.Errorf("%s: preperiod %s, at most: %s; want %s", r["game"], r["preperiod"], r["at_most"], own["preperiod"])
		}
	}
}

// publishedPeriods returns published preperiods and periods of octal codes.
func publishedPeriods(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../games/heap/sequence/testdata/octal_periods.json")
	if err != nil {
		t.Fatal(err)
	}
	var published struct {
		Entries []struct {
			Code      string
			Period    uint64
			Preperiod uint64
		}
	}
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	periods := map[string]string{}
	for _, e := range published.Entries {
		code, err := sequence.ParseCode(e.Code)
		if err != nil {
			t.Fatal(err)
		}
		periods[code.String()] = fmt.Sprint(e.Preperiod, " ", e.Period)
	}
	return periods
}

// The periods of subtraction sets, by the definition.
func TestSweepSubtraction(t *testing.T) {
	for _, r := range rowsOf(t, swept(t, t.TempDir(), spec("subtraction:1..6", "period"), 0)) {
		var set []int
		for _, text := range strings.Split(strings.Trim(strings.TrimPrefix(r["game"], "subtraction"), "[]"), ",") {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			set = append(set, n)
		}
		const terms = 300
		values := make([]int, terms)
		for n := range values {
			seen := [8]bool{}
			for _, s := range set {
				if s <= n {
					seen[values[n-s]] = true
				}
			}
			for seen[values[n]] {
				values[n]++
			}
		}
		q, p := terms, 0
		for period := 1; period < terms/3 && p == 0; period++ { // the least that holds over the last half
			from := terms - period
			for from > 0 && values[from-1] == values[from-1+period] {
				from--
			}
			if from < terms/2 {
				q, p = from, period
			}
		}
		if got, want := r["preperiod"]+" "+r["period"], fmt.Sprint(q, " ", p); got != want {
			t.Errorf("%s: %s, want %s", r["game"], got, want)
		}
	}
}

// A sweep that cannot be made names the field.
func TestWrongSweeps(t *testing.T) {
	for _, c := range []struct {
		change func(*ask.Sweep)
		want   string
	}{
		{func(q *ask.Sweep) { q.Family = "0.77" }, "this is one code"},
		{func(q *ask.Sweep) { q.Ask = "periods" }, `ask=periods: want period, quotient, pattern, values, outcome; did you mean "period"?`},
		{func(q *ask.Sweep) { q.Of = "nim-values" }, "of=nim-values: the question period does not take it"},
		{func(q *ask.Sweep) { q.Ask, q.Max = "quotient", 5 }, "max=5: the question quotient does not take it"},
		{func(q *ask.Sweep) { q.Ask = "outcome" }, "start: want the numbers of the position"},
		{func(q *ask.Sweep) { q.Ask, q.Start = "outcome", "x" }, "start=x"},
		{func(q *ask.Sweep) { q.Ask, q.Max = "values", 1<<20 }, "want a heap of at most 16384"},
		{func(q *ask.Sweep) { q.Piece = -1 }, "piece=-1: want 1 to 65536 games"},
		{func(q *ask.Sweep) { q.Memory = 1 << 62 }, "each game may take more than the whole sweep"},
		{func(q *ask.Sweep) { q.Family = "queens[1..5]" }, `unknown game "queens"`},
		{func(q *ask.Sweep) { q.Family = "none.star(_,1..5)" }, "none.star"},
		{func(q *ask.Sweep) { q.Family = "rides:2" }, "nimhof[0,1,1,0] is a game of 2 numbers, and a period is of one: leave one open, as in nimhof[0,1,1,0](_,0..9)"},
		{func(q *ask.Sweep) { q.Family, q.Ask = "wythoff[1..3]", "quotient" }, "wythoff[1] is a game of 2 numbers, and a quotient is of one"},
		{func(q *ask.Sweep) { q.Family, q.Ask = "nim(_,_,1..3)", "period" }, "nim(_,_,1) is a game of 2 numbers, and a period is of one: leave one open"},
		{func(q *ask.Sweep) { q.Family, q.Ask, q.Max = "rides:2", "values", 1<<13 }, "the table of a game may have 4,194,304 cells"},
	} {
		q := spec("0.d", "period")
		c.change(&q)
		if err := q.Plan(t.Context(), ask.Means{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", q.Spec, err, c.want)
		}
	}
	for text, want := range map[string]string{
		`{"family": "0.d", "ask": "period", "memory": 1}`:                                             "pieces of 0 games",
		`{"family": "0.d", "ask": "period", "memory": 1, "piece": 1, "only": [{"from": 5, "to": 5}]}`: "want ranges that ascend",
		`{"family": "0.d", "ask": "period", "memory": 1, "piece": 1, "more": 1}`:                      "unknown field",
	} {
		if _, err := ask.MakeJob("sweep", json.RawMessage(text), ask.Means{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A family of a file of rules has the file with it.
func TestSweepOfRules(t *testing.T) {
	q := spec("mine.star(_,1..3)", "outcome")
	q.Start = "7"
	q.Rules = map[string]string{"mine.star": `"""Take one to k."""
position(n = integer(), k = integer())
def moves(n, k):
    for i in range(1, min(n, k) + 1):
        move(n - i, k)
`}
	var got []string
	for _, r := range rowsOf(t, swept(t, t.TempDir(), q, 0)) {
		got = append(got, r["start"]+" "+r["outcome"])
	}
	if want := "[mine.star(7,1) N mine.star(7,2) N mine.star(7,3) N]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// takeRules are rules in which nothing proves periods, to a heap with two more numbers.
var takeRules = map[string]string{"take.star": `"""Take one to m, or 2m + s."""
position(n = integer(), m = integer(), s = integer())
def moves(n, m, s):
    for i in range(1, min(n, m) + 1):
        move(n - i, m, s)
    if n >= 2*m + s:
        move(n - 2*m - s, m, s)
`}

// Where no period is proved, all heaps to the last one are looked at, and the row says it.
func TestSweepObserves(t *testing.T) {
	for max, want := range map[uint64][2]string{
		300:                 {"300", "no period of take.star(_,1,1) is proved by the heaps to 300"},
		ask.DefaultSweepMax: {"31", "no period of take.star(_,1,1) is proved by the heaps to 31, where a period of 2 fits in eight times"},
	} {
		q := spec("take.star(_,1,1..1)", "period")
		q.Max, q.Rules = max, takeRules
		row := rowsOf(t, swept(t, t.TempDir(), q, 1))[0]
		if row["proved"] != "false" || row["computed_to"] != want[0] || row["note"] != want[1] {
			t.Errorf("to %d: %v, want %v", max, row, want)
		}
	}
}

// Games of two numbers have tables of values.
func TestSweepTables(t *testing.T) {
	for family, want := range map[string][2]string{
		"rides:1:1":     {"[[0,1,2,3],[1,0,3,2],[2,3,0,1],[3,2,1,0]]", "3"},
		"wythoff[1..1]": {"[[0,1,2,3],[1,2,0,4],[2,0,1,5],[3,4,5,6]]", "6"},
		"nim(_,_,0..0)": {"[[0,1,2,3],[1,0,3,2],[2,3,0,1],[3,2,1,0]]", "3"},
	} {
		q := spec(family, "values")
		q.Max = 3
		if row := rowsOf(t, swept(t, t.TempDir(), q, 1))[0]; row["values"] != want[0] || row["largest"] != want[1] || row["to"] != "3" || row["note"] != "" {
			t.Errorf("%s: %v, want %s", family, row, want)
		}
	}
}

// Without a period that proves it, a quotient is of the heaps to the last one, and open.
func TestSweepQuotientsToAHeap(t *testing.T) {
	for _, q := range []ask.Sweep{spec("subtraction:1..2:2", "quotient"), spec("take.star(_,1..1,0)", "quotient")} {
		q.Max, q.Rules = 5, takeRules // both take one or two
		row := rowsOf(t, swept(t, t.TempDir(), q, 1))[0]
		want := map[string]string{"proved": "false", "order": "6", "p_portion": "2", "presentation": "<a,b | a^2=1, b^3=b>", "heaps": "5", "period": "", "note": "this is the quotient of the heaps to 5"}
		for column, cell := range want {
			if row[column] != cell {
				t.Errorf("%s: %s is %q, want %q", row["game"], column, row[column], cell)
			}
		}
	}
}

// Steps bound the work on each game, whatever it is asked.
func TestSweepSteps(t *testing.T) {
	for _, c := range []struct {
		family, question string
		misere           bool
		max              uint64
	}{
		{"0.74d", "pattern", false, 0},
		{"0.d7", "values", true, 1000},
		{"0.d7", "period", true, 1000},
		{"take.star(_,3,1..2)", "values", false, 1000},
		{"take.star(_,3,1..2)", "period", false, 1000},
	} {
		q := spec(c.family, c.question)
		q.Misere, q.Max, q.Steps, q.Rules = c.misere, c.max, 1000, takeRules
		bounded := 0
		for _, row := range rowsOf(t, swept(t, t.TempDir(), q, 0)) {
			if strings.Contains(row["note"], "out of budget") {
				bounded++
			}
		}
		if bounded == 0 {
			t.Errorf("%s, %s: no game takes more steps than 1000", c.family, c.question)
		}
	}
}
