import { CANNOT_JUDGE } from '../../../studies/kinds/kind.ts';
import type { ItemAnswer, AssignmentAsks } from './assignment-page.ts';

/** Points given so far, and how many are asked for. */
export function pointsGiven({ points }: ItemAnswer): { given: number; asked: number } {
  const all = points.flatMap((one) => Object.values(one));
  return { given: all.filter((one) => typeof one === 'number').length, asked: all.length };
}

/** What an answer still lacks before it can be committed, in words; empty where it is whole. */
export function lacking(
  answer: ItemAnswer,
  note: string,
  asks: Pick<AssignmentAsks, 'dimensions'> & { lists?: string }
): string {
  if (answer.chosen === CANNOT_JUDGE) {
    const says = answer.reason !== null && answer.reason !== 'other';
    return says || note.trim() !== '' ? '' : 'Choose why you can not judge it, or write it in the note.';
  }
  if (answer.places.length > 0 && !answer.places.includes(1)) return 'One report at least has the first place.';
  if (asks.lists && answer.chosen === asks.lists && !/^\s*>\s*\S/m.test(note)) return 'List an issue with its passage.';
  const { given, asked } = pointsGiven(answer);
  return asks.dimensions && given < asked ? 'Give both reports points in every dimension.' : '';
}
