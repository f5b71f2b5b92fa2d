import { refuse, worded } from '../../../errors.ts';
import { sayingsOf, type Saying } from '../../../messages/sayings.ts';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { jsonLines } from '../json-lines.ts';
import type { JsonObject } from '../json-value.ts';
import { firstBytes, wholeOf, type FileContent } from '../file-content.ts';
import { ProblemList } from '../problem-list.ts';
import { unpackZstd } from '../zstd/zstd-frames.ts';

const say = sayingsOf('foreignProblems');

/** Rows that are held at once. */
const ROWS_AT_ONCE = 10_000;
/** Rows of one file. */
const MOST_PARQUET_ROWS = 5_000_000;
/** Bytes of the rows as text. */
const MOST_UNPACKED = 512 * 1024 * 1024;
/** Bytes to which a page of a column may unpack. */
const MOST_PAGE = 256 * 1024 * 1024;

const limited = (length: number): { maxOutputLength: number } => ({
  maxOutputLength: Math.max(1, Math.min(length, MOST_PAGE))
});

const compressors = {
  GZIP: (packed: Uint8Array, length: number): Uint8Array => gunzipSync(packed, limited(length)),
  BROTLI: (packed: Uint8Array, length: number): Uint8Array => brotliDecompressSync(packed, limited(length)),
  ZSTD: (packed: Uint8Array, length: number): Uint8Array => unpackZstd(packed, Math.min(length, MOST_PAGE))
};

/** The rows of a Parquet file as objects, numbers of 64 bits as numbers if they are safe, otherwise as text. */
export async function* parquetRows(bytes: Uint8Array, problems: ProblemList): AsyncGenerator<JsonObject> {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet');
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(buffer);
    const rows = Number(metadata.num_rows);
    if (!(rows <= MOST_PARQUET_ROWS)) {
      problems.add(null, 'file', say('parquetRows', { most: MOST_PARQUET_ROWS }));
      return;
    }
    for (let start = 0; start < rows; start += ROWS_AT_ONCE) {
      const part = await parquetReadObjects({
        ...{ file: buffer, metadata, compressors, rowStart: start, rowEnd: Math.min(rows, start + ROWS_AT_ONCE) }
      });
      for (const row of part) yield plainRow(row);
    }
  } catch (error) {
    problems.add(null, 'file', unreadable(error instanceof Error ? error.message : String(error)));
  }
}

/** The reader's reasons are English sentences, and stand in no catalogue: only a name of Parquet's own is taken from them. */
function unreadable(reason: string): Saying {
  const codec = /unsupported compression codec: (\w+)/.exec(reason)?.[1];
  if (codec !== undefined) return say('parquetCodec', { codec });
  return /^parquet (?:.* )?(?:unsupported|not supported|unhandled)\b/.test(reason)
    ? say('parquetUnsupported')
    : say('parquetDamaged');
}

/** Whether a file begins like Parquet. */
export const isParquet = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PAR1';

/** The rows as JSON lines, for readers of those. Null, with a problem, if the file cannot be read. */
export async function parquetAsLines(bytes: Uint8Array, problems: ProblemList): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const row of parquetRows(bytes, problems)) {
    const line = lineOf(row);
    size += line?.length ?? Infinity;
    if (line !== null && size <= MOST_UNPACKED) {
      parts.push(line);
      continue;
    }
    problems.add(null, 'file', say('parquetSize', { most: MOST_UNPACKED / 1024 / 1024 }));
    return null;
  }
  return problems.any ? null : Buffer.concat(parts);
}

/** A row as a line of JSON; null if it is longer than a text can be. */
function lineOf(row: JsonObject): Buffer | null {
  try {
    return Buffer.concat([...jsonLines([row])].map((text) => Buffer.from(text)));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The rows of a Parquet file as JSON lines; any other file as it is. @throws Refusal `invalid-input` if it cannot be read */
export async function rowsAsLines(content: FileContent): Promise<FileContent> {
  if (!isParquet(firstBytes(content, 4))) return content;
  const problems = new ProblemList();
  const lines = await parquetAsLines(wholeOf(content), problems);
  return lines ?? refuse.invalid(worded('nothingImported'), problems.all);
}

function plainRow(row: Record<string, unknown>): JsonObject {
  const plain: JsonObject = {};
  for (const name in row) plain[name] = plainValue(row[name]);
  return plain;
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  if (value !== null && typeof value === 'object' && !(value instanceof Uint8Array))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainValue(one)]));
  return value;
}
