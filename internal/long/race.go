//go:build race

package long

const racing = true
