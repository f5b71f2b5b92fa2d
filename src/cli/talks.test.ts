import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { Fault } from '../../tests/stand-ins/faults.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { sized } from '../../tests/timing.ts';
import { folderOf, newFolder, queriesCsv, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { answerAboutKites, KITES } from './talks.fixture.ts';

let server: StandIn;
let env: Record<string, string>;
const files = folderOf({ 'kites.vtt': KITES, 'bad.vtt': 'WEBVTT\n\n00:02 --> x\nA', 'queries.csv': queriesCsv('q1') });
const out = newFolder('ranking-out');
beforeAll(async () => {
  server = await startOpenAi({ answer: answerAboutKites });
  env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url, VOIRDIRE_DATA: newFolder('talks') };
  const { code, err } = await run(['import', `${files}/queries.csv`, '--project', 'arena', '--create-project', 'Arena'], env); // prettier-ignore
  expect(code, err).toBe(exit.done);
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

const voirdire = async (...args: string[]) => run([...args, '--project', 'arena'], env);
const make = (...args: string[]) => voirdire('make', 'run', ...args, '--judge', 'openai:gpt-5');

describe('tasks of a talk on the command line', () => {
  it('a transcript is imported once, and refused with the row if it cannot be read', async () => {
    const first = await voirdire('talks', 'import', `${files}/kites.vtt`, '--title', 'Kites in rain', '--discipline', 'design'); // prettier-ignore
    expect([first.code, first.out]).toEqual([exit.done, 'Talk 1, Kites in rain: 20 words in 2 passages.\n']);
    const again = await voirdire('talks', 'import', `${files}/kites.vtt`, '--title', 'Once more', '--discipline', 'design'); // prettier-ignore
    expect([again.code, again.err]).toEqual([exit.failed, expect.stringContaining('as talk 1, Kites in rain')]);
    const bad = await voirdire('talks', 'import', `${files}/bad.vtt`, '--discipline', 'design');
    expect([bad.code, bad.err]).toEqual([exit.failed, expect.stringContaining('The times do not have the form')]);
    expect((await voirdire('talks', 'import', `${files}/kites.vtt`, '--discipline', 'sailing')).code).toBe(exit.usage);
  });

  it('inspirations come from it, tasks from them, and those that pass the filter become queries', async () => {
    expect((await make('research-tasks')).err).toContain('No draft or query matches this choice');
    const found = await make('inspirations');
    expect(found.code, found.err).toBe(exit.done);
    expect(found.out).toContain('dropped (Its quote is not in the transcript.): Strings rot.');
    const written = await make('research-tasks', '--talk', '1');
    expect(written.code, written.err).toBe(exit.done);
    const early = await voirdire('talks', 'accept');
    expect(early.out).toContain('0 tasks accepted');
    expect(early.out).toContain('r2-t1.1 not accepted: not checked by a model');
    expect((await make('task-check')).code).toBe(exit.done);
    const accepted = await voirdire('talks', 'accept');
    expect(accepted.out).toBe(
      '4 tasks accepted as queries of the benchmark: talk1-1, talk1-2, talk1-3, talk1-4.\nr2-t1.4 not accepted: needs a laboratory or fieldwork\n'
    );
    const { out: listed } = await voirdire('talks', 'list', '--json');
    expect(JSON.parse(listed)).toMatchObject([{ number: 1, inspirations: 2, dropped: 1, tasks: 5, accepted: 4 }]);
  });

  it('are ranked by Elo in rounds of disjoint pairs, and the ranking leaves in every format', async () => {
    const ran = await make('task-comparison', '--rounds', '3', '--both-orders', '--top', '2', '--seed', '5');
    expect(ran.code, ran.err).toBe(exit.done);
    // Four tasks: two pairs a round, three rounds, two orders.
    expect(ran.out).toContain('12 of 12 done, 0 failed');
    const { out: json } = await voirdire('make', 'ranking', '4', '--json');
    const table = JSON.parse(json) as { rows: { group: string; system: string; cells: { value: number; n: number }[] }[]; notes: string[] }; // prettier-ignore
    expect(table.rows.map(({ group }) => group)).toEqual([...Array(2).fill('Selected, 2 tasks'), ...Array(2).fill('Not selected, 2 tasks')]); // prettier-ignore
    const ratings = table.rows.map(({ cells }) => cells[1]!);
    expect(ratings.map(({ n }) => n)).toEqual([3, 3, 3, 3]);
    expect(ratings.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(4 * 1200, 6);
    expect(table.notes.join(' ')).toContain(
      'Pairs that count: 6 of 6; without effect because a reply could not be used twice: 0;'
    );
    expect(table.notes.join(' ')).toContain('Pairs shown in both orders whose winner changed with the order: 0 of 6.');
    for (const format of ['csv', 'json', 'md', 'tex', 'html', 'svg']) {
      const path = join(out, `ranking.${format}`);
      const written = await voirdire('make', 'ranking', '4', '--output', path);
      expect(written.code, written.err).toBe(exit.done);
      expect(readFileSync(path, 'utf8')).toContain('talk1-2');
    }
    const wrong = await voirdire('make', 'ranking', '4', '--by', 'openai:none');
    expect([wrong.code, wrong.err]).toEqual([exit.failed, expect.stringContaining('no judge openai:none')]);
    expect(await voirdire('make', 'ranking', '1')).toMatchObject({
      ...{ code: exit.failed, err: 'There is no such ranking here. Rankings of the project: 4.\n' }
    });
  });

  it('a ranking that is killed asks at most one call for each at once more for each kill, and comes to the same', async () => {
    const task = (at: number) => ({
      ...{ qid: `task${at}`, query: `Study kite strings, part ${'x'.repeat(at)}, and hand in a table.` },
      material: {
        'research-arena': { discipline: 'design', family: 'trend-scan', difficulty: 'basic', language: 'en' }
      }
    });
    const many = folderOf({
      'tasks.jsonl': Array.from({ length: 20 }, (_, at) => JSON.stringify(task(at))).join('\n')
    });
    for (const project of ['killed', 'whole']) {
      const made = await run(['import', `${many}/tasks.jsonl`, '--project', project, '--create-project', project], env);
      expect(made.code, made.err).toBe(exit.done);
    }
    const rank = ['make', 'run', 'task-comparison', '--judge', 'openai:gpt-5', '--concurrency', '4', '--rounds', '3'];
    const [KILLS, PAIRS] = [sized(2, 1), 30];
    const before = server.count();
    const slowly: Fault['act'] = (response, { status, text }) =>
      void setTimeout(() => response.writeHead(status, { 'Content-Type': 'application/json' }).end(text), 80);
    server.misbehave({ kind: 'raw', act: slowly });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const until = server.count() + 6;
      const args = kill === 0 ? rank : [...rank, '--resume', '1'];
      const { child, ended } = start([...args, '--project', 'killed'], env);
      while (server.count() < until) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      expect((await ended).code).toBeNull();
    }
    server.misbehave();
    const last = await run([...rank, '--resume', '1', '--project', 'killed'], env);
    expect(last.code, last.err).toBe(exit.done);
    expect(last.out).toContain('30 of 30 done, 0 failed');
    expect(server.count() - before).toBeGreaterThanOrEqual(PAIRS);
    expect(server.count() - before).toBeLessThanOrEqual(PAIRS + KILLS * 4);
    expect((await run([...rank, '--no-cache', '--project', 'whole'], env)).code).toBe(exit.done);
    const shown = async (project: string) => {
      const { rows } = JSON.parse((await run(['make', 'ranking', '1', '--json', '--project', project], env)).out) as { rows: unknown[] }; // prettier-ignore
      return rows;
    };
    expect(await shown('killed')).toEqual(await shown('whole'));
  });

  it('a ranking of fewer than two tasks is refused', async () => {
    const none = await run(['import', `${files}/queries.csv`, '--project', 'bare', '--create-project', 'Bare'], env);
    expect(none.code, none.err).toBe(exit.done);
    const refused = await run(['make', 'run', 'task-comparison', '--judge', 'openai:gpt-5', '--project', 'bare'], env);
    expect([refused.code, refused.err]).toEqual([exit.failed, expect.stringContaining('fewer than two tasks')]);
  });
});
