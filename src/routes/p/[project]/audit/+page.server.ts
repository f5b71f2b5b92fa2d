import type { PageServerLoad } from './$types';
import { readAudit } from '$lib/server/audit-trail.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

const pageSize = 100;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project, grant } = grantFor(event, 'manage');
    const before = Number(event.url.searchParams.get('before')) || undefined;
    const action = event.url.searchParams.get('action') || undefined;
    const entries = readAudit(event.locals.db, grant, { before, action, limit: pageSize + 1 });
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Audit' }
      ],
      action: action ?? null,
      entries: entries.slice(0, pageSize).map(({ id, at, actorName, action, entity, entityId, detail }) => ({
        id,
        at,
        actorName,
        action,
        entity,
        entityId,
        detail: Object.entries(detail)
          .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(' · ')
      })),
      older: entries.length > pageSize ? entries[pageSize - 1]!.id : null
    };
  });
