import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** A file on the disk that is read piece by piece and never held whole. */
export interface StoredFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** The bytes of a file, or where they stand. */
export type FileContent = Uint8Array | StoredFile;

const PIECE = 1024 * 1024;

export const isStored = (content: FileContent): content is StoredFile => !(content instanceof Uint8Array);

export const sizeOf = (content: FileContent): number => (isStored(content) ? content.size : content.length);

/** The pieces of a file, one after another. A piece is only good until the next one is asked for. */
export function* piecesOf(content: FileContent): Generator<Uint8Array> {
  if (!isStored(content)) {
    for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE);
    return;
  }
  const file = openSync(content.path, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    for (;;) {
      const n = readSync(file, piece, 0, PIECE, null);
      if (n === 0) return;
      yield piece.subarray(0, n);
    }
  } finally {
    closeSync(file);
  }
}

/** The first bytes of a file. */
export function firstBytes(content: FileContent, most: number): Uint8Array {
  if (!isStored(content)) return content.subarray(0, most);
  const head = Buffer.alloc(Math.min(most, content.size));
  const file = openSync(content.path, 'r');
  try {
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

/** All bytes of a file, for formats that cannot be read piece by piece. The caller bounds the size. */
export const wholeOf = (content: FileContent): Uint8Array => (isStored(content) ? readFileSync(content.path) : content);
