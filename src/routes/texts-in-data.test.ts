import { parse, stringify } from 'devalue';
import { describe, expect, it } from 'vitest';
import { textInData, withTexts } from './texts-in-data.ts';

const long = (letter: string): string => `<p title="${letter}">“${letter.repeat(60_000)}”\n\\ \u2028 </script>`;
const answerOf = (data: unknown): Response => {
  const body = stringify(data);
  return new Response(body, { status: 203, headers: { 'content-length': String(body.length), 'x-own': 'kept' } });
};

describe('a text in the data of a page', () => {
  it('arrives as it is, in its place, as do the rest of the data and the answer’s headers', async () => {
    const locals = {} as App.Locals;
    const page = (text: (of: string) => string) => ({ titles: ['a', '1'], html: text(long('x')), beside: [{ html: text(long('ü')) }] }); // prettier-ignore
    const response = await withTexts(locals, answerOf(page((text) => textInData(locals, text))));
    const body = await response.text();
    expect(parse(body)).toEqual(page((text) => text));
    expect([response.status, response.headers.get('x-own')]).toEqual([203, 'kept']);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  it('is only that of the request’s own data, and what has none stays as it was', async () => {
    const [mine, others] = [{}, {}] as App.Locals[];
    const stands = textInData(mine!, long('x'));
    const elsewhere = answerOf({ html: stands });
    expect(await withTexts(others!, elsewhere)).toBe(elsewhere);
    const sent = await withTexts(mine!, answerOf({ html: `${stands} and`, twice: 'plain' }));
    expect(parse(await sent.text())).toEqual({ html: `${stands} and`, twice: 'plain' });
  });
});
