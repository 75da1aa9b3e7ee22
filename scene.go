package grundy

// A scene is a position described as data; the terminal, files and pages all draw the same one.

import (
	"fmt"
	"strconv"
)

// A Scene describes what a position looks like, as data: the terminal, files and pages
// draw it, and need not know the game. Its JSON, which docs/scenes.md describes, does
// not change its meaning.
//
// Elements have names that stay the same while a game is played, as far as that can be:
// the difference of two scenes is the move. Package scene computes it.
type Scene struct {
	Kind SceneKind `json:"kind" enum:"heaps,row,grid,board,coins,tree,graph,hackenbush,text,parts"`
	// Name tells a part from the other parts: the name of a field, or a number.
	Name string `json:"name,omitempty"`
	// Size is the number of cells along each axis, x first, of a row, grid or board; 0
	// where there is no far edge.
	Size []uint64 `json:"size,omitempty"`
	// Origin is the number of the first cell or coin along each axis, if not 0.
	Origin   []uint64  `json:"origin,omitempty"`
	Elements []Element `json:"elements,omitempty"`
	// Loose says that the elements, or the parts, have no order. Their names are then
	// numbers that mean nothing, and a move may exchange them.
	Loose bool `json:"loose,omitempty"`
	// Undirected says that the edges of a graph have no direction.
	Undirected bool `json:"undirected,omitempty"`
	// Upward says that y runs upward in a grid.
	Upward bool   `json:"upward,omitempty"`
	Text   string `json:"text,omitempty"` // of a SceneText: lines without an end behind the last
	// Parts are what a SceneParts consists of.
	Parts []Scene `json:"parts,omitempty"`
}

// A SceneKind says how the elements of a scene stand beside each other.
type SceneKind string

const (
	SceneHeaps      SceneKind = "heaps"      // heaps, and numbers
	SceneRow        SceneKind = "row"        // cells beside each other, from 0
	SceneGrid       SceneKind = "grid"       // cells: x to the right, y downward, unless Upward
	SceneBoard      SceneKind = "board"      // a piece, and blocked cells: y upward, any number of axes
	SceneCoins      SceneKind = "coins"      // coins that show heads, in a line or a plane; all others show tails
	SceneTree       SceneKind = "tree"       // nodes with coins on them, and edges to the parents; the first is the root
	SceneGraph      SceneKind = "graph"      // nodes, edges with a direction, and a piece on a node
	SceneHackenbush SceneKind = "hackenbush" // nodes, the first of which is the ground, and edges that can be cut
	SceneText       SceneKind = "text"       // lines of text
	SceneParts      SceneKind = "parts"      // several scenes: the fields of a position, or its independent parts
)

// An Element is a part of a scene that a move may touch.
type Element struct {
	ID   string `json:"id"` // such as heap-2, cell-4-1, edge-7; or the name of a field
	Role Role   `json:"role" enum:"heap,number,cell,blocked,piece,coin,node,edge"`
	// At is where a cell, piece, blocked cell or coin stands: a number for each axis.
	At []uint64 `json:"at,omitempty"`
	// Count is how many stones a heap has, or how many coins lie on a node.
	Count uint64 `json:"count,omitempty"`
	// Text is what is written: in a cell its letter or number; on a piece the letter for
	// it; at a heap, a number or a node its name, if it has one.
	Text string `json:"text,omitempty"`
	// Ends are the IDs of the two nodes of an edge: from, to; child, parent in a tree.
	Ends []string `json:"ends,omitempty"`
	// On is the ID of the node on which a piece stands.
	On string `json:"on,omitempty"`
}

// A Role says what an element is.
type Role string

const (
	RoleHeap    Role = "heap"
	RoleNumber  Role = "number" // a cell with a number; or, beside heaps, "x = -3", which no heap can be
	RoleCell    Role = "cell"
	RoleBlocked Role = "blocked" // a cell where no piece may stand
	RolePiece   Role = "piece"
	RoleCoin    Role = "coin"
	RoleNode    Role = "node"
	RoleEdge    Role = "edge"
)

// A Scener describes positions as scenes.
type Scener[P any] interface {
	// Scene returns the scene of p. The error comes from rules that fail, or wraps
	// [ErrTooLarge] where there would be more than [MaxElements] elements.
	Scene(p P) (Scene, error)
}

// A ValueReader reads the nim-value of a position off its scene, as its closed form does.
type ValueReader[P any] interface {
	// ReadValue returns the numbers by which the elements of p's scene give its nim-value.
	ReadValue(p P) Reading
}

// A Reading says how the elements of a scene give a nim-value: it is the nim-sum of those
// that count. Elements without a say in it are left out.
type Reading struct {
	Elements []ElementValue
	Says     []string // how the numbers are found: what they are in one line, and why
}

// An ElementValue is what an element of a scene has to do with the nim-value.
type ElementValue struct {
	ID    string
	Name  string // what people call it, such as "step 3"
	Value uint64
	Use   ElementUse
}

// An ElementUse says what becomes of the number of an element.
type ElementUse string

const (
	UseCounts ElementUse = "counts" // it is one of those whose nim-sum is the nim-value
	UseWithin ElementUse = "within" // the number of another element is made of it
	UseIdle   ElementUse = "idle"   // the element does not count, and has no number
)

// MaxElements bounds the elements of a scene.
const MaxElements = 1 << 16

// FitsScene returns an error, which wraps [ErrTooLarge], where a scene would have more
// than [MaxElements] of what is called things, such as "heaps".
func FitsScene(count uint64, things string) error {
	if count > MaxElements {
		return fmt.Errorf("a picture of %d %s, more than %d: %w", count, things, MaxElements, ErrTooLarge)
	}
	return nil
}

// ElementID returns the ID of an element: its role and the numbers that tell it from others.
func ElementID(r Role, numbers ...uint64) string {
	id := []byte(r)
	for _, n := range numbers {
		id = strconv.AppendUint(append(id, '-'), n, 10)
	}
	return string(id)
}

// HeapsScene returns the scene of heaps, numbered from 1.
func HeapsScene(heaps ...uint64) (Scene, error) {
	s := Scene{Kind: SceneHeaps}
	if err := FitsScene(uint64(len(heaps)), "heaps"); err != nil {
		return s, err
	}
	for i, stones := range heaps {
		s.Elements = append(s.Elements, Element{ID: ElementID(RoleHeap, uint64(i+1)), Role: RoleHeap, Count: stones})
	}
	return s, nil
}

// BoardScene returns the scene of a piece on a board of these sides, 0 where it has no
// far edge. The letter says which piece it is.
func BoardScene(letter string, sides, cell []uint64, blocked ...[]uint64) (Scene, error) {
	s := Scene{Kind: SceneBoard, Size: sides}
	if err := FitsScene(uint64(len(blocked)), "blocked cells"); err != nil {
		return s, err
	}
	for _, b := range blocked {
		s.Elements = append(s.Elements, Element{ID: ElementID(RoleBlocked, b...), Role: RoleBlocked, At: b})
	}
	s.Elements = append(s.Elements, Element{ID: string(RolePiece), Role: RolePiece, At: cell, Text: letter})
	return s, nil
}

// CoinsScene returns the scene of the coins that show heads, in a line or in a plane.
// The first coin of all is at origin.
func CoinsScene(origin []uint64, heads ...[]uint64) (Scene, error) {
	s := Scene{Kind: SceneCoins, Origin: origin}
	if err := FitsScene(uint64(len(heads)), "coins"); err != nil {
		return s, err
	}
	for _, at := range heads {
		s.Elements = append(s.Elements, Element{ID: ElementID(RoleCoin, at...), Role: RoleCoin, At: at})
	}
	return s, nil
}
