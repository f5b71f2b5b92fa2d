import type { ImportedReport } from '../../../verification/benchmark/benchmark.ts';
import { ProblemList } from '../../format/problem-list.ts';
import type { Parsed } from '../../format/problem-list.ts';
import { reportsAgain, readReportFolder } from './report-folder.ts';
import { openZip } from '../../format/zip.ts';
import type { ZipLimits } from '../../format/zip.ts';

const MB = 1024 * 1024;
const LIMITS = { entries: 20_000, bytesPerFile: 10 * MB };

/** To how many megabytes a zip may unpack in all, unless the operator says otherwise (`VOIRDIRE_ZIP_MB`). */
export const ZIP_MEGABYTES = 300;

/** The operator's setting. @throws what it should be, if it is no number of megabytes */
export function zipMegabytes(setting: string | undefined): number {
  if (setting === undefined || setting.trim() === '') return ZIP_MEGABYTES;
  const value = Number(setting);
  if (!(Number.isInteger(value) && value >= 1 && value <= 2000))
    throw new Error(`VOIRDIRE_ZIP_MB is "${setting}". Write a whole number of megabytes from 1 to 2000.`);
  return value;
}

/** Archives that unpack to at most this much are unpacked once and held; of larger ones each report is unpacked twice. In bytes. */
const HELD = 20 * MB;

/**
 * A zip of a report folder. Nothing but reports is unpacked, and if that is much, they are never held together: each is
 * unpacked to be checked, and again when the reports are asked for.
 */
export function parseReportZip(
  bytes: Uint8Array,
  system = '',
  megabytes = ZIP_MEGABYTES
): Parsed<Iterable<ImportedReport>> {
  const problems = new ProblemList();
  const limits: ZipLimits = { ...LIMITS, bytesInAll: megabytes * MB };
  const entries = openZip(bytes, limits, problems);
  if (problems.any) return problems.answer([]);
  const held = entries.reduce((sum, { size }) => sum + size, 0) <= HELD;
  const reports = readReportFolder(entries, system, problems, held ? 'keeps' : 'checks');
  return problems.answer(held ? reports : { [Symbol.iterator]: () => reportsAgain(entries, system) });
}
