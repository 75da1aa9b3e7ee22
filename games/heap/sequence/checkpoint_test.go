package sequence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"
	"time"

	"grundy/internal/chance"
)

// A session that is saved and resumed at random moments, in every engine, ends
// with the values and the proof of an unbroken one.
func TestResumedSessions(t *testing.T) {
	random := chance.New(t, 6)
	for _, text := range []string{"0.77", "0.16", "0.644", "0.127", "0.354", "4!.0", "0.3F", "0.[3]"} {
		budget := uint64(400_000)
		if text == "4!.0" || text == "0.354" {
			budget = 30_000
		}
		if text == "0.3F" {
			budget = 300
		}
		if testing.Short() {
			budget = min(budget, 20_000)
		}
		unbroken, err := Solve(t.Context(), MustCode(text), budget, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := NewSession(MustCode(text), budget)
		for done := false; !done; {
			if done, err = s.Advance(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !done && random.IntN(4) == 0 {
				var file bytes.Buffer
				if err := s.Save(&file); err != nil {
					t.Fatal(err)
				}
				if s, err = Resume(&file, budget); err != nil {
					t.Fatal(err)
				}
			}
		}
		resumed := s.Solution()
		if resumed.Period != unbroken.Period || resumed.Length != unbroken.Length {
			t.Errorf("%s: %+v, want %+v", text, resumed.Period, unbroken.Period)
		}
		want, _ := unbroken.Terms(0, unbroken.Length)
		got, err := resumed.Terms(0, resumed.Length)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %s, %v", text, firstDifference(got, want), err)
		}
	}
}

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
		changed := slices.Clone(whole)
		changed[random.IntN(len(changed))] ^= 4
		if _, err := Resume(bytes.NewReader(changed), 1000); !errors.Is(err, ErrCheckpoint) {
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
		{"0.77", 100}, {"0.3F", 40}, {"0.[3]", 40}, {"0.354", 3000}, {"0.6", 1536}, {"0.16", 17_000}, {"0.106", 70_000},
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
func FuzzResume(f *testing.F) {
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
		body := file[:len(file)-sha256.Size]
		sum := sha256.Sum256(body)
		s, err := Resume(bytes.NewReader(append(body, sum[:]...)), 71_000)
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

// changeFields changes numbers and lists of a checkpoint, by two bytes each, and
// cuts or fills what follows them to the sizes that they say.
func changeFields(t *testing.T, file, script []byte) []byte {
	if len(script) < 2 {
		return file
	}
	in := bytes.NewBuffer(file[len(checkpointFormat):])
	var v saved
	if err := gob.NewDecoder(in).Decode(&v); err != nil {
		t.Fatal(err)
	}
	rest := in.Next(in.Len() - sha256.Size)
	for ; len(script) >= 2; script = script[2:] {
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
		walk(reflect.ValueOf(&v).Elem())
		at, how := int(script[0]), int64(script[1])
		if at < len(lists) && how%4 == 0 {
			if l := lists[at]; how%8 == 0 {
				l.SetLen(l.Len() / 2)
			} else if l.Len() < 1000 {
				l.Set(reflect.AppendSlice(l, l))
			}
			continue
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
	if err := gob.NewEncoder(&out).Encode(v); err != nil {
		t.Fatal(err)
	}
	out.Write(rest)
	out.Write(make([]byte, sha256.Size))
	return out.Bytes()
}
