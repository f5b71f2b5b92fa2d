import { and, eq } from 'drizzle-orm';
import { shownText } from '../../scorer/report/shown/shown-text.ts';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { queryAsAsked } from '../judging/scored-query.server.ts';
import { isOfRun } from '../study/study-of-run.server.ts';
import type { ItemMaterial } from '../units/item-material.ts';

/** Text for an adjudicator beside the labels: query and report, as annotators saw them, and the cited page. Excludes the report's system. */
export function adjudicatedText(
  db: Db,
  grant: ProjectGrant<'adjudicate'>,
  number: number,
  { reportId, material }: { reportId: string; material: ItemMaterial }
): ReturnType<typeof queryAsAsked> & {
  markdown: string;
  language: string | null;
  source: { url: string; text: string } | null;
} {
  const { report, query, study, pageContent } = schema;
  const found = db
    .select({ markdown: reportMarkdown, language: query.language, study })
    .from(study)
    .innerJoin(report, eq(report.id, reportId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(and(eq(study.projectId, grant.resource.id), eq(study.number, number)))
    .get();
  if (!found || !isOfRun(found.study)) return refuse.notFound('report');
  const { source } = material;
  const page =
    source && db.select({ text: pageContent.text }).from(pageContent).where(eq(pageContent.hash, source.content)).get();
  return {
    ...queryAsAsked(db, found.study, reportId),
    markdown: shownText(found.markdown),
    language: found.language,
    source: source ? { url: source.url, text: page?.text ?? '' } : null
  };
}
