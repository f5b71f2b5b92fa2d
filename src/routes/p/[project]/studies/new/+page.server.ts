import { joinSentences } from '$lib/messages/sentences.ts';
import { sayingsOf } from '$lib/messages/sayings.ts';
import { randomInt } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import type { KnownRow } from '$lib/components/studies/planning/PlanChecks.svelte';
import { offeredPolicies } from '$lib/components/studies/planning/reveal-policies.ts';
import { plannedOutOfReach } from '$lib/alignment/planner/planned-sample.server.ts';
import { refuse, fieldSays, problemAt } from '$lib/errors.ts';
import { parseGoldItems } from '$lib/exchange/ratings/gold-items-csv.ts';
import { runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { copiedPlan, type CopiedPlan } from '$lib/studies/planning/copied-plan.server.ts';
import { planChoices } from '$lib/studies/planning/plan-choices.server.ts';
import { unitsToChoose, type ChosenUnit } from '$lib/studies/planning/planning-groups.server.ts';
import { withCautions } from '$lib/studies/planning/plan-cautions.ts';
import { planStudy } from '$lib/studies/planning/planning.server.ts';
import { createStudy } from '$lib/studies/planning/studies.server.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { studyPageName, studyCrumbs } from '../crumbs.ts';
import { copiedForm, firstPlan, planInput, typedPlan, type TypedPlan } from './plan-form.ts';
import { planChoicesInWords } from './plan-choices-in-words.ts';
import { sizesOffered } from './sizes-offered.ts';
import { reachIn } from '$lib/alignment/planner/out-of-reach.ts';

const leadSays = sayingsOf('leadRefusals');

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { language } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const choices = planChoices(event.locals.db, grant, grantFor(event, 'read-results').grant);
    const asked = event.url.searchParams.get('run');
    const copied = copiedFrom(event);
    const run =
      choices.runs.find(({ id, number }) => (asked === null && copied ? id === copied.runId : number === asked)) ??
      choices.runs[0];
    const able = choices.people.filter(({ obstacle }) => obstacle === null).map(({ userId }) => userId);
    return {
      ...planChoicesInWords(choices, language),
      crumbs: studyCrumbs(language, project, studyPageName(language, 'new')),
      policies: offeredPolicies(messagesIn(language, 'revealPolicies')),
      sizes: sizesOffered(`/p/${project.slug}`, null),
      copied: copied && {
        ...{ number: copied.number, leftOut: copied.leftOut },
        unable: copied.people.filter((id) => !able.includes(id)).length
      },
      defaults:
        copied && run
          ? copiedForm(copied, run, able, randomInt(1, 1_000_000))
          : firstPlan(run, run?.metrics[0] ? metricByName(run.metrics[0]) : undefined, able, randomInt(1, 1_000_000))
    };
  });

/** The plan of the study that the address names with `from`; null if it names none. */
function copiedFrom(event: Parameters<PageServerLoad>[0]): CopiedPlan | null {
  const from = event.url.searchParams.get('from');
  return from === null ? null : copiedPlan(event.locals.db, grantFor(event, 'read-results').grant, Number(from));
}

const runIdOf = (event: RequestEvent, { run }: TypedPlan): string => {
  const reading = grantFor(event, 'read-results').grant;
  if (!/^[1-9]\d{0,8}$/.test(run))
    refuse.invalid(leadSays('studyNeedsRun'), [problemAt('run', fieldSays('chooseRun'))]);
  return runByNumber(event.locals.db, reading, Number(run)).id;
};

async function inputFor(event: RequestEvent, typed: TypedPlan) {
  const { project, grant } = grantFor(event, 'manage');
  const pasted = await parseGoldItems(typed.goldCsv);
  if (!pasted.ok)
    refuse.invalid(
      leadSays('goldListUnread'),
      pasted.problems.map(({ row, column, wording, found }) =>
        problemAt('goldCsv', fieldSays('inRow', { row: row ?? 1, column, reason: wording }), found)
      )
    );
  return {
    ...{
      project,
      grant,
      input: {
        ...planInput(typed, runIdOf(event, typed), pasted.ok ? pasted.value : []),
        language: event.locals.language
      }
    },
    leftOut: pasted.ok ? joinSentences(pasted.notes.map((note) => sayIn(event.locals.language, note))) : ''
  };
}

/** How many units a press of the button offers. */
const OFFERED = 6;

export const actions: Actions = {
  preview: async (event) => {
    const typed = typedPlan(await event.request.formData());
    const done = await attempt(async () => {
      const { project, grant, input, leftOut } = await inputFor(event, typed);
      typed.goldLeftOut = leftOut;
      const plan = planStudy(event.locals.db, grant, input);
      const outOfReach = reachIn(event.locals.language, plannedOutOfReach(event.locals.db, input, plan));
      return {
        plan: withCautions(event.locals.language, plan),
        outOfReach,
        sizes: sizesOffered(`/p/${project.slug}`, plan)
      };
    });
    return 'plan' in done ? { typed, ...done } : fail(done.status, { ...done.data, typed });
  },
  /** Offers units of the run for training and checks; those that have a purpose already stay. */
  units: async (event) => {
    const typed = typedPlan(await event.request.formData());
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const { kind, metric } = typed;
      const chosen = typed.known.filter(({ purpose }) => purpose !== '');
      const asked = { runId: runIdOf(event, typed), metric, kind, seed: randomInt(1, 1_000_000) };
      const found = unitsToChoose(event.locals.db, grant, asked, OFFERED, chosen);
      return {
        known: [
          ...chosen,
          ...found
            .slice(-OFFERED)
            .filter((unit) => !isAmong(unit, chosen))
            .map(rowOf)
        ]
      };
    });
    return 'known' in done ? { typed: { ...typed, known: done.known } } : fail(done.status, { ...done.data, typed });
  },
  create: async (event) => {
    const typed = typedPlan(await event.request.formData());
    const done = await attempt(async () => {
      const { grant, input, leftOut } = await inputFor(event, typed);
      if (leftOut !== typed.goldLeftOut) {
        typed.goldLeftOut = leftOut;
        if (leftOut !== '')
          refuse.invalid(leadSays('goldColumns'), [problemAt('goldCsv', fieldSays('goldLeftOut', { notes: leftOut }))]);
      }
      return createStudy(event.locals.db, grant, input);
    });
    if (!('id' in done)) return fail(done.status, { ...done.data, typed });
    redirect(303, `/p/${event.params.project}/studies/${done.number}?created`);
  }
};

const isAmong = (unit: ChosenUnit, rows: readonly KnownRow[]): boolean =>
  rows.some((row) => row.qid === unit.queryId && row.system === unit.systemId && row.item === unit.item);

const rowOf = ({ queryId, systemId, item, text }: ChosenUnit): KnownRow => ({
  ...{ purpose: '', qid: queryId, system: systemId, item, about: text },
  ...{ answer: '', reason: '', text: '' }
});
