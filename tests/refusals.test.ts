import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Refusals of a literal text: `refuse.conflict('…')`. A thing that is missing is named by its noun, which readers get in their language. */
const literalRefusals = (text: string): number => [...text.matchAll(/\brefuse\.(?!notFound\b)\w+\(\s*['"`]/g)].length;

/** Folders and files whose refusals are read at a command line, in a log, or beside a text that a lead typed for a model. */
const technical = [
  // Settings of judges, prices, limits and search, in the notation of the command line and the environment.
  /^src\/lib\/scorer\/(engine|judges|making\/makers|search|suites\/index|web)\b/,
  /^src\/lib\/scorer\/prompts\/prompt-texts/,
  /^src\/lib\/scorer\/runs\/sent\//,
  /^src\/lib\/scorer\/suites\/rubrics\//,
  /^src\/lib\/studies\/kinds\/index/,
  // Commands only: backups, the log, the reference scorer’s files.
  /^src\/lib\/server\/(backup|log)\b/,
  /^src\/lib\/exchange\/reference\//,
  // Files that an address asks for.
  /^src\/lib\/exchange\/export\//,
  /^src\/lib\/alignment\/report\/exports\.ts$/
];

/** Sentences that hold a further English text, such as a list of obstacles; each file with how many it has. None may be added. */
const stillEnglish: Readonly<Record<string, number>> = {
  'src/lib/alignment/adoption/adoptions.server.ts': 1,
  'src/lib/alignment/card/compute-card.server.ts': 2,
  'src/lib/alignment/improvement/improvement-plans.server.ts': 1,
  'src/lib/alignment/improvement/improvements.server.ts': 1,
  'src/lib/alignment/monitoring/anchor-sets.server.ts': 1,
  'src/lib/alignment/monitoring/checks.server.ts': 1,
  'src/lib/alignment/report/report.server.ts': 1,
  'src/lib/scorer/making/task-ranking.server.ts': 1,
  'src/lib/scorer/making/unit-inputs.server.ts': 1,
  'src/lib/scorer/prompts/prompt-versions.server.ts': 3,
  'src/lib/scorer/runs/driving/driver.server.ts': 1,
  'src/lib/scorer/runs/driving/run-work.server.ts': 2,
  'src/lib/scorer/runs/imported-runs.server.ts': 1,
  'src/lib/scorer/runs/pinned-run.server.ts': 1,
  'src/lib/server/managing/deleting.ts': 1,
  'src/lib/server/managing/managed-thing.ts': 1,
  'src/lib/server/requests/uploads.server.ts': 1,
  'src/lib/studies/planning/drawing/reassigning.server.ts': 1,
  'src/lib/studies/spot-checks/spot-answers.server.ts': 1,
  'src/lib/studies/spot-checks/spot-checks.server.ts': 1,
  'src/lib/studies/truth/truth.server.ts': 1,
  'src/lib/verification/inspection/inspections.server.ts': 2,
  'src/lib/verification/proposals/made-decisions.server.ts': 1,
  'src/lib/verification/proposals/query-edits.server.ts': 1,
  'src/lib/verification/proposals/survey/coding.server.ts': 1,
  'src/lib/verification/proposals/survey/survey-coding.server.ts': 1,
  'src/lib/verification/proposals/talks/talks.server.ts': 2,
  'src/lib/verification/topics/screening.server.ts': 1,
  'src/lib/verification/vocabulary/wordings.server.ts': 1,
  'src/routes/p/[project]/alignment/import/ratings-form.ts': 2
};

const sources = globSync('src/{lib,routes}/**/*.ts', { cwd: root })
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path) && !technical.some((known) => known.test(path)))
  .sort();

it('refusals that people meet on pages are messages of the catalogues', () => {
  const found = sources
    .map((path) => [path, literalRefusals(readFileSync(join(root, path), 'utf8'))] as const)
    .filter(([, n]) => n > 0);
  expect(Object.fromEntries(found)).toEqual(stillEnglish);
  expect(sources.length).toBeGreaterThan(800);
});

it('a refusal of a literal text would be found', () => {
  expect(literalRefusals("refuse.conflict('Planted.'); refuse.invalid(\n  `Planted ${n}.`)")).toBe(2);
  expect(literalRefusals("refuse.notFound('study'); refuse.conflict(worded('noVerdict'))")).toBe(0);
});
