import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { procedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { kindOfStudy } from '$lib/studies/kinds/index.ts';
import { scaleInWords } from '$lib/studies/labels/label-scale.ts';
import { changeLeases, pauseStudy, resumeStudy } from '$lib/studies/judging/leases/lease-rules.server.ts';
import { reassignWork } from '$lib/studies/planning/drawing/reassigning.server.ts';
import { ableToJudge } from '$lib/studies/planning/plan-choices.server.ts';
import { studyFacts } from '$lib/studies/monitoring/study-facts.server.ts';
import { closeStudy, listStudies, type Study } from '$lib/studies/planning/studies.server.ts';
import { isBlinded, unblindings } from '$lib/studies/labels/unblinding.server.ts';
import { may, type ProjectGrant } from '$lib/server/auth/authorize.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { askedInWords } from '$lib/studies/own-work/asked-in-words.ts';
import { answer, attempt } from '../../../../answer.ts';
import { studyCrumbs } from '../crumbs.ts';
import { refuseUnseen, seenOf } from '../../../../seen-values.ts';
import { askedStudy } from './asked.ts';
import { monitored } from './monitored.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, reading, study } = askedStudy(event, 'read-results');
    const manages = may(reading.actor, reading.resource, 'manage');
    const { run, people, done, total } = listStudies(db, reading, { archived: true }).find(
      ({ id }) => id === study.id
    )!;
    // A study of imported labels has no items to judge.
    if (run === null) redirect(303, `/p/${project.slug}/alignment/${study.number}`);
    const { number, name, seed, overlap, reveal, guideline, status, pausedAt, createdAt, closedAt } = study;
    return {
      crumbs: studyCrumbs(event.locals.language, project, name),
      manage: `study/${study.id}`,
      study: {
        number,
        name,
        seed,
        overlap,
        reveal,
        guideline,
        status,
        pausedAt,
        createdAt,
        closedAt,
        people,
        done,
        total
      },
      metric: metricTitleIn(event.locals.language, study.metric),
      asked: askedIn(study, event.locals.language),
      run: { number: run.number, name: run.name },
      facts: studyFacts(db, reading, study.id),
      seenLeases: seenOf(study.leases),
      monitor: monitored(db, reading, study, event.locals.language),
      able: status === 'closed' || !manages ? [] : ableToJudge(db, askedStudy(event, 'manage').grant),
      unblindings: unblindings(db, reading, study.id),
      blinded: isBlinded(db, reading, study.id),
      embargoed: procedureState(db, reading, study.id).embargoed,
      created: event.url.searchParams.has('created'),
      extended: event.url.searchParams.get('extended'),
      closing: event.url.searchParams.has('close')
    };
  });

/** Questions to annotators, for the lead. */
function askedIn({ kind: name, metric, settings }: Study, language: string) {
  const kind = kindOfStudy({ kind: name, metric });
  const { title } = askedInWords(kind, metric, messagesIn(language, 'studyTerms'));
  const words = messagesIn(language, 'studyActs');
  const asked = (['dimensions', 'multiSelect', 'maskNames'] as const).filter((what) => settings[what]);
  return {
    title,
    labels: libraryTextIn(language)(scaleInWords(kind.scale)),
    besides: asked.map((what) => words.besides({ what })).join(', ')
  };
}

/** An act of the lead: what it did, in words, or the refusal. */
async function act(event: RequestEvent, work: (grant: ProjectGrant<'manage'>, studyId: string) => string | void) {
  const done = await attempt(() => {
    const { grant, study } = askedStudy(event, 'manage');
    return { said: work(grant, study.id) ?? '' };
  });
  return 'said' in done ? done : fail(done.status, done.data);
}

const wholeOrNone = (typed: FormDataEntryValue | null): number | null =>
  String(typed ?? '').trim() === '' ? null : Number(typed);

export const actions: Actions = {
  close: async (event) => {
    const done = await attempt(() => {
      const { grant, study } = askedStudy(event, 'manage');
      closeStudy(event.locals.db, grant, study.id);
      return { closed: true };
    });
    return 'closed' in done ? done : fail(done.status, done.data);
  },
  pause: (event) =>
    act(event, (grant, id) => {
      pauseStudy(event.locals.db, grant, id);
      return messagesIn(event.locals.language, 'studyActs').paused;
    }),
  resume: (event) =>
    act(event, (grant, id) => {
      resumeStudy(event.locals.db, grant, id);
      return messagesIn(event.locals.language, 'studyActs').resumed;
    }),
  leases: async (event) => {
    const form = await event.request.formData();
    return act(event, (grant, id) => {
      refuseUnseen(form, askedStudy(event, 'manage').study.leases);
      const [idleMinutes, unopenedHours] = [wholeOrNone(form.get('idle')), wholeOrNone(form.get('unopened'))];
      changeLeases(event.locals.db, grant, id, { idleMinutes, unopenedHours });
      return messagesIn(event.locals.language, 'studyActs').leases;
    });
  },
  reassign: async (event) => {
    const form = await event.request.formData();
    const person = (name: string): string | null => String(form.get(name) ?? '') || null;
    return act(event, (grant, id) => {
      const { items, stayed } = reassignWork(event.locals.db, grant, id, { from: person('from'), to: person('to') });
      const words = messagesIn(event.locals.language, 'studyActs');
      return stayed === 0 ? words.reassigned({ n: items }) : words.reassignedBut({ n: items, stayed });
    });
  }
};
