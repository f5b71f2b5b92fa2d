import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Authorized, ProjectAccess, ProjectResource } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import type { ExportOf } from '../lib/server/exports.ts';
import type { SignedFile } from '../lib/server/signing/signing.ts';
import type { SigningKey } from '../lib/server/signing/signing-key.ts';
import { isStream, stageFile, type StagedFile } from '../lib/server/files/whole-files.ts';

type Grant = Authorized<ProjectResource, ProjectAccess>;

/**
 * Refuses a file that cannot be written, before anything is recorded that cannot be undone, such as a card or an unblinding.
 *
 * @throws the error of the operating system, with the path of the file
 */
export const checkOutput = (path: string): void => stageFile(path, '').drop();

/** The present head of the audit trail, as it stands in files that leave. */
export async function exportedHead(db: Db): Promise<string> {
  const { anchorInWords, auditHead } = await import('../lib/server/audit/audit-chain.ts');
  return anchorInWords(auditHead(db));
}

/**
 * Prints a file that leaves the database, with the head of the audit trail if it has a place for it, and records it.
 *
 * @param language of a document (BCP 47)
 */
export async function printFile(
  db: Db,
  grant: Grant,
  of: ExportOf,
  name: string,
  made: string | Uint8Array,
  language = 'en'
) {
  const { withAuditHead } = await import('../lib/exchange/format/audit-head.ts');
  const content = withAuditHead(name, made, await exportedHead(db), language);
  const { recordExport } = await import('../lib/server/exports.ts');
  const { describeFile } = await import('../lib/server/signing/signing.ts');
  recordExport(db, grant, of, [describeFile(name, content)]);
  process.stdout.write(content);
}

/**
 * Writes a file that leaves the database, with the head of the audit trail if it has a place for it and its signature beside it,
 * `NAME.sig`, and records it. If this fails, an earlier file of that name and its signature are unchanged. A device or a pipe gets no
 * signature.
 *
 * @param kind name of the file as it is known here: its ending tells the format, whatever the path ends in
 * @param language of a document (BCP 47)
 */
export async function writeFile(
  db: Db,
  grant: Grant,
  of: ExportOf,
  path: string,
  made: string | Uint8Array,
  kind: string,
  language = 'en'
) {
  const { withAuditHead } = await import('../lib/exchange/format/audit-head.ts');
  const content = withAuditHead(kind, made, await exportedHead(db), language);
  const { describeFile } = await import('../lib/server/signing/signing.ts');
  const file = stageFile(path, content);
  try {
    await leave(db, grant, of, path, [describeFile(basename(path), content)], { file });
  } finally {
    file.drop();
  }
}

/**
 * Signs files that were written into a folder, by one signature beside it, `FOLDER.sig`, and records them.
 *
 * @param names of the files, with `/` between folders
 * @param key another one than that of the database
 * @returns where the signature is
 */
export async function signFolder(
  db: Db,
  grant: Grant,
  of: ExportOf,
  folder: string,
  names: readonly string[],
  key?: SigningKey
): Promise<string> {
  const files = names.map((name) => fileAt(folder, name));
  return leave(db, grant, of, folder, files, { key });
}

async function leave(
  db: Db,
  grant: Grant,
  of: ExportOf,
  path: string,
  files: readonly SignedFile[],
  { key, file }: { key?: SigningKey | undefined; file?: StagedFile } = {}
): Promise<string> {
  const { recordExport } = await import('../lib/server/exports.ts');
  const { SIG, signFiles } = await import('../lib/server/signing/signing.ts');
  recordExport(db, grant, of, files);
  const signature = `${resolve(path)}${SIG}`;
  if (file !== undefined && isStream(path)) {
    // As for standard output: there is no file beside which a signature could be.
    file.place();
    return signature;
  }
  const staged = stageFile(signature, signFiles(db, files, key && { key }));
  try {
    file?.place();
    staged.place();
  } finally {
    staged.drop();
  }
  return signature;
}

/** Name, size and hash of a file as a signature lists them; the file is read in pieces. */
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
