import { describe, expect, it } from 'vitest';
import {
  demandsOf,
  isLabelOf,
  itemLabels,
  keeps,
  ratingLabels,
  queryLabels,
  type RatingLabel
} from '../vocabulary/labels.ts';
import type { RatingRecord, SubjectRecord } from './records.ts';
import { byNeed, settleSubject, type Conflict } from './settling.ts';
import { versionChanges } from '../release/version-changes.ts';

let at = 0;

const rating = (
  label: RatingLabel,
  { wording = null, review = 'agrees' }: { wording?: string | null; review?: 'agrees' | 'none' | RatingLabel } = {}
): RatingRecord => {
  const id = `r${(at += 1)}`;
  const opinion = { id, userId: id, label, wording, comment: '', reasons: [], seconds: null, at, wordingRevision: 1 };
  if (review === 'none') return { ...opinion, review: null };
  const agrees = review === 'agrees';
  const own = { id: `v${at}`, userId: 'rev', agrees, label: agrees ? label : review, comment: '', seconds: null, at };
  return { ...opinion, review: { ...own, wording: agrees ? wording : null } };
};

const subject = (ratings: RatingRecord[], rest: Partial<SubjectRecord> = {}): SubjectRecord => ({
  id: 's',
  roundQueryId: 'rq',
  queryId: 'q',
  qid: 'a',
  domain: null,
  category: null,
  stage: 'adjudication',
  batchId: 'b',
  kind: 'item',
  itemId: 'i',
  archived: false,
  isHandedOut: true,
  key: 'c1',
  origin: 'benchmark',
  appendedBy: null,
  wording: 'Does it name all?',
  revision: 1,
  ratings,
  inspections: [],
  decision: null,
  decisions: 0,
  ...rest
});

const rules = { overlap: 2, keepUnnecessary: false };

describe('a subject is unanimous', () => {
  it('if all give one label, the reviewer agrees and no person rewords it', () => {
    expect(settleSubject(subject([rating('appropriate'), rating('appropriate')]), rules)).toMatchObject({
      state: 'unanimous',
      label: 'appropriate',
      keep: true,
      wording: 'Does it name all?',
      conflicts: [],
      agreement: 1
    });
  });

  it('with the same new wording of both, which it then has', () => {
    const same = (blanks: string) => rating('needs-modification', { wording: `Does it${blanks}name three?` });
    expect(settleSubject(subject([same(' '), same('  ')]), rules)).toMatchObject({
      state: 'unanimous',
      keep: true,
      wording: 'Does it name three?'
    });
  });

  it('and dropped, if all call it not appropriate, or not necessary unless the round keeps that', () => {
    const both = (label: RatingLabel) => subject([rating(label), rating(label)]);
    expect(settleSubject(both('not-appropriate'), rules)).toMatchObject({ state: 'unanimous', keep: false });
    expect(settleSubject(both('valid-not-necessary'), rules).keep).toBe(false);
    expect(settleSubject(both('valid-not-necessary'), { ...rules, keepUnnecessary: true }).keep).toBe(true);
  });
});

describe('a subject is open', () => {
  const conflictsOf = (one: SubjectRecord, overlap = 2) => {
    const { state, conflicts } = settleSubject(one, { ...rules, overlap });
    return state === 'open' ? conflicts : 'not open';
  };

  it('for every reason there is', () => {
    const good = rating('appropriate');
    expect(conflictsOf(subject([good, rating('not-appropriate')]))).toEqual(['labels-differ']);
    expect(conflictsOf(subject([good, rating('appropriate', { review: 'not-appropriate' })]))).toEqual([
      'review-disagrees'
    ]);
    expect(
      conflictsOf(
        subject([good, good], { inspections: [{ ...good, label: 'not-appropriate', drawn: ['appropriate'] }] })
      )
    ).toEqual(['inspection-disagrees']);
    const worded = (wording: string) => rating('needs-modification', { wording });
    expect(conflictsOf(subject([worded('One?'), worded('Two?')]))).toEqual(['wordings-differ']);
    expect(conflictsOf(subject([good], { origin: 'appended' }))).toEqual(['appended-by-one']);
    expect(conflictsOf(subject([good], { origin: 'appended' }), 1)).toBe('not open');
    expect(conflictsOf(subject([]))).toEqual(['incomplete']);
    expect(conflictsOf(subject([good]))).toEqual(['incomplete']);
    expect(conflictsOf(subject([good, rating('appropriate', { review: 'none' })]))).toEqual(['incomplete']);
  });

  it('and stays in the dataset if it was in it: what was appended waits outside', () => {
    const two = [rating('appropriate'), rating('not-appropriate')];
    expect(settleSubject(subject(two), rules)).toMatchObject({ keep: true, label: null });
    expect(settleSubject(subject(two, { origin: 'appended' }), rules).keep).toBe(false);
  });

  it('no more once an adjudicator has decided, whatever others said', () => {
    const decision = {
      id: 'd',
      revision: 1,
      userId: 'x',
      label: 'needs-modification' as const,
      keep: true,
      wording: 'Decided?',
      basis: 'own' as const,
      sources: [],
      comment: '',
      seconds: null,
      at: 0
    };
    const one = subject([rating('appropriate'), rating('not-appropriate')], { decision });
    expect(settleSubject(one, rules)).toMatchObject({ state: 'adjudicated', wording: 'Decided?', agreement: 0 });
  });
});

describe('the order of adjudication', () => {
  it('has the lowest agreement first, then the most reasons', () => {
    const rows: { name: string; agreement: number; conflicts: Conflict[] }[] = [
      { name: 'wordings', agreement: 1, conflicts: ['wordings-differ'] },
      { name: 'split', agreement: 0, conflicts: ['labels-differ'] },
      { name: 'split and reviewed', agreement: 0, conflicts: ['labels-differ', 'review-disagrees'] },
      { name: 'third', agreement: 1 / 3, conflicts: ['labels-differ'] }
    ];
    expect(rows.sort(byNeed).map(({ name }) => name)).toEqual(['split and reviewed', 'split', 'third', 'wordings']);
  });
});

describe('labels', () => {
  it('belong to a kind, and each says what it asks for', () => {
    expect(ratingLabels('query')).toBe(queryLabels);
    expect(queryLabels.map((label) => demandsOf('query', label).wording)).toEqual(['none', 'required', 'none']);
    expect(itemLabels.map((label) => demandsOf('item', label))).toEqual([
      { wording: 'none', comment: 'optional' },
      { wording: 'optional', comment: 'required' },
      { wording: 'required', comment: 'optional' },
      { wording: 'optional', comment: 'required' }
    ]);
    expect(() => demandsOf('query', 'needs-modification')).toThrow(/label of a query/);
    expect([isLabelOf('item', 'modify'), isLabelOf('query', 'modify'), isLabelOf('item', 'toString')]).toEqual([
      false,
      true,
      false
    ]);
    expect(keeps('modify', false)).toBe(true);
  });
});

describe('versionChanges', () => {
  const query = (qid: string, items: [string, string][], domain: string | null = null) => ({
    qid,
    text: `What of ${qid}?`,
    domain,
    category: null,
    items: items.map(([key, text]) => ({ key, text }))
  });
  const changes = (before: ReturnType<typeof query>[] | null, after: ReturnType<typeof query>[]) =>
    versionChanges(before && { queries: before }, { queries: after }).map(({ qid, key, change }) =>
      [qid, key, change].join(' ')
    );

  it('name everything that differs, and nothing if nothing does', () => {
    const one = [
      query('a', [
        ['c1', 'x'],
        ['c2', 'y']
      ]),
      query('b', [])
    ];
    expect(changes(one, one)).toEqual([]);
    expect(
      changes(one, [
        query(
          'a',
          [
            ['c2', 'y'],
            ['c1', 'z'],
            ['c3', 'n']
          ],
          'Law'
        ),
        query('c', [['c1', 'x']])
      ])
    ).toEqual([
      'a  recoded',
      'a c1 reworded',
      'a c3 added',
      'a c2 moved',
      'a c1 moved',
      'b  removed',
      'c  added',
      'c c1 added'
    ]);
  });

  it('of a first version are all its parts', () => {
    expect(changes(null, [query('a', [['c1', 'x']])])).toEqual(['a  added', 'a c1 added']);
  });
});
