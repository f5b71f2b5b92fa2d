import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { parseFault } from './stand-ins/faults.ts';

describe('stand-in judges from the command line', () => {
  it('print their base URLs, misbehave as told and count', async () => {
    const file = join(import.meta.dirname, 'stand-ins/serve.ts');
    const child = spawn(
      process.execPath,
      [file, '--openai-port', '0', '--gemini-port', '0', '--fault', 'server-error@1'],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    );
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const urls = JSON.parse(line) as { OPENAI_BASE_URL: string; GEMINI_BASE_URL: string };
      expect(urls.GEMINI_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      const ask = async () => {
        const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
        return (await fetch(`${urls.OPENAI_BASE_URL}/chat/completions`, { method: 'POST', body })).status;
      };
      expect([await ask(), await ask()]).toEqual([500, 200]);
      const counts = await fetch(new URL('/counts', urls.OPENAI_BASE_URL));
      expect(await counts.json()).toMatchObject({ count: 2, answered: 1 });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  });

  it('read faults as kind, requests, every n-th and share', () => {
    expect(parseFault('hang')).toEqual({ kind: 'hang' });
    expect(parseFault('rate-limit@2,3')).toEqual({ kind: 'rate-limit', on: [2, 3] });
    expect(parseFault('html/5')).toEqual({ kind: 'html', every: 5 });
    expect(parseFault('cut%0.25')).toEqual({ kind: 'cut', ratio: 0.25 });
    expect(() => parseFault('nonsense')).toThrow('faults are rate-limit');
  });
});
