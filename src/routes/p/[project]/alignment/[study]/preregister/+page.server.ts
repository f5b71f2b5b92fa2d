import { sayingsOf } from '$lib/messages/sayings.ts';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { studyOutOfReach } from '$lib/alignment/planner/planned-sample.server.ts';
import { labelsSeenIn } from '$lib/alignment/preregistration/labels-seen.server.ts';
import { preregister } from '$lib/alignment/preregistration/preregistrations.server.ts';
import {
  changesBetween,
  planNumbers,
  defaultAnalysisPlan,
  listNumbers,
  readAnalysisPlan,
  typedAs,
  type PlanNumber,
  type TypedAnalysisPlan
} from '$lib/alignment/preregistration/analysis-plan.ts';
import { SUGGESTED_QUERIES, typedSequentialPlan } from '$lib/alignment/preregistration/sequential-plan.ts';
import { analysisPlanInWords, gateTitles } from '$lib/alignment/preregistration/analysis-plan-words.ts';
import { planWordsIn } from '$lib/alignment/preregistration/plan-words.ts';
import { gateNames, listGates } from '$lib/alignment/preregistration/gate-names.ts';
import { refuse } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { reportJudgeNames } from '$lib/alignment/report/report.server.ts';
import { metricOf } from '$lib/alignment/units/metric.ts';
import { scaleInWords } from '$lib/studies/labels/label-scale.ts';
import { studyRaters, studyScale } from '$lib/studies/labels/labels.server.ts';
import { listsIssues } from '$lib/studies/study/study-of-run.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { alignmentAddress, askedState, crumbsOf } from '../asked.ts';
import { procedureSteps, whenPreregistered } from '../steps.ts';
import { reachIn } from '$lib/alignment/planner/out-of-reach.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const asked = askedState(event, 'manage');
    const { db, language } = event.locals;
    const words = messagesIn(language, 'preregisterPage');
    const when = messagesIn(language, 'preregistered');
    const planWords = planWordsIn(language);
    const { preregistrations, embargoLift, labels } = asked.state;
    const seenIn = embargoLift === null ? labelsSeenIn(db, asked.study.id) : null;
    const opened = embargoLift !== null || seenIn !== null;
    const scale = studyScale(db, asked.reading, asked.study.id);
    const lists = listsIssues(asked.study);
    const metric = metricOf(scale);
    const judges = reportJudgeNames(studyRaters(db, asked.reading, asked.study.id).judges);
    const nameOf = (id: string): string => judges.find((judge) => judge.id === id)?.name ?? id;
    const current =
      preregistrations[0]?.analysisPlan ??
      defaultAnalysisPlan(
        judges.map(({ id }) => id),
        scale,
        lists
      );
    return {
      crumbs: crumbsOf(asked, language, words.crumb),
      study: { number: asked.study.number, name: asked.study.name, metric: asked.study.metric },
      steps: procedureSteps(db, asked, 'preregister', language),
      when: whenPreregistered({ labels, opened }, when),
      late: opened ? (seenIn === null ? words.late : words.lateElsewhere({ n: seenIn })) : null,
      outOfReach: reachIn(language, studyOutOfReach(db, asked.reading, asked.study, current)),
      typed: { ...typedAs(current), sequential: typedSequentialPlan(current.sequential, SUGGESTED_QUERIES) },
      judges,
      scale: scaleInWords(scale),
      measured: words.measured({ level: scale.level }),
      rules: words.rules({ level: scale.level }),
      splits: metric.kind === 'mean',
      lists,
      gates: gateNames
        .filter((name) => lists || !listGates.includes(name))
        .map((name) => ({ name, ...gateTitles(planWords.gates)[name] })),
      revisions: preregistrations.map(({ id, revision, analysisPlan, reason, by, at, ...made }, i) => {
        const before = preregistrations[i + 1]?.analysisPlan;
        const changed = before ? changesBetween(before, analysisPlan) : null;
        return {
          id,
          revision,
          by,
          at,
          reason,
          when: whenPreregistered(made, when),
          words: analysisPlanInWords(analysisPlan, nameOf, planWords, made.assumed).filter(
            ({ key }) => changed === null || changed.includes(key)
          )
        };
      })
    };
  });

async function typedIn(event: RequestEvent): Promise<TypedAnalysisPlan & { reason: string }> {
  const form = await event.request.formData();
  const text = (name: string): string => String(form.get(name) ?? '');
  return {
    ...(Object.fromEntries(Object.keys(planNumbers).map((name) => [name, text(name)])) as Record<PlanNumber, string>),
    ...Object.fromEntries(Object.keys(listNumbers).flatMap((name) => (form.has(name) ? [[name, text(name)]] : []))),
    judges: form.getAll('judges').map(String),
    ties: text('ties'),
    gates: form.getAll('gates').map(String),
    sequential: { rule: text('stopping') || 'fixed', maximum: text('maximum'), looks: text('looks') },
    reason: text('reason')
  };
}

export const actions: Actions = {
  /** Names the gates that the typed plan could not pass; nothing is recorded. */
  check: async (event) => {
    const typed = await typedIn(event);
    const done = await attempt(() => {
      const { reading, study } = askedState(event, 'manage');
      const { db } = event.locals;
      const judges = studyRaters(db, reading, study.id).judges.map(({ judgeId }) => judgeId);
      const read = readAnalysisPlan(typed, judges);
      if ('problems' in read) return refuse.invalid(leadSays('planNotChecked'), read.problems);
      return { outOfReach: reachIn(event.locals.language, studyOutOfReach(db, reading, study, read.analysisPlan)) };
    });
    return 'outOfReach' in done ? { typed, ...done } : fail(done.status, { ...done.data, typed });
  },
  preregister: async (event) => {
    const typed = await typedIn(event);
    const done = await attempt(() => {
      const asked = askedState(event, 'manage');
      preregister(event.locals.db, asked.grant, asked.study.id, typed);
      return { to: alignmentAddress(asked, '/preregister?preregistered') };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, done.to);
  }
};
