import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { startResearch } from '../../tests/stand-ins/research.ts';
import { openDatabase } from '../lib/server/db/client.ts';
import { folderOf, newFolder, queriesCsv, removeFolders, run, start } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { home } from './place.ts';

/** A command that writes a report, or fails as the query tells it. */
const AGENT = `
import { readFileSync, writeFileSync } from 'node:fs';
const query = readFileSync(0, 'utf8');
if (process.env.AGENT_FAILS && query.includes(process.env.AGENT_FAILS)) {
  console.error('no access to the index');
  process.exit(7);
}
writeFileSync(process.env.VOIRDIRE_TRACE_FILE, JSON.stringify({ searches: 4, pages: 2, inputTokens: 100, outputTokens: 20 }));
console.log('# Report\\n\\nOn ' + query + ' the figure is 12 [1].\\n\\n## References\\n\\n[1] A source. https://a.example/' + process.env.VOIRDIRE_QID);
`;

let server: StandIn;
let env: Record<string, string>;
let answer: string;
const files = folderOf({ 'queries.csv': queriesCsv('q1', 'q2'), 'agent.mjs': AGENT });
const agent = `agent='${process.execPath}' ${join(files, 'agent.mjs')}`;
beforeAll(async () => {
  server = await startOpenAi({ answer: () => answer });
  answer = '# A report\n\nThe figure is 12 (https://a.example/1).';
  env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url, VOIRDIRE_DATA: newFolder('collect') };
  const { code, err } = await run(
    ['import', `${files}/queries.csv`, '--project', 'heat', '--create-project', 'Heat'],
    env
  );
  expect(code, err).toBe(exit.done);
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

const collect = (args: readonly string[], more: Record<string, string> = {}) =>
  run(['collect', '--project', 'heat', ...args], { ...env, ...more });
const ours = ['--command', agent, '--system', 'Our agent=command:agent'];

describe('voirdire collect', () => {
  it('estimates without asking, and says which systems search at a fee that is not included', async () => {
    const deep = ['openai-research:o4-mini-deep-research', 'gemini-research:deep-research-preview-04-2026'];
    const { code, out, err } = await collect(
      [...ours, ...deep.flatMap((one, at) => ['--system', `Deep ${at}=${one}`]), '--estimate', '--json'],
      { GEMINI_API_KEY: 'g-test' }
    );
    expect(code, err).toBe(exit.done);
    const told = JSON.parse(out) as { lines: { webSearch: string }[] };
    expect(told).toMatchObject({ reports: 6, calls: 6, known: 0, outputTokens: 21_000 });
    expect(told.lines.map(({ webSearch }) => webSearch)).toEqual(['off', 'on', 'on']);
    expect(server.count()).toBe(0);
  });

  it('stores the reports of a command and of a compatible server, which are scored like others', async () => {
    const other = `Other=openai-compatible:writer@${server.url}`;
    const { code, out, err } = await collect([...ours, '--system', other]);
    expect(code, `${err}\n${out}`).toBe(exit.done);
    expect(out).toContain('4 of 4 reports came, 0 failed, 4 added to the project');
    expect(server.requests[0]!.body).not.toHaveProperty('response_format');
    expect(server.requests[0]!.asked.user).toBe('What is known of q1?');
    const scored = await run(
      [
        'score',
        '--project',
        'heat',
        '--metric',
        'presentation',
        '--judge',
        'rules',
        '--json',
        '--max-unscored',
        '100%'
      ],
      env
    );
    expect(scored.code, scored.err).toBe(exit.done);
    expect(scored.out).toContain('Our agent');
  });

  it('lists failed reports with the last words of the command, and takes only them up again', async () => {
    const second = ['--command', agent, '--system', 'Second=command:agent', '--tries', '1', '--json'];
    const failed = await collect(second, { AGENT_FAILS: 'q2' });
    expect(failed.code).toBe(exit.unscored);
    const told = JSON.parse(failed.out) as { run: number; added: number; results: { qid: string; reason: string | null }[] }; // prettier-ignore
    expect([told.run, told.added]).toEqual([2, 1]);
    expect(told.results.find(({ qid }) => qid === 'q2')!.reason).toContain('ended with code 7. It wrote to stderr: no access to the index'); // prettier-ignore
  });

  it('asks again for an answer that is a refusal, and stores none', async () => {
    answer = 'I’m sorry, but I cannot help with that.';
    const asked = server.count();
    const other = ['--system', `Third=openai-compatible:writer@${server.url}`, '--qid', 'q1', '--tries', '2', '--json'];
    const { code, out } = await collect(other);
    expect([code, server.count() - asked]).toEqual([exit.unscored, 2]);
    expect(JSON.parse(out)).toMatchObject({
      added: 0,
      results: [{ state: 'failed', reason: `No report after 2 tries: the system refused: ${answer}` }]
    });
  });

  it('gives repeated reports to systems of their own', async () => {
    const { code, out, err } = await collect([
      ...['--command', agent, '--system', 'Fourth=command:agent', '--repeat', '2', '--qid', 'q1', '--json']
    ]);
    expect(code, err).toBe(exit.done);
    const { results } = JSON.parse(out) as { results: { system: string }[] };
    expect(results.map(({ system }) => system)).toEqual(['Fourth', 'Fourth #2']);
  });

  it('adds nothing in place of a stored report, and says how to keep both', async () => {
    const { code, out } = await collect([...ours, '--qid', 'q1'], { AGENT_FAILS: 'nothing' });
    expect(code).toBe(exit.unscored);
    expect(out).toContain('Our agent already has a report on q1. To keep both, collect again under another name');
  });

  it('continues after a kill while a job is polled, without a second one', async () => {
    const research = await startResearch('openai', { looks: Infinity });
    const own = { ...env, OPENAI_BASE_URL: research.url, VOIRDIRE_JOB_POLL_SECONDS: '0.02' };
    try {
      const args = ['collect', '--project', 'heat', '--system', 'Deep=openai-research:o4-mini-deep-research', '--json'];
      const { child, ended } = start(args, own);
      while (research.jobs.length < 2 || research.polls() < 8) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill('SIGKILL');
      expect((await ended).code).toBeNull();
      expect(research.jobs).toHaveLength(2);
      research.behaviour.looks = 0;
      const list = JSON.parse((await run(['make', 'list', '--project', 'heat', '--json'], env)).out) as {
        runs: object[];
      };
      expect(list.runs, 'a collection is no drafting run').toEqual([]);
      const number = '6';
      const { code, out, err } = await run(['collect', '--project', 'heat', '--resume', number, '--json'], own);
      expect(code, err).toBe(exit.done);
      expect(JSON.parse(out)).toMatchObject({ added: 2, progress: { state: 'done' } });
      expect(research.jobs).toHaveLength(2);
      const changed = await run(['collect', '--project', 'heat', '--resume', number, '--qid', 'q1'], own);
      expect([changed.code, changed.err]).toEqual([exit.failed, expect.stringContaining('--qid cannot be changed')]);
    } finally {
      await research.stop();
    }
  });

  it('says how to add reports that the database did not take, as of a full disk', async () => {
    const { sqlite, close } = openDatabase(join(env.VOIRDIRE_DATA!, 'voirdire.db'), join(home, 'drizzle'));
    sqlite.exec(`CREATE TRIGGER no_room BEFORE INSERT ON report BEGIN SELECT RAISE(ABORT, 'No room.'); END`);
    const { code, err } = await collect(['--command', agent, '--system', 'Fifth=command:agent', '--qid', 'q1']);
    sqlite.exec('DROP TRIGGER no_room');
    close();
    expect(code).toBe(exit.failed);
    const resume =
      /The results were not written\. No room\.\nThe run is complete and its answers are kept\. Write its results with:\n {2}npx voirdire (collect .* --resume \d+)\n$/;
    expect(err).toMatch(resume);
    const resumed = await run(['collect', '--project', 'heat', '--resume', err.match(/--resume (\d+)/)![1]!], env);
    expect(resumed.out).toContain('1 of 1 report came, 0 failed, 1 added to the project');
  });

  it('with --json prints one document if the budget is used up on the way', async () => {
    const other = ['--system', `Sixth=openai-compatible:writer@${server.url}`, '--concurrency', '1'];
    const priced = ['--price', `openai-compatible:writer@${server.url}=1000/1000`, '--budget', '0.001'];
    const { code, out } = await collect([...other, ...priced, '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([exit.failed, { error: { code: 'conflict' } }]);
  });

  it('is refused with the reason: no system, an unknown command, a name twice, a system as a judge', async () => {
    for (const [args, code, why] of [
      [[], exit.usage, 'Name at least one system'],
      [['--system', 'A=gpt-5'], exit.usage, '--system: "gpt-5" names no judge'],
      [['--system', 'A=command:none'], exit.failed, 'there is no command of that name'],
      [['--command', "a='open", '--system', 'A=command:a'], exit.usage, 'close every quote'],
      [[...ours, '--system', 'our agent=openai:gpt-5'], exit.failed, 'Two systems have this name']
    ] as const) {
      const ended = await collect([...args]);
      expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(why)]);
    }
    const drafted = await run(
      ['make', 'run', 'reports', '--project', 'heat', '--from', 'query', '--judge', 'openai:gpt-5'],
      env
    );
    expect([drafted.code, drafted.err]).toEqual([exit.failed, expect.stringContaining('voirdire collect')]);
    const judged = await run(
      ['score', '--project', 'heat', '--metric', 'presentation', '--judge', 'openai-research:o4-mini-deep-research'],
      env
    );
    expect([judged.code, judged.err]).toEqual([exit.failed, expect.stringContaining('It is a system under test')]);
  });
});
