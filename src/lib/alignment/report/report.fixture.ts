import type { Estimate } from '../../stats/index.ts';
import type { CandidateFigures } from '../ensembles/candidates.ts';
import type { AlignmentReport } from './report.ts';
import type { BesideKey } from '../agreement/beside.ts';

/** A candidate of a report by its name. */
export const candidate = (of: AlignmentReport, name: string): CandidateFigures =>
  of.candidates.find((c) => c.name === name)!;
export const valueOf = (estimate: Estimate | null): number | null => estimate!.value;
export const besideOf = (of: CandidateFigures, key: BesideKey): number | null =>
  of.beside.find((one) => one.key === key)!.figure.value;

/** Every number anywhere in a value, with the path to it. */
export function numbers(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => numbers(member, `${path}.${key}`));
}
