import { describe, expect, it } from 'vitest';
import { authorize, operator } from '../../../server/auth/authorize.ts';
import { schema } from '../../../server/db/client.ts';
import { memoryDatabase } from '../../../server/db/memory.fixture.ts';
import { lengthDistributions } from '../../leaderboard/index.ts';
import { tokensOf } from './report-tokens.server.ts';
import { runByNumber } from '../../runs/runs.server.ts';
import { seedRuns } from '../../store/sqlite.fixture.ts';
import { ENCODING, tokenCounter } from './tokenizer.server.ts';
import { processorTime } from '../../../../../tests/timing.ts';

const grant = authorize(operator, { kind: 'project', id: 'p' }, 'read-results');

describe('tokens of a text', () => {
  it('are those of o200k_base', async () => {
    const tokens = await tokenCounter();
    // Values of OpenAI's tiktoken: "hello world" is 24912, 2375.
    expect([tokens(''), tokens('hello world'), tokens('潮汐上升')]).toEqual([0, 2, expect.any(Number)]);
    expect(tokens('a '.repeat(1000))).toBeGreaterThanOrEqual(1000);
  });

  it('take what looks like a command to a model for the letters that it is', async () => {
    expect((await tokenCounter())('a <|endoftext|> b')).toBeGreaterThan(5);
  });

  it('are had quickly of a hostile text', async () => {
    const tokens = await tokenCounter();
    const took = processorTime(() => {
      for (const text of ['a', '潮汐上升', ' ', '👩‍👩‍👧', '](http://a(']) tokens(text.repeat(20_000));
    });
    expect(took).toBeLessThan(8_000);
  });
});

describe('lengths of a run’s reports in tokens', () => {
  it('are counted once, kept, and shown as medians by system', async () => {
    const { db } = memoryDatabase();
    const list = '\n\n## References\n\n[1] The Sea, https://sea.example/a/very/long/path\n';
    const reports = ['Rivers rise [1].', `Rivers rise [1].${list}`].map((markdown, at) => ({ id: `r${at}`, markdown }));
    seedRuns(db, { runs: ['run'], judges: [], reports });
    for (const [position, { id }] of reports.entries())
      db.insert(schema.runReport).values({ runId: 'run', reportId: id, position }).run();
    const run = runByNumber(db, grant, 1);
    const found = await tokensOf(db, grant, run, 'all');
    expect(found.get('r0')).toEqual({ full: found.get('r0')!.bare, bare: found.get('r0')!.full });
    expect(found.get('r1')!.full).toBeGreaterThan(found.get('r1')!.bare + 10);
    expect(found.get('r1')!.bare).toBeLessThanOrEqual(found.get('r0')!.bare + 2);
    expect(db.select().from(schema.reportTokens).all()).toMatchObject([{ encoding: ENCODING }, { encoding: ENCODING }]);
    db.update(schema.reportTokens).set({ tokens: 1000 }).run();
    const again = await tokensOf(db, grant, run, 'some');
    expect(again.get('r0')!.full).toBe(1000);
    const origin = { system: 'a', category: null, taskCategory: null, qid: 'q' };
    const length = { full: { words: 1, characters: 1 }, bare: { words: 1, characters: 1 } };
    const rows = ['r0', 'r1'].map((reportId) => ({ ...origin, reportId, length, tokens: again.get(reportId) ?? null }));
    expect(
      lengthDistributions([...rows, { ...rows[0]!, tokens: null }], 'system', { of: 'full', unit: 'tokens' })
    ).toMatchObject([{ name: 'a', box: { n: 2, median: 1000 } }]);
  });
});
