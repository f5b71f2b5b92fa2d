import { yesNo, type LabelScale } from '../../studies/labels/label-scale.ts';
import type { JudgeVerdict, NamedRater, JudgePreference, RatedItem, StudyRatings } from './ratings.ts';

export interface SampleItem {
  id: string;
  query: string;
  people: string;
  judges: string;
  category?: string;
  stratum?: string;
  probability?: number;
  preferences?: JudgePreference[];
}

/** Ratings for tests, one string of marks per item: the first mark is of the first person or judge, and so on. */
export function sampleRatings(
  people: readonly string[],
  judges: readonly string[],
  items: readonly SampleItem[]
): StudyRatings {
  const named = (names: readonly string[]): NamedRater[] => names.map((name) => ({ id: `id-${name}`, name }));
  const labelOf = (mark: string): 'yes' | 'no' => (mark === 'y' ? 'yes' : 'no');
  const verdict = (name: string, mark: string): JudgeVerdict => {
    const state = mark === '-' ? 'abstained' : mark === '?' ? 'unscored' : 'judged';
    return { judgeId: `id-${name}`, state, label: state === 'judged' ? labelOf(mark) : null, rationale: '' };
  };
  return {
    scale: yesNo,
    people: named(people),
    judges: named(judges),
    items: items.map((item): RatedItem => ({
      itemId: item.id,
      reportId: `report-${item.query}`,
      queryId: `id-${item.query}`,
      qid: item.query,
      category: item.category ?? null,
      systemName: 'Tern',
      item: item.id,
      text: `Does the report say ${item.id}?`,
      stratum: item.stratum ?? 'all-agree',
      inclusionProbability: item.probability ?? 1,
      humans: people.flatMap((name, i) =>
        item.people[i] === '-' ? [] : [{ userId: `id-${name}`, label: labelOf(item.people[i]!), note: '', seconds: 20 }]
      ),
      judges: judges.map((name, i) => verdict(name, item.judges[i]!)),
      preferences: item.preferences ?? []
    }))
  };
}

export interface SampleScores extends Omit<SampleItem, 'people' | 'judges'> {
  /** Labels in the order of the people and judges; null if a person was not asked, `-` and `?` as above. */
  people: readonly (string | number | null)[];
  judges: readonly (string | number)[];
}

/** Ratings for tests on any scale, one list of labels per item. */
export function sampleScores(
  scale: LabelScale,
  people: readonly string[],
  judges: readonly string[],
  items: readonly SampleScores[]
): StudyRatings {
  const marks = items.map((item) => ({
    ...item,
    people: '-'.repeat(people.length),
    judges: '-'.repeat(judges.length)
  }));
  const ratings = sampleRatings(people, judges, marks);
  return {
    ...ratings,
    scale,
    items: ratings.items.map((item, i) => ({
      ...item,
      humans: people.flatMap((name, p) => {
        const label = items[i]!.people[p] ?? null;
        return label === null ? [] : [{ userId: `id-${name}`, label: String(label), note: '', seconds: 20 }];
      }),
      judges: judges.map((name, j): JudgeVerdict => {
        const label = String(items[i]!.judges[j]);
        const state = label === '-' ? 'abstained' : label === '?' ? 'unscored' : 'judged';
        return { judgeId: `id-${name}`, state, label: state === 'judged' ? label : null, rationale: '' };
      })
    }))
  };
}
