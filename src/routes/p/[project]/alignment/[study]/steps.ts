import { listDecisions } from '$lib/alignment/adoption/decisions.server.ts';
import type { Preregistration } from '$lib/alignment/preregistration/preregistrations.server.ts';
import type { Step } from '$lib/components/alignment/Steps.svelte';
import { studyOutcomeWords } from '$lib/alignment/units/outcomes.ts';
import { proportion } from '$lib/components/shared/format.ts';
import type { Messages } from '$lib/messages/catalogues/en/index.ts';
import { dayIn } from '$lib/messages/dates.ts';
import type { Words } from '$lib/messages/message.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { may, type ProjectAccess } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { alignmentAddress, type AskedState } from './asked.ts';

/** Where in the procedure a study is: preregister, judge, unblind, decide. Only leads get links to steps that are acts. */
export function procedureSteps(
  db: Db,
  asked: AskedState<ProjectAccess>,
  here: Step['name'] | null,
  language: string
): Step[] {
  const words = messagesIn(language, 'procedureSteps');
  const { state, study, reading } = asked;
  const [analysisPlan] = state.preregistrations;
  const row = listStudies(db, reading, { archived: true }).find(({ id }) => id === study.id);
  const { done = 0, total = 0 } = row ?? {};
  const [decision] = listDecisions(db, reading, study.metric).filter(({ studyId }) => studyId === study.id);
  const elsewhere = study.runId === null;
  const manages = may(reading.actor, reading.resource, 'manage');
  const judged = total > 0 && (done >= total || study.status === 'closed');
  const steps: Omit<Step, 'now' | 'here'>[] = [
    {
      name: 'preregister',
      title: words.preregister,
      to: manages ? alignmentAddress(asked, '/preregister') : null,
      state: analysisPlan ? 'done' : state.embargoLift ? 'missed' : 'open',
      text: analysisPlan
        ? words.planned({
            target: proportion(analysisPlan.analysisPlan.target, 2),
            by: analysisPlan.by,
            when: whenPreregistered(analysisPlan, messagesIn(language, 'preregistered'))
          })
        : state.embargoLift
          ? words.missed
          : words.plan
    },
    {
      name: 'judge',
      title: words.judge,
      to: elsewhere ? null : `/p/${asked.project.slug}/studies/${study.number}`,
      state: judged ? 'done' : 'open',
      text: elsewhere
        ? words.imported({ n: total })
        : (judged && done < total ? words.judgedClosed : words.judged)({ done, total })
    },
    {
      name: 'unblind',
      title: words.unblind,
      to: alignmentAddress(asked, state.embargoLift ? '' : '/unblind'),
      state: state.embargoLift ? 'done' : 'open',
      text: state.embargoLift
        ? words.unblinded({
            date: dayIn(language, state.embargoLift.at),
            by: state.embargoLift.by,
            n: state.embargoLift.labels,
            total
          })
        : words.blinded
    },
    {
      name: 'decide',
      title: words.decide,
      to: manages && state.embargoLift && !elsewhere ? alignmentAddress(asked, '/adopt') : null,
      state: decision ? 'done' : 'open',
      text: elsewhere
        ? words.notHere
        : decision
          ? words.decided({
              outcome: studyOutcomeWords(messagesIn(language, 'outcomes'))[decision.outcome].short,
              by: decision.decidedByName
            })
          : words.reasons
    }
  ];
  const first = steps.find(({ state: of }) => of === 'open')?.name;
  return steps.map((step) => ({ ...step, now: step.name === first, here: step.name === here }));
}

/** Whether a preregistration can have been made to fit what was seen. */
export function whenPreregistered(
  { labels, opened }: Pick<Preregistration, 'labels' | 'opened'>,
  words: Words<Messages['preregistered']>
): string {
  if (opened) return words.afterUnblinding;
  return labels === 0 ? words.beforeFirst : words.beforeUnblinding({ n: labels });
}
