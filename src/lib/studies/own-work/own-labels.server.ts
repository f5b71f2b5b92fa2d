import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import { shortened } from '../../messages/shortened.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { containsWords, inOrder } from '../../server/lists/found-rows.ts';
import { pageWithin, type ListPage, type ListQuestion } from '../../server/lists/list-question.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import { askedInWords, optionsInWords, type StudyTerms } from './asked-in-words.ts';
import { isOfRun, kindOf } from '../study/study-of-run.server.ts';
import { queryAsJudged } from '../judging/scored-query.server.ts';
import { annotatorOf, type AnnotatorGrant } from '../judging/leases/seat.server.ts';

/** A label that a person gave blind, to be found again. Reveals nothing of other people's labels, of systems or of judges. */
interface OwnLabel {
  itemId: string;
  assignmentId: string;
  item: string;
  /** Beginning of the query as the judges saw it; reports as a whole share one item text, and the query tells them apart. */
  query: string;
  study: { number: number; name: string };
  /** The option chosen, as shown to the person, in words; of a ranking, the places of its texts. */
  label: string;
  /** Number of texts that the item compares or ranks; 1 for one report. */
  texts: number;
  committedAt: number;
  /** Beginning of it; empty if there is none. */
  note: string;
  /** `open`: may be changed; `paused`: once the study continues; else final, and why. */
  state: 'open' | 'paused' | 'revealed' | 'closed';
}

/** How much of an item and of a note a list shows, and how much of a query, in characters. */
const SHOWN = 280;
const SHOWN_OF_QUERY = 120;

/**
 * One page of a person's own blind labels in a project. Orders: `time`, `study`, `item`, `label`; filters: `study` (its number) and
 * `state` (`open`: may be changed, at once or when the study continues; `final`). Words are looked for in item, query and note.
 */
export function pageOfOwnLabels(
  db: Db,
  grant: AnnotatorGrant,
  question: ListQuestion,
  terms: StudyTerms
): ListPage<OwnLabel> {
  const person = annotatorOf(grant);
  const { humanVerdict, studyItem, study, assignment, assignmentItem, report, query } = schema;
  const standing = sql<OwnLabel['state']>`case when ${assignment.revealedAt} is not null then 'revealed'
    when ${study.status} in ('closed', 'paused') then ${study.status} else 'open' end`;
  const { study: number, state } = question.filters;
  const wanted = and(
    eq(study.projectId, grant.resource.id),
    eq(humanVerdict.userId, person.id),
    isLastBlind,
    isNotNull(humanVerdict.label),
    number === undefined ? undefined : eq(study.number, Number(number) || 0),
    state === 'open' || state === 'final'
      ? sql`${standing} ${sql.raw(state === 'open' ? 'in' : 'not in')} ('open', 'paused')`
      : undefined,
    containsWords([studyItem.text, query.text, humanVerdict.note], question.search)
  );
  const from = () =>
    db
      .select({
        itemId: studyItem.id,
        assignmentId: assignment.id,
        order: assignmentItem.order,
        item: sql<string>`substr(${studyItem.text}, 1, ${SHOWN + 1})`,
        of: study,
        reportId: studyItem.reportId,
        query: query.text,
        label: humanVerdict.label,
        note: sql<string>`substr(${humanVerdict.note}, 1, ${SHOWN + 1})`,
        committedAt: humanVerdict.committedAt,
        state: standing
      })
      .from(humanVerdict)
      .innerJoin(studyItem, eq(studyItem.id, humanVerdict.studyItemId))
      .innerJoin(study, eq(study.id, studyItem.studyId))
      .innerJoin(report, eq(report.id, studyItem.reportId))
      .innerJoin(query, eq(query.id, report.queryId))
      // Where the item is now: work can have changed hands since.
      .innerJoin(assignmentItem, eq(assignmentItem.studyItemId, studyItem.id))
      .innerJoin(assignment, and(eq(assignment.id, assignmentItem.assignmentId), eq(assignment.userId, person.id)))
      .where(wanted);
  const total = db.select({ n: count() }).from(from().as('found')).get()!.n;
  const { page, pages, offset } = pageWithin(total, question);
  const orders = {
    time: humanVerdict.committedAt,
    study: study.number,
    item: studyItem.text,
    label: humanVerdict.label
  };
  const rows = from()
    .orderBy(...inOrder(question, orders, [humanVerdict.committedAt, humanVerdict.id]))
    .limit(question.size)
    .offset(offset)
    .all()
    .map(({ of, order, label, reportId, ...row }): OwnLabel => {
      const kind = isOfRun(of) ? kindOf(of) : null;
      const shown = kind === null ? label! : kind.shown(label!, order ?? [0]);
      const options = kind === null ? [] : optionsInWords(kind, of.metric, undefined, terms);
      return {
        ...row,
        query: shortened(
          isOfRun(of) ? queryAsJudged(db, { runId: of.runId, reportId }).text : row.query,
          SHOWN_OF_QUERY
        ),
        texts: order?.length ?? 1,
        item: shortened(row.item, SHOWN),
        note: shortened(row.note, SHOWN),
        // A unit without a text of its own has the question of its kind.
        ...(kind !== null && row.item === kind.question && { item: askedInWords(kind, of.metric, terms).question! }),
        study: { number: of.number, name: of.name },
        label: options.find((option) => option.label === shown)?.title ?? shown
      };
    });
  return { rows, page, pages, total };
}
