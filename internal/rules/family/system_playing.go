//go:build playing

package family

// The page that plays knows no heaps of several kinds: the second program of the page does. Here a search
// answers.

func guessSystem(*prober) candidate { return nil }
