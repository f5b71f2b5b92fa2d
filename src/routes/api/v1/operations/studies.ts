import { z } from 'zod';
import {
  fitsStudy,
  isStudyFile,
  studyFile,
  studyFiles,
  type StudyFileName
} from '$lib/exchange/export/study/study-files.server.ts';
import { refuse } from '$lib/errors.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { recordExport } from '$lib/server/exports.ts';
import { arrangeRows } from '$lib/server/lists/arrange-rows.ts';
import { describeFile } from '$lib/server/signing/signing.ts';
import { listStudies, studyByNumber, type Study, type StudyRow } from '$lib/studies/planning/studies.server.ts';
import { askedFile, download, nameInLanguage } from '../../../download.ts';
import { languageParameter } from '../language-parameter.ts';
import { pathNumber } from '../matching.ts';
import { utcMoment } from '../moments.ts';
import { anyFile, projectOperation } from '../operation.ts';
import { cutPage, listQuestionOf, pagedBy, pageOfRows, pageParameters } from '../paged.ts';

/** A study with its progress. */
export const studySchema = z
  .object({
    number: z.int(),
    name: z.string(),
    metric: z.string(),
    kind: z.string().nullable().describe('Kind of question; null for imported labels.'),
    status: z.string().describe('open, paused or closed.'),
    reveal: z.string().describe('When annotators see the verdicts of the judges.'),
    run: z.object({ number: z.int(), name: z.string() }).nullable().describe('Run whose units are labelled.'),
    file: z.string().nullable().describe('File of imported labels.'),
    items: z.int(),
    people: z.int(),
    done: z.int().describe('Verdicts committed.'),
    total: z.int().describe('Verdicts asked for.'),
    createdAt: utcMoment,
    closedAt: utcMoment.nullable()
  })
  .meta({ id: 'Study' });

const label = z
  .object({
    itemId: z.string(),
    labelId: z.string(),
    qid: z.string(),
    systems: z.array(z.string()),
    reportIds: z.array(z.string()),
    item: z.string(),
    itemText: z.string(),
    rater: z.string().describe('Pseudonym of the annotator within the study.'),
    phase: z.enum(['blind', 'post-reveal']),
    revision: z.int(),
    standing: z.boolean().describe('Whether it is the last revision of its phase.'),
    label: z.string().nullable().describe('Null if the annotator withdrew the label.'),
    acceptable: z.array(z.string()),
    points: z.unknown(),
    reason: z.string().nullable(),
    note: z.string(),
    seconds: z.number().nullable(),
    purpose: z.string().describe('sample, training, gold, attention or repeat; only `sample` is used in figures.'),
    batch: z.int(),
    stratum: z.string(),
    inclusionProbability: z.number(),
    overallProbability: z.number(),
    committedAt: utcMoment
  })
  .meta({ id: 'Label' });

interface AskedStudy {
  locals: App.Locals;
  params: Readonly<Record<string, string>>;
}

/** The study of a path by its number. */
export const studyOfPath = ({ locals, params }: AskedStudy, grant: ProjectGrant<'read-results'>): Study =>
  studyByNumber(locals.db, grant, pathNumber(params.study!, 'study'));

/** A study with its progress, by its id. */
export const shownStudy = (db: App.Locals['db'], grant: ProjectGrant<'read-results'>, id: string): StudyRow =>
  listStudies(db, grant, { archived: true }).find((one) => one.id === id)!;

export const studyOperations = [
  projectOperation({
    id: 'listStudies',
    method: 'GET',
    path: '/projects/{project}/studies',
    tag: 'Studies',
    summary: 'List the studies.',
    access: 'read-results',
    query: pagedBy(['-number', 'name', 'metric', 'status']),
    answer: pageOfRows(studySchema),
    run: ({ locals, grant, query }) =>
      arrangeRows(listStudies(locals.db, grant), listQuestionOf(query), {
        text: ({ number, name, metric }) => [String(number), name, metric],
        orders: {
          number: ({ number }) => number,
          name: ({ name }) => name,
          metric: ({ metric }) => metric,
          status: ({ status }) => status
        }
      })
  }),
  projectOperation({
    id: 'getStudy',
    method: 'GET',
    path: '/projects/{project}/studies/{study}',
    tag: 'Studies',
    summary: 'Read one study with its progress.',
    access: 'read-results',
    answer: studySchema,
    run: ({ grant, ...asked }) => {
      const { id } = studyOfPath(asked, grant);
      return shownStudy(asked.locals.db, grant, id);
    }
  }),
  projectOperation({
    id: 'listLabels',
    method: 'GET',
    path: '/projects/{project}/studies/{study}/labels',
    tag: 'Studies',
    summary: 'List the labels of annotators, each revision.',
    about:
      'Refused until the embargo of the study is lifted and its figures were unblinded, both of which are done on its pages with a reason. The audit trail records each answer.',
    access: 'read-results',
    query: pageParameters(1_000, 200),
    answer: pageOfRows(label),
    run: ({ locals, project, grant, query, params }) => {
      const { db } = locals;
      const { id, number } = studyOfPath({ locals, params }, grant);
      const lines = studyFile(db, grant, id, 'raw-labels.jsonl').split('\n');
      const rows = lines.filter((line) => line !== '').map((line) => inCamelCase(JSON.parse(line) as object));
      const found = cutPage(rows, query);
      const name = `${project.slug}-study-${number}-labels-page-${found.page}.json`;
      recordExport(db, grant, { entity: 'study', entityId: id }, [describeFile(name, JSON.stringify(found.rows))]);
      return found as z.input<ReturnType<typeof pageOfRows<typeof label>>>;
    }
  }),
  projectOperation({
    id: 'listStudyFiles',
    method: 'GET',
    path: '/projects/{project}/studies/{study}/files',
    tag: 'Studies',
    summary: 'List the files of a study.',
    access: 'read-results',
    answer: z.object({ rows: z.array(z.object({ name: z.string(), title: z.string() })) }),
    run: ({ grant, ...asked }) => {
      const { id } = studyOfPath(asked, grant);
      const names = (Object.keys(studyFiles) as StudyFileName[]).filter((name) =>
        fitsStudy(asked.locals.db, grant, id, name)
      );
      return { rows: names.map((name) => ({ name, title: studyFiles[name].title })) };
    }
  }),
  projectOperation({
    id: 'getStudyFile',
    method: 'GET',
    path: '/projects/{project}/studies/{study}/files/{file}',
    tag: 'Studies',
    summary: 'Download a file of a study, or its signature by the same name with .sig at the end.',
    about: 'Files of labels are refused as `listLabels` is. The audit trail records each download.',
    access: 'read-results',
    query: z.strictObject(languageParameter),
    answer: anyFile,
    run: ({ locals, request, project, grant, query, params }) => {
      const found = studyOfPath({ locals, params }, grant);
      const { file, signature } = askedFile(params.file!);
      const name = isStudyFile(file) ? file : refuse.notFound('file');
      return download({ locals, request }, grant, signature, {
        name: nameInLanguage(`${project.slug}-study-${found.number}-${name}`, query.language),
        type: studyFiles[name].type,
        of: { entity: 'study', entityId: found.id },
        content: () => studyFile(locals.db, grant, found.id, name, query)
      });
    }
  })
];

/** `item_id` as `itemId`: files name their columns, JSON its fields. */
const inCamelCase = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase()), value])
  );
