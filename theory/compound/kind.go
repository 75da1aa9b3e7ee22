package compound

// These kinds of compounds are known, under these names.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grundy-games/grundy"
)

// A Kind of compound says in which components a player moves in one turn, and
// when the play ends. Kinds can be compared.
type Kind uint64

const (
	Disjunctive           Kind = iota // in exactly one
	DiminishedDisjunctive             // in exactly one; the play ends when the first one ends
	Conjunctive                       // in all; the play ends when the first one ends
	ContinuedConjunctive              // in all that can; the play ends when all have ended
	Selective                         // in any non-empty set
	ShortenedSelective                // in any non-empty set; the play ends when the first one ends
	ProperSelective                   // in any non-empty set that is not all of them, those that have ended counted in
	moore                             // in at least one and at most K, which the bits above hold
)

// mooreBits is where the K of [Moore] begins.
const mooreBits = 8

// MaxMoore is the greatest K of [Moore].
const MaxMoore = 1<<(64-mooreBits) - 1

// Moore returns the kind in which a player moves in at least one and in at most
// K components, 1 <= K <= [MaxMoore] (E. H. Moore 1910).
func Moore(most uint64) Kind { return moore | Kind(most)<<mooreBits }

// Most returns the K of a kind that [Moore] returned.
func (k Kind) Most() (most uint64, ok bool) {
	return uint64(k >> mooreBits), k&(1<<mooreBits-1) == moore
}

var names = [...]string{
	"disjunctive", "diminished-disjunctive", "conjunctive", "continued-conjunctive",
	"selective", "shortened-selective", "proper-selective",
}

// String returns the kind's name, for example "proper-selective" or "moore:2".
func (k Kind) String() string {
	if most, ok := k.Most(); ok {
		return "moore:" + strconv.FormatUint(most, 10)
	}
	return names[k]
}

// Names returns the names of all kinds; "moore:K" stands for all of [Moore].
func Names() []string { return append(slices.Clone(names[:]), "moore:K") }

// ParseKind returns the kind of that name. The error names what would be right.
func ParseKind(name string) (Kind, error) {
	for k, n := range names {
		if n == name {
			return Kind(k), nil
		}
	}
	if most, ok := strings.CutPrefix(name, "moore:"); ok || name == "moore" {
		n, err := strconv.ParseUint(most, 10, 64)
		if err != nil || n < 1 || n > MaxMoore || strconv.FormatUint(n, 10) != most {
			return 0, fmt.Errorf("compound %q: want moore:K with a whole number K from 1 to %d, such as moore:2", name, uint64(MaxMoore))
		}
		return Moore(n), nil
	}
	return 0, fmt.Errorf("unknown compound %q: want %s", name, strings.Join(Names(), ", "))
}

// OneAtATime reports whether every move is a move in exactly one component.
func (k Kind) OneAtATime() bool {
	return k == Disjunctive || k == DiminishedDisjunctive || k == Moore(1)
}

// EndsEarly reports whether the play ends as soon as one component has ended.
func (k Kind) EndsEarly() bool {
	return k == DiminishedDisjunctive || k == Conjunctive || k == ShortenedSelective
}

// Reduced returns a kind that allows the same moves, now and later, in a
// compound of the given numbers of components and of those that can move, and about
// which more is known. Often it is k itself.
//
//   - In Moore's compound with K = 1 a player moves in exactly one component.
//   - If no more than K components can move, it is any non-empty set of them.
//   - If all of K+1 components can move, it is any non-empty set that is not all.
//   - In a proper selective compound in which a component has ended, any set of
//     the others is a proper one. For normal play this adds nothing.
//   - In a proper selective compound of two components a player moves in exactly
//     one. For normal play this adds nothing either.
func (k Kind) Reduced(convention grundy.Convention, components, active uint64) Kind {
	if most, ok := k.Most(); ok {
		switch {
		case most == 1:
			return Disjunctive
		case active <= most:
			return Selective
		case active == components && active-1 == most:
			k = ProperSelective
		}
	}
	if k == ProperSelective && convention == grundy.Misere {
		switch {
		case components > 1 && active < components:
			return Selective
		case components == 2:
			return Disjunctive
		}
	}
	return k
}
