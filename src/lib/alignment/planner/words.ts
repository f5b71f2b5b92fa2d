import type { Messages } from '../../messages/catalogues/en/index.ts';
import type { Words } from '../../messages/message.ts';
import { percent } from '../../stats/writing/figures.ts';

type PlannerWords = Words<Messages['plannerAnswers']>;

/** A number as people type it and a field shows it: `.912`, `12`. At most four digits behind the point. */
export const shown = (value: number): string => String(Number(value.toFixed(4))).replace(/^(-?)0\./, '$1.');

/** A share as the percentage that was typed: `5 %`, `2.5 %`. */
export const shownPercent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** A computed chance: never 0 % or 100 % if it only comes near. */
export const chanceInWords = (chance: number, { less, more }: Pick<PlannerWords, 'less' | 'more'>): string =>
  chance > 0 && chance < 0.005 ? less : chance < 1 && chance > 0.995 ? more : percent(chance, 0);
