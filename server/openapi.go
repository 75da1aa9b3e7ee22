package server

// This file describes the operations in OpenAPI, from the Go types of questions and
// answers.

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// prefix is where the operations stand.
const prefix = "/api/v1/"

// describe returns the description of an operation by a method.
func describe(api huma.API, op *operation, method string) *huma.Operation {
	registry := api.OpenAPI().Components.Schemas
	d := &huma.Operation{
		OperationID: op.id, Method: method, Path: prefix + op.path, Summary: op.summary,
		Responses: map[string]*huma.Response{},
	}
	if method == http.MethodPost {
		d.OperationID += "-posted"
	}
	answers := map[string]*huma.MediaType{}
	for _, f := range op.forms {
		kind, _, _ := strings.Cut(f.contentType, ";")
		answers[kind] = &huma.MediaType{}
		if kind == "application/json" && op.answer != nil {
			answers[kind].Schema = &huma.Schema{}
		}
	}
	d.Responses["200"] = &huma.Response{Description: "The answer", Content: answers}
	_ = registry
	return d
}
