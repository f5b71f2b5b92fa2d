import { describe, expect, it } from 'vitest';
import { reportScores } from '../../../scorer/runs/run-scores.server.ts';
import { verdictLines } from '../../../scorer/runs/run-verdicts.server.ts';
import { runByNumber } from '../../../scorer/runs/runs.server.ts';
import { dailyTask } from '../../../scorer/suites/daily-report/material.ts';
import { goldList } from '../../../scorer/suites/report-bench/gold-list.ts';
import { researchTask } from '../../../scorer/suites/research-arena/material.ts';
import { authorize } from '../../../server/auth/authorize.ts';
import { importQueries } from '../../../verification/benchmark/benchmark.server.ts';
import { importReports } from '../../../verification/benchmark/reports.server.ts';
import { aQuery, aReport, problemsOf, scene } from '../../../verification/rounds/project.fixture.server.ts';
import { bytesOf } from '../queries/queries.fixture.ts';
import { importVerdicts } from './import-verdicts.server.ts';

type Line = Record<string, unknown>;

const material = {
  'research-arena': researchTask.parse({
    ...{ discipline: 'design', family: 'hypothesis-generation', difficulty: 'basic', language: 'en' },
    criteria: [0.4, 0.3, 0.3].map((weight, at) => ({
      ...{ key: `c${at + 1}`, title: `Criterion ${at + 1}`, description: 'Fits.', weight }
    })),
    keyPoints: ['k1', 'k2', 'k3', 'k4'].map((key) => ({
      ...{ key, text: `Point ${key}`, sources: [{ url: `https://${key}.example/`, spans: ['words'] }] }
    }))
  }),
  'report-bench': goldList.parse({
    ...{ survey: { arxiv: '2301.00001', title: 'A survey' }, cutOff: null },
    references: ['One', 'Two', 'Three', 'Two'].map((title, at) => ({ key: `r${at}`, title, citations: at }))
  }),
  'daily-report': dailyTask.parse({
    type: 'retrieval',
    subtasks: ['s1', 's2'].map((key) => ({
      ...{ key, text: `Subtask ${key}`, constraint: 'content', rubrics: { ins: 'Does it.', fac: 'Facts.' } },
      importance: 'P0'
    }))
  })
};

/** One report on a query with material of three suites, and verdicts on it out of a file. */
function imported(metric: string, lines: readonly Line[]) {
  const { db, lead, as, project } = scene();
  importQueries(db, lead, [{ ...aQuery('a'), material }]);
  importReports(db, lead, [aReport('aurora', 'a')]);
  const text = lines.map((line) => JSON.stringify({ system: 'aurora', qid: 'a', metric, judge: 'elsewhere', ...line }));
  const { run, units } = importVerdicts(db, lead, bytesOf(text.join('\n')));
  const read = authorize(as('lead'), { kind: 'project', id: project.id }, 'read-results');
  const stored = runByNumber(db, read, run.number);
  const { value, reason, figures } = reportScores(db, read, stored)[0]!.ensemble!;
  return { value, reason, figures, missing: units.missing, verdicts: [...verdictLines(db, read, stored)] };
}

const refused = (metric: string, lines: readonly Line[]) =>
  problemsOf(() => imported(metric, lines)).map(({ row, column, reason }) => [row, column, reason]);

const labels = (all: Record<string, string>, more: Line = {}): Line[] =>
  Object.entries(all).map(([item, label]) => ({ item, label, ...more }));

describe('verdicts of a file on units that a query’s material names', () => {
  it('leave a report without a score if a key point or criterion has none', () => {
    const points = { k1: 'supported', k2: 'supported', k3: 'omitted' };
    expect(imported('key-points', labels(points))).toMatchObject({
      ...{ value: null, missing: 1 },
      reason: '1 of 4 key points have no valid verdict, and the shares divide by all of them.',
      figures: { set: 4, supported: null }
    });
    expect(imported('adaptive-criteria', labels({ c1: '5', c2: '5' }))).toMatchObject({
      ...{ value: null, missing: 1 },
      reason: '1 of 3 criteria have no rating, and the weighted mean needs all of them.'
    });
  });

  it('take weights, wording and the number of key points from the material', () => {
    const all = imported('key-points', labels({ k1: 'supported', k2: 'supported', k3: 'omitted', k4: 'contradicted' }));
    // Which points the report's own sources make is not said.
    expect(all).toMatchObject({ value: 50, missing: 0, figures: { set: 4, kor: 25, ownSet: null, ownKsr: null } });
    expect(all.verdicts).toContainEqual(expect.objectContaining({ item: 'k3', itemText: 'Point k3' }));
    expect(imported('adaptive-criteria', labels({ c1: '10', c2: '5', c3: '0' })).value).toBeCloseTo(5.5, 12);
  });

  it('are refused if the material has no such unit', () => {
    const noUnit = (metric: string) => `The checklist or material of a has no such unit under ${metric}`;
    expect(refused('key-points', labels({ k1: 'omitted', k9: 'supported' }))).toEqual([
      [2, 'item', noUnit('key-points')]
    ]);
    expect(refused('adaptive-criteria', labels({ c9: '5' }))).toEqual([[1, 'item', noUnit('adaptive-criteria')]]);
    expect(refused('content-quality', labels({ sv: '5' }))).toEqual([[1, 'item', noUnit('content-quality')]]);
    expect(refused('daily-instruction', labels({ s1: 'partly' }))).toEqual([[1, 'item', noUnit('daily-instruction')]]);
  });

  it('leave UserPref without a value if a subtask is missing, and need the parts of a subtask', () => {
    const detail = {
      ...{ subtask: 's1', importance: 'P0', group: null, ins: 1, fac: 1, rat: null, outcome: 1, pass: true },
      states: { ins: 'scored', fac: 'scored', rat: 'no-rubric' }
    };
    const one = { item: 's1/outcome', kind: 'daily-subtask', label: 'pass' };
    expect(imported('daily-preference', [{ ...one, detail }])).toMatchObject({
      ...{ value: null, reason: '1 subtask without an outcome: s2.', missing: 1 },
      figures: { subtasks: 2, passed: 1, decided: 1 }
    });
    expect(refused('daily-preference', [one])).toEqual([
      [1, 'detail', 'A verdict of the kind daily-subtask needs its detail, because scores are computed from it']
    ]);
    expect(imported('daily-preference', [{ item: 'preference', label: '3' }])).toMatchObject({ value: 3, missing: 0 });
    expect(imported('daily-instruction', labels({ 's1/ins': 'partly', 's2/ins': 'satisfied' })).value).toBe(75);
  });
});

describe('verdicts of a file that are no more than labels', () => {
  it('count, and figures that their details would tell are unknown', () => {
    const references = imported('references', labels({ x: 'matched', y: 'matched', z: 'unmatched' }));
    expect(references.value).toBeCloseTo(200 / 3, 12);
    expect(references.figures).toMatchObject({ works: 3, references: 3, matched: 2, matchedQ1: null, near: null });
    expect(references.figures['recall']).toBeCloseTo(200 / 3, 12);
    const uncited = imported('uncited-statements', labels({ x: 'correct', y: 'incorrect', z: 'undecided' }));
    expect(uncited).toMatchObject({ value: 50, figures: { decided: 2, tied: null } });
    const cited = imported('cited-statements', labels({ x: 'match', y: 'mismatch' }));
    expect(cited).toMatchObject({ value: 50, figures: { mismatch: 1, dead: null, noPassage: null } });
  });
});
