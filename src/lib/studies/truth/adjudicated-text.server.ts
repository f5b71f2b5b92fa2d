import { and, eq } from 'drizzle-orm';
import { dateOfUndated } from '../../scorer/runs/texts/asked-texts.ts';
import { fillDates } from '../../scorer/runs/texts/placeholders.ts';
import { shownText } from '../../scorer/report/shown/shown-text.ts';
import { refuse } from '../../errors.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { scoredQuery } from '../judging/scored-query.server.ts';
import type { ItemMaterial } from '../units/item-material.ts';

/** Text for an adjudicator beside the labels: query and report, as judges saw them, and the cited page. Excludes the report's system. */
export function adjudicatedText(
  db: Db,
  grant: ProjectGrant<'adjudicate'>,
  number: number,
  { reportId, material }: { reportId: string; material: ItemMaterial }
): { query: string; markdown: string; language: string | null; source: { url: string; text: string } | null } {
  const { report, query, system, study, run, pageContent } = schema;
  const found =
    db
      .select({
        markdown: reportMarkdown,
        language: query.language,
        qid: query.qid,
        text: query.text,
        dated: report.collectedAt,
        collected: system.collectedAt,
        run
      })
      .from(study)
      .innerJoin(run, eq(run.id, study.runId))
      .innerJoin(report, eq(report.id, reportId))
      .innerJoin(query, eq(query.id, report.queryId))
      .innerJoin(system, eq(system.id, report.systemId))
      .where(and(eq(study.projectId, grant.resource.id), eq(study.number, number)))
      .get() ?? refuse.notFound('report');
  const asked = scoredQuery(db, found.run.versionId ?? '', found.qid, found.run.options) ?? found.text;
  const { source } = material;
  const page =
    source && db.select({ text: pageContent.text }).from(pageContent).where(eq(pageContent.hash, source.content)).get();
  return {
    query: fillDates(asked, found.dated ?? found.collected ?? dateOfUndated(found.run)),
    markdown: shownText(found.markdown),
    language: found.language,
    source: source ? { url: source.url, text: page?.text ?? '' } : null
  };
}
