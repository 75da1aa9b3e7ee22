package server

// This file describes the operations in OpenAPI, from the Go types of questions and
// answers.

import (
	"cmp"
	"fmt"
	"math/big"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/api"
	"github.com/grundy-games/grundy/internal/ask"
	"github.com/grundy-games/grundy/internal/openapi"
)

// A describer writes the OpenAPI document.
type describer struct {
	schemas map[string]*openapi.Schema
	unions  map[reflect.Type][]any
	names   map[string]reflect.Type // of structs that are described
}

func newDescriber(schemas map[string]*openapi.Schema) *describer {
	return &describer{schemas: schemas, unions: ask.Unions(), names: map[string]reflect.Type{}}
}

// nameSchema names the schema of a type.
func nameSchema(t reflect.Type, hint string) string {
	name := t.Name()
	if name == "" {
		name = hint
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	switch in := path.Base(t.PkgPath()); in {
	case ".", "grundy", "ask", "api":
	default:
		name = strings.ToUpper(in[:1]) + in[1:] + name // another package may have the name too
	}
	return strings.TrimSuffix(name, "JSON")
}

var bigInt = reflect.TypeFor[big.Int]()

// schema returns the schema of the JSON of a type: exactly what can be there.
func (d *describer) schema(t reflect.Type, hint string) *openapi.Schema {
	if members, ok := d.unions[t]; ok {
		if len(members) == 1 {
			return d.schema(reflect.TypeOf(members[0]), hint)
		}
		var any []*openapi.Schema
		for _, m := range members {
			if m == nil {
				any = append(any, null())
			} else {
				any = append(any, d.schema(reflect.TypeOf(m), hint))
			}
		}
		return &openapi.Schema{AnyOf: any}
	}
	switch kind := t.Kind(); {
	case t == bigInt:
		return &openapi.Schema{Type: openapi.TypeInteger, Format: "bigint", Description: "of any size"}
	case kind == reflect.Pointer:
		return &openapi.Schema{AnyOf: []*openapi.Schema{d.schema(t.Elem(), hint), null()}}
	case kind == reflect.Slice, kind == reflect.Array:
		s := &openapi.Schema{Type: openapi.TypeArray, Items: d.schema(t.Elem(), hint)}
		if kind == reflect.Array {
			length := t.Len()
			s.MinItems, s.MaxItems = &length, &length
		}
		return s
	case kind == reflect.Func: // an iter.Seq, which is written while it is made
		return &openapi.Schema{Type: openapi.TypeArray, Items: d.schema(t.In(0).In(0), hint)}
	case kind == reflect.Map:
		return &openapi.Schema{Type: openapi.TypeObject, AdditionalProperties: d.schema(t.Elem(), hint)}
	case kind == reflect.Struct:
		return d.object(t, hint)
	case kind == reflect.Bool:
		return &openapi.Schema{Type: openapi.TypeBoolean}
	case kind == reflect.String:
		return &openapi.Schema{Type: openapi.TypeString}
	case kind == reflect.Interface: // any JSON
		return &openapi.Schema{}
	case kind == reflect.Float64:
		return &openapi.Schema{Type: openapi.TypeNumber}
	case kind == reflect.Int, kind == reflect.Int32, kind == reflect.Int64, kind == reflect.Uint8, kind == reflect.Uint64:
		s := &openapi.Schema{Type: openapi.TypeInteger}
		if kind == reflect.Uint8 || kind == reflect.Uint64 {
			s.Minimum = new(float64)
		}
		if kind == reflect.Uint64 {
			s.Format = "uint64"
		}
		return s
	}
	panic(fmt.Sprintf("no schema says what JSON a %v is", t)) // an error of the program, at every start
}

func null() *openapi.Schema { return &openapi.Schema{Type: "null"} }

// object describes a struct, once, and refers to it.
func (d *describer) object(t reflect.Type, hint string) *openapi.Schema {
	name := nameSchema(t, hint)
	reference := &openapi.Schema{Ref: "#/components/schemas/" + name}
	if already, ok := d.names[name]; ok && already == t {
		return reference
	} else if ok {
		panic(fmt.Sprintf("the schemas of %v and %v are both named %s", t, already, name)) // an error of the program, at every start
	}
	d.names[name] = t
	s := &openapi.Schema{Type: openapi.TypeObject, Properties: map[string]*openapi.Schema{}, AdditionalProperties: false}
	d.schemas[name] = s
	for _, f := range api.FieldsOf(t) {
		of := f.Of
		if f.Omitted && of.Kind() == reflect.Pointer {
			of = of.Elem() // where it is there, it is not null
		}
		is := d.schema(of, name+"-"+f.Name)
		is.Nullable = is.Nullable || f.Nullable
		if !f.Omitted {
			s.Required = append(s.Required, f.Name)
		}
		is.Description = cmp.Or(f.Doc, is.Description)
		words := is
		if len(is.AnyOf) > 0 {
			words = is.AnyOf[0]
		}
		for _, value := range f.Values {
			words.Enum = append(words.Enum, value)
		}
		s.Properties[f.Name] = is
	}
	return reference
}

// statuses says when an operation answers with each status.
var statuses = map[int]string{
	http.StatusNotModified:           "The client has the answer already.",
	http.StatusBadRequest:            "The request is wrong: a field, its value, or the JSON.",
	http.StatusForbidden:             "A page of another site asks.",
	http.StatusMisdirectedRequest:    "Host is not a name of this server.",
	http.StatusNotAcceptable:         "The answer has no form that the client accepts.",
	http.StatusRequestTimeout:        "The body comes too slowly.",
	http.StatusRequestEntityTooLarge: "The body is too large.",
	http.StatusUnsupportedMediaType:  "The body has another form than wanted.",
	http.StatusUnprocessableEntity:   "The question cannot be answered, or not within its budget.",
	http.StatusTooManyRequests:       "Too many requests came from this address; Retry-After says when to try again.",
	http.StatusServiceUnavailable:    "Too many questions wait; Retry-After says when to try again.",
}

// describe returns the description of an operation by a method.
func (d *describer) describe(op *api.Operation, method string) *openapi.Operation {
	o := &openapi.Operation{
		OperationID: op.ID, Method: method, Path: api.Prefix + op.Path, Summary: op.Summary,
		Responses: map[string]*openapi.Response{},
	}
	codes := []int{http.StatusBadRequest, http.StatusNotAcceptable, http.StatusTooManyRequests, http.StatusServiceUnavailable}
	if !op.Fresh {
		codes = append(codes, http.StatusNotModified)
	}
	if slices.ContainsFunc(op.Fields, func(f api.Field) bool { return f.Name == "max_memory" }) {
		codes = append(codes, http.StatusUnprocessableEntity)
	}
	if strings.Contains(op.Path, "{name}") {
		o.Parameters = append(o.Parameters, &openapi.Param{Name: "name", In: "path", Required: true, Description: "a game, or a code", Schema: &openapi.Schema{Type: openapi.TypeString}})
	}
	if method == http.MethodPost {
		if slices.Contains(op.Methods, http.MethodGet) {
			o.OperationID += "-by-post"
		}
		codes = append(codes, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
		o.RequestBody = d.body(op)
	}
	if method == http.MethodGet || op.Text {
		for _, f := range op.Fields {
			if !f.InAddress() || f.Name == "name" && strings.Contains(op.Path, "{name}") {
				continue
			}
			o.Parameters = append(o.Parameters, &openapi.Param{
				Name: f.Name, In: "query", Description: f.Doc, Required: f.Required && method == http.MethodGet, Schema: d.property(op, f),
			})
		}
	}
	o.Responses["200"] = &openapi.Response{Description: "The answer", Content: d.answers(op)}
	d.problems(o, codes)
	return o
}

// describePlain returns the description of what answers with a text.
func (d *describer) describePlain(path, id, summary string, codes ...int) *openapi.Operation {
	o := &openapi.Operation{OperationID: id, Method: http.MethodGet, Path: path, Summary: summary, Responses: map[string]*openapi.Response{
		"200": {Description: "The answer", Content: map[string]*openapi.MediaType{"text/plain": {Schema: &openapi.Schema{Type: openapi.TypeString}}}},
	}}
	d.problems(o, codes)
	return o
}

// problems describes the other statuses of an operation.
func (d *describer) problems(o *openapi.Operation, codes []int) {
	for _, code := range append(codes, http.StatusForbidden, http.StatusMisdirectedRequest) {
		r := &openapi.Response{Description: statuses[code]}
		if code != http.StatusNotModified {
			r.Content = map[string]*openapi.MediaType{"application/problem+json": {Schema: d.schema(reflect.TypeFor[api.Problem](), "")}}
		}
		o.Responses[fmt.Sprint(code)] = r
	}
}

// property returns the schema of a field of a question.
func (d *describer) property(op *api.Operation, f api.Field) *openapi.Schema {
	s := d.schema(api.Plain(f.Of), op.ID+"-"+f.Name)
	s.Nullable = false
	if f.Index != nil {
		if usual := reflect.ValueOf(op.Usually).FieldByIndex(f.Index); !usual.IsZero() && f.Of.Kind() != reflect.Slice {
			s.Default = usual.Interface()
		}
	}
	return s
}

// body returns the schema of the body of a question.
func (d *describer) body(op *api.Operation) *openapi.RequestBody {
	s := &openapi.Schema{Type: openapi.TypeObject, Properties: map[string]*openapi.Schema{}, AdditionalProperties: false}
	for _, f := range op.Fields {
		is := d.property(op, f)
		is.Description = f.Doc
		s.Properties[f.Name] = is
		if f.Required {
			s.Required = append(s.Required, f.Name)
		}
	}
	content := map[string]*openapi.MediaType{"application/json": {Schema: s}}
	if op.Text {
		content["text/plain"] = &openapi.MediaType{Schema: &openapi.Schema{Type: openapi.TypeString, Description: "the text of the file; the other fields are parameters of the address"}}
	}
	return &openapi.RequestBody{Required: true, Content: content}
}

// answers returns the forms of the answer.
func (d *describer) answers(op *api.Operation) map[string]*openapi.MediaType {
	forms := map[string]*openapi.MediaType{}
	for _, f := range op.Forms {
		kind, _, _ := strings.Cut(f.ContentType, ";")
		s := &openapi.Schema{Type: openapi.TypeString}
		switch {
		case kind == "application/json":
			t := op.Answer
			if _, ok := d.unions[t]; !ok && t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			s = d.schema(t, op.ID+"-answer")
			for _, s := range append(s.AnyOf, s) {
				if whole := d.schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]; whole != nil {
					whole.Properties["version"] = &openapi.Schema{Type: openapi.TypeString, Description: "the version of the program, with its commit, at the end of an answer"}
				}
			}
		case !strings.HasPrefix(kind, "text/"):
			s.Format = "binary"
		}
		forms[kind] = &openapi.MediaType{Schema: s}
	}
	forms["text/event-stream"] = &openapi.MediaType{Schema: &openapi.Schema{
		Type:        openapi.TypeString,
		Description: `events "progress" with {"counted", "done", "total"}, and then "answer" with the answer, or "error" with a problem document`,
	}}
	return forms
}
