import { z } from 'zod';
import type { RunForm } from '../../p/[project]/runs/new/run-form.ts';

const text = (most: number) => z.string().max(most);

/** A run as a program asks for it: what the form of a new run asks, as JSON. */
export const runPlan = z
  .strictObject({
    name: text(300).default('').describe('Composed of metrics, systems and judges if absent.'),
    metrics: z
      .array(text(100))
      .min(1)
      .max(50)
      .describe('Names of metrics; `GET /projects/{project}/runs` shows those of earlier runs.'),
    systems: z.array(text(300)).min(1).max(1_000).describe('Names of the systems whose reports are judged.'),
    judges: z
      .array(text(2_000))
      .min(1)
      .max(50)
      .describe('One judge each, as in the form of a new run: `rules`, or `openai:gpt-5.2 temperature=0`.'),
    queries: z.array(text(200)).max(10_000).optional().describe('Qids; all queries that the systems answer if absent.'),
    baseline: text(300).optional().describe('Baseline system of comparing metrics.'),
    prompts: z.record(text(100), text(100)).optional().describe('Version of the prompt by metric.'),
    repeats: z.int().min(1).max(20).default(1).describe('How often each question is asked.'),
    ensemble: z
      .enum(['all-judges', 'answered'])
      .default('all-judges')
      .describe('Judges that a unit needs for a score.'),
    concurrency: z.int().min(1).max(256).optional().describe('Reports judged at the same time.'),
    budget: z.number().positive().nullable().default(null).describe('US dollars that the run may cost.'),
    limits: text(10_000).optional().describe('Limits by provider, as in the form.'),
    prices: text(100_000).optional().describe('Prices by judge, as in the form.'),
    batches: z
      .enum(['single', 'leave'])
      .optional()
      .describe('Asks by batches at half the price; questions without an answer go by single calls or are left.'),
    search: text(100).optional().describe('Search provider of metrics that search.'),
    webSearch: z.enum(['off', 'as-published']).default('off'),
    fresh: z.boolean().default(false).describe('Whether stored answers of earlier runs are ignored.'),
    collected: z.iso.date().optional().describe('Date of reports without one.'),
    texts: z.enum(['with-placeholders', 'placeholder-free']).default('with-placeholders'),
    maxClaims: z.int().positive().optional().describe('Maximum number of claims of a report; all if absent.'),
    settings: z.record(text(100), text(1_000)).optional().describe('Settings that only some metrics have, by name.')
  })
  .meta({ id: 'RunPlan' });

/** The same as typed into the form, so that both are read and refused by the same rules. */
export const formOfPlan = (plan: z.output<typeof runPlan>): RunForm => ({
  name: plan.name,
  metrics: plan.metrics,
  systems: plan.systems,
  baseline: plan.baseline ?? '',
  penalties: {},
  prompts: plan.prompts ?? {},
  judges: plan.judges.join('\n'),
  repeats: String(plan.repeats),
  ensemble: plan.ensemble,
  concurrency: plan.concurrency === undefined ? '' : String(plan.concurrency),
  limits: plan.limits ?? '',
  deadline: '',
  tries: '',
  outage: '',
  batches: plan.batches ?? '',
  budget: plan.budget === null ? '' : String(plan.budget),
  prices: plan.prices ?? '',
  fresh: plan.fresh,
  collected: plan.collected ?? '',
  texts: plan.texts,
  webSearch: plan.webSearch,
  search: plan.search ?? '',
  queries: (plan.queries ?? []).join(' '),
  own: plan.settings ?? {},
  maxClaims: plan.maxClaims === undefined ? '' : String(plan.maxClaims),
  from: '',
  once: ''
});
