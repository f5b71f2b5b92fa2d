import { zstdDecompressSync } from 'node:zlib';

const FRAME = 0xfd2fb528;
/** Frames that hold nothing of the content: 0x184D2A50 to 0x184D2A5F. */
const SKIPPABLE = 0x184d2a5;

/**
 * Unpacks Zstandard content of any number of frames. Node's own function returns the first frame alone, without an error.
 *
 * @param most bytes to which all frames together may unpack
 * @throws RangeError if the content is damaged or unpacks to more
 */
export function unpackZstd(packed: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let left = most;
  for (const frame of zstdFrames(packed)) {
    let part: Uint8Array;
    try {
      part = zstdDecompressSync(frame, { maxOutputLength: Math.max(left, 1) });
    } catch {
      throw new RangeError('a Zstandard frame is damaged or unpacks to more than allowed');
    }
    if (part.length > left) throw new RangeError('the Zstandard frames unpack to more than allowed');
    left -= part.length;
    parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** The frames, found by the sizes of their blocks (RFC 8878, section 3.1.1). */
function* zstdFrames(packed: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let start = 0; start < packed.length;) {
    const magic = view.getUint32(start, true);
    if (magic >>> 4 === SKIPPABLE) {
      start += 8 + view.getUint32(start + 4, true);
      continue;
    }
    if (magic !== FRAME) throw new RangeError('no Zstandard frame begins here');
    const end = endOfFrame(view, start);
    if (end > packed.length) throw new RangeError('the last Zstandard frame is cut off');
    yield packed.subarray(start, end);
    start = end;
  }
}

function endOfFrame(view: DataView, start: number): number {
  const flags = view.getUint8(start + 4);
  const isSingle = (flags & 0x20) !== 0;
  const contentSize = [isSingle ? 1 : 0, 2, 4, 8][flags >>> 6]!;
  const dictionary = [0, 1, 2, 4][flags & 3]!;
  let at = start + 5 + (isSingle ? 0 : 1) + dictionary + contentSize;
  for (;;) {
    const block = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const kind = (block >>> 1) & 3;
    if (kind === 3) throw new RangeError('a Zstandard block is of an unknown kind');
    // A block of kind 1 is one byte, repeated.
    at += 3 + (kind === 1 ? 1 : block >>> 3);
    if ((block & 1) === 1) break;
  }
  return at + ((flags & 4) !== 0 ? 4 : 0);
}
