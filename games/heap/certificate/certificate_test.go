package certificate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"grundy/games/heap"
)

func certify(t testing.TB, code string) *Certificate {
	t.Helper()
	s, err := heap.Solve(t.Context(), heap.MustCode(code), 1<<29, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTrueCertificates(t *testing.T) {
	codes := []string{"0.77", "0.07", "0.3", "0.137", "4.0", "0.15", "0.156", "0.356", "0.644", "0.16", "0.127", "0.11", "0.0330003", "4!.37"}
	if os.Getenv("GRUNDY_LONG") == "1" {
		codes = append(codes, "0.56", "0.354")
	}
	for _, code := range codes {
		c := certify(t, code)
		var file bytes.Buffer
		if err := c.Write(&file); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if err := Verify(t.Context(), again, nil); err != nil {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// numbers calls change on a copy of v for each number in it, one larger, one
// smaller or twice as large.
func numbers(v any, change func(where string)) {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			switch x := inner.(type) {
			case float64:
				for _, y := range []float64{x + 1, x - 1, 2*x + 2} {
					if y >= 0 {
						v[key] = y
						change(fmt.Sprintf("%s = %v", key, y))
					}
				}
				v[key] = x
			case string:
				v[key] = "x" + x
				change(key)
				v[key] = x
			case bool:
				v[key] = !x
				change(key)
				v[key] = x
			default:
				numbers(x, change)
			}
		}
	case []any:
		for i, x := range v {
			switch x := x.(type) {
			case float64:
				v[i] = x + 1
			case string:
				v[i] = strings.Map(func(r rune) rune {
					if r == '0' {
						return '1'
					}
					return r
				}, x)
			}
			change(fmt.Sprintf("element %d", i))
			v[i] = x
		}
	}
}

// A certificate in which anything was changed is refused, because the digest
// says so; and where somebody makes a new digest, because what it says is not
// true, unless it is: a wider window is no lie.
func TestChangedCertificates(t *testing.T) {
	for _, code := range []string{"0.77", "0.156"} {
		c := certify(t, code)
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var fields map[string]any
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		changes := 0
		numbers(fields, func(where string) {
			changes++
			text, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			changed, err := Read(bytes.NewReader(text))
			if err != nil {
				return
			}
			if err := Verify(t.Context(), changed, nil); err == nil {
				t.Errorf("%s: accepted with %s", code, where)
			}
			if strings.Contains(where, "width") {
				return
			}
			if changed.Digest, err = changed.digest(); err != nil {
				t.Fatal(err)
			}
			if changed.Digest == c.Digest {
				return // only the digest was changed
			}
			if err := Verify(t.Context(), changed, nil); err == nil {
				t.Errorf("%s: accepted with %s and a new digest", code, where)
			}
		})
		if changes < 15 {
			t.Errorf("%s: %d changes were tried", code, changes)
		}
	}
}

func FuzzVerify(f *testing.F) {
	c := certify(f, "0.77")
	text, err := json.Marshal(c)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(`{"format": "grundy period certificate 1", "game": "0.7", "terms": 5}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(strings.NewReader(text))
		if err != nil || c.Terms > 5000 {
			return
		}
		if c.Digest, err = c.digest(); err != nil {
			return
		}
		_ = Verify(t.Context(), c, nil)
	})
}

func ExampleVerify() {
	file := strings.NewReader(`{"format": "grundy period certificate 1", "game": "0.77", "theorem": "guy-smith", "preperiod": 71, "period": 11}`)
	c, err := Read(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Verify(context.Background(), c, nil))
	// Output: digest: the certificate was changed after it was made
}
