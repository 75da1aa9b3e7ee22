package site

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/long"
)

// unpacked undoes packed by the description in pack.go, as web/src/site/unpack.ts does.
func unpacked(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	take := func(n uint32) []byte {
		part := rest[:n]
		rest = rest[n:]
		return part
	}
	size := func() uint32 { return binary.LittleEndian.Uint32(take(4)) }
	number := func(part *[]byte) int {
		n, size := binary.Uvarint(*part)
		*part = (*part)[size:]
		return int(n)
	}
	whole := size()
	var program []byte
	var last [2]int
	for len(rest) > 0 {
		sizes := [4]uint32{size(), size(), size(), size()}
		literals, steps, lengths, distances := take(sizes[0]), take(sizes[1]), take(sizes[2]), take(sizes[3])
		for _, s := range steps {
			before, copied := int(s)/14%6, int(s)%14+shortest
			if before == manyLiterals {
				before += number(&lengths)
			}
			if copied == manyCopied {
				copied += number(&lengths)
			}
			program = append(program, literals[:before]...)
			literals = literals[before:]
			switch s / 84 {
			case 0:
				last[0], last[1] = number(&distances), last[0]
			case 2:
				last[0], last[1] = last[1], last[0]
			}
			for range copied {
				program = append(program, program[len(program)-last[0]])
			}
		}
		program = append(program, literals...)
	}
	if len(program) != int(whole) {
		t.Errorf("the packed program names %d bytes, and has %d", whole, len(program))
	}
	return program
}

// TestPacked packs texts of all kinds, and a program of more than one block, and unpacks them.
func TestPacked(t *testing.T) {
	random := chance.New(t, 1)
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint64())
	}
	binary := make([]byte, 50_000) // its runs are of all lengths, and copies overlap
	for i := range binary {
		binary[i] = byte(random.Uint64N(2))
	}
	file, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	program = program[:min(len(program), long.Or(blockSize/4, blockSize+blockSize/4))]
	for name, text := range map[string][]byte{
		"nothing": nil, "a byte": {1}, "short": []byte("ababababab, and c"), "zeros": make([]byte, blockSize+7),
		"noise": noise, "noise twice": slices.Concat(noise, noise), "two letters": binary, "a program": program,
	} {
		f, err := packed("name", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := unpacked(t, f.Text); !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes come back as %d others", name, len(text), len(got))
		}
		if most := len(text) + len(text)/100 + 100; len(f.Text) > most {
			t.Errorf("%s: %d bytes are packed in %d", name, len(text), len(f.Text))
		}
	}
	// What recurs far away is packed once.
	f, err := packed("name", slices.Concat(noise, noise))
	if err != nil {
		t.Fatal(err)
	}
	if most := len(noise) + len(noise)/50; len(f.Text) > most {
		t.Errorf("noise twice is packed in %d bytes; want at most %d", len(f.Text), most)
	}
}
