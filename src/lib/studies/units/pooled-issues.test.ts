import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbout, poolIssues, type ReportedIssue } from './pooled-issues.ts';

const claim = { report: 'r', metric: 'citation-association', passages: 1 } as const;
const contradiction = { report: 'r', metric: 'consistency', passages: 2 } as const;

/** An issue with quotes at `block:start-end`, or with words that are in no block. */
const issue = (by: string, key: string, ...quotes: string[]): ReportedIssue => ({
  ...{ by, key, text: `${by} on ${key}` },
  evidence: quotes.map((quote) => {
    const at = /^(\d+):(\d+)-(\d+)$/.exec(quote);
    return at
      ? { quote, place: { block: Number(at[1]), start: Number(at[2]), end: Number(at[3]) } }
      : { quote, place: null };
  })
});

const reporters = (issues: readonly ReportedIssue[], about: typeof claim | typeof contradiction): string[][] =>
  poolIssues(issues, about).map(({ members }) => members.map(({ by, key }) => `${by}/${key}`).sort());

describe('poolIssues', () => {
  it('merges quotes that share half of the shorter one, and not those that share less', () => {
    expect(reporters([issue('a', '1', '2:0-100'), issue('b', '1', '2:90-110')], claim)).toEqual([['a/1', 'b/1']]);
    expect(reporters([issue('a', '1', '2:0-100'), issue('b', '1', '2:91-111')], claim)).toEqual([['a/1'], ['b/1']]);
    expect(reporters([issue('a', '1', '2:0-10'), issue('b', '1', '3:0-10')], claim)).toEqual([['a/1'], ['b/1']]);
  });

  it('takes what overlaps by way of a third for one issue', () => {
    const chain = [issue('a', '1', '1:0-10'), issue('b', '1', '1:5-15'), issue('c', '1', '1:10-20')];
    expect(reporters([chain[0]!, chain[2]!], claim)).toHaveLength(2);
    expect(reporters(chain, claim)).toEqual([['a/1', 'b/1', 'c/1']]);
  });

  it('keeps two contradictions apart that share one passage, and merges those that share both', () => {
    const ab = issue('a', 'ab', '1:0-10', '4:0-10');
    expect(reporters([ab, issue('b', 'ac', '1:0-10', '7:0-10')], contradiction)).toHaveLength(2);
    expect(reporters([ab, issue('b', 'abc', '4:0-10', '1:2-12', '7:0-10')], contradiction)).toHaveLength(1);
    expect(reporters([ab, issue('b', 'a', '1:0-10')], contradiction)).toHaveLength(2);
    expect(reporters([issue('a', 'x', '1:0-10'), issue('b', 'x', '1:0-10')], contradiction)).toHaveLength(1);
  });

  it('counts a judge that reports one place twice once', () => {
    const [one, ...more] = poolIssues([issue('a', '1', '1:0-10'), issue('a', '2', '1:0-9')], claim);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ by: ['a'], members: { length: 2 } });
  });

  it('compares quotes without a place by their letters, and issues without a quote by their description', () => {
    const bare = (by: string, text: string): ReportedIssue => ({ by, key: '1', text, evidence: [] });
    expect(reporters([issue('a', '1', 'Snow  fell.'), issue('b', '1', '“snow fell”')], claim)).toHaveLength(1);
    expect(reporters([issue('a', '1', 'Snow fell.'), issue('b', '1', 'Snow fell again')], claim)).toHaveLength(2);
    expect(reporters([bare('a', 'No source at all.'), bare('b', 'no source at all')], claim)).toHaveLength(1);
    expect(reporters([bare('a', '–'), bare('b', '…')], claim)).toHaveLength(2);
  });

  it('shows a member whose quotes stand in the report, and puts issues in the order of the report', () => {
    const pool = poolIssues(
      [issue('a', 'late', '9:0-10'), issue('b', 'lost', '2:0-10', 'nowhere'), issue('c', 'found', '2:0-10')],
      claim
    );
    expect(pool.map(({ shown, block }) => [shown.key, block])).toEqual([
      ['found', 2],
      ['late', 9]
    ]);
  });

  it('gives the same issues under the same ids in any order, and to any judges', () => {
    const quote = fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 15 }))
      .map(([block, start, length]) => `${block}:${start}-${start + length}`);
    const list = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.array(quote, { minLength: 1, maxLength: 3 })), {
        maxLength: 12
      })
      .map((all) => all.map(([by, quotes], i) => issue(by, String(i), ...quotes)));
    fc.assert(
      fc.property(list, fc.infiniteStream(fc.nat()), fc.constantFrom(claim, contradiction), (issues, keys, about) => {
        const drawn = Array.from(keys.take(issues.length));
        const shuffled = issues
          .map((one, i) => ({ one, at: drawn[i]! }))
          .sort((x, y) => x.at - y.at)
          .map(({ one }) => one);
        expect(poolIssues(shuffled, about)).toEqual(poolIssues(issues, about));
        const renamed = issues.map((one) => ({ ...one, by: { a: 'c', b: 'a', c: 'b' }[one.by]! }));
        expect(poolIssues(renamed, about).map(({ id }) => id)).toEqual(poolIssues(issues, about).map(({ id }) => id));
        const pool = poolIssues(issues, about);
        expect(pool.flatMap(({ members }) => members)).toHaveLength(issues.length);
        expect(new Set(pool.map(({ id }) => id)).size).toBe(pool.length);
        for (const one of issues) expect(pool.some((merged) => isAbout(one, merged, about.passages))).toBe(true);
      })
    );
  });

  it('tells reports and metrics apart in its ids', () => {
    const ids = [claim, { ...claim, report: 's' }, { ...claim, metric: 'other' }].map(
      (about) => poolIssues([issue('a', '1', '1:0-10')], about)[0]!.id
    );
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toMatch(/^issue-[0-9a-f]{12}$/);
  });
});
