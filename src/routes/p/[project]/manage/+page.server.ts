import type { PageServerLoad } from './$types';
import { archivedThings } from '$lib/server/managing/managed-thing.ts';
import { thingKindNames, thingKinds } from '$lib/server/managing/things.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const kinds = thingKindNames.filter((kind) => kind !== 'project' && kind !== 'account');
    return {
      crumbs: [{ label: project.name, href: `/p/${project.slug}` }, { label: 'Archive' }],
      projectId: project.id,
      archived: project.archivedAt !== null,
      kinds: kinds.flatMap((kind) => {
        const things = archivedThings(event.locals.db, grant, kind);
        return things.length === 0
          ? []
          : [
              {
                kind,
                plural: thingKinds[kind].plural,
                things: things.map(({ id, label, archivedAt }) => ({ id, label, archivedAt: archivedAt! }))
              }
            ];
      })
    };
  });
