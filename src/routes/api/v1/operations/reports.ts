import { z } from 'zod';
import { getReport } from '$lib/verification/benchmark/reports.server.ts';
import { pageOfReports } from '$lib/verification/benchmark/report-list.server.ts';
import { listSystems } from '$lib/verification/benchmark/systems.server.ts';
import { projectOperation } from '../operation.ts';
import { pagedBy, pageOfRows, listQuestionOf } from '../paged.ts';

const system = z
  .object({
    name: z.string(),
    category: z.string().nullable(),
    provider: z.string().nullable(),
    family: z.string().nullable(),
    backbone: z.string().nullable(),
    budget: z.string().nullable(),
    collectedAt: z.string().nullable().describe('ISO date.'),
    reports: z.int()
  })
  .meta({ id: 'System' });

const listedReport = z
  .object({
    id: z.string(),
    qid: z.string(),
    system: z.string(),
    collectedAt: z.string().nullable().describe('ISO date; that of the system if the report has none.'),
    source: z.string().describe('File from which it was imported.')
  })
  .meta({ id: 'ListedReport' });

export const reportOperations = [
  projectOperation({
    id: 'listSystems',
    method: 'GET',
    path: '/projects/{project}/systems',
    tag: 'Reports',
    summary: 'List the systems.',
    access: 'read-results',
    answer: z.object({ rows: z.array(system) }),
    run: ({ locals, grant }) => ({ rows: listSystems(locals.db, grant) })
  }),
  projectOperation({
    id: 'listReports',
    method: 'GET',
    path: '/projects/{project}/reports',
    tag: 'Reports',
    summary: 'List the reports.',
    access: 'read-results',
    query: pagedBy(['system', 'qid', 'collected', 'file']).extend({
      system: z.string().max(300).optional().describe('Name of the system whose reports are listed.')
    }),
    answer: pageOfRows(listedReport),
    run: ({ locals, grant, query: { system, ...asked } }) =>
      pageOfReports(locals.db, grant, listQuestionOf(asked, system === undefined ? {} : { system }))
  }),
  projectOperation({
    id: 'getReport',
    method: 'GET',
    path: '/projects/{project}/reports/{report}',
    tag: 'Reports',
    summary: 'Read one report.',
    access: 'read-results',
    answer: listedReport.extend({ markdown: z.string() }).meta({ id: 'Report' }),
    run: ({ locals, grant, params }) => {
      const { report, query, system } = getReport(locals.db, grant, params.report!);
      return { ...report, qid: query.qid, system: system.name };
    }
  })
];
