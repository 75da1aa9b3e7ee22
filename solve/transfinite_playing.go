//go:build playing

package solve

import (
	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/theory/compound"
)

// The first program of the page leaves infinite heaps to the second one, as games that are made of others.

// Endless says whether heaps of infinite size are understood.
const Endless = false

func transfiniteWays() []row { return nil }

// IsEndless reports whether a component has options that cannot be listed: none has here.
func IsEndless(grundy.Component) bool { return false }

// Described describes the options of a component that cannot be listed: there are none here.
func Described(grundy.Component) []EndlessHeap { return nil }

// Examples returns some options of a component with options that cannot be listed.
func Examples(grundy.Component) []grundy.Component { return nil }

// ReadOption returns an option that a text writes: there is none here.
func ReadOption(grundy.Component, string) grundy.Component { return nil }

// Transfinite returns a component with options that cannot be listed: there is none here.
func Transfinite(grundy.Sum) grundy.Component { return nil }

func (*decision) transfinite(*Answer) {}

func (s *solver) described(OptionsQuestion) (*OptionList, error) { panic("solve: no infinite heaps") }

func checkTransfinite(grundy.Sum, compound.Kind) error { return nil }
