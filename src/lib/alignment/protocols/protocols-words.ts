import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { ListWriter } from '../../messages/lists.ts';
import type { Words } from '../../messages/message.ts';
import { points, proportion } from '../../stats/writing/figures.ts';
import type { BothFigures } from './protocols-compared.ts';

interface Named {
  judge: string;
  figures: BothFigures;
}

type HeadWords = Words<Messages['protocolHeads']>;

/** Which way a difference goes for sure: its interval does not hold 0. */
const surely = ({ difference: { low, high } }: BothFigures): 'more' | 'less' | null =>
  low !== null && low > 0 ? 'more' : high !== null && high < 0 ? 'less' : null;

/** The judges whose difference is sure, in either direction, and those that were measured at all. */
function sides(judges: readonly Named[], list: ListWriter) {
  const measured = judges.filter(({ figures }) => figures.n > 0);
  const way = (wanted: 'more' | 'less') => {
    const names = measured.filter(({ figures }) => surely(figures) === wanted).map(({ judge }) => judge);
    return { n: names.length, judges: list(names) };
  };
  return { measured, more: way('more'), less: way('less') };
}

/** The head over the order of reports: for whom the chosen protocol orders pairs as people do more often, if that is sure. */
export function orderHead(judges: readonly Named[], words: HeadWords, list: ListWriter): string {
  const { measured, more, less } = sides(judges, list);
  const [first] = measured;
  if (!first) return words.none;
  if (more.n > 0 && less.n > 0) return words.orderBoth({ ...more, others: less.judges });
  if (more.n > 0) return words.orderMore(more);
  if (less.n > 0) return words.orderLess(less);
  if (measured.length > 1) return words.orderSame;
  const { chosen, direct } = first.figures;
  const written = { chosen: proportion(chosen.value, 2), direct: proportion(direct.value, 2) };
  return words.orderOne({ judge: first.judge, ...written });
}

/** The head over the distance from people: for whom the chosen protocol comes nearer, if that is sure. */
export function distanceHead(judges: readonly Named[], words: HeadWords, list: ListWriter): string {
  const { measured, more: farther, less: nearer } = sides(judges, list);
  const [first] = measured;
  if (!first) return words.none;
  if (nearer.n > 0 && farther.n > 0) return words.distanceBoth({ ...nearer, m: farther.n, others: farther.judges });
  if (nearer.n > 0) return words.distanceNearer(nearer);
  if (farther.n > 0) return words.distanceFarther(farther);
  if (measured.length > 1) return words.distanceSame;
  const { chosen, direct } = first.figures;
  return words.distanceOne({ judge: first.judge, chosen: points(chosen.value), direct: points(direct.value) });
}
