import { describe, expect, it } from 'vitest';
import { atMost, processorTimeSince } from '../../../../tests/timing.ts';
import { fieldProblem, MOST_OF_STRANGERS, faultyField } from './field-limits.ts';

const sent = (body: BodyInit, type?: string): Request => {
  const headers = { 'content-length': '1', ...(type === undefined ? {} : { 'content-type': type }) };
  return new Request('http://x/', { method: 'POST', body, headers });
};
const form = (fields: Record<string, string>): Request => sent(new URLSearchParams(fields));
const json = (value: string): Request => sent(value, 'application/json');

describe('a text field', () => {
  it.each([
    ['email', 254],
    ['note', 50_000],
    ['a name that no table has', 20_000]
  ])('%s takes %i characters and no more, and says so', async (name, most) => {
    expect(await fieldProblem(form({ [name]: 'é'.repeat(most) }), '/sign-in')).toBeNull();
    const problem = await fieldProblem(form({ other: 'x', [name]: 'é'.repeat(most + 1) }), '/sign-in');
    expect(problem).toMatchObject({ column: name });
    expect(problem?.reason).toContain(`at most ${most.toLocaleString('en')} characters`);
    expect(problem?.reason).toContain(`has ${(most + 1).toLocaleString('en')}.`);
  });

  it('is counted as its form counts it: a line end is one character', () => {
    expect(faultyField([['description', '\r\n'.repeat(10_000)]])).toBeNull();
    expect(faultyField([['description', '\r\n'.repeat(10_001)]])).not.toBeNull();
  });

  it('that people choose for themselves changes nothing of the line in which others read it', async () => {
    // Behind the first name, an e-mail would be shown from its end: as that of another person.
    for (const name of ['Ines \u202e', 'Ana\nLima', 'Ana\u2028', '\u2068Ana', 'Ana\0'])
      expect(await fieldProblem(form({ email: 'a@b.example', name: `a${name}b` }), '/join/[token]')).toMatchObject({
        column: 'name'
      });
    expect(await fieldProblem(form({ email: '\u202ea@b.example' }), null)).toMatchObject({ column: 'email' });
    for (const name of [' Ana Lima\t', '陈\u3000伟', 'عمر', 'רות\u200f', '👩‍🔬'])
      expect(await fieldProblem(form({ name, note: 'a\nb' }), null)).toBeNull();
  });

  it('is counted in JSON wherever it stands', async () => {
    const long = JSON.stringify({ entries: [{ label: 'yes', comment: 'x'.repeat(10_001) }] });
    expect(await fieldProblem(json(long), null)).toMatchObject({ column: 'comment' });
    expect(await fieldProblem(json(JSON.stringify({ entries: [{ comment: 'x' }] })), null)).toBeNull();
  });

  it('holds a whole file only if a route takes one', () => {
    const content: [string, string][] = [['content', 'x'.repeat(3_000_000)]];
    expect(faultyField(content, '/p/[project]/alignment/import')).toBeNull();
    expect(faultyField(content, '/p/[project]/verification/talks')).toBeNull();
    expect(faultyField(content, '/p/[project]/studies/new')).toMatchObject({ column: 'content' });
  });
});

describe('a request', () => {
  it('with too many fields is refused before they are read, a stranger’s with fewer', async () => {
    const fields = 'a&'.repeat(200_000);
    const request = sent(fields, 'application/x-www-form-urlencoded');
    const began = process.threadCpuUsage();
    const problem = await fieldProblem(request, null, MOST_OF_STRANGERS);
    // Reading them takes a second and more.
    expect(processorTimeSince(began)).toBeLessThan(atMost(20));
    expect(problem).toMatchObject({ column: 'form', reason: 'The form has more than 500 fields.' });
    const parts = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`.repeat(501);
    const type = 'multipart/form-data; boundary=x';
    expect(await fieldProblem(sent(`${parts}--x--\r\n`, type), null, 500)).toMatchObject({ column: 'form' });
    expect(await fieldProblem(sent(`${parts}--x--\r\n`, type), null)).toBeNull();
  });

  it.each([
    ['without a boundary', 'multipart/form-data', 'x'.repeat(1000)],
    ['with heads only', 'multipart/form-data; boundary=x', `--x\r\n${'A: b\r\n'.repeat(1000)}\r\n`],
    ['that breaks off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb']
  ])('as a form %s is refused with what to do', async (_, type, body) => {
    expect(await fieldProblem(sent(body, type), null)).toMatchObject({
      ...{ column: 'form', reason: expect.stringMatching('could not be read.*again') as string }
    });
  });

  it('with files that its route receives in pieces is not held in memory before', async () => {
    const pulled: number[] = [];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled.push(1);
        controller.enqueue(new Uint8Array(1024 * 1024));
        if (pulled.length === 50) controller.close();
      }
    });
    const headers = { 'content-length': String(50 * 1024 * 1024), 'content-type': 'multipart/form-data; boundary=x' };
    const request = new Request('http://x/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    expect(await fieldProblem(request, '/p/[project]/import')).toBeNull();
    expect(pulled.length).toBeLessThan(3);
  });

  it('stays readable after its fields were counted', async () => {
    const request = form({ note: 'kept' });
    await fieldProblem(request, null);
    expect((await request.formData()).get('note')).toBe('kept');
  });

  it('nested too deep is refused without exhausting the stack', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(await fieldProblem(json(deep), null)).toMatchObject({ reason: expect.stringContaining('nested') as string });
  });

  it('that is no form and no JSON is left to its route', async () => {
    expect(await fieldProblem(json('{'), null)).toBeNull();
  });
});
