import { and, eq, type SQL } from 'drizzle-orm';
import { schema } from '../../server/db/client.ts';

interface Judged {
  id: string;
  runId: string;
  metric: string;
}

/** Joins what judges of the study's run said of its metric, in every repeat, to the items of a study. */
export function verdictsOnItems({ runId, metric }: Judged): SQL {
  const { studyItem, verdict } = schema;
  return and(
    eq(verdict.runId, runId),
    eq(verdict.reportId, studyItem.reportId),
    eq(verdict.metric, metric),
    eq(verdict.item, studyItem.item)
  )!;
}

/** Only the sample enters figures: not training, gold items or repeats. */
export function isSampledVerdict({ id }: Judged): SQL {
  return and(eq(schema.studyItem.studyId, id), eq(schema.studyItem.purpose, 'sample'))!;
}
