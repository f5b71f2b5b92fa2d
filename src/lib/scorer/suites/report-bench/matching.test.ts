import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GoldList, GoldReference } from './gold-list.ts';
import { matchReferences, timingOf, type FoundReference } from './matching.ts';
import { combineReferences } from './judging/references.ts';
import { verdictsOfReferences } from './judging/reference-verdicts.ts';
import { citationQuarters } from './reference-scores.ts';

const entry = (title: string, more: Partial<GoldReference> = {}): GoldReference => ({
  ...{ key: title, title, authors: null, year: null, arxiv: null, doi: null, citations: null },
  ...more
});
const gold = (references: GoldReference[], cutOff: string | null = '2023-03'): GoldList => ({
  survey: { arxiv: '2301.00001', title: 'Kites: a survey', authors: null, versions: [] },
  cutOff,
  level: null,
  references
});
const found = (key: string, more: Partial<FoundReference> = {}): FoundReference => ({
  ...{ key, kind: 'scholarly', title: null, arxiv: null, doi: null, published: null },
  ...more
});
const quarters = (counts: (number | null)[]) => {
  const { works } = matchReferences([], gold(counts.map((citations, at) => entry(`Work ${at}`, { citations }))));
  return [...citationQuarters(works).values()];
};

/** The score of references that a judge read from a report's text. */
const scoreOf = (references: readonly FoundReference[], of: GoldList) =>
  combineReferences(
    verdictsOfReferences(
      references.map((one) => ({
        ...{ unit: { item: `reference-${one.key}`, text: '' }, page: null, found: one, rationale: '', evidence: [] },
        ...{ state: 'known' as const, prose: false }
      })),
      of
    )
  );

/** Nine references for a list of five entries, four works. */
const list = gold([
  entry('On kites', { arxiv: '1812.10528', citations: 0 }),
  entry('On strings', { doi: '10.1000/ABC', citations: 5 }),
  entry('Wind: a theory', { citations: 9 }),
  entry('On  Kites!', { key: 'again' }),
  entry('Paper', { citations: null })
]);
const report: FoundReference[] = [
  found('1', { arxiv: 'https://arxiv.org/abs/1812.10528v2', title: 'Another title' }),
  found('2', { doi: 'https://doi.org/10.1000/abc', published: '2023' }),
  found('3', { title: 'PAPER', published: '2021-05-01' }),
  found('4', { title: 'Wind' }),
  found('5', { title: 'Kites: A Survey' }),
  found('6', { title: 'Too late', arxiv: '2304.00001' }),
  found('7', { kind: 'unresolvable' }),
  found('8', { kind: 'not-scholarly', title: 'On strings' }),
  found('9', { title: 'Paper' })
];

describe('references beside a gold list', () => {
  it('are matched by arXiv id, DOI and title; near titles are listed and not matched', () => {
    const { references, works, missed, notScholarly } = matchReferences(report, list);
    expect(works.map(({ entries }) => entries.map(({ key }) => key))).toEqual([
      ['On kites', 'again'],
      ['On strings'],
      ['Wind: a theory'],
      ['Paper']
    ]);
    expect(references.map(({ reference: { key }, match }) => [key, match?.by, match?.work.entries[0]!.key])).toEqual([
      ['1', 'arxiv', 'On kites'],
      ['2', 'doi', 'On strings'],
      ['3', 'title', 'Paper'],
      ['4', undefined, undefined],
      ['5', undefined, undefined],
      ['6', undefined, undefined],
      ['7', undefined, undefined]
    ]);
    expect(references[2]!.repeats).toEqual(['9']);
    expect(references[3]!.near.map(({ entries }) => entries[0]!.title)).toEqual(['Wind: a theory']);
    expect(missed.map(({ entries }) => entries[0]!.title)).toEqual(['Wind: a theory']);
    expect(notScholarly.map(({ key }) => key)).toEqual(['8']);
  });

  it('give precision 3/7 and recall 3/4, 4/5 as listed, with every kind of error counted', () => {
    const { value, n, figures } = scoreOf(report, list);
    expect([value, n]).toEqual([300 / 7, 7]);
    expect(figures).toMatchObject({
      ...{ recall: 75, recallAsListed: 80, matched: 3, references: 7, unresolvable: 1, works: 4, notScholarly: 1 },
      ...{ repeated: 1, sourceSurvey: 1, near: 1, later: 1, laterInGold: 0, sameMonth: 0, undecidable: 1 }
    });
  });

  it('have no precision if there are none, and none of what is not scholarly', () => {
    expect(scoreOf([found('1', { kind: 'not-scholarly' })], list)).toMatchObject({
      ...{ value: null, reason: 'The report cites no scholarly work, so its precision is undefined.', n: 0 },
      figures: { recall: 0, precisionOrZero: 0, references: 0, notScholarly: 1 }
    });
  });

  it('never match the source survey, even if its own list cites it', () => {
    const { references } = matchReferences(
      [found('1', { arxiv: '2301.00001v3', title: 'Kites' }), found('2', { title: 'KITES: a survey' })],
      gold([entry('Kites: a survey'), entry('Kites')])
    );
    expect(references).toMatchObject([
      { match: null, isSourceSurvey: true, near: [] },
      { match: null, isSourceSurvey: true, near: [] }
    ]);
  });

  it('are the same one if one place gives the DOI, one the title and one both', () => {
    const cited = [found('1', { doi: '10.1000/abc' }), found('2', { title: 'X' }), found('3', { doi: '10.1000/ABC', title: 'x' })];
    expect(matchReferences(cited, list).references).toMatchObject([{ repeats: ['2', '3'], match: { by: 'doi' } }]);
  }); // prettier-ignore

  it('match one to one, whatever is cited and listed, and each is kept once, alone or as a repeat', () => {
    const some = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: null });
    const parts = { title: some(['A', 'B', 'C', 'D']), arxiv: some(['2001.00001', '2001.00002']), doi: some(['10.1000/a', '10.1000/b']) };
    const cited = fc.array(fc.record(parts), { maxLength: 7 });
    const listed = fc.array(fc.record({ ...parts, title: fc.constantFrom('A', 'B', 'C', '') }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(cited, listed, (refs, entries) => {
        const all = refs.map((one, at) => found(String(at), one));
        const known = gold(entries.map((one, at) => entry(one.title, { ...one, key: String(at) })));
        const matching = matchReferences(all, known);
        const works = matching.references.flatMap(({ match }) => match?.work ?? []);
        expect(new Set(works).size).toBe(works.length);
        expect(works.length + matching.missed.length).toBe(matching.works.length);
        expect(matching.works.flatMap((work) => work.entries)).toHaveLength(entries.length);
        const kept = matching.references.flatMap(({ reference, repeats }) => [reference.key, ...repeats]);
        expect(kept.toSorted()).toEqual(all.map(({ key }) => key).toSorted());
        const { value, figures } = scoreOf(all, known);
        for (const share of [value, figures!.recall, figures!.recallAsListed])
          if (share != null) expect(share >= 0 && share <= 100).toBe(true);
        expect(matchReferences(all.toReversed(), known).references).toHaveLength(figures!.references!);
      }),
      { numRuns: 300 }
    );
  }); // prettier-ignore
});

describe('a date beside the cut-off', () => {
  it.each([
    [{ arxiv: '2302.00001' }, 'before'],
    [{ arxiv: '2303.00001', published: '2024' }, 'same-month'],
    [{ doi: '10.48550/arXiv.2304.00001' }, 'later'],
    [{ arxiv: 'hep-th/9901001' }, 'before'],
    [{ published: '2023-03-31' }, 'same-month'],
    [{ published: '2023-04' }, 'later'],
    [{ published: '2022' }, 'before'],
    [{ published: '2023' }, 'undecidable'],
    [{ published: '2023a' }, 'undecidable'],
    [{ published: '2024' }, 'later'],
    [{ published: 'in press' }, 'no-date'],
    [{}, 'no-date']
  ] as const)('%j is %s', (more, timing) => {
    expect(timingOf(found('1', more), '2023-03')).toBe(timing);
    expect(timingOf(found('1', more), null)).toBe('no-cut-off');
  });
});

describe('recall by quarter of citation counts', () => {
  it('cuts at type-7 quantiles within the survey; a count equal to a cut goes down', () => {
    expect(quarters([1, 2, 3, 4, 5])).toEqual(['Q1', 'Q1', 'Q2', 'Q3', 'Q4']); // cuts 2, 3, 4
    expect(quarters([10, 0, 20, 30])).toEqual(['Q2', 'Q1', 'Q3', 'Q4']); // cuts 7.5, 15, 22.5
    expect(quarters([0, 0, 0, 8])).toEqual(['Q1', 'Q1', 'Q1', 'Q4']); // cuts 0, 0, 2
    expect(quarters([7, 7, 7, null])).toEqual(['Q1', 'Q1', 'Q1', 'unknown']);
    expect(quarters([null])).toEqual(['unknown']);
  });

  it('keeps equal counts together, in the order of counts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }), (counts) => {
        const rows = quarters(counts);
        for (const [a, one] of counts.entries())
          for (const [b, other] of counts.entries()) {
            if (one === other) expect(rows[a]).toBe(rows[b]);
            if (one < other) expect(rows[a]! <= rows[b]!).toBe(true);
          }
      })
    );
  });

  it('has its sizes and matches among the figures of a report, unknown counts apart', () => {
    // In `list`: counts 0, 5, 9 with cuts 2.5, 5, 7, so Q1, Q2, Q4; “Paper” unknown. Matched: all but “Wind: a theory” (Q4).
    expect(scoreOf(report, list).figures).toMatchObject({
      ...{ worksQ1: 1, worksQ2: 1, worksQ3: 0, worksQ4: 1, worksunknown: 1 },
      ...{ matchedQ1: 1, matchedQ2: 1, matchedQ3: 0, matchedQ4: 0, matchedunknown: 1 }
    });
  });
});
