import { and, eq } from 'drizzle-orm';
import { schema, type Db } from '../../server/db/client.ts';
import { sha256 } from '../../server/db/id.ts';
import { explanationOf } from '../judging/cannot-judge.ts';
import { isLastBlind } from '../study/blind-label.server.ts';
import type { StudyOfRun } from '../study/study-of-run.server.ts';
import { hasReasons, reportsOfItems, saidByJudges, type JudgeSaid } from '../units/judge-labels.server.ts';
import { underLetters, type SeenLabel } from './seen-labels.ts';

/** The reports of an item, from left to right, and the place of each among them. Which of two stands first is drawn by the item. */
export function orderedReports(db: Db, study: StudyOfRun, itemId: string): { reports: string[]; order: number[] } {
  const reports = reportsOfItems(db, study.id, [itemId]).get(itemId)!;
  const kept = reports.map((_, place) => place);
  const order = isOdd(sha256(itemId)) ? kept.reverse() : kept;
  return { reports: order.map((place) => reports[place]!), order };
}

const isOdd = (hash: string): boolean => parseInt(hash.at(-1)!, 16) % 2 === 1;

/** Labels that people gave blind, and those of judges, for an expert who sees the reports in `order`. */
export function seenLabels(db: Db, study: StudyOfRun, itemId: string, order: readonly number[]): SeenLabel[] {
  const { humanVerdict, assignmentItem } = schema;
  const people = db
    .select({ said: humanVerdict, texts: assignmentItem.order })
    .from(humanVerdict)
    .leftJoin(
      assignmentItem,
      and(
        eq(assignmentItem.assignmentId, humanVerdict.assignmentId),
        eq(assignmentItem.studyItemId, humanVerdict.studyItemId)
      )
    )
    .where(and(eq(humanVerdict.studyItemId, itemId), isLastBlind))
    .all()
    .flatMap(({ said: { userId, label, reason, note }, texts }) =>
      label === null
        ? []
        : [
            {
              ...{ label, words: explanationOf(reason, note), rater: { kind: 'person' as const, userId } },
              ...(note !== '' && texts && texts[0] !== order[0] && { exchanged: true as const })
            }
          ]
    );
  const judges = (saidByJudges(db, study, [itemId]).get(itemId) ?? []).flatMap((said) =>
    said.state === 'judged' && said.label !== null
      ? [
          {
            ...{ label: said.label, rater: { kind: 'judge' as const, judgeId: said.judgeId } },
            ...wordsOfJudge(said, order, isOdd(sha256(`${said.judgeId} ${itemId}`)))
          }
        ]
      : []
  );
  return underLetters([...people, ...judges], (rater) =>
    sha256(`${itemId} ${rater.kind === 'person' ? rater.userId : rater.judgeId}`)
  );
}

/**
 * The reason that a judge gave. Of two reports it gave one for each order: one is drawn, because otherwise only words of people would
 * call the reports by each other's letters.
 *
 * @param order place of each shown report, from left to right
 */
function wordsOfJudge(
  said: JudgeSaid,
  order: readonly number[],
  drawn: boolean
): Pick<SeenLabel, 'words' | 'exchanged'> {
  const { byFirst } = said;
  if (!byFirst) return { words: hasReasons(said) ? said.rationale : '' };
  const firsts = (['report', 'baseline'] as const).filter((first) => byFirst[first] !== undefined);
  const first = firsts[drawn ? 0 : firsts.length - 1];
  if (first === undefined) return { words: said.rationale };
  return { words: byFirst[first]!, ...((first === 'report') !== (order[0] === 0) && { exchanged: true as const }) };
}
