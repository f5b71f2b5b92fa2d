import type { PageServerLoad } from './$types';
import { libraryTextIn, textsIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { anchorInWords, auditHead } from '$lib/server/audit/audit-chain.ts';
import { auditFacets, countAudit, readAudit } from '$lib/server/audit/audit-trail.ts';
import { signingKey } from '$lib/server/signing/signing-key.ts';
import { answer } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';
import { auditAddress, askedIn, filterOf } from './asked.ts';

const PAGE = 100;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'manage');
    const asked = askedIn(event.url);
    const filter = filterOf(asked);
    const place = (name: string): number | undefined => Number(event.url.searchParams.get(name)) || undefined;
    const [before, after] = [place('before'), place('after')];
    const entries = readAudit(db, grant, {
      ...filter,
      ...(before !== undefined && { before }),
      ...(after !== undefined && before === undefined && { after }),
      limit: PAGE
    });
    const say = libraryTextIn(event.locals.language);
    const [newest, oldest] = [entries[0]?.id, entries.at(-1)?.id];
    return {
      crumbs: [
        { label: project.name, href: `/p/${project.slug}` },
        { label: messagesIn(event.locals.language, 'rooms').audit }
      ],
      asked,
      filtered: Object.keys(filter).length > 0,
      facets: textsIn(event.locals.language, auditFacets(db, grant), ['name']),
      total: countAudit(db, grant, filter),
      anchor: anchorInWords(auditHead(db)),
      fingerprint: signingKey(db).fingerprint,
      entries: entries.map(({ id, at, actorId, actorName, action, entity, entityId, detail }) => ({
        id,
        at,
        actorName: say(actorName),
        action,
        entity,
        entityId,
        of: {
          who: auditAddress(asked, { who: actorId ?? `-${actorName}` }),
          act: auditAddress(asked, { act: action }),
          thing: auditAddress({ ...asked, thing: entity, id: entityId })
        },
        detail: Object.entries(detail)
          .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(' · ')
      })),
      newer:
        newest !== undefined && readAudit(db, grant, { ...filter, after: newest, limit: 1 }).length > 0
          ? auditAddress(asked, { after: newest })
          : null,
      older:
        oldest !== undefined && readAudit(db, grant, { ...filter, before: oldest, limit: 1 }).length > 0
          ? auditAddress(asked, { before: oldest })
          : null
    };
  });
