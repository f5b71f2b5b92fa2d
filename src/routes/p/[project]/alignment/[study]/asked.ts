import { refuse } from '$lib/errors.ts';
import { alignmentReport, type StudyAlignment } from '$lib/alignment/report.server.ts';
import type { ProjectAccess, ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Project } from '$lib/server/projects.ts';
import { studyByNumber, type Study } from '$lib/studies/studies.server.ts';
import { grantFor } from '../../../../grants.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string; study?: string };
}

export interface AskedStudy<A extends ProjectAccess> extends StudyAlignment {
  project: Project;
  grant: ProjectGrant<A>;
  reading: ProjectGrant<'read-results'>;
  study: Study;
}

/** The study of the address with its report, for who may read results and has the access asked for. */
export function askedStudy<A extends ProjectAccess>(event: Asked, access: A): AskedStudy<A> {
  const { project, grant } = grantFor(event, access);
  const reading = grantFor(event, 'read-results').grant;
  const number = /^[1-9]\d{0,8}$/.test(event.params.study ?? '')
    ? Number(event.params.study)
    : refuse.notFound('study');
  const study = studyByNumber(event.locals.db, reading, number);
  return { project, grant, reading, study, ...alignmentReport(event.locals.db, reading, study.id) };
}

export const crumbsOf = ({ project, study }: Pick<AskedStudy<ProjectAccess>, 'project' | 'study'>, last?: string) => [
  { label: 'Projects', href: '/' },
  { label: project.name, href: `/p/${project.slug}` },
  { label: 'Alignment', href: `/p/${project.slug}/alignment` },
  ...(last === undefined
    ? [{ label: study.name }]
    : [{ label: study.name, href: `/p/${project.slug}/alignment/${study.number}` }, { label: last }])
];
