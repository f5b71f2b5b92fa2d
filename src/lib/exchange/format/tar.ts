import { sayingsOf } from '../../messages/sayings.ts';
import type { ProblemList } from './problem-list.ts';

const say = sayingsOf('importProblems');

interface TarEntry {
  path: string;
  /** A view of the archive: copy what should outlive it. */
  bytes: Uint8Array;
}

const BLOCK = 512;
const FILE_TYPES = new Set(['0', '\0', '7']);

const textAt = (bytes: Uint8Array, from: number, length: number): string => {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
};

/** A number of a header: octal digits, or 256-based if the first bit is set. NaN if it is neither. */
function numberAt(bytes: Uint8Array, from: number, length: number): number {
  if ((bytes[from]! & 0x80) !== 0)
    return bytes.subarray(from + 1, from + length).reduce((sum, byte) => sum * 256 + byte, bytes[from]! & 0x7f);
  const digits = textAt(bytes, from, length).trim();
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? parseInt(digits, 8) : NaN;
}

/** Whether the checksum of a header holds: the sum of its bytes, with those of the checksum as blanks. */
function isHeader(block: Uint8Array): boolean {
  if (block.length < BLOCK) return false;
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return sum === numberAt(block, 148, 8);
}

/** Whether bytes begin like a tar archive. */
export const isTar = (bytes: Uint8Array): boolean => isHeader(bytes.subarray(0, BLOCK));

const unsafePath = (path: string): boolean =>
  path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..') || /\p{Cc}/u.test(path);

/**
 * The files of a tar archive (ustar, GNU and pax names). Nothing is unpacked: contents are views. Links, devices and folders are
 * passed over; paths that lead out of the archive, and an archive that ends too early, are problems.
 *
 * Source: POSIX.1-2017 pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format".
 */
export function readTar(bytes: Uint8Array, most: number, problems: ProblemList): TarEntry[] {
  const entries: TarEntry[] = [];
  let longName: string | null = null;
  let seen = 0;
  for (let at = 0; at < bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries;
    const size = numberAt(header, 124, 12);
    const end = at + BLOCK + size;
    if (!isHeader(header) || !Number.isSafeInteger(size) || end > bytes.length) {
      problems.add(null, longName ?? (entries.at(-1)?.path || 'file'), say('tarDamaged'));
      return entries;
    }
    seen += 1;
    if (seen > most) {
      problems.add(null, 'file', say('tarEntries', { most }));
      return entries;
    }
    const content = bytes.subarray(at + BLOCK, end);
    const type = String.fromCharCode(header[156]!);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'L') longName = textAt(content, 0, Math.min(content.length, 4096));
    else if (type === 'x') longName = paxPath(content) ?? longName;
    else {
      const prefix = textAt(header, 257, 5) === 'ustar' ? textAt(header, 345, 155) : '';
      const short = textAt(header, 0, 100);
      const path = (longName ?? (prefix === '' ? short : `${prefix}/${short}`))
        .replaceAll('\\', '/')
        .replace(/^(?:\.\/)+/, '');
      longName = null;
      if (!FILE_TYPES.has(type) || path === '' || path.endsWith('/')) continue;
      if (unsafePath(path)) problems.add(null, path, say('pathOutside'));
      else entries.push({ path, bytes: content });
    }
  }
  return entries;
}

/** The path in a pax header of lines `LENGTH path=VALUE`. */
function paxPath(content: Uint8Array): string | null {
  return /(?:^|\n)\d+ path=([^\n]{1,4096})\n/.exec(new TextDecoder().decode(content.subarray(0, 65_536)))?.[1] ?? null;
}
