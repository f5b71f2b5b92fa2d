import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeVerdictsJsonl } from '../src/lib/exchange/export/run/verdicts-jsonl.ts';
import { importVerdicts } from '../src/lib/exchange/import/verdicts/import-verdicts.server.ts';
import type { Detail } from '../src/lib/scorer/verdict.ts';
import { type ReportScore, reportScores } from '../src/lib/scorer/runs/run-scores.server.ts';
import { type Run, runByNumber } from '../src/lib/scorer/runs/runs.server.ts';
import { verdictLines } from '../src/lib/scorer/runs/run-verdicts.server.ts';
import { searchChosen } from '../src/lib/scorer/search/needed.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import type { VerdictLine } from '../src/lib/scorer/units/verdict-line.ts';
import { type Bench, openBench, score } from './planted/bench.ts';
import { dailyQueries, dailyReports, dailyWitness, plantedClaims, startDailyWeb } from './planted/daily-report.ts';
import type { Asked } from './stand-ins/answers.ts';
import { startOpenAi } from './stand-ins/openai.ts';

const suite = suites['daily-report'];
const metrics = suite.metrics.map(({ name }) => name);
const JUDGE = 'openai:gpt-5';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-daily-report-'));
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
let bench: Bench;
let env: Record<string, string>;
let run: Run;
let scores: ReportScore[];
let lines: VerdictLine[];
let asked: Asked[] = [];
/** Changes what the judge answers. */
let spoiling = (_asked: Asked, reply: object | undefined): object | undefined => reply;

beforeAll(async () => {
  const web = await startDailyWeb();
  closers.push(web.stop);
  bench = await openBench({
    ...{ queries: dailyQueries, reports: dailyReports(web.at) },
    systems: ['alpha', 'beta'].map((name) => ({ name, category: 'single-agent-web' }))
  });
  closers.push(() => bench.close());
  const witness = dailyWitness(web);
  const openai = await startOpenAi({
    answer: (one) => {
      asked.push(one);
      return spoiling(one, witness(one));
    }
  });
  closers.push(openai.stop);
  const file = join(folder, 'searches.json');
  writeFileSync(file, JSON.stringify(web.searches));
  env = {
    OPENAI_API_KEY: 'sk-test-planted',
    OPENAI_BASE_URL: openai.url,
    VOIRDIRE_FETCH_ALLOW: web.allow,
    VOIRDIRE_SEARCH_FILE: file
  };
  run = await judgedBy(metrics);
  scores = reportScores(bench.db, bench.read, run);
  lines = [...verdictLines(bench.db, bench.read, run)];
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const judgedBy = (names: string[], more: object = {}): Promise<Run> =>
  score(bench, env, {
    ...{
      specs: [JUDGE],
      metrics: names,
      options: { ...searchChosen(env, suite.metrics, 'recorded'), useCache: false }
    },
    ...more
  });
const scoreOf = (metric: string, system: string, of = scores) =>
  of.find((one) => one.metric === metric && one.system === system)!.judges[0]!.score!;
const ownLines = (metric: string, system: string, kind: string, of = lines) =>
  of.filter((one) => one.metric === metric && one.system === system && one.detail?.kind === kind);
const claimNamed = (claim: string, metric = 'daily-factuality', of = lines) => {
  const line = ownLines(metric, 'alpha', 'daily-claim', of).find(({ itemText }) => itemText === claim)!;
  return { ...line, detail: line.detail as Extract<Detail, { kind: 'daily-claim' }> };
};

describe('planted reports of DailyReport: instructions', () => {
  it('are followed by the text alone: a heading is asked about again, and what cannot be obtained is satisfied', () => {
    const labels = (system: string) =>
      Object.fromEntries(
        ownLines('daily-instruction', system, 'daily-instruction').map(({ item, label }) => [item, label])
      );
    expect(labels('alpha')).toEqual({
      ...{
        's1/ins': 'satisfied',
        's2/ins': 'partly',
        's3/ins': 'satisfied',
        's4/ins': 'satisfied',
        's5/ins': 'satisfied'
      }
    });
    expect(labels('beta')).toEqual({
      ...{ 's1/ins': 'satisfied', 's2/ins': 'not-satisfied', 's3/ins': 'not-satisfied' },
      ...{ 's4/ins': 'not-satisfied', 's5/ins': 'not-satisfied' }
    });
    expect(scoreOf('daily-instruction', 'alpha')).toMatchObject({ value: 90, n: 5, figures: { unobtainable: 1 } });
    expect(scoreOf('daily-instruction', 'beta')).toMatchObject({ value: 20, n: 5 });
  });

  it('are judged with the day on which the report was collected as today', () => {
    const { user } = asked.find(({ schemaName }) => schemaName === 'daily_requirements')!;
    expect(user).toContain('The report was collected on 2026-05-01; take that day as today.');
  });
});

describe('planted reports of DailyReport: claims', () => {
  it.each(plantedClaims.map((one) => [one.claim, one.truth] as const))('“%s” is %s', (claim, truth) => {
    expect(claimNamed(claim).label).toBe(truth);
  });

  it('have one unit each: a duplicate is dropped, text and table stay two', () => {
    const own = ownLines('daily-factuality', 'alpha', 'daily-claim');
    expect(own.map(({ itemText }) => itemText).sort()).toEqual(plantedClaims.map(({ claim }) => claim).sort());
    expect(claimNamed('The mayor of Elm is Ada Berg, who is 51.').item).toMatch(/^s5\/claim-/);
  });

  it('are decided by code: figures that differ, and a model that concludes otherwise is recorded and not used', () => {
    const cost = claimNamed('The Elm Bridge cost 110 million euros.').detail.queries[0]!;
    expect(cost.pages.map(({ verdict, official }) => [verdict, official])).toEqual([['conflict', true]]);
    const opening = claimNamed('The Elm Bridge opened in 1998.').detail;
    expect(opening.queries[0]).toMatchObject({ verdict: 'incorrect', modelVerdict: 'correct' });
    expect(opening.queries[0]!.pages.map(({ ownReference, verdict }) => [ownReference, verdict])).toEqual([
      ...[
        [true, 'support'],
        [false, 'conflict'],
        [false, 'conflict']
      ]
    ]);
    expect(opening.references).toMatchObject([{ outcome: 'ok', check: 'support' }]);
    expect(claimNamed('The tower of the Elm Museum has 12 bells.').detail.queries[0]).toMatchObject({
      ...{ verdict: 'unknown', modelVerdict: 'correct', because: 'No page says anything of it.' }
    });
  });

  it('take their queries in the order of their dependences, and no page after the limit of evidence', () => {
    const { queries } = claimNamed('The mayor of Elm is Ada Berg, who is 51.').detail;
    expect(queries.map(({ id, searches }) => [id, searches.length])).toEqual([
      [1, 1],
      [0, 0]
    ]);
    // The page of 1 April is no result of a search until 31 March; the undated page counts.
    expect(queries.map(({ pages }) => pages.map(({ date, verdict }) => [date, verdict]))).toEqual([
      [[null, 'support']],
      [[null, 'support']]
    ]);
  });

  it('give Fac over the subtasks that are followed: 1/3, 2/4 and 1/1, weighed by ins', () => {
    const { value, n, figures } = scoreOf('daily-factuality', 'alpha');
    expect(value).toBeCloseTo((100 * (1 / 3 + 0.5 * 0.5 + 1)) / 2.5, 10);
    expect(n).toBe(3);
    expect(figures).toMatchObject({
      claims: 8,
      correct: 4,
      citedClaims: 1,
      citedCorrect: 0,
      referencePairs: 1,
      referencesSupport: 1
    });
    expect(scoreOf('daily-factuality', 'beta')).toMatchObject({ value: 100, n: 1 });
  });
});

describe('planted reports of DailyReport: reasoning', () => {
  it('is sound, flawed, or not in the report; claims in a paragraph are set aside', () => {
    const own = ownLines('daily-rationality', 'alpha', 'daily-paragraph');
    expect(own.map(({ label }) => label)).toEqual(['sound', 'flawed', 'not-in-report']);
    expect(scoreOf('daily-rationality', 'alpha')).toMatchObject({ value: 50, n: 1, figures: { ratAbsent: 1 } });
    expect(scoreOf('daily-rationality', 'beta')).toMatchObject({
      ...{ value: null, reason: 'No subtask with a rubric for rationality follows its instruction.' }
    });
  });
});

describe('planted reports of DailyReport: subtasks and users', () => {
  it('come to o = 1/3, 1/4, 1, 1, 1 and UserPref 2; and to UserPref 1 if all important subtasks fail', () => {
    const outcomes = ownLines('daily-preference', 'alpha', 'daily-subtask').map(({ detail }) =>
      detail?.kind === 'daily-subtask' ? [detail.outcome, detail.pass] : []
    );
    expect(outcomes).toEqual([
      [1 / 3, false],
      [0.25, false],
      [1, true],
      [1, true],
      [1, true]
    ]);
    expect(scoreOf('daily-preference', 'alpha')).toMatchObject({
      value: 2,
      figures: { c1: 0.75, passed: 3, decided: 5 }
    });
    expect(scoreOf('daily-preference', 'beta')).toMatchObject({ value: 1, figures: { c0: 1, c1: 0 } });
  });

  it('cost the cascade once: no question is asked twice, and any metric alone asks no more', async () => {
    const questions = asked.map(({ user, schemaName }) => `${schemaName} ${user}`);
    expect(new Set(questions).size).toBe(questions.length);
    const all = questions.length;
    asked = [];
    await judgedBy(['daily-preference']);
    expect(asked.length).toBe(all);
    asked = [];
    await judgedBy(['daily-instruction']);
    // One for each report, and one more for the heading.
    expect(asked.length).toBe(3);
  });
});

describe('votes on what a page says', () => {
  const BRIDGE = 'The Elm Bridge is 100 metres long.';
  const MAYOR = 'The mayor of Elm is Ada Berg, who is 51.';
  const VISITORS = 'The Elm Museum had 2,400 visitors in May.';
  let voted: VerdictLine[];
  let votedRun: Run;

  beforeAll(async () => {
    // Three verifiers: the second contradicts two claims, the third says nothing of one, and both quote of another what is not there.
    spoiling = ({ schemaName, model, marked }, reply) => {
      if (schemaName !== 'daily_page' || model === 'gpt-5') return reply;
      const claim = marked('claim');
      const { queries, ...about } = reply as { queries: { verdict: string; quote: string }[] };
      const told = (over: object) => ({ ...about, queries: queries.map((one) => ({ ...one, numbers: [], ...over })) });
      if (claim === VISITORS) return told({ verdict: 'conflict', quote: 'Nobody came.' });
      if (model === 'gpt-5-mini' && claim === BRIDGE) return told({ verdict: 'conflict' });
      if (claim === MAYOR) return told({ verdict: model === 'gpt-5-mini' ? 'conflict' : 'irrelevant' });
      return reply;
    };
    votedRun = await judgedBy(['daily-factuality'], {
      specs: [`${JUDGE}[verifier=openai:gpt-5+openai:gpt-5-mini+openai:gpt-4.1]`]
    });
    voted = [...verdictLines(bench.db, bench.read, votedRun)];
  });
  afterAll(() => {
    spoiling = (_asked, reply) => reply;
  });

  it('follow the majority, two of three, and keep each vote', () => {
    const { label, detail } = claimNamed(BRIDGE, 'daily-factuality', voted);
    expect(label).toBe('correct');
    expect(detail.queries[0]!.pages).toMatchObject([
      { verdict: 'support', official: true, votes: ['support', 'conflict', 'support'] }
    ]);
  });

  it('are undecided if they are tied, or if fewer than two of three are valid, and an undecided page decides nothing', () => {
    const mayor = claimNamed(MAYOR, 'daily-factuality', voted);
    expect(mayor.label).toBe('unknown');
    for (const { verdict, pages } of mayor.detail.queries) {
      expect(verdict).toBe('unknown');
      expect(pages).toMatchObject([{ verdict: 'undecided', votes: ['support', 'conflict', 'irrelevant'] }]);
    }
    const visitors = claimNamed(VISITORS, 'daily-factuality', voted);
    expect(visitors.label).toBe('unknown');
    expect(visitors.detail.queries[0]!.pages.map(({ votes }) => votes)).toEqual([
      ['support', null, null],
      ['support', null, null]
    ]);
  });

  it('give Fac = (1/3 + ½ · 1/4 + 0) / 2.5: the two claims left undecided stay in the denominator', () => {
    const { value } = reportScores(bench.db, bench.read, votedRun).find(({ system }) => system === 'alpha')!.judges[0]!
      .score!;
    expect(value).toBeCloseTo((100 * (1 / 3 + 0.5 * 0.25)) / 2.5, 10);
  });

  it('of one model can be repeated by the setting, each a call of its own', async () => {
    asked = [];
    const repeated = await judgedBy(['daily-factuality'], {
      ...{ specs: [JUDGE], settings: { 'daily-factuality': { own: { votes: 3 } } } }
    });
    const pages = asked.filter(({ schemaName }) => schemaName === 'daily_page');
    const questions = new Set(pages.map(({ user }) => user));
    expect(pages.length).toBe(3 * questions.size);
    const lines = [...verdictLines(bench.db, bench.read, repeated)];
    const { label, detail } = claimNamed(BRIDGE, 'daily-factuality', lines);
    expect([label, detail.queries[0]!.pages[0]!.votes]).toEqual(['correct', Array(3).fill('support')]);
  });
});

it('verdicts of DailyReport that leave as a file come back as a run with the same scores', () => {
  const file = writeVerdictsJsonl(lines, []);
  const { run: again } = importVerdicts(bench.db, bench.manage, Buffer.from(file), { name: 'Elsewhere' });
  const own = reportScores(bench.db, bench.read, runByNumber(bench.db, bench.read, again.number));
  for (const metric of metrics)
    for (const system of ['alpha', 'beta']) {
      const { value, figures } = scoreOf(metric, system);
      expect(scoreOf(metric, system, own), `${metric} ${system}`).toMatchObject({ value, figures });
    }
});
