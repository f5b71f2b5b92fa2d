import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { textHash } from '../../runs/fingerprint.ts';
import { capabilities } from '../../protocols/capabilities.fixture.ts';
import type { Metric } from '../../metric.ts';
import type { Page } from '../../page.ts';
import type { Sample } from '../../sample.ts';
import type { Verdict } from '../../verdict.ts';
import { findMetric, metricByName, metrics } from '../../suites/index.ts';
import { qualityDimensions } from '../../suites/report-bench/prompts/quality-1.ts';
import { smallMaterial } from '../../suites/material.fixture.ts';
import type { Script } from './script.ts';
import { scriptFiles } from './script-files.ts';
import { scriptedJudge } from './scripted.ts';

const url = 'https://harbour.example/report';
const sample = (metric: string): Sample => ({
  metric,
  query: { qid: 'q1', text: 'What fell?' },
  report: {
    id: 'r1',
    markdown: `# Rain\n\nIt rained 3 mm in May [gauges](${url}). It rained 9 mm in May.`,
    collectedAt: null
  },
  items: metric === 'coverage' ? [{ key: 'c1', text: 'Does the report say how much it rained?' }] : [],
  baseline: { id: 'r2', markdown: '# Rain\n\nNobody knows.', collectedAt: null },
  ...{ material: smallMaterial[findMetric(metric)?.material ?? ''] }
});
const digest = textHash(sample('').report.markdown);
const points = (n: number) => ({ granularity: n, insight: n, critique: n, evidence: n, density: n });

const script: Script = {
  name: 'witness',
  answers: [{ report: 'r1', metric: 'coverage', item: 'c1', label: 'yes', rationale: 'In millimetres.' }],
  issues: [
    {
      report: digest,
      metric: 'consistency',
      issues: [{ quotes: ['It rained 3 mm', 'It rained 9 mm'], explanation: 'May had 3 mm and 9 mm.' }]
    },
    { report: 'r1', metric: 'citation-association', issues: [], abstains: 'I did not read to the end.' }
  ],
  comparisons: [
    { metric: 'depth', A: digest, B: 'r2', points: { A: points(4), B: points(1) }, rationale: 'A counts.' },
    { metric: 'depth', A: 'r2', B: digest, points: { A: points(2), B: points(3) }, rationale: 'B counts.' }
  ],
  sources: [{ report: 'r1', metric: 'citation-accuracy', url, label: 'relevant', rationale: 'About rain.' }],
  claims: [
    {
      ...{ report: digest, metric: 'citation-accuracy', url, claim: 'It rained 3 mm in May gauges.' },
      ...{ label: 'supported', rationale: 'The page says so.', quotes: ['3 mm in May'] }
    }
  ],
  replies: [
    {
      ...{ report: 'r1', metric: 'references', form: 'reference_page', holds: url },
      reply: { rationale: 'Of gauges.', scholarly: true, title: 'Gauges', arxiv: null, doi: null, published: null }
    },
    {
      ...{ report: digest, metric: 'cited-statements', form: 'cited_statements' },
      reply: { cited: [{ statement: 'It rained 3 mm in May', urls: [url] }] }
    },
    {
      ...{ report: 'r1', metric: 'cited-statements', form: 'statement_passages' },
      reply: { found: [{ id: 'statement-1', passages: ['3 mm in May'] }] }
    },
    {
      ...{ report: 'r1', metric: 'cited-statements', form: 'statement_matches' },
      reply: { compared: [{ id: 'statement-1', rationale: 'The page says so.', label: 'match' }] }
    },
    { ...{ report: 'r1', metric: 'uncited-statements', form: 'uncited_statements' }, reply: { uncited: [] } },
    {
      ...{ report: 'r1', metric: 'content-quality', form: 'survey_quality' },
      reply: {
        ratings: Object.keys(qualityDimensions).map((id) => ({ id, rationale: 'Short.', quotes: [], rating: 2 })),
        gaming: { rationale: 'It tries.', quotes: [], gaming: false }
      }
    },
    ...metrics
      .filter(({ material }) => material === 'daily-report')
      .flatMap(({ name: metric }) => [
        {
          ...{ report: 'r1', metric, form: 'daily_requirements' },
          reply: {
            requirements: [
              { id: 's1', rationale: 'It does.', quotes: ['It rained 3 mm'], label: 'satisfied', unobtainable: null }
            ]
          }
        },
        { ...{ report: 'r1', metric, form: 'daily_claims' }, reply: { claims: [] } },
        { ...{ report: 'r1', metric, form: 'daily_paragraphs' }, reply: { paragraphs: [] } }
      ]),
    {
      ...{ report: 'r1', metric: 'key-points', form: 'key_points' },
      reply: { points: [{ id: 'k1', rationale: 'It says so.', quotes: [], label: 'supported', confidence: 1 }] }
    },
    {
      ...{ report: 'r1', metric: 'adaptive-criteria', form: 'criterion_rating' },
      reply: { rationale: 'Short.', rating: 3 }
    }
  ],
  ratings: metrics
    .filter(({ protocol }) => protocol.unit.kind === 'rating')
    .map(({ name }) => ({ report: 'r1', metric: name, rating: 7, rationale: 'Good.' }))
};

const page: Page = {
  ...{ url, outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: 'Gauges', origin: 'fetched', at: 0 },
  ...{ text: 'There were 3 mm in May.', contentHash: 'x' }
};

const judged = (metric: Metric, given: Script = script): Promise<Verdict[]> => {
  const judge = scriptedJudge(given);
  const about = sample(metric.name);
  const can = capabilities({
    ask: (question) => judge.ask({ ...question, about, trial: 0 }, { signal: new AbortController().signal }),
    fetch: () => Promise.resolve(page),
    abstains: true
  });
  return metric.protocol.judge(about, metric, can);
};

describe('a scripted judge', () => {
  const asked = metrics.filter(({ name }) => name !== 'presentation');

  it.each(asked.map((metric) => [metric.name, metric] as const))(
    'answers %s in a form that counts',
    async (_name, metric) => {
      const verdicts = await judged(metric);
      expect(verdicts.length).toBeGreaterThan(0);
      expect(verdicts.filter(({ state }) => state === 'unscored')).toEqual([]);
    }
  );

  it('lists issues with their quotes, and may abstain from their count', async () => {
    expect(await judged(metricByName('consistency'))).toMatchObject([
      { kind: 'count', label: '1' },
      { kind: 'issue', text: 'May had 3 mm and 9 mm.', detail: { grounded: true } }
    ]);
    expect(await judged(metricByName('citation-association'))).toMatchObject([
      { kind: 'count', state: 'abstained', rationale: 'I did not read to the end.' }
    ]);
  });

  it('gives other points if the same two reports come in the other order', async () => {
    const [comparison] = await judged(metricByName('depth'));
    expect(comparison).toMatchObject({
      label: 'win',
      detail: {
        orders: [
          { first: 'report', report: points(4), baseline: points(1), rationale: 'A counts.' },
          { first: 'baseline', report: points(3), baseline: points(2), rationale: 'B counts.' }
        ],
        report: 17.5,
        baseline: 7.5
      }
    });
  });

  it('knows a claim by its words and the page that it cites', async () => {
    expect(await judged(metricByName('citation-accuracy'))).toMatchObject([
      { kind: 'source', label: 'relevant', rationale: 'About rain.' },
      { kind: 'claim', label: 'supported', evidence: [{ quote: '3 mm in May' }] }
    ]);
  });

  it.each([
    ['issues', 'consistency', /no answer to consistency of this report/],
    ['comparisons', 'depth', /no answer to this pair of reports/],
    ['ratings', 'depth-rating', /no answer to depth-rating of this report/]
  ] as const)('fails for good if %s are missing', async (list, metric, message) => {
    await expect(judged(metricByName(metric), { ...script, [list]: [] })).rejects.toThrow(message);
    await expect(judged(metricByName(metric), { ...script, [list]: [] })).rejects.toMatchObject({ retryable: false });
  });

  it('leaves a page or a claim unscored that it has no answer to', async () => {
    const accuracy = metricByName('citation-accuracy');
    expect(await judged(accuracy, { ...script, sources: [] })).toMatchObject(
      [
        { kind: 'source', state: 'unscored', reason: /no answer to the page/ },
        { kind: 'claim', state: 'judged' }
      ].map((one) => ('reason' in one ? { ...one, reason: expect.stringMatching(one.reason!) } : one))
    );
    expect((await judged(accuracy, { ...script, claims: [] }))[1]).toMatchObject({ state: 'unscored' });
  });

  it('fails for good if it is asked in a form that it does not know', async () => {
    const metric = metricByName('consistency');
    const question = { prompt: metric.prompt, system: '', user: '', schema: { name: '__proto__', json: {} } };
    const asking = scriptedJudge(script).ask(
      { ...question, about: sample('consistency'), trial: 0 },
      { signal: new AbortController().signal }
    );
    await expect(asking).rejects.toThrow(/no answer to a question in the form __proto__/);
  });

  it.each(['issues', 'comparisons', 'sources', 'claims', 'ratings'] as const)(
    'has another fingerprint with other %s',
    (list) => {
      expect(scriptedJudge({ ...script, [list]: [] }).fingerprint).not.toBe(scriptedJudge(script).fingerprint);
    }
  );
});

describe('a script in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-scripts-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { name: _name, ...written } = script;
  const put = (name: string, content: unknown) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));

  it('is read whole', () => {
    put('witness', written);
    expect(scriptFiles(folder).script!('witness')).toEqual(script);
  });

  it('needs no more than answers to checklists', () => {
    put('brief', { answers: written.answers });
    expect(scriptFiles(folder).script!('brief')).toEqual({ name: 'brief', answers: written.answers });
  });

  it.each([
    ['a rating of 11', { ...written, ratings: [{ ...written.ratings![0], rating: 11 }] }, /ratings\.0\.rating/],
    [
      'points of 2.5',
      { ...written, comparisons: [{ ...written.comparisons![0], points: { A: points(2.5), B: points(1) } }] },
      /comparisons\.0\.points\.A/
    ],
    [
      'a label that no page has',
      { ...written, sources: [{ ...written.sources![0], label: 'yes' }] },
      /sources\.0\.label/
    ],
    ['no answers', {}, /answers/]
  ])('is refused with %s, and the place is named', (_what, content, where) => {
    put('broken', content);
    expect(() => scriptFiles(folder).script!('broken')).toThrow(where);
  });

  it('is not looked for outside its folder', () => {
    expect(scriptFiles(join(folder, 'below')).script!('../witness')).toBeNull();
    expect(scriptFiles(folder).script!('nobody')).toBeNull();
  });
});
