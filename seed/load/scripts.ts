import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/lib/scorer/fingerprint.ts';
import { readJudges, readReport, readVerdicts } from './content.ts';

/** Writes the scripted judges of the demo where a run looks for them; a script that is there already stays. */
export function writeScripts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readJudges().map((spec) => spec.replace('scripted:', ''))) {
    const file = join(folder, `${name}.json`);
    if (existsSync(file)) continue;
    const answers = readVerdicts(name).map(({ system, qid, metric, item, label, rationale, quotes }) => ({
      report: sha256(readReport(system, qid)),
      metric,
      item,
      label,
      rationale,
      quotes
    }));
    writeFileSync(file, `${JSON.stringify({ answers })}\n`);
  }
}
