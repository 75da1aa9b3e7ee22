package emit

// Each language writes names in its own way, and has words that cannot be names.

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A Language is one that programs are written in.
type Language string

// The languages.
const (
	Go     Language = "go"
	CPP    Language = "cpp"
	Python Language = "python"
)

// Languages lists the languages, as --emit names them.
var Languages = []Language{Go, CPP, Python}

// taken are the names that a program of a language cannot give to its own things, or
// should not.
var taken = map[Language]string{
	Go: `break case chan const continue default defer else fallthrough for func go goto if import interface map package
		range return select struct switch type var append bool byte cap clear close complex copy delete error false int len make
		max min new nil panic print println real recover rune string true uint64 main init in out bufio fmt os slices strings bits
		strconv readInt readUint readWord readLine floorDiv floorMod pick sum at cut lines`,
	CPP: `alignas and array asm auto bool break case catch char class const continue default delete do double else enum
		explicit export extern false float for friend goto if inline int long mutable namespace new not operator or private
		protected public register return short signed sizeof static string struct switch template this throw true try typedef
		typename union unsigned using virtual void volatile while xor vector map set pair tuple main min max count find sort
		left right move swap size data begin end next prev distance fill copy reverse rotate unique merge search hash less plus
		minus function get tie list stack queue bitset complex ratio accumulate y0 y1 j0 j1 yn jn gamma index time remove rename
		cin cout getchar len text contains cut floor_div floor_mod read_int read_uint read_word read_line at total_of`,
	Python: `False None True and as assert async await break class continue def del elif else except finally for from global
		if import in is lambda nonlocal not or pass raise return try while with yield len min max sum any all sorted reversed list
		str int range enumerate zip abs tuple bool dict set print input map filter open main sys data`,
}

// name returns how the language writes a name of the rule language.
func (l Language) name(name string) string {
	if l == Go {
		name = camel(name)
	}
	if slices.Contains(strings.Fields(taken[l]), name) || l != Python && helperNames()[name] {
		if l == Go {
			return name + "0"
		}
		return name + "_"
	}
	return name
}

// camel turns nim_sum into nimSum, and leaves names in capitals as they are.
func camel(name string) string {
	if strings.ToUpper(name) == name && len(name) > 1 {
		name = strings.ToLower(name)
	}
	var b strings.Builder
	up := false
	for i, r := range name {
		switch {
		case r == '_' && i > 0:
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// helperNames are the names of all helpers.
var helperNames = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, line := range strings.Split(goHelpers+cppHelpers, "\n") {
		if name, ok := strings.CutPrefix(line, "-- "); ok {
			all[name], all[camel(name)] = true, true
		}
	}
	return all
})
