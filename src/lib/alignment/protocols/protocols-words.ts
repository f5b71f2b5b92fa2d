import { points, proportion } from '../../stats/writing/figures.ts';
import type { BothFigures } from './protocols-compared.ts';
import { listed } from '../report/words.ts';

interface Named {
  judge: string;
  figures: BothFigures;
}

/** Which way a difference goes for sure: its interval does not hold 0. */
const surely = ({ difference: { low, high } }: BothFigures): 'more' | 'less' | null =>
  low !== null && low > 0 ? 'more' : high !== null && high < 0 ? 'less' : null;

/** The head over the order of reports: for whom the chosen protocol orders pairs as people do more often, where that is sure. */
export const orderHead = (judges: readonly Named[]): string =>
  head(judges, 'more', (more, less) =>
    [
      more.length > 0
        ? `${listed(more)} ${verb(more, 'orders', 'order')} reports like annotators more often by the chosen protocol`
        : '',
      less.length > 0 ? `${listed(less)} less often by it than by direct rating` : ''
    ]
      .filter((part) => part !== '')
      .join('; ')
  ) ??
  onlyOne(
    judges,
    ({ judge, figures: { chosen, direct } }) =>
      `${judge} orders ${proportion(chosen.value, 2)} of the pairs like annotators, ${proportion(direct.value, 2)} by direct rating; no significant difference is shown`
  ) ??
  'The protocols do not differ significantly in the order of reports';

/** The head over the distance from people: for whom the chosen protocol comes nearer, where that is sure. */
export const distanceHead = (judges: readonly Named[]): string =>
  head(judges, 'less', (nearer, farther) =>
    [
      nearer.length > 0
        ? `${listed(nearer)} ${verb(nearer, 'comes', 'come')} nearer to annotators’ scores by the chosen protocol`
        : '',
      farther.length > 0
        ? `${listed(farther)} ${verb(farther, 'is', 'are')} farther off by it than by direct rating`
        : ''
    ]
      .filter((part) => part !== '')
      .join('; ')
  ) ??
  onlyOne(
    judges,
    ({ judge, figures: { chosen, direct } }) =>
      `${judge} is ${points(chosen.value)} points off annotators’ scores, ${points(direct.value)} by direct rating; no significant difference is shown`
  ) ??
  'The protocols do not differ significantly in the distance from annotators’ scores';

const verb = (names: readonly string[], one: string, several: string): string => (names.length === 1 ? one : several);

/** Words for those judges whose difference is sure, the good way first; null where none is, or nothing is compared. */
function head(
  judges: readonly Named[],
  good: 'more' | 'less',
  words: (good: string[], bad: string[]) => string
): string | null {
  const measured = judges.filter(({ figures }) => figures.n > 0);
  if (measured.length === 0) return 'No comparison is possible yet';
  const way = (wanted: 'more' | 'less'): string[] =>
    measured.filter(({ figures }) => surely(figures) === wanted).map(({ judge }) => judge);
  const text = words(way(good), way(good === 'more' ? 'less' : 'more'));
  return text === '' ? null : text;
}

const onlyOne = (judges: readonly Named[], words: (one: Named) => string): string | null => {
  const measured = judges.filter(({ figures }) => figures.n > 0);
  return measured.length === 1 ? words(measured[0]!) : null;
};
