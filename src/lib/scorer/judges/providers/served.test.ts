import { describe, expect, it } from 'vitest';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { ask, keysAt, KEY, standIns } from '../judges.fixture.ts';
import { servedBy, servedName } from './wire/served.ts';

const servers = standIns();

const lines: [line: string, provider: keyof typeof servers][] = [
  ['openai:gpt-6-sol', 'openai'],
  ['openai:gpt-6-sol webSearch=on', 'openai'],
  ['openai-compatible:llama-3@lab', 'openai'],
  ['gemini:gemini-3.5-flash', 'gemini'],
  ['gemini:gemini-3.5-flash webSearch=on', 'gemini'],
  ['anthropic:claude-sonnet-5', 'anthropic'],
  ['anthropic:claude-sonnet-5 webSearch=on', 'anthropic']
];

describe('the model version that answered', () => {
  it.each(lines)(
    'of %s is the one that the provider names, and another one once it names another',
    async (line, name) => {
      const server = servers[name];
      const judge = makeJudge(parseJudgeLine(line), {
        ...keysAt(server.url),
        ...{ VOIRDIRE_SERVER_LAB: server.url, VOIRDIRE_KEY_LAB: KEY }
      });
      server.serve('version-one');
      expect((await ask(judge)).model).toBe('version-one');
      server.serve('version-two');
      expect((await ask(judge)).model).toBe('version-two');
      server.serve(null);
    }
  );

  it('of a player in a role is the player’s own', async () => {
    const judge = makeJudge(parseJudgeLine('openai:gpt-6-sol[voter=openai:gpt-6-luna]'), keysAt(servers.openai.url));
    expect((await ask(judge.players!.roles['voter']![0]!)).model).toBe('gpt-6-luna-2025-01-01');
  });

  it('comes with the system fingerprint if OpenAI gives one', async () => {
    const judge = makeJudge(parseJudgeLine('openai:gpt-6-sol'), keysAt(servers.openai.url));
    expect(await ask(judge)).toMatchObject({ model: 'gpt-6-sol-2025-01-01', backend: 'fp_stand_in' });
  });

  it.each([[undefined], [null], [''], ['  '], [7], [{ name: 'x' }], ['x'.repeat(201)]])(
    'is unknown if a server says %j in its place',
    (said) => {
      expect(servedName(said)).toBeNull();
      expect(servedBy(said)).toEqual({});
    }
  );
});
