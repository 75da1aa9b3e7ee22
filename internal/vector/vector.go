// Package vector tells which vector instructions the processor has, to those
// packages that have assembly for them.
package vector
