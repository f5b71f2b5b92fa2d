import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formKey } from './form-key.ts';

const url = new URL('http://here.example/p/demo/import');
const LARGE = 5 * 1024 * 1024;

/** A file as a browser sends it, with a boundary of its own each time. */
async function sent(once: string | null, content: string, name = 'reports.jsonl'): Promise<Request> {
  const data = new FormData();
  if (once !== null) data.append('once', once);
  data.append('files', new File([content], name));
  const drawn = new Request(url, { method: 'POST', body: data });
  const body = await drawn.arrayBuffer();
  return new Request(url, {
    ...{ method: 'POST', body },
    headers: { 'content-type': drawn.headers.get('content-type')!, 'content-length': String(body.byteLength) }
  });
}
const keyOf = (request: Request): Promise<string | null> => formKey({ request, url, locals: { actor: null } });

describe('a file above 4 MiB', () => {
  const token = 'x'.repeat(32);
  const text = 'a'.repeat(LARGE);

  it('is told from others by its token, its beginning and its length, and is read once', async () => {
    const request = await sent(token, text);
    const key = await keyOf(request);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await ((await request.formData()).get('files') as File).text()).toBe(text);
    expect(await keyOf(await sent(token, text))).toBe(key);
    for (const other of [
      sent('y'.repeat(32), text),
      sent(token, `${text}a`),
      sent(token, `b${text.slice(1)}`),
      sent(token, text, 'others.jsonl')
    ])
      expect(await keyOf(await other)).not.toBe(key);
    expect(await keyOf(await sent(null, text))).toBeNull();
  });

  it('has its token in front of it in every form that takes files', () => {
    const routes = join(import.meta.dirname, '../../../routes');
    const forms = readdirSync(routes, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.svelte'))
      .flatMap((name) => [
        ...readFileSync(join(routes, name), 'utf8').matchAll(/<form\b[^<]*multipart\/form-data[^<]*>\s*(<\S+)/g)
      ]);
    expect(forms.length).toBeGreaterThan(3);
    for (const [, first] of forms) expect(first).toBe('<Once');
  });
});
