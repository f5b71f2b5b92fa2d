import type { Saying } from '../../messages/sayings.ts';
import { type Problem, fieldSays, problemAt } from '../../errors.ts';
import { isDay } from '../../stats/writing/days.ts';
import { defaultInspection, inspectionProblems, type InspectionSettings } from '../inspection/inspection-plan.ts';

/** How a round is run. Given when it opens; what has been handed out, drawn or settled is not touched by a later change. */
export interface RoundSettings {
  /** How many people annotate each query with its items. */
  overlap: number;
  /** `by-domain`: an annotator gets the queries of their domains (`domains`); a query whose domain no annotator has goes to any annotator. */
  assignment: 'random' | 'by-domain';
  /** `as-people-come`: the next free person takes the next query; `ahead`: all queries are dealt out evenly when the round opens. */
  handOut: 'as-people-come' | 'ahead';
  /** By annotator's id, their domains. Only read with `by-domain`. */
  domains: Record<string, string[]>;
  /** Everything random in the round comes from it: orders, hands, batches, samples. */
  seed: number;
  /** ISO date; null for none. */
  deadline: string | null;
  /** Queries in one inspection batch. */
  batchSize: number;
  inspection: InspectionSettings;
  /** Whether items that are valid but not necessary stay in the dataset unless an adjudicator says otherwise. */
  keepUnnecessary: boolean;
}

export const defaultSettings: RoundSettings = {
  overlap: 2,
  assignment: 'random',
  handOut: 'as-people-come',
  domains: {},
  seed: 1,
  deadline: null,
  batchSize: 25,
  inspection: defaultInspection,
  keepUnnecessary: false
};

export type RoundStatus = 'open' | 'paused' | 'finalised';

const wholeBetween = (value: number, low: number, high: number): boolean =>
  Number.isSafeInteger(value) && value >= low && value <= high;

/** Problems that prevent a round with these settings. */
export function settingsProblems(settings: RoundSettings): Problem[] {
  const problems: Problem[] = [];
  const wrong = (column: string, wording: Saying, found: unknown): void =>
    void problems.push(problemAt(column, wording, String(found)));
  const { overlap, seed, batchSize, deadline, assignment, handOut, domains } = settings;
  if (!wholeBetween(overlap, 1, 20)) wrong('overlap', fieldSays('wholeFrom', { least: 1, most: 20 }), overlap);
  if (!wholeBetween(seed, 0, 2 ** 32 - 1)) wrong('seed', fieldSays('wholeFrom', { least: 0, most: 2 ** 32 - 1 }), seed);
  if (!wholeBetween(batchSize, 1, 10_000))
    wrong('batchSize', fieldSays('wholeFrom', { least: 1, most: 10_000 }), batchSize);
  if (deadline !== null && !isDay(deadline))
    wrong('deadline', fieldSays('dateOrEmpty', { example: '2026-09-30' }), deadline);
  if (assignment !== 'random' && assignment !== 'by-domain') wrong('assignment', fieldSays('oneOfTwo'), assignment);
  if (handOut !== 'as-people-come' && handOut !== 'ahead') wrong('handOut', fieldSays('oneOfTwo'), handOut);
  if (assignment === 'by-domain' && Object.values(domains).every((names) => names.length === 0))
    wrong('domains', fieldSays('domainsChoice'), 'none');
  return [...problems, ...inspectionProblems(settings.inspection)];
}
