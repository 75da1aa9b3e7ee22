// Package docs holds the pages of this folder, so that a program can show them.
//
// [Pages] returns them. Programs carry them, but not those for a browser: these read them from a
// file that stands beside them.
package docs
