import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bodyProblem } from './body-size.ts';
import { clearUploads, receiveUpload } from './uploads.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'voirdire-uploads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A form as a browser sends it, in pieces of these sizes. */
async function sent(form: FormData, sizes: readonly number[]): Promise<Request> {
  const whole = new Request('http://x/', { method: 'POST', body: form });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let at = 0;
  let turn = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const next = at + sizes[turn++ % sizes.length]!;
      controller.enqueue(bytes.subarray(at, next));
      at = next;
    }
  });
  return new Request('http://x/', { method: 'POST', body, duplex: 'half', headers: whole.headers } as RequestInit);
}

const contentOf = (content: Uint8Array | { path: string }): Buffer =>
  content instanceof Uint8Array ? Buffer.from(content) : readFileSync(content.path);

describe('a form with files that arrives in pieces', () => {
  it('has the fields and files that were sent, wherever it is cut', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.toWellFormed().replace(/\r\n?|\n/g, '\r\n')); // prettier-ignore
    const name = fc.constantFrom('a.jsonl', 'an "odd" name;.md', 'naïve 中.csv', 'qid_x_report.md');
    const file = fc.record({ name, bytes: fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(Buffer.from('\r\n--\r\n------WebKit'))) }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 3 }),
        fc.array(file, { maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }),
        async (fields, files, sizes) => {
          const form = new FormData();
          for (const value of fields) form.append('said', value);
          for (const { name: called, bytes } of files) form.append('files', new File([new Uint8Array(bytes)], called));
          form.append('end', 'x');
          const upload = await receiveUpload(await sent(form, sizes), folder);
          expect(upload.fields.getAll('said')).toEqual(fields);
          expect(upload.files.map((one) => [one.field, one.name, contentOf(one.content)])).toEqual(
            files.map((one) => ['files', one.name, Buffer.from(one.bytes)])
          );
        }
      ),
      { numRuns: 60 }
    );
  });

  it('puts a large file on the disk, keeps an empty one, leaves out a field without a file, and tidies up', async () => {
    const form = new FormData();
    const large = Buffer.alloc(20 * 1024 * 1024, 'line\n');
    form.append('files', new File([], ''));
    form.append('files', new File([], 'empty.md'));
    form.append('folder', new File([large], 'large.jsonl'));
    const upload = await receiveUpload(await sent(form, [65_536]), folder);
    const [empty, stored] = upload.files;
    expect([empty!.name, contentOf(empty!.content).length]).toEqual(['empty.md', 0]);
    expect(stored).toMatchObject({ field: 'folder', name: 'large.jsonl', content: { size: large.length } });
    expect(contentOf(stored!.content).equals(large)).toBe(true);
    upload.dispose();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('puts many small files on the disk as well, once together they are large', async () => {
    const form = new FormData();
    for (let n = 0; n < 12; n++) form.append('folder', new File([Buffer.alloc(4 * 1024 * 1024, String(n))], `${n}.md`));
    const upload = await receiveUpload(await sent(form, [1024 * 1024]), folder);
    const inMemory = upload.files.filter(({ content }) => content instanceof Uint8Array);
    expect([upload.files.length, inMemory.length]).toEqual([12, 8]);
    expect(contentOf(upload.files[11]!.content).subarray(0, 4).toString()).toBe('1111');
    upload.dispose();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a field that is too long', 'system', 'x'.repeat(20_001), 'Nothing was imported.'],
    ['fields of more than 8 MB', 'system', 'x'.repeat(9 * 1024 * 1024), 'larger than 8 MB']
  ])('is refused with %s', async (_, field, value, words) => {
    const form = new FormData();
    form.append(field, value);
    await expect(receiveUpload(await sent(form, [65_536]), folder)).rejects.toThrow(words);
  });

  it('is refused if no part begins', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=there' };
    const body = Buffer.alloc(100_000, 'x');
    const request = new Request('http://x/', { method: 'POST', body, headers });
    await expect(receiveUpload(request, folder)).rejects.toThrow('its first part');
  });

  it('that a killed server left behind is removed at the next start', async () => {
    const form = new FormData();
    form.append('files', new File([Buffer.alloc(9 * 1024 * 1024)], 'large.jsonl'));
    const { folder: own } = await receiveUpload(await sent(form, [1024 * 1024]), folder);
    expect(existsSync(own)).toBe(true);
    clearUploads(folder);
    expect(existsSync(own)).toBe(false);
    expect(() => clearUploads(join(folder, 'nothing here'))).not.toThrow();
  });

  it('is refused if it breaks off, and leaves nothing behind', async () => {
    const form = new FormData();
    form.append('files', new File([Buffer.alloc(10 * 1024 * 1024)], 'large.jsonl'));
    const whole = await sent(form, [65_536]);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const cut = new Request('http://x/', { method: 'POST', body: bytes.subarray(0, -200), headers: whole.headers });
    await expect(receiveUpload(cut, folder)).rejects.toThrow('broke off');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});

describe('a request’s body', () => {
  const request = (length: string | null) => new Request('http://x/', { method: 'POST', body: 'x', headers: length === null ? {} : { 'content-length': length } }); // prettier-ignore
  it.each([
    ['1000', '/sign-in', null],
    [String(512 * 1024), '/sign-in', null],
    [String(512 * 1024 + 1), '/sign-in', 413],
    [String(60_000_000), null, 413],
    [String(8_000_000), '/p/[project]/runs/[run]/pages', null],
    [String(8_100_000), '/p/[project]/verification/talks', null],
    [String(20_001_000), '/p/[project]/rubrics', null],
    [String(65 * 1024 * 1024), '/p/[project]/alignment/import', 413],
    [null, '/sign-in', 411],
    [String(600 * 1024), '/p/[project]/import', 413]
  ])('of %s bytes to %s is answered with %s', (length, route, status) => {
    expect(bodyProblem(request(length), route)?.status ?? null).toBe(status);
  });

  it('of any size goes to the import as a form with files, and as nothing else', () => {
    const import_ = (type: string) => {
      const headers = { 'content-length': String(1024 ** 3), 'content-type': type };
      return bodyProblem(new Request('http://x/', { method: 'POST', body: 'x', headers }), '/p/[project]/import');
    };
    expect(import_('multipart/form-data; boundary=----WebKit')).toBeNull();
    for (const type of ['multipart/form-data', 'application/x-www-form-urlencoded', 'text/plain'])
      expect(import_(type), type).toMatchObject({ status: 413 });
  });
});
