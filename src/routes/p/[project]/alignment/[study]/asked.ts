import { redirect } from '@sveltejs/kit';
import { refuse } from '$lib/errors.ts';
import { procedureState, type ProcedureState } from '$lib/alignment/preregistration/preregistrations.server.ts';
import type { StudyProcedure } from '$lib/alignment/procedure/procedure.server.ts';
import type { Figures } from '$lib/alignment/workers/aside.server.ts';
import type { ProjectAccess, ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Project } from '$lib/server/projects.ts';
import { studyByNumber, type Study } from '$lib/studies/planning/studies.server.ts';
import { addressInRun, runInAddress } from '$lib/alignment/report/in-run.ts';
import { runByNumber, type Run } from '$lib/scorer/runs/runs.server.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { grantFor } from '../../../../grants.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; study?: string };
  url: URL;
}

export interface AskedState<A extends ProjectAccess> {
  project: Project;
  grant: ProjectGrant<A>;
  reading: ProjectGrant<'read-results'>;
  study: Study;
  /** Another run whose judges stand beside the labels; null for the run from which the items were drawn. */
  run: Run | null;
  state: ProcedureState;
}

export type AskedStudy<A extends ProjectAccess> = AskedState<A> & StudyProcedure;

/** The study of the address and how far its procedure is, with nothing of how people judged. */
export function askedState<A extends ProjectAccess>(event: Asked, access: A): AskedState<A> {
  const { project, grant } = grantFor(event, access);
  const reading = grantFor(event, 'read-results').grant;
  const number = /^[1-9]\d{0,8}$/.test(event.params.study ?? '')
    ? Number(event.params.study)
    : refuse.notFound('study');
  const study = studyByNumber(event.locals.db, reading, number);
  const { db } = event.locals;
  const asked = event.url.searchParams.get('run') ? (runInAddress(event.url) ?? refuse.notFound('run')) : null;
  const named = asked === null ? null : runByNumber(db, reading, asked);
  const run = named?.id === study.runId ? null : named;
  return { project, grant, reading, study, run, state: procedureState(db, reading, study.id) };
}

/**
 * The same with its figures. If no lead has unblinded them yet, the person is redirected to the page for that; if they take
 * longer to compute, to the page of their progress.
 */
export async function askedAlignment<A extends ProjectAccess>(event: Asked, access: A): Promise<AskedStudy<A>> {
  const asked = askedState(event, access);
  if (asked.state.embargoed) redirect(303, alignmentAddress(asked, '/unblind'));
  const figures = event.locals.aside.figures(asked.reading, asked.study.id, { runId: asked.run?.id });
  const study = figures.ready ?? (await soon(figures));
  if (study === null) {
    const to = event.url.pathname + event.url.search;
    redirect(303, alignmentAddress(asked, `/computing?to=${encodeURIComponent(to)}`));
  }
  return { ...asked, ...study };
}

/** In ms: a wait without notice, the wait for figures once a page is on its way, and the longest time for which nothing is shown. */
const [moment, soonEnough, longest] = [300, 1000, 3000];

/** The figures if they come soon; null if they are being computed and take longer, as far as can be told by then. */
function soon({ share, whenReady }: Figures & { ready: null }): Promise<StudyProcedure | null> {
  const asked = performance.now();
  let begun: number | null = null;
  const takesLong = (): boolean => {
    const [now, done] = [performance.now(), share()];
    if (done > 0) begun ??= now;
    if (now - asked > longest) return true;
    // A short read, which only checks whether anything has changed, is not worth a page of its own.
    if (begun === null || now - begun < moment) return false;
    return ((now - begun) * (1 - done)) / done > soonEnough;
  };
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (!takesLong()) return;
      clearInterval(timer);
      resolve(null);
    }, 25);
    whenReady.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

type Addressed = Pick<AskedState<ProjectAccess>, 'project' | 'study' | 'run'>;

/** Address of a study's report, or of what follows under it, with the judges of the run that was asked for. */
export const alignmentAddress = ({ project, study, run }: Addressed, below = ''): string =>
  addressInRun(`/p/${project.slug}/alignment/${study.number}${below}`, run?.number ?? null);

export const crumbsOf = (asked: Addressed, language: string, last?: string) => [
  { label: asked.project.name, href: `/p/${asked.project.slug}` },
  { label: messagesIn(language, 'rooms').alignment, href: `/p/${asked.project.slug}/alignment` },
  ...(last === undefined
    ? [{ label: asked.study.name }]
    : [{ label: asked.study.name, href: alignmentAddress(asked) }, { label: last }])
];
