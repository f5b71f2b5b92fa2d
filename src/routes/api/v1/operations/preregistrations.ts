import { z } from 'zod';
import { studyOutOfReach } from '$lib/alignment/planner/planned-sample.server.ts';
import { amendedPlan } from '$lib/alignment/preregistration/amended-plan.server.ts';
import { listNumbers, planNumbers, type PreregisteredPlan } from '$lib/alignment/preregistration/analysis-plan.ts';
import { gateNames } from '$lib/alignment/preregistration/gate-names.ts';
import { preregister, procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { stoppingRules } from '$lib/alignment/preregistration/sequential-plan.ts';
import { authorize, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { studyRaters } from '$lib/studies/labels/labels.server.ts';
import { utcMoment } from '../moments.ts';
import { projectOperation } from '../operation.ts';
import { studyOfPath } from './studies.ts';

const numbers = { ...planNumbers, ...listNumbers };

/** One schema for each number of a plan, with its label and range. */
const numberFields = Object.fromEntries(
  Object.entries(numbers).map(([name, { label, from, to }]) => [
    name,
    z.number().optional().describe(`${label}, ${from} to ${to}.`)
  ])
) as Record<keyof typeof numbers, z.ZodOptional<z.ZodNumber>>;

const change = z
  .strictObject({
    ...numberFields,
    judges: z
      .array(z.string().max(2_000))
      .max(50)
      .optional()
      .describe('Judges of candidate ensembles by their specs, or by the first digits of their fingerprints.'),
    gates: z.array(z.enum(gateNames)).max(50).optional().describe('Required gates.'),
    ties: z.enum(['half', 'leave-out']).optional().describe('Treatment of items on which annotators are tied.'),
    stopping: z
      .enum(['fixed', ...stoppingRules])
      .optional()
      .describe('Rule for stopping before the study is complete.'),
    maximum: z.int().min(1).max(10_000).optional().describe('Complete queries at which a sequential study ends.'),
    looks: z.int().min(1).max(100).optional().describe('Number of planned interim looks.'),
    reason: z.string().max(4_000).default('').describe('Reason for changing an earlier preregistration.')
  })
  .meta({ id: 'AnalysisPlanChange' });

const preregistration = z
  .object({
    revision: z.int(),
    plan: z
      .object({
        ...numberFields,
        judges: z.array(z.string()).describe('Specs of the judges.'),
        gates: z.array(z.string()),
        ties: z.string(),
        sequential: z
          .object({ rule: z.string(), maximum: z.int(), looks: z.int() })
          .nullable()
          .describe('Null if labels are analysed once, at the end.')
      })
      .describe('The analysis plan.'),
    reason: z.string().describe('Reason for the change; empty for the first revision.'),
    labels: z.int().describe('Blind labels committed by then.'),
    opened: z.boolean().describe('Whether the labels had been unblinded by then.'),
    by: z.string(),
    at: utcMoment
  })
  .meta({ id: 'Preregistration' });

const text = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value));

/** Specs of the judges of a study by their ids. */
function shownIn(db: App.Locals['db'], grant: ProjectGrant<'read-results'>, studyId: string) {
  const specs = new Map(studyRaters(db, grant, studyId).judges.map(({ judgeId, spec }) => [judgeId, spec]));
  return ({ analysisPlan: { sequential, ...plan }, ...rest }: PreregisteredPlan) => ({
    ...rest,
    plan: { ...plan, sequential: sequential ?? null, judges: plan.judges.map((id) => specs.get(id) ?? id) }
  });
}

export const preregistrationOperations = [
  projectOperation({
    id: 'listPreregistrations',
    method: 'GET',
    path: '/projects/{project}/studies/{study}/preregistrations',
    tag: 'Alignment',
    summary: 'List the preregistered analysis plans of a study, the newest first; the first one is in force.',
    access: 'read-results',
    answer: z.object({ rows: z.array(preregistration) }),
    run: ({ grant, ...asked }) => {
      const { db } = asked.locals;
      const { id } = studyOfPath(asked, grant);
      return { rows: procedureState(db, grant, id).preregistrations.map(shownIn(db, grant, id)) };
    }
  }),
  projectOperation({
    id: 'preregister',
    method: 'POST',
    path: '/projects/{project}/studies/{study}/preregistrations',
    tag: 'Alignment',
    summary: 'Preregister the analysis plan of a study, or a revision of it with a reason.',
    about: 'Absent settings keep the value of the plan in force, or their default. Each revision is kept.',
    access: 'manage',
    body: change,
    status: 201,
    answer: preregistration
      .extend({
        outOfReach: z
          .array(z.object({ gate: z.string(), text: z.string() }))
          .describe('Required gates that the sample cannot pass, regardless of labels.')
      })
      .meta({ id: 'MadePreregistration' }),
    run: ({ grant, body, ...asked }) => {
      const { db } = asked.locals;
      const reading = authorize(grant.actor, grant.resource, 'read-results');
      const study = studyOfPath(asked, reading);
      const { judges, gates, ties, stopping, reason, maximum, looks, ...given } = body;
      const { typed } = amendedPlan(db, reading, study, {
        numbers: Object.fromEntries(
          Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
        ),
        ...{ judges, gates, ties, stopping, maximum: text(maximum), looks: text(looks) }
      });
      const made = preregister(db, grant, study.id, { ...typed, reason });
      return {
        ...shownIn(db, reading, study.id)(made),
        outOfReach: studyOutOfReach(db, reading, study, made.analysisPlan).map(({ gate, text }) => ({ gate, text }))
      };
    }
  })
];
