import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startAnthropic } from '../../../../../tests/stand-ins/anthropic.ts';
import { startGemini } from '../../../../../tests/stand-ins/gemini.ts';
import { startOpenAi } from '../../../../../tests/stand-ins/openai.ts';
import { freeText, type Call } from '../../call.ts';
import { faultOfReport } from '../../making/makers/reports.ts';
import { makeJudge, parseJudgeLine } from '../index.ts';
import { failureOf, keysAt } from '../judges.fixture.ts';
import { citedText, unitsOfBytes } from '../providers/wire/cited-text.ts';
import { splitCommand, typedCommands } from './commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-systems-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (user = 'What of $(touch x) "1"?'): Call => ({
  prompt: { name: 'collect/report', version: '1', hash: 'h' },
  ...{ system: 'Write.', user, schema: freeText, trial: 0 },
  about: { metric: 'reports', query: { qid: 'q1', text: '' }, report: { id: 'u1', markdown: '', collectedAt: null }, items: [] } // prettier-ignore
});

const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
};

const commands = (definition: object) => {
  const file = join(folder, 'commands.json');
  writeFileSync(file, JSON.stringify({ agent: definition }));
  return makeJudge(parseJudgeLine('command:agent'), {
    VOIRDIRE_COMMANDS: file,
    PATH: process.env['PATH'],
    SECRET: 's3'
  });
};
const signal = new AbortController().signal;

describe('a command', () => {
  it('receives the query to the letter, by stdin, argument and variable, and no variable that is not named', async () => {
    const command = [script('all.sh', 'cat; printf " | %s | %s | %s | %s" "$1" "$VOIRDIRE_QUERY" "$VOIRDIRE_QID" "$SECRET"'), '{query}']; // prettier-ignore
    const query = 'What of $(touch x) "1"?';
    const { text, usage, model } = await commands({ command, version: '1.4' }).ask(call(), { signal });
    expect(text).toBe(`${query} | ${query} | ${query} | q1 | `);
    expect([usage, model]).toEqual([null, '1.4']);
    const named = await commands({ command, environment: ['SECRET'] }).ask(call(), { signal });
    expect(named.text).toMatch(/ \| s3$/);
  });

  it('fails at once if its report is not UTF-8, which would be stored with its letters lost', async () => {
    for (const bytes of [String.raw`caf\351`, String.raw`a\000b`]) {
      const ended = await failureOf(
        commands({ command: [script('l.sh', `printf '${bytes}'`)] }).ask(call(), { signal })
      );
      expect([ended.message, ended.retryable]).toEqual([
        'The command wrote text that is not UTF-8. Have it write UTF-8, e.g. with LANG=C.UTF-8. It wrote nothing to stderr.',
        false
      ]);
    }
    const { text } = await commands({ command: [script('u.sh', String.raw`printf 'caf\303\251'`)] }).ask(call(), {
      signal
    });
    expect(text).toBe('café');
  });

  it('fails with its code and the end of stderr, without a report, and if it cannot be started', async () => {
    const failed = await failureOf(commands({ command: [script('f.sh', 'echo out; echo why >&2; exit 3')] }).ask(call(), { signal })); // prettier-ignore
    expect([failed.message, failed.retryable]).toEqual([
      'The command ended with code 3. It wrote to stderr: why',
      true
    ]);
    const empty = await failureOf(commands({ command: [script('e.sh', 'echo')] }).ask(call(), { signal }));
    expect(empty.message).toBe('The command wrote no report. It wrote nothing to stderr.');
    const missing = await failureOf(commands({ command: [join(folder, 'none')] }).ask(call(), { signal }));
    expect([missing.message, missing.retryable]).toEqual([expect.stringContaining('could not be started'), false]);
  });

  it('is ended with all processes that it started, on an abort and on too much output', async () => {
    const pid = join(folder, 'child.pid');
    const alive = (): boolean => {
      try {
        process.kill(Number(readFileSync(pid, 'utf8')), 0);
        return true;
      } catch {
        return false;
      }
    };
    const stop = new AbortController();
    const asked = commands({ command: [script('s.sh', `sleep 60 & echo $! > ${pid}; wait`)] }).ask(call(), { signal: stop.signal }); // prettier-ignore
    while (!existsSync(pid) || readFileSync(pid, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(alive()).toBe(true);
    stop.abort(new Error('over'));
    await expect(asked).rejects.toThrow('over');
    while (alive()) await new Promise((resolve) => setTimeout(resolve, 5));
    const long = await failureOf(commands({ command: ['yes'] }).ask(call(), { signal }));
    expect(long.message).toContain('wrote more than 4000000 bytes');
  });

  it('has ended when its process has, also if it leaves a process of another session that keeps its output open', async () => {
    const pid = join(folder, 'left.pid');
    const js = `const left = require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'inherit' });
      left.unref();
      require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(left.pid));
      process.stdout.write('a'.repeat(150_000) + 'end');`;
    const { text: report } = await commands({ command: [process.execPath, '-e', js] }).ask(call(), { signal });
    process.kill(Number(readFileSync(pid, 'utf8')));
    expect([report.length, report.endsWith('end')]).toEqual([150_003, true]);
  });

  it('is another system if its arguments or its version change', () => {
    const prints = [{ command: ['a'] }, { command: ['a', 'b'] }, { command: ['a'], version: '2' }].map((one) => commands(one).fingerprint); // prettier-ignore
    expect(new Set(prints).size).toBe(3);
  });

  it('is split at blanks outside quotes, without expansion', () => {
    expect(splitCommand(`python3 'my agent.py' --q "{query}" $HOME \\"x`)).toEqual(['python3', 'my agent.py', '--q', '{query}', '$HOME', '"x']); // prettier-ignore
    expect(splitCommand("a 'b")).toBeNull();
    expect(() => typedCommands(['Bad=x'])).toThrow('small letters');
    expect(() => typedCommands(['a=x', 'a=y'])).toThrow('twice');
  });
});

describe('sources beside a text', () => {
  it('become links at their places, each once, unless the address is in the text', () => {
    const text = 'Größe 12. See https://a.example/x.';
    const at = unitsOfBytes(text, Buffer.byteLength('Größe 12'));
    const b = { end: at, url: 'https://b.example/(y)', title: 'B [1]' };
    expect(citedText(text, [b, b, { end: 3, url: 'https://a.example/x', title: null }])).toBe(
      'Größe 12 ([B 1](https://b.example/%28y%29)). See https://a.example/x.'
    );
    expect(citedText('x', [{ end: 99, url: 'javascript:alert(1)', title: 'no' }])).toBe('x');
  });

  it('stand at the end if the system names no place, and are not lost beside a longer address', () => {
    const source = (end: number | null) => ({ end, url: 'https://b.example/y', title: 'B' });
    const link = ' ([B](https://b.example/y))';
    expect(citedText('One. Two.', [source(4), source(null)])).toBe(`One.${link} Two.${link}`);
    expect(citedText('See https://b.example/y-2.', [source(3)])).toBe(`See${link} https://b.example/y-2.`);
    expect(citedText('See https://b.example/y.', [source(3)])).toBe('See https://b.example/y.');
  });
});

describe('an answer that is no report', () => {
  it('is named; a report that begins like a refusal but has sources is one', () => {
    const complete = (text: string) => faultOfReport({ text, ending: 'complete' });
    expect(complete('# Report\n\nText.')).toBeNull();
    expect(complete('I cannot confirm the figure. https://a.example')).toBeNull();
    expect(complete('I’m sorry, I can’t help with that.')).toMatch(/^the system refused: I’m sorry/);
    expect(complete('抱歉，我无法回答。')).toMatch(/^the system refused/);
    expect(complete(' \n ')).toBe('the answer was empty');
    expect(faultOfReport({ text: '# Half', ending: 'cut' })).toMatch(/cut off/);
    expect(faultOfReport({ text: 'Blocked: SAFETY', ending: 'refused' })).toBe('the system refused: Blocked: SAFETY');
  });
});

describe.each([
  ['Claude', 'anthropic:claude-opus-5 webSearch=on maxToolCalls=30', startAnthropic],
  ['Gemini', 'gemini:gemini-2.5-pro webSearch=on', startGemini],
  ['OpenAI', 'openai:gpt-5 webSearch=on', startOpenAi]
] as const)('%s with web search', (name, line, startProvider) => {
  it('writes a report without a schema; its searches are counted, and its sources are links', async () => {
    const server = await startProvider({ answer: () => '# Report\n\nThe figure is 12.' });
    try {
      const judge = makeJudge(parseJudgeLine(line), keysAt(server.url));
      const reply = await judge.ask(call(), { signal });
      expect(reply).toMatchObject({ ending: 'complete', trace: { searches: 1 } });
      const link = name === 'OpenAI' ? '' : ' ([A page](https://example.org/a))';
      expect(reply.text).toBe(`# Report\n\nThe figure is 12.${link}`);
      const sent = JSON.stringify(server.requests[0]!.body);
      expect(sent).not.toMatch(/schema|json/i);
      expect(sent).toContain('Write.');
      if (name === 'Claude') expect(server.requests[0]!.body).toMatchObject({ tools: [{ max_uses: 30 }] });
    } finally {
      await server.stop();
    }
  });
});
