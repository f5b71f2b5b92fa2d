import { redirect, type RequestEvent } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { changeThing, kindIn, managedThing } from '../../../../../managing.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const thing = managedThing(
      event.locals.language,
      event.locals.db,
      grant,
      kindIn(event.params.kind),
      event.params.thing
    );
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'archive').title, href: `/p/${project.slug}/manage` },
        { label: thing.label }
      ],
      thing
    };
  });

const act =
  (name: 'rename' | 'archive' | 'restore' | 'delete') =>
  async (event: RequestEvent<{ project: string; kind: string; thing: string }>) => {
    const form = await event.request.formData();
    const { project, kind, thing } = event.params;
    const open = () => ({
      ...{ db: event.locals.db, grant: grantFor(event, 'manage').grant },
      ...{ kind: kindIn(kind), id: thing }
    });
    const done = await changeThing(open, name, form, event.locals.language);
    if ('deleted' in done) redirect(303, kind === 'project' ? '/' : `/p/${project}/manage`);
    return done;
  };

export const actions: Actions = {
  rename: act('rename'),
  archive: act('archive'),
  restore: act('restore'),
  delete: act('delete')
};
