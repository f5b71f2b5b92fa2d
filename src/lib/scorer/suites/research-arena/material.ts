import { z } from 'zod';
import type { MaterialKind } from '../../suite.ts';
import {
  difficulties,
  type Difficulty,
  type Discipline,
  disciplineNames,
  disciplines,
  families,
  type Family,
  familyNames,
  languages,
  type Language,
  phases
} from './vocabulary.ts';
import { weightSum, weightsSumToOne } from './weights.ts';

const text = z.string().regex(/\S/, 'Write at least one word');
const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use lower-case letters, digits and hyphens, 40 at most');
const unique = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;
const names = <Name extends string>(of: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(of) as [Name, ...Name[]]);

/** One of a task's criteria. Its share of the score is its weight by the sum of all. */
const criterion = z.strictObject({
  /** Unique within the task, e.g. `c1`. */
  key,
  title: text,
  /** The object of the rating, and the grounds of a high one. */
  description: text,
  weight: z.number().gt(0, 'A weight is above 0').max(1.05)
});

/** 3–6 criteria whose weights sum to 1 ± .05 (arXiv 2509.01396, appendix D), as they were written. */
export const criteriaList = z
  .array(criterion)
  .min(3, 'A task has 3 to 6 criteria')
  .max(6, 'A task has 3 to 6 criteria')
  .refine((all) => unique(all.map((one) => one.key)), 'Two criteria have the same key')
  .superRefine((all, context) => {
    const weights = all.map(({ weight }) => weight);
    if (weights.every(Number.isFinite) && !weightsSumToOne(weights))
      context.addIssue({ code: 'custom', message: `The weights sum to ${weightSum(weights)}, not to 0.95–1.05` });
  });

/** Where a key point comes from: an address, and words of its page, letter by letter. */
const origin = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  spans: z.array(text).min(1, 'Quote at least one passage')
});

/** One point that matters for the task, with every source that makes it. */
const keyPoint = z.strictObject({ key, text, sources: z.array(origin).min(1, 'Name at least one source') });

const keyPointList = z
  .array(keyPoint)
  .refine((all) => unique(all.map((one) => one.key)), 'Two key points have the same key');

export const researchTask = z.strictObject({
  discipline: z.enum(disciplineNames as [Discipline, ...Discipline[]]),
  /** Family of the task; its phase and emphasis follow from it (`vocabulary.ts`). */
  family: z.enum(familyNames as [Family, ...Family[]]),
  difficulty: names<Difficulty>(difficulties),
  language: names<Language>(languages),
  /** The talk from which the task was made, and its inspirations; null if the task has another origin. */
  source: z
    .strictObject({ talk: text, inspirations: z.array(text).min(1, 'Name at least one inspiration') })
    .nullable()
    .default(null),
  /** Null until they are made; frozen with the dataset version. */
  criteria: criteriaList.nullable().default(null),
  /** Specs of the models that made the criteria and the key points; null: people wrote them, or it is not known. */
  criteriaBy: text.nullable().default(null),
  /** Null until they are extracted; empty: no source made a point. */
  keyPoints: keyPointList.nullable().default(null),
  keyPointsBy: text.nullable().default(null)
});

/** Material of DeepResearch Arena (arXiv 2509.01396) on a task. */
export type ResearchTask = z.infer<typeof researchTask>;
export type ArenaCriterion = z.infer<typeof criterion>;
export type KeyPoint = z.infer<typeof keyPoint>;

export const researchTaskKind: MaterialKind<ResearchTask> = {
  title: 'Task, criteria and key points',
  schema: researchTask,
  facts: ({ discipline, family, difficulty, language, source, criteria, keyPoints }) => [
    { term: 'Discipline', value: disciplines[discipline] },
    { term: 'Family', value: `${families[family].title} (${phases[families[family].phase]})` },
    { term: 'Difficulty', value: difficulties[difficulty] },
    { term: 'Language', value: languages[language] },
    ...(source === null
      ? []
      : [{ term: 'Talk', value: `${source.talk}, inspirations ${source.inspirations.join(', ')}` }]),
    { term: 'Criteria', value: criteria === null ? 'not made yet' : String(criteria.length) },
    { term: 'Key points', value: keyPoints === null ? 'not extracted yet' : String(keyPoints.length) }
  ],
  lines: ({ discipline, family, difficulty, criteria, keyPoints }) => [
    `${disciplines[discipline]} · ${families[family].title} (${phases[families[family].phase]}) · ${difficulties[difficulty]}`,
    ...(criteria ?? []).map(
      ({ weight, title, description }) => `Criterion ${title} (weight ${weight}): ${description}`
    ),
    ...(keyPoints ?? []).flatMap((point) => [
      `Key point ${point.key}: ${point.text}`,
      ...point.sources.flatMap(({ url, spans }) => spans.map((span) => `  “${span}” (${url})`))
    ])
  ]
};
