package main

import "testing"

func TestReplace(t *testing.T) {
	const old, path = "example.org/old", "example.org/a/new"
	for text, want := range map[string]string{
		`import "example.org/old"`:                 `import "example.org/a/new"`,
		`"example.org/old/solve" example.org/old`:  `"example.org/a/new/solve" example.org/a/new`,
		`example.org/older, my-example.org/old`:    `example.org/older, my-example.org/old`,
		`example.org/oldexample.org/old`:           `example.org/oldexample.org/old`,
		`=> example.org/old => ../; example.org/o`: `=> example.org/a/new => ../; example.org/o`,
	} {
		if got := string(replace([]byte(text), old, path)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
