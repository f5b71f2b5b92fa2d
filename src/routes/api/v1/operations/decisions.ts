import { z } from 'zod';
import { recordAdoption } from '$lib/alignment/adoption/adoptions.server.ts';
import { currentDecision, listDecisions, type Decision } from '$lib/alignment/adoption/decisions.server.ts';
import { requireLiftedEmbargo } from '$lib/alignment/adoption/embargo.server.ts';
import { namedEnsemble } from '$lib/alignment/ensembles/named-ensemble.ts';
import { rules } from '$lib/alignment/ensembles/ensembles.ts';
import { outcomes } from '$lib/alignment/units/outcomes.ts';
import { fieldSays, refuse } from '$lib/errors.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { findMetric } from '$lib/scorer/suites/index.ts';
import { authorize, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { writesSeen } from '$lib/server/db/client.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { utcMoment } from '../moments.ts';
import { projectOperation } from '../operation.ts';
import { cutPage, pageOfRows, pageParameters } from '../paged.ts';
import { studyOfPath } from './studies.ts';

const decision = z
  .object({
    id: z.string(),
    metric: z.string(),
    study: z.int().nullable().describe('Number of the study on which it is based.'),
    outcome: z.string().describe('adopt, adopt-with-escalation, collect-more-labels or reject.'),
    ensemble: z
      .object({
        rule: z.string(),
        judges: z.array(z.object({ spec: z.string(), fingerprint: z.string() })),
        prompt: z.object({ name: z.string(), version: z.string(), hash: z.string() })
      })
      .nullable()
      .describe('Null if no ensemble was adopted.'),
    recommended: z.object({ outcome: z.string(), text: z.string(), against: z.boolean() }),
    reason: z.string(),
    by: z.string(),
    at: utcMoment,
    inForce: z.boolean(),
    changed: z.array(z.string()).describe('Changes since; not empty if the decision in force is reopened.')
  })
  .meta({ id: 'Decision' });

type Reading = ProjectGrant<'read-results'>;

/** Decisions as they are sent, with the numbers of their studies and those in force. */
function shownDecisions(db: App.Locals['db'], grant: Reading, decisions: readonly Decision[]) {
  const numbers = new Map(listStudies(db, grant, { archived: true }).map(({ id, number }) => [id, number]));
  const current = new Map(
    [...new Set(decisions.map((one) => one.metric))].map((name) => [name, currentDecision(db, grant, name)])
  );
  return decisions.map((one) => {
    const standing = current.get(one.metric);
    const inForce = standing?.id === one.id;
    const { id, outcome, ensemble, recommended, reason, decidedByName, decidedAt } = one;
    return {
      ...{ id, metric: one.metric, outcome, recommended, reason, inForce },
      study: numbers.get(one.studyId) ?? null,
      ensemble: ensemble && { ...ensemble, judges: [...ensemble.judges] },
      ...{ by: decidedByName, at: decidedAt },
      changed: inForce ? standing!.validity.changed : []
    };
  });
}

export const decisionOperations = [
  projectOperation({
    id: 'listDecisions',
    method: 'GET',
    path: '/projects/{project}/decisions',
    tag: 'Alignment',
    summary: 'List the decisions on ensembles, the newest first, with those in force.',
    access: 'read-results',
    query: pageParameters().extend({ metric: z.string().max(100).optional() }),
    answer: pageOfRows(decision),
    run: ({ locals: { db }, grant, query: { metric, ...asked } }) => {
      const found = cutPage(listDecisions(db, grant, metric), asked);
      return { ...found, rows: shownDecisions(db, grant, found.rows) };
    }
  }),
  projectOperation({
    id: 'getAdoptionState',
    method: 'GET',
    path: '/projects/{project}/metrics/{metric}/adoption',
    tag: 'Alignment',
    summary: 'Read whether judges are adopted for a metric.',
    access: 'read-results',
    answer: z
      .object({
        metric: z.string(),
        state: z
          .enum(['none', 'not-adopted', 'adopted', 'reopened'])
          .describe(
            'none: no decision. not-adopted: the decision in force adopts no judges. reopened: judges or prompt have changed since.'
          ),
        decision: decision.nullable()
      })
      .meta({ id: 'AdoptionState' }),
    run: ({ locals: { db }, grant, params }) => {
      const metric = params.metric!;
      const found = currentDecision(db, grant, metric);
      if (found === null && !findMetric(metric)) refuse.isMissing(fieldSays('unknownMetric'));
      if (found === null) return { metric, state: 'none' as const, decision: null };
      const state = found.ensemble === null ? 'not-adopted' : found.validity.valid ? 'adopted' : 'reopened';
      return { metric, state, decision: shownDecisions(db, grant, [found])[0]! } as const;
    }
  }),
  projectOperation({
    id: 'recordDecision',
    method: 'POST',
    path: '/projects/{project}/studies/{study}/decisions',
    tag: 'Alignment',
    summary: 'Record the decision that a study supports for its metric: adopt judges, or not.',
    about:
      'Refused until the figures are unblinded. The server computes the figures anew; the decision, the recommendation and the reason are kept for good.',
    access: 'manage',
    body: z
      .strictObject({
        outcome: z.enum(outcomes),
        judges: z
          .array(z.string().max(2_000))
          .max(50)
          .optional()
          .describe('Judges to adopt, by their specs; the ensemble that the procedure selected if absent.'),
        rule: z.enum(rules).optional().describe('Rule that combines their labels.'),
        run: z.int().min(1).optional().describe('Another run whose judges are compared with the labels.'),
        reason: z.string().max(4_000).describe('Reason for the decision.'),
        acknowledged: z.boolean().default(false).describe('Whether a rejected protocol is adopted knowingly.')
      })
      .meta({ id: 'NewDecision' }),
    status: 201,
    answer: decision,
    run: async ({ grant, body, ...asked }) => {
      const { db, aside } = asked.locals;
      const reading = authorize(grant.actor, grant.resource, 'read-results');
      const { id: studyId, metric, runId: own } = studyOfPath(asked, reading);
      requireLiftedEmbargo(db, reading, studyId);
      const { outcome, reason, acknowledged } = body;
      const named = body.run === undefined ? undefined : runByNumber(db, reading, body.run).id;
      const runId = named === own ? undefined : named;
      const writes = writesSeen(db);
      const study = await aside.study(reading, studyId, { runId });
      asked.checkAgain();
      const ensemble = namedEnsemble(study, body.judges, body.rule);
      const input = { studyId, metric, outcome, ...ensemble, reason, acknowledged, runId };
      const made = recordAdoption(db, grant, input, {}, { study, writes });
      return shownDecisions(db, reading, [made])[0]!;
    }
  })
];
