import { describe, expect, it } from 'vitest';
import type { UnitKind, Verdict } from '../verdict.ts';
import { verdictView } from './verdict-view.ts';

type Unit = Parameters<typeof verdictView>[0][number];
const judged = (item: string, label: string, over: object = {}): Verdict => ({
  item,
  state: 'judged',
  label,
  rationale: 'Because.',
  evidence: [],
  ...over
});
const unit = (kind: UnitKind, item: string, verdict: Verdict, judge = 'a', text: string | null = null): Unit => ({
  item,
  kind,
  text,
  verdicts: [{ judge, repeat: 0, verdict }]
});
const nowhere = (): null => null;
const same = (item: string): string => item;

describe('verdictView', () => {
  it('labels each judge’s issues by its letter and marks the words that it quotes', () => {
    const place = { block: 2, start: 0, end: 5 };
    const issue = judged('issue-1', 'issue', {
      evidence: [
        { quote: 'Sales', place },
        { quote: 'made up', place: null }
      ],
      detail: { kind: 'issue', grounded: false }
    });
    const { view, marks } = verdictView(
      [
        unit('count', 'count', judged('count', '0'), 'a'),
        unit('count', 'count', judged('count', '1'), 'b'),
        unit('issue', 'issue-1', issue, 'b', 'It says two things.')
      ],
      same,
      nowhere
    );
    expect(view).toMatchObject({
      kind: 'issues',
      judges: [
        { count: { judge: 'a' }, issues: [] },
        { count: { judge: 'b' }, issues: [{ label: 'B1', grounded: false, quotes: [{ block: 2 }, { block: null }] }] }
      ]
    });
    expect(marks).toEqual([{ place, kind: 'issue', label: 'B1', href: '#issue-B1' }]);
  });

  it('keeps the mark of a verdict that was read from a reply with prose around its JSON', () => {
    const units = [unit('item', 'c1', judged('c1', 'yes', { prose: true })), unit('item', 'c2', judged('c2', 'yes'))];
    const { view } = verdictView(units, same, nowhere);
    expect(view).toMatchObject({ units: [{ verdicts: [{ prose: true }] }, { verdicts: [{}] }] });
    expect(JSON.stringify(view).match(/"prose"/g)).toHaveLength(1);
  });

  it.each([
    ['unreachable', 'source-unusable', 'E1'],
    ['irrelevant', 'source-unusable', 'E2'],
    ['relevant', 'unsupported', 'E3'],
    ['relevant', 'supported', 'ok']
  ])('marks the claim of a source that is %s and a claim that is %s with %s', (ofSource, ofClaim, kind) => {
    const place = { block: 1, start: 3, end: 9 };
    const source = judged('source-1', ofSource, {
      detail: { kind: 'source', url: 'https://x.example/', outcome: 'ok', content: 'h' }
    });
    const claim = judged('claim-1', ofClaim, {
      detail: { kind: 'claim', url: 'https://x.example/', source: 'source-1', place }
    });
    const { view, marks } = verdictView(
      [unit('source', 'source-1', source, 'a', 'https://x.example/'), unit('claim', 'claim-1', claim, 'a', 'It rose.')],
      same,
      nowhere
    );
    expect(view).toMatchObject({
      kind: 'sources',
      sources: [{ url: 'https://x.example/', claims: [{ label: '1', text: 'It rose.', block: 1 }] }]
    });
    expect(marks).toEqual([{ place, kind, label: '1', href: '#claim-1' }]);
  });

  it('shows a report without any URL as one without sources, not as one without issues', () => {
    expect(verdictView([unit('count', 'sources', judged('sources', '0'))], same, nowhere).view).toMatchObject({
      kind: 'sources',
      sources: [],
      failed: [{ label: '0' }]
    });
  });

  it('gives items their wording, and finds the block of a quote whose place was not kept', () => {
    const { view } = verdictView(
      [unit('item', 'p1', judged('p1', 'yes', { evidence: [{ quote: 'Here' }] }))],
      () => 'Is it clear?',
      () => ({ block: 7, start: 0, end: 4 })
    );
    expect(view).toMatchObject({
      kind: 'items',
      units: [{ text: 'Is it clear?', verdicts: [{ quotes: [{ text: 'Here', block: 7 }] }] }]
    });
  });
});
