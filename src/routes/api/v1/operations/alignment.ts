import { z } from 'zod';
import { requireLiftedEmbargo } from '$lib/alignment/adoption/embargo.server.ts';
import { currentDecision, listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import { alignmentFiles, reportedStudy } from '$lib/exchange/export/alignment/alignment-files.server.ts';
import { refuse } from '$lib/errors.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { download } from '../../../download.ts';
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

export const alignmentOperations = [
  projectOperation({
    id: 'getAlignment',
    method: 'GET',
    path: '/projects/{project}/studies/{study}/alignment',
    tag: 'Alignment',
    summary: 'Read the agreement report of a study: every figure with its n and interval.',
    about:
      'The same as the file alignment.json of its page. Refused until the embargo is lifted. The answer waits until the figures are computed, and the audit trail records it.',
    access: 'read-results',
    query: z.strictObject({
      run: z.coerce.number().int().min(1).optional().describe('Another run whose judges are compared with the labels.')
    }),
    answer: { type: 'application/json', holds: 'The report as a JSON object.' },
    run: ({ locals, request, project, grant, query, params }) => {
      const study = studyOfPath({ locals, params }, grant);
      const { db, aside } = locals;
      requireLiftedEmbargo(db, grant, study.id);
      const named = query.run === undefined ? null : runByNumber(db, grant, query.run);
      const runId = named === null || named.id === study.runId ? undefined : named.id;
      return download({ locals, request }, grant, false, {
        name: `${project.slug}-study-${study.number}${runId ? `-run-${named!.number}` : ''}-alignment.json`,
        type: 'application/json; charset=utf-8',
        of: { entity: 'study', entityId: study.id },
        content: async () =>
          alignmentFiles.json!.write(
            reportedStudy(db, grant, study.id, await aside.study(grant, study.id, { runId }), runId)
          )
      });
    }
  }),
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
      const numbers = new Map(listStudies(db, grant, { archived: true }).map(({ id, number }) => [id, number]));
      const found = cutPage(listDecisions(db, grant, metric), asked);
      const current = new Map(
        [...new Set(found.rows.map((one) => one.metric))].map((name) => [name, currentDecision(db, grant, name)])
      );
      return {
        ...found,
        rows: found.rows.map((one) => {
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
        })
      };
    }
  }),
  projectOperation({
    id: 'getAlignmentFile',
    method: 'GET',
    path: '/projects/{project}/studies/{study}/alignment/{file}',
    tag: 'Alignment',
    summary: 'Download a file of the agreement report.',
    about: `\`file\` is one of ${Object.keys(alignmentFiles).join(', ')}.`,
    access: 'read-results',
    answer: { type: 'application/octet-stream', holds: 'The file, in its own media type.' },
    run: ({ locals, request, project, grant, params }) => {
      const study = studyOfPath({ locals, params }, grant);
      const name = params.file!;
      const file = Object.hasOwn(alignmentFiles, name) ? alignmentFiles[name]! : refuse.notFound('file');
      requireLiftedEmbargo(locals.db, grant, study.id);
      return download({ locals, request }, grant, false, {
        name: `${project.slug}-study-${study.number}-alignment.${name}`,
        type: file.type,
        of: { entity: 'study', entityId: study.id },
        content: async () =>
          file.write(reportedStudy(locals.db, grant, study.id, await locals.aside.study(grant, study.id)))
      });
    }
  })
];
