import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../../messages/words.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { RunDriver } from '../../runs/driving/driver.server.ts';
import { estimateHere, estimatePlan } from './estimate.server.ts';
import { parseJudgeSpec } from '../../judges/index.ts';
import type { NewRun } from '../../runs/new-run.server.ts';
import type { Page } from '../../page.ts';
import { runByNumber } from '../../runs/runs.server.ts';
import { planned, scene } from '../../runs/runs.fixture.ts';
import { replacedReports } from '../../report/revisions/replaced-reports.server.ts';
import { schema } from '../../../server/db/client.ts';
import { storeText } from '../../../server/db/report-text.ts';
import { sinceInWords } from './since-run.ts';

const page = (url: string): Promise<Page> =>
  Promise.resolve({
    ...{ url, outcome: 'ok', note: '200', status: 200, finalUrl: null, title: 'Parks', text: 'There are 12 parks.' },
    ...{ contentHash: 'h', origin: 'fetched', at: 1 }
  });

/** Four reports that cite a page each, of which the first two were judged by one run. */
async function halfDone(repeats = 1) {
  const server = await startOpenAi();
  const given = scene(
    (name, query) => `# ${name}\n\nThere are 12 parks [1].\n\n## References\n\n[1] https://${name}-${query}.example/\n`
  );
  const keys = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url };
  const driver = new RunDriver(given.db, keys, {}, page);
  const metrics = ['presentation', 'citation-accuracy'];
  const run = planned(given, driver, { metrics, specs: ['openai:gpt-5'], reportIds: given.reportIds.slice(0, 2) });
  driver.start(given.manage, run.id);
  await driver.ended(run.id);
  const sent = server.count();
  const keyless = new RunDriver(given.db, { OPENAI_BASE_URL: server.url });
  const estimate = (change: Partial<NewRun> = {}) =>
    estimateHere(
      given.db,
      keyless.planEstimate(given.manage, {
        ...{ name: 'All', versionId: given.versionId, metrics, reportIds: given.reportIds },
        judges: [keyless.describe(parseJudgeSpec('openai:gpt-5'))],
        options: { repeats },
        ...change
      })
    );
  return { server, given, driver, keyless, metrics, sent, estimate };
}

describe('an estimate without a key', () => {
  it('leaves out the calls and pages that an earlier run has, which the run then does not send', async () => {
    const { server, given, driver, metrics, sent, estimate } = await halfDone();
    try {
      // A call for presentation, and two for the page and its claim, on each further report.
      expect(await estimate()).toMatchObject({ calls: 6, known: sent, pages: 2 });
      const run = planned(given, driver, { metrics, specs: ['openai:gpt-5'] });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      // The stand-in calls some pages irrelevant, by their words: about their claims nothing is asked.
      expect([4, 5, 6]).toContain(server.count() - sent);
      const all = server.count();
      expect(await estimate()).toMatchObject({ calls: 0, known: all, pages: 0, cost: 0, seconds: 0 });
    } finally {
      await server.stop();
    }
  });

  it('counts all calls of a run that is to ask anew, and the further repeats of one that is not', async () => {
    const { server, sent, estimate } = await halfDone(2);
    try {
      expect(await estimate({ options: { useCache: false } })).toMatchObject({ calls: 12, known: 0, pages: 4 });
      expect(await estimate()).toMatchObject({ known: sent, pages: 2 });
      expect((await estimate()).calls).toBeGreaterThan(12);
    } finally {
      await server.stop();
    }
  });

  it('of a run that was stopped counts what is left of it', async () => {
    const { server, given, keyless, estimate } = await halfDone();
    try {
      const judge = keyless.describe(parseJudgeSpec('openai:gpt-5'));
      const left = estimatePlan(given.db, (tx) => runByNumber(tx, given.read, 1), [{ ...judge }]);
      expect(await estimateHere(given.db, left)).toMatchObject({ calls: 0, known: 0, lines: [] });
      given.db.run(sql`DELETE FROM verdict WHERE metric = 'presentation'`);
      expect(await estimateHere(given.db, left)).toMatchObject({ calls: 0, known: 2 });
      given.db.run(sql`DELETE FROM call WHERE metric = 'presentation'`);
      expect(await estimateHere(given.db, left)).toMatchObject({ calls: 2, known: 0 });
      expect((await estimate()).calls).toBe(8);
    } finally {
      await server.stop();
    }
  });
});

describe('a run after something changed', () => {
  /** All four reports under two metrics, of which coverage has a checklist on q1 alone. */
  async function judged() {
    const server = await startOpenAi();
    const given = scene();
    const driver = new RunDriver(given.db, { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url });
    const metrics = ['presentation', 'coverage'];
    const judge = async (change: Partial<NewRun> = {}): Promise<number> => {
      const before = server.count();
      const run = planned(given, driver, { metrics, specs: ['openai:gpt-5'], ...change });
      driver.start(given.manage, run.id);
      await driver.ended(run.id);
      return server.count() - before;
    };
    const estimate = (change: Partial<NewRun> = {}, since?: number) => {
      const question = driver.planEstimate(given.manage, {
        ...{ name: 'Again', versionId: given.versionId, metrics, reportIds: given.reportIds },
        judges: [driver.describe(parseJudgeSpec('openai:gpt-5'))],
        ...change
      });
      return estimateHere(given.db, { ...question, ...(since !== undefined && { since }) });
    };
    expect(await judge()).toBe(6);
    return { server, given, driver, judge, estimate };
  }

  /** The dataset with the item of q1 worded otherwise. */
  function reworded({ db }: ReturnType<typeof scene>): string {
    const { datasetVersion } = schema;
    const version = db.select().from(datasetVersion).get()!;
    const queries = version.content.queries.map((query) => ({
      ...query,
      items: query.items.map((item) => ({ ...item, text: `${item.text} With a caption?` }))
    }));
    db.insert(datasetVersion)
      .values({ ...version, id: 'second', number: 2, contentHash: 'h2', content: { queries } })
      .run();
    return 'second';
  }

  it('takes the tokens of answers from batches, and not the time', async () => {
    const { server, given, judge, estimate } = await judged();
    try {
      const options = { useCache: false };
      await judge({ options });
      given.db.run(sql`UPDATE call SET milliseconds = 7200000, output_tokens = 1000`);
      const [single] = (await estimate({ options })).lines;
      expect(single).toMatchObject({ metric: 'presentation', observed: true, outputTokens: 4_000 });
      expect((await estimate({ options })).seconds).toBeGreaterThan(3_600);
      given.db.run(sql`UPDATE run SET options = json_set(options, '$.batches', 'single')`);
      const [batched] = (await estimate({ options })).lines;
      expect(batched).toMatchObject({ metric: 'presentation', observed: false, outputTokens: 4_000 });
      expect((await estimate({ options })).seconds).toBeLessThan(60);
    } finally {
      await server.stop();
    }
  });

  it('has no new question while nothing changed', async () => {
    const { server, judge, estimate } = await judged();
    try {
      const { since, calls } = await estimate();
      expect([calls, since]).toEqual([0, { run: 1, questions: 6, fresh: 0, unanswered: 0, taken: true }]);
      expect(await judge()).toBe(0);
    } finally {
      await server.stop();
    }
  });

  it('asks again only what a reworded item changes: 2 of 6 questions, as the estimate said', async () => {
    const { server, given, judge, estimate } = await judged();
    try {
      const versionId = reworded(given);
      const { since, calls } = await estimate({ versionId });
      expect([calls, since]).toEqual([2, { run: 1, questions: 6, fresh: 2, unanswered: 0, taken: true }]);
      expect(await judge({ versionId })).toBe(2);
      const own = given.db.all(
        sql`SELECT c.cached AS cached FROM call c JOIN run r ON r.id = c.run_id WHERE r.number = 2`
      );
      expect(own.map((row) => (row as { cached: number }).cached).sort()).toEqual([0, 0, 1, 1, 1, 1]);
      // Of run 2 all are known; run 1 can still be named, and then two are new.
      expect((await estimate({ versionId })).since).toMatchObject({ run: 2, fresh: 0 });
      expect((await estimate({ versionId }, 1)).since).toMatchObject({ run: 1, questions: 6, fresh: 2 });
    } finally {
      await server.stop();
    }
  });

  it('asks again only about a corrected report', async () => {
    const { server, given, judge, estimate } = await judged();
    try {
      const { report } = schema;
      const [first, ...rest] = given.reportIds;
      const old = given.db.select().from(report).where(eq(report.id, first!)).get()!;
      given.db.update(report).set({ replacedAt: 1 }).where(eq(report.id, first!)).run();
      const { hash } = storeText(given.db, '# Corrected');
      given.db
        .insert(report)
        .values({ ...old, id: 'corrected', revision: 2, sha256: hash })
        .run();
      expect(replacedReports(given.db, runByNumber(given.db, given.read, 1).id)).toEqual({
        replaced: 1,
        qids: new Set(['q1', 'q2'])
      });
      const reportIds = ['corrected', ...rest];
      expect((await estimate({ reportIds })).since).toMatchObject({ run: 1, questions: 6, fresh: 2 });
      expect(await judge({ reportIds })).toBe(2);
    } finally {
      await server.stop();
    }
  });

  it('says so if answers are not taken, failed before, or were given by another judge', async () => {
    const { server, given, driver, estimate } = await judged();
    try {
      const { since, calls } = await estimate({ options: { useCache: false } });
      expect([calls, since]).toEqual([6, { run: 1, questions: 6, fresh: 0, unanswered: 0, taken: false }]);
      given.db.run(sql`UPDATE call SET outcome = 'error' WHERE metric = 'coverage'`);
      expect((await estimate()).since).toMatchObject({ questions: 6, fresh: 0, unanswered: 2 });
      const other = await estimate({ judges: [driver.describe(parseJudgeSpec('openai:gpt-5-mini'))] });
      expect(other.since).toBeNull();
    } finally {
      await server.stop();
    }
  });

  it('is said in words', () => {
    const since = { run: 3, questions: 240, fresh: 12, unanswered: 0, taken: true };
    expect(sinceInWords(since, messagesIn('en', 'sinceRun'))).toBe(
      '12 of 240 questions are new since run 3. The other 228 take its answers and cost nothing.'
    );
    expect(sinceInWords({ ...since, fresh: 0, unanswered: 1 }, messagesIn('en', 'sinceRun'))).toBe(
      'None of 240 questions is new since run 3, and 1 had no usable answer there. The other 239 take its answers and cost nothing.'
    );
    expect(sinceInWords({ ...since, fresh: 240 }, messagesIn('en', 'sinceRun'))).toBe(
      '240 of 240 questions are new since run 3.'
    );
    expect(sinceInWords({ ...since, taken: false }, messagesIn('en', 'sinceRun'))).toBe(
      '12 of 240 questions are new since run 3. All are asked, because this run takes no earlier answers.'
    );
  });
});
