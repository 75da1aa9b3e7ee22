package server_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

//go:generate go test -run ^TestTypes$ . -write

var write = flag.Bool("write", false, "write the types of the page")

// typesFile has the types of questions and answers, as the page reads them.
const typesFile = "../../web/src/types.ts"

// TestTypes compares the page's types with the OpenAPI document, from which they are made.
func TestTypes(t *testing.T) {
	var d described
	if err := json.Unmarshal(send(newServer(nil), get("/openapi.json")).Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	want := d.typescript()
	if *write {
		if err := os.WriteFile(typesFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(typesFile); err != nil || string(got) != want {
		t.Errorf("%s is not what the answers are (%v): go generate ./internal/server", typesFile, err)
	}
}

// A described is an OpenAPI document, as far as types are made of it.
type described struct {
	Components struct{ Schemas map[string]*schema }
	Paths      map[string]map[string]struct {
		OperationID string
		RequestBody struct {
			Content map[string]struct{ Schema *schema }
		}
		Responses map[string]struct {
			Content map[string]struct{ Schema *schema }
		}
	}
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Format, Description  string
	AnyOf                []*schema
	Enum                 []string
	Items                *schema
	Properties           map[string]*schema
	Required             []string
	MinItems             int
	AdditionalProperties any
}

// typescript writes an interface for each schema, and for each question that can be posted.
func (d *described) typescript() string {
	var b strings.Builder
	b.WriteString("// Made from the answers of the server by `go generate ./internal/server`; do not edit.\n\n" +
		"/** An integer. Above 2^53 it is its decimal digits, as a number would lose the last ones. */\nexport type Int = number | string;\n")
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		d.Components.Schemas[name].declare(&b, name)
	}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			op := d.Paths[path][method]
			name := strings.ToUpper(op.OperationID[:1]) + strings.TrimSuffix(op.OperationID[1:], "-by-post")
			if method == "post" {
				op.RequestBody.Content["application/json"].Schema.declare(&b, name+"Question")
			}
			if answer, ok := op.Responses["200"].Content["application/json"]; ok && !strings.HasSuffix(op.OperationID, "-by-post") {
				fmt.Fprintf(&b, "\nexport type %sAnswer = %s;\n", name, answer.Schema.text())
			}
		}
	}
	return b.String()
}

// declare writes an interface.
func (s *schema) declare(b *strings.Builder, name string) {
	fmt.Fprintf(b, "\nexport interface %s {\n", name)
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		of, mark := s.Properties[field], "?"
		if slices.Contains(s.Required, field) {
			mark = ""
		}
		if of.Description != "" {
			fmt.Fprintf(b, "  /** %s */\n", of.Description)
		}
		fmt.Fprintf(b, "  %s%s: %s;\n", field, mark, of.text())
	}
	b.WriteString("}\n")
}

// text writes a type.
func (s *schema) text() string {
	if s.Ref != "" {
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	}
	var parts []string
	for _, of := range s.AnyOf {
		parts = append(parts, of.text())
	}
	kinds, several := s.Type.([]any)
	if !several && s.Type != nil {
		kinds = []any{s.Type}
	}
	for _, kind := range kinds {
		switch {
		case len(s.Enum) > 0:
			parts = append(parts, `"`+strings.Join(s.Enum, `" | "`)+`"`)
		case kind == "array":
			of := s.Items.text()
			if strings.Contains(of, "|") {
				of = "(" + of + ")"
			}
			if s.MinItems > 0 {
				parts = append(parts, "["+strings.TrimSuffix(strings.Repeat(of+", ", s.MinItems), ", ")+"]")
			} else {
				parts = append(parts, of+"[]")
			}
		case kind == "object":
			parts = append(parts, "Record<string, string>") // texts by name
		case kind == "integer" && (s.Format == "uint64" || s.Format == "bigint"):
			parts = append(parts, "Int")
		case kind == "integer":
			parts = append(parts, "number")
		default:
			parts = append(parts, fmt.Sprint(kind))
		}
	}
	if len(parts) == 0 {
		return "unknown"
	}
	return strings.Join(parts, " | ")
}
