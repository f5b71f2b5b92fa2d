import { describe, expect, it } from 'vitest';
import { listIn } from '../../../messages/lists.ts';
import { messagesIn } from '../../../messages/words.ts';
import * as heads from './headlines.ts';

const words = { heads: messagesIn('en', 'reportHeads'), list: (names: readonly string[]) => listIn('en', names) };
const inEnglish =
  <Given extends unknown[]>(head: (...given: [...Given, heads.HeadlineWords]) => string) =>
  (...given: Given): string =>
    head(...given, words);

const breakdownHead = inEnglish(heads.breakdownHead);
const candidatesHead = inEnglish(heads.candidatesHead);
const checksHead = inEnglish(heads.checksHead);
const eitherHead = inEnglish(heads.eitherHead);
const errorsHead = inEnglish(heads.errorsHead);
const pairsHead = inEnglish(heads.pairsHead);
const preferencesHead = inEnglish(heads.preferencesHead);
const ratersHead = inEnglish(heads.ratersHead);
const strataHead = inEnglish(heads.strataHead);

const at = (value: number | null, low: number | null = null, high: number | null = null) => ({
  value,
  low,
  high,
  n: 40
});

describe('the head over the candidates', () => {
  it('counts the candidates that reach the target, and leaves what the intervals say to the verdict', () => {
    const reached = at(0.95, 0.91, 0.98);
    const below = at(0.8, 0.7, 0.9);
    expect(candidatesHead([below, below], 0.9, false)).toBe(
      'Two candidates; none reaches the target of .90, before correction for selection'
    );
    expect(candidatesHead([reached, below], 0.9, false)).toBe(
      'Two candidates; one reaches the target of .90, before correction for selection'
    );
    expect(candidatesHead([reached, reached, below], 0.9, false)).toBe(
      'Three candidates; two reach the target of .90, before correction for selection'
    );
  });

  it('says how many cannot be compared at all', () => {
    expect(candidatesHead([at(0.8), at(0.95, 0.91, 0.98), at(null)], 0.9, false)).toBe(
      'Two of 3 candidates can be compared; one reaches the target of .90, before correction for selection'
    );
  });

  it('speaks of a single candidate as one', () => {
    expect(candidatesHead([at(1)], 0.9, false)).toBe('The only candidate reaches the target of .90, before correction');
    expect(candidatesHead([at(0.8)], 0.9, false)).toBe(
      'The only candidate is below the target of .90, before correction'
    );
    expect(candidatesHead([at(0.8)], 0.9, true)).toBe(
      'The only candidate is below the target of .90 as sampled, before correction'
    );
  });

  it('says so if nothing can be compared', () => {
    expect(candidatesHead([at(null)], 0.9, false)).toBe('No candidate can be compared yet');
    expect(candidatesHead([], 0.9, false)).toBe('No candidate can be compared yet');
  });
});

describe('the head over judges and people', () => {
  const people = at(0.83, 0.78, 0.87);
  const judge = (name: string, low: number, high: number) => ({ name, figure: at((low + high) / 2, low, high) });

  it('tells a judge from people only if the intervals do not meet', () => {
    expect(ratersHead([judge('Ferrule', 0.8, 0.9), judge('Sextant', 0.7, 0.779)], people)).toBe(
      'Sextant agrees with annotators less than annotators agree with each other; the interval of the other overlaps that of inter-annotator agreement'
    );
    expect(ratersHead([judge('Ferrule', 0.8, 0.9), judge('Sextant', 0.7, 0.78)], people)).toBe(
      'The interval of every judge overlaps that of inter-annotator agreement'
    );
  });

  it('names several judges, above and below', () => {
    expect(ratersHead([judge('A', 0.9, 0.95), judge('B', 0.1, 0.2), judge('C', 0.2, 0.3)], people)).toBe(
      'A agrees with annotators more than annotators agree with each other; B and C agree with annotators less than annotators agree with each other'
    );
  });

  it('does not compare with people who judged no item twice', () => {
    expect(ratersHead([judge('A', 0.9, 0.95)], at(null))).toMatch(/^Inter-annotator agreement is undefined/);
    expect(ratersHead([{ name: 'A', figure: at(null) }], people)).toBe(
      'Agreement of judges with annotators is undefined'
    );
  });
});

describe('the head over the errors', () => {
  const tableOf = (...counts: number[]) => ({
    labels: ['yes', 'no'],
    cells: [counts.slice(0, 2), counts.slice(2)].map((row) => row.map((items) => ({ items })))
  });
  const table = tableOf(167, 12, 8, 133);

  it('counts both kinds, and says which is more frequent only if the intervals do not meet', () => {
    const counts = 'Too strict on 12 and too lenient on 8 of 320 items';
    expect(errorsHead(table, at(0.93, 0.87, 0.97), at(0.94, 0.88, 0.97), 'steps')).toBe(counts);
    expect(errorsHead(table, at(0.7, 0.6, 0.8), at(0.94, 0.88, 0.97), 'steps')).toBe(
      `${counts}: a yes is missed more often than a no`
    );
    expect(errorsHead(table, at(0.94, 0.88, 0.97), at(0.7, 0.6, 0.8), 'steps')).toBe(
      `${counts}: a no is missed more often than a yes`
    );
  });

  it('says so if the table is empty', () => {
    expect(errorsHead(tableOf(0, 0, 0, 0), at(null), at(null), 'steps')).toBe(
      'No item has an untied label from both annotators and judges'
    );
  });
});

describe('the head over the errors on a scale', () => {
  const cells = [
    [5, 1, 0],
    [2, 6, 3],
    [1, 0, 7]
  ].map((row) => row.map((items) => ({ items })));
  const table = { labels: ['a', 'b', 'c'], cells };

  it('counts what is lower and higher on steps and ranges, and opposite sides of a preference', () => {
    expect(errorsHead(table, null, null, 'steps')).toBe(
      'Same label as annotators on 18 of 25 items, lower on 3, higher on 4'
    );
    expect(errorsHead(table, null, null, 'ranges')).toMatch(/^Same range as annotators on 18/);
    expect(errorsHead(table, null, null, 'labels')).toBe(
      'Same label as annotators on 18 of 25 items, the opposite side on 1'
    );
  });

  it('names two labels that are not yes and no', () => {
    const two = { labels: ['valid', 'not valid'], cells: [cells[0]!.slice(0, 2), cells[1]!.slice(0, 2)] };
    expect(errorsHead(two, at(0.8, 0.7, 0.9), at(0.8, 0.7, 0.9), 'steps')).toBe(
      '“not valid” for annotators’ “valid” on 1, the reverse on 2 of 14 items'
    );
  });
});

describe('the head over categories and queries', () => {
  const row = (name: string, value: number | null, low: number, high: number) => ({
    name,
    agreement: at(value, low, high)
  });

  it('goes from the least to the most, and says where the intervals meet', () => {
    const parts = [row('law', 0.7, 0.6, 0.8), row('health', 0.9, 0.85, 0.95), row('none', null, 0, 1)];
    expect(breakdownHead(parts, [])).toBe('From .700 (law) to .900 (health) over 2 categories');
    expect(breakdownHead([], [row('q1', 0.7, 0.6, 0.9), row('q2', 0.9, 0.85, 0.95)])).toBe(
      'From .700 (q1) to .900 (q2) over 2 queries; the intervals overlap'
    );
    expect(breakdownHead([row('law', 0.7, 0.6, 0.8)], [])).toBe('Fewer than two categories or queries have a figure');
  });
});

describe('the head over the checks of judges', () => {
  const judge = (
    name: string,
    length: ReturnType<typeof at>,
    family: ReturnType<typeof at> | null = null,
    clusters = 20
  ) => ({
    name,
    length: { figure: { ...length, clusters } },
    family: family && { ...family, clusters },
    position: null
  });

  it('names a bias only if the whole interval is on one side of 0', () => {
    expect(checksHead([judge('A', at(0.3, 0.1, 0.5), at(-0.2, -0.3, -0.1)), judge('B', at(0.1, -0.1, 0.2))])).toBe(
      'A favours longer reports more than annotators do and disfavours systems of its own maker'
    );
    expect(checksHead([judge('B', at(0.1, -0.1, 0.2))])).toBe(
      'No judge shows a significant bias by length, maker or position'
    );
    expect(checksHead([judge('A', at(0.3, 0.1, 0.5), null, 19)])).toBe(
      'No judge shows a significant bias by length, maker or position'
    );
    expect(checksHead([judge('B', at(null))])).toMatch(/are undefined for every judge$/);
  });
});

describe('the other heads', () => {
  it('give the range over pairs of judges, or the one number', () => {
    expect(pairsHead(at(0.835, 0.789, 0.873), [at(0.7), at(0.81), at(null)], 'agreement')).toBe(
      'Inter-annotator agreement .835 (.789 – .873); pairwise agreement of judges .700 to .810'
    );
    expect(pairsHead(at(null), [at(0.7)], 'agreement')).toBe(
      'Pairwise agreement of judges .700; inter-annotator agreement is undefined'
    );
    expect(pairsHead(at(0.8), [], 'agreement')).toBe('Inter-annotator agreement .800 (no interval)');
  });

  it('say how often two judges were both wrong', () => {
    expect(eitherHead([at(0.031), at(0.12)])).toBe('Two judges were both wrong on 3% to 12% of items');
    expect(eitherHead([at(0)])).toBe('No two judges were wrong on the same item');
    expect(eitherHead([at(null)])).toBe('Fewer than two judges labelled an item with a blind label');
  });

  it('compare strata with "may" if the intervals meet', () => {
    const strata = (alike: ReturnType<typeof at>, apart: ReturnType<typeof at>) =>
      strataHead([
        { stratum: 'all-agree', agreement: alike },
        { stratum: 'some-differ', agreement: apart }
      ]);
    expect(strata(at(0.95, 0.9, 0.98), at(0.7, 0.6, 0.8))).toBe(
      'Agreement is lower on items on which judges differ: .700 against .950'
    );
    expect(strata(at(0.9, 0.8, 0.95), at(0.85, 0.7, 0.9))).toBe(
      'Agreement is .850 on items on which judges differ and .900 on the others; the intervals overlap'
    );
    expect(strata(at(0.9, 0.8, 0.95), at(null))).toBe('Only one stratum has labels, so strata cannot be compared');
  });

  it('call a judge preferred without reserve only if its interval is above the next one', () => {
    const judge = (name: string, count: number, low: number, high: number) => ({
      name,
      sole: { ...at(count / 90, low, high), count }
    });
    expect(preferencesHead(90, [judge('A', 10, 0.05, 0.2), judge('B', 50, 0.45, 0.65)])).toBe(
      'B was preferred alone most often, 50 of 90 times'
    );
    expect(preferencesHead(90, [judge('A', 25, 0.2, 0.4), judge('B', 30, 0.24, 0.44)])).toBe(
      'B was preferred alone most often, 30 of 90 times; the intervals overlap'
    );
    expect(preferencesHead(90, [judge('A', 30, 0.24, 0.44), judge('B', 30, 0.24, 0.44)])).toBe(
      'A and B were preferred alone equally often, 30 of 90 times each'
    );
    expect(preferencesHead(0, [])).toBe('No preference has been recorded');
    expect(preferencesHead(3, [judge('A', 0, 0, 0.1)])).toBe('None of 3 preferences was for one judge alone');
  });
});
