import { describe, expect, it } from 'vitest';
import { fieldProblem, overlongField } from './field-limits.ts';

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
    expect(overlongField([['email', '\r\n'.repeat(254)]])).toBeNull();
    expect(overlongField([['email', '\r\n'.repeat(255)]])).not.toBeNull();
  });

  it('is counted in JSON wherever it stands', async () => {
    const long = JSON.stringify({ entries: [{ label: 'yes', comment: 'x'.repeat(10_001) }] });
    expect(await fieldProblem(json(long), null)).toMatchObject({ column: 'comment' });
    expect(await fieldProblem(json(JSON.stringify({ entries: [{ comment: 'x' }] })), null)).toBeNull();
  });

  it('holds a whole file only if a route takes one', () => {
    const content: [string, string][] = [['content', 'x'.repeat(3_000_000)]];
    expect(overlongField(content, '/p/[project]/alignment/import')).toBeNull();
    expect(overlongField(content, '/p/[project]/studies/new')).toMatchObject({ column: 'content' });
  });
});

describe('a request', () => {
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
