import type { ProjectGrant } from '$lib/server/auth/authorize.ts';

/** The name of an estimate under way: its form's token, within its project and for the person who asked. */
export const estimateName = ({ actor, resource }: ProjectGrant<'manage'>, once: string): string =>
  JSON.stringify([resource.id, actor.kind === 'person' ? actor.id : null, once]);
