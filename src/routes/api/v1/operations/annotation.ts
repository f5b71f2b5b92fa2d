import { keysFor } from '$lib/components/shared/keys/own-keys.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { refuse } from '$lib/errors.ts';
import type { Person } from '$lib/server/auth/authorize.ts';
import { onDisk } from '$lib/server/db/on-disk.ts';
import type { Project } from '$lib/server/projects.ts';
import type { Blind, BlindAssignment } from '$lib/studies/judging/blind/blind.ts';
import { takeWork, workToTake } from '$lib/studies/judging/leases/leases.server.ts';
import {
  myStudies,
  nextStudyAssignment,
  noteStudyAssignmentOpened,
  readAssignment,
  studyToJudge
} from '$lib/studies/judging/queue.server.ts';
import { commitVerdict } from '$lib/studies/judging/verdicts.server.ts';
import { asksOf, optionsOf, resultsIn } from '../../../p/[project]/work/[assignment]/assignment-page.ts';
import { listedPassages } from '../../../p/[project]/work/[assignment]/listed-passages.ts';
import { verdictInput } from '../../../p/[project]/work/[assignment]/verdict-input.ts';
import { utcMoment } from '../moments.ts';
import { projectOperation } from '../operation.ts';

const text = z.object({ markdown: z.string(), language: z.string().nullable() });

const feedback = z
  .object({ answer: z.string(), reason: z.string(), right: z.boolean() })
  .describe('Of a training item, once it is committed.');

const own = z.object({
  label: z.string(),
  acceptable: z.array(z.string()),
  reason: z.string().nullable(),
  points: z.unknown(),
  note: z.string(),
  passages: z.array(z.int()),
  revision: z.int(),
  committedAt: utcMoment
});

const item = z
  .object({
    id: z.string(),
    text: z.string(),
    quotes: z.array(z.string()),
    block: z.int().nullable().describe('Block of the report in which a claim stands.'),
    source: z
      .object({ url: z.string(), title: z.string().nullable(), text: z.string(), outcome: z.unknown() })
      .nullable()
      .describe('The cited page in the text that was fetched for the judges.'),
    results: z.array(
      z.object({
        text: z.string(),
        title: z.string(),
        facts: z.array(z.object({ term: z.string(), value: z.string() }))
      })
    ),
    verdict: own.nullable().describe('Your own verdict, if it is committed.'),
    basis: z.string().describe('Send it back with a verdict, so that a verdict from another page is not overwritten.'),
    feedback: feedback.nullable()
  })
  .meta({ id: 'BlindItem' });

const assignment = z
  .object({
    id: z.string(),
    training: z.boolean(),
    study: z.object({
      number: z.int(),
      name: z.string(),
      metric: z.string(),
      guideline: z.string(),
      status: z.string()
    }),
    dimensions: z
      .object({ most: z.int(), list: z.array(z.object({ name: z.string(), title: z.string() })) })
      .nullable()
      .describe('Dimensions in which each text gets points from 0 to `most`; null if none are asked for.'),
    question: z.string().nullable().describe('Question of all items; null if each item has its own.'),
    options: z
      .array(z.object({ label: z.string(), title: z.string(), hint: z.string() }))
      .describe('Labels; empty if texts are ranked: a label is the place of each text then, such as `2,1,3`.'),
    query: z.string(),
    report: text,
    beside: z.array(text).describe('Texts with which the report is compared.'),
    items: z.array(item),
    done: z.int().describe('Items of the study that you have judged.'),
    total: z.int()
  })
  .meta({ id: 'BlindAssignment' });

/** The content of the page of an assignment: the type of a blind assignment has nothing else. */
function shownAssignment(open: Blind<BlindAssignment>, project: Project, language: string): z.input<typeof assignment> {
  if (open.project.slug !== project.slug) refuse.notFound('assignment');
  const { id, training, study, query, report, beside, items, queue } = open;
  return {
    ...{ id, training, query, report, beside },
    items: items.map((one) => ({ ...one, results: resultsIn(language, one.results) })),
    study: { ...study, metric: study.metric.name },
    dimensions: study.dimensions,
    question: asksOf(open, language).question,
    options: optionsOf(open, { language, keys: keysFor(null) }),
    ...{ done: queue.done, total: queue.total }
  };
}

interface Working {
  locals: App.Locals;
  person: Person;
  project: Project;
  params: Readonly<Record<string, string>>;
}

const assignmentOfPath = ({ locals, person, project, params }: Working) =>
  shownAssignment(readAssignment(locals.db, person, params.assignment!), project, locals.language);

export const annotationOperations = [
  projectOperation({
    id: 'listWork',
    method: 'GET',
    path: '/projects/{project}/work',
    tag: 'Annotation',
    summary: 'List the studies in which you judge, with your next assignment.',
    access: 'annotate',
    answer: z.object({
      rows: z.array(
        z
          .object({
            study: z.int(),
            name: z.string(),
            status: z.string(),
            done: z.int(),
            total: z.int(),
            next: z.string().nullable().describe('Assignment with an open item.'),
            free: z.boolean().describe('Whether `takeWork` has more.')
          })
          .meta({ id: 'OwnStudy' })
      )
    }),
    run: ({ locals: { db }, person, project }) => ({
      rows: myStudies(db, person)
        .filter((study) => study.project.slug === project.slug)
        .map(({ id, number, name, status, done, total }) => ({
          ...{ study: number, name, status, done, total },
          next: nextStudyAssignment(db, person, id),
          free: status === 'open' && done === total && workToTake(db, person, id) !== null
        }))
    })
  }),
  projectOperation({
    id: 'takeWork',
    method: 'POST',
    path: '/projects/{project}/studies/{study}/take',
    tag: 'Annotation',
    summary: 'Take over the next unassigned or abandoned report.',
    access: 'annotate',
    answer: z.object({ assignment: z.string().nullable().describe('Null if there is none.') }),
    run: ({ locals: { db }, person, project, grant, params }) => ({
      assignment: takeWork(db, grant, studyToJudge(db, person, project.id, Number(params.study)))
    })
  }),
  projectOperation({
    id: 'getAssignment',
    method: 'GET',
    path: '/projects/{project}/work/{assignment}',
    tag: 'Annotation',
    summary: 'Read one of your assignments, blind.',
    about: 'It holds the same as your page: no system, no judge and no verdict of another person.',
    access: 'annotate',
    answer: assignment,
    run: assignmentOfPath
  }),
  projectOperation({
    id: 'openAssignment',
    method: 'POST',
    path: '/projects/{project}/work/{assignment}/open',
    tag: 'Annotation',
    summary: 'Open one of your assignments: it stays assigned to you for a while.',
    access: 'annotate',
    answer: assignment,
    run: ({ grant, ...working }) => {
      const shown = assignmentOfPath(working);
      noteStudyAssignmentOpened(working.locals.db, grant, shown.id);
      return shown;
    }
  }),
  projectOperation({
    id: 'commitVerdict',
    method: 'POST',
    path: '/projects/{project}/work/{assignment}/verdicts',
    tag: 'Annotation',
    summary: 'Commit your verdict on one item.',
    access: 'annotate',
    body: verdictInput
      .omit({ writers: true, idempotencyKey: true })
      .extend({
        note: verdictInput.shape.note.default(''),
        passages: verdictInput.shape.passages.default([]),
        seconds: verdictInput.shape.seconds.default(null)
      })
      .strict()
      .meta({ id: 'NewVerdict' }),
    status: 201,
    answer: z.object({
      left: z.object({
        here: z.int().describe('Open items of the assignment.'),
        inStudy: z.int().describe('Open items of yours in the study.')
      }),
      feedback: feedback.optional()
    }),
    run: async ({ locals, person, project, grant, params, body }) => {
      const { id } = shownAssignment(readAssignment(locals.db, person, params.assignment!), project, 'en');
      const input = { assignmentId: id, ...body, idempotencyKey: randomUUID() };
      const locate = await listedPassages(locals, grant, input);
      return onDisk(locals.db, () => {
        const { left, feedback } = commitVerdict(locals.db, grant, input, locate);
        return { left, ...(feedback && { feedback }) };
      });
    }
  })
];
