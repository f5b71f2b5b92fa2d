import { depthDimensions } from '../../studies/depth-dimensions.ts';
import { CANNOT_JUDGE } from '../../studies/kinds/kind.ts';
import type { BenchAsks, Points } from './bench-assignment.ts';

/** What the form holds of one item, whole or not. */
export interface Answer {
  /** The label chosen; of a ranking only once every text has its place. */
  chosen: string | null;
  /** Further labels that the person would accept. */
  acceptable: string[];
  /** Place of each text in a ranking. */
  places: (number | null)[];
  /** By text. */
  points: Points[];
}

const isWhole = (points: Points): boolean => depthDimensions.every(({ name }) => typeof points[name] === 'number');

/** What an answer still lacks before it can be committed, in words; empty where it is whole. */
export function lacking(answer: Answer, note: string, asks: Pick<BenchAsks, 'dimensions'>): string {
  if (answer.chosen === CANNOT_JUDGE) return note.trim() === '' ? 'Write in the note why you can not judge it.' : '';
  if (answer.places.length > 0 && !answer.places.includes(1)) return 'One report at least has the first place.';
  return asks.dimensions && !answer.points.every(isWhole) ? 'Give both reports points in every dimension.' : '';
}
