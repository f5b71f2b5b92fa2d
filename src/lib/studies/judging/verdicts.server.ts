import type { Saying } from '../../messages/sayings.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { problemAt, type Problem, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { reportMarkdown } from '../../server/db/report-text.ts';
import { isOvertaken } from '../../verification/work/draft-basis.ts';
import { ownVerdict, type Feedback, type OwnVerdict, type VerdictInput } from './blind/blind.ts';
import {
  basisOfItem,
  compareVerdictDraft,
  draftOfVerdict,
  keepVerdictDraft,
  lastKey,
  type VerdictDraftInput
} from './drafts.server.ts';
import { keptDraft } from './drafts.ts';
import { keptEntry, requireSound, type KeptEntry, type Target } from './entry.server.ts';
import { CANNOT_JUDGE } from '../kinds/index.ts';
import { noteAtWork } from './leases/leases.server.ts';
import {
  inReport,
  listProblems,
  readListedIssues,
  type ListedIssue,
  type LocatePassages
} from '../units/listed-issues.ts';
import { passagesPerIssue } from '../units/run-issues.server.ts';
import {
  annotatorOf,
  grantedSeat,
  itemsLeft,
  obstacleOf,
  requireOpenStudy,
  wentAway,
  type AnnotatorGrant,
  type StudySeat
} from './leases/seat.server.ts';
import { feedbackOn } from '../planning/purposes/training.server.ts';
import { kindOf } from '../study/study-of-run.server.ts';

interface Committed {
  /** Null after an undo. */
  verdict: OwnVerdict | null;
  /** True if the same commit had arrived before. */
  repeated: boolean;
  /** Items of the assignment, and of the person's whole queue, that are still to be judged. */
  left: { here: number; inStudy: number };
  /** Why the judges cannot be shown yet; null if they can. */
  obstacle: Saying | null;
  /** In training: the right answer and why; null for everything else. */
  feedback: Feedback | null;
}

type VerdictRow = typeof schema.humanVerdict.$inferSelect;

/**
 * Stores typed text and choices, and keeps the assignment with the person. A draft is no decision, hence no audit row. A draft
 * of an item that went to another annotator meanwhile is refused, and stored all the same; one that would overwrite another
 * page's words is refused and not stored.
 *
 * @returns the item's basis from now on, for the next request of the page
 */
export function saveVerdictDraft(db: Db, grant: AnnotatorGrant, input: Target & VerdictDraftInput): string {
  const person = annotatorOf(grant);
  requireSound(input);
  const done = write(db, (tx): { basis: string } | { refused: () => never } => {
    const { studyItemId } = input;
    if (wentAway(tx, person, input)) {
      keepVerdictDraft(tx, person, studyItemId, { note: input.note, passages: [...input.passages] });
      return { refused: refuse.takenOver };
    }
    const seat = grantedSeat(tx, grant, input.assignmentId);
    const order = orderOfItem(tx, seat, studyItemId);
    noteAtWork(tx, grant, seat);
    const content = keptDraft(input, kindOf(seat.study), order);
    const how = compareVerdictDraft(tx, person, studyItemId, input, content);
    if (how === 'stale') return { refused: refuse.overtaken };
    if (how === 'new') keepVerdictDraft(tx, person, studyItemId, content, input.writers?.[0]);
    return { basis: basisOfItem(tx, person, studyItemId) };
  });
  return 'refused' in done ? done.refused() : done.basis;
}

/**
 * Commits, changes or (label null) withdraws a blind verdict, each time as a further row. The same idempotency key is answered
 * with the same row, however often it arrives. After the reveal, in a study that is paused or closed, and if another annotator
 * has the item by now it is refused; the input is then stored as a draft.
 *
 * @param locate looks up the passages that a list of issues names; in this thread unless told
 */
export function commitVerdict(
  db: Db,
  grant: AnnotatorGrant,
  handedIn: Target & VerdictInput,
  locate?: LocatePassages
): Committed {
  const person = annotatorOf(grant);
  requireSound(handedIn);
  const result = write(db, (tx): Committed | { refused: () => void } => {
    if (wentAway(tx, person, handedIn)) {
      keepVerdictDraft(tx, person, handedIn.studyItemId, { note: handedIn.note, passages: [...handedIn.passages] });
      return { refused: refuse.takenOver };
    }
    const seat = grantedSeat(tx, grant, handedIn.assignmentId);
    const input = keptEntry(handedIn, seat.study, orderOfItem(tx, seat, handedIn.studyItemId));
    const before = committedBefore(tx, person, input, 'blind');
    if (before) return outcome(tx, seat, before, true);
    if (seat.assignment.revealedAt !== null) return { refused: () => refuse.isClosed(worded('blindClosed')) };
    if (compareVerdictDraft(tx, person, input.studyItemId, handedIn, draftOfVerdict(input)) === 'stale')
      return { refused: refuse.overtaken };
    if (seat.study.status !== 'open') {
      keepVerdictDraft(tx, person, input.studyItemId, draftOfVerdict(input), input.writers?.[0]);
      return { refused: () => requireOpenStudy(seat) };
    }
    const { faults, listed } = listOf(tx, seat, input, locate);
    if (faults.length > 0) {
      keepVerdictDraft(tx, person, input.studyItemId, draftOfVerdict(input), input.writers?.[0]);
      return { refused: () => refuse.invalid(worded('listNotTaken'), faults) };
    }
    const row = append(tx, person, seat, input, 'blind', listed);
    noteAtWork(tx, grant, seat);
    return outcome(tx, seat, row, false);
  });
  if ('refused' in result) result.refused();
  return result as Committed;
}

interface ListHandedIn {
  /** Faults of the list. */
  faults: Problem[];
  /** Null if nothing is listed. */
  listed: ListedIssue[] | null;
}

/** The list of issues that stands in the note, if people list them. */
function listOf(
  tx: Db,
  { study, assignment }: StudySeat,
  { label, note }: KeptEntry,
  locate?: LocatePassages
): ListHandedIn {
  const { lists } = kindOf(study);
  if (lists === undefined || label === null || label === CANNOT_JUDGE) return { faults: [], listed: null };
  const issues = readListedIssues(note, locate ?? inReport(markdownOf(tx, assignment.reportId)));
  if (label === lists) return { faults: listProblems(issues, passagesPerIssue(study.metric)), listed: issues };
  return { faults: issues.length === 0 ? [] : [problemAt('label', worded('listUnsaid'))], listed: null };
}

const markdownOf = (db: Db, reportId: string): string =>
  db.select({ markdown: reportMarkdown }).from(schema.report).where(eq(schema.report.id, reportId)).get()!.markdown;

/** The report in which the person lists issues, by an assignment; null if the study asks for no list. */
export function reportToList(db: Db, grant: AnnotatorGrant, assignmentId: string): string | null {
  const { study, assignment } = grantedSeat(db, grant, assignmentId);
  return kindOf(study).lists ? markdownOf(db, assignment.reportId) : null;
}

/** Changes one's mind after the reveal. Stored apart: the blind verdict stays what it was. */
export function reviseVerdict(db: Db, grant: AnnotatorGrant, handedIn: Target & VerdictInput): OwnVerdict | null {
  const person = annotatorOf(grant);
  requireSound(handedIn);
  return write(db, (tx) => {
    const seat = grantedSeat(tx, grant, handedIn.assignmentId);
    const order = orderOfItem(tx, seat, handedIn.studyItemId);
    const input = keptEntry(handedIn, seat.study, order, { changed: true });
    const before = committedBefore(tx, person, input, 'post-reveal');
    if (before) return ownVerdict(before, kindOf(seat.study), order);
    if (seat.assignment.revealedAt === null) refuse.conflict(worded('judgesNotShown'));
    requireOpenStudy(seat);
    if (isOvertaken(handedIn, lastKey(tx, person, input.studyItemId, 'post-reveal'), null)) refuse.overtaken();
    return ownVerdict(append(tx, person, seat, input, 'post-reveal'), kindOf(seat.study), order);
  });
}

function outcome(tx: Db, seat: StudySeat, row: VerdictRow, repeated: boolean): Committed {
  const left = itemsLeft(tx, seat);
  const order = orderOfItem(tx, seat, row.studyItemId);
  const kind = kindOf(seat.study);
  return {
    verdict: ownVerdict(row, kind, order),
    repeated,
    left,
    obstacle: obstacleOf(seat, left),
    feedback: seat.training ? feedbackOn(tx, row, kind, order) : null
  };
}

/** Place of each shown text among the unit's reports; an item that is not in the assignment is as good as absent. */
function orderOfItem(tx: Db, seat: StudySeat, studyItemId: string): readonly number[] {
  const found = orderInAssignment(tx).get({ assignmentId: seat.assignment.id, studyItemId });
  return found ? (found.order ?? [0]) : refuse.notFound('item');
}

const orderInAssignment = builtOnce((db) => {
  const { assignmentItem } = schema;
  return db
    .select({ order: assignmentItem.order })
    .from(assignmentItem)
    .where(
      and(
        eq(assignmentItem.assignmentId, sql.placeholder('assignmentId')),
        eq(assignmentItem.studyItemId, sql.placeholder('studyItemId'))
      )
    )
    .prepare();
});

const verdictOfKey = builtOnce((db) =>
  db
    .select()
    .from(schema.humanVerdict)
    .where(eq(schema.humanVerdict.idempotencyKey, sql.placeholder('key')))
    .prepare()
);

const lastVerdict = builtOnce((db) => {
  const { humanVerdict } = schema;
  return db
    .select()
    .from(humanVerdict)
    .where(
      and(
        eq(humanVerdict.studyItemId, sql.placeholder('studyItemId')),
        eq(humanVerdict.userId, sql.placeholder('userId')),
        eq(humanVerdict.phase, sql.placeholder('phase'))
      )
    )
    .orderBy(desc(humanVerdict.revision))
    .limit(1)
    .prepare();
});

const droppedDraft = builtOnce((db) => {
  const { draft } = schema;
  return db
    .delete(draft)
    .where(and(eq(draft.userId, sql.placeholder('userId')), eq(draft.studyItemId, sql.placeholder('studyItemId'))))
    .prepare();
});

/** The row that this very commit made earlier. A retry may differ in its time, in nothing else. */
function committedBefore(tx: Db, person: Person, input: KeptEntry, phase: VerdictRow['phase']): VerdictRow | undefined {
  const row = verdictOfKey(tx).get({ key: input.idempotencyKey });
  if (!row) return undefined;
  const content = (
    one: Pick<VerdictRow, 'assignmentId' | 'studyItemId' | 'label' | 'reason' | 'acceptable' | 'points' | 'note'> & {
      passages: readonly number[];
    }
  ) =>
    [
      one.assignmentId,
      one.studyItemId,
      one.label,
      one.reason,
      one.acceptable,
      one.points,
      one.note,
      one.passages
    ] as const;
  if (row.userId !== person.id || row.phase !== phase || !isDeepStrictEqual(content(row), content(input)))
    refuse.conflict(worded('keyReused'));
  return row;
}

/** Seconds on the item so far, over all its revisions; null if the time is unknown. Taking a label back takes none. */
function timeOnItem(last: VerdictRow | undefined, { label, seconds }: KeptEntry): number | null {
  if (label === null) return last?.seconds ?? null;
  return seconds !== null && Number.isFinite(seconds) && seconds >= 0 ? (last?.seconds ?? 0) + seconds : null;
}

function append(
  tx: Db,
  person: Person,
  seat: StudySeat,
  input: KeptEntry,
  phase: VerdictRow['phase'],
  listed: ListedIssue[] | null = null
): VerdictRow {
  const { humanVerdict } = schema;
  const { assignmentId, studyItemId, label, reason, acceptable, points, note, passages, idempotencyKey } = input;
  const last = lastVerdict(tx).get({ studyItemId, userId: person.id, phase });
  if (label === null && (last?.label ?? null) === null) refuse.conflict(worded('noVerdict'));
  const row: VerdictRow = {
    id: newId(),
    assignmentId,
    studyItemId,
    userId: person.id,
    phase,
    revision: (last?.revision ?? 0) + 1,
    label,
    reason,
    acceptable,
    points,
    note,
    listed,
    passages: [...passages],
    seconds: timeOnItem(last, input),
    idempotencyKey,
    committedAt: Date.now()
  };
  tx.insert(humanVerdict).values(row).run();
  if (phase === 'blind') {
    if (label === null && last) keepVerdictDraft(tx, person, studyItemId, draftOfVerdict(last), input.writers?.[0]);
    else droppedDraft(tx).run({ userId: person.id, studyItemId });
  }
  record(tx, person, {
    projectId: seat.project.id,
    action: `${phase}-verdict.${label === null ? 'undo' : 'commit'}`,
    entity: 'human-verdict',
    entityId: row.id,
    detail: { study: seat.study.number, assignment: assignmentId, item: studyItemId, revision: row.revision }
  });
  return row;
}
