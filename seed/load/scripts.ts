import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import type { ScriptedAnswers } from '../../src/lib/scorer/judges/scripted/script.ts';
import { readComparisons, readJudges, readReport, readSaid, readVerdicts } from './content.ts';

/** Writes the scripted judges of the demo where a run looks for them; a script that is there already stays. */
export function writeScripts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readJudges().map((spec) => spec.replace('scripted:', ''))) {
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(scriptOf(name))}\n`);
  }
}

const digests = new Map<string, string>();

/** A report by what it says: its id is not known before it is imported. */
function digest(system: string, qid: string): string {
  const key = `${system} ${qid}`;
  const known = digests.get(key) ?? textHash(readReport(system, qid));
  digests.set(key, known);
  return known;
}

/** Composes a demo judge's replies, in the form of a script. */
export function scriptOf(name: string): ScriptedAnswers {
  const about = <T extends { system: string; qid: string }>({ system, qid, ...said }: T) => ({
    report: digest(system, qid),
    ...said
  });
  const accuracy = { metric: 'citation-accuracy' };
  return {
    answers: readVerdicts(name).map(about),
    issues: readSaid('issues', name).map(about),
    comparisons: readComparisons(name).map(({ qid, A, B, ...said }) => ({
      ...{ metric: 'depth', A: digest(A, qid), B: digest(B, qid) },
      ...said
    })),
    sources: readSaid('sources', name).map((one) => ({ ...about(one), ...accuracy })),
    claims: readSaid('claims', name).map((one) => ({ ...about(one), ...accuracy })),
    ratings: readSaid('ratings', name).map(about)
  } as ScriptedAnswers;
}
