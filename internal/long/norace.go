//go:build !race

package long

const racing = false
