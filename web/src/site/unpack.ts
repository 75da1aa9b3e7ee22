// Unpacks a program that internal/site/pack.go has packed, which says how, once gzip is undone.

type Bytes = Uint8Array<ArrayBuffer>;

// numbers returns a function that reads one varint after the other.
function numbers(bytes: Bytes, at: number): () => number {
  return () => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const digit = bytes[at++]!;
      number += (digit & 127) << shift;
      if (digit < 128) return number;
    }
  };
}

/** unpack returns a stream that takes what is packed and gives the program, one block after the other. */
export function unpack(): TransformStream<Bytes, Bytes> {
  let packed = new Uint8Array(0); // the part that came and is not unpacked
  let program: Bytes | undefined;
  let done = 0; // bytes of the program
  let distances: [number, number] = [0, 0]; // of the copy before, and the last one other than that

  // block unpacks a block, of four parts with these sizes. Its variables are its own: others are slow.
  function block(from: Bytes, sizes: number[], to: Bytes, end: number, [last, other]: [number, number]): void {
    let literal = 0;
    let step = sizes[0]!;
    const literals = step;
    const steps = step + sizes[1]!;
    const length = numbers(from, steps);
    const distance = numbers(from, steps + sizes[2]!);
    while (step < steps) {
      const code = from[step++]!;
      let taken = Math.floor(code / 14) % 6;
      if (taken === 5) taken += length();
      let copied = (code % 14) + 3;
      if (copied === 16) copied += length();
      while (taken-- > 0) to[end++] = from[literal++]!;
      if (code < 84 || code >= 168) {
        const next = code < 84 ? distance() : other;
        other = last;
        last = next;
      }
      if (copied <= last && copied > 32) {
        to.copyWithin(end, end - last, end - last + copied);
        end += copied;
      } else while (copied-- > 0) to[end] = to[end++ - last]!;
    }
    to.set(from.subarray(literal, literals), end);
    done = end + literals - literal;
    distances = [last, other];
  }

  return new TransformStream({
    transform(chunk, to) {
      const came = new Uint8Array(packed.length + chunk.length);
      came.set(packed);
      came.set(chunk, packed.length);
      packed = came;
      const size = (at: number) => new DataView(packed.buffer, packed.byteOffset).getUint32(at, true);
      if (!program && packed.length >= 4) {
        program = new Uint8Array(size(0));
        packed = packed.subarray(4);
      }
      while (program && packed.length >= 16) {
        const sizes = [size(0), size(4), size(8), size(12)];
        const whole = sizes.reduce((sum, size) => sum + size, 16);
        if (packed.length < whole) return;
        const begin = done;
        block(packed.subarray(16, whole), sizes, program, begin, distances);
        to.enqueue(program.subarray(begin, done));
        packed = packed.subarray(whole);
      }
    },
  });
}
