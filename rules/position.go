package rules

// A position is a sum of states, in a packed form.

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"github.com/grundy-games/grundy/internal/rules/core"
)

// A Position is a sum of positions of a game from a file: what
// grundy.Game[Position] plays. It is the packed form of their states, in
// ascending order.
type Position string

// pack returns the packed form of a state.
func (f *File) pack(state []int64) string {
	var room [64]byte // enough for most, without an allocation
	packed := room[:0]
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		if field.Kind == Integer {
			packed = binary.AppendUvarint(packed, uint64(state[field.At])-uint64(field.Lo))
			continue
		}
		for _, size := range state[field.At:][:field.Dimensions()] {
			packed = binary.AppendUvarint(packed, uint64(size))
		}
		for _, c := range field.Items(state) {
			packed = binary.AppendUvarint(packed, uint64(c)-uint64(field.Lo))
		}
	}
	if f.replies {
		packed = append(packed, byte(f.code.Shape.ReplyOf(state)))
	}
	return string(packed)
}

// A packed is text that pack wrote, from which it is read again.
type packed string

func (p *packed) next() uint64 {
	var v uint64
	for i := 0; ; i++ {
		b := (*p)[i]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			*p = (*p)[i+1:]
			return v
		}
	}
}

// unpack reads a state into dst, which holds a state before.
func (f *File) unpack(dst []int64, text string) {
	f.wipe(dst)
	p := packed(text)
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		if field.Kind == Integer {
			dst[field.At] = int64(p.next() + uint64(field.Lo))
			continue
		}
		for j := range field.Dimensions() {
			dst[field.At+j] = int64(p.next())
		}
		items := field.Items(dst)
		for j := range items {
			items[j] = int64(p.next() + uint64(field.Lo))
		}
	}
	if f.replies {
		dst[len(dst)-1] = int64(p.next())
	}
}

// wipe makes a state all 0.
func (f *File) wipe(state []int64) {
	for i := range f.code.Shape.Fields {
		field := &f.code.Shape.Fields[i]
		clear(state[field.At : field.At+field.Used(state)])
	}
	if f.replies {
		state[len(state)-1] = int64(core.Anywhere)
	}
}

// split returns the packed states of a position.
func (f *File) split(p Position) (parts []string) {
	for text := packed(p); text != ""; {
		from := text
		for i := range f.code.Shape.Fields {
			cells := uint64(1)
			for range f.code.Shape.Fields[i].Dimensions() {
				cells *= text.next()
			}
			for range cells {
				text.next()
			}
		}
		if f.replies {
			text.next()
		}
		parts = append(parts, string(from[:len(from)-len(text)]))
	}
	return parts
}

// states yields the states of a position, each valid until the next.
func (f *File) states(p Position) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		state := make([]int64, f.code.Shape.Size)
		for _, part := range f.split(p) {
			if f.unpack(state, part); !yield(state) {
				return
			}
		}
	}
}

// sumOf returns the sum of packed states, which it sorts.
func sumOf(packed []string) Position {
	slices.Sort(packed)
	return Position(strings.Join(packed, ""))
}
