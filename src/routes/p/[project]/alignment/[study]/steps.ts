import { listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import type { Preregistration } from '$lib/alignment/preregistration/preregistrations.server.ts';
import type { Step } from '$lib/components/alignment/Steps.svelte';
import { studyOutcomeWords } from '$lib/alignment/units/outcomes.ts';
import { count, date, proportion } from '$lib/components/shared/format.ts';
import type { ProjectAccess } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { alignmentAddress, type AskedState } from './asked.ts';

/** Where in the procedure a study is: preregister, judge, look, decide. */
export function procedureSteps(db: Db, asked: AskedState<ProjectAccess>, here: Step['name'] | null): Step[] {
  const { state, study, reading } = asked;
  const [analysisPlan] = state.preregistrations;
  const row = listStudies(db, reading, { archived: true }).find(({ id }) => id === study.id);
  const { done = 0, total = 0 } = row ?? {};
  const [decision] = listDecisions(db, reading, study.metric).filter(({ studyId }) => studyId === study.id);
  const elsewhere = study.runId === null;
  const judged = total > 0 && (done >= total || study.status === 'closed');
  const steps: Omit<Step, 'now' | 'here'>[] = [
    {
      name: 'preregister',
      title: 'Preregister',
      to: alignmentAddress(asked, '/preregister'),
      state: analysisPlan ? 'done' : state.embargoLift ? 'missed' : 'open',
      text: analysisPlan
        ? `target ${proportion(analysisPlan.analysisPlan.target, 2)}, by ${analysisPlan.by}; ${whenPreregistered(analysisPlan)}`
        : state.embargoLift
          ? 'no plan was preregistered before unblinding'
          : 'analysis plan'
    },
    {
      name: 'judge',
      title: 'Judge',
      to: elsewhere ? null : `/p/${asked.project.slug}/studies/${study.number}`,
      state: judged ? 'done' : 'open',
      text: elsewhere
        ? `${count(total)} labels, imported`
        : `${count(done)} of ${count(total)} blind verdicts${judged && done < total ? ', closed' : ''}`
    },
    {
      name: 'unblind',
      title: 'Look',
      to: alignmentAddress(asked, state.embargoLift ? '' : '/unblind'),
      state: state.embargoLift ? 'done' : 'open',
      text: state.embargoLift
        ? `since ${date(state.embargoLift.at)}, ${state.embargoLift.by}, at ${count(state.embargoLift.labels)} of ${count(total)}`
        : 'not unblinded'
    },
    {
      name: 'decide',
      title: 'Decide',
      to: state.embargoLift && !elsewhere ? alignmentAddress(asked, '/adopt') : null,
      state: decision ? 'done' : 'open',
      text: elsewhere
        ? 'not here: its judges are only names'
        : decision
          ? `${studyOutcomeWords[decision.outcome].short}, ${decision.decidedByName}`
          : 'with reasons'
    }
  ];
  const first = steps.find(({ state: of }) => of === 'open')?.name;
  return steps.map((step) => ({ ...step, now: step.name === first, here: step.name === here }));
}

/** Whether a preregistration can have been made to fit what was seen. */
export function whenPreregistered({ labels, opened }: Pick<Preregistration, 'labels' | 'opened'>): string {
  if (opened) return 'after unblinding';
  return labels === 0 ? 'before the first verdict' : `before unblinding, with ${count(labels)} verdicts committed`;
}
