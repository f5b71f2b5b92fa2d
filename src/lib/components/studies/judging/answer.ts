import { CANNOT_JUDGE } from '../../../studies/kinds/kind.ts';
import type { Messages } from '../../../messages/catalogues/en/index.ts';
import type { ItemAnswer, AssignmentAsks } from './assignment-page.ts';

/** Messages that say what an answer lacks. */
export type Lack = Extract<keyof Messages['judging'], `lacks${string}`>;

/** Points given so far, and how many are asked for. */
export function pointsGiven({ points }: ItemAnswer): { given: number; asked: number } {
  const all = points.flatMap((one) => Object.values(one));
  return { given: all.filter((one) => typeof one === 'number').length, asked: all.length };
}

/** The message that says what an answer still lacks before it can be committed; empty if it is complete. */
export function lacking(
  answer: ItemAnswer,
  note: string,
  asks: Pick<AssignmentAsks, 'dimensions'> & { lists?: string }
): Lack | '' {
  if (answer.chosen === CANNOT_JUDGE) {
    const says = answer.reason !== null && answer.reason !== 'other';
    return says || note.trim() !== '' ? '' : 'lacksReason';
  }
  if (answer.places.length > 0 && !answer.places.includes(1)) return 'lacksFirst';
  if (asks.lists && answer.chosen === asks.lists && !/^\s*>\s*\S/m.test(note)) return 'lacksIssue';
  const { given, asked } = pointsGiven(answer);
  return asks.dimensions && given < asked ? 'lacksPoints' : '';
}
