import { env } from '$env/dynamic/private';
import { oidcSettings } from '$lib/server/auth/oidc/oidc-settings.ts';
import type { Actions, PageServerLoad } from './$types';
import { projectById } from '$lib/server/projects.ts';
import { answer } from '../../answer.ts';
import { readLink, useLink } from '../../one-time-link.ts';

export const load: PageServerLoad = ({ locals, params }) =>
  answer(() => {
    const link = readLink(locals, params.token, 'join');
    return {
      project: projectById(locals.db, link.projectId!).name,
      role: link.role!,
      invited: { name: link.name, email: link.email ?? '' },
      signedInAs: locals.actor?.name ?? null,
      provider: locals.actor ? null : (oidcSettings(env)?.name ?? null),
      token: params.token
    };
  });

export const actions: Actions = { default: useLink('join') };
