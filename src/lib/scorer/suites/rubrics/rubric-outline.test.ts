import { messagesIn } from '../../../messages/words.ts';
import { describe, expect, it } from 'vitest';
import { readRubric } from './read-rubric.ts';
import { countCriteria, outlineOf, rubricScaleInWords, shownRubric } from './rubric-outline.ts';

const say = messagesIn('en', 'rubricOutline');

const rubricOf = (text: string) => {
  const read = readRubric(`format: voirdire-rubric/1\nname: r\nversion: '1'\ntitle: R\nquestion: Q?\n${text}`);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rubric;
};
const both = rubricOf(`aggregation: { kind: tree }
figures: { mean: { title: Mean, aggregation: { kind: weighted-mean, over: criteria } } }
criteria:
  - { key: a, text: First, weight: 2, critical: true }
  - title: Costs
    key: costs
    criteria:
      - { text: Names a sum, explanation: Any currency, tags: [fact] }
queries:
  q2: { context: Do not use x.org, criteria: [{ text: Own }, { text: Other }] }
`);

describe('a rubric on a page', () => {
  it('has its groups and criteria in order, with depth, weight, tags and gates', () => {
    expect(outlineOf(both, null)).toEqual([
      { depth: 0, kind: 'criterion', key: 'a', text: 'First', explanation: null, weight: 2, tags: [], critical: true },
      { depth: 0, kind: 'group', key: 'costs', text: 'Costs', explanation: null, weight: 1, tags: [], critical: false },
      ...[{ depth: 1, kind: 'criterion', key: 'costs.c1', text: 'Names a sum', explanation: 'Any currency', weight: 1, tags: ['fact'], critical: false }] // prettier-ignore
    ]);
    expect(countCriteria(both)).toEqual({ common: 2, queries: 1, ofQueries: 2 });
  });

  it('shows the criteria of a query that has its own, and else those for every query', () => {
    const stored = { metric: 'rubric-r-00000000', hash: 'h', createdAt: 0 };
    const shown = (asked: string | null) => shownRubric(both, stored, asked, say);
    expect([shown('q2').lines.map(({ text }) => text), shown('q2').context]).toEqual([
      ['Own', 'Other'],
      'Do not use x.org'
    ]);
    for (const asked of [null, '', 'q1']) expect(shown(asked)).toMatchObject({ shown: null, context: null });
    const own = rubricOf(
      'aggregation: { kind: signed-sum }\nqueries: { b: { criteria: [{ text: B }] }, a: { criteria: [{ text: A }] } }'
    );
    expect(shownRubric(own, stored, null, say)).toMatchObject({ shown: 'a', hasCommon: false, qids: ['a', 'b'] });
  });

  it('tells its scale with the value of each label', () => {
    const scaled = (scale: string) =>
      rubricScaleInWords(rubricOf(`aggregation: { kind: signed-sum }\ncriteria: [{ text: A }]\n${scale}`), say);
    expect(scaled('')).toBe('Yes (1), No (0)');
    expect(scaled('scale: { range: { from: 1, to: 10, notApplicable: N/A } }')).toBe('1 to 10, or N/A');
    expect(
      scaled(
        'scale: { labels: [{ label: met, title: Met, value: 1 }, { label: bad, value: -1 }, { label: n/a, value: null }] }'
      )
    ).toBe('Met (1), bad (−1), n/a (not counted)');
  });
});
