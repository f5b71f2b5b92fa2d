import { z } from 'zod';
import { plannedOutOfReach } from '$lib/alignment/planner/planned-sample.server.ts';
import { authorize, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { pauseStudy, resumeStudy } from '$lib/studies/judging/leases/lease-rules.server.ts';
import { planStudy } from '$lib/studies/planning/planning.server.ts';
import { closeStudy, createStudy } from '$lib/studies/planning/studies.server.ts';
import { projectOperation, type AskedInProject } from '../operation.ts';
import { copyPlan, inputOfCopy, inputOfPlan, studyPlan } from '../study-plan.ts';
import { shownStudy, studyOfPath, studySchema } from './studies.ts';

const counts = { units: z.int(), allAgree: z.int(), someDiffer: z.int(), unlabelled: z.int() };
const share = z.object({ name: z.string(), available: z.int(), sampled: z.int() });

const preview = z
  .object({
    available: z
      .object({ ...counts, held: z.int(), setAside: z.int() })
      .describe('Units that can be sampled; `held` more are excluded because an annotator is not blind to them.'),
    sampled: z.object(counts),
    ...{ queries: z.array(share), systems: z.array(share), categories: z.array(share) },
    people: z.array(
      z.object({
        ...{ userId: z.string(), name: z.string(), items: z.int(), reports: z.int() },
        ...{ training: z.int(), gold: z.int(), repeats: z.int() }
      })
    ),
    problems: z
      .array(z.object({ column: z.string(), reason: z.string() }))
      .describe('Reasons why the study cannot be created; empty if it can.'),
    outOfReach: z
      .array(z.object({ gate: z.string(), text: z.string() }))
      .describe('Required gates that the sample cannot pass, regardless of labels.')
  })
  .meta({ id: 'StudyPreview' });

type Acting = AskedInProject<'manage', unknown, unknown>;

const readingOf = ({ grant }: Pick<Acting, 'grant'>): ProjectGrant<'read-results'> =>
  authorize(grant.actor, grant.resource, 'read-results');

/** An operation that changes the state of a study. */
const act = (
  id: string,
  name: 'open' | 'pause' | 'close',
  summary: string,
  work: (asked: Acting, studyId: string) => void
) =>
  projectOperation({
    ...{ id, method: 'POST', path: `/projects/{project}/studies/{study}/${name}`, tag: 'Studies', summary },
    access: 'manage',
    answer: studySchema,
    run: (asked) => {
      const study = studyOfPath(asked, readingOf(asked));
      work(asked, study.id);
      return shownStudy(asked.locals.db, readingOf(asked), study.id);
    }
  });

export const studyPlanOperations = [
  projectOperation({
    id: 'previewStudy',
    method: 'POST',
    path: '/projects/{project}/studies/preview',
    tag: 'Studies',
    summary: 'Sample a study without creating it.',
    about: 'The same plan with the same seed gives the same sample in `createStudy`.',
    access: 'manage',
    body: studyPlan,
    answer: preview,
    run: ({ locals, grant, body }) => {
      const input = inputOfPlan(locals, grant, body);
      const plan = planStudy(locals.db, grant, input);
      return {
        ...plan,
        outOfReach: plannedOutOfReach(locals.db, input, plan).map(({ gate, text }) => ({ gate, text }))
      };
    }
  }),
  projectOperation({
    id: 'createStudy',
    method: 'POST',
    path: '/projects/{project}/studies',
    tag: 'Studies',
    summary: 'Create a blind study of a run: sample its items and open it.',
    access: 'manage',
    body: studyPlan,
    status: 201,
    answer: studySchema,
    run: (asked) => {
      const { id } = createStudy(asked.locals.db, asked.grant, inputOfPlan(asked.locals, asked.grant, asked.body));
      return shownStudy(asked.locals.db, readingOf(asked), id);
    }
  }),
  projectOperation({
    id: 'copyStudy',
    method: 'POST',
    path: '/projects/{project}/studies/{study}/copy',
    tag: 'Studies',
    summary: 'Create a study by the plan of another one.',
    about: 'Training and gold items are not copied.',
    access: 'manage',
    body: copyPlan,
    status: 201,
    answer: studySchema,
    run: (asked) => {
      const { locals, grant, body } = asked;
      const { number } = studyOfPath(asked, readingOf(asked));
      const { id } = createStudy(locals.db, grant, inputOfCopy(locals, grant, number, body));
      return shownStudy(locals.db, readingOf(asked), id);
    }
  }),
  act('openStudy', 'open', 'Open a paused study.', ({ locals, grant }, id) => resumeStudy(locals.db, grant, id)),
  act(
    ...(['pauseStudy', 'pause', 'Pause a study: annotators can read and draft, but cannot submit labels.'] as const),
    ({ locals, grant }, id) => pauseStudy(locals.db, grant, id)
  ),
  act('closeStudy', 'close', 'Close a study for good.', ({ locals, grant }, id) => closeStudy(locals.db, grant, id))
];
