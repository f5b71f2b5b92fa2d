import type { PageServerLoad } from './$types';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { archivedThings } from '$lib/server/managing/managed-thing.ts';
import { thingKindNames } from '$lib/server/managing/things.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const say = libraryTextIn(event.locals.language);
    const kinds = thingKindNames.filter((kind) => kind !== 'project' && kind !== 'account');
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'archive').title }
      ],
      projectId: project.id,
      archived: project.archivedAt !== null,
      kinds: kinds.flatMap((kind) => {
        const things = archivedThings(event.locals.db, grant, kind);
        return things.length === 0
          ? []
          : [
              {
                kind,
                archived: things.map(({ id, label, archivedAt }) => ({
                  id,
                  label: say(label),
                  archivedAt: archivedAt!
                }))
              }
            ];
      })
    };
  });
