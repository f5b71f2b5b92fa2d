import { z } from 'zod';
import { createRun } from '$lib/scorer/runs/new-run.server.ts';
import { pageOfRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { judgeNames, judgesOf, metricsOf, runByNumber, type Run } from '$lib/scorer/runs/runs.server.ts';
import { authorize, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { runFromForm } from '../../../p/[project]/runs/new/run-from-form.ts';
import { estimateName } from '../../../p/[project]/runs/new/estimate-name.ts';
import { pathNumber } from '../matching.ts';
import { projectOperation, type AskedInProject } from '../operation.ts';
import { utcMoment } from '../moments.ts';
import { pagedBy, pageOfRows, listQuestionOf } from '../paged.ts';
import { progressEvents } from '../progress-events.ts';
import { formOfPlan, runPlan } from '../run-plan.ts';

const states = ['planned', 'waiting', 'running', 'paused', 'cancelled', 'failed', 'done', 'incomplete'] as const;

const listedRun = z.object({
  number: z.int(),
  name: z.string(),
  state: z.string().describe(`One of ${states.join(', ')}. \`incomplete\`: done, and some units have no verdict.`),
  metrics: z.array(z.string()),
  judges: z.array(z.string()),
  tasksDone: z.int().describe('Reports judged, as often as each is asked about.'),
  tasks: z.int(),
  unscored: z.int().describe('Units without a valid verdict.'),
  createdAt: utcMoment
});

const line = z.object({
  metric: z.string(),
  judge: z.string(),
  tasksDone: z.int(),
  tasks: z.int(),
  judged: z.int(),
  abstained: z.int(),
  unscored: z.int(),
  cost: z.number().nullable().describe('US dollars; null if the cost of some call is unknown.')
});

const run = listedRun
  .extend({
    progress: z.object({
      problem: z.string().nullable().describe('Why it paused or failed.'),
      startedAt: utcMoment.nullable(),
      finishedAt: utcMoment.nullable(),
      calls: z.object({
        made: z.int(),
        cached: z.int(),
        failed: z.int(),
        inputTokens: z.int(),
        outputTokens: z.int()
      }),
      spend: z
        .object({
          known: z.number(),
          unpriced: z.int().describe('Calls whose price is unknown.'),
          unanswered: z.int().describe('Requests that were sent and never answered.'),
          budget: z.number().nullable()
        })
        .describe('US dollars.'),
      failures: z.array(z.object({ reason: z.string(), units: z.int() })).describe('Why units have no verdict.'),
      lines: z.array(line)
    }),
    live: z
      .object({
        inFlight: z.int().describe('Calls under way.'),
        rate: z.number().describe('Tasks per second.'),
        waiting: z.string().nullable().describe('Why calls wait now.')
      })
      .nullable()
      .describe('Null if no process works on the run.')
  })
  .meta({ id: 'Run' });

type AskedRun = Pick<AskedInProject<'read-results', unknown, unknown>, 'locals' | 'params'>;

const reading = (grant: ProjectGrant<'manage'>): ProjectGrant<'read-results'> =>
  authorize(grant.actor, grant.resource, 'read-results');

export const runOfPath = ({ locals, params }: AskedRun, grant: ProjectGrant<'read-results'>): Run =>
  runByNumber(locals.db, grant, pathNumber(params.run!, 'run'));

/** A run as it is at this moment. */
function shownRun({ db, driver }: App.Locals, { id, number, name, createdAt }: Run): z.input<typeof run> {
  const progress = driver.progress(id);
  const live = driver.live(id);
  return {
    ...{ number, name, createdAt, progress, live },
    state: progress.state,
    metrics: metricsOf(db, id).map(({ metric }) => metric),
    judges: judgeNames(judgesOf(db, id)),
    tasksDone: progress.tasksDone,
    tasks: progress.tasks,
    unscored: progress.unscored
  };
}

const estimate = z
  .object({
    calls: z.int().describe('Calls to be sent.'),
    known: z.int().describe('Calls that an earlier run has answered.'),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cost: z.number().describe('US dollars, as far as prices are known.'),
    unpriced: z.array(z.string()).describe('Judges whose price is unknown.'),
    notes: z.array(z.string()),
    pages: z.int().describe('Web pages to be fetched.'),
    searches: z.int(),
    searchCost: z.number().nullable(),
    seconds: z.number(),
    lines: z.array(
      z.object({
        metric: z.string(),
        judge: z.string(),
        calls: z.int(),
        known: z.int(),
        inputTokens: z.number(),
        outputTokens: z.number(),
        cost: z.number().nullable(),
        observed: z.boolean().describe('Whether output and time are based on earlier calls.')
      })
    )
  })
  .meta({ id: 'Estimate' });

export const runOperations = [
  projectOperation({
    id: 'listRuns',
    method: 'GET',
    path: '/projects/{project}/runs',
    tag: 'Runs',
    summary: 'List the runs.',
    access: 'read-results',
    query: pagedBy(['-number', 'name', 'state', 'unscored', 'planned']).extend({
      state: z.enum(states).optional().describe('Only runs in this state.')
    }),
    answer: pageOfRows(listedRun.meta({ id: 'ListedRun' })),
    run: ({ locals, grant, query: { state, ...asked } }) =>
      pageOfRuns(locals.db, grant, listQuestionOf(asked, state === undefined ? {} : { state }))
  }),
  projectOperation({
    id: 'estimateRun',
    method: 'POST',
    path: '/projects/{project}/runs/estimate',
    tag: 'Runs',
    summary: 'Estimate the calls, tokens, cost and time of a run.',
    about: 'It calls no judge and stores nothing.',
    access: 'manage',
    body: runPlan,
    answer: estimate,
    run: ({ locals, grant, body }) => {
      const plan = runFromForm(locals, grant, formOfPlan(body), (config) => locals.driver.describe(config));
      return locals.aside.estimate(locals.driver.planEstimate(grant, plan), estimateName(grant, 'api'));
    }
  }),
  projectOperation({
    id: 'createRun',
    method: 'POST',
    path: '/projects/{project}/runs',
    tag: 'Runs',
    summary: 'Plan and start a run.',
    about: 'The answer comes at once; `streamRun` and `getRun` give the progress.',
    access: 'manage',
    body: runPlan,
    status: 201,
    answer: run,
    run: ({ locals, grant, body }) => {
      const { db, driver } = locals;
      const plan = runFromForm(locals, grant, formOfPlan(body), (config) => driver.name(config));
      const made = createRun(db, grant, plan);
      driver.start(grant, made.id);
      return shownRun(locals, made);
    }
  }),
  projectOperation({
    id: 'getRun',
    method: 'GET',
    path: '/projects/{project}/runs/{run}',
    tag: 'Runs',
    summary: 'Read one run with its progress.',
    access: 'read-results',
    answer: run,
    run: (asked) => shownRun(asked.locals, runOfPath(asked, asked.grant))
  }),
  projectOperation({
    id: 'startRun',
    method: 'POST',
    path: '/projects/{project}/runs/{run}/start',
    tag: 'Runs',
    summary: 'Start a planned run, or resume one that paused, failed or was cancelled.',
    about: 'Stored answers of judges are reused.',
    access: 'manage',
    answer: run,
    run: (asked) => {
      const found = runOfPath(asked, reading(asked.grant));
      asked.locals.driver.start(asked.grant, found.id);
      return shownRun(asked.locals, found);
    }
  }),
  projectOperation({
    id: 'cancelRun',
    method: 'POST',
    path: '/projects/{project}/runs/{run}/cancel',
    tag: 'Runs',
    summary: 'Stop a run.',
    about: 'Calls in progress are aborted, and finished tasks are kept: `startRun` resumes the run.',
    access: 'manage',
    answer: run,
    run: async (asked) => {
      const found = runOfPath(asked, reading(asked.grant));
      await asked.locals.driver.cancel(asked.grant, found.id);
      return shownRun(asked.locals, found);
    }
  }),
  projectOperation({
    id: 'streamRun',
    method: 'GET',
    path: '/projects/{project}/runs/{run}/events',
    tag: 'Runs',
    summary: 'Follow a run by server-sent events.',
    access: 'read-results',
    answer: {
      type: 'text/event-stream',
      schema: { type: 'string' },
      holds:
        'An event `progress` with a Run whenever it has changed, at most once a second, and `end` with its last state.'
    },
    run: (asked) => {
      const found = runOfPath(asked, asked.grant);
      return progressEvents(asked.person, asked.request.signal, () => {
        asked.checkAgain();
        return run.parse(shownRun(asked.locals, found));
      });
    }
  })
];
