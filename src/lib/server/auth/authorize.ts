import type { Saying } from '../../messages/sayings.ts';
import { refuse, worded } from '../../errors.ts';
import { scopeFor, type TokenScope } from './scopes.ts';

export type Role = 'annotator' | 'reviewer' | 'adjudicator' | 'lead' | 'viewer';
export const roles = ['annotator', 'reviewer', 'adjudicator', 'lead', 'viewer'] as const satisfies readonly Role[];

/** Author of an act: a signed-in person, the operator at the machine's command line, or the server itself. */
export type Actor =
  | {
      kind: 'person';
      id: string;
      name: string;
      email: string;
      admin: boolean;
      roles: ReadonlyMap<string, readonly Role[]>;
      /** Set for the place of a crowd participant, to whom only the work of a study is open (`openToCrowd`). */
      crowd?: true;
      /** Set if the person acts through the API with a personal token. */
      token?: { prefix: string; scopes: readonly TokenScope[] };
    }
  | { kind: 'operator'; name: 'command line' }
  | { kind: 'system'; name: 'system' };

export type Person = Extract<Actor, { kind: 'person' }>;

export const operator: Actor = { kind: 'operator', name: 'command line' };
export const systemActor: Actor = { kind: 'system', name: 'system' };

export interface ProjectResource {
  kind: 'project';
  id: string;
}
export interface InstanceResource {
  kind: 'instance';
}
export const instance: InstanceResource = { kind: 'instance' };

/** Rights in a project, and the roles that have them. The instance's admins have the rights of leads. */
const projectAccess = {
  /** Know that the project exists and read its front page. */
  enter: ['annotator', 'reviewer', 'adjudicator', 'lead', 'viewer'],
  /** Read queries and checklists. */
  'read-benchmark': ['reviewer', 'adjudicator', 'lead', 'viewer'],
  /** Read how people should judge in a study. */
  'read-guideline': ['annotator', 'lead', 'viewer'],
  /** Read whatever would unblind an annotator: systems, runs, verdicts, alignment. Viewers read it of closed studies only. */
  'read-results': ['lead', 'viewer'],
  /** Import, score, plan studies, invite, adopt. */
  manage: ['lead'],
  /** Judge blind. Not open to admins or leads as such: who can read the results is not blind. */
  annotate: ['annotator'],
  /** Review and inspect ratings without knowing whose they are. Not open to admins or leads as such. */
  review: ['reviewer'],
  /** Settle what others disagree on. Not open to admins or leads as such. */
  adjudicate: ['adjudicator']
} as const satisfies Record<string, readonly Role[]>;

/** Work that needs the role itself: an admin who wants to do it is given it in the project. */
const ownWork = ['annotate', 'review', 'adjudicate'] as const satisfies readonly (keyof typeof projectAccess)[];

export type ProjectAccess = keyof typeof projectAccess;
export type Access = ProjectAccess | 'administer';

declare const issued: unique symbol;

/** Proof that `authorize` was asked. Mutators demand it, so a forgotten check does not compile. */
export interface Authorized<T, A extends Access> {
  readonly resource: T;
  readonly actor: Actor;
  readonly access: A;
  readonly [issued]: true;
}

export type ProjectGrant<A extends ProjectAccess> = Authorized<ProjectResource, A>;

/**
 * Whether the roles of `actor` allow `access`; pages use it to decide what to show, mutators use `authorize`. The scopes of a token
 * do not count here: whether a person is blind depends on what they may read, and a narrow token must not make them look blind.
 */
export function may(actor: Actor, resource: ProjectResource | InstanceResource, access: Access): boolean {
  if (actor.kind !== 'person') return true;
  if (resource.kind === 'instance' || access === 'administer') return actor.admin;
  const mine = actor.roles.get(resource.id) ?? [];
  if (mine.some((role) => (projectAccess[access] as readonly Role[]).includes(role))) return true;
  return actor.admin && !(ownWork as readonly Access[]).includes(access);
}

export function authorize<T extends ProjectResource | InstanceResource, A extends Access>(
  actor: Actor,
  resource: T,
  access: A
): Authorized<T, A> {
  if (!may(actor, resource, access)) {
    if (resource.kind === 'project' && !may(actor, resource, 'enter')) refuse.notFound('project');
    refuse.notPermitted(explain(access));
  }
  if (actor.kind === 'person' && actor.token && !actor.token.scopes.includes(scopeFor(access)))
    refuse.notPermitted(worded('tokenScope', { scope: scopeFor(access) }));
  return { resource, actor, access } as Authorized<T, A>;
}

/** Whether a person reads results and manages nothing: open studies and every write are closed to them. */
export const isViewer = (actor: Actor, projectId: string): boolean => {
  const project = { kind: 'project', id: projectId } as const;
  return may(actor, project, 'read-results') && !may(actor, project, 'manage');
};

/** Whether a person has the role of a viewer and no other in a project: they write nothing there. */
export const onlyViews = (actor: Actor, projectId: string): boolean =>
  isViewer(actor, projectId) &&
  actor.kind === 'person' &&
  (actor.roles.get(projectId) ?? []).every((role) => role === 'viewer');

/** The roles that have an access. */
export const projectRoles = (access: ProjectAccess): readonly Role[] => projectAccess[access];

function explain(access: Access): Saying {
  if (access === 'administer') return worded('forAdmins');
  const roles = projectAccess[access].map((role) => `${role}s`).join(', ');
  return worded('forRoles', { access: access.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()), roles });
}
