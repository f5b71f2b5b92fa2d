import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { schema } from '../lib/server/db/client.ts';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run, type Ended } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { openExisting } from './place.ts';

const files = folderOf({
  'queries.csv': queriesCsv('q1', 'q2'),
  'reports/aurora/qid_q1_report.md': aReport('q1'),
  'reports/aurora/qid_q2_report.md': aReport('q2'),
  'without.txt': 'Query: {query}\nAs of {day}: {items}\n'
});
const data = join(newFolder('data'), 'data');
let openai: StandIn;
const voirdire = (...args: string[]): Promise<Ended> =>
  run([...args, '--project', 'p', '--data', data], { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: openai.url });
const score = (...more: string[]) => voirdire('score', '--metric', 'coverage', '--judge', 'openai:gpt-5', '--max-unscored', '100%', ...more); // prettier-ignore

interface Line {
  [name: string]: unknown;
  prompt: { name: string; version: string; hash: string };
  messages: { system: string; user: string } | null;
}
const lines = ({ out }: Ended): Line[] => out.trim().split('\n').map((line) => JSON.parse(line) as Line); // prettier-ignore

beforeAll(async () => {
  openai = await startOpenAi();
  const place = ['--project', 'p', '--data', data];
  await run(['import', join(files, 'queries.csv'), '--create-project', 'P', ...place]);
  await run(['import', join(files, 'reports'), ...place]);
});
afterAll(async () => {
  await openai.stop();
  removeFolders();
});

describe('a prompt edited from the shell', () => {
  it('is listed, asked anew by the run that chooses it, kept with that run, and shown as it was sent', async () => {
    const first = await score();
    expect([first.code, first.err]).toEqual([exit.done, expect.stringContaining('judged')]);
    const calls = openai.count();
    expect(calls).toBeGreaterThan(0);

    const own = await voirdire('prompts', 'show', 'coverage@1', '--text', 'instructions');
    const edited = folderOf({ 'edited.txt': `${own.out.trimEnd()}\nA figure counts only with its unit.\n` });
    const save = ['prompts', 'save', 'coverage@1', '--reason', 'asks for units', '--text'];
    const saved = await voirdire(...save, `instructions=${join(edited, 'edited.txt')}`);
    expect(saved).toMatchObject({ code: exit.done, out: expect.stringMatching(/^Saved as coverage@p1, [0-9a-f]{64}\.\n$/) as string }); // prettier-ignore
    const hash = /[0-9a-f]{64}/.exec(saved.out)![0];

    // A changed prompt is asked anew; the answers to the same version are there.
    const second = await score('--prompt', 'coverage@p1');
    expect([second.code, openai.count()]).toEqual([exit.done, 2 * calls]);
    await score('--prompt', 'coverage@p1', '--again');
    expect(openai.count()).toBe(2 * calls);

    const { db, close } = await openExisting(data);
    const kept = db.select({ run: schema.run.number, version: schema.runMetric.promptVersion, hash: schema.runMetric.promptHash }).from(schema.runMetric).innerJoin(schema.run, eq(schema.run.id, schema.runMetric.runId)).all(); // prettier-ignore
    close();
    expect(kept.map(({ run: number, version }) => [number, version]).sort()).toEqual([
      ...[[1, '1'], [2, 'p1'], [3, 'p1']] // prettier-ignore
    ]);
    expect(
      kept
        .filter((one) => one.hash === hash)
        .map((one) => one.run)
        .sort()
    ).toEqual([2, 3]);
    const listed = await voirdire('prompts', 'list', '--metric', 'coverage');
    expect(listed.out).toMatch(new RegExp(`coverage@p1 +${hash.slice(0, 16)} +2 +from 1, .*: asks for units`));

    const sent = lines(await voirdire('prompts', 'sent', '2', '--query', 'q1'));
    expect(sent.length).toBe(calls / 2);
    for (const one of sent) {
      expect(one).toMatchObject({ run: 2, qid: 'q1', system: 'aurora', metric: 'coverage', judge: 'openai:gpt-5' });
      expect(one.prompt).toMatchObject({ version: 'p1', hash });
      expect(JSON.stringify(one.messages)).toContain('A figure counts only with its unit.');
    }
    const before = lines(await voirdire('prompts', 'sent', '1', '--metric', 'coverage'));
    expect(before).toHaveLength(calls);
    expect(JSON.stringify(before)).not.toContain('only with its unit');
    const received = openai.requests.map(({ body }) => JSON.stringify(body));
    for (const { messages } of [...before, ...sent])
      expect(received.some((request) => request.includes(JSON.stringify(messages!.user).slice(1, -1)))).toBe(true);
  });

  it('is asked by later runs once judges were adopted with it, which is said, and an earlier run continues under its own', async () => {
    await score('--repeats', '3');
    const { db, close } = await openExisting(data);
    const runs = db.select({ id: schema.run.id, number: schema.run.number }).from(schema.run).all();
    const before = runs.find(({ number }) => number === 1)!;
    const { id: projectId } = db.select().from(schema.project).get()!;
    const { promptName, promptHash } = db.select().from(schema.runMetric).all().find(({ promptVersion }) => promptVersion === 'p1')!; // prettier-ignore
    const { id, spec, fingerprint } = db.select().from(schema.judge).get()!;
    db.insert(schema.study)
      .values({
        id: 's',
        projectId,
        number: 1,
        name: 'S',
        runId: before.id,
        metric: 'coverage',
        seed: 1,
        overlap: 1,
        reveal: 'never',
        status: 'closed',
        createdAt: 1
      }) // prettier-ignore
      .run();
    db.insert(schema.adoption)
      .values({
        ...{ id: 'a', projectId, studyId: 's', metric: 'coverage', outcome: 'adopt', reason: 'Agrees.', figures: {} },
        ensemble: {
          ...{ rule: 'single', judges: [{ judgeId: id, spec, fingerprint }] },
          prompt: { name: promptName, version: 'p1', hash: promptHash }
        },
        recommended: { outcome: 'adopt', ensemble: null, text: '', against: false },
        ...{ decidedByName: 'Ines', decidedAt: Date.UTC(2026, 8, 14), served: [] }
      })
      .run();
    close();
    const versionOf = async (number: number) => {
      const { db, close } = await openExisting(data);
      const rows = db.select({ run: schema.run.number, version: schema.runMetric.promptVersion }).from(schema.runMetric).innerJoin(schema.run, eq(schema.run.id, schema.runMetric.runId)).all(); // prettier-ignore
      close();
      return rows.find(({ run: own }) => own === number)?.version;
    };
    const said = 'Coverage: prompt version p1, as used for the adoption by Ines on 14 Sept 2026.';
    const resumed = await score('--repeats', '3', '--resume');
    expect([resumed.code, resumed.err.includes('adopted by'), await versionOf(4), await versionOf(5)]).toEqual([
      ...[exit.done, false, '1', undefined] // prettier-ignore
    ]);
    const next = await score('--repeats', '2');
    expect([next.code, next.err, await versionOf(5)]).toEqual([exit.done, expect.stringContaining(said), 'p1']);
    const named = await score('--repeats', '2', '--prompt', 'coverage@1');
    expect([named.err.includes('adopted by'), await versionOf(6)]).toEqual([false, '1']);
  });

  it('is refused with line and column, and a prompt, text, judge or query that is not there is named', async () => {
    const save = ['prompts', 'save', 'coverage@1', '--reason', 'r', '--text'];
    const refused = await voirdire(...save, `message=${join(files, 'without.txt')}`);
    expect(refused.code).toBe(exit.failed);
    expect(refused.err).toMatch(
      /^The version was not saved\.\n {2}row 2, Message, column 7: \{day\} is no placeholder/
    );
    expect(refused.err).toContain('{report} is missing: judges would not receive the report.');
    const problem = async (...args: string[]) => (await voirdire('prompts', ...args)).err.trim();
    expect(await problem('save', 'coverage@1', '--reason', 'r', '--text', 'nothing=x')).toMatch(/does not name a text\. Enter NAME=FILE/); // prettier-ignore
    expect(await problem('show', 'coverage@p9')).toContain('has no prompt version "p9". Versions: 1,');
    expect(await problem('show', 'coverages')).toContain('There is no metric "coverages"');
    expect(await problem('show', 'a@b@c')).toContain('is not a prompt');
    expect(await problem('sent', '1', '--judge', 'rules')).toBe('Run 1 has no judge "rules". There are: openai:gpt-5.');
    expect(await problem('sent', '1', '--query', 'q9')).toContain('has no query "q9"');
    expect((await voirdire('prompts', 'list')).out).toContain('read only');
  });
});
