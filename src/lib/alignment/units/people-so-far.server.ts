import type { ProjectGrant } from '../../server/auth/authorize.ts';
import type { Db } from '../../server/db/client.ts';
import { fingerprint } from '../../scorer/runs/fingerprint.ts';
import type { UndefinedReason } from '../../stats/index.ts';
import type { Figure } from './figure.ts';
import { lastResults } from '../report/last-results.ts';
import { metricOf } from './metric.ts';
import { peopleTogether } from '../agreement/pairs.ts';
import { studyRatingsOf } from '../report/report.server.ts';
import { ratedUnits } from './units.ts';

/** How people agree with one another so far. Holds nothing of judges, of persons or of single items: it can be seen while they judge. */
interface PeopleSoFar {
  /** Items with two labels or more, and their queries. */
  items: number;
  queries: number;
  /** Items from which on figures are shown. */
  fewest: number;
  /** The primary figure of the scale and κ, each under its name; null with fewer items. */
  figures: { name: string; figure: SoFarFigure }[] | null;
}

/** `n` counts pairs of labels. */
type SoFarFigure = Pick<Figure, 'value' | 'low' | 'high' | 'n'> & { reason: UndefinedReason | null };

/** With fewer items the interval says next to nothing, and a lead who knows a label could tell another one from it. */
const FEWEST = 20;

const remembered = lastResults<PeopleSoFar>();

/** Resampling starts from the study's seed; figures are remembered until another label comes in. */
export function peopleSoFar(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  study: { id: string; seed: number }
): PeopleSoFar {
  const ratings = studyRatingsOf(db, grant, study.id);
  const items = ratings.items.map((item) => ({ ...item, judges: [], preferences: [] }));
  const given = items.map(({ itemId, humans }) => [itemId, humans.map(({ userId, label }) => [userId, label])]);
  return remembered(fingerprint([study.id, given]), () => {
    const units = ratedUnits({ ...ratings, judges: [], items });
    const shared = units.ids.flatMap((_, unit) =>
      units.people.filter(({ labels }) => labels[unit] !== null).length > 1 ? [unit] : []
    );
    const counts = {
      items: shared.length,
      queries: new Set(shared.map((unit) => units.cluster[unit])).size,
      fewest: FEWEST
    };
    if (shared.length < FEWEST) return { ...counts, figures: null };
    const { pooled } = peopleTogether(units);
    const { kind, name, kappa } = metricOf(units.scale);
    return {
      ...counts,
      figures: [
        ...(kind === 'mean'
          ? [{ name: 'share of pairs of labels that are the same', figure: bare(pooled.equal) }]
          : []),
        { name: kind === 'mean' ? kappa : name, figure: bare(pooled.kappa) }
      ]
    };
  });
}

const bare = ({ value, low, high, n, ...rest }: Figure): SoFarFigure => ({
  ...{ value, low, high, n },
  reason: 'reason' in rest ? (rest.reason ?? null) : null
});
