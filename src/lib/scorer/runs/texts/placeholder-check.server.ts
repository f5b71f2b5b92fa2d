import { and, eq, type SQL } from 'drizzle-orm';
import { type Problem, fieldSays, problemAt } from '../../../errors.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { isShownReport } from '../../../server/managing/shown.ts';
import { askedOf } from './asked-texts.ts';
import type { Metric } from '../../metric.ts';
import { dependsOnDate, unfilledIn } from './placeholders.ts';
import type { RunOptions } from '../run-options.ts';
import { unitNamed } from '../../suites/index.ts';

/** Placeholders and dates in a run's texts that have to be settled before anything is asked. */
interface PlaceholderCheck {
  /** Placeholders that nothing can fill. */
  unfilled: { qid: string; /** Null in the query itself. */ item: string | null; placeholder: string }[];
  /** Reports whose texts depend on a date that is missing. */
  undated: number;
}

type Content = (typeof schema.datasetVersion.$inferSelect)['content'];

/**
 * Looks for placeholders in the texts that judges would be shown about reports.
 *
 * @param reports With the qid of their query, and whether they or their system bring a collection date
 */
export const checkPlaceholders = (
  content: Content,
  reports: readonly { qid: string; dated: boolean; text: string }[],
  metrics: readonly Pick<Metric, 'protocol' | 'items'>[],
  options: Pick<RunOptions, 'texts' | 'collected'>
): PlaceholderCheck => {
  const known = new Map(content.queries.map((query) => [query.qid, query]));
  const withItems = metrics.some(({ protocol, items }) => unitNamed(protocol.unit.kind).checklist && items === null);
  const seen = new Map<string, boolean>();
  const unfilled: PlaceholderCheck['unfilled'] = [];
  let undated = 0;
  for (const { qid, dated, text } of reports) {
    if (!seen.has(qid)) {
      const query = askedOf(known.get(qid) ?? { text, items: [] }, options);
      const texts = [{ item: null, text: query.text }, ...query.items.map(({ key, text }) => ({ item: key, text }))];
      const shown = withItems ? texts : texts.slice(0, 1);
      for (const { item, text } of shown)
        unfilled.push(...unfilledIn(text).map((placeholder) => ({ qid, item, placeholder })));
      seen.set(
        qid,
        shown.some(({ text }) => dependsOnDate(text))
      );
    }
    if (!dated && !options.collected && seen.get(qid)) undated += 1;
  }
  return { unfilled, undated };
};

/** Input of `checkPlaceholders`, for the reports of a project that are chosen; by default all that a run can choose. */
export const reportsWithDates = (db: Db, projectId: string, chosen: SQL = isShownReport()) => {
  const { report, system, query } = schema;
  return db
    .select({
      id: report.id,
      system: system.name,
      qid: query.qid,
      text: query.text,
      collectedAt: report.collectedAt,
      ofSystem: system.collectedAt
    })
    .from(report)
    .innerJoin(system, eq(system.id, report.systemId))
    .innerJoin(query, eq(query.id, report.queryId))
    .where(and(eq(report.projectId, projectId), chosen))
    .all()
    .map(({ collectedAt, ofSystem, ...rest }) => ({ ...rest, dated: (collectedAt ?? ofSystem) !== null }));
};

const MOST_NAMED = 50;

/** Reasons why a run cannot be made as it is, with what to do about each. */
export const placeholderProblems = ({ unfilled, undated }: PlaceholderCheck): Problem[] => {
  const named = unfilled
    .slice(0, MOST_NAMED)
    .map(({ qid, item, placeholder }) =>
      problemAt(
        item === null ? `query ${qid}` : `query ${qid}, item ${item}`,
        fieldSays(item === null ? 'placeholderOfQuery' : 'placeholderOfItem'),
        placeholder
      )
    );
  const more = unfilled.length - named.length;
  return [
    ...named,
    ...(more > 0 ? [problemAt('query', fieldSays('morePlaceholders', { n: more }))] : []),
    ...(undated > 0 ? [problemAt('collected', fieldSays('reportsUndated', { n: undated }))] : [])
  ];
};
