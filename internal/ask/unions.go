//go:build !playing

package ask

import (
	"math/big"
	"reflect"
)

// Unions returns the types whose JSON has one of several types. A nil
// among these stands for null.
func Unions() map[reflect.Type][]any {
	return map[reflect.Type][]any{
		reflect.TypeFor[number]():        {uint64(0), infinity{}, nil},
		reflect.TypeFor[nimValue]():      {uint64(0), "", infinity{}, nil},
		reflect.TypeFor[ordinalNumber](): {new(big.Int), ""},
		reflect.TypeFor[step]():          {NimSum{}, ReadingStep{}, MexStep{}, Pairing{}, Comparison{}, MisereStep{}, Replies{}},
		reflect.TypeFor[cells]():         {[]cell{}, [][]cell{}, [][][]cell{}, [][][][]cell{}},
		reflect.TypeFor[cell]():          {uint64(0), "", infinity{}, Genus{}, nil},
		reflect.TypeFor[said]():          {uint64(0), "", nil},
		reflect.TypeFor[nodes]():         {[]GraphNode{}},

		reflect.TypeFor[*Guessed]():   {Guessed{}, nil},
		reflect.TypeFor[*Described](): {[]GameEntry{}, Code{}},
		reflect.TypeFor[*Valued]():    {Table{}},
	}
}
