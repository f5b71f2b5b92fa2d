import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addSuite } from '../../scorer/suites/index.ts';
import type { UnitDefinition } from '../../scorer/unit-definition.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { kindByName } from '../kinds/index.ts';
import { exampleRun, type ExampleRun } from '../planning/example-run.fixture.ts';
import { shownResults } from './shown-results.server.ts';
import { studyUnits } from './units.server.ts';

const scale = {
  level: 'binary',
  labels: [
    { label: 'pass', title: 'passes', value: 1 },
    { label: 'fail', title: 'fails', value: 0 }
  ]
} as const;
const part: UnitDefinition = {
  ...{ name: 'shown-part', one: 'part', many: 'parts', about: 'A part.', scale, detail: null, asked: null },
  uncorrected: null
};
const whole: UnitDefinition = {
  ...{ name: 'shown-whole', one: 'whole', many: 'wholes', about: 'The whole.', scale, detail: null, uncorrected: null },
  asked: { title: 'Wholes', about: 'People rate.', question: 'How good?', textTitle: null, results: 'shown-part' }
};
afterAll(addSuite({ name: 'shown-suite', title: 'Shown', metrics: [], units: [part, whole] }));

let db: Db;
let run: ExampleRun;
let judges: string[];
let reports: string[];
const say = (judge: number, kind: string, item: string, label: string | null, reportId = reports[0]!): void => {
  const state = label === null ? 'unscored' : 'judged';
  const of = { runId: run.runId, reportId, metric: 'coverage', judgeId: judges[judge]!, kind, item: `part-${item}` };
  db.insert(schema.verdict)
    .values({ ...of, text: `Part ${item}`, state, label, rationale: '', evidence: [], at: 1 })
    .run();
};

beforeEach(() => {
  ({ db } = memoryDatabase());
  run = exampleRun(db);
  judges = db
    .select({ id: schema.runJudge.judgeId })
    .from(schema.runJudge)
    .orderBy(schema.runJudge.position)
    .all()
    .map(({ id }) => id);
  reports = db
    .select({ id: schema.report.id })
    .from(schema.report)
    .all()
    .map(({ id }) => id);
});

describe('results that people see before they rate the whole', () => {
  it('are those of the first judge that has any, in words, without the judge', () => {
    say(1, 'shown-part', 'b', 'fail');
    say(1, 'shown-part', 'a', null);
    say(2, 'shown-part', 'a', 'pass');
    const found = shownResults(db, { id: run.runId }, 'shown-part').get(reports[0]!)!;
    expect(found).toEqual([
      { text: 'Part b', title: 'fails', facts: [] },
      { text: 'Part a', title: 'unscored', facts: [] }
    ]);
    expect(JSON.stringify(found)).not.toContain(judges[1]);
  });

  it('come with each unit of such a study, and are empty if no judge has found any', () => {
    for (const reportId of reports.slice(0, 2)) say(0, 'shown-whole', 'whole', 'pass', reportId);
    say(0, 'shown-part', 'a', 'pass');
    const stored = db.select().from(schema.run).get()!;
    const units = studyUnits(db, stored, 'coverage', kindByName('unit-shown-whole', 'coverage'));
    expect(units.map(({ reportId, material }) => [reportId, material.results?.length])).toEqual(
      expect.arrayContaining([
        [reports[0], 1],
        [reports[1], 0]
      ])
    );
  });

  it('are not in units of studies that do not ask for them', () => {
    const stored = db.select().from(schema.run).get()!;
    const units = studyUnits(db, stored, 'coverage', kindByName('checklist-item', 'coverage'));
    expect(units.length).toBeGreaterThan(0);
    expect(units.every(({ material }) => material.results === undefined)).toBe(true);
  });
});
