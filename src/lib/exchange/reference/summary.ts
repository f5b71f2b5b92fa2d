import { sayingsOf } from '../../messages/sayings.ts';
import { firstBytes, type FileContent } from '../format/file-content.ts';
import { isObject, parseJson } from '../format/json-value.ts';
import { ProblemList, type Parsed } from '../format/problem-list.ts';
import { isCriterion, type ReferenceCriterion, type ReferenceJudge } from './results.ts';
import { decodeUtf8 } from '../format/utf8.ts';

const say = sayingsOf('referenceProblems');

/** Means of one judge as `summary_*.json` tells them. */
export interface ReferenceSummary {
  judge: ReferenceJudge;
  means: { system: string; criterion: ReferenceCriterion; mean: number; count: number }[];
  /** Each order of a comparison is a game there. */
  games: { system: string; criterion: ReferenceCriterion; wins: number; losses: number; ties: number }[];
}

/** Reads the means and win rates of one judge. Averages of two judges are left out: they count what is not counted here. */
export function parseReferenceSummary(bytes: Uint8Array, name: string): Parsed<ReferenceSummary> {
  const problems = new ProblemList();
  const text = decodeUtf8(bytes, problems);
  const value = text === null ? undefined : parseJson(text);
  const summary: ReferenceSummary = { judge: { provider: 'unknown', model: 'default' }, means: [], games: [] };
  if (!isObject(value) || !isObject(value['results_by_model'])) {
    if (!problems.any) problems.add(null, name, say('noMeans'));
    return problems.answer(summary);
  }
  const { metadata } = value;
  if (isObject(metadata)) {
    if (typeof metadata['provider'] === 'string') summary.judge.provider = metadata['provider'];
    if (typeof metadata['model'] === 'string') summary.judge.model = metadata['model'];
  }
  for (const [system, results] of Object.entries(value['results_by_model']))
    for (const [criterion, told] of Object.entries(isObject(results) ? results : {})) {
      if (!isCriterion(criterion) || !isObject(told) || 'mean_a' in told) continue;
      const { mean, count } = told;
      if (typeof mean === 'number' && typeof count === 'number') summary.means.push({ system, criterion, mean, count });
      const { wins, losses, ties } = told;
      if (typeof wins === 'number' && typeof losses === 'number' && typeof ties === 'number')
        summary.games.push({ system, criterion, wins, losses, ties });
    }
  return problems.answer(summary);
}

/** Whether the file holds means, and no results. */
export const isSummary = (content: FileContent): boolean => {
  const head = new TextDecoder().decode(firstBytes(content, 1_000_000));
  return /"results_by_model"\s*:/.test(head) && !/"reports"\s*:\s*\[/.test(head);
};
