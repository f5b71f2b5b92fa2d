import { describe, expect, it } from 'vitest';
import { consistencyPenalties } from '../../scorer/suites/deep-eval/penalties.ts';
import { alignment } from '../report/report.ts';
import type { IssueFacts, StudyRatings } from '../units/ratings.ts';
import { sampleRatings } from '../units/sample-ratings.fixture.ts';

/**
 * Issues by query: what one person says (y valid, n not valid), and whether Ferrule, Gannet and Sextant list it (y, n, ? their
 * list is unknown). Every query is one report.
 */
const study = (
  rows: readonly (readonly [query: string, person: string, judges: string])[],
  facts: Partial<IssueFacts> = {}
): StudyRatings => {
  const names = ['Ferrule', 'Gannet', 'Sextant'].slice(0, rows[0]![2].length);
  const items = rows.map(([query, people, judges], i) => ({ id: `i${i + 1}`, query, people, judges }));
  const merged = Map.groupBy(items, ({ query }) => `report-${query}`);
  return {
    ...sampleRatings(['Ana'], names, items),
    issues: {
      penalties: consistencyPenalties,
      merged: Object.fromEntries([...merged].map(([report, own]) => [report, own.length])),
      listedBy: Object.fromEntries(
        items.map(({ id, judges }) => [id, names.flatMap((name, j) => (judges[j] === 'y' ? [`id-${name}`] : []))])
      ),
      probed: [],
      ...facts
    }
  };
};

const rows = [
  ['q1', 'y', 'yy'],
  ['q1', 'y', 'yn'],
  ['q1', 'n', 'ny'],
  ['q2', 'y', 'yy'],
  ['q2', 'n', 'yn'],
  ['q2', 'y', 'ny'],
  ['q3', 'y', 'yy'],
  ['q3', 'y', 'ny'],
  ['q3', 'n', 'ny']
] as const;

const issuesOf = (ratings: StudyRatings) => alignment(ratings, { resamples: 50 }).issues!;
const shares = ({ candidates }: ReturnType<typeof issuesOf>): Record<string, (number | null)[]> =>
  Object.fromEntries(
    candidates.map(({ name, precision, recall, f1 }) => [name, [precision, recall, f1].map(({ value }) => value && Math.round(value * 1e6) / 1e6)]) // prettier-ignore
  );

describe('figures of lists of issues', () => {
  it('gives judge, pair and every rule precision, recall and F1 as counted by hand', () => {
    // 6 of 9 are valid. Ferrule lists 5, 4 of them valid; Gannet 7, 5 valid; both the same 3; either all 9.
    expect(shares(issuesOf(study(rows)))).toMatchObject({
      Ferrule: [4 / 5, 4 / 6, 8 / 11].map((x) => Math.round(x * 1e6) / 1e6),
      Gannet: [5 / 7, 5 / 6, 10 / 13].map((x) => Math.round(x * 1e6) / 1e6),
      'Ferrule + Gannet, any': [6 / 9, 1, 12 / 15].map((x) => Math.round(x * 1e6) / 1e6),
      'Ferrule + Gannet, all': [1, 3 / 6, 6 / 9].map((x) => Math.round(x * 1e6) / 1e6),
      // Halves: (3 + 6 · ½ … ) 3 whole and 6 half finds, of which 3 half ones are valid.
      'Ferrule + Gannet, average': [4.5 / 6, 4.5 / 6, 9 / 12]
    });
  });

  it('has an interval by query around each, and says on how many issues it rests', () => {
    const [ferrule] = issuesOf(study(rows)).candidates;
    for (const figure of [ferrule!.precision, ferrule!.recall, ferrule!.f1]) {
      expect(figure.clusters).toBe(3);
      expect(figure.low!).toBeLessThan(figure.value!);
      expect(figure.high!).toBeGreaterThan(figure.value!);
    }
    expect([ferrule!.precision.n, ferrule!.recall.n, ferrule!.f1.n]).toEqual([5, 6, 7]);
    expect(ferrule!.precision.items).toEqual(['i1', 'i2', 'i4', 'i5', 'i7']);
  });

  it('compares the table’s score of each list with that of the valid issues, on reports that were judged whole', () => {
    // Valid: 2, 2, 2 → 90 each. Ferrule: 2, 2, 1 → 90; Gannet 2, 2, 3 → 90, 90, 80; either 3, 3, 3 → 80.
    const whole = issuesOf(study(rows));
    const difference = (name: string): number =>
      whole.candidates.find((one) => one.name === name)!.score.difference.value!;
    expect(whole.reports).toEqual({ complete: 3, all: 3 });
    expect(difference('Ferrule')).toBe(0);
    expect(difference('Gannet')).toBeCloseTo(10 / 300, 12);
    expect(difference('Ferrule + Gannet, any')).toBeCloseTo(0.1, 12);
    // The mean of the judges' scores, as on the leaderboard: 90, 90, 85.
    expect(difference('Ferrule + Gannet, average')).toBeCloseTo(5 / 300, 12);
    const part = issuesOf(study(rows, { merged: { 'report-q1': 3, 'report-q2': 4, 'report-q3': 5 } }));
    expect(part.reports).toEqual({ complete: 1, all: 3 });
    expect(part.candidates[0]!.score.difference.n).toBe(1);
  });

  it('estimates from recaptures how many valid issues were missed', () => {
    // Ferrule found 4, Gannet 5, both 3: 5 · 6 / 4 − 1 = 6.5, of which 6 were seen.
    expect(issuesOf(study(rows)).missed).toMatchObject([
      { a: 'Ferrule', b: 'Gannet', first: 4, second: 5, both: 3, seen: 6, total: 6.5, missed: 0.5, clusters: 3 }
    ]);
    const apart = issuesOf(study([['q1', 'y', 'yn'], ['q2', 'y', 'ny']])); // prettier-ignore
    expect(apart.missed[0]).toMatchObject({ total: null, missed: null, reason: 'no-recaptures', seen: 2 });
  });

  it('sets each judge against all others together from three judges on', () => {
    const three = issuesOf(study(rows.map(([q, person, judges], i) => [q, person, `${judges}${i % 2 ? 'n' : 'y'}`])));
    expect(three.missed.map(({ a, b }) => `${a} and ${b}`)).toEqual([
      'Ferrule and Gannet',
      'Ferrule and Sextant',
      'Gannet and Sextant',
      'Ferrule and all other judges',
      'Gannet and all other judges',
      'Sextant and all other judges'
    ]);
    expect(three.candidates.map(({ rule }) => rule)).toContain('majority');
  });

  it('measures recall on what people found themselves, and is undefined if annotators have not searched', () => {
    const searched = issuesOf(study(rows, { probed: ['i1', 'i6', 'i8', 'i9'] }));
    expect(searched.probed).toBe(3);
    const recall = Object.fromEntries(searched.candidates.map(({ name, probed }) => [name, probed!.value]));
    expect(recall['Ferrule']).toBeCloseTo(1 / 3, 12);
    expect(recall['Gannet']).toBe(1);
    expect(issuesOf(study(rows)).candidates[0]!.probed).toBeNull();
  });

  it('weighs votes by the labels of other queries only', () => {
    // Ferrule is always right and Gannet always wrong: elsewhere, so its word counts against an issue here.
    const told = (own: string) =>
      study([
        ...['a', 'b', 'c'].flatMap((q) => [[q, 'y', 'yn'] as const, [q, 'n', 'ny'] as const]),
        ['here', own, 'yn'],
        ['here', own, 'ny']
      ]);
    for (const own of ['y', 'n']) {
      const weighted = issuesOf(told(own)).candidates.find(({ rule }) => rule === 'weighted')!;
      expect(weighted.precision.items).toContain('i7');
      expect(weighted.precision.items).not.toContain('i8');
    }
  });

  it('leaves issues out whose judge’s list is not known, and takes a list for what it has that claims nothing more', () => {
    const unknown = issuesOf(study([['q1', 'y', 'y?'], ['q2', 'y', 'yy'], ['q3', 'n', 'ny']])); // prettier-ignore
    const gannet = unknown.candidates.find(({ name }) => name === 'Gannet')!;
    expect([gannet.recall.n, gannet.recall.value]).toEqual([1, 1]);
    const open = study([['q1', 'y', 'y-'], ['q2', 'y', 'y-'], ['q3', 'n', 'n-']], { listedBy: { i1: ['id-Ferrule', 'id-Gannet'], i2: ['id-Ferrule'], i3: ['id-Gannet'] } }); // prettier-ignore
    const lists = issuesOf(open).candidates.find(({ name }) => name === 'Gannet')!;
    expect([lists.precision.value, lists.recall.value]).toEqual([0.5, 0.5]);
  });

  it('is absent from studies of anything else', () => {
    const { issues: _, ...plain } = study(rows);
    expect(alignment(plain, { resamples: 50 }).issues).toBeNull();
  });
});
