import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { insertImportedRun } from '../runs/imported-runs.server.ts';
import { reportScores } from '../runs/run-scores.server.ts';
import { scene } from '../runs/runs.fixture.ts';
import { addRubric, rubricMetricOf } from '../suites/rubrics/rubrics.server.ts';
import type { Verdict } from '../verdict.ts';
import { rescore } from './rescoring.server.ts';

const judgedUnit = (item: string, kind: 'issue' | 'count', label: string): Verdict => ({
  item,
  kind,
  label,
  state: 'judged',
  rationale: 'Because.',
  evidence: []
});
const failed: Verdict = {
  item: 'count',
  kind: 'count',
  label: null,
  state: 'unscored',
  rationale: '',
  evidence: [],
  reason: 'HTTP 500'
};
/** A list of so many issues, or a failure. */
const issues = (n: number | null): Verdict[] =>
  n === null
    ? [failed]
    : [
        judgedUnit('count', 'count', String(n)),
        ...Array.from({ length: n }, (_, at) => judgedUnit(`issue${at + 1}`, 'issue', 'issue'))
      ];

/** Two judges on two reports of `aurora` (q1, q2) and two of `borealis`; the second judge fails on the last one. */
function judged() {
  const from = scene();
  const counts = new Map(from.reportIds.map((id, at) => [id, [at, at === 3 ? null : 2 * at] as const]));
  const { run } = insertImportedRun(from.db, from.manage, {
    ...{ name: 'First', versionId: from.versionId, reportIds: from.reportIds, between: null },
    metrics: [{ name: 'consistency', prompt: 'file' }],
    judges: [{ name: 'one' }, { name: 'two' }],
    verdicts: (sample, judge) => ({ verdicts: issues(counts.get(sample.report.id)![judge]!), at: null })
  });
  return { ...from, run };
}
const valuesOf = ([metric]: ReturnType<typeof rescore>) =>
  metric!.reports.map(({ system, before, after }) => [system, before.value, after.value]);

describe('scores of stored verdicts by other rules', () => {
  const STRICT = [
    { upTo: 0, score: 100 },
    { upTo: 1, score: 50 },
    { upTo: null, score: 0 }
  ];

  it('take another penalty table: 1 and 2 issues are 50 and 0, their mean 25', () => {
    const { db, read, run } = judged();
    const rows = () => db.select().from(schema.verdict).all().length + db.select().from(schema.run).all().length;
    const [stored, scores] = [rows(), structuredClone(reportScores(db, read, run))];
    const found = rescore(db, read, run, { penalties: { consistency: STRICT } });
    // Judge two finds twice as many issues as judge one; on the last report it failed.
    expect(valuesOf(found).map(([system, , after]) => [system, after])).toEqual([
      ['aurora', 100],
      ['aurora', 25],
      ['borealis', 0],
      ['borealis', null]
    ]);
    expect(valuesOf(found).map(([, before]) => before)).toEqual(scores.map(({ ensemble }) => ensemble!.value));
    expect(found[0]!.systems).toMatchObject([
      { system: 'aurora', after: { value: 62.5, n: 2, queries: 2 } },
      { system: 'borealis', after: { value: 0, n: 1 } }
    ]);
    expect(found[0]!.reports[3]!.after).toEqual({ value: null, n: 0, reason: 'HTTP 500' });
    expect(rows()).toBe(stored);
    expect(reportScores(db, read, run)).toEqual(scores);
  });

  it('take another rule for failed judges: the mean of those that answered', () => {
    const { db, read, run } = judged();
    const [metric] = rescore(db, read, run, { missing: 'answered', penalties: { consistency: STRICT } });
    expect(metric!.rule).toMatchObject({ before: { missing: 'all-judges' }, after: { missing: 'answered' } });
    expect(metric!.reports[3]).toMatchObject({ before: { value: null }, after: { value: 0, n: 1, reason: null } });
  });

  it('are refused if every rule is that of the run', () => {
    const { db, read, run } = judged();
    expect(() => rescore(db, read, run, { missing: 'all-judges' })).toThrow('Run 1 already has these scores');
  });
});

const rubricFile = (weight: number, more = '', text = 'Is it there?'): string => `format: voirdire-rubric/1
name: facts
version: "${weight}"
title: Facts
question: Are the facts there?
criteria:
  - { key: a, text: "${text}", weight: 1 }
  - { key: b, text: "Is it right?", weight: ${weight} }
${more}aggregation: { kind: weighted-mean }
`;

describe('a rubric with other weights', () => {
  function scored() {
    const from = scene();
    const { metric } = addRubric(from.db, from.manage, rubricFile(1));
    const { run } = insertImportedRun(from.db, from.manage, {
      ...{ name: 'First', versionId: from.versionId, reportIds: from.reportIds, between: null },
      metrics: [{ name: metric.name, prompt: 'file' }],
      judges: [{ name: 'one' }],
      verdicts: (sample) => ({
        verdicts: metric.protocol.unscored(sample, 'x').map((one): Verdict => ({
          ...one,
          ...{ state: 'judged', label: one.item === 'a' ? 'yes' : 'no', rationale: 'Because.', reason: null }
        })),
        at: null
      })
    });
    const by = (file: string) =>
      rescore(from.db, from.read, run, { rubrics: { [metric.name]: rubricMetricOf(file, 'other.yaml') } });
    return { by };
  }

  it('scores the same labels: one of two criteria is 1/2, and 1/4 if the other weighs 3', () => {
    const [metric] = scored().by(rubricFile(3));
    expect(metric!.reports[0]).toMatchObject({ before: { value: 0.5, n: 2 }, after: { value: 0.25, n: 2 } });
    expect(metric!.rule.after.title).toBe('Facts (version 3)');
  });

  it('is refused if a criterion was not judged with its text, or a label is not on its scale', () => {
    const { by } = scored();
    expect(() => by(rubricFile(3, '', 'Is it elsewhere?'))).toThrow(/criterion a of query q1 was not judged/);
    expect(() => by(rubricFile(3, '  - { key: c, text: "And this?" }\n'))).toThrow(/criterion c of query q1/);
    const scale = 'scale: { labels: [{ label: met, value: 1 }, { label: unmet, value: 0 }] }\n';
    expect(() => by(rubricFile(3, scale))).toThrow(/its scale lacks yes, no/);
  });
});
