import type { ImportedReport } from './benchmark.ts';
import { ProblemList } from './problem-list.ts';
import type { Parsed } from './problem-list.ts';
import { readReportFolder } from './report-folder.ts';
import { openZip } from './zip.ts';
import type { ZipLimits } from './zip.ts';

const MB = 1024 * 1024;
const REPORT_ZIP_LIMITS: ZipLimits = { entries: 20_000, bytesPerFile: 10 * MB, bytesInAll: 300 * MB };

/** A zip of a report folder. Nothing but reports is unpacked. */
export function parseReportZip(bytes: Uint8Array, system = '', limits = REPORT_ZIP_LIMITS): Parsed<ImportedReport[]> {
  const problems = new ProblemList();
  const entries = openZip(bytes, limits, problems);
  return problems.answer(problems.any ? [] : readReportFolder(entries, system, problems));
}
