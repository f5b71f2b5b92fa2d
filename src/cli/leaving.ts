import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Authorized, ProjectAccess, ProjectResource } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import type { ExportOf } from '../lib/server/exports.ts';
import type { SignedFile } from '../lib/server/signing/signing.ts';

type Grant = Authorized<ProjectResource, ProjectAccess>;

/** Prints a file that leaves the database, and records it. */
export async function printFile(db: Db, grant: Grant, of: ExportOf, name: string, content: string | Uint8Array) {
  const { recordExport } = await import('../lib/server/exports.ts');
  const { describeFile } = await import('../lib/server/signing/signing.ts');
  recordExport(db, grant, of, [describeFile(name, content)]);
  process.stdout.write(content);
}

/** Writes a file that leaves the database with its signature beside it, `NAME.sig`, and records it. */
export async function writeFile(db: Db, grant: Grant, of: ExportOf, path: string, content: string | Uint8Array) {
  const { describeFile } = await import('../lib/server/signing/signing.ts');
  writeFileSync(path, content);
  await leave(db, grant, of, path, [describeFile(basename(path), content)]);
}

/**
 * Signs files that were written into a folder, by one signature beside it, `FOLDER.sig`, and records them.
 *
 * @param names of the files, with `/` between folders
 */
export async function signFolder(db: Db, grant: Grant, of: ExportOf, folder: string, names: readonly string[]) {
  await leave(
    db,
    grant,
    of,
    folder,
    names.map((name) => fileAt(folder, name))
  );
}

async function leave(db: Db, grant: Grant, of: ExportOf, path: string, files: readonly SignedFile[]): Promise<void> {
  const { recordExport } = await import('../lib/server/exports.ts');
  const { SIG, signFiles } = await import('../lib/server/signing/signing.ts');
  recordExport(db, grant, of, files);
  writeFileSync(`${resolve(path)}${SIG}`, signFiles(db, files));
}

/** What a signature says of a file, read in pieces. */
export function fileAt(folder: string, name: string): SignedFile {
  const path = join(folder, name);
  const sum = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) sum.update(piece.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return { name, bytes: statSync(path).size, sha256: sum.digest('hex') };
}
