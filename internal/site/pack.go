package site

// This file packs programs. What gzip finds recurs within 32 KiB, and programs that Go makes repeat
// themselves over megabytes. So what recurs is taken out first, from anywhere, and gzip packs the rest.
// web/src/site/unpack.ts unpacks.
//
// Within gzip, the size of the program comes first, and then blocks. A block begins with the sizes of
// its four parts: literals, steps, lengths, distances. Sizes are 32 bits, the lowest byte first. A step
// is a byte. It takes some literals, and then repeats bytes that stand some distance before:
//
//	step = 84*from + 14*literals + length-3
//
// from is 0 for the next distance in distances, 1 for the distance used last, and 2 for the last other
// one. With 5 literals, or with length 16, the rest of the number is in lengths. Numbers there and in
// distances are varints. Literals that are left after the last step end the block.

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

const (
	blockSize    = 1 << 21
	shortest     = 3   // of copies
	manyLiterals = 5   // what a step has no room for
	manyCopied   = 16  // the same
	tries        = 3   // places before are tried that begin alike
	eachLength   = 80  // a copy up to this is also tried if it ends earlier
	longCopy     = 600 // within a copy beyond this no other is sought
	placeBits    = 22
)

// What steps take, in eighths of a bit, about: gzip packs them.
const (
	literalCost = 40
	againCost   = 48 // a copy with the distance of the one before
	otherCost   = 64 // with the last one other than that
	newCost     = 56 // with a distance of its own, and digitCost for each binary digit of it
	digitCost   = 7
	lengthCost  = 32 // of a length that is not in the step
)

// packed returns a program as a file. Many hosts send files as they are, and some take those that end
// in .gz or .wasm for what they are not: so it is packed, and its name says nothing.
func packed(name string, program []byte) (File, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(blocks(program))
	}
	if err == nil {
		err = w.Close()
	}
	return File{named(name, program, ".bin"), out.Bytes()}, err
}

// blocks returns a program for gzip.
func blocks(program []byte) []byte {
	p := packer{program: program, near: newPlaces(len(program)), far: newPlaces(len(program))}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(program)))
	for from := 0; from < len(program); from += blockSize {
		out = p.appendBlock(out, from, min(from+blockSize, len(program)))
	}
	return out
}

// A packer finds the cheapest steps to each byte of a program, among those that it tries.
type packer struct {
	program   []byte
	near, far *places  // with the same 6 bytes, and with the same 12
	last      [2]int32 // distances, after the block before
}

// places are places of a program by what stands there: the latest of each hash, and the one before each.
type places struct{ latest, before []int32 }

func newPlaces(size int) *places {
	p := &places{make([]int32, 1<<placeBits), make([]int32, size)}
	for i := range p.latest {
		p.latest[i] = -1
	}
	return p
}

// add adds a place, and remembers the one before.
func (p *places) add(place int, text uint64) {
	latest := &p.latest[text*0x9E3779B97F4A7C15>>(64-placeBits)]
	p.before[place] = *latest
	*latest = int32(place)
}

// A way is the last step of the cheapest way to a place: a copy, or a literal, which has distance 0.
type way struct {
	cost, length, distance int32
	last                   [2]int32 // distances, after it
}

// appendBlock appends a part of the program as a block.
func (p *packer) appendBlock(out []byte, from, to int) []byte {
	ways := make([]way, to-from+1)
	for i := range ways {
		ways[i].cost = math.MaxInt32
	}
	ways[0] = way{last: p.last}
	busy := 0 // where a long copy ends
	for at := from; at < to; at++ {
		here := ways[at-from]
		take := func(w way) {
			if reached := &ways[at-from+int(w.length)]; w.cost < reached.cost {
				*reached = w
			}
		}
		take(way{here.cost + literalCost, 1, 0, here.last})
		if at+12 > len(p.program) {
			continue
		}
		text := binary.LittleEndian.Uint64(p.program[at:])
		p.near.add(at, text<<16)
		p.far.add(at, text*0xC2B2AE3D27D4EB4F^uint64(binary.LittleEndian.Uint32(p.program[at+8:])))
		if at < busy {
			continue
		}
		// try tries a copy that is longer than another one, and returns its length.
		try := func(distance, other, cost int32, longer int) int {
			length := p.alike(at, int(distance), to)
			if length <= longer {
				return longer
			}
			w := way{here.cost + cost, shortest, distance, [2]int32{distance, other}}
			if length > eachLength {
				w.length, w.cost = int32(length), w.cost+lengthCost
			}
			for ; int(w.length) <= length; w.length++ {
				if w.length == manyCopied {
					w.cost += lengthCost
				}
				take(w)
			}
			if length > longCopy {
				busy = max(busy, at+length)
			}
			return length
		}
		try(here.last[0], here.last[1], againCost, 0)
		try(here.last[1], here.last[0], otherCost, 0)
		longest := 0
		for _, places := range [...]*places{p.near, p.far} {
			place := places.before[at]
			for n := 0; n < tries && place >= 0; n++ {
				distance := int32(at) - place
				longest = try(distance, here.last[0], newCost+digitCost*int32(bits.Len32(uint32(distance))), longest)
				place = places.before[place]
			}
		}
	}
	var steps []way // back to front, with the literals
	for at := to - from; at > 0; at -= int(ways[at].length) {
		steps = append(steps, ways[at])
	}
	slices.Reverse(steps)
	return p.appendSteps(out, from, steps)
}

// alike returns how many bytes at a place, before the end of the block, are as those some distance before.
func (p *packer) alike(at, distance, end int) int {
	n := 0
	if distance == 0 {
		return 0
	}
	here, before := p.program[at:end], p.program[at-distance:end-distance]
	for ; n+8 <= len(here); n += 8 {
		if other := binary.LittleEndian.Uint64(here[n:]) ^ binary.LittleEndian.Uint64(before[n:]); other != 0 {
			return n + bits.TrailingZeros64(other)/8
		}
	}
	for n < len(here) && here[n] == before[n] {
		n++
	}
	return n
}

// appendSteps appends the steps from a place as a block.
func (p *packer) appendSteps(out []byte, at int, steps []way) []byte {
	var literals, codes, lengths, distances []byte
	waiting := 0 // literals
	for _, s := range steps {
		if s.distance == 0 {
			literals = append(literals, p.program[at])
			waiting++
			at++
			continue
		}
		where := 0
		switch s.distance {
		case p.last[0]:
			where = 1
		case p.last[1]:
			where = 2
		default:
			distances = binary.AppendUvarint(distances, uint64(s.distance))
		}
		codes = append(codes, byte(84*where+14*min(waiting, manyLiterals)+min(int(s.length), manyCopied)-shortest))
		if waiting >= manyLiterals {
			lengths = binary.AppendUvarint(lengths, uint64(waiting-manyLiterals))
		}
		if s.length >= manyCopied {
			lengths = binary.AppendUvarint(lengths, uint64(s.length-manyCopied))
		}
		p.last, waiting = s.last, 0
		at += int(s.length)
	}
	parts := [][]byte{literals, codes, lengths, distances}
	for _, part := range parts {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(part)))
	}
	return append(out, slices.Concat(parts...)...)
}
