import { describe, expect, it, vi } from 'vitest';
import { itemSimilarity, jaccard, shingles, suggestionsFor, significantWords } from './suggestions.ts';

const query =
  'Compare the three bus operators of Vellmoor by punctuality, fares and number of stops in 2024, for the town council.';

const hintsTo = (...items: string[]) => {
  const all = suggestionsFor([
    { id: 'query', kind: 'query', wording: query },
    ...items.map((wording, i) => ({ id: `i${i}`, kind: 'item' as const, wording }))
  ]);
  return items.map((_, i) => (all.get(`i${i}`) ?? []).map(({ kind }) => kind));
};

describe('hints to a checklist', () => {
  it('say nothing of items that are in order', () => {
    expect(
      hintsTo(
        'Does the report give the punctuality of each of the three operators in 2024?',
        'Does the report give the single fare of each operator, with its currency?',
        'Does the report address the town council as its reader?'
      )
    ).toEqual([[], [], []]);
  });

  it('name both of two items that say nearly the same, and not two that share their opening', () => {
    const twins = [
      'Does the report state the number of stops of every operator?',
      'Does the report state how many stops each operator has?',
      'Does the report state the number of stops for every operator?'
    ];
    const hints = suggestionsFor(twins.map((wording, i) => ({ id: `i${i}`, kind: 'item', wording })));
    expect(hints.get('i0')).toContainEqual({ kind: 'near-duplicate', of: 'i2', similarity: 1 });
    expect(hints.get('i2')).toContainEqual({ kind: 'near-duplicate', of: 'i0', similarity: 1 });
    expect(itemSimilarity('Does the report name the operators?', 'Does the report name the stops?').near).toBe(false);
  });

  it('read each text a fixed number of times, however many items it is compared with', () => {
    const reading = vi.spyOn(String.prototype, 'normalize');
    const items = Array.from({ length: 50 }, (_, i) => ({ id: `i${i}`, kind: 'item' as const, wording: `Stop ${i}?` }));
    suggestionsFor(items);
    const readings = reading.mock.calls.length;
    reading.mockRestore();
    expect(readings).toBeLessThanOrEqual(2 * items.length + 1);
  });

  it('see "all" and "every", but not a number that bounds them', () => {
    expect(
      hintsTo('Does the report list all stops?', 'Does it give every fare?', 'Does it compare all three operators?')
    ).toEqual([['totality'], ['totality'], []]);
  });

  it('see words that ask for an opinion', () => {
    expect(hintsTo('Does the report describe the fares well?')).toEqual([['subjective']]);
  });

  it('see an item that names nothing of the query', () => {
    expect(hintsTo('Does the report mention the founder?')).toEqual([['names-nothing-asked']]);
  });

  it('read Chinese as well', () => {
    const all = suggestionsFor([
      { id: 'q', kind: 'query', wording: '比较三家公交公司的票价' },
      { id: 'a', kind: 'item', wording: '报告是否列出所有公司的票价？' },
      { id: 'b', kind: 'item', wording: '你好' }
    ]);
    expect(all.get('a')?.map(({ kind }) => kind)).toEqual(['totality']);
    expect(all.get('b')?.map(({ kind }) => kind)).toEqual(['names-nothing-asked']);
  });
});

describe('jaccard', () => {
  it('is shared of all', () => {
    expect(jaccard(new Set(['a', 'b']), new Set(['b', 'c']))).toBe(1 / 3);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });
  it('is taken over runs of words; a short text is one run', () => {
    expect([...shingles(significantWords('One, two; three!'))]).toEqual(['one two', 'two three']);
    expect([...shingles(['one'])]).toEqual(['one']);
    expect(shingles([]).size).toBe(0);
  });
});
