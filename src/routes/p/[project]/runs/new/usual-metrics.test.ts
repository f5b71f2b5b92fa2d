import { expect, it } from 'vitest';
import { findMetric, suites } from '$lib/scorer/suites/index.ts';
import { lackOf, usualMetrics } from './usual-metrics.ts';

const offered = Object.values(suites);
const checklist = { items: [{ key: 'a', text: 'Names the rate' }] };
const withMaterial = (suite: string, material: object = {}) => ({ items: [], material: { [suite]: material } });

it.each([
  ['queries with a checklist', [checklist], ['presentation', 'consistency', 'coverage', 'citation-association']],
  ['queries without a checklist', [{ items: [] }], ['presentation', 'consistency', 'citation-association']],
  [
    'tasks of DailyReport',
    [withMaterial('daily-report'), { items: [] }],
    ['daily-preference', 'daily-instruction', 'daily-factuality', 'daily-rationality']
  ],
  ['tasks of DeepResearch Arena', [withMaterial('research-arena')], ['key-points', 'adaptive-criteria']],
  [
    'tasks of DeepResearch Arena without key points',
    [withMaterial('research-arena', { keyPoints: null })],
    ['adaptive-criteria']
  ],
  [
    'surveys of ReportBench',
    [withMaterial('report-bench')],
    ['references', 'cited-statements', 'uncited-statements', 'content-quality']
  ],
  [
    'queries with a checklist beside surveys of ReportBench',
    [withMaterial('report-bench'), checklist],
    ['presentation', 'consistency', 'coverage', 'citation-association']
  ]
])('a new run proposes what %s can be judged by', (_, queries, proposed) => {
  expect(usualMetrics(offered, queries, true)).toEqual(proposed);
});

it('metrics that search are proposed only if there is a search provider', () => {
  const queries = [withMaterial('daily-report')];
  expect(usualMetrics(offered, queries, false)).toEqual(['daily-instruction', 'daily-rationality']);
});

it.each([
  ['a checklist', 'coverage', [{ items: [] }], [{ items: [] }, checklist], 'checklist'],
  ['material', 'references', [checklist], [checklist, withMaterial('report-bench')], 'material'],
  [
    'a part of its material',
    'key-points',
    [withMaterial('research-arena', { keyPoints: null })],
    [withMaterial('research-arena', { keyPoints: [] })],
    'material'
  ]
] as const)('names a metric that needs %s of a query, while no query has it', (_, name, without, having, needed) => {
  const metric = findMetric(name)!;
  const asked = (queries: readonly object[]) =>
    lackOf(
      metric,
      queries.map((query) => ({ qid: 'q1', items: [], ...query }))
    );
  expect([asked(without), asked(having)]).toEqual([needed, undefined]);
  expect(lackOf(findMetric('presentation')!, [])).toBeUndefined();
});
