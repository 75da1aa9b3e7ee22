package rules

// This file makes scenes of positions of a file: those that draw(…) returns, or
// from the shape of the position.

import (
	"fmt"
	"strconv"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/internal/meter"
	"github.com/grundy-games/grundy/internal/rules/core"
)

// Scene implements [grundy.Scener].
func (g *game[K]) Scene(p Position) (grundy.Scene, error) { return g.run().scene(p) }

// scene returns the scene of p. Each part of a sum is a part of it.
func (r *run) scene(p Position) (grundy.Scene, error) {
	whole := grundy.Scene{Kind: grundy.SceneParts, Loose: true}
	held := meter.Open(meter.With(r.clock.Ctx, uint64(r.code.Options.MostMemory())))
	defer held.Close()
	elements := uint64(0)
	for state := range r.states(p) {
		if r.reply(state) == core.Pass {
			continue // which is not a position
		}
		var part grundy.Scene
		drawn, err := false, error(nil)
		if r.draw != nil {
			if part, drawn, err = r.code.Picture(r.clock, r.draw, state); err != nil {
				return whole, err
			}
			text := 0
			for _, s := range append(part.Parts, part) {
				elements += uint64(len(s.Elements))
				text += len(s.Text)
			}
			if err := held.Take(uint64(text)); err != nil {
				return whole, fmt.Errorf("%s: the pictures of all parts: %w", r, err)
			}
		}
		if !drawn {
			for i := range r.code.Shape.Fields {
				elements += uint64(r.code.Shape.Fields[i].Used(state))
			}
		}
		if err := grundy.FitsScene(elements, "elements"); err != nil {
			return whole, err
		}
		if !drawn {
			part = r.sceneOf(state)
		}
		part.Name = strconv.Itoa(len(whole.Parts) + 1)
		whole.Parts = append(whole.Parts, part)
	}
	if len(whole.Parts) == 1 {
		whole = whole.Parts[0]
		whole.Name = ""
	}
	return whole, nil
}

// sceneOf returns the scene of a state: that of its field, or a part for each field.
// Integers that stand together are the heaps of one part. Cells, rows and columns are
// counted from 1, as the words of moves count them.
func (f *File) sceneOf(state []int64) grundy.Scene {
	fields := f.code.Shape.Fields
	var parts []grundy.Scene
	for i := range fields {
		field := &fields[i]
		if field.Kind == Integer {
			if i == 0 || fields[i-1].Kind != Integer {
				parts = append(parts, grundy.Scene{Kind: grundy.SceneHeaps, Name: field.Name})
			}
			numbers := &parts[len(parts)-1]
			numbers.Elements = append(numbers.Elements, heapElement(field.Name, field.Name, state[field.At]))
			continue
		}
		items := field.Items(state)
		part := grundy.Scene{Name: field.Name}
		switch field.Kind {
		case Heaps:
			part.Kind, part.Loose = grundy.SceneHeaps, true
			for j, stones := range items {
				part.Elements = append(part.Elements, heapElement(grundy.ElementID(grundy.RoleHeap, uint64(j+1)), "", stones))
			}
		case Row:
			part.Kind, part.Size, part.Origin = grundy.SceneRow, []uint64{uint64(len(items))}, []uint64{1}
		case Grid:
			part.Kind, part.Size = grundy.SceneGrid, []uint64{uint64(state[field.At+1]), uint64(state[field.At])}
			part.Origin = []uint64{1, 1}
		}
		if field.Kind != Heaps {
			for j, c := range items {
				at := []uint64{uint64(j) + 1}
				if field.Kind == Grid {
					at = []uint64{uint64(j)%part.Size[0] + 1, uint64(j)/part.Size[0] + 1}
				}
				cell := grundy.Element{ID: grundy.ElementID(grundy.RoleCell, at...), Role: grundy.RoleNumber, At: at, Text: strconv.FormatInt(c, 10)}
				if field.Letters != "" {
					cell.Role, cell.Text = grundy.RoleCell, string(rune(c))
				}
				part.Elements = append(part.Elements, cell)
			}
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 {
		parts[0].Name = ""
		return parts[0]
	}
	return grundy.Scene{Kind: grundy.SceneParts, Parts: parts}
}

// heapElement returns a number as a heap, which it can be unless it is below 0.
func heapElement(id, name string, n int64) grundy.Element {
	if n >= 0 {
		return grundy.Element{ID: id, Role: grundy.RoleHeap, Count: uint64(n), Text: name}
	}
	text := strconv.FormatInt(n, 10)
	if name != "" {
		text = name + " = " + text
	}
	return grundy.Element{ID: id, Role: grundy.RoleNumber, Text: text}
}
