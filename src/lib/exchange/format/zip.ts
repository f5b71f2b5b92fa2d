import { sayingsOf } from '../../messages/sayings.ts';
import { isUtf8 } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import type { ProblemList } from './problem-list.ts';
import { unpackZstd } from './zstd/zstd-frames.ts';

const say = sayingsOf('importProblems');

/** Whether a path leads to a hidden file, or to one that macOS adds to archives. */
export const isHidden = (path: string): boolean =>
  path.split(/[\\/]/).some((part) => (part.startsWith('.') && part !== '.') || part === '__MACOSX');

export interface ZipLimits {
  entries: number;
  bytesPerFile: number;
  bytesInAll: number;
}

interface ZipEntry {
  path: string;
  /** Bytes to which it unpacks. */
  size: number;
  /** Unpacks, and checks size and checksum. Null, with a problem, if the content is not what the zip says. */
  read(): Uint8Array | null;
}

/** Bytes up to which an archive may unpack in all, however hard it is packed. */
const SMALL = 20 * 1024 * 1024;
/** A larger archive may unpack to so many times its own size; texts of reports come to 3 to 10 times. */
const MOST_RATIO = 200;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const ZIP64 = 0xffffffff;
const ENCRYPTED = 1;
/** File types in the rights that Unix systems record: the mask, and that of a symbolic link. */
const [TYPE, LINK] = [0o170_000, 0o120_000];
/** Systems that record such rights: Unix, and macOS. */
const UNIX: readonly number[] = [3, 19];
/** The method of Zstandard, which Inspect's logs use. */
const ZSTD = 93;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

const unsafePath = (path: string): boolean =>
  path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..') || /\p{Cc}/u.test(path);

/**
 * The files of a zip archive, listed from its central directory with nothing unpacked yet. Refuses archives that promise more
 * than the limits, or much more than its own size; an entry cannot unpack to more than it promised. Paths with `..`, drive letters or a leading slash are
 * problems, and so are symbolic links that are read. `/` is the separator, whatever system packed the archive.
 */
export function openZip(bytes: Uint8Array, limits: ZipLimits, problems: ProblemList): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return list(bytes, view, limits, problems);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.add(null, 'file', say('zipDamaged'));
    return [];
  }
}

function list(bytes: Uint8Array, view: DataView, limits: ZipLimits, problems: ProblemList): ZipEntry[] {
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 22 - 0x10000 && view.getUint32(end, true) !== END) end -= 1;
  if (view.getUint32(end, true) !== END) throw new RangeError('no end of central directory');
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries || count === 0xffff) {
    problems.add(null, 'file', say('zipEntries', { n: count, most: limits.entries }));
    return [];
  }
  const entries: ZipEntry[] = [];
  let promised = 0;
  let hardest = { path: '', size: 0, ratio: 0 };
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('no central directory entry');
    const flags = view.getUint16(at + 8, true);
    const header = {
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
      isLink: UNIX.includes(view.getUint8(at + 5)) && ((view.getUint32(at + 38, true) >>> 16) & TYPE) === LINK
    };
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const name = bytes.subarray(at + 46, nameEnd);
    const path = pathOf(name);
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (path.endsWith('/')) continue;
    promised += header.size;
    const ratio = header.size / Math.max(header.packed, 1);
    if (ratio > hardest.ratio) hardest = { path, size: header.size, ratio };
    if (!isUtf8(name)) problems.add(null, path, say('zipName'));
    else if (unsafePath(path)) problems.add(null, path, say('zipOutside'));
    else if (flags & ENCRYPTED) problems.add(null, path, say('zipEncrypted'));
    else if ([header.size, header.packed, header.local].includes(ZIP64)) problems.add(null, path, say('zip64'));
    else if (header.size > limits.bytesPerFile)
      problems.add(null, path, say('zipFileSize', { n: header.size, most: megabytes(limits.bytesPerFile) }));
    else entries.push({ path, size: header.size, read: () => unpack(bytes, view, path, header, problems) });
  }
  // Of the archive's own size: entries may share their packed bytes.
  if (promised > SMALL && promised > MOST_RATIO * bytes.length) {
    problems.add(
      null,
      hardest.path,
      say('zipRatio', {
        times: Math.round(promised / bytes.length),
        n: hardest.size,
        small: megabytes(SMALL),
        most: MOST_RATIO
      })
    );
    return [];
  }
  if (promised > limits.bytesInAll) {
    problems.add(null, 'file', say('zipSize', { n: promised, most: megabytes(limits.bytesInAll) }));
    return [];
  }
  return entries;
}

/** Archives of macOS and Linux hold UTF-8 names without saying so. Old Windows ones use the country's code page, which they do not name. */
function pathOf(name: Uint8Array): string {
  return new TextDecoder(isUtf8(name) ? 'utf-8' : 'latin1').decode(name).replaceAll('\\', '/');
}

function unpack(
  bytes: Uint8Array,
  view: DataView,
  path: string,
  header: { method: number; crc: number; packed: number; size: number; local: number; isLink: boolean },
  problems: ProblemList
): Uint8Array | null {
  const fail = (why: string): null => {
    problems.add(null, path, say('damagedInZip', { why }));
    return null;
  };
  if (header.isLink) {
    // Its content is the path of another file, which may also be outside.
    problems.add(null, path, say('zipLink'));
    return null;
  }
  if (header.local + 30 > bytes.length || view.getUint32(header.local, true) !== LOCAL)
    return fail('its content is not at the listed position');
  const start = header.local + 30 + view.getUint16(header.local + 26, true) + view.getUint16(header.local + 28, true);
  const packed = bytes.subarray(start, start + header.packed);
  let content: Uint8Array;
  if (header.method === 0) content = packed;
  else if (header.method === 8) {
    try {
      content = inflateRawSync(packed, { maxOutputLength: Math.max(header.size, 1) });
    } catch {
      return fail('it does not unpack to the listed size');
    }
  } else if (header.method === ZSTD) {
    try {
      content = unpackZstd(packed, header.size);
    } catch {
      return fail('it does not unpack to the listed size');
    }
  } else {
    problems.add(null, path, say('zipMethod'));
    return null;
  }
  if (content.length !== header.size) return fail('its size differs from the listed size');
  return crc32(content) === header.crc ? content : fail('its checksum is wrong');
}
