import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Bench } from '../../../../../tests/planted/bench.ts';
import { authorize, instance, operator, type ProjectGrant } from '../../../server/auth/authorize.ts';
import { createProject } from '../../../server/projects.ts';
import { parseJudgeSpec } from '../../judges/index.ts';
import { problemsOf } from '../../../../../tests/refusals.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import { insertImportedRun } from '../../runs/imported-runs.server.ts';
import { createRun } from '../../runs/new-run.server.ts';
import { metricByName } from '../index.ts';
import { addRubric, readStoredRubric, rubricSuite } from './rubrics.server.ts';

/** Hashes of the titles "Twin 27257" and "Twin 93851" have their first eight digits in common: 3ec2ef20. */
const twin = (n: number): string =>
  JSON.stringify({
    ...{ format: 'voirdire-rubric/1', name: 'twin', version: '1', title: `Twin ${n}`, question: 'q' },
    ...{ aggregation: { kind: 'weighted-mean' }, criteria: [{ text: 'a' }] }
  });

let bench: Bench;
let other: ProjectGrant<'manage'>;
beforeAll(async () => {
  bench = await openBench({
    queries: [{ qid: 'q1', text: 'Why?', category: 'towns', items: ['Is there a cause?'] }],
    systems: [{ name: 'aurora', category: 'multi-agent' }],
    reports: [{ system: 'aurora', qid: 'q1', markdown: '# Why\n\nBecause.' }]
  });
  const { id } = createProject(bench.db, authorize(operator, instance, 'administer'), { name: 'Other' });
  other = authorize(operator, { kind: 'project', id }, 'manage');
});
afterAll(() => bench.close());

const rules = () => [new RunDriver(bench.db, {}, { script: () => null }).name(parseJudgeSpec('rules'))];

describe('the rubrics of two projects', () => {
  it('whose names and hashes begin alike are two metrics, and each project reads its own', () => {
    const { db, manage } = bench;
    const mine = addRubric(db, manage, twin(27257)).metric;
    const theirs = addRubric(db, other, twin(93851)).metric;
    expect(theirs.name).not.toBe(mine.name);
    for (const [grant, metric, title] of [
      [manage, mine, 'Twin 27257'],
      [other, theirs, 'Twin 93851']
    ] as const) {
      expect(rubricSuite(db, grant.resource.id)?.metrics.map((one) => one.title)).toEqual([`${title} (version 1)`]);
      const reading = authorize(operator, grant.resource, 'read-results');
      expect(readStoredRubric(db, reading, metric.name).title).toBe(title);
      expect(addRubric(db, grant, twin(title === 'Twin 27257' ? 27257 : 93851))).toMatchObject({
        ...{ added: false, metric: { name: metric.name } }
      });
    }
  });

  it('are judged by in their own project only: elsewhere there is no such metric, in a scored and in an imported run', () => {
    const { db, manage, versionId, reportIds } = bench;
    const { name } = addRubric(db, other, twin(1)).metric;
    const absent = `There is no metric named "${name}".`;
    const wanted = { name: 'Run', versionId, reportIds, metrics: [name], judges: rules() };
    expect(() => createRun(db, manage, wanted)).toThrow(absent);
    expect(() =>
      insertImportedRun(db, manage, {
        ...{ name: 'Run', versionId, reportIds, judges: [{ name: 'elsewhere' }], between: null },
        metrics: [{ name, prompt: 'elsewhere', settings: {} }],
        verdicts: (sample) => ({ verdicts: metricByName(name).protocol.unscored(sample, 'No.'), repeats: [], at: null })
      })
    ).toThrow(absent);
    addRubric(db, manage, twin(1));
    expect(createRun(db, manage, wanted).number).toBe(1);
  });

  it('are refused for a run if they have no criteria for its queries, which the refusal says', () => {
    const { db, manage, versionId, reportIds } = bench;
    const { criteria, ...elsewhere } = JSON.parse(twin(2)) as { criteria: object };
    const { name } = addRubric(
      db,
      manage,
      JSON.stringify({ ...elsewhere, queries: { elsewhere: { criteria } } })
    ).metric;
    const wanted = { name: 'Run', versionId, reportIds, metrics: [name], judges: rules() };
    const [problem] = problemsOf(() => createRun(db, manage, wanted));
    expect(problem?.reason).toContain('the rubric has no criteria for the queries of these reports');
  });
});
