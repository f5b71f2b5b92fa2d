import { z } from 'zod';
import { requireLiftedEmbargo } from '$lib/alignment/adoption/embargo.server.ts';
import { alignmentFiles, reportedStudy } from '$lib/exchange/export/alignment/alignment-files.server.ts';
import { refuse } from '$lib/errors.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { download, nameInLanguage } from '../../../download.ts';
import { languageParameter } from '../language-parameter.ts';
import { anyFile, projectOperation } from '../operation.ts';
import { studyOfPath } from './studies.ts';

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
    answer: { type: 'application/json', schema: { type: 'object' }, holds: 'The report as a JSON object.' },
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
            reportedStudy(db, grant, study.id, await aside.study(grant, study.id, { runId }), runId),
            'en'
          )
      });
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
    query: z.strictObject(languageParameter),
    answer: anyFile,
    run: ({ locals, request, project, grant, query, params }) => {
      const study = studyOfPath({ locals, params }, grant);
      const name = params.file!;
      const file = Object.hasOwn(alignmentFiles, name) ? alignmentFiles[name]! : refuse.notFound('file');
      requireLiftedEmbargo(locals.db, grant, study.id);
      return download({ locals, request }, grant, false, {
        name: nameInLanguage(`${project.slug}-study-${study.number}-alignment.${name}`, query.language),
        type: file.type,
        of: { entity: 'study', entityId: study.id },
        content: async () =>
          file.write(
            reportedStudy(locals.db, grant, study.id, await locals.aside.study(grant, study.id)),
            query.language
          )
      });
    }
  })
];
