import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { serverApis } from '$lib/scorer/judges/endpoints/server-definitions.ts';
import { nameServer, removeServer } from '$lib/scorer/judges/endpoints/stored-servers.server.ts';
import { projectsOf } from '$lib/server/projects.ts';
import { answer, attempt } from '../answer.ts';
import { adminGrant } from '../grants.ts';
import { readServerForm } from './server-form.ts';

export const load: PageServerLoad = ({ locals }) =>
  answer(() => {
    const slugs = new Map(projectsOf(locals.db, adminGrant(locals).actor).map(({ id, slug }) => [id, slug]));
    return {
      crumbs: [{ label: messagesIn(locals.language, 'servers').title }],
      servers: locals.driver.servers().map((server) => ({
        ...server,
        projects: server.projects && server.projects.flatMap((id) => slugs.get(id) ?? [])
      })),
      variables: locals.driver.bindableVariables(),
      apis: serverApis
    };
  });

export const actions: Actions = {
  name: async ({ locals, request }) => {
    const form = await request.formData();
    const { server, typed } = readServerForm(form);
    const done = await attempt(() => {
      nameServer(locals.db, adminGrant(locals), server, locals.driver.serverPlace());
      return { changed: messagesIn(locals.language, 'servers').named({ name: server.name }) };
    });
    return 'changed' in done ? done : fail(done.status, { ...done.data, typed });
  },
  remove: async ({ locals, request }) => {
    const name = String((await request.formData()).get('server') ?? '');
    const done = await attempt(() => {
      removeServer(locals.db, adminGrant(locals), name);
      return { changed: messagesIn(locals.language, 'servers').removed({ name }) };
    });
    return 'changed' in done ? done : fail(done.status, done.data);
  }
};
