import { lookup } from 'node:dns/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder, removeFolders, run as command } from '../src/cli/command.fixture.ts';
import { exit } from '../src/cli/outcome.ts';
import { RunDriver } from '../src/lib/scorer/runs/driving/driver.server.ts';
import { parseJudgeSpec } from '../src/lib/scorer/judges/index.ts';
import { searchChosen } from '../src/lib/scorer/search/needed.ts';
import { metricByName } from '../src/lib/scorer/suites/index.ts';
import { createRun } from '../src/lib/scorer/runs/new-run.server.ts';
import { failedSearchesIn, notFetchedIn } from '../src/lib/scorer/web/pages/fetching-again.server.ts';
import { pagesOf, supplyPage } from '../src/lib/scorer/web/pages/pages.server.ts';
import { runProgress } from '../src/lib/scorer/runs/run-progress.server.ts';
import { reportScores } from '../src/lib/scorer/runs/run-scores.server.ts';
import { verdictLines } from '../src/lib/scorer/runs/run-verdicts.server.ts';
import { runByNumber } from '../src/lib/scorer/runs/runs.server.ts';
import { pageFetcher } from '../src/lib/scorer/web/fetching/fetcher.ts';
import { html, loopback } from '../src/lib/scorer/web/loopback.fixture.ts';
import type { Resolve } from '../src/lib/scorer/web/fetching/request.ts';
import { type Content, openBench } from './planted/bench.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import { startSearch } from './stand-ins/search.ts';

const folder = join(process.env['VOIRDIRE_SHARED'] ?? '../shared', 'data/liveresearchbench/reports');
const there = existsSync(folder);
if (!there) console.log(`skipped: the 41 real reports without a network, because ${folder} is absent`);
const offline = await lookup('example.com').then(
  () => false,
  () => true
);
if (!offline)
  console.log('skipped: a run without a network from the command line, because this machine resolves names');

afterAll(removeFolders);
const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const contentOf = (reports: readonly { qid: string; markdown: string }[]): Content => ({
  queries: reports.map(({ qid }) => ({
    ...{ qid, text: `What of ${qid}?`, category: 'Market analysis', items: [] },
    material: {
      'report-bench': {
        ...{ survey: { arxiv: '2001.00001', title: 'A survey of ports' }, cutOff: null },
        references: [{ key: 'g1', title: 'Growth of ports' }]
      }
    }
  })),
  systems: [{ name: 'quill', category: 'multi-agent' }],
  reports: reports.map((report) => ({ system: 'quill', ...report }))
});

const realReports = () =>
  readdirSync(join(folder, 'open-deep-research')).map((name) => ({
    qid: /^qid_(.+)_report\.md$/.exec(name)?.[1] ?? name,
    markdown: readFileSync(join(folder, 'open-deep-research', name), 'utf8')
  }));

const failing = (code: string): Error => Object.assign(new Error(`getaddrinfo ${code}`), { code });

/** A project with those reports, and a driver whose names are looked up by `resolve`. */
const open = async (
  content: Content,
  resolve: Resolve,
  { specs = ['rules'], env = {}, allow = [] as string[], metrics = ['citation-accuracy'] } = {}
) => {
  const bench = await openBench(content);
  closers.push(() => bench.close());
  const fetchPage = pageFetcher({ resolve, allow, references: [], retryPausesMs: [1] });
  const driver = new RunDriver(bench.db, env, {}, fetchPage);
  const judges = specs.map((spec) => driver.name(parseJudgeSpec(spec)));
  const { versionId, reportIds } = bench;
  const options = searchChosen(env, metrics.map(metricByName), null);
  const plan = { name: 'Citations', versionId, judges, reportIds, metrics, options };
  const run = createRun(bench.db, bench.manage, plan);
  return {
    ...bench,
    driver,
    run,
    async start() {
      driver.start(bench.manage, run.id);
      await driver.ended(run.id);
      return runProgress(bench.db, run.id);
    },
    async again(urls: string[] | null) {
      driver.fetchAgain(bench.manage, run.id, urls);
      await driver.ended(run.id);
      return runProgress(bench.db, run.id);
    },
    lines: () => verdictLines(bench.db, bench.read, runByNumber(bench.db, bench.read, run.number)),
    scores: () => reportScores(bench.db, bench.read, runByNumber(bench.db, bench.read, run.number)),
    pages: () => pagesOf(bench.db, bench.read, run)
  };
};

describe.skipIf(!there)('citation accuracy of the 41 real reports while no name resolves', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN'])('scores nothing, and the run says why (%s)', async (code) => {
    const scene = await open(contentOf(realReports()), () => Promise.reject(failing(code)));
    const progress = await scene.start();
    expect(progress).toMatchObject({ status: 'paused', tasksDone: 41 });
    expect(progress.problem).toMatch(/^No host on the web answered this machine: /);
    expect(progress.problem).toContain(code);
    const scores = scene.scores();
    expect(scores).toHaveLength(41);
    expect(scores.map(({ ensemble }) => ensemble?.value ?? null)).toEqual(scores.map(() => null));
    const withUrls = scores.filter(({ ensemble }) => (ensemble?.figures['urls'] ?? 0) > 0);
    expect(withUrls.length).toBeGreaterThan(35);
    for (const { ensemble } of withUrls) {
      expect(ensemble?.reason).toContain('were not fetched');
      expect(ensemble?.figures).toMatchObject({ e1: null, e1Paper: null, e2: null, e3: null, blocked: null });
    }
    const lines = scene.lines();
    expect(lines.filter(({ label }) => label === 'unreachable' || label === 'source-unusable')).toEqual([]);
    expect(lines.filter(({ state }) => state === 'unscored').length).toBeGreaterThan(1_000);
  });
});

describe.skipIf(!there || !offline)('the same from the command line, on a machine without a network', () => {
  it('ends with 3, prints no score and says what to do', async () => {
    const out = join(newFolder('outage'), 'scored');
    const {
      code,
      out: told,
      err
    } = await command([
      ...['score', '--reports', folder, '--create-queries', '--metric', 'citation-accuracy', '--judge', 'rules'],
      ...['--out', out]
    ]);
    expect(code).toBe(exit.unscored);
    expect(told).toMatch(/open-deep-research\s+–\s.*0 of 41/);
    expect(err).toMatch(/No host on the web answered this machine/);
    expect(err).toMatch(/--resume/);
    const scores = parse(readFileSync(join(out, 'scores.csv')), { columns: true }) as {
      value: string;
      reason: string;
    }[];
    expect(scores).toHaveLength(41);
    expect(scores.map(({ value }) => value)).toEqual(scores.map(() => ''));
    expect(scores.filter(({ reason }) => /cited pages were not fetched/.test(reason))).toHaveLength(39);
  });
});

const REPORT = (host: string): string => `# Ports

Ports grew by five tonnes [1]. Ships grew by six tonnes [2].

## References

[1] http://there.test/well
[2] http://${host}/page
`;

describe('a run that lost the web on the way', () => {
  const reports = [
    { qid: 'q1', markdown: REPORT('gone.example') },
    { qid: 'q2', markdown: REPORT('other.test') }
  ];

  /** A web on this machine behind names that resolve while `up`; `gone.example` never does. */
  const web = async (metrics?: string[]) => {
    const server = await loopback((_, response) => html(response, '<p>Ports are doing well and ships too, by tonnes.'));
    closers.push(() => server.close());
    const openai = await startOpenAi();
    closers.push(() => openai.stop());
    const state = { up: false };
    const resolve: Resolve = (host) =>
      state.up && host !== 'gone.example'
        ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
        : Promise.reject(failing('ENOTFOUND'));
    const at = (host: string): string => `${host}:${server.port}`;
    const content = contentOf(
      reports.map(({ qid, markdown }) => ({
        qid,
        markdown: markdown.replaceAll(/http:\/\/([a-z.]+)\//g, (_whole, host: string) => `http://${at(host)}/`)
      }))
    );
    const scene = await open(content, resolve, {
      specs: ['openai:gpt-5'],
      env: { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url },
      allow: ['there.test', 'other.test', 'gone.example'].map(at),
      ...(metrics && { metrics })
    });
    return { ...scene, state, openai, at };
  };

  it('is resumed once the web is back: what hung on its pages is judged, and a dead host is E1', async () => {
    const { state, start, lines, scores, openai } = await web();
    expect(await start()).toMatchObject({ status: 'paused', tasksDone: 2 });
    expect(lines().every((line) => line.state === 'unscored')).toBe(true);
    expect(openai.count()).toBe(0);
    state.up = true;
    const { status, problem, tasksDone } = await start();
    expect({ status, problem, tasksDone }).toEqual({ status: 'done', problem: null, tasksDone: 2 });
    const dead = lines().filter(({ label }) => label === 'unreachable');
    expect(dead.map(({ qid, item }) => `${qid} ${item}`)).toEqual(['q1 source-2']);
    expect(scores().map(({ ensemble }) => ensemble?.figures['e1'])).toEqual([1, 0]);
  });

  it('fetches chosen pages again when it is done, and asks nothing of the others again', async () => {
    const { state, start, again, lines, openai, at, db, manage } = await web();
    state.up = true;
    expect((await start()).status).toBe('done');
    const before = openai.count();
    const url = `http://${at('gone.example')}/page`;
    supplyPage(db, manage, { url, title: null, text: 'Ships grew by six tonnes.' });
    expect(await again([url])).toMatchObject({ status: 'done', tasksDone: 2 });
    expect(lines().filter(({ label }) => label === 'unreachable')).toEqual([]);
    // Whether the page is on the topic, and if the stand-in says so, the claim that cites it: its answers vary with the port.
    const source = lines().find(({ qid, item }) => qid === 'q1' && item === 'source-2');
    expect(['relevant', 'irrelevant']).toContain(source?.label);
    expect(openai.count() - before).toBe(source?.label === 'relevant' ? 2 : 1);
    await expect(again([url])).rejects.toThrow('were already read');
    await expect(again(['http://nowhere.example/'])).rejects.toThrow('No report of this run cites');
    await expect(again(null)).rejects.toThrow('Every page of this run was fetched');
  });

  it('is resumed with what hung on its pages under the metric of another suite', async () => {
    const { state, start, lines, pages, db, run } = await web(['references']);
    const held = () => lines().filter(({ reason }) => reason?.includes('was not fetched: '));
    const paused = await start();
    expect(paused.status).toBe('paused');
    expect(held().map(({ qid }) => qid)).toEqual(['q1', 'q1', 'q2', 'q2']);
    expect(paused.problem).toContain('the claims of 2 reports');
    expect(pages().map(({ reports, claims }) => [reports, claims])).toEqual([[1, 1], [1, 1], [2, 2]]); // prettier-ignore
    state.up = true;
    expect((await start()).status).toBe('done');
    expect(held()).toEqual([]);
    expect(notFetchedIn(db, run.id)).toBeNull();
  });
});

describe('a run whose web search failed', () => {
  const statements = ['Ports have grown since the war.', 'Ships are as long as streets.'];

  const searching = async () => {
    const search = await startSearch(() => []);
    const openai = await startOpenAi({
      answer: ({ schemaName }) =>
        schemaName === 'uncited_statements'
          ? { uncited: statements.map((statement) => ({ statement, search: statement })) }
          : { rationale: 'As found.', decision: 'correct' }
    });
    closers.push(search.stop, openai.stop);
    const content = contentOf([{ qid: 'q1', markdown: `# Ports\n\n${statements.join(' ')}\n` }]);
    const scene = await open(content, () => Promise.reject(failing('ENOTFOUND')), {
      specs: ['openai:gpt-5'],
      env: { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url, SEARXNG_BASE_URL: search.urlOf('searxng') },
      metrics: ['uncited-statements']
    });
    const outcomes = () => {
      const found = scene.lines().filter(({ kind, item }) => kind === 'uncited-statement' && item !== 'statements');
      return found.map(({ label, reason }) => label ?? reason);
    };
    return { ...scene, search, openai, outcomes, failed: () => failedSearchesIn(scene.db, scene.run.id) };
  };
  const correct = statements.map(() => 'correct');

  it('searches again at its end, and leaves what failed again unscored until it is asked once more', async () => {
    const { start, again, search, openai, outcomes, failed, scores } = await searching();
    search.misbehave('bad-json', 'bad-json', 'bad-json');
    expect((await start()).status).toBe('done');
    expect(search.requests).toHaveLength(4);
    expect(outcomes().toSorted()).toEqual([
      'The web search failed (unreadable): 200, and the answer is not in the provider’s format.',
      'correct'
    ]);
    expect(failed()).toEqual({ searches: 1, reports: 1 });
    expect(scores()[0]?.ensemble).toMatchObject({ n: 1, unscored: 1 });
    const before = openai.count();
    expect((await again(null)).status).toBe('done');
    expect(outcomes()).toEqual(correct);
    expect([failed(), search.requests.length, openai.count() - before]).toEqual([null, 5, 3]);
    expect(scores()[0]?.ensemble).toMatchObject({ n: 2, unscored: 0 });
    await expect(again(null)).rejects.toThrow('Every page of this run was fetched');
  });
});
