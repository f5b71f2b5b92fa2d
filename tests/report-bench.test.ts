import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgetInName, type SystemBudget } from '../src/lib/names.ts';
import type { FigureTable } from '../src/lib/scorer/figure-table.ts';
import { leaderboard } from '../src/lib/scorer/leaderboard/index.ts';
import { writeFigure } from '../src/lib/exchange/export/run/run-figures.server.ts';
import { figureSource } from '../src/lib/scorer/leaderboard/figure-source.server.ts';
import type { Score } from '../src/lib/scorer/score.ts';
import { type ReportScore, reportScores } from '../src/lib/scorer/runs/run-scores.server.ts';
import type { Run } from '../src/lib/scorer/runs/runs.server.ts';
import { verdictsOfReport, verdictLines } from '../src/lib/scorer/runs/run-verdicts.server.ts';
import { searchChosen } from '../src/lib/scorer/search/needed.ts';
import { suites } from '../src/lib/scorer/suites/index.ts';
import { budgetTable, judgeTable, reportBenchFigures } from '../src/lib/scorer/suites/report-bench/suite/tables.ts';
import { verdictView } from '../src/lib/scorer/units/verdict-view.ts';
import { factsInWords } from '../src/lib/scorer/units/facts-in-words.ts';
import type { VerdictLine } from '../src/lib/scorer/units/verdict-line.ts';
import { schema } from '../src/lib/server/db/client.ts';
import { openAssignment } from '../src/lib/studies/judging/annotating.fixture.ts';
import { nextStudyAssignment } from '../src/lib/studies/judging/queue.server.ts';
import { createStudy } from '../src/lib/studies/planning/studies.server.ts';
import { describeSystem } from '../src/lib/verification/benchmark/systems.server.ts';
import { type Bench, openBench, score } from './planted/bench.ts';
import { pages, plantedReports, queries, searches, startPages, voters, witness } from './planted/report-bench.ts';
import { startOpenAi } from './stand-ins/openai.ts';

const metrics = suites['report-bench'].metrics.map(({ name }) => name);
const [FIRST, SECOND] = ['2301.00001', '2402.00002'];
const players = ['extractor', 'locator', 'verifier'].map((role) => `${role}=openai:gpt-5-nano`);
const JUDGE = `openai:gpt-5[${players.join(',')},voter=${voters.map((voter) => `openai:${voter}`).join('+')}]`;

const folder = mkdtempSync(join(tmpdir(), 'voirdire-report-bench-'));
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
let bench: Bench;
let run: Run;
let scores: ReportScore[];
let lines: VerdictLine[];
let rulesRun: Run;
let rulesScores: ReportScore[];
let rulesLines: VerdictLine[];
let web: string;

beforeAll(async () => {
  const planted = await startPages();
  closers.push(planted.stop);
  web = planted.web;
  const reports = plantedReports(web);
  bench = await openBench({
    ...{ queries, reports },
    systems: ['alpha', 'beta'].map((name) => ({ name, category: 'single-agent-web' }))
  });
  closers.push(() => bench.close());
  const openai = await startOpenAi({ answer: witness(reports, web) });
  closers.push(openai.stop);
  const file = join(folder, 'searches.json');
  writeFileSync(file, JSON.stringify(searches(web)));
  const env = {
    OPENAI_API_KEY: 'sk-test-planted',
    OPENAI_BASE_URL: openai.url,
    VOIRDIRE_FETCH_ALLOW: planted.allow,
    VOIRDIRE_SEARCH_FILE: file
  };
  const options = searchChosen(env, suites['report-bench'].metrics, 'recorded');
  run = await score(bench, env, { specs: [JUDGE], metrics, options });
  scores = reportScores(bench.db, bench.read, run);
  lines = [...verdictLines(bench.db, bench.read, run)];
  const byRules = await score(bench, env, { specs: ['rules'], metrics, options });
  rulesRun = byRules;
  rulesScores = reportScores(bench.db, bench.read, byRules);
  rulesLines = [...verdictLines(bench.db, bench.read, byRules)];
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const scoreOf = (metric: string, system: string, qid: string, of = scores) => {
  const found = of.find((one) => one.metric === metric && one.system === system && one.qid === qid);
  return found!.judges[0]!.score!;
};
/** Labels of units by what they are about, without the address of the web. */
const labelsOf = (metric: string, system: string, qid: string, of = lines): Record<string, string | null> =>
  Object.fromEntries(
    of
      .filter((line) => line.metric === metric && line.system === system && line.qid === qid)
      .map(({ itemText, item, label, state }) => [itemText.replace(web, '') || item, label ?? state])
  );

describe('planted reports of ReportBench: references', () => {
  it('are labelled by address: matched by id, DOI or title, repeated, unmatched, unresolvable, not scholarly', () => {
    expect(labelsOf('references', 'alpha', FIRST)).toEqual({
      'Works of the gold list': '4',
      '/abs/1706.03762': 'matched',
      '/doi/10.1109/CVPR.2016.90': 'matched',
      '/papers/things': 'matched',
      '/gone': 'unresolvable',
      '/wall': 'unresolvable',
      '/pdf/1706.03762': 'repeated',
      '/papers/graph': 'unmatched',
      '/blog': 'not-scholarly',
      '/abs/2301.00001': 'unmatched',
      '/abs/2306.00009': 'unmatched'
    });
    const by = lines
      .filter(({ metric, system, qid }) => metric === 'references' && system === 'alpha' && qid === FIRST)
      .flatMap(({ detail }) =>
        detail?.kind === 'reference' && detail.match ? [[detail.match.key, detail.match.by]] : []
      );
    // The copy repeats the first work, so it names it too.
    expect(by).toEqual([
      ['w1', 'arxiv'],
      ['w2', 'doi'],
      ['w3', 'title'],
      ['w1', 'arxiv']
    ]);
  });

  it('give precision 3/8 and recall 3/4, 4/5 as listed, with every kind of error counted', () => {
    // Counted: attention, residual, things, gone, wall, graphs, the survey itself, the later one.
    const { value, n, figures } = scoreOf('references', 'alpha', FIRST);
    expect(value).toBeCloseTo((100 * 3) / 8, 12);
    expect(n).toBe(8);
    expect(figures).toMatchObject({ recall: 75, recallAsListed: 80, references: 8, matched: 3, works: 4 });
    expect(figures).toMatchObject({
      unresolvable: 2,
      notScholarly: 1,
      repeated: 1,
      later: 1,
      sourceSurvey: 1,
      near: 1
    });
    // Counts 5, 10, 50, 100 are cut at 8.75, 30 and 62.5: one work in each quarter.
    expect(figures).toMatchObject({ worksQ1: 1, worksQ2: 1, worksQ3: 1, worksQ4: 1, worksunknown: 0 });
    expect(figures).toMatchObject({ matchedQ1: 0, matchedQ2: 1, matchedQ3: 1, matchedQ4: 1, matchedunknown: 0 });
  });

  it('leave precision undefined in a report without any, with a recall of 0', () => {
    const { value, reason, figures } = scoreOf('references', 'alpha', SECOND);
    expect([value, reason]).toEqual([null, 'The report cites no scholarly work, so its precision is undefined.']);
    expect(figures).toMatchObject({ recall: 0, precisionOrZero: 0, references: 0, works: 2 });
  });

  it('of the other system are matched by title and by DOI', () => {
    expect(scoreOf('references', 'beta', FIRST)).toMatchObject({ value: 100, n: 1, figures: { recall: 25 } });
    expect(scoreOf('references', 'beta', SECOND)).toMatchObject({
      ...{ value: 100, n: 2 },
      figures: { recall: 100, worksQ1: 1, matchedQ1: 1, worksunknown: 1, matchedunknown: 1 }
    });
  });

  it('are left to code if the judge abstains: identifiers match, the rest is open, dead pages are known', () => {
    const labels = labelsOf('references', 'alpha', FIRST, rulesLines);
    expect(labels['/abs/1706.03762']).toBe('matched');
    expect(labels['/doi/10.1109/CVPR.2016.90']).toBe('matched');
    expect(labels['/papers/things']).toBe('abstained');
    expect(labels['/gone']).toBe('unresolvable');
    expect(scoreOf('references', 'alpha', FIRST, rulesScores).value).toBeNull();
  });
});

describe('a report’s page under ReportBench', () => {
  const viewOf = (metric: string) => {
    const reportId = bench.idOf({ system: 'alpha', qid: FIRST });
    const units = verdictsOfReport(bench.db, bench.read, run, reportId, metric);
    const { view, marks } = verdictView(
      units,
      (item) => item,
      () => null
    );
    if (view.kind !== 'items') throw new Error(view.kind);
    const factsOf = (text: string, language = 'en') => {
      const unit = view.units.find((one) => one.text === text)!;
      return {
        ...unit,
        facts: Object.fromEntries(
          factsInWords(language, unit.verdicts[0]!.facts ?? []).map(({ term, value }) => [term, value])
        )
      };
    };
    return { units: view.units, marks, factsOf };
  };

  it('shows each reference with its address, its page’s work, the gold work that it matches and near misses', () => {
    const { factsOf } = viewOf('references');
    const things = factsOf(`${web}/papers/things`);
    expect(things).toMatchObject({
      verdicts: [{ title: 'in the gold list', seat: 'yes' }],
      facts: {
        Page: 'read',
        Work: 'A Survey of Things: Methods and Limits',
        Published: '2019',
        'In the gold list': 'A Survey of Things: Methods \\& Limits (w3), by title',
        'Quarter by citations': 'Q2'
      }
    });
    expect(factsOf(`${web}/papers/graph`).facts).toMatchObject({ 'Near miss': 'Graph Networks (w4)' });
    expect(factsOf(`${web}/gone`).facts).toEqual({ Page: 'not found' });
    expect(factsOf(`${web}/pdf/1706.03762`).facts).toMatchObject({ Repeats: 'reference-1' });
    expect(factsOf(`${web}/abs/2306.00009`).facts).toMatchObject({ Date: 'after the cut-off' });
    expect(factsOf(`${web}/abs/2301.00001`).facts).toMatchObject({ Source: 'the survey behind the query' });
  });

  it('says the facts of a verdict in Chinese, and leaves what the report and its pages say', () => {
    const { factsOf } = viewOf('references');
    expect(factsOf(`${web}/papers/things`, 'zh-Hans').facts).toMatchObject({
      网页: '已读取',
      文献: 'A Survey of Things: Methods and Limits',
      在金标准列表中: 'A Survey of Things: Methods \\& Limits（w3），依据标题'
    });
    expect(factsOf(`${web}/abs/2306.00009`, 'zh-Hans').facts).toMatchObject({ 日期: '晚于截止时间' });
    const votes = viewOf('uncited-statements').factsOf('Graphs have at most twelve nodes.', 'zh-Hans').facts;
    expect(votes).toMatchObject({ 置信度: '6 张有效票中的 50%' });
    expect(votes['票数']).toContain(`openai:${voters[1]}：不属实 3 票`);
  });

  it('marks statements in the text, with their pages, passages and votes', () => {
    const cited = viewOf('cited-statements');
    expect(cited.marks.map(({ label, kind }) => [label, kind])).toEqual([
      ['1', 'ok'],
      ...['2', '3', '4'].map((label) => [label, 'E3']),
      ['5', 'ok']
    ]);
    expect(cited.factsOf('The vanished page praised the idea').facts).toEqual({
      ...{ Page: 'not found', Compared: 'its page leads nowhere' }
    });
    const votes = viewOf('uncited-statements').factsOf('Graphs have at most twelve nodes.').facts;
    expect(votes).toMatchObject({ Search: 'graph nodes', Found: `${web}/facts`, Confidence: '50% of 6 valid votes' });
    expect(votes['Votes']).toContain(`openai:${voters[1]}: 3 × incorrect`);
  });
});

describe('a blind study of references', () => {
  it('shows the gold list of the scored version below the query, and nothing of judges', () => {
    const { db, manage } = bench;
    const projectId = manage.resource.id;
    db.insert(schema.user).values({ id: 'ana', email: 'ana@x.example', name: 'Ana', createdAt: 1 }).run();
    db.insert(schema.membership).values({ projectId, userId: 'ana', role: 'annotator', createdAt: 1 }).run();
    const roles = new Map([[projectId, ['annotator' as const]]]);
    const ana = { kind: 'person' as const, id: 'ana', name: 'Ana', email: 'ana@x.example', admin: false, roles };
    const queryIn = (kind: 'unit-reference' | 'unit-reference-errors'): string => {
      const study = createStudy(db, manage, {
        ...{ runId: run.id, name: kind, metric: 'references', kind, sample: { items: 13 } },
        ...{ people: ['ana'], overlap: 1, seed: 1, reveal: 'never' }
      });
      const open = openAssignment(db, ana, nextStudyAssignment(db, ana, study.id)!);
      expect(JSON.stringify(open)).not.toMatch(/As planted|openai:/);
      return open.query;
    };
    expect(queryIn('unit-reference')).toMatch(
      /^Survey (things|causes)\. Cite only[^]*\n\nGold list: \d works that “The (First|Second) Survey” \(arXiv [\d.]+\) cites[^]*\n2\. (Deep Residual|Bandits)/
    );
    expect(queryIn('unit-reference-errors')).not.toContain('Gold list');
  });
});

describe('planted reports of ReportBench: cited statements', () => {
  it('match, do not match, stand on a dead page, on a blocked one, or are not in the report', () => {
    expect(labelsOf('cited-statements', 'alpha', FIRST)).toEqual({
      'Statements that cite a page': '5',
      'Transformers dropped recurrence entirely': 'match',
      'Residual networks reached 3.57 % error': 'mismatch',
      'Things come in four kinds': 'mismatch',
      'The vanished page praised the idea': 'mismatch',
      'The wall hides the remaining results': 'blocked',
      'This sentence was made up by the judge': 'not-in-report'
    });
    const { value, n, figures } = scoreOf('cited-statements', 'alpha', FIRST);
    expect([value, n]).toEqual([25, 4]);
    expect(figures).toEqual({
      statements: 5,
      decided: 4,
      match: 1,
      mismatch: 3,
      noPassage: 1,
      dead: 1,
      blocked: 1,
      invented: 1
    });
  });

  it('bring the passage of the page, and are undefined if there are none', () => {
    const one = lines.find(({ metric, label }) => metric === 'cited-statements' && label === 'match')!;
    expect(pages['/abs/1706.03762']!.body).toContain(one.evidence[0]!.quote);
    expect(scoreOf('cited-statements', 'alpha', SECOND)).toMatchObject({
      ...{ value: null, reason: 'The report has no statement that cites a web page.' },
      figures: { statements: 0 }
    });
    expect(scoreOf('cited-statements', 'beta', FIRST)).toMatchObject({ value: 100, n: 1 });
  });
});

describe('planted reports of ReportBench: statements without citation', () => {
  it('are decided by six votes, tied, or without enough valid votes', () => {
    expect(labelsOf('uncited-statements', 'alpha', FIRST)).toEqual({
      'Factual statements without a citation': '4',
      'The first transformer had 65 million parameters.': 'correct',
      'ResNet was published in the year 1998.': 'incorrect',
      'Graphs have at most twelve nodes.': 'undecided',
      'The sky over Delft is green.': 'undecided',
      'Transformers dropped recurrence entirely': 'cited'
    });
    const { value, n, figures } = scoreOf('uncited-statements', 'alpha', FIRST);
    expect([value, n]).toEqual([50, 2]);
    expect(figures).toEqual({
      ...{ statements: 4, decided: 2, correct: 1, incorrect: 1, tied: 1, tooFewVotes: 1 },
      ...{ lowest: 25, highest: 75, citedAfterAll: 1, invented: 0 }
    });
  });

  it('hold every vote with who cast it, the share, and which results were read', () => {
    const line = lines.find(({ itemText }) => itemText === 'The first transformer had 65 million parameters.')!;
    const detail = line.detail!.kind === 'uncited-statement' ? line.detail : null;
    const cast = (voter: string) =>
      detail!.votes.filter(({ judge }) => judge === `openai:${voter}`).map(({ label }) => label);
    expect(cast(voters[0])).toEqual(['correct', 'correct', 'correct']);
    // Three calls at once: which of them is answered last is open.
    expect(cast(voters[1]).sort()).toEqual(['correct', 'correct', 'incorrect']);
    expect(detail!.votes.map(({ trial }) => trial)).toEqual([0, 1, 2, 0, 1, 2]);
    expect(detail).toMatchObject({ valid: 6, share: 5 / 6, results: [{ url: `${web}/facts`, read: true }] });
  });

  it('are unscored with the reason if the search fails', () => {
    const { value, reason, unscored } = scoreOf('uncited-statements', 'beta', FIRST);
    expect([value, reason, unscored]).toEqual([null, 'No statement without a citation has a valid verdict.', 1]);
    const line = lines.find(({ itemText }) => itemText.startsWith('Nobody has recorded'))!;
    expect(line.reason).toContain('the file of recorded searches does not have this query');
    expect(scoreOf('uncited-statements', 'beta', SECOND)).toMatchObject({ value: 100, n: 1 });
  });
});

describe('planted reports of ReportBench: content quality', () => {
  it('is the rating of survey-ness, with the others and gaming beside it', () => {
    expect(scoreOf('content-quality', 'alpha', FIRST)).toMatchObject({
      value: 3,
      figures: { D: 4, S: 3, I: 3, F: 2, SV: 3, gaming: 0 }
    });
    expect(scoreOf('content-quality', 'alpha', SECOND)).toMatchObject({ value: 1, figures: { gaming: 1 } });
  });

  it('is abstained from by code, as is all that takes reading', () => {
    expect(scoreOf('content-quality', 'beta', FIRST, rulesScores)).toMatchObject({ value: null, abstained: 6 });
    expect(labelsOf('cited-statements', 'beta', FIRST, rulesLines)).toEqual({ report: 'abstained' });
  });
});

describe('ReportBench’s tables', () => {
  const source = () => figureSource(bench.db, bench.read, run);
  const tableOf = (name: string): FigureTable => {
    const figure = reportBenchFigures.find((one) => one.name === name)!;
    expect(figure.appliesTo(source().metrics)).toBe(true);
    return figure.table(source())!;
  };
  /** Values and n of each system's row; values to 9 digits. */
  const rowsOf = ({ rows }: FigureTable): Record<string, (string | number | null)[]> =>
    Object.fromEntries(
      rows.map(({ system, cells }) => [
        system,
        cells.map(({ value, n }) => (value === null ? `none of ${n}` : `${Number(value.toFixed(9))} of ${n}`))
      ])
    );

  it('are refused as files for the reason that holds: no data, as without a second judge, or no metric', async () => {
    const written = (name: string) => writeFigure(bench.db, bench.read, run, { name, format: 'csv' }, 'en');
    await expect(written('swap-of-judge')).rejects.toThrow(`run ${run.number} has no data for it`);
    await expect(written('daily-report-overview')).rejects.toThrow(`run ${run.number} has no metric for it`);
  });

  it('give Table 1 as means over reports, each with the number of reports that have one', () => {
    const table = tableOf('report-bench-overview');
    expect(table.columns.map(({ name }) => name)).toEqual([
      ...['precision', 'precision with zeros', 'recall', 'references'],
      ...['match rate', 'cited statements', 'factual accuracy', 'uncited statements']
    ]);
    expect(rowsOf(table)).toEqual({
      // Precision 3/8 of one report, 0 with the other; recall 3/4 and 0; 8 and 0 references.
      alpha: ['0.375 of 1', '0.1875 of 2', '0.375 of 2', '4 of 2', '25 of 1', '2.5 of 2', '50 of 1', '2 of 2'],
      // Recall 1/4 and 2/2; 1 and 2 references; one statement without citation was not judged.
      beta: ['1 of 2', '1 of 2', '0.625 of 2', '1.5 of 2', '100 of 1', '0.5 of 2', '100 of 1', '1 of 2']
    });
  });

  it('have the precision with zeros of the leaderboard in Table 1, and none where the judge abstained', () => {
    const besideOf = (from: ReturnType<typeof source>) =>
      leaderboard(from.rows, from.metrics).systems.map(({ system, scores: own }) => {
        const { value, n } = own['references']!.beside.find(({ name }) => name === 'with zeros')!;
        return [system, value, n];
      });
    const inTable = tableOf('report-bench-overview').rows.map(({ system, cells }) => [
      system,
      100 * cells[1]!.value!,
      cells[1]!.n
    ]);
    expect(besideOf(source())).toEqual(inTable);
    // Code abstains from pages of two reports; of the others one cites nothing, which is the only 0.
    const byRules = (['alpha', 'beta'] as const).flatMap((system) =>
      [FIRST, SECOND].map((qid) => {
        const { value, abstained } = scoreOf('references', system, qid!, rulesScores);
        return [system, value, abstained > 0];
      })
    );
    expect(byRules).toEqual([
      ['alpha', null, true],
      ['alpha', null, false],
      ['beta', 100, false],
      ['beta', null, true]
    ]);
    expect(besideOf(figureSource(bench.db, bench.read, rulesRun))).toEqual([
      ['alpha', 0, 1],
      ['beta', 100, 1]
    ]);
  });

  it('have intervals from five queries on, never outside what is possible', () => {
    const { rows } = source();
    const more = Array.from({ length: 3 }, (_, n) =>
      rows.map((row) => ({ ...row, qid: `${row.qid} ${n}`, reportId: `${row.reportId} ${n}` }))
    ).flat();
    const cellsOf = (own: typeof rows) =>
      reportBenchFigures.find(({ name }) => name === 'report-bench-overview')!.table({ ...source(), rows: own })!
        .rows[0]!.cells;
    expect(cellsOf(rows).map(({ low }) => low)).toEqual(Array.from({ length: 8 }, () => null));
    const [, , recall, references] = cellsOf(more);
    expect(recall!.value).toBeCloseTo(0.375, 9);
    expect([recall!.low! >= 0, recall!.low! < 0.375, recall!.high! > 0.375, recall!.high! <= 1]).toEqual(
      Array(4).fill(true)
    );
    expect([references!.low! >= 0, references!.high! > 4]).toEqual([true, true]);
  });

  it('give Table 2 as recall by quarter pooled over both gold lists', () => {
    expect(rowsOf(tableOf('recall-by-citations'))).toEqual({
      alpha: ['0 of 2', '100 of 1', '100 of 1', '100 of 1', '0 of 1'],
      beta: ['50 of 2', '0 of 1', '0 of 1', '100 of 1', '100 of 1']
    });
  });

  it('give Table 3 with the share of reports that game, and the agreement of ranks beside it', () => {
    expect(rowsOf(tableOf('content-quality'))).toEqual({
      alpha: ['2.5 of 2', '2 of 2', '2 of 2', '1.5 of 2', '2 of 2', '50 of 2'],
      beta: [...Array.from({ length: 5 }, () => '4.5 of 2'), '0 of 2']
    });
    const ranks = tableOf('content-quality-ranks');
    // beta is ahead of alpha in everything; two systems are too few for ρ.
    expect(ranks.rows.map(({ cells: [tau, rho] }) => [tau!.value, rho!.value, tau!.n])).toEqual(
      Array.from({ length: 4 }, () => [1, null, 2])
    );
    expect(ranks.rows[0]!.cells[1]!.reason).toBe('Fewer than three systems have both values.');
  });

  it('give Table 4 if a run has two judges, and none if it has one', () => {
    const { rows } = source();
    expect(judgeTable(rows)).toBeNull();
    const half = (score: Score | null): Score | null =>
      score && { ...score, value: score.value === null ? null : score.value / 2 };
    const twice = rows.map((row) => ({
      ...row,
      perJudge: [...row.perJudge, { judge: 'strict', score: half(row.perJudge[0]!.score) }]
    }));
    const table = judgeTable(twice)!;
    expect(table.rows.map(({ group, system }) => [group, system])).toEqual([
      [JUDGE, 'alpha'],
      [JUDGE, 'beta'],
      ['strict', 'alpha'],
      ['strict', 'beta']
    ]);
    expect(table.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
      [0.375, 0.375, 25, 50],
      [1, 0.625, 100, 100],
      [0.1875, 0.375, 12.5, 25],
      [0.5, 0.625, 50, 50]
    ]);
  });

  it('give Table 5 for systems with a budget that a lead has confirmed, never by a name alone', () => {
    const { rows } = source();
    const renamed = rows.map((row) => ({ ...row, system: `x (${row.system === 'alpha' ? 10 : 3} calls)` }));
    expect(budgetTable(renamed, source().budgetOf)).toBeNull();
    const budgets: Record<string, SystemBudget> = {
      'x (10 calls)': { amount: 10, unit: 'tool calls' },
      'x (3 calls)': { amount: 3, unit: 'tool call' }
    };
    const table = budgetTable(renamed, (system) => budgets[system] ?? null)!;
    expect(table.columns[0]!.title).toBe('At most, tool calls');
    expect(table.rows.map(({ group, cells: [most, precision] }) => [group, most!.value, precision!.value])).toEqual([
      ['x', 3, 1],
      ['x', 10, 0.375]
    ]);
    // Budgets in different units have a column each.
    budgets['x (3 calls)'] = { amount: 2.5, unit: 'minutes' };
    const two = budgetTable(renamed, (system) => budgets[system] ?? null)!;
    expect(two.columns.slice(0, 2).map(({ title }) => title)).toEqual(['At most, minutes', 'At most, tool calls']);
    expect(two.rows.map(({ cells: [first, second] }) => [first!.value, second!.value])).toEqual([
      [2.5, null],
      [null, 10]
    ]);
  });

  it('take a budget from the description of a system, if it has a number and a unit', () => {
    const alpha = bench.systemId('alpha');
    for (const bad of ['5', 'five calls', '-3 calls'])
      expect(() => describeSystem(bench.db, bench.manage, alpha, { budget: bad })).toThrow(
        'The system was not changed'
      );
    describeSystem(bench.db, bench.manage, alpha, { budget: ' 5  tool calls ' });
    try {
      expect(source().budgetOf('alpha')).toEqual({ amount: 5, unit: 'tool calls' });
      expect([source().budgetOf('beta'), tableOf('tool-budgets').rows.map(({ system }) => system)]).toEqual([
        null,
        ['alpha']
      ]);
    } finally {
      describeSystem(bench.db, bench.manage, alpha, { budget: '' });
    }
    expect(
      ['o3 (5 calls)', 'o3, 10 tool calls', 'o3-3 tool-calls', 'x 7 searches', 'Recalls 5', 'o3'].map(budgetInName)
    ).toEqual([
      { amount: 5, unit: 'tool calls', rest: 'o3' },
      { amount: 10, unit: 'tool calls', rest: 'o3' },
      { amount: 3, unit: 'tool calls', rest: 'o3' },
      { amount: 7, unit: 'searches', rest: 'x' },
      ...[null, null]
    ]);
  });
});
