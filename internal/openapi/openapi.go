// Package openapi writes documents of OpenAPI 3.1: what a server can be asked, and the schemas
// of its questions and answers. It has the parts of the standard that package server uses.
package openapi

import (
	"encoding/json"
	"net/http"
	"strings"
)

// The types of JSON, as schemas name them.
const (
	TypeArray   = "array"
	TypeBoolean = "boolean"
	TypeInteger = "integer"
	TypeNumber  = "number"
	TypeObject  = "object"
	TypeString  = "string"
)

// A Document is the whole.
type Document struct {
	OpenAPI    string                           `json:"openapi"`
	Info       Info                             `json:"info"`
	Paths      map[string]map[string]*Operation `json:"paths"` // by path and method, in small letters
	Components Components                       `json:"components"`
}

// Info says whose document it is.
type Info struct {
	Title   string `json:"title"`
	Version string `json:"version"`
}

// Components are what a document refers to.
type Components struct {
	Schemas map[string]*Schema `json:"schemas"`
}

// New returns a document without operations.
func New(title, version string) *Document {
	return &Document{
		OpenAPI: "3.1.0", Info: Info{Title: title, Version: version},
		Paths: map[string]map[string]*Operation{}, Components: Components{Schemas: map[string]*Schema{}},
	}
}

// Add adds an operation at its path, for its method.
func (d *Document) Add(o *Operation) {
	if d.Paths[o.Path] == nil {
		d.Paths[o.Path] = map[string]*Operation{}
	}
	d.Paths[o.Path][strings.ToLower(o.Method)] = o
}

// ServeHTTP sends the document.
func (d *Document) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/openapi+json")
	_, _ = w.Write(d.JSON())
}

// JSON returns the document.
func (d *Document) JSON() []byte {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // an error of the program: there is nothing in it that JSON does not know
	}
	return text
}

// An Operation is what a path does for a method.
type Operation struct {
	Method      string               `json:"-"`
	Path        string               `json:"-"`
	OperationID string               `json:"operationId"`
	Summary     string               `json:"summary,omitempty"`
	Parameters  []*Param             `json:"parameters,omitempty"`
	RequestBody *RequestBody         `json:"requestBody,omitempty"`
	Responses   map[string]*Response `json:"responses"` // by status
}

// A Param is part of the address.
type Param struct {
	Name        string  `json:"name"`
	In          string  `json:"in"` // "path" or "query"
	Description string  `json:"description,omitempty"`
	Required    bool    `json:"required,omitempty"`
	Schema      *Schema `json:"schema"`
}

// A RequestBody is what a request sends.
type RequestBody struct {
	Required bool                  `json:"required,omitempty"`
	Content  map[string]*MediaType `json:"content"` // by type of content
}

// A Response is an answer of one status.
type Response struct {
	Description string                `json:"description"`
	Content     map[string]*MediaType `json:"content,omitempty"` // by type of content
}

// A MediaType is content of one type.
type MediaType struct {
	Schema *Schema `json:"schema,omitempty"`
}

// A Schema says what JSON can be there.
type Schema struct {
	Type                 string             `json:"-"`
	Nullable             bool               `json:"-"` // or null
	Description          string             `json:"description,omitempty"`
	Ref                  string             `json:"$ref,omitempty"`
	Format               string             `json:"format,omitempty"`
	Default              any                `json:"default,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	MinItems             *int               `json:"minItems,omitempty"`
	MaxItems             *int               `json:"maxItems,omitempty"`
	AdditionalProperties any                `json:"additionalProperties,omitempty"` // a schema, or false
	Properties           map[string]*Schema `json:"properties,omitempty"`
	Required             []string           `json:"required,omitempty"`
	Enum                 []any              `json:"enum,omitempty"`
	Minimum              *float64           `json:"minimum,omitempty"`
	AnyOf                []*Schema          `json:"anyOf,omitempty"`
}

// MarshalJSON writes the type, or both of them for what may be null.
func (s *Schema) MarshalJSON() ([]byte, error) {
	type rest Schema // without this method
	all := struct {
		Type    any    `json:"type,omitempty"`
		Content string `json:"contentMediaType,omitempty"`
		*rest
	}{rest: (*rest)(s)}
	switch {
	case s.Type == "":
	case s.Nullable:
		all.Type = []string{s.Type, "null"}
	default:
		all.Type = s.Type
	}
	if s.Format == "binary" {
		all.Content = "application/octet-stream"
	}
	return json.Marshal(all)
}
