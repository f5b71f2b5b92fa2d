import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../../../tests/refusals.ts';
import { ofQueries, qidsIn } from './chosen-queries.ts';
import { RunDriver } from '../driving/driver.server.ts';
import { estimateHere } from '../../engine/estimate/estimate.server.ts';
import { parseJudgeSpec } from '../../judges/index.ts';
import { manyReports } from '../../engine/many-reports.fixture.ts';
import type { NewRun } from '../new-run.server.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { pageBranches, drawBranches } from '../../protocols/rubric-tree/rubric-tree-units.ts';
import { subsetIn } from './run-subset.server.ts';
import { subsetInWords } from './run-subset.ts';
import { planned, scene, sourcesOf, yes } from '../runs.fixture.ts';

const markdown = `# Parks\n\n${Array.from({ length: 30 }, (_, n) => `City ${n} planted ${100 + n} trees in one year [${n + 1}].`).join('\n\n')}\n\n## References\n\n${Array.from({ length: 30 }, (_, n) => `[${n + 1}] https://source-${n}.example/`).join('\n')}\n`;

const keysOf = (branches: ReturnType<typeof drawBranches>): string[] =>
  branches.flatMap(({ claims }) => claims.map(({ key }) => key));

describe('a cap on claims', () => {
  it('draws that many claims, the same each time, over the whole report, with only the pages that they cite', async () => {
    const all = await pageBranches(markdown);
    expect(keysOf(all)).toHaveLength(30);
    const drawn = drawBranches(all, markdown, 8);
    expect(keysOf(drawn)).toHaveLength(8);
    expect(drawn).toHaveLength(8);
    expect(keysOf(drawBranches(await pageBranches(markdown), markdown, 8))).toEqual(keysOf(drawn));
    // A larger cap adds claims and keeps those of the smaller one; they are not the first ones of the text.
    expect(keysOf(drawBranches(all, markdown, 12))).toEqual(expect.arrayContaining(keysOf(drawn)));
    expect(keysOf(drawn)).not.toEqual(keysOf(all).slice(0, 8));
    expect(drawBranches(all, markdown, 30)).toBe(all);
    expect(drawBranches(all, markdown)).toBe(all);
  });

  it('lowers the estimate and is recorded with the run', async () => {
    const { db, close } = memoryDatabase();
    const { manage, versionId, reportIds } = manyReports(db, 1);
    const driver = new RunDriver(db, {});
    const judges = [driver.describe(parseJudgeSpec('openai:gpt-5'))];
    const plan = { name: 'Capped', versionId, metrics: ['citation-accuracy'], judges, reportIds };
    const calls = async (maxClaims?: number): Promise<number> => {
      const settings: NewRun['settings'] = maxClaims === undefined ? {} : { 'citation-accuracy': { maxClaims } };
      return (await estimateHere(db, driver.planEstimate(manage, { ...plan, settings }))).calls;
    };
    const whole = await calls();
    const capped = await calls(3);
    expect(capped).toBeLessThan(whole / 3);
    // At most three pages of a report, two calls each.
    expect(capped).toBeLessThanOrEqual(3 * 3 * 2);
    expect(capped).toBeGreaterThan(3);
    close();
  });
});

describe('a run of a subset', () => {
  const given = scene();
  const driver = new RunDriver(given.db, {}, sourcesOf(yes(given.reportIds)));
  const title = (name: string): string => name;

  it('is said with its counts, and a run of everything is not', () => {
    const part = planned(given, driver, { reportIds: given.reportIds.slice(0, 1) });
    expect(subsetInWords(subsetIn(given.db, part), title)).toBe(
      'Subset of the project: 1 of 4 reports (1 of 2 queries, 1 of 2 systems).'
    );
    expect(subsetInWords(subsetIn(given.db, planned(given, driver)), title)).toBeNull();
    const capped = planned(given, driver, {
      ...{ metrics: ['citation-accuracy'], settings: { 'citation-accuracy': { maxClaims: 5 } } }
    });
    expect(subsetInWords(subsetIn(given.db, capped), title)).toBe(
      'citation-accuracy: at most 5 claims per report, drawn by hash.'
    );
  });

  it('takes the reports on the queries that were named, and refuses unknown ones', () => {
    const reports = ['a', 'b', 'b', 'c'].map((qid) => ({ qid }));
    expect(ofQueries(reports, qidsIn(' b, c\nb'))).toEqual([{ qid: 'b' }, { qid: 'b' }, { qid: 'c' }]);
    expect(ofQueries(reports, qidsIn(''))).toEqual(reports);
    expect(problemsOf(() => ofQueries(reports, ['b', 'x']))).toMatchObject([{ column: 'queries', found: 'x' }]);
  });
});
