import { setTimeout as pause } from 'node:timers/promises';
import { writeAside, type Db } from '../../server/db/client.ts';
import { beforeFlush, flushed, onDisk } from '../../server/db/on-disk.ts';
import { removeUnused, storeText, unusedTexts } from '../../server/db/report-text.ts';
import type { ImportedReport } from './benchmark.ts';
import { keptReport, type KeptReport } from './report-importer.server.ts';

/** For so long texts are written at once, in ms; afterwards others have as long for themselves. */
const PIECE_MS = 8;
/** Texts that are removed at once. */
const REMOVED_AT_ONCE = 50;
/** Another process that starts meanwhile takes texts without reports for those of an import that was cut off. */
const TRIES = 3;

/**
 * Adds reports at once after their texts were written in pieces: no request waits for more than a piece, and no page shows a
 * part of the import. If `add` refuses, the texts are removed again; if the process ends, the next start removes them
 * (`removeLeftTexts`).
 *
 * @param add writes the reports of each list in one transaction
 */
export async function addAfterTexts<T>(
  db: Db,
  lists: readonly Iterable<ImportedReport>[],
  add: (kept: KeptReport[][]) => T
): Promise<T> {
  const added = new Set<string>();
  try {
    for (let left = TRIES; ; left -= 1) {
      const kept: KeptReport[][] = [];
      for (const reports of lists) kept.push(await keepTexts(db, reports, added));
      await flushed(db);
      try {
        return await onDisk(db, () => add(kept));
      } catch (error) {
        if (left === 1 || !lacksText(error)) throw error;
      }
    }
  } catch (error) {
    await removeInPieces(db, [...added]);
    throw error;
  }
}

async function keepTexts(db: Db, reports: Iterable<ImportedReport>, added: Set<string>): Promise<KeptReport[]> {
  const kept: KeptReport[] = [];
  const rows = reports[Symbol.iterator]();
  for (let more = true; more;) {
    const began = performance.now();
    beforeFlush(db, () =>
      writeAside(db, (tx) => {
        while (more && performance.now() - began < PIECE_MS) {
          const { done, value } = rows.next();
          if (done) more = false;
          else {
            const text = storeText(tx, value.markdown);
            if (text.added) added.add(text.hash);
            kept.push(keptReport(value, text.hash));
          }
        }
      })
    );
    await pause(performance.now() - began);
  }
  return kept;
}

/** Removes the texts of imports that did not come to their end. */
export const removeLeftTexts = (db: Db): Promise<void> => removeInPieces(db, unusedTexts(db));

async function removeInPieces(db: Db, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += REMOVED_AT_ONCE) {
    const piece = hashes.slice(at, at + REMOVED_AT_ONCE);
    beforeFlush(db, () => writeAside(db, (tx) => removeUnused(tx, piece)));
    await pause(1);
  }
}

const lacksText = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || (cause !== undefined && lacksText(cause));
};
