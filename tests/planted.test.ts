import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgress } from '../src/lib/scorer/run-progress.server.ts';
import { type ReportScore, reportScores, unscoredReasons, verdictLines } from '../src/lib/scorer/run-results.server.ts';
import type { Run } from '../src/lib/scorer/runs.server.ts';
import type { Score } from '../src/lib/scorer/pipeline.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import { type Bench, openBench, score } from './planted/bench.ts';
import { totalOf } from './planted/depth.ts';
import { jointShare, mean, outcome, shareOfYes, tableScore } from './planted/expected.ts';
import { generate } from './planted/generate.ts';
import { Oracle } from './planted/oracle.ts';
import { letters, type Planted, type PlantedReport } from './planted/truth.ts';
import { type PlantedWeb, startWeb } from './planted/web.ts';
import { lenient, perfect, type PointwiseName, Witness } from './planted/witness.ts';
import { startGemini } from './stand-ins/gemini.ts';
import { startOpenAi } from './stand-ins/openai.ts';
import type { StandIn } from './stand-ins/server.ts';

const SEED = 7;
const RULES = 'rules';
const EXACT = 'openai:gpt-5';
const LENIENT = 'gemini:gemini-2.5-pro';
const metrics = suites['deep-eval'].metrics.map(({ name }) => name);

/** What every run over a planted benchmark needs, and what came of it. */
interface Scene {
  web: PlantedWeb;
  planted: Planted;
  bench: Bench;
  openai: StandIn;
  gemini: StandIn;
  run: Run;
  scores: ReportScore[];
}

let scene: Scene;
const closers: (() => unknown)[] = [];
const witnesses = { [EXACT]: new Witness(perfect, 'exact'), [LENIENT]: new Witness(lenient, 'lenient') };

/** On this report the exact judge never gives a reply on its presentation that can be used. */
const hopeless = (report: PlantedReport, form: string): boolean =>
  form === 'checklist_verdicts' && report.system === 'quill-search' && report.qid === 'plan09';

beforeAll(async () => {
  const web = await startWeb();
  closers.push(() => web.stop());
  const planted = generate(SEED, web);
  web.serve(planted.pages);
  const bench = await openBench(planted);
  closers.push(() => bench.close());
  const exact = new Oracle(planted, witnesses[EXACT], { slips: 0.05, fails: hopeless }, 'exact');
  const openai = await startOpenAi({ answer: exact.answer });
  const gemini = await startGemini({ answer: new Oracle(planted, witnesses[LENIENT]).answer });
  closers.push(openai.stop, gemini.stop);
  const env = {
    OPENAI_API_KEY: 'sk-test-planted',
    OPENAI_BASE_URL: openai.url,
    GEMINI_API_KEY: 'test-planted',
    GEMINI_BASE_URL: gemini.url,
    VOIRDIRE_FETCH_ALLOW: web.allow
  };
  const run = await score(bench, env, {
    specs: [RULES, EXACT, LENIENT],
    metrics,
    settings: { depth: { baseline: bench.systemId(planted.baseline) } },
    options: { concurrency: 16 }
  });
  scene = { web, planted, bench, openai, gemini, run, scores: reportScores(bench.db, bench.read, run) };
}, 120_000);
afterAll(() => Promise.all(closers.map((close) => close())));

const scoreOf = (report: PlantedReport, metric: string): ReportScore => {
  const id = scene.bench.idOf(report);
  const found = scene.scores.find((one) => one.reportId === id && one.metric === metric);
  if (!found) throw new Error(`no score of ${report.system} ${report.qid} under ${metric}`);
  return found;
};
const byJudge = (report: PlantedReport, metric: string, judge: string): Score | null =>
  scoreOf(report, metric).judges.find((one) => one.judge === judge)?.score ?? null;
const nameOf = ({ system, qid }: PlantedReport): string => `${system} ${qid}`;

/** Found against planted, for all reports: a failure shows those that differ. */
const compare = (found: (report: PlantedReport) => unknown, planted: (report: PlantedReport) => unknown): void => {
  const wrong = scene.planted.reports.flatMap((report) => {
    const [a, b] = [found(report), planted(report)];
    return isDeepStrictEqual(a, b) ? [] : [{ report: nameOf(report), found: a, planted: b }];
  });
  expect(wrong).toEqual([]);
};
const close = (value: number | null | undefined): number | null | undefined =>
  typeof value === 'number' ? Number(value.toFixed(9)) : value;

describe('a run over a hundred reports with planted defects', () => {
  it('ends, and leaves unscored only what no reply could be had for', () => {
    const { bench, run } = scene;
    expect(runProgress(bench.db, run.id)).toMatchObject({ status: 'done', problem: null });
    const left = unscoredReasons(bench.db, bench.read, run);
    expect(left.map(({ metric, judge, reports }) => [metric, judge, reports])).toEqual(
      expect.arrayContaining([['presentation', EXACT, 1]])
    );
    const allowed = ['presentation', 'coverage'];
    expect(left.filter(({ metric, judge }) => judge !== EXACT || !allowed.includes(metric))).toEqual([]);
  });
});

describe('presentation', () => {
  const keys = Array.from({ length: 10 }, (_, at) => `p${at + 1}`);
  const said = (report: PlantedReport) => ({
    rules: keys.map((key) => {
      const { label, code } = report.truth.presentation[key]!;
      return code ? label : null;
    }),
    exact: keys.map((key) => witnesses[EXACT].presentation(report, key)),
    lenient: keys.map((key) => witnesses[LENIENT].presentation(report, key))
  });
  const failed = (report: PlantedReport): boolean => hopeless(report, 'checklist_verdicts');

  it('is the share passed of what each judge decided', () => {
    compare(
      (report) => [RULES, EXACT, LENIENT].map((judge) => close(byJudge(report, 'presentation', judge)?.value)),
      (report) => {
        const { rules, exact, lenient: other } = said(report);
        return [shareOfYes(rules), failed(report) ? null : shareOfYes(exact), shareOfYes(other)].map(close);
      }
    );
  });

  it('is the mean over judges in the ensemble, item by item, and unscored where one of them failed', () => {
    compare(
      (report) => close(scoreOf(report, 'presentation').ensemble?.value),
      (report) => (failed(report) ? null : close(jointShare(Object.values(said(report)))))
    );
  });
});

describe('coverage', () => {
  const said = (report: PlantedReport, judge: typeof EXACT | typeof LENIENT) =>
    report.truth.coverage.map((_, at) => witnesses[judge].coverage(report, at));

  it('counts what is delivered in full, and nothing for half, a plan or an excuse', () => {
    compare(
      (report) => [EXACT, LENIENT].map((judge) => close(byJudge(report, 'coverage', judge)?.value)),
      (report) => {
        // A query without a checklist has nothing to judge.
        if (report.truth.coverage.length === 0) return [undefined, undefined];
        const exact = hopeless(report, 'checklist_verdicts') ? null : shareOfYes(said(report, EXACT));
        return [exact, shareOfYes(said(report, LENIENT))].map(close);
      }
    );
  });

  it('is nothing that code decides', () => {
    compare(
      (report) => byJudge(report, 'coverage', RULES)?.abstained,
      (report) => (report.truth.coverage.length === 0 ? undefined : report.truth.coverage.length)
    );
  });
});

describe.each(['consistency', 'citation-association'] as const)('%s', (metric: PointwiseName) => {
  const issues = (report: PlantedReport, judge: typeof EXACT | typeof LENIENT) =>
    witnesses[judge].issues(report, metric);

  it('maps our own count of the issues by the table, whatever total a judge adds', () => {
    compare(
      (report) => [EXACT, LENIENT].map((judge) => byJudge(report, metric, judge)?.value),
      (report) => ([EXACT, LENIENT] as const).map((judge) => tableScore(issues(report, judge).length))
    );
  });

  it('scores the planted defects where the judge finds them all', () => {
    compare(
      (report) => byJudge(report, metric, EXACT)?.value,
      ({ truth }) => tableScore(metric === 'consistency' ? truth.contradictions.length : truth.gaps.length)
    );
  });

  it('tells issues whose words are in the report from others, and scores the former beside', () => {
    compare(
      (report) => {
        const { grounded, groundedScore } = byJudge(report, metric, LENIENT)?.figures ?? {};
        return { grounded, groundedScore };
      },
      (report) => {
        const grounded = issues(report, LENIENT).filter((issue) => issue.grounded).length;
        return { grounded, groundedScore: tableScore(grounded) };
      }
    );
    const all = scene.planted.reports.flatMap((report) => issues(report, LENIENT));
    expect(all.some(({ grounded }) => !grounded)).toBe(true);
  });

  it('is the mean over the two judges that count', () => {
    compare(
      (report) => scoreOf(report, metric).ensemble?.value,
      (report) => mean(([EXACT, LENIENT] as const).map((judge) => tableScore(issues(report, judge).length)))
    );
  });
});

/** Counters that the rules judge does not take for quantities. */
const UNCOUNTED = /(?:小时|封)$/;

describe('the rules judge', () => {
  it('lists exactly the figures without a citation, and leaves the count to others', () => {
    const lines = verdictLines(scene.bench.db, scene.bench.read, scene.run).filter(
      ({ metric, judge, kind }) => metric === 'citation-association' && judge === RULES && kind === 'issue'
    );
    compare(
      ({ system, qid }) =>
        lines
          .filter((line) => line.system === system && line.qid === qid)
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
});

describe('depth', () => {
  const baselineOf = ({ qid }: PlantedReport): PlantedReport =>
    scene.planted.reports.find((one) => one.qid === qid && one.system === scene.planted.baseline)!;
  const totals = (report: PlantedReport, judge: typeof EXACT | typeof LENIENT) => {
    const orders = (['report', 'baseline'] as const).map((first) => {
      const said = witnesses[judge].depth(report, baselineOf(report), first);
      return { report: totalOf(said.report), baseline: totalOf(said.baseline) };
    });
    const lead = mean(orders.map((one) => one.report - one.baseline))!;
    const outcomes = orders.map((one) => outcome(one.report - one.baseline));
    return { lead, outcome: outcome(lead), consistent: outcomes[0] === outcomes[1] };
  };
  const isBaseline = ({ system }: PlantedReport): boolean => system === scene.planted.baseline;
  const signs = { win: 1, tie: 0, loss: -1 } as const;

  it('averages both orders and ties within a point, for each judge', () => {
    for (const judge of [EXACT, LENIENT] as const)
      compare(
        (report) => {
          const own = byJudge(report, 'depth', judge);
          return own && { lead: own.value, outcome: own.figures['outcome'], consistent: own.figures['consistent'] };
        },
        (report) => {
          if (isBaseline(report)) return null;
          const { lead, outcome: own, consistent } = totals(report, judge);
          return { lead, outcome: signs[own], consistent: consistent ? 1 : 0 };
        }
      );
  });

  it('finds the exact judge consistent and the one that favours what stands first not always', () => {
    const compared = scene.planted.reports.filter((report) => !isBaseline(report));
    const share = (judge: string) =>
      mean(compared.map((one) => byJudge(one, 'depth', judge)?.figures['consistent'] ?? 0));
    expect(share(EXACT)).toBe(1);
    expect(share(LENIENT)).toBeLessThan(0.8);
  });

  it('applies the tie rule to the mean over judges', () => {
    compare(
      (report) => scoreOf(report, 'depth').ensemble?.figures['outcome'],
      (report) => {
        if (isBaseline(report)) return undefined;
        const lead = mean([totals(report, EXACT).lead, totals(report, LENIENT).lead])!;
        return signs[outcome(lead)];
      }
    );
  });
});
