import { and, eq } from 'drizzle-orm';
import { shownText } from '../../scorer/report/shown/shown-text.ts';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { hiderOfItems } from '../judging/blind-view.server.ts';
import { queryAsAsked } from '../judging/scored-query.server.ts';
import { isOfRun } from '../study/study-of-run.server.ts';
import type { ItemMaterial } from '../units/item-material.ts';

/** Texts for an adjudicator beside the labels: query and reports, as annotators saw them, and the cited page. Excludes the reports' systems. */
export function adjudicatedText(
  db: Db,
  grant: ProjectGrant<'adjudicate'>,
  number: number,
  { id, reports, material }: { id: string; reports: readonly string[]; material: ItemMaterial }
): ReturnType<typeof queryAsAsked> & {
  texts: { markdown: string; language: string | null }[];
  source: { url: string; text: string } | null;
} {
  const { report, query, study: studies, pageContent } = schema;
  const study = db
    .select()
    .from(studies)
    .where(and(eq(studies.projectId, grant.resource.id), eq(studies.number, number)))
    .get();
  if (!study || !isOfRun(study)) return refuse.notFound('report');
  const hide = hiderOfItems(db, study, [id]);
  const texts = reports.map((reportId) => {
    const { markdown, language } =
      db
        .select({ markdown: reportMarkdown, language: query.language })
        .from(report)
        .innerJoin(query, eq(query.id, report.queryId))
        .where(eq(report.id, reportId))
        .get() ?? refuse.notFound('report');
    return { markdown: hide(shownText(markdown)), language };
  });
  const { source } = material;
  const page =
    source && db.select({ text: pageContent.text }).from(pageContent).where(eq(pageContent.hash, source.content)).get();
  const asked = queryAsAsked(db, study, reports[0]!);
  return {
    query: asked.query,
    collectedAt: reports.length === 1 ? asked.collectedAt : null,
    texts,
    source: source ? { url: source.url, text: page?.text ?? '' } : null
  };
}
