import type { Adoption } from '$lib/alignment/adoption/decisions.server.ts';
import type { Attention } from '$lib/scorer/attention.ts';
import type { RunSummary } from '$lib/scorer/runs/run-progress.server.ts';
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
  /** What rounds of verification wait for. */
  verification: readonly ToDo[];
  /** What the domains name as due. */
  attention?: readonly Attention[];
}

const toDoOf = ({ kind, fact, reason, action }: Attention): ToDo => ({
  ...{ tone: 'warn', word: kind, what: fact, detail: reason },
  ...{ to: action.href, button: action.label }
});

/** What waits for the lead, most pressing first: the next step of the loop, and whatever has stopped. */
export function thingsToDo({
  queries,
  reports,
  runs,
  studies,
  adoptions,
  verification,
  attention = []
}: State): ToDo[] {
  const list: ToDo[] = [...attention.map(toDoOf), ...verification];
  for (const study of studies)
    if (study.total > 0 && study.done === study.total && !adoptions.some((a) => a.studyId === study.id))
      list.push({
        tone: 'ok',
        word: 'decide',
        what: `${study.name} is complete`,
        detail: `${study.items} items, ${study.total} blind verdicts; nothing is decided on it yet`,
        to: `/alignment/${study.number}`,
        button: 'Read the report'
      });
  for (const run of runs) {
    if (run.status === 'failed')
      list.push({
        tone: 'disagree',
        word: 'failed',
        what: `Run ${run.number} failed`,
        detail: run.problem ?? '',
        to: `/runs/${run.number}`,
        button: 'See why'
      });
    if (run.status === 'paused')
      list.push({
        tone: 'warn',
        word: 'paused',
        what: `Run ${run.number} could not reach the web`,
        detail: run.problem ?? '',
        to: `/runs/${run.number}`,
        button: 'Resume'
      });
    if (run.status === 'cancelled' && run.tasksDone < run.tasks)
      list.push({
        tone: 'warn',
        word: 'halted',
        what: `Run ${run.number} was cancelled`,
        detail: `${run.tasksDone} of ${run.tasks} reports judged; what is done is kept`,
        to: `/runs/${run.number}`,
        button: 'Resume or leave'
      });
    if (run.state === 'incomplete' && run.supersededBy === null)
      list.push({
        tone: 'warn',
        word: 'incomplete',
        what: `Run ${run.number} is incomplete: ${run.unscored === 1 ? '1 unit has' : `${run.unscored} units have`} no verdict`,
        detail: run.name,
        to: `/runs/${run.number}`,
        button: 'See the reasons'
      });
    if (run.status === 'waiting')
      list.push({
        tone: 'open',
        word: 'waiting',
        what: `Run ${run.number} has not been started`,
        detail: run.name,
        to: `/runs/${run.number}`,
        button: 'Start it'
      });
  }
  if (queries === 0)
    list.push(
      {
        tone: 'open',
        word: 'begin',
        what: 'Import the benchmark’s queries',
        detail: 'a CSV with one row per checklist item, JSONL or XLSX',
        to: '/import',
        button: 'Import'
      },
      {
        tone: 'open',
        word: 'or',
        what: 'Write queries from what people ask',
        detail: 'a survey, clarifying questions and drafts, by people or with models',
        to: '/verification',
        button: 'Draft queries'
      },
      {
        tone: 'open',
        word: 'invite',
        what: 'Invite the people who verify and judge',
        detail: 'experts verify queries and checklists, annotators judge reports blind',
        to: '/people',
        button: 'Invite people'
      }
    );
  else if (reports === 0)
    list.push({
      tone: 'open',
      word: 'next',
      what: 'Import the systems’ reports',
      detail: 'a folder, a .zip or JSONL',
      to: '/import',
      button: 'Import'
    });
  else if (runs.length === 0)
    list.push({
      tone: 'open',
      word: 'next',
      what: 'Score the reports',
      detail: `${reports} reports wait for their first judges`,
      to: '/runs/new',
      button: 'Plan a run'
    });
  else if (studies.length === 0 && runs.some((run) => run.status === 'done'))
    list.push({
      tone: 'open',
      word: 'next',
      what: 'Let people judge a sample blind',
      detail: 'so that you can see which judges agree with them',
      to: '/studies/new',
      button: 'Plan a study'
    });
  return list;
}
