package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/fuzz"
)

func nim(t *testing.T, expression string) string {
	t.Helper()
	a, err := ask.Nim{Expression: expression}.Ask(context.Background(), ask.Means{})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(a.Value)
}

// Published products, quotients, and what follows from them.
func TestNimExpressions(t *testing.T) {
	text, err := os.ReadFile("../../theory/nimber/testdata/nim_product.json")
	if err != nil {
		t.Fatal(err)
	}
	var published struct {
		Pairs    [][3]string `json:"pairs_u64"`
		Inverses [][2]string `json:"inverses"`
	}
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	for _, p := range published.Pairs {
		if got := nim(t, p[0]+"*"+p[1]); got != p[2] {
			t.Errorf("%s * %s = %s, want %s", p[0], p[1], got, p[2])
		}
		if got := nim(t, "("+p[2]+" / "+p[0]+")"); got != p[1] && p[0] != "0" {
			t.Errorf("%s / %s = %s, want %s", p[2], p[0], got, p[1])
		}
	}
	for _, p := range published.Inverses {
		if got := nim(t, p[0]+"^-1"); got != p[1] {
			t.Errorf("1/%s = %s, want %s", p[0], got, p[1])
		}
	}
	for expression, want := range map[string]string{
		"1 + 2*3":                      "0",
		"2*3 + 1":                      "0",
		"2*(3+1)":                      "3",
		"12/4*4":                       "12",
		"2*3^2":                        "3", // 2*(3*3) = 2*2
		"0xFF + 0X0f":                  "240",
		"4^(2)":                        "6",
		"sqrt(6)":                      "4",
		"5^log(6, 5)":                  "6",
		"5^(log(6,5))":                 "6",
		"(log(1,1))":                   "0",
		"18446744073709551616^2":       "27670116110564327424", // F*F = 3/2 F
		"sqrt(27670116110564327424)":   "18446744073709551616",
		"18446744073709551616*(2^0+1)": "0",
		"3 * 18446744073709551616":     "55340232221128654848",
		"1/18446744073709551616 * 0x10000000000000000": "1",
		"\n(((7)))\t":             "7",
		"w":                       "w",
		"ω*ω + w":                 "w^2+w",
		"w^3":                     "2", // a product of three factors
		"[w^3]":                   "w^3",
		"[w^3] ^ 3":               "w", // the cube root of ω
		"[w^w]^5":                 "4",
		"[ω^(w^2)]^7 + 1 + [w]":   "0",
		"1/w":                     "w^2*3",
		"w / [w*2 + 1] * [w*2+1]": "w",
		"sqrt([w^w+5])^2":         "w^w+5",
		"w^-1*w":                  "1",
		"[w+1] + [w^2] + 1":       "w^2+w",
		"[5]*2":                   "10",
		"w + w":                   "0",
	} {
		if nim(t, expression) != want {
			t.Errorf("%s = %s, want %s", expression, nim(t, expression), want)
		}
	}
}

func TestNimRefusals(t *testing.T) {
	for expression, want := range map[string]string{
		"w^w":               "ordinary integer",
		"[w+w]":             "column 4: want falling exponents",
		"[w^(w^w)]":         "below w^(w^w)",
		"[w^2":              `it ends here; want "]"`,
		"w/(w+w)":           "column 3: division by 0",
		"(w+w)^-1":          "division by 0",
		"log(w, 2)":         "finite numbers",
		"[w^(w^54)]^263":    "the power 263 of w^(w^54), and such powers are tabled with a source only for the primes 3 … 257",
		"wx":                "unknown function",
		"1/[w^(w*10^30)+1]": `want ")"`,
	} {
		_, err := ask.Nim{Expression: expression}.Ask(context.Background(), ask.Means{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", expression, err, want)
		}
	}
	_, err := ask.Nim{Expression: "1/[w^(w*1000000000)+1]"}.Ask(context.Background(), ask.Means{})
	if !errors.Is(err, grundy.ErrTooLarge) {
		t.Error(err)
	}
}

func TestNimBudget(t *testing.T) {
	_, err := ask.Nim{Expression: strings.Repeat("9", 1<<16) + "*2"}.Ask(context.Background(), ask.Means{Memory: 1 << 18})
	if !errors.Is(err, grundy.ErrBudget) {
		t.Error(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := (ask.Nim{Expression: "2*2"}).Ask(ended, ask.Means{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	deep := strings.Repeat("(", 2000)
	wrong, ok := errors.AsType[*ask.FieldError](func() error {
		_, err := ask.Nim{Expression: deep}.Ask(context.Background(), ask.Means{})
		return err
	}())
	if !ok || !strings.Contains(wrong.Error(), "brackets") {
		t.Error(wrong)
	}
}

// Every text has a value or one line that says what is wrong; the value, written as a
// number, is itself.
func FuzzNim(t *testing.F) {
	f := fuzz.Seeds(t)
	for _, seed := range []string{"[w^w*2+1]/w + ω^-2", "[w^3", "2*3 + 1", "(7+8)/0", "sqrt(2^64)^-3", "log(6,5)", "0x_", "1^(((2)))", "\x00", "5^log(7,0)", "⊕"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 60 || strings.Contains(text, "log") && len(text) > 24 {
			return
		}
		means := ask.Means{Memory: 1 << 20} // inverses of ordinals take the time that it allows
		if strings.Contains(text, "log") {
			means.Memory = 1 << 30
		}
		a, err := ask.Nim{Expression: text}.Ask(context.Background(), means)
		if err != nil {
			if strings.Contains(err.Error(), "\n") || err.Error() == "" {
				t.Errorf("%q: %q", text, err)
			}
			return
		}
		if !a.Logarithm {
			b, err := ask.Nim{Expression: "sqrt(" + text + ")^2"}.Ask(context.Background(), means)
			if errors.Is(err, grundy.ErrTooLarge) || errors.Is(err, grundy.ErrBudget) {
				return
			}
			if err != nil || fmt.Sprint(b.Value) != fmt.Sprint(a.Value) {
				t.Errorf("%q: %v, %v, want %v", text, b, err, a.Value)
			}
		} else if a.Value.(*big.Int).Sign() < 0 {
			t.Errorf("%q: %v", text, a.Value)
		}
	})
}
