import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../tests/stand-ins/server.ts';
import { folderOf, newFolder, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';
import { withTemperature } from './leakage-models.ts';

const texts = {
  t1: 'Compare two methods of flood control, then report results.',
  t2: '比较两种防洪方法，并报告结果。',
  t3: 'Floods'
};
let server: StandIn;
let env: Record<string, string>;
beforeAll(async () => {
  // One model knows the texts, the other writes something else.
  server = await startOpenAi({
    answer: ({ model, user }) => {
      const prefix = JSON.parse(user) as string;
      const whole = Object.values(texts).find((text) => text.startsWith(prefix))!;
      return { continuation: model === 'gpt-4o' ? whole.slice(prefix.length) : 'zzz' };
    }
  });
  env = { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: server.url, VOIRDIRE_DATA: newFolder('leakage') };
  const lines = Object.entries(texts).map(([qid, query]) =>
    JSON.stringify({ qid, query, items: [{ text: 'Is it?' }] })
  );
  const files = folderOf({ 'queries.jsonl': lines.join('\n') });
  const { code, err } = await run(['import', `${files}/queries.jsonl`, '--project', 'arena', '--create-project', 'Arena'], env); // prettier-ignore
  expect(code, err).toBe(exit.done);
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

const leakage = (...args: string[]) => run(['leakage', ...args, '--project', 'arena'], env);

describe('voirdire leakage', () => {
  it('says where to start before there is a test', async () => {
    const { code, err } = await leakage('show');
    expect([code, err]).toEqual([exit.failed, expect.stringContaining('Start one with voirdire leakage run')]);
  });

  it('tells a model that knows the texts from one that does not, in English and Chinese', async () => {
    const ran = await leakage('run', '--judge', 'openai:gpt-4o', 'openai:gpt-4o-mini');
    expect(ran.code, ran.err).toBe(exit.done);
    // Two texts of two models: the text of one word is not asked about.
    expect(server.count()).toBe(4);
    const { out } = await leakage('show', '--json');
    const shown = JSON.parse(out) as {
      table: { rows: { group: string; system: string; cells: { value: number | null }[] }[] };
      continuations: { qid: string; model: string; leaked: boolean }[];
      notTestable: { qid: string }[];
    };
    const leaks = shown.table.rows.map(({ group, system, cells }) => [
      group,
      system,
      cells[0]!.value,
      cells.at(-1)!.value
    ]);
    const [knows, not] = ['openai:gpt-4o', 'openai:gpt-4o-mini'];
    expect(leaks).toEqual([
      ...[
        ['All tasks', knows, 100, 2],
        ['All tasks', not, 0, 0],
        ['All tasks', 'All models', 50, 2]
      ],
      ...[
        ['Tasks in English', knows, 100, 1],
        ['Tasks in English', not, 0, 0],
        ['Tasks in English', 'All models', 50, 1]
      ],
      ...[
        ['Tasks in Chinese', knows, 100, 1],
        ['Tasks in Chinese', not, 0, 0],
        ['Tasks in Chinese', 'All models', 50, 1]
      ]
    ]);
    expect(shown.notTestable).toEqual([
      { qid: 't3', reason: expect.stringContaining('neither a punctuation mark') as string }
    ]);
    const text = await leakage('show');
    expect(text.out).toContain('All tasks: openai:gpt-4o ');
    expect((await leakage('show', '9')).err).toContain('There is no leakage test 9. Tests: 1.');
  });

  it('asks at temperature .1 but for models that take none, or that have another one', () => {
    expect(
      ['openai:gpt-4o', 'openai:gpt-4o temperature=0.7', 'openai:gpt-5', 'scripted:a'].map(withTemperature)
    ).toEqual([...['openai:gpt-4o temperature=0.1', 'openai:gpt-4o temperature=0.7', 'openai:gpt-5', 'scripted:a']]);
  });
});
