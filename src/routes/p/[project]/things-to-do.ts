import type { Adoption } from '$lib/alignment/adoption/decisions.server.ts';
import type { Attention } from '$lib/scorer/attention.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import type { Words } from '$lib/messages/message.ts';
import type { RunSummary } from '$lib/scorer/runs/run-progress.server.ts';
import type { Member } from '$lib/server/projects.ts';
import type { StudyRow } from '$lib/studies/planning/studies.server.ts';

export interface ToDo {
  tone: 'ok' | 'warn' | 'disagree' | 'open';
  word: string;
  what: string;
  detail: string;
  to: string;
  button: string;
}

interface State {
  queries: number;
  reports: number;
  runs: readonly RunSummary[];
  studies: readonly StudyRow[];
  adoptions: readonly Pick<Adoption, 'studyId'>[];
  /** Steps for which rounds of verification wait. */
  verification: readonly ToDo[];
  /** The newest dataset version; null if nothing was verified. */
  version: number | null;
  rounds: { open: number; finalised: number };
  members: readonly Pick<Member, 'roles' | 'disabled'>[];
  /** Due tasks that the domains name. */
  attention?: readonly Attention[];
  say: Words<Messages['toDo']>;
}

const toDoOf = ({ kind, fact, reason, action }: Attention, say: State['say']): ToDo => ({
  ...{ tone: 'warn', word: say.kind({ kind: kind.replace(/\W/, '') }), what: fact, detail: reason },
  ...{ to: action.href, button: action.label }
});

const canWork = ({ roles, disabled }: State['members'][number]): boolean =>
  !disabled && roles.some((role) => role !== 'lead' && role !== 'viewer');

/** Tasks for the lead, most pressing first: the next step of the loop, and all stopped work. */
export function thingsToDo({
  queries,
  reports,
  runs,
  studies,
  adoptions,
  verification,
  version,
  rounds,
  members,
  attention = [],
  say
}: State): ToDo[] {
  const list: ToDo[] = [...attention.map((one) => toDoOf(one, say)), ...verification];
  for (const study of studies)
    if (study.total > 0 && study.done === study.total && !adoptions.some((a) => a.studyId === study.id))
      list.push({
        tone: 'ok',
        word: say.kind({ kind: 'decide' }),
        what: say.studyComplete({ study: study.name }),
        detail: say.studyUndecided({ items: study.items, labels: study.total }),
        to: `/alignment/${study.number}`,
        button: say.readReport
      });
  for (const run of runs) {
    if (run.status === 'failed')
      list.push({
        tone: 'disagree',
        word: say.kind({ kind: 'failed' }),
        what: say.runFailed({ run: run.number }),
        detail: run.problem ?? '',
        to: `/runs/${run.number}`,
        button: say.seeWhy
      });
    if (run.status === 'paused')
      list.push({
        tone: 'warn',
        word: say.kind({ kind: 'paused' }),
        what: say.runPaused({ run: run.number }),
        detail: run.problem ?? '',
        to: `/runs/${run.number}`,
        button: say.resume
      });
    if (run.status === 'cancelled' && run.tasksDone < run.tasks)
      list.push({
        tone: 'warn',
        word: say.kind({ kind: 'halted' }),
        what: say.runCancelled({ run: run.number }),
        detail: say.runKept({ done: run.tasksDone, total: run.tasks }),
        to: `/runs/${run.number}`,
        button: say.resumeOrLeave
      });
    if (run.state === 'incomplete' && run.supersededBy === null)
      list.push({
        tone: 'warn',
        word: say.kind({ kind: 'incomplete' }),
        what: say.runIncomplete({ run: run.number, n: run.unscored }),
        detail: run.name,
        to: `/runs/${run.number}`,
        button: say.seeReasons
      });
    if (run.status === 'waiting')
      list.push({
        tone: 'open',
        word: say.kind({ kind: 'waiting' }),
        what: say.runWaiting({ run: run.number }),
        detail: run.name,
        to: `/runs/${run.number}`,
        button: say.start
      });
  }
  /** Whether no study exists yet: later, people already judge, or labels were imported. */
  const isNew = studies.length === 0;
  if (isNew && queries > 0 && version === null && rounds.open + rounds.finalised === 0)
    list.push({
      tone: 'open',
      word: say.kind({ kind: 'next' }),
      what: say.verify,
      detail: say.verifyFor,
      to: '/verification/new',
      button: say.planRound
    });
  if (queries === 0)
    list.push(
      {
        tone: 'open',
        word: say.kind({ kind: 'begin' }),
        what: say.importQueries,
        detail: say.importQueriesFrom,
        to: '/import',
        button: say.import
      },
      {
        tone: 'open',
        word: say.kind({ kind: 'or' }),
        what: say.writeQueries,
        detail: say.writeQueriesBy,
        to: '/verification',
        button: say.draftQueries
      }
    );
  else if (reports === 0)
    list.push({
      tone: 'open',
      word: say.kind({ kind: 'next' }),
      what: say.importReports,
      detail: say.importReportsFrom,
      to: '/import',
      button: say.import
    });
  else if (runs.length === 0)
    list.push({
      tone: 'open',
      word: say.kind({ kind: 'next' }),
      what: say.score,
      detail: say.scoreWaiting({ n: reports }),
      to: '/runs/new',
      button: say.planRun
    });
  else if (studies.length === 0 && runs.some((run) => run.status === 'done'))
    list.push({
      tone: 'open',
      word: say.kind({ kind: 'next' }),
      what: say.sample,
      detail: say.sampleFor,
      to: '/studies/new',
      button: say.planStudy
    });
  if (isNew && !members.some(canWork))
    list.push({
      tone: 'open',
      word: say.kind({ kind: 'invite' }),
      what: say.invite,
      detail: say.inviteFor,
      to: '/people',
      button: say.invitePeople
    });
  return list;
}
