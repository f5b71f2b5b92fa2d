import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { citationTables } from '../src/lib/scorer/suites/deep-eval/citation-errors.ts';
import { leaderboardOf, rowOf } from '../src/lib/scorer/leaderboard/leaderboard.server.ts';
import type { Score } from '../src/lib/scorer/score.ts';
import { runProgress } from '../src/lib/scorer/runs/run-progress.server.ts';
import { type ReportScore, reportScores } from '../src/lib/scorer/runs/run-scores.server.ts';
import { unscoredReasons, verdictLines } from '../src/lib/scorer/runs/run-verdicts.server.ts';
import type { VerdictLine } from '../src/lib/scorer/units/verdict-line.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import { openBench, score } from './planted/bench.ts';
import { isRead } from './planted/citations.ts';
import { Expected, mean, outcome, tableScore, winRate } from './planted/expected.ts';
import { generate } from './planted/generate.ts';
import { Oracle } from './planted/oracle.ts';
import { letters, type Planted, type PlantedReport } from './planted/truth.ts';
import { pathOf, type PlantedWeb, startWeb } from './planted/web.ts';
import { lenient, perfect, type PointwiseName, Witness } from './planted/witness.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import { atMost } from './timing.ts';

const SEED = 7;
const RULES = 'rules';
const EXACT = 'openai:gpt-5';
const LENIENT = 'gemini:gemini-2.5-pro';
const judges = [RULES, EXACT, LENIENT];
const metrics = suites['deep-eval'].metrics.map(({ name }) => name);
const witnesses = { [EXACT]: new Witness(perfect, 'exact'), [LENIENT]: new Witness(lenient, 'lenient') };

/** Reports on which the exact judge never answers in a way that can be used. */
const hopeless = { checklist: 'quill-search plan09', issues: 'marram-research plan10' } as const;
const nameOf = ({ system, qid }: Pick<PlantedReport, 'system' | 'qid'>): string => `${system} ${qid}`;
const failsExact = (report: PlantedReport, form: 'checklist' | 'issues'): boolean => nameOf(report) === hopeless[form];
const parties = [
  { witness: null, fails: () => false },
  { witness: witnesses[EXACT], fails: failsExact },
  { witness: witnesses[LENIENT], fails: () => false }
];
const [, exactParty, lenientParty] = parties;

interface Scene {
  web: PlantedWeb;
  planted: Planted;
  expected: Expected;
  /** The run as people read it: its progress, scores, verdicts, reasons and leaderboard. */
  progress: ReturnType<typeof runProgress>;
  scores: ReportScore[];
  lines: VerdictLine[];
  unscored: ReturnType<typeof unscoredReasons>;
  leaderboard: ReturnType<typeof leaderboardOf>;
  idOf: (report: PlantedReport) => string;
  seconds: number;
}

let scene: Scene;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  const web = await startWeb();
  closers.push(() => web.stop());
  const planted = generate(SEED, web);
  web.serve(planted.pages);
  const bench = await openBench(planted);
  closers.push(() => bench.close());
  const habits = {
    slips: 0.05,
    fails: (report: PlantedReport, form: string) =>
      (form === 'checklist_verdicts' && failsExact(report, 'checklist')) ||
      (form === 'issues' && failsExact(report, 'issues'))
  };
  const openai = await startOpenAi({ answer: new Oracle(planted, witnesses[EXACT], habits).answer });
  const gemini = await startGemini({ answer: new Oracle(planted, witnesses[LENIENT]).answer });
  closers.push(openai.stop, gemini.stop);
  const env = {
    OPENAI_API_KEY: 'sk-test-planted',
    OPENAI_BASE_URL: openai.url,
    GEMINI_API_KEY: 'test-planted',
    GEMINI_BASE_URL: gemini.url,
    VOIRDIRE_FETCH_ALLOW: web.allow
  };
  const began = performance.now();
  const run = await score(bench, env, {
    specs: judges,
    metrics,
    settings: { depth: { baseline: bench.systemId(planted.baseline) } },
    options: { concurrency: 16 }
  });
  const { db, read } = bench;
  scene = {
    web,
    planted,
    expected: new Expected(planted, parties),
    progress: runProgress(db, run.id),
    scores: reportScores(db, read, run),
    lines: verdictLines(db, read, run),
    unscored: unscoredReasons(db, read, run),
    leaderboard: leaderboardOf(db, read, run),
    idOf: bench.idOf,
    seconds: (performance.now() - began) / 1000
  };
});
afterAll(() => Promise.all(closers.map((close) => close())));

/** A report that has nothing to judge under a metric (no checklist, or the baseline's own) is not listed there. */
const scoreOf = (report: PlantedReport, metric: string): Pick<ReportScore, 'judges' | 'ensemble'> => {
  const id = scene.idOf(report);
  return scene.scores.find((one) => one.reportId === id && one.metric === metric) ?? { judges: [], ensemble: null };
};
const byJudge = (report: PlantedReport, metric: string, judge: string): Score | null =>
  scoreOf(report, metric).judges.find((one) => one.judge === judge)?.score ?? null;
const linesOf = ({ system, qid }: PlantedReport, metric: string, judge: string, kind: string): VerdictLine[] =>
  scene.lines.filter(
    (line) =>
      line.system === system && line.qid === qid && line.metric === metric && line.judge === judge && line.kind === kind
  );

const rounded = (value: number | null | undefined): number | null =>
  typeof value === 'number' ? Number(value.toFixed(9)) : null;

/** Found against planted, for all reports: a failure shows those that differ. */
const compare = (found: (report: PlantedReport) => unknown, planted: (report: PlantedReport) => unknown): void => {
  const wrong = scene.planted.reports.flatMap((report) => {
    const [a, b] = [found(report), planted(report)];
    return isDeepStrictEqual(a, b) ? [] : [{ report: nameOf(report), found: a, planted: b }];
  });
  expect(wrong).toEqual([]);
};

describe('a run of all six metrics over a hundred reports with planted defects', () => {
  it('has all six metrics, ends within a minute of a quiet machine, and leaves unscored only what no reply could be had for', () => {
    expect(metrics).toHaveLength(6);
    expect(scene.progress).toMatchObject({ status: 'done', problem: null });
    expect(scene.seconds).toBeLessThan(atMost(60));
    const items = scene.planted.reports.find((report) => failsExact(report, 'checklist'))!.truth.coverage.length;
    const left = scene.unscored.map(({ metric, judge, units, reports }) => [metric, judge, units, reports]);
    const planted = [
      ...[
        ['presentation', EXACT, 10, 1],
        ['coverage', EXACT, items, 1]
      ],
      ...[
        ['consistency', EXACT, 1, 1],
        ['citation-association', EXACT, 1, 1]
      ]
    ];
    expect(left.toSorted()).toEqual(planted.toSorted());
  });

  it.each(metrics)('gives each judge the score that was planted: %s', (metric) => {
    compare(
      (report) => judges.map((judge) => rounded(byJudge(report, metric, judge)?.value)),
      (report) => scene.expected.judges(report, metric).map(rounded)
    );
  });

  it.each(metrics)('gives the ensemble the mean, and none if a judge failed: %s', (metric) => {
    compare(
      (report) => rounded(scoreOf(report, metric).ensemble?.value),
      (report) => rounded(scene.expected.ensemble(report, metric))
    );
  });

  it.each(metrics)('gives each system the mean of its reports, or its win rate: %s', (metric) => {
    const entries = scene.leaderboard.groups.flatMap(({ systems }) => systems);
    const found = entries.flatMap(({ system, scores }) => {
      const cell = scores[metric];
      return cell && cell.value !== null ? [[system, rounded(cell.value)] as const] : [];
    });
    const planted = scene.planted.systems.flatMap(({ name }) => {
      const values = scene.planted.reports
        .filter(({ system }) => system === name)
        .flatMap((report) => scene.expected.ensemble(report, metric) ?? []);
      const value = metric === 'depth' ? winRate(values.map(outcome)) : mean(values);
      return value === null ? [] : [[name, rounded(value)] as const];
    });
    expect(new Map(found)).toEqual(new Map(planted));
  });
});

describe.each(['consistency', 'citation-association'] as const)('%s', (metric: PointwiseName) => {
  it('scores the planted defects if the judge finds them all, whatever total stands beside its list', () => {
    compare(
      (report) => byJudge(report, metric, EXACT)?.value,
      (report) => {
        const { contradictions, gaps } = report.truth;
        if (failsExact(report, 'issues')) return null;
        return tableScore((metric === 'consistency' ? contradictions : gaps).length);
      }
    );
  });

  it('tells issues whose words are in the report from others, and scores the former beside', () => {
    const said = (report: PlantedReport) => witnesses[LENIENT].issues(report, metric);
    compare(
      (report) => {
        const { issues, grounded, groundedScore } = byJudge(report, metric, LENIENT)?.figures ?? {};
        return { issues, grounded, groundedScore };
      },
      (report) => {
        const grounded = said(report).filter((issue) => issue.grounded).length;
        return { issues: said(report).length, grounded, groundedScore: tableScore(grounded) };
      }
    );
    expect(scene.planted.reports.flatMap(said).some(({ grounded }) => !grounded)).toBe(true);
  });
});

describe('depth', () => {
  it('says how each judge decides, and whether it does so in both orders', () => {
    for (const [judge, party] of [[EXACT, exactParty!] as const, [LENIENT, lenientParty!] as const])
      compare(
        (report) => {
          const { outcome: own, consistent } = byJudge(report, 'depth', judge)?.figures ?? {};
          return [own ?? null, consistent ?? null];
        },
        (report) => {
          const said = scene.expected.comparison(report, party);
          const sign = { win: 1, tie: 0, loss: -1 } as const;
          return said === null ? [null, null] : [sign[outcome(said.lead)], said.consistent ? 1 : 0];
        }
      );
  });

  it('counts wins, losses and ties, and shows a judge that favours what stands first as inconsistent', () => {
    const entries = scene.leaderboard.groups.flatMap(({ systems }) => systems);
    for (const { name } of scene.planted.systems.filter((one) => one.name !== scene.planted.baseline)) {
      const cell = entries.find(({ system }) => system === name)?.scores['depth'];
      const outcomes = scene.planted.reports
        .filter(({ system }) => system === name)
        .map((report) => outcome(scene.expected.ensemble(report, 'depth')!));
      const count = (wanted: string) => outcomes.filter((one) => one === wanted).length;
      expect(cell?.games).toMatchObject({ wins: count('win'), losses: count('loss'), ties: count('tie') });
      expect(cell?.perJudge.find(({ judge }) => judge === EXACT)?.games?.consistency.value).toBe(1);
      expect(cell?.perJudge.find(({ judge }) => judge === LENIENT)?.games?.consistency.value).toBeLessThan(0.9);
    }
  });
});

describe('citation accuracy', () => {
  it('counts E1 in both readings, E2 and E3 with what each is a share of', () => {
    for (const judge of [EXACT, LENIENT] as const)
      compare(
        (report) => byJudge(report, 'citation-accuracy', judge)?.figures,
        (report) => {
          const { value: _value, ...figures } = scene.expected.citations(report, witnesses[judge]);
          const { urls, e1, e1Paper, serverErrors, resets, timeouts, e2, read, pairs, checked, e3, blocked } = figures;
          return { urls, e1, e1Paper, serverErrors, resets, timeouts, e2, read, pairs, checked, e3, blocked };
        }
      );
  });

  it('leaves a report without URLs undefined, never perfect', () => {
    const bare = scene.planted.reports.filter(({ truth }) => truth.urls.length === 0);
    expect(bare.length).toBeGreaterThan(2);
    for (const report of bare)
      expect(scoreOf(report, 'citation-accuracy').ensemble).toMatchObject({
        value: null,
        unscored: 0,
        figures: { urls: 0, e1: null, e2: null, e3: null }
      });
  });

  it('asks the web for each page once, for all judges and reports; again only if the page asks for patience', () => {
    const { web, planted, expected } = scene;
    const cited = new Set(planted.reports.flatMap((report) => expected.sources(report)));
    const served = [...cited].filter(({ url }) => url.startsWith(`${web.web}/`));
    const more = served
      .filter(({ url }) => web.requests.get(pathOf(url)) !== 1)
      .map(({ kind, url }) => ({ kind, requests: web.requests.get(pathOf(url)) }));
    expect(more.filter(({ kind }) => kind !== 'server-error' && kind !== 'rate-limited')).toEqual([]);
    for (const { requests } of more) expect(requests).toBeLessThanOrEqual(3);
    expect(served.length).toBeGreaterThan(200);
    const uncited = planted.pages.filter((page) => !cited.has(page) && page.url.startsWith(`${web.web}/`));
    expect(uncited.filter(({ url }) => web.requests.has(pathOf(url)))).toEqual([]);
  });

  it('fills Table 7 for each system and kind of task', () => {
    const rows = scene.scores
      .filter(({ metric }) => metric === 'citation-accuracy')
      .map(rowOf)
      .map(({ perJudge, ...row }) => ({ ...row, score: perJudge.find(({ judge }) => judge === EXACT)?.score ?? null }));
    const categories = new Map(scene.planted.queries.map(({ qid, category }) => [qid, category]));
    const tables = citationTables(rows);
    expect(tables).toHaveLength(3);
    for (const { taskCategory, systems } of tables)
      for (const { system, n, withoutUrls, perReport } of systems) {
        const all = scene.planted.reports.filter(
          (report) => report.system === system && categories.get(report.qid) === taskCategory
        );
        const cited = all
          .filter(({ truth }) => truth.urls.length > 0)
          .map((report) => scene.expected.citations(report, witnesses[EXACT]));
        expect([n, withoutUrls]).toEqual([cited.length, all.length - cited.length]);
        for (const name of ['e1', 'e1Paper', 'serverErrors', 'resets', 'timeouts', 'e2', 'e3'] as const)
          expect(perReport[name].value).toBeCloseTo(mean(cited.map((one) => one[name] ?? 0))!, 9);
      }
  });
});

/** Counters that the rules judge does not take for quantities. */
const UNCOUNTED = /(?:小时|封)$/;

describe('the rules judge', () => {
  it('lists exactly the figures without a citation, and leaves the count to others', () => {
    compare(
      (report) =>
        linesOf(report, 'citation-association', RULES, 'issue')
          .flatMap(({ evidence }) => evidence.map(({ quote }) => letters(quote)))
          .sort(),
      ({ truth }) =>
        truth.gaps
          .filter(({ gap, quote }) => gap === 'numeric' && !UNCOUNTED.test(quote))
          .map(({ quote }) => letters(quote))
          .sort()
    );
    compare(
      (report) => byJudge(report, 'citation-association', RULES)?.abstained,
      () => 1
    );
  });

  it('finds exactly the planted E1 in both readings', () => {
    compare(
      (report) => {
        const figures = byJudge(report, 'citation-accuracy', RULES)?.figures ?? {};
        const { urls, e1, e1Paper, serverErrors, resets, timeouts, blocked } = figures;
        return { urls, e1, e1Paper, serverErrors, resets, timeouts, blocked };
      },
      (report) => {
        const expected = scene.expected.citations(report, witnesses[EXACT]);
        const { urls, e1, e1Paper, serverErrors, resets, timeouts, blocked } = expected;
        return { urls, e1, e1Paper, serverErrors, resets, timeouts, blocked };
      }
    );
  });

  it('says E3 of figures that are absent from the page, of nothing else, and misses hardly a planted one', () => {
    let [absent, missed] = [0, 0];
    for (const report of scene.planted.reports) {
      const said = linesOf(report, 'citation-accuracy', RULES, 'claim').filter(({ label }) => label === 'unsupported');
      const planted = scene.expected
        .pairs(report)
        .filter(({ sentence, page }) => sentence.numeric && isRead(page) && !(sentence.statement! in page.states));
      const isOf = (line: VerdictLine, { sentence, page }: (typeof planted)[number]): boolean =>
        letters(line.itemText) === letters(sentence.text) &&
        line.detail?.kind === 'claim' &&
        line.detail.url.split('#')[0] === page.url.split('#')[0];
      expect(said.filter((line) => !planted.some((pair) => isOf(line, pair)))).toEqual([]);
      absent += planted.length;
      missed += planted.filter((pair) => !said.some((line) => isOf(line, pair))).length;
    }
    expect(absent).toBeGreaterThan(500);
    // Some percentages stand on the page as another figure, in whatever unit: code gives them the benefit of the doubt.
    expect(missed / absent).toBeLessThan(0.01);
  });
});
