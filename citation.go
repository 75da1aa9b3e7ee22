package grundy

import _ "embed" // for the file

//go:embed CITATION.cff
var citation string

// Citation says how to cite this module, in the Citation File Format 1.2.0: it is the file
// CITATION.cff.
func Citation() string { return citation }
