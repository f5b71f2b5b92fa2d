import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { anchorSets, looksOf } from '../monitoring/anchor-sets.server.ts';
import type { LookFigures } from '../monitoring/drift.ts';
import type { CardAnchors } from './ledger.ts';
import { publicName } from './public-name.ts';

/**
 * The monitoring ledger of an adoption without names: its anchor sets with all checks. Null if no set was drawn.
 *
 * @param open whether answers are included, so that figures can be recomputed.
 */
export function cardLedger(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  adoptionId: string,
  open: boolean
): CardAnchors[] | null {
  const sets = anchorSets(db, grant)
    .filter((set) => set.adoptionId === adoptionId)
    .sort((a, b) => a.number - b.number);
  if (sets.length === 0) return null;
  return sets.map(({ id, number, hash, items, loss, flips, candidates }) => {
    const queries = [...new Set(items.map(({ query }) => query))].sort();
    return {
      ...{ set: number, sha256: hash, items: items.length, loss, flips, candidates },
      baseline: open
        ? items.map(({ query, score, agreement }) => ({ query: `a${queries.indexOf(query) + 1}`, score, agreement }))
        : null,
      looks: looksOf(db, id).map((look) => ({
        ...{ check: look.number, sequence: look.sequence, at: new Date(look.at).toISOString(), result: look.result },
        versions: look.versions.map((one) => ({ ...one, judge: publicName(one.judge) })),
        changed: look.changed.map(publicName),
        figures: look.figures as unknown as LookFigures,
        answers: open ? look.answers : null
      }))
    };
  });
}
