package sequence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/grundy-games/grundy/internal/chance"
	"github.com/grundy-games/grundy/internal/fuzz"
)

// A checkpoint that was cut or changed anywhere is refused.
func TestBadCheckpoints(t *testing.T) {
	s := NewSession(MustCode("0.16"), 100_000)
	for s.Solution().Length < 40_000 {
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := s.Save(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	random := chance.New(t, 7)
	for range 40 {
		if _, err := Resume(bytes.NewReader(whole[:random.IntN(len(whole))]), 1000); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("a part was accepted: %v", err)
		}
		other := slices.Clone(whole)
		other[random.IntN(len(other))] ^= 4
		if _, err := Resume(bytes.NewReader(other), 1000); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("a changed checkpoint was accepted: %v", err)
		}
	}
}

// seedCheckpoints are of every engine, one of them of a run that dropped most of
// its history. They are small, as they are read again for each input.
func seedCheckpoints(f testing.TB) (files [][]byte) {
	for _, c := range []struct {
		code   string
		values uint64
	}{
		{"0.77", 100}, {"0.3F", 40}, {"0.[3]", 40}, {"0.354", 3000}, {"0.6", 1536}, {"0.354", 17_000}, {"0.106", 70_000},
	} {
		s := NewSession(MustCode(c.code), c.values)
		if c.code == "0.6" {
			s.run.tryAt = 0 // blocks as soon as they can be
		}
		for done := false; !done && s.Solution().Length < c.values; {
			var err error
			if done, err = s.Advance(f.Context()); err != nil {
				f.Fatal(err)
			}
		}
		var file bytes.Buffer
		if err := s.Save(&file); err != nil {
			f.Fatal(err)
		}
		files = append(files, file.Bytes())
	}
	return files
}

// FuzzResume changes the fields of checkpoints by a script, or their bytes, and
// makes the hash fit: other files are refused, and a file that is accepted
// makes no engine panic, or go on without end.
func FuzzResume(t *testing.F) {
	f := fuzz.Seeds(t)
	keepLess(f, 1<<15, 1<<14)
	files := seedCheckpoints(f)
	for i := range files {
		f.Add(uint8(i), []byte{}, []byte{})
		f.Add(uint8(i), []byte{3, 0, 1, 9, 2, 7}, []byte{})
		f.Add(uint8(i), []byte{}, []byte{40, 0, 255, 200, 1, 3})
	}
	f.Add(uint8(0), []byte{2, 1}, []byte{}) // audits that were due before the first value
	f.Add(uint8(4), []byte{4, 1}, []byte{}) // a mask without a bit
	f.Fuzz(func(t *testing.T, which uint8, fields, changes []byte) {
		if len(fields) > 16 || len(changes) > 24 {
			return // long scripts find nothing more, and take long to be made short
		}
		file := slices.Clone(files[int(which)%len(files)])
		file = changeFields(t, file, fields)
		for ; len(changes) >= 3; changes = changes[3:] { // two bytes say where, one what
			if at := int(changes[0]) | int(changes[1])<<8; at < len(file)-sha256.Size {
				file[at] ^= changes[2]
			}
		}
		s, err := Resume(bytes.NewReader(hashed(file[:len(file)-sha256.Size])), 71_000)
		if err != nil {
			if !errors.Is(err, ErrCheckpoint) {
				t.Errorf("the error does not wrap ErrCheckpoint: %v", err)
			}
			return
		}
		// Each engine goes on for as little as it can, and stops when it is told to: the
		// sets of a game of partition take time that grows with the square of the values.
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s.run.limit = min(s.run.limit, s.run.length()+20)
		if e, ok := s.run.fast.(*blockEngine); ok {
			e.limit = s.run.limit
		}
		for range 2 {
			if done, err := s.Advance(ctx); done || err != nil {
				break
			}
		}
		if err := s.Save(io.Discard); err != nil {
			t.Error(err)
		}
	})
}

// changeFields changes numbers and lists of a checkpoint, by two bytes each.
func changeFields(t *testing.T, file, script []byte) []byte {
	if len(script) < 2 {
		return file
	}
	return changed(t, file, func(v *saved) {
		for ; len(script) >= 2; script = script[2:] {
			changeField(v, int(script[0]), int64(script[1]))
		}
	})
}

func changeField(v *saved, at int, how int64) {
	var numbers []reflect.Value
	var lists []reflect.Value
	var walk func(x reflect.Value)
	walk = func(x reflect.Value) {
		switch x.Kind() {
		case reflect.Struct:
			for i := range x.NumField() {
				walk(x.Field(i))
			}
		case reflect.Slice:
			lists = append(lists, x)
			for i := range min(x.Len(), 3) {
				walk(x.Index(i))
			}
		case reflect.Int, reflect.Uint32, reflect.Uint8:
			numbers = append(numbers, x)
		}
	}
	walk(reflect.ValueOf(v).Elem())
	if at < len(lists) && how%4 == 0 {
		if l := lists[at]; how%8 == 0 {
			l.SetLen(l.Len() / 2)
		} else if l.Len() < 1000 {
			l.Set(reflect.AppendSlice(l, l))
		}
		return
	}
	n := numbers[at%len(numbers)]
	to := []int64{-1, 0, 1, 1 << 40, 1 << 62, -1 << 63, how, 512 * how}[how%8]
	if how%16 > 7 {
		to = how - 128
		if n.Kind() == reflect.Int {
			to += n.Int()
		}
	}
	if n.Kind() == reflect.Int {
		n.SetInt(int64(int(to)))
	} else {
		n.SetUint(uint64(uint8(to)))
	}
}

// changed returns the checkpoint with other numbers, and cuts or fills what follows
// them to the sizes that they say. Its hash is the one that fits.
func changed(t *testing.T, file []byte, change func(v *saved)) []byte {
	t.Helper()
	in := bytes.NewBuffer(file[len(checkpointFormat):])
	var v saved
	line, _ := in.ReadBytes('\n')
	if err := json.Unmarshal(line, &v); err != nil {
		t.Fatal(err)
	}
	rest := in.Next(in.Len() - sha256.Size)
	change(&v)
	size := 0
	switch l := &v.Ledger; v.Engine {
	case "words":
		if size = l.History + l.Recent; l.Packed {
			size /= 2
		}
		size += l.Tail + len(l.Snapshots)*l.SnapshotSize
	case "blocks":
		size = 2 * v.Blocks.Next
	default:
		size = 4 * v.Values
	}
	if 0 <= size && size < 1<<20 {
		rest = append(rest[:min(size, len(rest)):len(rest)], make([]byte, max(0, size-len(rest)))...)
	}
	var out bytes.Buffer
	out.WriteString(checkpointFormat)
	if err := json.NewEncoder(&out).Encode(v); err != nil {
		t.Fatal(err)
	}
	out.Write(rest)
	return hashed(out.Bytes())
}

// hashed returns the bytes of a checkpoint and their hash.
func hashed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(body, sum[:]...)
}

// Numbers that no run has are refused, however little they are wrong.
func TestForeignNumbers(t *testing.T) {
	keepLess(t, 1<<15, 1<<14)
	files := map[string][]byte{}
	for i, file := range seedCheckpoints(t) {
		files[[]string{"0.77", "0.3F", "0.[3]", "0.354", "0.6", "0.354 by words", "0.106"}[i]] = file
	}
	try := func(code, what string, change func(v *saved)) {
		t.Helper()
		if _, err := Resume(bytes.NewReader(changed(t, files[code], change)), 71_000); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("%s: %s: %v", code, what, err)
		}
	}
	for code, file := range files {
		if _, err := Resume(bytes.NewReader(changed(t, file, func(*saved) {})), 71_000); err != nil {
			t.Errorf("%s: %v", code, err)
		}
		try(code, "audits", func(v *saved) { v.NextAudits++ })
		try(code, "a time before the first", func(v *saved) { v.TryAt = -1 })
		try(code, "a proof before the first", func(v *saved) { v.ProveAt = -1 })
		try(code, "another engine", func(v *saved) { v.Engine = "words and blocks" })
		try(code, "a game that is none", func(v *saved) { v.Game = "0.77x" })
	}

	// Of the scalar engine.
	try("0.354", "a negative number of values", func(v *saved) { v.Values = -1 })
	try("0.354", "too many values", func(v *saved) { v.Values = scalarLimit + 1 })
	try("0.354", "mask", func(v *saved) { v.Mask = 1 << 30 })
	try("0.354", "a rare heap of nothing", func(v *saved) { v.Scalar.Rare[0] = 0 })
	try("0.354", "rare heaps out of order", func(v *saved) { v.Scalar.Rare[1] = v.Scalar.Rare[0] })
	try("0.354", "rare heap that is not known", func(v *saved) { v.Scalar.Rare[len(v.Scalar.Rare)-1] = v.Values })
	scalar := []func(s *savedScalar) *int{
		func(s *savedScalar) *int { return &s.Known }, func(s *savedScalar) *int { return &s.RenewAt },
	}
	for i, number := range scalar {
		for _, to := range []int{-1, 1 << 30} {
			try("0.354", []string{"known", "renew"}[i], func(v *saved) { *number(&v.Scalar) = to })
		}
	}
	try("0.354", "a part of nothing", func(v *saved) { v.Scalar.Late = [][]int{{0}} })
	try("0.354", "a part that is not known", func(v *saved) { v.Scalar.Late = [][]int{{v.Values}} })

	// Of words, just too small or too large.
	for _, code := range []string{"0.354 by words", "0.106"} {
		words := func(what string, change func(l *savedLedger)) {
			t.Helper()
			try(code, what, func(v *saved) { change(&v.Ledger) })
		}
		try(code, "mask", func(v *saved) { v.Mask = 0 })
		try(code, "mask of too many bits", func(v *saved) { v.Mask = 1 << 8 })
		words("next", func(l *savedLedger) { l.Next += block / 2 })
		words("history", func(l *savedLedger) { l.History -= block })
		words("recent", func(l *savedLedger) { l.Recent = l.Next })
		words("no rows", func(l *savedLedger) { l.Rows = 0 })
		words("rows", func(l *savedLedger) { l.Rows = maxCodes + 1 })
		words("learn", func(l *savedLedger) { l.LearnAt = -1 })
		words("learn", func(l *savedLedger) { l.LearnAt = 4 * (l.Next + 1) })
		words("widest", func(l *savedLedger) { l.Widest = -1 })
		words("widest", func(l *savedLedger) { l.Widest = l.Next + 1 })
		words("packed", func(l *savedLedger) { l.Packed, l.Rows = true, mostPacked+1 })
		words("searched", func(l *savedLedger) { l.Searched = l.Next + 1 })
		words("searched", func(l *savedLedger) { l.Searched = l.Anchor - 1 })
		words("a tail without an anchor", func(l *savedLedger) { l.Anchor, l.Tail = 0, patternSize })
		words("tail", func(l *savedLedger) { l.Tail = patternSize - 1 })
		words("lists", func(l *savedLedger) { l.Lists = l.Lists[1:] })
		words("snapshot size", func(l *savedLedger) { l.SnapshotSize = 0 })
		words("snapshot size", func(l *savedLedger) { l.SnapshotSize += block })
		words("every", func(l *savedLedger) { l.Every = -block })
		words("every", func(l *savedLedger) { l.Every++ })
		words("snapshot", func(l *savedLedger) { l.Snapshots[0] = l.SnapshotSize - block })
		words("snapshot", func(l *savedLedger) { l.Snapshots[0] = l.Next + block })
		words("snapshot", func(l *savedLedger) { l.Snapshots[0]++ })
		words("marks", func(l *savedLedger) { l.Marked = append(l.Marked, 1) })
		words("a witness without its third number", func(l *savedLedger) { l.Lists[0].Witnesses = append(l.Lists[0].Witnesses, 1) })
		words("aligned", func(l *savedLedger) { l.Lists[0].Aligned = -1 })
		words("aligned", func(l *savedLedger) { l.Lists[0].Aligned = len(l.Lists[0].Witnesses)/3 + 1 })
		words("a late part", func(l *savedLedger) { l.Lists[0].Far = []int{0} })
		words("a late part", func(l *savedLedger) { l.Lists[0].Far = []int{l.Next} })
		words("late parts", func(l *savedLedger) { l.Lists[0].Far = slices.Repeat([]int{1}, lateLimit+1) })
		for _, w := range [][3]int{{0, 1, 1}, {witnessSpan, 1, 1}, {9, -1, 1}, {9, maxCodes, 1}, {9, 1, -1}, {9, 1, 1 << 30}} {
			words("a witness", func(l *savedLedger) { l.Lists[0] = savedList{Witnesses: w[:]} })
		}
		words("an aligned witness that is not", func(l *savedLedger) { l.Lists[0] = savedList{Witnesses: []int{9, 1, 9}, Aligned: 1} })
	}

	// Of blocks.
	blocks := func(what string, change func(b *savedBlocks)) {
		t.Helper()
		try("0.6", what, func(v *saved) { change(&v.Blocks) })
	}
	try("0.6", "mask", func(v *saved) { v.Mask = 0 })
	try("0.6", "mask of too many bits", func(v *saved) { v.Mask = 1 << 13 })
	blocks("next", func(b *savedBlocks) { b.Next += strip / 2 })
	for i, number := range []func(b *savedBlocks) *int{
		func(b *savedBlocks) *int { return &b.RenewAt }, func(b *savedBlocks) *int { return &b.RareAt }, func(b *savedBlocks) *int { return &b.LearnAt },
		func(b *savedBlocks) *int { return &b.Widest }, func(b *savedBlocks) *int { return &b.PairAt }, func(b *savedBlocks) *int { return &b.Searched },
	} {
		for _, to := range []int{-1, 1 << 20} {
			blocks([]string{"renew", "rare", "learn", "widest", "pair", "searched"}[i], func(b *savedBlocks) { *number(b) = to })
		}
	}
	blocks("anchor", func(b *savedBlocks) { b.Anchor = patternSize - 1 })
	blocks("groups", func(b *savedBlocks) { b.Groups = 0 })
	blocks("groups", func(b *savedBlocks) { b.Groups = 1 << 10 })
	blocks("order", func(b *savedBlocks) { b.Order[0] = -1 })
	blocks("order", func(b *savedBlocks) { b.Order[0] = int32(b.Groups) + 1<<10 })
	blocks("a late part", func(b *savedBlocks) { b.Late = [][]int{{0}} })
	blocks("a late part", func(b *savedBlocks) { b.Late = [][]int{{b.Next}} })
}
