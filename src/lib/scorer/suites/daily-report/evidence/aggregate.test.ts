import { describe, expect, it } from 'vitest';
import { concludeClaim, concludeQuery, dateProblem, dayAfter, type JudgedPage } from './aggregate.ts';
import { publisherOf } from './publisher.ts';

/** `s`, `c`: a lesser source for or against; `S`, `C`: an official one. */
const pages = (letters: string): JudgedPage[] =>
  [...letters].map((letter, at) => ({
    ...{ publisher: `p${at}.example`, official: letter === letter.toUpperCase(), unused: null },
    verdict: letter.toLowerCase() === 's' ? 'support' : 'conflict'
  }));

describe('a query', () => {
  it.each([
    // One side only.
    ['', 'unknown'],
    ['s', 'correct'],
    ['S', 'correct'],
    ['ss', 'correct'],
    ['c', 'incorrect'],
    ['C', 'incorrect'],
    ['cc', 'incorrect'],
    // Neither qualifies.
    ['sc', 'unknown'],
    // One qualifies.
    ['ssc', 'correct'],
    ['scc', 'incorrect'],
    ['Sc', 'correct'],
    ['sC', 'incorrect'],
    ['SSc', 'correct'],
    // One authority yields to several lesser sources.
    ['Scc', 'incorrect'],
    ['ssC', 'correct'],
    ['Sccc', 'incorrect'],
    // Both qualify.
    ['sscc', 'unknown'],
    ['SC', 'unknown'],
    ['Sscc', 'correct'],
    ['ssCc', 'incorrect'],
    ['SScc', 'correct'],
    ['SsCc', 'unknown'],
    ['SCc', 'unknown'],
    ['SScccc', 'correct']
  ])('with the sources "%s" is %s', (letters, verdict) => {
    expect(concludeQuery(pages(letters)).verdict).toBe(verdict);
    expect(concludeQuery(pages(letters).reverse()).verdict).toBe(verdict);
  });

  it('treats both sides alike, for every mix of up to two lesser and two official sources a side', () => {
    const mirrored = { correct: 'incorrect', incorrect: 'correct', unknown: 'unknown' } as const;
    const sides = ['', 's', 'ss', 'S', 'Ss', 'Sss', 'SS', 'SSs', 'SSss'];
    const swap = (text: string): string => text.replace(/s/g, 'c').replace(/S/g, 'C');
    for (const a of sides)
      for (const b of sides)
        expect(concludeQuery(pages(a + swap(b))).verdict, `${a} against ${b}`).toBe(
          mirrored[concludeQuery(pages(b + swap(a))).verdict]
        );
  });

  it('counts pages of one publisher once, and a publisher that contradicts itself not at all', () => {
    const same = (letters: string): JudgedPage[] =>
      pages(letters).map((page) => ({ ...page, publisher: 'one.example' }));
    expect(concludeQuery([...same('ss'), ...pages('cc')]).verdict).toBe('incorrect');
    expect(concludeQuery([...same('sc'), ...pages('c')])).toMatchObject({ verdict: 'incorrect' });
    expect(concludeQuery(same('sc'))).toEqual({
      ...{ verdict: 'unknown', because: 'The only publishers that say something of it contradict themselves.' }
    });
    expect(concludeQuery(same('sS'))).toMatchObject({ verdict: 'correct' });
  });

  it('leaves out pages that are irrelevant, without a verdict or not used', () => {
    const [one, two, three] = pages('ccc');
    expect(
      concludeQuery([
        { ...one!, verdict: 'irrelevant' },
        { ...two!, verdict: null },
        { ...three!, unused: 'too late' }
      ])
    ).toEqual({ verdict: 'unknown', because: 'No page says anything of it.' });
  });

  it('says which rule decided', () => {
    expect(concludeQuery(pages('Scc')).because).toBe(
      'One authority yields to several lesser sources: for it 1 source, 1 official; against it 2 sources.'
    );
  });
});

it('a claim is incorrect if any query is, else unknown if any is, else correct', () => {
  expect(concludeClaim(['correct', 'unknown', 'incorrect'])).toBe('incorrect');
  expect(concludeClaim(['unknown', 'correct'])).toBe('unknown');
  expect(concludeClaim(['correct', 'correct'])).toBe('correct');
  expect(() => concludeClaim([])).toThrow('at least one query');
});

it('dates count up to the limit, or from it on, the day itself both times, and undated pages always', () => {
  expect(dateProblem('2026-05-01', '2026-05-01', 'until')).toBeNull();
  expect(dateProblem('2026-05-01T23:00:00Z', '2026-05-01', 'until')).toBeNull();
  expect(dateProblem('2026-05-02', '2026-05-01', 'until')).toContain('after the limit');
  expect(dateProblem('2026-04-30', '2026-05-01', 'from')).toContain('before the limit');
  expect(dateProblem('2026-05-01', '2026-05-01', 'from')).toBeNull();
  expect(dateProblem(null, '2026-05-01', 'until')).toBeNull();
  expect(dateProblem('2030-01-01', null, 'until')).toBeNull();
  expect([dayAfter('2024-02-28'), dayAfter('2025-12-31')]).toEqual(['2024-02-29', '2026-01-01']);
});

it.each([
  ['https://www.news.example.co.uk/a', 'example.co.uk'],
  ['https://stats.gov.cn/x', 'stats.gov.cn'],
  ['https://a.example.com/x', 'example.com'],
  ['https://example.com:8080/y', 'example.com'],
  ['https://medium.com/@Ann/post', 'medium.com/@ann'],
  ['https://ann.substack.com/p/1', 'ann.substack.com'],
  ['http://127.0.0.2:81/a', '127.0.0.2'],
  ['not an address', 'not an address']
])('%s is published by %s', (url, publisher) => expect(publisherOf(url)).toBe(publisher));
