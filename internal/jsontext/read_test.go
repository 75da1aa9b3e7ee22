package jsontext_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/jsontext"
	"github.com/grundy-games/grundy/internal/meter"
)

// TestReadExactly reads what is written, and little else.
func TestReadExactly(t *testing.T) {
	type inner struct {
		Rows [][]int `json:"rows"`
	}
	type value struct {
		Name string `json:"name"`
		inner
		More *int `json:"more,omitempty"`
	}
	encode := func(v *value) ([]byte, error) { return json.Marshal(v) }
	for text, want := range map[string]string{
		`{"name": "a", "rows": [[1, 2], []]}`:                    "",
		`{"name":"a","rows":[],"more":3}`:                        "",
		`{"name":"a"}`:                                           `the field "rows" is missing`,
		`{"name":"a","rows":[[1,"2"]]}`:                          `the field "rows[0][1]" cannot be string`,
		`{"rows":[],"name":"a"}`:                                 "where certificates have ",
		`{"name":"a","rows":[],"rows":[]}`:                       "where certificates have ",
		`{"name":"a","rows":[],"other":1}`:                       "where certificates have ",
		`{"name":"a","Rows":[]}`:                                 `the field "rows" is missing`,
		`{"name":"a","rows":[1.0]}`:                              "the field ",
		`{"name":"a","rows":[]} {}`:                              "invalid character",
		`{"name":"a","rows":[` + strings.Repeat(" ", 100) + `]}`: "want at most 100 bytes",
		`[]`:   "want an object of JSON, not array",
		`null`: `the field "name" is missing`,
	} {
		_, err := jsontext.ReadExactly(t.Context(), strings.NewReader(text), 100, encode)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := jsontext.ReadExactly(meter.With(t.Context(), 10), strings.NewReader("{}"), 100, encode); !errors.Is(err, grundy.ErrBudget) {
		t.Errorf("%v where there is no memory", err)
	}
}
