import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricByName, metrics } from '../../scorer/suites/index.ts';
import { valueOnScale } from '../labels/label-scale.ts';
import { guidelineOf } from './guideline-page.ts';
import { CANNOT_JUDGE, kindByName, kindsFor, studyKinds } from './index.ts';
import { rankedPairs, placesByValue, placesOf } from './ranking.ts';

const all = Object.entries(studyKinds);
const orderOf = (kind: (typeof all)[number][1]): number[][] =>
  kind.reports === 'pair'
    ? [
        [0, 1],
        [1, 0]
      ]
    : kind.reports === 'several'
      ? [
          [0, 1, 2],
          [2, 0, 1]
        ]
      : [[0]];

describe.each(all)('the kind %s', (name, kind) => {
  it('is known by its name and has a key of its own for each answer', () => {
    expect(kind.name).toBe(name);
    expect(kindByName(name, 'coverage')).toBe(kind);
    const keys = kind.options.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => /^[a-z0-9]$/.test(key))).toBe(true);
    // Keys of the bench: undo, mark, next and previous passage, note, cannot judge.
    expect(keys.filter((key) => 'umjknc'.includes(key))).toEqual([]);
  });

  it('keeps what it shows, and shows it again, in any order of the texts', () => {
    for (const order of orderOf(kind))
      for (const label of [...kind.options.map((one) => one.label), CANNOT_JUDGE]) {
        const kept = kind.kept(label, order);
        expect(kept).not.toBeNull();
        expect(kind.shown(kept!, order)).toBe(label);
      }
  });

  it('has a value, or declares that there is none, for everything that people answer and judges say', () => {
    if (kind.reports !== 'several')
      for (const { label } of kind.options) valueOnScale(kind.scale, kind.kept(label, [0, 1])!);
    expect(valueOnScale(kind.scale, CANNOT_JUDGE)).toBeNull();
    for (const { protocol } of metrics)
      if (kind.judges.from === 'label' && kind.units === protocol.unit.kind)
        for (const label of protocol.unit.labels) {
          const read = kind.judges.read(label);
          expect(read, label).not.toBeNull();
          valueOnScale(kind.scale, read!);
        }
  });

  it('takes nothing that it did not offer', () => {
    for (const wrong of ['', 'win', 'maybe', '11', 'yes ', '0,1', 'toString', 'constructor'])
      expect(kind.kept(wrong, orderOf(kind)[0]!), wrong).toBeNull();
  });
});

it('offers each metric the kinds that can ask for its units', () => {
  const names = (metric: string) => kindsFor(metricByName(metric).protocol).map(({ name }) => name);
  expect(names('coverage')).toEqual(['checklist-item', 'user-preference', 'ranking']);
  expect(names('depth')).toEqual(['preference', 'user-preference', 'ranking']);
  expect(names('consistency')).toEqual(expect.arrayContaining(['issue-validity', 'issue-search']));
  expect(names('citation-accuracy')).toContain('claim-support');
});

describe('preference', () => {
  it('asks in the words of the metric about whose comparisons it asks, and in general words of any other', () => {
    const of = (metric: string) => kindByName('preference', metric);
    expect(of('depth').question).toBe('Which report goes into more depth?');
    expect(guidelineOf(of('depth'))).toContain('# Two reports: which goes into more depth');
    expect(of('coverage')).toBe(studyKinds.preference);
    for (const words of [of('coverage').question, of('coverage').about, guidelineOf(of('coverage'))])
      expect(words).not.toMatch(/depth/);
    expect(kindByName('user-preference', 'depth')).toBe(studyKinds['user-preference']);
  });

  it('is kept as seen from the first report, whichever stood left', () => {
    const { kept } = studyKinds.preference;
    expect([kept('A', [0, 1]), kept('B', [1, 0]), kept('tie', [1, 0])]).toEqual(['win', 'win', 'tie']);
    expect([kept('B', [0, 1]), kept('A', [1, 0])]).toEqual(['loss', 'loss']);
  });
});

describe('ranking', () => {
  it('is kept by report and shown by place on the page', () => {
    // Shown from left to right: reports 2, 0, 1; the left is best.
    expect(studyKinds.ranking.kept('1,3,2', [2, 0, 1])).toBe('3,2,1');
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 4 }),
        (order, places) => {
          const label = places.join(',');
          const kept = studyKinds.ranking.kept(label, order);
          expect(kept === null).toBe(!places.includes(1));
          if (kept) expect(studyKinds.ranking.shown(kept, order)).toBe(label);
        }
      )
    );
  });

  it('refuses a place that there is not, too few places and none at the top', () => {
    expect([placesOf('1,2', 3), placesOf('1,4,2', 3), placesOf('2,2,3', 3), placesOf('1,1,1', 3)]).toEqual([
      null,
      null,
      null,
      [1, 1, 1]
    ]);
  });

  it('reads into pairs, with equal places as ties', () => {
    expect(rankedPairs([2, 1, 2])).toEqual([
      { first: 0, second: 1, label: 'loss' },
      { first: 0, second: 2, label: 'tie' },
      { first: 1, second: 2, label: 'win' }
    ]);
    expect(placesByValue([50, 80, 80, 10])).toEqual([3, 1, 1, 4]);
  });
});
