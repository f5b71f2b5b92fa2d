import { and, eq } from 'drizzle-orm';
import type { PenaltyTable } from '../../scorer/metric.ts';
import { metricIn } from '../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isProbe, mergedIssueOf, runIssues } from './run-issues.server.ts';
import { isOfRun, listsIssues } from '../study/study-of-run.server.ts';

/** Of a study about issues that judges list: what the judges' labels on its items do not say. */
interface StudyIssueFacts {
  penalties: PenaltyTable;
  /** Merged issues of each report of the run, by report id. */
  merged: Record<string, number>;
  /** Judges that list each item of the sample, by item id. */
  listedBy: Record<string, string[]>;
  /** Ids of the items that people list who searched the report themselves. */
  probed: string[];
}

/** Nothing if the study is not about listed issues. */
export function studyIssueFacts(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  studyId: string
): { issues?: StudyIssueFacts } {
  const { studyItem, runMetric } = schema;
  const study = db
    .select()
    .from(schema.study)
    .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, grant.resource.id)))
    .get();
  if (!study || !isOfRun(study) || !listsIssues(study)) return {};
  const row = db
    .select()
    .from(runMetric)
    .where(and(eq(runMetric.runId, study.runId), eq(runMetric.metric, study.metric)))
    .get();
  const penalties = row && metricIn(row).settings.penalties;
  if (!penalties) throw new Error(`studyIssueFacts requires a run that scores ${study.metric} by a table`);
  const issues = runIssues(db, study);
  const items = db
    .select()
    .from(studyItem)
    .where(and(eq(studyItem.studyId, studyId), eq(studyItem.purpose, 'sample')))
    .all();
  const merged = new Map(
    items.flatMap((item) => {
      const issue = mergedIssueOf(item, issues.get(item.reportId)?.pool ?? []);
      return issue ? [[item.id, issue] as const] : [];
    })
  );
  return {
    issues: {
      penalties,
      merged: Object.fromEntries([...issues].map(([reportId, { pool }]) => [reportId, pool.length])),
      listedBy: Object.fromEntries([...merged].map(([id, { by }]) => [id, by.filter((one) => !isProbe(one))])),
      probed: [...merged].flatMap(([id, { by }]) => (by.some(isProbe) ? [id] : []))
    }
  };
}
