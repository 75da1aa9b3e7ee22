package main

// This file holds how JSON is written that others script against: an object field
// by field, as the lists in it may be long, and nim-values.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"grundy"
)

// An objectWriter writes one JSON object, a field a line.
type objectWriter struct {
	w     *bufio.Writer
	begun bool
	err   error
}

func (o *objectWriter) name(name string) {
	if o.begun {
		o.w.WriteString(",\n ")
	} else {
		o.w.WriteString("{")
		o.begun = true
	}
	o.value(name)
	o.w.WriteString(": ")
}

func (o *objectWriter) field(name string, v any) {
	o.name(name)
	o.value(v)
}

func (o *objectWriter) value(v any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // theorems have < in them, and no page is near
	if err := encoder.Encode(v); err != nil && o.err == nil {
		o.err = err
	}
	o.w.Write(bytes.TrimRight(text.Bytes(), "\n"))
}

func (o *objectWriter) end() error {
	o.w.WriteString("}\n")
	return errors.Join(o.err, o.w.Flush())
}

func (o *objectWriter) list(name string) *listWriter {
	o.name(name)
	o.w.WriteString("[")
	return &listWriter{o: o}
}

// A listWriter writes an array inside an object.
type listWriter struct {
	o     *objectWriter
	begun bool
}

func (l *listWriter) add(v any) {
	if l.begun {
		l.o.w.WriteString(",\n  ")
	}
	l.begun = true
	l.o.value(v)
}

func (l *listWriter) end() { l.o.w.WriteString("]") }

// writeIndented writes a value that is known as a whole, a line an element.
func writeIndented(w io.Writer, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}

// nimValueJSON returns a nim-value, finite or infinite, or nil.
func nimValueJSON(finite *uint64, infinite *grundy.LoopyValue) any {
	if infinite != nil {
		return json.RawMessage(appendNimValueJSON(nil, infinite))
	}
	if finite == nil {
		return nil
	}
	return *finite
}

// appendNimValueJSON appends a nim-value as others script against it: a number,
// {"infinity": [0,2]}, or null.
func appendNimValueJSON(dst []byte, v *grundy.LoopyValue) []byte {
	switch {
	case v == nil:
		return append(dst, "null"...)
	case !v.Infinite:
		return strconv.AppendUint(dst, uint64(v.Nim), 10)
	}
	dst = append(dst, `{"infinity": [`...)
	for i, option := range v.Options {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(option), 10)
	}
	return append(dst, "]}"...)
}

// appendJSONString appends text in quotes.
func appendJSONString(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			quoted, _ := json.Marshal(string(text))
			return append(dst, quoted...)
		}
	}
	return append(append(append(dst, '"'), text...), '"')
}
