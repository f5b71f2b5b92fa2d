import { randomInt } from 'node:crypto';
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import type { KnownRow } from '$lib/components/studies/planning/PlanChecks.svelte';
import { revealPolicyWords } from '$lib/components/studies/planning/reveal-policies.ts';
import { refuse } from '$lib/errors.ts';
import { parseGoldItems } from '$lib/exchange/ratings/gold-items-csv.ts';
import { metricsOf, runByNumber } from '$lib/scorer/runs/runs.server.ts';
import { listRuns } from '$lib/scorer/runs/run-progress.server.ts';
import { metricByName } from '$lib/scorer/suites/index.ts';
import { listMembers, type Member } from '$lib/server/projects.ts';
import {
  isNamedStudyKind,
  kindsFor,
  studyKinds,
  usualKind,
  type StudyKind,
  type StudyKindName
} from '$lib/studies/kinds/index.ts';
import { scaleInWords } from '$lib/studies/labels/label-scale.ts';
import { groupsToChoose, unitsToChoose, type ChosenUnit } from '$lib/studies/planning/planning-groups.server.ts';
import { planStudy } from '$lib/studies/planning/planning.server.ts';
import { takesOwnWords } from '$lib/studies/planning/gold-units.ts';
import { createStudy } from '$lib/studies/planning/studies.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor } from '../../../../grants.ts';
import { studyCrumbs } from '../crumbs.ts';
import { hasEnded } from '../ended.ts';
import { planInput, typedPlan, type TypedPlan } from './plan-form.ts';
import { sizesOffered } from './sizes-offered.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const reading = grantFor(event, 'read-results').grant;
    const ended = listRuns(db, reading).filter(hasEnded);
    const runs = ended.map(({ id, number, name, status, judges, unscored }) => ({
      number: String(number),
      name,
      status,
      judges,
      unscored,
      metrics: metricsOf(db, id).map(({ metric }) => metric)
    }));
    const scored = new Set(runs.flatMap((run) => run.metrics));
    const groups = groupsToChoose(
      db,
      grant,
      ended.map(({ id }) => id)
    );
    const people = listMembers(db, grant).map((member) => ({
      userId: member.userId,
      name: member.name,
      email: member.email,
      obstacle: obstacleOf(member)
    }));
    const able = people.filter(({ obstacle }) => obstacle === null).map(({ userId }) => userId);
    const asked = event.url.searchParams.get('run');
    const run = runs.find(({ number }) => number === asked) ?? runs[0];
    const defaults: TypedPlan = {
      name: '',
      run: run?.number ?? '',
      metric: run?.metrics[0] ?? '',
      kind: kindFor(run?.metrics[0]),
      dimensions: false,
      multiSelect: false,
      maskNames: true,
      sampling: 'one',
      items: '',
      allAgree: '',
      someDiffer: '',
      by: 'category',
      each: '',
      people: able,
      overlap: able.length > 1 ? '2' : '1',
      seed: String(randomInt(1, 1_000_000)),
      reveal: 'after-report',
      guideline: '',
      guidelinePage: '',
      only: { category: [], system: [], item: [] },
      goldEvery: '10',
      repeats: '0',
      known: [],
      goldCsv: '',
      goldLeftOut: ''
    };
    const scoredMetrics = [...scored].map(metricByName);
    const made = scoredMetrics
      .flatMap(({ protocol }) => kindsFor(protocol))
      .filter(({ name }) => !isNamedStudyKind(name));
    const kinds: StudyKind[] = [
      ...Object.values(studyKinds),
      ...new Map(made.map((kind) => [kind.name, kind])).values()
    ];
    return {
      crumbs: studyCrumbs(project, 'Plan a study'),
      runs,
      metrics: scoredMetrics.map(({ name, title, question, protocol, dimensions }) => ({
        name,
        title,
        question,
        dimensions: dimensions
          ? `Points, 0 to ${dimensions.most}, for each report: ${dimensions.list.map((one) => one.title.toLowerCase()).join(', ')}`
          : null,
        kinds: kindsFor(protocol).map((kind) => kind.name),
        // Labels of some kinds are those of the metric.
        options: kindsFor(protocol)
          .filter((kind) => kind.unit?.scale === 'by-metric')
          .flatMap(({ options }) => options.map(({ label, title: words }) => ({ label, title: words })))
      })),
      kinds: kinds.map((kind) => ({
        ...{ name: kind.name, title: kind.title, about: kind.about },
        ...{ dimensions: kind.dimensions, multiSelect: kind.multiSelect },
        labels: kind.unit?.scale === 'by-metric' ? 'those of the metric' : scaleInWords(kind.scale),
        unjudged: kind.judges.from === 'nothing' ? kind.judges.why : null,
        options: kind.options.map(({ label, title }) => ({ label, title })),
        byMetric: kind.unit?.scale === 'by-metric',
        ownWords: takesOwnWords(kind)
      })),
      groups: {
        ...groups,
        items: scoredMetrics
          .filter(({ items }) => items !== null)
          .map(({ name, title, items }) => ({
            ...{ name, title },
            items: (items ?? []).map(({ key, text }) => ({ key, text }))
          }))
      },
      policies: revealPolicyWords.map(({ value, label, means }) => ({ value, label, means })),
      sizes: sizesOffered(`/p/${project.slug}`, null),
      people,
      defaults
    };
  });

/** The kind of study that the form begins with: the first that can ask about the metric. */
const kindFor = (metric: string | undefined): StudyKindName =>
  ((metric && kindsFor(metricByName(metric).protocol)[0]?.name) || usualKind) as StudyKindName;

/** Why a member can not judge blind; null where they can. */
function obstacleOf({ roles, admin }: Member): string | null {
  if (admin) return 'is an admin and can read the results, so the verdicts would not be blind';
  if (roles.includes('lead')) return 'is a lead and can read the results, so the verdicts would not be blind';
  return roles.includes('annotator') ? null : 'is not an annotator of this project';
}

const runIdOf = (event: RequestEvent, { run }: TypedPlan): string => {
  const reading = grantFor(event, 'read-results').grant;
  if (!/^[1-9]\d{0,8}$/.test(run))
    refuse.invalid('No study without a run.', [{ row: null, column: 'run', reason: 'Choose a run.' }]);
  return runByNumber(event.locals.db, reading, Number(run)).id;
};

async function inputFor(event: RequestEvent, typed: TypedPlan) {
  const { project, grant } = grantFor(event, 'manage');
  const pasted = await parseGoldItems(typed.goldCsv);
  if (!pasted.ok)
    refuse.invalid(
      'The list of gold items could not be read.',
      pasted.problems.map(({ row, column, reason, found }) => ({
        ...{ row, column: 'goldCsv', reason: `Row ${row ?? 1}, ${column}: ${reason}` },
        ...(found !== undefined && { found })
      }))
    );
  return {
    ...{ project, grant, input: planInput(typed, runIdOf(event, typed), pasted.ok ? pasted.value : []) },
    leftOut: pasted.ok ? pasted.notes.join('. ') : ''
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
      return { plan, sizes: sizesOffered(`/p/${project.slug}`, plan) };
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
          refuse.invalid('The study was not started: columns of the gold items are not read.', [
            {
              row: null,
              column: 'goldCsv',
              reason: `${leftOut}. Remove them, or start the study again to leave them out`
            }
          ]);
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
