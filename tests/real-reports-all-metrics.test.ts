import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uncitedNumbers } from '../src/lib/scorer/judges/rules/numbers/uncited-numbers.ts';
import type { PageOutcome } from '../src/lib/scorer/page.ts';
import { pairClaims } from '../src/lib/scorer/report/claims/claims.ts';
import { renderReport } from '../src/lib/scorer/report/html/render.ts';
import { readStructure } from '../src/lib/scorer/report/structure/structure.ts';
import { runProgress } from '../src/lib/scorer/runs/run-progress.server.ts';
import { reportScores } from '../src/lib/scorer/runs/run-scores.server.ts';
import { unscoredReasons, verdictLines } from '../src/lib/scorer/runs/run-verdicts.server.ts';
import type { VerdictLine } from '../src/lib/scorer/units/verdict-line.ts';
import { metricByName, suites } from '../src/lib/scorer/suites/index.ts';
import type { FetchPage } from '../src/lib/scorer/web/fetching/fetcher.ts';
import { contentHash } from '../src/lib/scorer/web/reading/page-text.ts';
import { pageKey } from '../src/lib/scorer/web/url-key.ts';
import { type Content, openBench, score } from './planted/bench.ts';
import { tableScore } from './planted/expected.ts';
import { letters } from './planted/truth.ts';
import { chance } from './stand-ins/faults.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';

const data = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'data');
const there = existsSync(data);
if (!there) console.log(`skipped: all six metrics over the 141 real reports, because ${data} is absent`);

const [CITED, UNCITED, BASELINE] = ['open-deep-research', 'claude-3-7-sonnet', 'neighbours'];
const JUDGES = ['rules', 'openai:gpt-5', 'gemini:gemini-2.5-pro'];
const metrics = suites['deep-eval'].metrics.map(({ name }) => name);

/** The reports as they are, and beside them a baseline whose report on each query is the one on the next query. */
const readContent = (): Content => {
  const folder = join(data, 'liveresearchbench/reports/open-deep-research');
  const cited = readdirSync(folder).map((name) => ({
    system: CITED!,
    qid: /^qid_(.+)_report\.md$/.exec(name)?.[1] ?? name,
    markdown: readFileSync(join(folder, name), 'utf8')
  }));
  const uncited = readFileSync(join(data, 'deep_research_bench/claude-3-7-sonnet-latest.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; article: string })
    .map(({ id, article }) => ({ system: UNCITED!, qid: `drb${id}`, markdown: article }));
  const real = [...cited, ...uncited];
  const queries = real.map(({ qid }, at) => ({
    qid,
    text: `What is known of the subject of ${qid}?`,
    category: at % 2 === 0 ? 'Market analysis' : 'Wide information search',
    items: Array.from({ length: 3 }, (_, n) => `Does the report on ${qid} deliver part ${n + 1}?`)
  }));
  const neighbours = real.map(({ qid }, at) => ({
    system: BASELINE!,
    qid,
    markdown: real[(at + 1) % real.length]!.markdown
  }));
  const systems = [
    { name: CITED!, category: 'multi-agent' },
    { name: UNCITED!, category: 'single-agent-web' },
    { name: BASELINE!, category: 'single-agent-deep-research' }
  ];
  return { queries, systems, reports: [...real, ...neighbours] };
};

const failures: PageOutcome[] = ['not-found', 'unresolved', 'blocked', 'timed-out', 'unreadable'];

/** A web without a connection to the real one: a third of its pages cannot be read, the others say a little. */
const imaginedWeb = (fetched: Map<string, number>): FetchPage => {
  return async (url) => {
    const key = pageKey(url);
    fetched.set(key, (fetched.get(key) ?? 0) + 1);
    const at = Math.floor(chance('page', key) * 3 * failures.length);
    const outcome = failures[at] ?? 'ok';
    const text =
      outcome === 'ok' ? `What stands at ${key}.\n\nIt names the year 2024 and the number 417.`.repeat(5) : null;
    return {
      ...{ url, outcome, note: outcome, status: null, finalUrl: null, title: outcome === 'ok' ? key : null, text },
      ...{ contentHash: text === null ? null : contentHash(text), origin: 'fetched', at: 0 }
    };
  };
};

describe.skipIf(!there)('all six metrics over the 141 real reports', () => {
  const fetched = new Map<string, number>();
  const closers: (() => unknown)[] = [];
  let content: Content;
  let real: Content['reports'];
  let scene: {
    progress: ReturnType<typeof runProgress>;
    scores: ReturnType<typeof reportScores>;
    unscored: ReturnType<typeof unscoredReasons>;
    lines: VerdictLine[];
    sent: number;
  };

  beforeAll(async () => {
    content = readContent();
    real = content.reports.filter(({ system }) => system !== BASELINE);
    const bench = await openBench(content);
    const openai = await startOpenAi();
    const gemini = await startGemini({ seed: 2 });
    closers.push(bench.close, openai.stop, gemini.stop);
    const env = {
      ...{ OPENAI_API_KEY: 'sk-test-real', OPENAI_BASE_URL: openai.url },
      ...{ GEMINI_API_KEY: 'test-real', GEMINI_BASE_URL: gemini.url }
    };
    const plan = {
      specs: JUDGES,
      metrics,
      reportIds: real.map(bench.idOf),
      settings: { depth: { baseline: bench.systemId(BASELINE!) } },
      options: { concurrency: 24 }
    };
    const began = performance.now();
    const run = await score(bench, env, plan, imaginedWeb(fetched));
    const seconds = (performance.now() - began) / 1000;
    const sent = openai.count() + gemini.count();
    console.log(`141 real reports, six metrics: ${sent} calls in ${seconds.toFixed(1)} s`);
    const { db, read } = bench;
    scene = {
      progress: runProgress(db, run.id),
      scores: reportScores(db, read, run),
      unscored: unscoredReasons(db, read, run),
      lines: verdictLines(db, read, run),
      sent
    };
  });
  afterAll(() => Promise.all(closers.map((close) => close())));

  const linesBy = (metric: string): Map<string, VerdictLine[]> =>
    Map.groupBy(
      scene.lines.filter((line) => line.metric === metric),
      ({ system, qid, judge }) => `${system} ${qid} ${judge}`
    );

  it('come to an end with every report judged by every judge and nothing unscored', () => {
    expect(real).toHaveLength(141);
    expect(scene.progress).toMatchObject({ status: 'done', problem: null });
    expect(scene.unscored).toEqual([]);
    for (const metric of metrics) expect(linesBy(metric).size, metric).toBe(141 * JUDGES.length);
  });

  it('keep every score within the scale of its metric', () => {
    const outside = scene.scores.flatMap(({ metric, judges, ensemble }) => {
      const { min, max } = metricByName(metric).scale;
      const values = [...judges.map((one) => one.score?.value), ensemble?.value];
      return values.filter((value) => typeof value === 'number' && !(value >= min && value <= max));
    });
    expect(outside).toEqual([]);
  });

  it.each(['consistency', 'citation-association'])('map the issues that are listed by the table: %s', (metric) => {
    const listed = linesBy(metric);
    for (const { system, qid, judges } of scene.scores.filter((one) => one.metric === metric))
      for (const { judge, score: own } of judges.filter((one) => one.judge !== 'rules')) {
        const issues = listed.get(`${system} ${qid} ${judge}`)!.filter(({ kind }) => kind === 'issue').length;
        expect(own?.value).toBe(tableScore(issues));
      }
  });

  it('put each quote that is in the report where its words stand', () => {
    const blocks = new Map<string, Map<number, string>>(
      real.map(({ system, qid, markdown }) => {
        const texts = renderReport(markdown).blocks.map(({ n, text }) => [n, text] as const);
        return [`${system} ${qid}`, new Map(texts)] as const;
      })
    );
    const placed = scene.lines
      .filter(({ kind }) => kind === 'issue')
      .flatMap(({ system, qid, evidence }) =>
        evidence.flatMap(({ quote, place }) => (place ? [{ report: `${system} ${qid}`, quote, place }] : []))
      );
    expect(placed.length).toBeGreaterThan(500);
    const elsewhere = placed.filter(({ report, quote, place }) => {
      const words = letters(blocks.get(report)!.get(place.block)!.slice(place.start, place.end));
      // Quotes are Markdown, and where they stand is read: the addresses of links, also cut ones, are only in the quote.
      const quoted = letters(quote.replace(/\]\([^)\s]*(?:\)|$)/g, ']'));
      return words === '' || !(quoted.includes(words) || words.includes(quoted));
    });
    expect(elsewhere).toEqual([]);
  });

  it('judge the same claims and pages by all judges, each page read once', () => {
    const lines = linesBy('citation-accuracy');
    const keys = new Set<string>();
    for (const { system, qid, markdown } of real) {
      const { sources, claims } = pairClaims(markdown);
      for (const { url } of sources) keys.add(pageKey(url));
      const units = [...sources, ...claims].map(({ key }) => key).sort();
      for (const judge of JUDGES) {
        const own = lines.get(`${system} ${qid} ${judge}`)!.filter(({ kind }) => kind !== 'count');
        expect(own.map(({ item }) => item).sort()).toEqual(units);
      }
    }
    expect(keys.size).toBeGreaterThan(1000);
    expect(new Map([...fetched].filter(([, times]) => times > 1))).toEqual(new Map());
    expect(new Set(fetched.keys())).toEqual(keys);
  });

  it('leave the accuracy of reports without URLs undefined, and keep each count within what it is a share of', () => {
    const rows = scene.scores.filter(({ metric }) => metric === 'citation-accuracy');
    const bare = rows.filter(({ ensemble }) => ensemble?.figures['urls'] === 0);
    expect(bare).toHaveLength(102);
    for (const { ensemble } of bare) expect(ensemble).toMatchObject({ value: null, unscored: 0 });
    for (const { judges } of rows)
      for (const { judge, score: own } of judges.filter((one) => one.judge !== 'rules')) {
        const { urls = 0, e1, e1Paper, e2, read, pairs, checked, e3 } = own!.figures;
        if (urls === 0) expect([e1, e2, e3]).toEqual([null, null, null]);
        else {
          expect(e1! <= e1Paper! && e1Paper! <= urls!, judge).toBe(true);
          expect(e2! <= read! && read! <= urls! - e1!, judge).toBe(true);
          expect(e3! <= checked! && checked! <= pairs!, judge).toBe(true);
        }
      }
  });

  it('let the rules list the figures without a citation, the same as on their own', () => {
    const texts = new Map(content.queries.map(({ qid, text }) => [qid, text]));
    const listed = linesBy('citation-association');
    for (const { system, qid, markdown } of real) {
      const found = listed.get(`${system} ${qid} rules`)!.filter(({ kind }) => kind === 'issue');
      expect(found).toHaveLength(uncitedNumbers(readStructure(markdown), texts.get(qid)).length);
    }
  });

  it('compare each report with the baseline’s in both orders', () => {
    const compared = scene.lines.filter(({ metric, judge }) => metric === 'depth' && judge !== 'rules');
    expect(compared).toHaveLength(282);
    for (const { detail } of compared) {
      expect(detail?.kind === 'comparison' && detail.orders.map(({ first }) => first)).toEqual(['report', 'baseline']);
    }
    expect(scene.sent).toBeGreaterThan(141 * 2 * 6);
  });
});
