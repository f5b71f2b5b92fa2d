/**
 * A rubric as data: what a file says, in the types of the scorer. The published JSON Schema (`static/rubric.schema.json`) is
 * made from `rubricSchema`, and a test holds the two equal.
 */
import { z } from 'zod';
import { groupedBy } from '../../grouping.ts';
import { fingerprint } from '../../runs/fingerprint.ts';

/** First line of every rubric file. A change that makes earlier files mean something else gets another number. */
export const RUBRIC_FORMAT = 'voirdire-rubric/1';

const text = (longest: number) => z.string().trim().min(1).max(longest);
const nameOf = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single hyphens, like my-rubric.')
  .max(60);
/** Keys stand in replies, tables and addresses. */
const keyOf = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/, 'Use letters, digits, ".", "_" and "-", like c1.');
const label = z.string().regex(/^\S(?:.{0,38}\S)?$/u, 'Use 1 to 40 characters without blanks at the ends.');

const labelSchema = z
  .strictObject({
    label: label.describe('As judges and people give it.'),
    value: z.number().nullable().describe('What it is worth; null: not applicable, the criterion leaves every mean.'),
    title: text(80).optional().describe('What people read; the label itself if absent.'),
    meaning: text(500).optional().describe('When to give it; shown to judges and people.')
  })
  .meta({ id: 'Label' });

const scaleSchema = z
  .strictObject({
    labels: z.array(labelSchema).min(2).max(12).optional().describe('The labels, best first.'),
    range: z
      .strictObject({
        from: z.int().min(-100).max(100),
        to: z.int().min(-100).max(100),
        notApplicable: label.optional().describe('A label for what cannot be judged, like N/A.')
      })
      .optional()
      .describe('Whole numbers, each worth itself.')
  })
  .meta({ id: 'Scale' });

const missing = z
  .enum(['unscored', 'zero', 'leave-out'])
  .optional()
  .describe(
    'A criterion without a verdict: the report has no score (default), it counts 0 with its weight, or it is left out.'
  );
const only = z
  .array(keyOf)
  .min(1)
  .optional()
  .describe('Only criteria with one of these tags or in one of these groups; criteria at any depth then.');
const values = z
  .record(z.string(), z.number().nullable())
  .optional()
  .describe('Other values of labels than the scale gives, for this figure alone.');
const round = z.int().min(0).max(12).optional().describe('Decimals to round to, ties to the even digit.');
const of = { missing, only, values, round };

const aggregationSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('weighted-mean'),
      over: z
        .enum(['children', 'criteria'])
        .optional()
        .describe('Groups with their own scores (default), or all criteria together.'),
      empty: z
        .enum(['undefined', 'zero'])
        .optional()
        .describe('Where nothing is to be averaged: no score (default), or 0.'),
      ...of
    }),
    z.strictObject({
      kind: z.literal('signed-sum'),
      clip: z.boolean().optional().describe('Keep the score within 0 and 1. Default: no.'),
      withoutPositive: z
        .enum(['undefined', 'zero', 'from-one'])
        .optional()
        .describe('Where no weight is positive: no score (default), 0, or 1 less the share of faults.'),
      ...of
    }),
    z.strictObject({ kind: z.literal('pass-share'), ...of }),
    z.strictObject({ kind: z.literal('sum'), ...of }),
    z.strictObject({
      kind: z.literal('tree'),
      order: z.enum(['parallel', 'sequential']).optional().describe('Of the topmost nodes. Default: parallel.'),
      missing: z
        .enum(['unscored', 'zero'])
        .optional()
        .describe('A check without a verdict: the report has no score (default), or it counts 0 and closes no gate.'),
      round
    }),
    z.strictObject({ kind: z.literal('against-reference'), missing, round }),
    z.strictObject({
      kind: z.literal('penalties'),
      table: z
        .array(z.strictObject({ upTo: z.int().min(0).nullable(), score: z.number() }))
        .min(2)
        .max(50)
        .describe(
          'Scores by the number of criteria worth more than 0; the last row has upTo null and covers all above.'
        ),
      missing,
      only,
      values
    })
  ])
  .meta({ id: 'Aggregation' });

const nodeSchema = z
  .strictObject({
    key: keyOf.max(80).optional().describe('Unique in its list of criteria; by its place (c1, c2, g3) if absent.'),
    text: text(5000).optional().describe('What is judged; of a criterion.'),
    title: text(300).optional().describe('Name of a group.'),
    explanation: text(5000).optional().describe('Shown below the criterion.'),
    weight: z.number().optional().describe('Default 1. Below 0: a fault when it is met.'),
    tags: z.array(keyOf).max(12).optional().describe('For "only", like vital.'),
    critical: z.boolean().optional().describe('In a tree: below 1 closes the gate of its group.'),
    order: z.enum(['parallel', 'sequential']).optional().describe('Of a group in a tree.'),
    aggregation: aggregationSchema.optional().describe('Of a group; weighted-mean if absent.'),
    get criteria() {
      return z.array(nodeSchema).min(1).max(2000).optional().describe('Of a group.');
    }
  })
  .meta({ id: 'Node' });

const listSchema = z.array(nodeSchema).min(1).max(2000);

export const rubricSchema = z
  .strictObject({
    format: z.literal(RUBRIC_FORMAT),
    $schema: z.string().optional().describe('Address of the JSON Schema, for editors.'),
    name: nameOf,
    version: text(40).describe('Yours, like "1" or "2026-02". Another version is another metric.'),
    title: text(120),
    question: text(300).describe('One sentence: what a score says.'),
    source: text(500).optional().describe('Where the rubric comes from.'),
    scale: scaleSchema.optional().describe('Yes (1) and no (0) if absent.'),
    criteria: listSchema.optional().describe('For every query.'),
    queries: z
      .record(
        z.string(),
        z.strictObject({
          criteria: listSchema,
          context: text(20_000)
            .optional()
            .describe('Shown to judges and annotators with this query: a blocked source, guidance of experts.')
        })
      )
      .optional()
      .describe('By qid: criteria of single queries, in the place of those for every query.'),
    aggregation: aggregationSchema,
    figures: z
      .record(keyOf, z.strictObject({ title: text(120), aggregation: aggregationSchema }))
      .optional()
      .describe('Further figures of a report.'),
    systems: z
      .strictObject({
        pooled: z.strictObject({
          above: keyOf.describe('Name of the further figure that is added up above the line.'),
          below: keyOf.describe('The same below the line.'),
          counted: text(60).describe('Plural noun for what is counted below the line, like citations.')
        })
      })
      .optional()
      .describe('How the value of a system comes from its reports: pooled over them. The mean over queries if absent.'),
    groups: z
      .enum(groupedBy)
      .optional()
      .describe('What groups the systems of its leaderboard, or its queries; nothing if absent.'),
    score: z
      .strictObject({
        min: z.number(),
        max: z.number(),
        better: z.enum(['higher', 'lower']).optional(),
        times: z.number().positive().optional().describe('Multiplies the score, like 100 for per cent. Default 1.')
      })
      .optional()
      .describe(
        'Range of a score; 0 to 1, higher is better, if absent. Widened to every score that the rubric can give.'
      ),
    prompt: z
      .strictObject({
        instructions: text(20_000).optional().describe('Your own words to the judge.'),
        message: text(20_000)
          .optional()
          .describe(
            'Your own frame; has to hold {report} and {criteria}, and may hold {query}, {date}, {context}, {scale}, {reference}.'
          ),
        ask: z
          .enum(['all', 'group', 'criterion'])
          .optional()
          .describe('What one call asks about. Default: all criteria.'),
        perCall: z.int().min(1).max(200).optional().describe('Criteria in one call at most. Default 50.'),
        showWeights: z.boolean().optional().describe('Whether the judge sees weights. Default: no.')
      })
      .optional()
  })
  .meta({
    id: 'Rubric',
    title: 'Voirdire rubric',
    description: 'A rubric by which Voirdire judges reports; see docs/rubrics.md.'
  });

export type Rubric = z.infer<typeof rubricSchema>;
export type RubricNode = z.infer<typeof nodeSchema>;
export type RubricAggregation = z.infer<typeof aggregationSchema>;
export type RubricLabel = z.infer<typeof labelSchema>;

/** The JSON Schema (draft 2020-12) of rubric files, as it is published. */
export function rubricJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(rubricSchema, { io: 'input', target: 'draft-2020-12' }) as Record<string, unknown>;
}

/** SHA-256 over the canonical JSON of what the file says; comments, order of fields and notation do not enter. */
export function hashRubric(rubric: Rubric): string {
  const { $schema: _, ...said } = rubric;
  return fingerprint(said);
}

/** The labels of the rubric's scale, in the order in which people see them. */
export function rubricLabels({ scale }: Pick<Rubric, 'scale'>): RubricLabel[] {
  if (scale?.labels !== undefined) return scale.labels;
  if (scale?.range === undefined)
    return [
      { label: 'yes', value: 1, title: 'Yes' },
      { label: 'no', value: 0, title: 'No' }
    ];
  const { from, to, notApplicable } = scale.range;
  const numbers = Array.from({ length: to - from + 1 }, (_, k) => ({ label: String(from + k), value: from + k }));
  return notApplicable === undefined ? numbers : [...numbers, { label: notApplicable, value: null }];
}

/** A criterion with its key, whatever group it is in. */
export interface Criterion {
  key: string;
  text: string;
  explanation: string | null;
  weight: number;
  tags: readonly string[];
  /** Keys of the groups around it, outermost first, and their titles. */
  groups: readonly { key: string; title: string }[];
  critical: boolean;
}

/** A criterion or group with everything that is usually left out. */
export type RubricBranch =
  | { kind: 'criterion'; key: string; weight: number; critical: boolean; criterion: Criterion }
  | {
      kind: 'group';
      key: string;
      weight: number;
      critical: boolean;
      order: 'parallel' | 'sequential';
      aggregation: RubricAggregation;
      children: RubricBranch[];
    };

/** Nodes as branches, with keys by place if the file gives none. */
export function rubricBranches(
  nodes: readonly RubricNode[],
  groups: Criterion['groups'] = [],
  prefix = ''
): RubricBranch[] {
  return nodes.map((node, k): RubricBranch => {
    const isGroup = node.criteria !== undefined;
    const key = node.key ?? `${prefix}${isGroup ? 'g' : 'c'}${String(k + 1)}`;
    const own = { key, weight: node.weight ?? 1, critical: node.critical ?? false };
    if (node.criteria === undefined) {
      const { text: words = '', explanation = null, tags = [] } = node;
      return { kind: 'criterion', ...own, criterion: { ...own, text: words, explanation, tags, groups } };
    }
    const children = rubricBranches(node.criteria, [...groups, { key, title: node.title ?? key }], `${key}.`);
    return {
      kind: 'group',
      ...own,
      order: node.order ?? 'parallel',
      aggregation: node.aggregation ?? { kind: 'weighted-mean' },
      children
    };
  });
}

export function criteriaIn(branches: readonly RubricBranch[]): Criterion[] {
  return branches.flatMap((one) => (one.kind === 'criterion' ? [one.criterion] : criteriaIn(one.children)));
}

/** Whether a figure counts the criterion; `only` are tags and groups. */
export const isSelected = ({ tags, groups }: Criterion, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some((one) => tags.includes(one) || groups.some(({ key }) => key === one));
