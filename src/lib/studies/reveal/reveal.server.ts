import { randomInt } from 'node:crypto';
import { and, asc, eq, inArray, isNull, not } from 'drizzle-orm';
import { refuse } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { draftBasis } from '../../verification/work/draft-basis.ts';
import { isLastRevision } from '../study/blind-label.server.ts';
import { ownVerdict, type OwnVerdict } from '../judging/blind/blind.ts';
import { codeJudges } from '../../scorer/runs/runs.server.ts';
import { hasReasons, saidByJudges, type JudgeSaid } from '../units/judge-labels.server.ts';
import { shownWording } from '../units/item-material.ts';
import type { StudyKind } from '../kinds/index.ts';
import type { PreferenceDraftContent } from '../labels/preference.ts';
import { ownPreferences, type OwnPreference } from '../labels/preferences.server.ts';
import { preferenceDrafts } from '../labels/preference-drafts.server.ts';
import { isTraining } from '../planning/purposes/purposes.server.ts';
import { labelsDiffer, drawAliases } from './reveal.ts';
import {
  annotatorOf,
  grantedSeat,
  itemsLeft,
  obstacleOf,
  type AnnotatorGrant,
  type StudySeat
} from '../judging/leases/seat.server.ts';
import { shuffled } from '../../stats/numbers/shuffle.ts';
import { kindOf } from '../study/study-of-run.server.ts';
import type { VerdictLabel } from '../../scorer/verdict.ts';

/** Actions of a person once the judges are shown. */
export { commitPreference } from '../labels/preferences.server.ts';
export { savePreferenceDraft } from '../labels/preference-drafts.server.ts';
export { reviseVerdict } from '../judging/verdicts.server.ts';

/** View of an assignment after the reveal: judges under aliases, in an order without meaning. */
interface RevealedAssignment {
  id: string;
  items: RevealedItem[];
}

export interface RevealedItem {
  id: string;
  text: string;
  /** The blind verdict, which stands. */
  own: OwnVerdict;
  /** The person's verdict after a later change. */
  revised: OwnVerdict | null;
  /** To be sent back with a further change of mind (`verification/work/draft-basis.ts`). */
  revisedBasis: string;
  /** Whether judges are shown: not if the study shows differences only and there is none. */
  shown: boolean;
  judges: AliasedVerdict[];
  /** Results of checks by code, apart: their words would give them away among aliases. Null if code gives none. */
  code: Omit<AliasedVerdict, 'alias'> | null;
  /** Whether a preference is asked for: some judge gave reasons. It may be skipped. */
  asksPreference: boolean;
  preference: OwnPreference | null;
  /** A preference left half given, newer than the committed one. */
  preferenceDraft: PreferenceDraftContent | null;
}

export interface AliasedVerdict {
  alias: string;
  state: 'judged' | 'abstained' | 'unscored';
  label: VerdictLabel | null;
  rationale: string;
  quotes: string[];
  /** Why it is unscored. */
  reason: string | null;
}

/**
 * Shows what the judges said of an assignment, once the study's policy allows it. The first call fixes the blind
 * verdicts for good and draws the aliases; every further call gives the same answer.
 *
 * Where the study reveals at its end, the first reveal fixes all the person's verdicts in it: what is shown of one
 * report must not change the verdict on another.
 */
export function revealAssignment(db: Db, grant: AnnotatorGrant, assignmentId: string): RevealedAssignment {
  const person = annotatorOf(grant);
  if (grantedSeat(db, grant, assignmentId).assignment.revealedAt === null)
    write(db, (tx) => {
      const seat = grantedSeat(tx, grant, assignmentId);
      if (seat.assignment.revealedAt === null) reveal(tx, person, seat);
    });
  return { id: assignmentId, items: revealedItems(db, person, grantedSeat(db, grant, assignmentId)) };
}

function reveal(tx: Db, person: Person, seat: StudySeat): void {
  const obstacle = obstacleOf(seat, itemsLeft(tx, seat));
  if (obstacle !== null) refuse.notPermitted(obstacle);
  const { assignment } = schema;
  const at = Date.now();
  const opened = tx
    .update(assignment)
    .set({ revealedAt: at })
    .where(
      and(
        eq(assignment.studyId, seat.study.id),
        eq(assignment.userId, person.id),
        isNull(assignment.revealedAt),
        isNull(assignment.returnedAt),
        not(isTraining(assignment.id)),
        seat.study.reveal === 'at-end' ? undefined : eq(assignment.id, seat.assignment.id)
      )
    )
    .returning({ id: assignment.id })
    .all()
    .map((one) => one.id);
  const judges = verdictsOf(tx, seat, opened);
  const own = ownLabels(tx, person, opened);
  const code = codeJudges(tx, seat.study.runId);
  const rows = [...own].flatMap(([studyItemId, label]) => {
    const said = judges.get(studyItemId) ?? [];
    const labels = said.map((one) => one.label);
    if (seat.study.reveal === 'on-difference' && !labelsDiffer(label, labels)) return [];
    const aliases = drawAliases(
      said.flatMap(({ judgeId }) => (code.has(judgeId) ? [] : [judgeId])),
      (things) => shuffled(things, { below: randomInt })
    );
    return [{ userId: person.id, studyItemId, aliases, at }];
  });
  if (rows.length > 0) tx.insert(schema.reveal).values(rows).run();
  for (const id of opened)
    record(tx, person, {
      projectId: seat.project.id,
      action: 'assignment.reveal',
      entity: 'assignment',
      entityId: id,
      detail: { study: seat.study.number }
    });
}

/** Verdicts of the judges on the units of some assignments, by unit. Nothing else in this folder reads them for a person. */
function verdictsOf(tx: Db, seat: StudySeat, assignmentIds: string[]): Map<string, JudgeSaid[]> {
  const { assignmentItem } = schema;
  const items = tx
    .select({ id: assignmentItem.studyItemId })
    .from(assignmentItem)
    .where(inArray(assignmentItem.assignmentId, assignmentIds))
    .all();
  return saidByJudges(
    tx,
    seat.study,
    items.map(({ id }) => id)
  );
}

function ownLabels(tx: Db, person: Person, assignmentIds: string[]): Map<string, VerdictLabel> {
  const { humanVerdict } = schema;
  const rows = tx
    .select({ studyItemId: humanVerdict.studyItemId, label: humanVerdict.label })
    .from(humanVerdict)
    .where(
      and(
        inArray(humanVerdict.assignmentId, assignmentIds),
        eq(humanVerdict.userId, person.id),
        eq(humanVerdict.phase, 'blind'),
        isLastRevision
      )
    )
    .all();
  return new Map(rows.flatMap(({ studyItemId, label }) => (label === null ? [] : [[studyItemId, label] as const])));
}

function revealedItems(tx: Db, person: Person, seat: StudySeat): RevealedItem[] {
  const { assignmentItem, studyItem, humanVerdict, reveal: revealed } = schema;
  const items = tx
    .select({
      id: studyItem.id,
      text: studyItem.text,
      material: studyItem.material,
      order: assignmentItem.order,
      aliases: revealed.aliases
    })
    .from(assignmentItem)
    .innerJoin(studyItem, eq(studyItem.id, assignmentItem.studyItemId))
    .leftJoin(revealed, and(eq(revealed.studyItemId, studyItem.id), eq(revealed.userId, person.id)))
    .where(eq(assignmentItem.assignmentId, seat.assignment.id))
    .orderBy(asc(assignmentItem.position))
    .all();
  const mine = tx
    .select()
    .from(humanVerdict)
    .where(and(eq(humanVerdict.assignmentId, seat.assignment.id), isLastRevision))
    .all();
  const judges = verdictsOf(tx, seat, [seat.assignment.id]);
  const preferences = ownPreferences(tx, person, items);
  const drafts = preferenceDrafts(
    tx,
    person,
    items.map(({ id }) => id)
  );
  const code = codeJudges(tx, seat.study.runId);
  const kind = kindOf(seat.study);
  const verdictIn = (phase: string, id: string, order: readonly number[]): OwnVerdict | null => {
    const row = mine.find((one) => one.phase === phase && one.studyItemId === id);
    return row ? ownVerdict(row, kind, order) : null;
  };
  const keyOf = (id: string): string | undefined =>
    mine.find((one) => one.phase === 'post-reveal' && one.studyItemId === id)?.idempotencyKey;
  const saidOf = (id: string, judgeId: string): JudgeSaid | undefined =>
    judges.get(id)?.find((one) => one.judgeId === judgeId);
  const shown = items.map(({ id, order: texts, aliases, ...item }) => {
    const order = texts ?? [0];
    const own = verdictIn('blind', id, order);
    if (!own) throw new Error(`item ${id} was revealed without a blind verdict`);
    return {
      id,
      text: shownWording(item),
      own,
      revised: verdictIn('post-reveal', id, order),
      revisedBasis: draftBasis(keyOf(id), null),
      shown: aliases !== null,
      judges: (aliases ?? []).flatMap(({ alias, judgeId }) =>
        code.has(judgeId) ? [] : underAlias(alias, saidOf(id, judgeId), kind, order)
      ),
      code:
        aliases === null
          ? null
          : byCode(
              (judges.get(id) ?? []).filter(({ judgeId }) => code.has(judgeId)),
              kind,
              order
            ),
      asksPreference: (aliases ?? []).some(({ judgeId }) => {
        const said = saidOf(id, judgeId);
        return said !== undefined && !code.has(judgeId) && hasReasons(said);
      }),
      preference: preferences.get(id) ?? null,
      preferenceDraft: drafts.get(id) ?? null
    };
  });
  // Items with a difference come first, because the reveal is for these; the others keep the order in which the person judged
  // them.
  const differing = ({ own, judges: said, code: byCode }: RevealedItem): number =>
    labelsDiffer(
      own.label,
      [...said, ...(byCode ? [byCode] : [])].map(({ label }) => label)
    )
      ? 0
      : 1;
  return shown.sort((a, b) => differing(a) - differing(b));
}

/** Field by field, so that the judge's id stays behind. */
const underAlias = (
  alias: string,
  said: JudgeSaid | undefined,
  kind: StudyKind,
  order: readonly number[]
): AliasedVerdict[] => (said ? [{ alias, ...verdictShown(said, kind, order) }] : []);

/** Result of checks by code, if they decide; an abstention is no answer to show. */
function byCode(said: readonly JudgeSaid[], kind: StudyKind, order: readonly number[]): RevealedItem['code'] {
  const judged = said.find(({ state }) => state === 'judged');
  return judged ? verdictShown(judged, kind, order) : null;
}

const verdictShown = (said: JudgeSaid, kind: StudyKind, order: readonly number[]): Omit<AliasedVerdict, 'alias'> => ({
  state: said.state,
  label: said.label === null ? null : kind.shown(said.label, order),
  // A judge’s text A is the person’s left one only in the order that the person saw.
  rationale: said.byFirst?.[order[0] === 1 ? 'baseline' : 'report'] ?? said.rationale,
  quotes: said.quotes,
  reason: said.reason
});
