import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run, type Ended } from './command.fixture.ts';
import { exit } from './outcome.ts';

const files = folderOf({
  'queries.csv': queriesCsv('q1', 'q2', 'q3'),
  ...Object.fromEntries(
    ['q1', 'q2', 'q3'].map((qid) => [`${qid === 'q3' ? 'more' : 'reports'}/aurora/qid_${qid}_report.md`, aReport(qid)])
  )
});

let judge: StandIn;
beforeAll(async () => void (judge = await startOpenAi()));
afterAll(async () => {
  await judge.stop();
  removeFolders();
});

const PRICE = ['--price', 'openai:gpt-5=1000/1000'];
const score = (out: string, ...more: string[]): Promise<Ended> =>
  run(
    [
      ...['score', '--reports', join(files, 'reports'), '--queries', join(files, 'queries.csv'), '--out', out],
      ...['--metric', 'consistency', '--judge', 'openai:gpt-5', ...PRICE, ...more]
    ],
    { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: judge.url }
  );
const scoresIn = (out: string): string => readFileSync(join(out, 'scores.csv'), 'utf8');
const callsIn = (out: string): object =>
  (JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as { calls: object }).calls;

describe('voirdire score --replies', () => {
  it('takes replies to the same questions from another folder, asks only the others, and says how many it took', async () => {
    const [first, second] = [join(newFolder('first'), 'a'), join(newFolder('second'), 'b')];
    expect((await score(first)).code).toBe(exit.done);
    const asked = judge.count();
    expect(asked).toBe(2);
    const before = readFileSync(join(first, 'voirdire.db'));

    const more = ['--reports', join(files, 'more'), '--replies', first];
    const estimated = JSON.parse((await score(second, ...more, '--estimate', '--json')).out) as { calls: number };
    expect(estimated.calls).toBe(1);
    const { code, err } = await score(second, ...more);
    expect(code).toBe(exit.done);
    expect(err).toContain(`2 replies were taken from ${first}.`);
    expect(judge.count()).toBe(asked + 1);
    expect(scoresIn(second).split('\r\n').filter((row) => /,q[12],/.test(row))).toEqual(scoresIn(first).split('\r\n').filter((row) => /,q[12],/.test(row))); // prettier-ignore
    expect(callsIn(second)).toMatchObject({ made: 1, cached: 2 });
    expect(readFileSync(join(first, 'voirdire.db')).equals(before)).toBe(true);

    // A third folder takes what the second one took, within a budget for which no call could be made.
    const third = join(newFolder('third'), 'c');
    const chained = await score(third, '--replies', second, '--budget', '0.000001');
    expect(chained.code).toBe(exit.done);
    expect(chained.err).toContain(`2 replies were taken from ${second}.`);
    expect(judge.count()).toBe(asked + 1);
    expect(callsIn(third)).toMatchObject({ made: 0, cached: 2 });
  });

  it('is refused with a folder without a run, the folder itself, another key, and options that contradict it', async () => {
    const [one, other] = [join(newFolder('one'), 'a'), join(newFolder('other'), 'b')];
    for (const out of [one, other]) await score(out);
    const asked = judge.count();
    for (const [args, said] of [
      [[one, '--replies', join(one, 'none')], 'A run in'],
      [[one, '--again', '--replies', one], 'name the same folder'],
      [[one, '--again', '--replies', other], 'no question in common'],
      [[one, '--again', '--replies', other, '--no-cache'], 'use one of them']
    ] as const) {
      const [out, ...more] = args;
      expect((await score(out, ...more)).err).toContain(said);
    }
    const project = await run(['score', '--project', 'x', '--metric', 'depth', '--judge', 'rules', '--replies', one]);
    expect(project.err).toContain('--replies applies to --reports');
    expect(judge.count()).toBe(asked);
  });
});
