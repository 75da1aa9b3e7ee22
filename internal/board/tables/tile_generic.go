//go:build !amd64 || purego

package tables

// This file stands for the assembly where there is none.

type frontScratch struct{}

func fastFillThree() (frontFiller, bool) { return nil, false }
