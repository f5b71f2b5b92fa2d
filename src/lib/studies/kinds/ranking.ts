import { guidelinePage } from './guideline-page.ts';
import { CANNOT_JUDGE, withRefusal, type StudyKind } from './kind.ts';

/** Most reports in one ranking: people cannot keep more apart. */
const MOST_RANKED = 4;

/** Places by text, `2,1,3`: whole numbers from 1; two texts may share one. Null if it is no ranking of `n` texts. */
export function placesOf(label: string, n: number): number[] | null {
  const places = label.split(',').map((text) => (/^[1-9]$/.test(text) ? Number(text) : NaN));
  const sound = places.length === n && places.every((place) => place >= 1 && place <= n) && places.includes(1);
  return sound ? places : null;
}

/** Places by what each text comes to, the highest first; equal values share the better place. */
export const placesByValue = (values: readonly number[]): number[] =>
  values.map((value) => 1 + values.filter((other) => other > value).length);

/** A ranking read pair by pair: `win` if the first of the two has the better place. */
export const rankedPairs = (
  places: readonly number[]
): { first: number; second: number; label: 'win' | 'tie' | 'loss' }[] =>
  places.flatMap((place, first) =>
    places
      .map((other, second) => ({ first, second, label: relation(place, other) }))
      .filter(({ second }) => second > first)
  );

const relation = (place: number, other: number): 'win' | 'tie' | 'loss' =>
  place < other ? 'win' : place > other ? 'loss' : 'tie';

/** Up to four reports of one query in order (arXiv 2509.01396). Compared with judges pair by pair. */
export const ranking: StudyKind = {
  name: 'ranking',
  title: 'Ranking of up to four reports',
  about: 'People put the reports on one query in order; judges’ scores give the same order or another.',
  units: 'report',
  whole: true,
  reports: 'several',
  mostReports: MOST_RANKED,
  question: 'Which report answers the query best, which next?',
  textTitle: null,
  options: [],
  // Of each two reports: the first is better, neither, the second is.
  scale: withRefusal({ level: 'preference', labels: ['win', 'tie', 'loss'] }),
  judges: { from: 'scores', read: (values) => placesByValue(values).join(',') },
  places: (kept, texts) => {
    const places = placesOf(kept, texts);
    return places && rankedPairs(places).map(({ label }) => label);
  },
  multiSelect: false,
  dimensions: false,
  guideline: guidelinePage(
    'Reports on one query: put them in order',
    `Up to four reports on one query stand side by side. Give each a place, 1 for the best. Equal reports share a place.`,
    `- The second report answers all that was asked, the first and third half of it in the same depth, the fourth something else: **2, 1, 2, 4**.
- Two reports cannot be told apart after a fair look: the same place. That is an answer, not a refusal.
- One is best in figures, another in reasoning: ask which answers the *query* better.`,
    `- Read all of them before you place any; the first that you read is not the measure.
- Rank by how well the query is answered, not by length or looks.
- Compare neighbours at the end: would you swap them?`
  ),
  kept: (shown, order) => {
    if (shown === CANNOT_JUDGE) return shown;
    const places = placesOf(shown, order.length);
    return places && order.map((_, report) => places[order.indexOf(report)]!).join(',');
  },
  shown: (kept, order) => {
    const places = placesOf(kept, order.length);
    return places ? order.map((report) => places[report]!).join(',') : kept;
  }
};
