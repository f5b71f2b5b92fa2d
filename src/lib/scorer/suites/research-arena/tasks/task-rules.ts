import { many } from '../../../../stats/writing/figures.ts';
import { wordsOfReport } from '../../../leaderboard/figures/report-length.ts';
import { families, type Difficulty, type Family, phases, type Phase } from '../vocabulary.ts';

export const FEWEST_TASKS = 5;
export const MOST_TASKS = 8;
export const TASK_WORDS = 100;
export const MOST_OF_FAMILY = 2;

/** A task as a model wrote it from inspirations, which it names by number from 1. */
export interface WrittenTask {
  task: string;
  family: Family;
  difficulty: Difficulty;
  /** Words of the task that say what is to be handed in. */
  deliverable: string;
  inspirations: readonly number[];
}

/** Words by which a task refers to where it comes from, so that it does not stand alone. */
const refersBack = [
  /\b(?:the|this|that|our|said|aforementioned) (?:seminar|talk|lecture|transcript|presentation|speakers?|presenters?|panel|podcast|discussion above)\b/i,
  /\b(?:as|was|were) (?:mentioned|discussed|noted|said|described) (?:above|earlier|in the (?:seminar|talk|lecture))\b/i,
  /\binspirations?\s*(?:\d|#|\(|above|from)/i,
  /\bthe (?:given |provided |above )?inspirations?\b/i,
  /(?:该|本|这[场次个]|上述|此次)(?:讲座|研讨会|演讲|报告会|讲者|演讲者|文字稿|灵感)|(?:讲座|研讨会|演讲)中(?:提到|所述|讨论)/
];

/** The words of a task that refer to the talk or to its inspirations; null if it stands alone. */
export function referenceBack(task: string): string | null {
  for (const pattern of refersBack) {
    const [found] = pattern.exec(task) ?? [];
    if (found !== undefined) return found;
  }
  return null;
}

const oneLine = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

/** All that is wrong with one task, whatever the others are. @param inspirations how many there are */
function taskFaults({ task, deliverable, inspirations: named }: WrittenTask, inspirations: number): string[] {
  const words = wordsOfReport(task).length;
  const back = referenceBack(task);
  const unknown = named.filter((one) => one < 1 || one > inspirations);
  return [
    ...(words > TASK_WORDS ? [`It has ${words} words, and at most ${TASK_WORDS} are allowed.`] : []),
    ...(back === null ? [] : [`It refers to its origin (“${back}”), and a task has to stand alone.`]),
    ...(deliverable.trim() !== '' && oneLine(task).includes(oneLine(deliverable))
      ? []
      : ['Its deliverable is not in its text.']),
    ...(named.length === 0 ? ['It rests on no inspiration.'] : []),
    ...(unknown.length > 0 ? [`There is no inspiration ${unknown.join(', ')}.`] : [])
  ];
}

export interface CheckedTasks {
  /** In their order, the first of a family before later ones. */
  kept: WrittenTask[];
  dropped: { task: WrittenTask; reason: string }[];
  /** Properties that the kept tasks lack as a set. */
  faults: string[];
}

/**
 * Tasks that satisfy the rules, those that do not with the reason, and what the set lacks: 5–8 tasks in all three phases, at most two of a
 * family, none twice (arXiv 2509.01396, appendix D).
 */
export function checkTasks(tasks: readonly WrittenTask[], inspirations: number): CheckedTasks {
  const kept: WrittenTask[] = [];
  const dropped: CheckedTasks['dropped'] = [];
  for (const task of tasks) {
    const own = taskFaults(task, inspirations);
    const reason =
      own.length > 0
        ? own.join(' ')
        : kept.some((one) => oneLine(one.task) === oneLine(task.task))
          ? 'An earlier task has the same words.'
          : kept.filter((one) => one.family === task.family).length >= MOST_OF_FAMILY
            ? `There are ${MOST_OF_FAMILY} tasks of the family ${families[task.family].title} already.`
            : kept.length >= MOST_TASKS
              ? `There are ${MOST_TASKS} tasks already.`
              : null;
    if (reason === null) kept.push(task);
    else dropped.push({ task, reason });
  }
  const missing = (Object.keys(phases) as Phase[]).filter(
    (phase) => !kept.some(({ family }) => families[family].phase === phase)
  );
  const faults = [
    ...(kept.length < FEWEST_TASKS
      ? [`The set has ${many(kept.length, 'task')}, and at least ${FEWEST_TASKS} are asked for.`]
      : []),
    ...missing.map((phase) => `No task is in the phase ${phases[phase]}.`)
  ];
  return { kept, dropped, faults };
}

/** Words of a task as a set, for likeness. */
const wordSet = (text: string): Set<string> => new Set(wordsOfReport(text.toLowerCase()));

/** Two tasks whose sets of words share this much of their union say the same. */
const NEAR_DUPLICATE = 0.8;

/**
 * For each text the place of the first earlier one that says nearly the same (Jaccard index of the sets of words at .8 or above), or null.
 */
export function nearDuplicates(texts: readonly string[]): (number | null)[] {
  const sets = texts.map(wordSet);
  return sets.map((own, at) => {
    const earlier = sets.slice(0, at).findIndex((other) => {
      const [small, large] = own.size < other.size ? [own, other] : [other, own];
      if (small.size < NEAR_DUPLICATE * large.size) return false;
      const shared = [...small].filter((word) => large.has(word)).length;
      return shared > 0 && shared >= NEAR_DUPLICATE * (own.size + other.size - shared);
    });
    return earlier === -1 ? null : earlier;
  });
}
