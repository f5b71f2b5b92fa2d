import { z } from 'zod';
import { getQuery } from '$lib/verification/benchmark/benchmark.server.ts';
import { pageOfQueries } from '$lib/verification/benchmark/query-list.server.ts';
import { listVersions } from '$lib/verification/release/versions.server.ts';
import { projectOperation } from '../operation.ts';
import { utcMoment } from '../moments.ts';
import { pagedBy, pageOfRows, listQuestionOf } from '../paged.ts';

const query = z.object({
  qid: z.string(),
  text: z.string(),
  domain: z.string().nullable(),
  category: z.string().nullable(),
  origin: z.enum(['imported', 'heading']).describe('`heading`: a stand-in, made of the heading of a report.')
});

const listedQuery = query
  .extend({
    text: z.string().describe('The first 280 characters.'),
    more: z.boolean().describe('Whether the text continues.'),
    items: z.int(),
    criteria: z.int()
  })
  .meta({ id: 'ListedQuery' });

const item = z
  .object({
    key: z.string(),
    kind: z.enum(['item', 'criterion']),
    text: z.string(),
    weight: z.number().nullable(),
    dimension: z.string().nullable(),
    explanation: z.string().nullable()
  })
  .meta({ id: 'ChecklistItem' });

const version = z
  .object({
    number: z.int(),
    contentHash: z.string(),
    queries: z.int(),
    items: z.int(),
    frozenAt: utcMoment
  })
  .meta({ id: 'DatasetVersion' });

export const benchmarkOperations = [
  projectOperation({
    id: 'listQueries',
    method: 'GET',
    path: '/projects/{project}/queries',
    tag: 'Benchmark',
    summary: 'List the queries.',
    access: 'read-benchmark',
    query: pagedBy(['position', 'qid', 'domain', 'category', 'items', 'criteria']),
    answer: pageOfRows(listedQuery),
    run: ({ locals, grant, query }) => pageOfQueries(locals.db, grant, listQuestionOf(query))
  }),
  projectOperation({
    id: 'getQuery',
    method: 'GET',
    path: '/projects/{project}/queries/{qid}',
    tag: 'Benchmark',
    summary: 'Read one query with its checklist.',
    access: 'read-benchmark',
    answer: query.extend({ items: z.array(item) }).meta({ id: 'Query' }),
    run: ({ locals, grant, params }) => {
      const { query, items } = getQuery(locals.db, grant, params.qid!);
      return { ...query, items };
    }
  }),
  projectOperation({
    id: 'listDatasetVersions',
    method: 'GET',
    path: '/projects/{project}/versions',
    tag: 'Benchmark',
    summary: 'List the dataset versions.',
    access: 'read-benchmark',
    answer: z.object({ rows: z.array(version) }),
    run: ({ locals, grant }) => ({ rows: listVersions(locals.db, grant) })
  })
];
