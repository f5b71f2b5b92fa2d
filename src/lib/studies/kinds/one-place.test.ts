import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { annotating, openAssignment } from '../judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import { commitVerdict } from '../judging/verdicts.server.ts';
import { studyLabels } from '../labels/labels.server.ts';
import { everyKindRun } from '../planning/every-kind.fixture.ts';
import { startingText } from '../planning/guideline.server.ts';
import { createStudy } from '../planning/studies.server.ts';
import { kindsFor, studyKindNames, studyKinds, type NamedStudyKind } from './index.ts';
import { labelsAsTheyAre, withRefusal, type StudyKind } from './kind.ts';
import { metricByName } from '../../scorer/suites/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = 'lib/studies/kinds/';
/** The column's default, which the database gives by itself. */
const allowed = ["lib/server/db/schema/studies.ts: 'checklist-item'"];

/** Words that have other meanings too: a name of a kind only if code knows of kinds. */
const isWord = (name: string): boolean => !name.includes('-');
const common = new Set(['index', 'kind', 'guideline-page', 'unit-study']);

/** Where a file says the name of a kind of study, or takes its code. */
function namesIn(path: string, code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const taken = [...bare.matchAll(/studies\/kinds\/([\w-]+)\.ts'|'(?:\.\.\/)+kinds\/([\w-]+)\.ts'/g)]
    .map(([, deep, near]) => deep ?? near!)
    .filter(() => !path.startsWith('lib/scorer/'));
  const keyed = /\bNamedStudyKind\b/.test(bare);
  const said = studyKindNames.filter((name) =>
    isWord(name)
      ? (taken.length > 0 && new RegExp(`(?:===|!==|case) '${name}'`).test(bare)) ||
        (keyed && new RegExp(`^\\s+'?${name}'?: `, 'm').test(bare))
      : bare.includes(`'${name}'`)
  );
  return [
    ...said.map((name) => `${path}: '${name}'`),
    ...taken.filter((file) => !common.has(file)).map((file) => `${path}: ${file}.ts`)
  ];
}

it('is named by its own file and the registry alone, and no other file takes its code', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => relative(root, join(root, path)).replaceAll('\\', '/'))
    .filter((path) => /\.(ts|svelte)$/.test(path) && !/\.test\.ts$/.test(path) && !path.startsWith(here));
  expect(files.length).toBeGreaterThan(500);
  const places = files.flatMap((path) => namesIn(path, readFileSync(join(root, path), 'utf8')));
  expect(places.sort()).toEqual(allowed);
});

const clear = [
  { label: 'clear', title: 'Clear', hint: 'at first reading', key: '1' },
  { label: 'unclear', title: 'Unclear', hint: 'or not at all', key: '2' }
];
const clarity: StudyKind = {
  ...{ name: 'clarity', title: 'Clarity', about: 'Whether a report is clear.', units: 'report', whole: true },
  ...{ reports: 'one', question: 'Is the report clear?', textTitle: null, options: clear, multiSelect: false },
  scale: withRefusal({ level: 'binary', labels: ['clear', 'unclear'] }),
  judges: { from: 'nothing', why: 'Nobody asks them.' },
  ...{ dimensions: false, guideline: '# Clear or not\n' },
  ...labelsAsTheyAre(clear)
};
/** Of three reports the best: no order of the others. */
const best: StudyKind = {
  ...{ name: 'best-of-three', title: 'Best of three', about: 'Which of three is best.', units: 'report', whole: true },
  ...{
    reports: 'several',
    mostReports: 3,
    question: 'Which is best?',
    textTitle: null,
    options: [],
    multiSelect: false
  },
  scale: withRefusal({ level: 'preference', labels: ['win', 'tie', 'loss'] }),
  judges: { from: 'scores', read: (values) => `best-${values.indexOf(Math.max(...values))}` },
  places: (kept, texts) => {
    const first = Number(kept.slice(5));
    return Array.from({ length: texts }, (_, a) =>
      Array.from({ length: texts - a - 1 }, (__, at) => (a === first ? 'win' : a + 1 + at === first ? 'loss' : 'tie'))
    ).flat();
  },
  dimensions: false,
  kept: (shown, order) => (/^best-\d$/.test(shown) ? `best-${order[Number(shown.slice(5))]}` : null),
  shown: (kept, order) => `best-${order.indexOf(Number(kept.slice(5)))}`
};

describe('a kind of study that only the registry names', () => {
  const kinds: Record<string, StudyKind> = studyKinds;
  beforeAll(() => void Object.assign(kinds, { clarity, 'best-of-three': best }));
  afterAll(() => {
    delete kinds['clarity'];
    delete kinds['best-of-three'];
  });

  const judged = (kind: string, answer: string) => {
    const { db } = memoryDatabase();
    const run = everyKindRun(db);
    const [ana] = run.annotators;
    const input = {
      kind: kind as NamedStudyKind,
      metric: 'coverage',
      people: [ana.id],
      overlap: 1,
      sample: { items: 3 }
    };
    const study = createStudy(db, run.manage, run.input({ ...input, reveal: 'never' }));
    const assignmentId = nextStudyAssignment(db, ana, study.id)!;
    const item = openAssignment(db, ana, assignmentId)!.items[0]!.id;
    commitVerdict(db, annotating(ana), {
      ...{ assignmentId, studyItemId: item, label: answer, reason: null, note: '', passages: [], seconds: 1 },
      idempotencyKey: 'once'
    });
    return studyLabels(db, run.read, study.id);
  };

  it('is offered, has its own guideline, and is planned, judged and read', () => {
    expect(kindsFor(metricByName('coverage').protocol).map(({ name }) => name)).toContain('clarity');
    expect(startingText('clarity', 'coverage')).toBe('# Clear or not');
    expect(startingText('best-of-three', 'coverage')).toContain('# Best of three');
    const units = judged('clarity', 'unclear');
    expect(units.flatMap(({ humans }) => humans.map(({ label }) => label))).toEqual(['unclear']);
    expect(units.flatMap(({ judges }) => judges)).toEqual([]);
  });

  it('may compare several reports in labels of its own: people and judges are read pair by pair', () => {
    const units = judged('best-of-three', 'best-0').filter(({ humans }) => humans.length > 0);
    expect(units).toHaveLength(3);
    const labels = units.map(({ humans }) => humans[0]!.label);
    expect(labels.filter((label) => label === 'tie')).toHaveLength(1);
    for (const { judges } of units)
      for (const { label, state } of judges) if (state === 'judged') expect(['win', 'tie', 'loss']).toContain(label);
    expect(units[0]!.judges.length).toBeGreaterThan(0);
  });
});
