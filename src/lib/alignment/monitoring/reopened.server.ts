import { sayIn } from '../../messages/say-in.ts';
import { eq } from 'drizzle-orm';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { metricTitleIn } from '../../scorer/suites/metric-words.ts';
import { currentAdoption, listDecisions } from '../adoption/decisions.server.ts';
import { versionsSeen } from '../adoption/served-since.ts';
import { ensembleIn } from '../report/ensemble-in-words.ts';

/** An adoption in force that is open again, because its judges or its prompt are no longer those that were adopted. */
interface ReopenedAdoption {
  metric: string;
  title: string;
  ensemble: string;
  by: string;
  at: number;
  /** Number of the study on which it was decided. */
  study: number;
  /** Changes, in the reader’s language. */
  changed: string[];
  /** Versions that a confirmation would accept; null if more has changed than the served versions, so that only a new decision helps. */
  confirm: string | null;
}

/** The adoptions of the project that are open again, by metric. @param language of the reader */
export const reopenedAdoptions = (db: Db, grant: ProjectGrant<'read-results'>, language: string): ReopenedAdoption[] =>
  [...new Set(listDecisions(db, grant).map(({ metric }) => metric))].sort().flatMap((metric) => {
    const adoption = currentAdoption(db, grant, metric);
    if (!adoption || adoption.validity.valid) return [];
    const { ensemble, validity, decidedByName, decidedAt, studyId } = adoption;
    const { said, served } = validity;
    const changed = said.map((one) => sayIn(language, one));
    return [
      {
        metric,
        title: metricTitleIn(language, metric),
        ensemble: ensembleIn(
          language,
          ensemble.judges.map(({ spec }) => spec),
          ensemble.rule
        ),
        ...{ by: decidedByName, at: decidedAt, study: studyNumber(db, studyId), changed },
        confirm: served.length === changed.length ? versionsSeen(served) : null
      }
    ];
  });

const studyNumber = (db: Db, id: string): number =>
  db.select({ number: schema.study.number }).from(schema.study).where(eq(schema.study.id, id)).get()!.number;
