import { afterEach, describe, expect, it } from 'vitest';
import { log, startLog } from './log.ts';

const KEY = 'sk-very-secret-0123456789';

function started(env: Record<string, string>, standard: 'info' | 'silent' = 'info') {
  const lines: string[] = [];
  startLog(env, 'web', standard, { write: (line) => void lines.push(line) });
  return { lines, objects: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

afterEach(() => void startLog({ VOIRDIRE_LOG: 'silent' }, 'web', 'silent', { write: () => undefined }));

describe('the log', () => {
  it('writes one JSON object per line, with time, level, process and message', () => {
    const { objects } = started({});
    log().info({ run: 3 }, 'run.start');
    expect(objects()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), process: 'web', run: 3, msg: 'run.start' }
    ]);
  });

  it('writes nothing below its level, and what VOIRDIRE_LOG asks for', () => {
    const silent = started({}, 'silent');
    log().error('a');
    expect(silent.lines).toEqual([]);
    const all = started({ VOIRDIRE_LOG: 'trace' });
    log().trace('a');
    expect(all.lines).toHaveLength(1);
  });

  it('refuses a level that does not exist, and names those that do', () => {
    expect(() => startLog({ VOIRDIRE_LOG: 'loud' }, 'web', 'info')).toThrow(
      'VOIRDIRE_LOG is loud. Set it to one of silent, fatal, error, warn, info, debug, trace.'
    );
  });

  it('hides passwords, keys, tokens, cookies and addresses, also within objects', () => {
    const { lines } = started({});
    log().info({ password: 'p1', user: { email: 'ada@example.org', session: { token: 't1' } }, headers: { cookie: 'c1' } }, 'x'); // prettier-ignore
    for (const secret of ['p1', 'ada@example.org', 't1', 'c1']) expect(lines.join()).not.toContain(secret);
  });

  it('hides passwords of addresses and e-mail addresses in messages and causes of errors', () => {
    const { lines } = started({ VOIRDIRE_QUEUE: 'postgres://lab:queue-pass@db.example/voirdire' });
    const cause = new Error('refused: postgres://lab:queue-pass@db.example');
    log().error({ err: new Error('550 <ada@lab.example> is unknown', { cause }) }, 'x');
    expect(lines.join()).not.toMatch(/queue-pass|ada@/);
    expect(lines.join()).toContain('db.example');
  });

  it('hides the value of every key in the environment, also if a message or a stack quotes it', () => {
    const { lines } = started({ OPENAI_API_KEY: KEY, VOIRDIRE_KEY_LAB: 'a "quoted" key', HOME: '/home/ada' });
    log().error({ err: new Error(`401 with ${KEY}`) }, `sent ${KEY} and a "quoted" key from /home/ada`);
    expect(lines.join()).not.toContain(KEY);
    expect(lines.join()).not.toContain('quoted');
    expect(lines.join()).toContain('/home/ada');
  });
});
