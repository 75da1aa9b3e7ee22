package heap

// All-but games and partition games have names of their own; each is translated to a code and
// played by it.

import (
	"slices"

	"github.com/grundy-games/grundy"
	"github.com/grundy-games/grundy/games/heap/sequence"
)

// mostExcluded is the largest number that an all-but game may exclude: its code
// has that many digits.
const mostExcluded = 1 << 16

// PlaceAllBut makes a component of the form allbut[1,3](20): a move takes any
// positive number from one heap but those in brackets, each 1 … 65,536. In codes
// it is 0.0303[3], or shorter 0.030[3]: d_i = 3, leave at most one heap, for each
// i that may be taken, for ever.
func PlaceAllBut(brackets, args []grundy.Arg) (grundy.Component, error) {
	code, name, err := allBut(brackets)
	if err != nil {
		return nil, err
	}
	return (&TakeAndBreak{code: code, name: name}).Place(args)
}

func allBut(brackets []grundy.Arg) (sequence.Code, string, error) {
	numbers, err := ascending(brackets, 1, mostExcluded, "%s cannot be excluded")
	if err != nil {
		return sequence.Code{}, "", err
	}
	if len(numbers) == 0 {
		return sequence.Code{}, "", grundy.BracketErrorf(-1, "no number that may not be taken: want at least one, as in allbut[1,3](20)")
	}
	return sequence.AllBut(numbers...), formName("allbut", numbers), nil
}

// PlacePartition makes a component of the form partition[2,3](12): a move
// divides one heap into as many heaps as one of the numbers in brackets, 2 … 63,
// says. In codes it is {2,3}.0.
func PlacePartition(brackets, args []grundy.Arg) (grundy.Component, error) {
	return placePartition("partition", "", brackets, args)
}

// PlaceEqualPartition makes a component of the form partition-equal[2,3](12),
// {2,3}=.0, where the heaps that a move leaves must all be of one size.
func PlaceEqualPartition(brackets, args []grundy.Arg) (grundy.Component, error) {
	return placePartition("partition-equal", "=", brackets, args)
}

// PlaceDistinctPartition makes a component of the form
// partition-distinct[2,3](12), {2,3}!.0, where the heaps that a move leaves must
// all be of different sizes.
func PlaceDistinctPartition(brackets, args []grundy.Arg) (grundy.Component, error) {
	return placePartition("partition-distinct", "!", brackets, args)
}

func placePartition(name, sizes string, brackets, args []grundy.Arg) (grundy.Component, error) {
	numbers, err := ascending(brackets, 2, sequence.MostListed, "%s parts are none to divide a heap into")
	if err != nil {
		return nil, err
	}
	if len(numbers) == 0 {
		return nil, grundy.BracketErrorf(-1, "no number of parts: want at least one, as in %s[2,3](12)", name)
	}
	code := sequence.MustCode(string(grundy.AppendNumbers(nil, '{', numbers, '}')) + sizes + ".0")
	return (&TakeAndBreak{code: code, name: formName(name, numbers)}).Place(args)
}

// ascending reads the numbers in brackets, each lo … hi, and sorts them.
func ascending(brackets []grundy.Arg, lo, hi uint64, wrong string) ([]uint64, error) {
	numbers := make([]uint64, len(brackets))
	for i, a := range brackets {
		v, ok := a.Uint64()
		if !ok || v < lo || v > hi {
			return nil, grundy.BracketErrorf(i, wrong+": want %d … %d", a.Text, lo, hi)
		}
		numbers[i] = v
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}

// formName returns name[1,3].
func formName(name string, numbers []uint64) string {
	return string(grundy.AppendNumbers([]byte(name), '[', numbers, ']'))
}
