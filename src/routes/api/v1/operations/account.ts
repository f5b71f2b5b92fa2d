import { z } from 'zod';
import { roles } from '$lib/server/auth/authorize.ts';
import { tokenScopes } from '$lib/server/auth/scopes.ts';
import { projectsOf } from '$lib/server/projects.ts';
import { instanceOperation } from '../operation.ts';

const me = z
  .object({
    name: z.string(),
    email: z.string(),
    admin: z.boolean().describe('Whether the person administers this instance.'),
    token: z.object({
      prefix: z.string().describe('Beginning of the token.'),
      scopes: z.array(z.enum(tokenScopes))
    }),
    roles: z
      .array(z.object({ project: z.string(), role: z.enum(roles) }))
      .describe('Roles in projects, by their address.')
  })
  .meta({ id: 'Me' });

export const accountOperations = [
  instanceOperation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'Account',
    summary: 'Read the owner and the scopes of the token.',
    access: 'signed-in',
    answer: me,
    run: ({ locals, person }) => ({
      name: person.name,
      email: person.email,
      admin: person.admin,
      token: { prefix: person.token!.prefix, scopes: [...person.token!.scopes] },
      roles: projectsOf(locals.db, person).flatMap(({ id, slug }) =>
        (person.roles.get(id) ?? []).map((role) => ({ project: slug, role }))
      )
    })
  })
];
