import { and, asc, eq } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { judgeNames } from '../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { isLastRevision } from '../study/blind-label.server.ts';
import { explanationOf } from '../judging/cannot-judge.ts';
import { reportsOfItems, saidByJudges } from '../units/judge-labels.server.ts';
import { studyRaters } from '../labels/labels.server.ts';
import { wholeItemId } from './ranked-pairs.ts';
import { isOfRun, kindOf } from '../study/study-of-run.server.ts';
import { namesOfReports } from '../study/system-names.server.ts';
import { requireUnblinded } from '../labels/unblinding.server.ts';

/** One item of a study with the verdicts of people and judges on it. */
interface OpenedItem {
  text: string;
  /** Words of the report that it is about, and the number of the block in which it stands. */
  quotes: string[];
  block: number | null;
  /** The cited page that a claim is judged by; `content` names its text. */
  source: { url: string; title: string | null; content: string } | null;
  /** Whether the item compares several reports. */
  several: boolean;
  options: { label: string; title: string }[];
  /** `shown`: systems of several reports in the order of letters in which the person saw them; else empty. */
  people: (OpenedVerdict & { shown: string[] })[];
  judges: (OpenedVerdict & { state: 'judged' | 'abstained' | 'unscored'; quotes: string[] })[];
}

interface OpenedVerdict {
  name: string;
  /** As the study keeps it; null without one. */
  label: string | null;
  /** Note or rationale, or why there is none. */
  words: string;
  /** Of people: what it was changed to after the reveal. */
  revised: string | null;
  /** Numbers of the blocks of the report that it relies on. */
  passages: number[];
}

/**
 * Reads one item of a study's sample with the verdicts on it. Callers check first whether its figures are under embargo.
 *
 * @throws Refusal `closed` while labels are to come and this person has not unblinded the study; `not-found` for an item of
 *   another study or report, and for labels that were given elsewhere
 */
export function openItem(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  study: { id: string },
  asked: { itemId: string; reportId: string }
): OpenedItem {
  requireUnblinded(db, grant, study.id);
  const itemId = wholeItemId(asked.itemId);
  const { studyItem, humanVerdict, user, assignmentItem } = schema;
  const found = db
    .select({ item: studyItem, study: schema.study })
    .from(studyItem)
    .innerJoin(schema.study, eq(schema.study.id, studyItem.studyId))
    .where(
      and(
        eq(studyItem.id, itemId),
        eq(studyItem.studyId, study.id),
        eq(studyItem.purpose, 'sample'),
        eq(schema.study.projectId, grant.resource.id)
      )
    )
    .get();
  if (!found || !isOfRun(found.study)) return refuse.notFound('item');
  const reports: readonly string[] = reportsOfItems(db, study.id, [itemId]).get(itemId) ?? [];
  if (!reports.includes(asked.reportId)) refuse.notFound('item');
  const rows = db
    .select({ verdict: humanVerdict, name: user.name, order: assignmentItem.order })
    .from(humanVerdict)
    .innerJoin(user, eq(user.id, humanVerdict.userId))
    .leftJoin(
      assignmentItem,
      and(
        eq(assignmentItem.assignmentId, humanVerdict.assignmentId),
        eq(assignmentItem.studyItemId, humanVerdict.studyItemId)
      )
    )
    .where(and(eq(humanVerdict.studyItemId, itemId), isLastRevision))
    .orderBy(asc(user.name), asc(user.id))
    .all();
  const revised = new Map(
    rows.flatMap(({ verdict }) => (verdict.phase === 'post-reveal' ? [[verdict.userId, verdict.label] as const] : []))
  );
  const { judges } = studyRaters(db, grant, study.id);
  const names = judgeNames(judges);
  const several = reports.length > 1;
  const systems = new Map(namesOfReports(db, several ? reports : []).map((one) => [one.reportId, one.system]));
  const { material } = found.item;
  return {
    text: found.item.text,
    quotes: material?.quotes ?? [],
    block: material?.block ?? null,
    source: material?.source
      ? { url: material.source.url, title: material.source.title, content: material.source.content }
      : null,
    several,
    options: kindOf(found.study).options.map(({ label, title }) => ({ label, title })),
    people: rows
      .filter(({ verdict }) => verdict.phase === 'blind' && verdict.label !== null)
      .map(({ verdict, name, order }) => ({
        name,
        shown: several ? (order ?? []).map((place) => systems.get(reports[place]!)!) : [],
        label: verdict.label,
        words: explanationOf(verdict.reason, verdict.note),
        revised: revised.get(verdict.userId) ?? null,
        passages: verdict.passages
      })),
    judges: (saidByJudges(db, found.study, [itemId]).get(itemId) ?? []).map((said) => ({
      name: names[judges.findIndex(({ judgeId }) => judgeId === said.judgeId)] ?? said.judgeId,
      ...{ state: said.state, label: said.label, words: said.reason ?? said.rationale, quotes: said.quotes },
      ...{ revised: null, passages: [] }
    }))
  };
}
