import { problemAt, worded, type Problem } from '../../errors.ts';

/** Address parameters that recruiting platforms use, the usual one first. */
export const usualParameters = ['PROLIFIC_PID', 'participant', 'workerId'] as const;

/** Most places that are made, or that a link has, at once. */
export const MOST_PLACES = 200;
/** Days for which a link can be valid. */
export const crowdDays = [7, 14, 30, 90] as const;

export interface CrowdWish {
  parameter: string;
  /** Empty: one is drawn. */
  completionCode: string;
  places: number;
  days: number;
}

/** Reasons why a link cannot be made as wished, by field. */
export const crowdProblems = ({ parameter, completionCode, places, days }: CrowdWish): Problem[] => [
  ...(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/.test(parameter) ? [] : [problemAt('parameter', worded('crowdParameter'))]),
  ...(completionCode === '' || /^[A-Za-z0-9-]{4,40}$/.test(completionCode)
    ? []
    : [problemAt('completionCode', worded('crowdCode'))]),
  ...(isPlaces(places) ? [] : [problemAt('places', worded('crowdPlaces', { most: MOST_PLACES }))]),
  ...(crowdDays.some((one) => one === days) ? [] : [problemAt('days', worded('chooseTokenDays'))])
];

export const isPlaces = (n: number): boolean => Number.isInteger(n) && n >= 1 && n <= MOST_PLACES;

/** An id of a participant as platforms give them; null for anything else, such as a placeholder that was not filled in. */
export const participantIn = (text: string | null): string | null =>
  text !== null && /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/.test(text) ? text : null;
