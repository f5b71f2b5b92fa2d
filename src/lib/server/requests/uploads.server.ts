import { sayingsOf } from '../../messages/sayings.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { refuse, worded } from '../../errors.ts';
import { sqliteOf, type Db } from '../db/client.ts';
import { faultyField } from './field-limits.ts';

const leadSays = sayingsOf('leadRefusals');

/** A file of a form: its bytes if it is small, else where it stands until `dispose`. */
interface UploadedFile {
  field: string;
  name: string;
  content: Uint8Array | { path: string; size: number };
}

interface Upload {
  fields: FormData;
  files: UploadedFile[];
  /** For files made of the uploaded ones; it is created on first use. */
  folder: string;
  /** Removes what was put on the disk. */
  dispose(): void;
}

/** Beside the database, if there is room for what will be imported into it. */
export function uploadFolder(db: Db): string {
  const { name, memory } = sqliteOf(db);
  return join(memory ? tmpdir() : resolve(dirname(name)), 'uploads');
}

/** Removes what servers that were killed have left in the folder of uploads. Only the one server of a data folder may call it. */
export function clearUploads(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`Old uploads were not removed: ${String(error)}`);
  }
}

/** Larger files go to the disk while they arrive, and smaller ones once this many bytes of them are in memory. */
const IN_MEMORY = 8 * 1024 * 1024;
const IN_MEMORY_IN_ALL = 32 * 1024 * 1024;
const LONGEST_HEAD = 16 * 1024;
/** Bytes of all fields that are no files; a chosen folder sends the path of each file in one. */
const LONGEST_FIELDS = 8 * 1024 * 1024;
/** Files and fields of one form. */
const MOST_PARTS = 50_000;

/**
 * Receives a form with files piece by piece, so that no file is held whole in memory; `request.formData()` holds them all.
 *
 * @param folder where large files stand meanwhile; it is made if there is none
 */
export async function receiveUpload(request: Request, folder: string): Promise<Upload> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers.get('content-type') ?? '');
  const own = join(folder, randomUUID());
  if (!boundary || !request.body)
    return { fields: await request.formData(), files: [], folder: own, dispose: () => {} };
  const upload: Upload = {
    fields: new FormData(),
    files: [],
    folder: own,
    dispose: () => rmSync(own, { recursive: true, force: true })
  };
  const received: Received = { parts: 0, fieldBytes: 0, fileBytes: 0 };
  const parser = new PartReader(`--${boundary[1] ?? boundary[2]!}`, (head) => openPart(head, upload, own, received));
  try {
    for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) parser.write(piece);
    parser.end();
    const long = faultyField(upload.fields.entries());
    if (long) refuse.invalid(worded('nothingImported'), [long]);
    return upload;
  } catch (error) {
    parser.abort();
    upload.dispose();
    throw error;
  }
}

interface Part {
  write(bytes: Uint8Array): void;
  end(): void;
  abort(): void;
}

/** Splits a multipart body into its parts (RFC 7578) without holding more than a piece of it. */
class PartReader {
  readonly #first: Buffer;
  readonly #delimiter: Buffer;
  readonly #open: (head: string) => Part;
  #rest = Buffer.alloc(0);
  #state: 'before' | 'head' | 'body' | 'after' | 'done' = 'before';
  #part: Part | null = null;

  constructor(boundary: string, open: (head: string) => Part) {
    this.#first = Buffer.from(boundary, 'latin1');
    this.#delimiter = Buffer.from(`\r\n${boundary}`, 'latin1');
    this.#open = open;
  }

  write(piece: Uint8Array): void {
    this.#rest = this.#rest.length === 0 ? Buffer.from(piece) : Buffer.concat([this.#rest, piece]);
    while (this.#step());
  }

  end(): void {
    if (this.#state !== 'done') refuse.invalid(leadSays('uploadBroken'));
  }

  abort(): void {
    this.#part?.abort();
  }

  /** Whether there may be more to take from what is there. */
  #step(): boolean {
    const rest = this.#rest;
    if (this.#state === 'done') return false;
    if (this.#state === 'before') {
      const at = rest.indexOf(this.#first);
      if (at === -1 && rest.length > LONGEST_HEAD) refuse.invalid(leadSays('formFirstPart'));
      if (at === -1) return false;
      return this.#go('after', at + this.#first.length);
    }
    if (this.#state === 'after') {
      if (rest.length < 2) return false;
      return rest.subarray(0, 2).equals(Buffer.from('--')) ? this.#go('done', rest.length) : this.#go('head', 2);
    }
    if (this.#state === 'head') {
      const at = rest.indexOf('\r\n\r\n');
      if (at > LONGEST_HEAD || (at === -1 && rest.length > LONGEST_HEAD)) refuse.invalid(leadSays('formFileHead'));
      if (at === -1) return false;
      this.#part = this.#open(rest.subarray(0, at).toString('utf8'));
      return this.#go('body', at + 4);
    }
    const at = rest.indexOf(this.#delimiter);
    if (at !== -1) {
      this.#part!.write(rest.subarray(0, at));
      this.#part!.end();
      this.#part = null;
      return this.#go('after', at + this.#delimiter.length);
    }
    const sure = rest.length - this.#delimiter.length;
    if (sure > 0) {
      this.#part!.write(rest.subarray(0, sure));
      this.#rest = Buffer.from(rest.subarray(sure));
    }
    return false;
  }

  #go(state: 'before' | 'head' | 'body' | 'after' | 'done', from: number): true {
    this.#state = state;
    this.#rest = this.#rest.subarray(from);
    return true;
  }
}

/** Browsers write a quotation mark in a name as %22, and line ends as %0D and %0A. */
const nameIn = (head: string, which: string): string | null => {
  const found = new RegExp(`[;\\s]${which}="([^"]*)"`, 'i').exec(head)?.[1];
  return found === undefined ? null : found.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))); // prettier-ignore
};

/** How much of a form has arrived; bytes of files are those in memory. */
interface Received {
  parts: number;
  fieldBytes: number;
  fileBytes: number;
}

function openPart(head: string, upload: Upload, folder: string, received: Received): Part {
  if (++received.parts > MOST_PARTS) refuse.invalid(leadSays('formParts', { most: MOST_PARTS }));
  const field = nameIn(head, 'name') ?? '';
  const name = nameIn(head, 'filename');
  const parts: Buffer[] = [];
  let size = 0;
  let file: number | null = null;
  const path = join(folder, String(upload.files.length));
  const close = (): void => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    write: (bytes) => {
      size += bytes.length;
      if (file !== null) return writeWhole(file, bytes);
      parts.push(Buffer.from(bytes));
      if (name === null) {
        received.fieldBytes += bytes.length;
        if (received.fieldBytes > LONGEST_FIELDS) refuse.isTooLarge(leadSays('formTooLarge', { limit: '8 MB', field }));
        return;
      }
      received.fileBytes += bytes.length;
      if (size <= IN_MEMORY && received.fileBytes <= IN_MEMORY_IN_ALL) return;
      received.fileBytes -= size;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      file = openSync(path, 'wx', 0o600);
      for (const part of parts.splice(0)) writeWhole(file, part);
    },
    end: () => {
      const stored = file !== null;
      close();
      if (name === null) upload.fields.append(field, Buffer.concat(parts).toString('utf8'));
      // A field for files in which none was chosen is sent as one without a name.
      else if (name !== '') upload.files.push({ field, name, content: stored ? { path, size } : Buffer.concat(parts) });
    },
    abort: close
  };
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
