import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { fieldSays, problemAt, refuse } from '$lib/errors.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { findMetric } from '$lib/scorer/suites/index.ts';
import { authorize, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { isStudyKind, kindByName } from '$lib/studies/kinds/index.ts';
import { copiedPlan } from '$lib/studies/planning/copied-plan.server.ts';
import { groupings, type SampleInput } from '$lib/studies/planning/drawing/sampling.ts';
import { firstKindFor } from '$lib/studies/planning/plan-choices.ts';
import { peopleNamed } from '$lib/studies/planning/plan-choices.server.ts';
import { revealPolicies, type StudyInput } from '$lib/studies/planning/study-input.ts';
import { studySettings } from '$lib/studies/planning/study-settings.ts';

const leadSays = sayingsOf('leadRefusals');

const size = z.int().min(0).max(1_000_000);
const names = z.array(z.string().max(300)).max(10_000).optional();
const only = z
  .strictObject(Object.fromEntries(groupings.map((by) => [by, names])))
  .optional()
  .describe('Categories, systems and items from which to sample; all if absent.');

const sample = z
  .union([
    z.strictObject({ items: size, only }),
    z.strictObject({ allAgree: size, someDiffer: size, only }),
    z.strictObject({ by: z.enum(groupings), each: size, only }),
    z.strictObject({ reports: size, perReport: size, only })
  ])
  .describe(
    'Sample size in one of four forms: items; items on which the judges do not differ and differ; items per group; reports and items per report.'
  );

const choices = {
  run: z.int().min(1).describe('Number of the run with the reports and items to judge.'),
  name: z.string().max(300),
  people: z
    .array(z.string().max(300))
    .max(1_000)
    .optional()
    .describe('E-mail addresses of the annotators; all annotators of the project if absent.'),
  overlap: z.int().min(1).max(1_000).optional().describe('Annotators per item; 2 if absent, or 1 for one annotator.'),
  seed: z.int().min(1).max(2_147_483_647).optional().describe('Seed of the sample; random if absent.'),
  guideline: z.string().max(4_000).optional().describe('Short guideline shown beside every item.'),
  guidelinePage: z.string().max(100_000).optional().describe('Guideline in Markdown; that of the kind if absent.')
};

/** A study as a program plans it: the fields of the page *Plan a study*, as JSON. */
export const studyPlan = z
  .strictObject({
    ...choices,
    metric: z.string().max(200).describe('Name of a metric of the run.'),
    kind: z.string().max(200).optional().describe('Kind of question; the kind that suits the metric if absent.'),
    sample,
    reveal: z
      .enum(revealPolicies)
      .optional()
      .describe('When annotators see the verdicts of the judges; `after-report` if absent.'),
    dimensions: z.boolean().default(false).describe('Whether to ask for points in the dimensions of the metric.'),
    multiSelect: z.boolean().default(false).describe('Whether annotators can mark further acceptable answers.'),
    maskNames: z.boolean().default(true).describe('Whether to mask words by which a report names its own system.'),
    goldEvery: size.default(10).describe('One gold item per this many items; 0 assigns all to every annotator.'),
    repeats: size.default(0).describe('Number of items that each annotator judges twice.'),
    gold: z
      .array(
        z.strictObject({
          purpose: z.enum(['training', 'gold', 'attention']),
          qid: z.string().max(300),
          system: z.string().max(2_000),
          item: z.string().max(300).default(''),
          answer: z.string().max(300),
          reason: z.string().max(4_000).default(''),
          text: z.string().max(4_000).optional()
        })
      )
      .max(200)
      .default([])
      .describe('Training items, gold items and attention checks with their answers.')
  })
  .meta({ id: 'StudyPlan' });

/** Changes to the plan of a study that is copied. */
export const copyPlan = z
  .strictObject({ ...choices, sample })
  .partial()
  .describe('Absent fields are those of the copied study; the seed is new.')
  .meta({ id: 'CopyPlan' });

type Grant = ProjectGrant<'manage'>;

const reading = (grant: Grant): ProjectGrant<'read-results'> => authorize(grant.actor, grant.resource, 'read-results');

export function inputOfPlan({ db, language }: App.Locals, grant: Grant, plan: z.output<typeof studyPlan>): StudyInput {
  const { run, metric: wanted, gold, seed, overlap, reveal, kind: asked, goldEvery, ...rest } = plan;
  const { dimensions, multiSelect, maskNames, repeats, people: emails, ...fields } = rest;
  const { id: runId } = runByNumber(db, reading(grant), run);
  const metric =
    findMetric(wanted) ??
    refuse.invalid(leadSays('studyNotMade'), [problemAt('metric', fieldSays('unknownMetric'), wanted)]);
  const { name: kind, judges } = kindByName(asked ?? firstKindFor(metric), metric.name);
  const people = peopleNamed(db, grant, emails);
  const every = gold.length === 0 ? 0 : goldEvery;
  return {
    ...fields,
    ...{ runId, metric: metric.name, people, language },
    ...(isStudyKind(kind) && { kind }),
    sample: plan.sample as SampleInput,
    settings: studySettings({ dimensions, multiSelect, maskNames, goldEvery: every, repeats }),
    overlap: overlap ?? Math.min(2, Math.max(1, people.length)),
    seed: seed ?? randomInt(1, 1_000_000),
    reveal: reveal ?? (judges.from === 'nothing' ? 'never' : 'after-report'),
    known: gold
  };
}

/** The plan of another study with changes. */
export function inputOfCopy(
  { db }: App.Locals,
  grant: Grant,
  number: number,
  { run, people, seed, sample: sized, ...changes }: z.output<typeof copyPlan>
): StudyInput {
  const { number: _number, leftOut: _leftOut, ...plan } = copiedPlan(db, reading(grant), number);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...plan,
    ...given,
    ...(run !== undefined && { runId: runByNumber(db, reading(grant), run).id }),
    ...(people && { people: peopleNamed(db, grant, people) }),
    ...(sized && { sample: sized as SampleInput }),
    seed: seed ?? randomInt(1, 1_000_000)
  };
}
