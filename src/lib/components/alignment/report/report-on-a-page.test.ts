import { describe, expect, it } from 'vitest';
import { itemsBehind, withoutItems } from '../../../alignment/items/items.ts';
import { alignment } from '../../../alignment/report/report.ts';
import { defaultAnalysisPlan } from '../../../alignment/preregistration/analysis-plan.ts';
import { plainFacts } from '../../../alignment/procedure/procedure.fixture.ts';
import { adoptionProcedure } from '../../../alignment/procedure/procedure.ts';
import { sampleRatings, sampleScores } from '../../../alignment/units/sample-ratings.fixture.ts';
import { isItemFilter, passes, peopleInWords } from '../../../alignment/items/item-filter.ts';
import { messagesIn } from '../../../messages/words.ts';
import * as inWords from '../number-in-words.ts';
import { raterMatrix, shadeOf } from '../../../alignment/report/rater-matrix.ts';
import { englishReasons } from '../../../alignment/items/english-reasons.ts';
import { whyDash, whyDashes } from '../../../alignment/items/reasons.ts';
import { ensembleInFewWordsIn } from '../../../alignment/report/ensemble-in-words.ts';

const words = messagesIn('en', 'numberInWords');
const numberInWords = (report: Parameters<typeof inWords.numberInWords>[0], path: string): string | null =>
  inWords.numberInWords(report, path, words, (candidate) => ensembleInFewWordsIn('en', candidate, report.judges));

const ratings = sampleRatings(
  ['Ana', 'Ben', 'Cleo'],
  ['scripted:ferrule', 'scripted:gannet', 'scripted:sextant'],
  [
    {
      id: 'i1',
      query: 'q1',
      people: 'yy-',
      judges: 'yyy',
      preferences: [{ userId: 'id-Ana', choice: 'judges', judgeIds: ['id-scripted:gannet'] }]
    },
    { id: 'i2', query: 'q1', people: 'yn-', judges: 'ny-', stratum: 'some-differ', probability: 0.5 },
    { id: 'i3', query: 'q2', people: 'nn-', judges: 'nyn', stratum: 'some-differ', probability: 0.5 },
    { id: 'i4', query: 'q2', people: 'n--', judges: 'nn?' },
    { id: 'i5', query: 'q3', people: '--y', judges: 'yyy' },
    { id: 'i6', query: 'q3', people: '---', judges: 'nnn' }
  ]
);
const whole = alignment(ratings, { resamples: 20 });
const report = withoutItems(whole);
const yesNo = whole.method.scale;

/** Every path of the report that has items behind it. */
function pathsWithItems(value: unknown, path: string[] = [], of: object = whole): string[] {
  if (value === null || typeof value !== 'object') return [];
  const here = path.length > 0 && itemsBehind(of, path.join('.')) !== null ? [path.join('.')] : [];
  const inside = Object.entries(value).flatMap(([key, member]) => pathsWithItems(member, [...path, key], of));
  return [...here, ...inside];
}

describe('the words for a number', () => {
  it('exist for every number that has items behind it', () => {
    const paths = pathsWithItems(whole);
    expect(paths.length).toBeGreaterThan(300);
    expect(paths.filter((path) => numberInWords(report, path) === null)).toEqual([]);
  });

  it('exist for every number of every kind of study and of its procedure', () => {
    const scales = [
      { level: 'preference', labels: ['A', 'tie', 'B'] },
      { level: 'ordinal', labels: ['A', 'tie', 'B'], withoutValue: ['unclear'] }
    ] as const;
    for (const scale of scales) {
      const study = sampleScores(
        scale,
        ['Ana', 'Ben'],
        ['rules', 'scripted:gannet'],
        ['A', 'tie', 'B', 'A'].map((label, i) => ({
          id: `i${i}`,
          query: `q${i % 2}`,
          category: i % 2 ? 'law' : 'health',
          people: [label, i ? label : 'tie'],
          judges: [label, i === 3 && scale.level === 'ordinal' ? 'unclear' : 'B']
        }))
      );
      const facts = { ...plainFacts(study), orders: { 'id-rules': { i0: [1, 0] } } } as const;
      const analysisPlan = defaultAnalysisPlan(
        study.judges.map(({ id }) => id),
        scale
      );
      const procedure = adoptionProcedure(study, analysisPlan, facts, { resamples: 10, seed: 1 });
      const all = { ...alignment(study, { resamples: 5 }), procedure };
      const paths = pathsWithItems(all, [], all);
      expect(paths).toEqual(
        expect.arrayContaining(['procedure.breakdown.queries.0.agreement', 'ceiling.figures.0.figure'])
      );
      expect(paths.filter((path) => numberInWords(withoutItems(all), path) === null)).toEqual([]);
    }
  });

  it('name who said what', () => {
    const majority = whole.candidates.findIndex(({ rule }) => rule === 'majority');
    expect(numberInWords(report, `candidates.${majority}.confusion.cells.0.1`)).toBe(
      'Items on which annotators say yes and all three, majority says no'
    );
    expect(numberInWords(report, 'humans.pairs.0.differ')).toBe('Items on which Ana and Ben differ');
    expect(numberInWords(report, 'either.0.differ')).toBe('Items on which scripted:ferrule and scripted:gannet differ');
  });

  it('are none if the path leads nowhere', () => {
    for (const path of [
      '',
      'nonsense',
      'candidates.99.common',
      'candidates.0.name',
      'constructor',
      '__proto__.x',
      'humans.pairs',
      'preferences.judges.7.sole'
    ])
      expect(numberInWords(report, path), path).toBeNull();
  });
});

describe('the matrix of raters', () => {
  const matrix = raterMatrix(report);
  const place = (name: string): number => matrix.raters.findIndex((rater) => rater.name === name);

  it('has shares above and κ below, and each cell knows where its number stands', () => {
    const [ana, ferrule] = [place('Ana'), place('scripted:ferrule')];
    const share = matrix.cells[ana]![ferrule]!;
    const kappa = matrix.cells[ferrule]![ana]!;
    expect(share).toMatchObject({ statistic: 'share', figure: { value: 3 / 4, n: 4 } });
    expect(kappa.statistic).toBe('kappa');
    expect(itemsBehind(whole, share.path)).toEqual(['i1', 'i2', 'i3', 'i4']);
    expect(itemsBehind(whole, kappa.path)).toEqual(['i1', 'i2', 'i3', 'i4']);
    expect(matrix.cells[ana]![ana]).toBeNull();
  });

  it('knows who shares no item, and the range of n', () => {
    expect(matrix.apart).toEqual([
      ['Ana', 'Cleo'],
      ['Ben', 'Cleo']
    ]);
    expect(matrix.cells[place('Cleo')]![place('Ana')]).toBeNull();
    expect(matrix.n).toEqual([1, 6]);
  });

  it('leaves out people who labelled nothing', () => {
    const silent = withoutItems(
      alignment(sampleRatings(['Ana', 'Ben'], ['rules'], [{ id: 'i', query: 'q', people: 'y-', judges: 'y' }]), {
        resamples: 5
      })
    );
    expect(raterMatrix(silent).raters.map(({ name }) => name)).toEqual(['Ana', 'rules']);
  });

  it('shades from .5 for shares and from 0 for κ, in seven steps', () => {
    expect([0.2, 0.5, 0.58, 0.75, 1].map((value) => shadeOf('share', value))).toEqual([1, 1, 2, 4, 7]);
    expect([-0.3, 0, 0.15, 0.5, 1].map((value) => shadeOf('kappa', value))).toEqual([1, 1, 2, 4, 7]);
    expect(shadeOf('kappa', null)).toBeNull();
  });
});

describe('a dash', () => {
  it('has a reason in words, each given once', () => {
    const single = report.humans.pairs[0]!.equal;
    expect(
      whyDash({ value: null, reason: 'single-category', intervalReason: 'single-category' }, englishReasons)
    ).toMatch(/all labels are equal/);
    expect(whyDash({ ...single, intervalReason: 'too-few-clusters' }, englishReasons)).toMatch(/one query/);
    expect(
      whyDashes(
        [
          { value: null, reason: 'n=0', intervalReason: null },
          { value: null, reason: 'n=0', intervalReason: null },
          { ...single, intervalReason: null }
        ],
        englishReasons
      )
    ).toEqual(['there is no such item']);
  });
});

describe('the filters of items', () => {
  const item = (id: string) => ratings.items.find(({ itemId }) => itemId === id)!;

  it('find where people differ, judges differ, a judge differs from people, and gaps', () => {
    const found = (filter: Parameters<typeof passes>[2]) =>
      ratings.items.filter((one) => passes(yesNo, one, filter)).map(({ itemId }) => itemId);
    expect(found('people')).toEqual(['i2']);
    expect(found('judges')).toEqual(['i2', 'i3']);
    expect(found('judge-and-people')).toEqual(['i3']);
    expect(found('gaps')).toEqual(['i2', 'i4']);
  });

  it('compare no judge with people who are evenly split', () => {
    expect(peopleInWords(yesNo, item('i2'))).toBe('split');
    expect(peopleInWords(yesNo, item('i6'))).toBeNull();
    expect(passes(yesNo, item('i2'), 'judge-and-people')).toBe(false);
  });

  it('are only those there are', () => {
    expect(isItemFilter('people')).toBe(true);
    expect(isItemFilter('constructor')).toBe(false);
    expect(isItemFilter(null)).toBe(false);
  });
});

describe('a judge that gave no label', () => {
  const silent = alignment(
    sampleRatings(
      ['Ana', 'Ben'],
      ['rules', 'scripted:gannet'],
      [
        { id: 'i1', query: 'q1', people: 'yy', judges: '-y' },
        { id: 'i2', query: 'q2', people: 'nn', judges: '-n' }
      ]
    ),
    { resamples: 5 }
  );

  it('has no row in the matrix and is no candidate that was compared', () => {
    expect(raterMatrix(withoutItems(silent)).raters.map(({ name }) => name)).toEqual(['Ana', 'Ben', 'scripted:gannet']);
    expect(silent.recommendation.finding).toMatch(
      /^scripted:gannet is the only candidate: 1, as measured, on the 2 items in 2 queries labelled by every judge\./
    );
  });
});
