import { sayingsOf } from '../../../messages/sayings.ts';
import type { AblationRating, AblationRatings, MaterialAblation } from '../../material-editing.ts';
import type { DailyTask, Importance } from './material.ts';

const say = sayingsOf('ablationProblems');

/** Importance by the rating of the task without the subtask; 4 has none, since nothing is missed. */
const importanceBy: Readonly<Record<Exclude<AblationRating, 4>, Importance>> = { 1: 'P0', 2: 'P1', 3: 'P2' };

/** a, b … z, then g27, g28 … */
const groupName = (index: number): string => (index < 26 ? String.fromCharCode(97 + index) : `g${index + 1}`);

/**
 * Importance of subtasks by the author's ablation (arXiv 2606.12871, section 4.3): the task without one subtask is rated 1 → P0,
 * 2 → P1, 3 → P2; 4 is refused, since a subtask whose absence is not noticed is no requirement. Subtasks of P2 that together make
 * the task deficient (a joint rating of 1 or 2) are a group; jointly rated 3 or 4, they are none.
 */
export const taskAblation: MaterialAblation<DailyTask> = {
  parts: ({ subtasks }) => subtasks.map(({ key, text }) => ({ key, text })),
  apply(task, { single, joint }) {
    const keys = new Set(task.subtasks.map(({ key }) => key));
    const faults = [
      ...task.subtasks.flatMap(({ key }) => {
        const rating = single[key];
        if (rating === undefined) return [{ key, reason: say('rate') }];
        return rating === 4
          ? [{ key, reason: say('notNeeded') }] // prettier-ignore
          : [];
      }),
      ...Object.keys(single).flatMap((key) => (keys.has(key) ? [] : [{ key, reason: say('noSubtask') }])) // prettier-ignore
    ];
    const groups = joint.filter(({ rating }) => rating <= 2);
    const seen = new Set<string>();
    for (const { keys: members } of joint) {
      if (new Set(members).size < 2) faults.push({ key: members[0] ?? '', reason: say('twoOrMore') });
      for (const key of members)
        if (single[key] !== 3) faults.push({ key, reason: say('ratedThree') }); // prettier-ignore
    }
    for (const { keys: members } of groups)
      for (const key of new Set(members)) {
        if (seen.has(key)) faults.push({ key, reason: say('twoGroups') });
        seen.add(key);
      }
    if (faults.length > 0) return { faults };
    return {
      content: {
        ...task,
        subtasks: task.subtasks.map((one) => {
          const at = groups.findIndex(({ keys: members }) => members.includes(one.key));
          const importance = importanceBy[single[one.key] as Exclude<AblationRating, 4>];
          return { ...one, importance, group: at < 0 ? null : groupName(at) };
        })
      }
    };
  },
  summary: ({ single, joint }: AblationRatings) =>
    [
      ...Object.entries(single).map(([key, rating]) => `without ${key}: ${rating}`),
      ...joint.map(({ keys, rating }) => `without ${keys.join(' and ')}: ${rating}`)
    ].join(', ')
};
