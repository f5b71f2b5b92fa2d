import { eq } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { delimiterKey } from '../../../server/db/settings.ts';
import type { Call } from '../../call.ts';
import type { Judge } from '../../judge.ts';
import type { Metric } from '../../metric.ts';
import { estimateTokens } from '../../report/split-report.ts';
import { metricIn, type Run } from '../runs.server.ts';
import { planOf, tasksIn } from '../tasks.server.ts';
import { replayTask, type Stored } from './replaying.ts';

/** The first question that a judge would be asked about one report. */
interface PromptPreview extends Pick<Call, 'system' | 'user' | 'schema'> {
  /** Estimated from the characters of both messages. */
  tokens: number;
  /** Questions that are known before any reply: further ones may follow. */
  questions: number;
}

const nobody: Judge = {
  spec: 'preview',
  fingerprint: 'preview',
  contextTokens: null,
  ask: () => Promise.reject(new Error('A preview asks no judge'))
};

/**
 * A report of a run as a reworded prompt would send it. Nothing is sent. Null if the report has nothing to judge under the metric.
 *
 * @param run Names the dataset version and dates, so that texts are filled in as in the run
 */
export async function previewPrompt(
  db: Db,
  grant: ProjectGrant<'manage'>,
  { run, reportId, metric }: { run: Run; reportId: string; metric: Metric }
): Promise<PromptPreview | null> {
  if (run.projectId !== grant.resource.id) return refuse.notFound('run');
  const plan = planOf(db, run);
  const rows = plan.metrics.filter((row) => row.metric === metric.name);
  if (!plan.reportIds.includes(reportId) || rows.length === 0) return refuse.notFound('report of this run');
  const [task] = tasksIn(db, { ...plan, metrics: rows, reportIds: [reportId] }, [nobody]);
  if (!task) return null;
  const { settings } = metricIn(rows[0]!);
  const page = db
    .select({ page: schema.pageFetch, text: schema.pageContent.text })
    .from(schema.pageFetch)
    .innerJoin(schema.pageContent, eq(schema.pageContent.hash, schema.pageFetch.contentHash))
    .where(eq(schema.pageFetch.runId, run.id))
    .all();
  const stored: Stored = {
    reply: () => null,
    page: (url) => {
      const found = page.find((one) => one.page.url === url);
      return found ? { ...found.page, text: found.text } : null;
    },
    search: () => null,
    delimiterKey: delimiterKey(db)
  };
  const calls = await replayTask({ ...task, metric: { ...metric, settings } }, stored);
  const [first] = calls;
  if (!first) return null;
  const { system, user, schema: reply } = first.call;
  return {
    ...{ system, user, schema: reply },
    tokens: estimateTokens(system) + estimateTokens(user),
    questions: calls.length
  };
}
