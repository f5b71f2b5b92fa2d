import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad, RequestEvent } from './$types';
import { refuse } from '$lib/errors.ts';
import { may } from '$lib/server/auth/authorize.ts';
import {
  listStudyGuidelines,
  ownGuideline,
  namesShown,
  toRead,
  writeStudyGuideline
} from '$lib/studies/planning/guideline.server.ts';
import { answer, attempt } from '../../../../../answer.ts';
import { grantFor, personOf } from '../../../../../grants.ts';
import { guidelineHtml, guidelineTyped } from '../../../verification/guideline-page.ts';
import { studyPageName, studyPageCrumbs } from '../../crumbs.ts';
import { askedStudy } from '../asked.ts';

/** Leads read and write every version; who judges in the study reads the newest. */
export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'read-guideline');
    const person = personOf(event.locals);
    return may(person, grant.resource, 'read-results') ? forReaders(event) : forJudging(event, project.slug);
  });

function forJudging(event: RequestEvent, slug: string) {
  const { db } = event.locals;
  const { project, grant } = grantFor(event, 'annotate');
  const number = /^[1-9]\d{0,8}$/.test(event.params.study) ? Number(event.params.study) : refuse.notFound('study');
  const own = ownGuideline(db, personOf(event.locals), grant.resource.id, number);
  return {
    crumbs: [
      { label: project.name, href: `/p/${slug}` },
      { label: own.study.name, ...(own.work && { href: `/p/${slug}/work/${own.work}` }) },
      { label: studyPageName(event.locals.language, 'guideline') }
    ],
    name: own.study.name,
    short: own.short,
    number: own.version,
    newest: own.version,
    html: guidelineHtml(event.locals.language, own.markdown),
    markdown: '',
    versions: own.version === null ? [] : [{ number: own.version, createdAt: own.since }],
    names: [],
    writes: false,
    closed: false,
    base: event.url.pathname,
    work: own.work === null ? null : `/p/${slug}/work/${own.work}`
  };
}

function forReaders(event: RequestEvent) {
  const { project, reading, study } = askedStudy(event, 'read-results');
  const all = listStudyGuidelines(event.locals.db, reading, study.id);
  const asked = event.url.searchParams.get('version');
  const shown =
    asked === null ? all[0] : (all.find(({ number }) => String(number) === asked) ?? refuse.notFound('guideline'));
  const { markdown, version, short } = toRead(study, shown);
  const writes = may(personOf(event.locals), reading.resource, 'manage');
  return {
    crumbs: studyPageCrumbs(event.locals.language, project, study, 'guideline'),
    name: study.name,
    short,
    number: version,
    newest: all[0]?.number ?? null,
    html: guidelineHtml(event.locals.language, markdown),
    markdown,
    versions: all.map(({ number, createdAt }) => ({ number, createdAt })),
    names: writes ? namesShown(event.locals.db, study, `${short}\n${markdown}`) : [],
    writes: writes && study.status !== 'closed',
    closed: study.status === 'closed',
    base: event.url.pathname,
    work: null
  };
}

export const actions: Actions = {
  write: async (event) => {
    const { markdown, seen } = guidelineTyped(await event.request.formData());
    const done = await attempt(() => {
      const { grant, study } = askedStudy(event, 'manage');
      return writeStudyGuideline(event.locals.db, grant, study.id, markdown, seen);
    });
    if (!('number' in done)) return fail(done.status, { ...done.data, markdown });
    redirect(303, `${event.url.pathname}?version=${done.number}`);
  }
};
