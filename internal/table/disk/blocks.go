package disk

// Values are packed into bits, block by block; the index has a record for each block.

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
)

// An entry is what the index says of a block.
type entry struct {
	offset   uint64 // in the file of values: the sizes of the blocks before it
	checksum uint32 // of its bytes
	greatest uint16 // of its values
	bits     uint8  // a value
}

// recordSize is the size of a record of the index:
//
//	bytes  0 …  3   CRC-32C of the block
//	bytes  4 …  5   the greatest value
//	byte   6        bits a value
//	byte   7        0
//	bytes  8 … 11   0
//	bytes 12 … 15   CRC-32C of the header's checksum, the number of the block, and what
//	                stands before
const recordSize = 16

// appendRecord appends the record of a block.
func (w *written) appendRecord(dst []byte, block uint64, e entry) []byte {
	from := len(dst)
	dst = binary.LittleEndian.AppendUint32(dst, e.checksum)
	dst = binary.LittleEndian.AppendUint16(dst, e.greatest)
	dst = append(dst, e.bits, 0, 0, 0, 0, 0)
	return binary.LittleEndian.AppendUint32(dst, checksumOf(w.Checksum, block, dst[from:]))
}

// checksumOf returns the checksum of what stands in a block of a file with a header of that checksum.
func checksumOf(header uint32, block uint64, text []byte) uint32 {
	var of [12]byte
	binary.LittleEndian.PutUint32(of[:], header)
	binary.LittleEndian.PutUint64(of[4:], block)
	return crc32.Update(crc32.Checksum(of[:], castagnoli), castagnoli, text)
}

// parseRecord reads the record of a block. The result is false where it is damaged.
func (w *written) parseRecord(block uint64, record []byte) (e entry, ok bool) {
	e.checksum = binary.LittleEndian.Uint32(record)
	e.greatest = binary.LittleEndian.Uint16(record[4:])
	e.bits = record[6]
	ok = binary.LittleEndian.Uint32(record[12:]) == checksumOf(w.Checksum, block, record[:12]) && e.bits == bitsOf(e.greatest)
	return e, ok
}

// blocks returns the number of blocks.
func (w *written) blocks() uint64 { return (w.count() + w.Block - 1) / w.Block }

// places returns the first place of a block and the one behind its last.
func (w *written) places(block uint64) (from, to uint64) {
	return block * w.Block, min((block+1)*w.Block, w.count())
}

// bytes returns how many bytes a block takes.
func (w *written) bytes(block uint64, width uint8) uint64 {
	from, to := w.places(block)
	return ((to-from)*uint64(width) + 7) / 8
}

// bitsOf returns how many bits a value takes in a block with this greatest value.
func bitsOf(greatest uint16) uint8 {
	switch n := bits.Len16(greatest); {
	case n <= 2:
		return uint8(n)
	case n <= 4:
		return 4
	case n <= 8:
		return 8
	}
	return 16
}

// A cell is a value in memory.
type cell interface{ uint8 | uint16 }

// greatestOf returns the greatest of some values.
func greatestOf[C cell](values []C) uint16 {
	greatest := C(0)
	for _, v := range values {
		greatest = max(greatest, v)
	}
	return uint16(greatest)
}

// pack appends values of that width in bits: the first in the low bits of the first byte.
func pack[C cell](dst []byte, values []C, width uint8) []byte {
	switch width {
	case 0:
	case 8:
		for _, v := range values {
			dst = append(dst, byte(v))
		}
	case 16:
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
		}
	default:
		each := int(8 / width)
		for ; len(values) >= each; values = values[each:] {
			b := byte(0)
			for i, v := range values[:each] {
				b |= byte(v) << (uint8(i) * width)
			}
			dst = append(dst, b)
		}
		if len(values) > 0 {
			b := byte(0)
			for i, v := range values {
				b |= byte(v) << (uint8(i) * width)
			}
			dst = append(dst, b)
		}
	}
	return dst
}

// unpack sets values to those that are packed.
func unpack[C cell](values []C, packed []byte, width uint8) {
	switch width {
	case 0:
		clear(values)
	case 8:
		for i := range values {
			values[i] = C(packed[i])
		}
	case 16:
		for i := range values {
			values[i] = C(binary.LittleEndian.Uint16(packed[2*i:]))
		}
	default:
		each, mask := int(8/width), byte(1)<<width-1
		for i := range values {
			values[i] = C(packed[i/each] >> (uint8(i%each) * width) & mask)
		}
	}
}

// at returns value i of those that are packed.
func at(packed []byte, i uint64, width uint8) uint64 {
	switch width {
	case 0:
		return 0
	case 8:
		return uint64(packed[i])
	case 16:
		return uint64(binary.LittleEndian.Uint16(packed[2*i:]))
	}
	return uint64(packed[i*uint64(width)/8] >> (i * uint64(width) % 8) & (1<<width - 1))
}
