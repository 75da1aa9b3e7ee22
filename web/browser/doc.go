// Package browser tests the page of grundy serve in a real browser:
//
//	go test -C web/browser
//
// The tests build the command, start its server on a free port of the loopback, and drive
// Chromium. Without Chromium they skip, and say so. They wait for what the page
// says of itself (data-screen, data-pending, aria-busy and the like), and never for a
// time.
//
//	GRUNDY_LONG=whole   plays more games to the end, and speaks of all in each language
//	GRUNDY_SHOTS=DIR    writes a picture of every state, in both themes and both widths
//	GRUNDY_SLOW=6       slows the page down six times
//	GRUNDY_SERVER=URL   tests a server that runs already
//
// They are a module of their own, so that the command needs no browser's driver.
package browser
