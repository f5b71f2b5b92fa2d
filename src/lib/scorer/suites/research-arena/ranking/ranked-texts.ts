import { many } from '../../../../stats/writing/figures.ts';
import { fingerprint } from '../../../runs/fingerprint.ts';
import type { Difficulty, Family } from '../vocabulary.ts';

/** A task as judges of a ranking see it. */
export interface RankedText {
  text: string;
  family: Family;
  difficulty: Difficulty;
}

type RankedTexts = ReadonlyMap<string, RankedText>;

/** SHA-256 of a task as it was compared. */
export const rankedTextHash = ({ text, family, difficulty }: RankedText): string =>
  fingerprint([text, family, difficulty]);

/** SHA-256 of all tasks of a ranking with their qids: two rankings with the same hash compare the same texts. */
export const rankedTextsHash = (tasks: RankedTexts): string =>
  fingerprint([...tasks].map(([qid, task]) => [qid, rankedTextHash(task)]).sort(([a], [b]) => (a! < b! ? -1 : 1)));

/** How tasks differ from those that were compared; qids in order. */
interface TextsSince {
  changed: string[];
  gone: string[];
  added: string[];
}

export function textsSince(compared: RankedTexts, now: RankedTexts): TextsSince {
  const changed = [...compared].filter(([qid, task]) => {
    const present = now.get(qid);
    return present !== undefined && rankedTextHash(present) !== rankedTextHash(task);
  });
  return {
    changed: changed.map(([qid]) => qid).sort(),
    gone: [...compared.keys()].filter((qid) => !now.has(qid)).sort(),
    added: [...now.keys()].filter((qid) => !compared.has(qid)).sort()
  };
}

/** Whether a set of tasks holds each one as it was compared. */
export const holdsTexts = (compared: RankedTexts, now: RankedTexts): boolean => {
  const { changed, gone } = textsSince(compared, now);
  return changed.length === 0 && gone.length === 0;
};

const named = (qids: readonly string[]): string =>
  qids.length > 12 ? `${qids.slice(0, 12).join(', ')} and ${qids.length - 12} more` : qids.join(', ');

/**
 * The texts of a ranking, one sentence each: their hash, the dataset version that holds them, and what differs by now.
 *
 * @param version number of the newest dataset version that holds every task as it was compared; null: none does
 */
export function textsInWords(hash: string, tasks: number, version: number | null, since: TextsSince): string[] {
  const { changed, gone, added } = since;
  return [
    version === null
      ? `Texts of ${many(tasks, 'task')}, SHA-256 ${hash.slice(0, 16)}, in no dataset version as they were compared.`
      : `Texts of ${many(tasks, 'task')}, SHA-256 ${hash.slice(0, 16)}, as in dataset version ${version}.`,
    ...(changed.length > 0 ? [`Changed since they were compared: ${named(changed)}. Rank the tasks again.`] : []),
    ...(gone.length > 0 ? [`No longer in the benchmark: ${named(gone)}.`] : []),
    ...(added.length > 0 ? [`Not compared, because they came later: ${named(added)}.`] : [])
  ];
}
