import {
  authorize,
  instance,
  may,
  type Authorized,
  type InstanceResource,
  type Person,
  type ProjectAccess,
  type ProjectGrant
} from '$lib/server/auth/authorize.ts';
import { sessionTokenOf } from '$lib/server/auth/sign-in/cookies.ts';
import { readSession } from '$lib/server/auth/sign-in/sessions.ts';
import { refuse, worded } from '$lib/errors.ts';
import { projectBySlug, type Project } from '$lib/server/projects.ts';

interface Asked {
  locals: App.Locals;
  params: { project?: string };
}

/** The signed-in person; hooks have seen to it on every route that is not public. */
export const personOf = (locals: App.Locals): Person => locals.actor ?? refuse.notSignedIn();

/** The project of the address with the proof that the person may. */
export function grantFor<A extends ProjectAccess>(
  event: Asked,
  access: A
): { project: Project; grant: ProjectGrant<A> } {
  const project = projectBySlug(event.locals.db, event.params.project ?? '');
  const person = personOf(event.locals);
  const resource = { kind: 'project', id: project.id } as const;
  // A project in the archive is closed to work; its leads can still read and restore it.
  if (project.archivedAt !== null && !may(person, resource, 'manage') && may(person, resource, 'enter'))
    refuse.isClosed(worded('projectArchived'));
  return { project, grant: authorize(person, resource, access) };
}

/** `grantFor` by the session and role that the person has by now, for what is written after a long wait, such as for a file. */
export function grantAgain<A extends ProjectAccess>(
  { locals, params, ...asked }: Asked & Parameters<typeof sessionTokenOf>[0],
  access: A
): ProjectGrant<A> {
  const token = sessionTokenOf(asked);
  const actor = token === null ? null : (readSession(locals.db, token)?.person ?? null);
  return grantFor({ params, locals: { ...locals, actor } }, access).grant;
}

export const adminGrant = (locals: App.Locals): Authorized<InstanceResource, 'administer'> =>
  authorize(personOf(locals), instance, 'administer');
