import { z } from 'zod';
import type { MaterialKind } from '../../suite.ts';

/** Constraints of a requirement (arXiv 2606.12871, appendix A.2), in the order of the paper. */
export const constraints = {
  content: 'Content',
  scope: 'Scope',
  completeness: 'Completeness',
  quantity: 'Quantity',
  format: 'Format',
  setting: 'Setting',
  attribute: 'Attribute',
  'action-rule': 'Action and rule',
  function: 'Function'
} as const;
export type Constraint = keyof typeof constraints;

/** Constraints that only restrict another one: no subtask consists of them alone. */
export const modifiers = ['scope', 'completeness'] as const satisfies readonly Constraint[];

const ownConstraints = (Object.keys(constraints) as Constraint[]).filter(
  (one): one is Exclude<Constraint, (typeof modifiers)[number]> => !(modifiers as readonly string[]).includes(one)
);

const text = z.string().regex(/\S/, 'Write at least one word');

/**
 * How much a task without this subtask is worth to its author: 1 (unhelpful) makes P0, 2 (deficient) P1, 3 (acceptable) P2. Subtasks
 * of P2 that are deficient only when several of them are missing share a `group`.
 */
export const importances = ['P0', 'P1', 'P2'] as const;

const subtask = z
  .strictObject({
    /** Unique within the task, e.g. `s1`. */
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits and hyphens, 40 at most'),
    text,
    constraint: z.enum(ownConstraints),
    modifiers: z.array(z.enum(modifiers)).max(2).default([]),
    /** Rubrics by dimension. Instruction following is always judged; the others if they apply. */
    rubrics: z.strictObject({ ins: text, fac: text.nullable().default(null), rat: text.nullable().default(null) }),
    /** Null until the author has rated the task without it. */
    importance: z.enum(importances).nullable().default(null),
    group: z
      .string()
      .regex(/^\S(.{0,38}\S)?$/)
      .nullable()
      .default(null)
  })
  .refine(({ group, importance }) => group === null || importance === 'P2', {
    path: ['group'],
    message: 'Only subtasks of importance P2 can belong to a group'
  });

export const dailyTask = z.strictObject({
  type: z.enum(['retrieval', 'analysis']),
  /** Id of the topic from which the task was made; null if it is not known. */
  topic: text.nullable().default(null),
  /** Last day of evidence, ISO date (see the setting `evidenceDate`); null: no limit. */
  evidenceLimit: z.iso.date().nullable().default(null),
  subtasks: z
    .array(subtask)
    .min(1, 'A task has at least one subtask')
    .superRefine((all, { addIssue }) => {
      const twins = all.map(({ key }, at) => (all.findIndex((one) => one.key === key) < at ? at : -1));
      for (const at of twins.filter((one) => one >= 0))
        addIssue({
          ...{ code: 'custom', path: [at, 'key'], input: all[at]!.key },
          message: `Another subtask has the key ${all[at]!.key}`
        });
    })
});

export type DailyTask = z.infer<typeof dailyTask>;
export type Subtask = DailyTask['subtasks'][number];
export type Importance = (typeof importances)[number];

/** The dimensions of a subtask's rubrics, in the order of the cascade. */
export const dimensions = ['ins', 'fac', 'rat'] as const;
export type Dimension = (typeof dimensions)[number];

export const dimensionTitles: Readonly<Record<Dimension, string>> = {
  ins: 'Instruction following',
  fac: 'Factuality',
  rat: 'Rationality'
};

/** Importance as people read it: `P1`, `P2 (group a)`. */
export const importanceText = ({ importance, group }: Pick<Subtask, 'importance' | 'group'>): string =>
  importance === null ? 'not rated' : group === null ? importance : `${importance} (group ${group})`;

const RUBRICS: Readonly<Record<Dimension, string>> = {
  ins: 'Rubrics of instruction following',
  fac: 'Rubrics of factuality',
  rat: 'Rubrics of rationality'
};

const TYPES = { retrieval: 'Retrieval', analysis: 'Analysis' };

export const dailyTaskKind: MaterialKind<DailyTask> = {
  title: 'Subtasks and rubrics',
  schema: dailyTask,
  facts: ({ type, topic, evidenceLimit, subtasks }) => [
    { term: 'Type of task', value: TYPES[type] },
    ...(topic === null ? [] : [{ term: 'Topic', value: topic }]),
    { term: 'Evidence until', value: evidenceLimit ?? 'no limit' },
    { term: 'Subtasks', value: String(subtasks.length) },
    ...dimensions.map((one) => ({
      term: RUBRICS[one],
      value: String(subtasks.filter(({ rubrics }) => rubrics[one] !== null).length)
    }))
  ],
  lines: ({ subtasks }) =>
    subtasks.flatMap((one) => [
      `${one.key} (${[constraints[one.constraint], ...one.modifiers.map((each) => constraints[each])].join(', ')}; ${importanceText(one)}): ${one.text}`,
      ...dimensions.flatMap((each) =>
        one.rubrics[each] === null ? [] : [`  ${dimensionTitles[each]}: ${one.rubrics[each]}`]
      )
    ])
};
