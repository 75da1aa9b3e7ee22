// Package vector says which vector instructions the processor has, for the packages
// that have assembly for them.
package vector
