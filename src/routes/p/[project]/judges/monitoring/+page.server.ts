import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { currentAdoption } from '$lib/alignment/adoption/decisions.server.ts';
import { adoptionsInForce } from '$lib/alignment/card/adoptions-in-force.server.ts';
import { anchorSetSize } from '$lib/alignment/monitoring/anchor-set-size.ts';
import {
  anchorSetByNumber,
  anchorSets,
  availableAnchors,
  createAnchorSet,
  endAnchorSet,
  scheduleAnchorSet,
  type StoredSet
} from '$lib/alignment/monitoring/anchor-sets.server.ts';
import { driftResults } from '$lib/alignment/monitoring/look-words.ts';
import { planCheck, setState } from '$lib/alignment/monitoring/checks.server.ts';
import { isRefusal } from '$lib/errors.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { runsOf } from '$lib/scorer/runs/runs.server.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { authorize, may, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { listStudies } from '$lib/studies/planning/studies.server.ts';
import { answer, attempt } from '../../../../answer.ts';
import { grantFor, personOf } from '../../../../grants.ts';
import { refusalForReader } from '../../../../refusal-for-reader.ts';
import { refuseUnseen, seenOf } from '../../../../seen-values.ts';
import { shownSet, withoutVerdicts } from './shown-set.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-results');
    const { db, language } = event.locals;
    const base = `/p/${project.slug}`;
    const sets = anchorSets(db, grant).map((set) => ({ set, state: setState(db, grant, set) }));
    const asked = event.url.searchParams.get('set');
    const open =
      asked === null
        ? (sets.find(({ state }) => state.closed === null) ?? sets[0])
        : sets.find(({ set }) => set.number === anchorSetByNumber(db, grant, Number(asked)).number);
    const runNumbers = new Map(runsOf(db, grant, { archived: true }).map(({ id, number }) => [id, number]));
    const studies = studiesToDrawFrom(db, grant, language);
    const candidates = Math.max(1, ...studies.map((study) => study.candidates));
    return {
      crumbs: [
        { label: project.name, href: base },
        { label: messagesIn(language, 'rooms').judges, href: `${base}/judges` },
        { label: messagesIn(language, 'monitoring').title }
      ],
      manages: may(personOf(event.locals), grant.resource, 'manage'),
      sets: sets.map(({ set, state }) => ({
        ...{ number: set.number, metric: metricTitleIn(language, set.metric), items: set.items.length },
        ...{ checks: state.looks.length, due: state.due, drift: state.drift, closed: state.closed }
      })),
      open: open ? shownSet(open.set, open.state, runNumbers, language) : null,
      seen: open && seenOf(open.set.everyDays),
      reopened: open !== undefined && currentAdoption(db, grant, open.set.metric)?.validity.valid === false,
      studies,
      results: [...Object.values(driftResults), withoutVerdicts],
      sizes: [0.03, 0.05, 0.1].map((loss) => ({ loss, items: anchorSetSize({ loss, candidates }) })),
      now: Date.now()
    };
  });

/** Studies on which an ensemble is adopted, with the items that could be anchors, or why there are none. */
function studiesToDrawFrom(db: Db, grant: ProjectGrant<'read-results'>, language: string) {
  const studies = new Map(listStudies(db, grant, { archived: true }).map((study) => [study.id, study]));
  return adoptionsInForce(db, grant).map(({ studyId, metric }) => {
    const { number = 0, name = '' } = studies.get(studyId) ?? {};
    const about = { number, name, id: studyId, metric: metricTitleIn(language, metric) };
    try {
      return { ...about, ...availableAnchors(db, grant, studyId), why: null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { ...about, items: 0, queries: 0, candidates: 1, why: refusalForReader(error).message };
    }
  });
}

const numberIn = (form: FormData, name: string): number | null => {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? null : Number(text);
};

function setIn(event: RequestEvent, form: FormData, grant: ProjectGrant<'manage'>): StoredSet {
  const reading = authorize(grant.actor, grant.resource, 'read-results');
  return anchorSetByNumber(event.locals.db, reading, Number(form.get('set')));
}

export const actions: Actions = {
  draw: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const set = createAnchorSet(event.locals.db, grant, {
        studyId: String(form.get('study') ?? ''),
        items: numberIn(form, 'items'),
        loss: (numberIn(form, 'loss') ?? NaN) / 100,
        flips: (numberIn(form, 'flips') ?? NaN) / 100,
        everyDays: numberIn(form, 'everyDays')
      });
      return { to: `/p/${project.slug}/judges/monitoring?set=${set.number}` };
    });
    if (!('to' in done)) {
      const typed = Object.fromEntries(
        ['study', 'items', 'loss', 'flips', 'everyDays'].map((name) => [name, String(form.get(name) ?? '')])
      );
      return fail(done.status, { ...done.data, typed });
    }
    redirect(303, done.to);
  },
  check: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const { db, driver } = event.locals;
      const set = setIn(event, form, grant);
      const run = planCheck(db, grant, driver, set, 'manual');
      driver.start(grant, run.id);
      return { to: `/p/${project.slug}/judges/monitoring?set=${set.number}` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  },
  schedule: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const set = setIn(event, form, grant);
      refuseUnseen(form, set.everyDays);
      scheduleAnchorSet(event.locals.db, grant, set, numberIn(form, 'everyDays'));
      return { to: `/p/${project.slug}/judges/monitoring?set=${set.number}` };
    });
    if (!('to' in done)) return fail(done.status, { ...done.data, everyDays: String(form.get('everyDays') ?? '') });
    redirect(303, done.to);
  },
  end: async (event) => {
    const form = await event.request.formData();
    const done = await attempt(() => {
      const { project, grant } = grantFor(event, 'manage');
      const set = setIn(event, form, grant);
      endAnchorSet(event.locals.db, grant, set);
      return { to: `/p/${project.slug}/judges/monitoring?set=${set.number}` };
    });
    if (!('to' in done)) return fail(done.status, done.data);
    redirect(303, done.to);
  }
};
