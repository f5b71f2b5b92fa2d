import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { markOpened } from '../assignments/assignments.server.ts';
import { isHandedOut } from '../rounds/asked-for.server.ts';
import { ownQueue } from '../assignments/own-queues.server.ts';
import { basesOf, draftsOf, type DraftContent } from './drafts.server.ts';
import type { RatingLabel, SubjectKind } from '../vocabulary/labels.ts';
import { isLastRating } from '../records/records.server.ts';
import { lastReturn } from './returns.server.ts';
import { ownRoundSeat, workerOf, type RoundSeat, type WorkGrant } from '../assignments/seat.server.ts';
import type { WorkStage } from '../vocabulary/stages.ts';
import { suggestionsFor, type Suggestion } from '../vocabulary/suggestions.ts';

/** View of a query for an annotator or inspector: wordings and their own work. There is no field for other people's work. */
export interface Bundle {
  assignmentId: string;
  stage: Extract<WorkStage, 'annotation' | 'inspection'>;
  status: 'open' | 'done';
  /** False if the round is paused or the query has gone on: then it can be read only. */
  writable: boolean;
  round: { number: number; name: string; deadline: string | null; status: 'open' | 'paused' | 'finalised' };
  guideline: number;
  qid: string;
  domain: string | null;
  category: string | null;
  /** The query first, then its items. In an inspection only what was drawn has `asked`. */
  subjects: BundleSubject[];
  /** Text of an item being appended. */
  newItemDraft: DraftContent | null;
  /** Note of the lead when the batch was returned; null if it was not. */
  returned: { note: string; inspection: number } | null;
  progress: {
    /** Subjects of this bundle that are rated, of those that are asked for. */
    rated: number;
    asked: number;
    /** Assignments of this stage: done, in hand, and free to be taken by this person. */
    done: number;
    open: number;
    free: number;
  };
}

export interface BundleSubject {
  id: string;
  kind: SubjectKind;
  key: string;
  wording: string;
  /** To be sent back with the rating. */
  wordingRevision: number;
  /** Whether a rating is asked for; in an inspection the rest is there to be read. */
  asked: boolean;
  /** True for what this person appended. */
  appended: boolean;
  rating: OwnRating | null;
  /** The person's rating is of an older wording: it has to be given again. */
  stale: boolean;
  /** The person rated it before the batch came back, and has not looked at it since. */
  again: boolean;
  draft: DraftContent | null;
  /** To be sent back with drafts and commits (`draft-basis.ts`). */
  basis: string;
  suggestions: Suggestion[];
  questions: OwnQuestion[];
}

interface OwnRating {
  revision: number;
  label: RatingLabel;
  wording: string | null;
  comment: string;
  reasons: string[];
  committedAt: number;
}

interface OwnQuestion {
  id: string;
  question: string;
  askedAt: number;
  answer: string | null;
}

/** Opens the person's assignment in annotation or inspection; the first opening is recorded. */
export function openBundle(db: Db, grant: WorkGrant, assignmentId: string): Bundle {
  const seat = ownRoundSeat(db, grant, assignmentId);
  markOpened(db, grant, seat);
  return bundleOf(db, grant, seat);
}

/** The same without noting that it was opened: for fetching ahead. */
export const readBundle = (db: Db, grant: WorkGrant, assignmentId: string): Bundle =>
  bundleOf(db, grant, ownRoundSeat(db, grant, assignmentId));

function bundleOf(db: Db, grant: WorkGrant, seat: RoundSeat): Bundle {
  const { assignment, round, roundQuery, query } = seat;
  const stage = assignment.stage === 'inspection' ? 'inspection' : 'annotation';
  const subjects = subjectsAt(db, seat);
  const ratings = ownRatings(db, assignment.id);
  const drafts = draftsOf(db, assignment.id);
  const basis = basesOf(db, assignment.id);
  const questions = ownQuestions(db, grant, roundQuery.id);
  const drawn = stage === 'inspection' ? drawnAt(db, seat) : null;
  const hints = stage === 'annotation' ? suggestionsFor(subjects) : new Map<string, Suggestion[]>();
  const guideline = db
    .select({ number: schema.guideline.number })
    .from(schema.guideline)
    .where(eq(schema.guideline.id, round.guidelineId))
    .get();
  const returned = stage === 'annotation' ? lastReturn(db, roundQuery.batchId) : null;
  const seenBefore = assignment.status === 'open' && returned ? returned.at : -Infinity;
  const shown = subjects.map((one): BundleSubject => {
    const row = ratings.get(one.id);
    const stale = row !== undefined && row.wordingRevision !== one.revision;
    return {
      id: one.id,
      kind: one.kind,
      key: one.key,
      wording: one.wording,
      wordingRevision: one.revision,
      asked: drawn ? drawn.has(one.id) : true,
      appended: one.origin === 'appended',
      rating: row?.label
        ? {
            revision: row.revision,
            label: row.label,
            wording: row.wording,
            comment: row.comment,
            reasons: row.reasons,
            committedAt: row.committedAt
          }
        : null,
      stale,
      again: row?.label != null && !stale && row.committedAt <= seenBefore,
      draft: drafts.get(one.id) ?? null,
      basis: basis(one.id),
      suggestions: hints.get(one.id) ?? [],
      questions: questions.filter(({ subjectId }) => subjectId === one.id).map(({ subjectId: _, ...rest }) => rest)
    };
  });
  const queue = ownQueue(db, grant, round, stage);
  return {
    assignmentId: assignment.id,
    stage,
    status: assignment.status === 'done' ? 'done' : 'open',
    writable: round.status === 'open' && roundQuery.stage === stage,
    round: { number: round.number, name: round.name, deadline: round.settings.deadline, status: round.status },
    guideline: guideline?.number ?? 0,
    ...query,
    subjects: shown,
    newItemDraft: drafts.get('new-item') ?? null,
    returned: returned && { note: returned.note, inspection: returned.inspection },
    progress: {
      rated: shown.filter((one) => one.asked && one.rating && !one.stale).length,
      asked: shown.filter((one) => one.asked).length,
      done: queue.done,
      open: queue.open.length,
      free: queue.free
    }
  };
}

type SubjectRow = typeof schema.subject.$inferSelect;

/**
 * Subjects that a stage hands out to the person of a seat: what is in the benchmark, what they appended themselves, and for an inspector also
 * what others appended (not whose it is).
 */
export function subjectsAt(db: Db, { assignment, roundQuery }: RoundSeat): SubjectRow[] {
  const asked = { roundQueryId: roundQuery.id, userId: assignment.userId };
  return (assignment.stage === 'inspection' ? subjectsToInspect : subjectsToRate)(db).all(asked);
}

const isDrawn = sql`exists (select 1 from inspection_unit unit where unit.subject_id = ${schema.subject.id})`;

const subjectsSeen = (appended: () => SQL, kept?: SQL) =>
  builtOnce((db) => {
    const { subject } = schema;
    return db
      .select()
      .from(subject)
      .where(
        and(
          eq(subject.roundQueryId, sql.placeholder('roundQueryId')),
          or(eq(subject.origin, 'benchmark'), appended()),
          or(isHandedOut, kept)
        )
      )
      .orderBy(asc(subject.position))
      .prepare();
  });
const subjectsToInspect = subjectsSeen(() => standingAppended, isDrawn);
const subjectsToRate = subjectsSeen(() =>
  and(eq(schema.subject.appendedBy, sql.placeholder('userId')), standingAppended)!
);

/** Appended items that their author has not taken back. */
const standingAppended = sql`exists (
  select 1 from rating r join verification_assignment a on a.id = r.assignment_id
  where r.subject_id = ${schema.subject.id} and r.user_id = ${schema.subject.appendedBy} and r.label is not null
    and a.stage = 'annotation'
    and not exists (
      select 1 from rating later where later.assignment_id = r.assignment_id and later.subject_id = r.subject_id
        and later.revision > r.revision
    )
)`;

/** The subjects of this query that the open inspection has drawn. */
export function drawnAt(db: Db, { assignment, roundQuery }: RoundSeat): Set<string> {
  const { inspection, inspectionUnit, subject } = schema;
  return new Set(
    db
      .select({ id: inspectionUnit.subjectId })
      .from(inspectionUnit)
      .innerJoin(inspection, eq(inspection.id, inspectionUnit.inspectionId))
      .innerJoin(subject, eq(subject.id, inspectionUnit.subjectId))
      .where(
        and(
          eq(inspection.batchId, roundQuery.batchId),
          eq(inspection.number, assignment.cycle),
          eq(subject.roundQueryId, roundQuery.id)
        )
      )
      .all()
      .map(({ id }) => id)
  );
}

type RatingRow = typeof schema.rating.$inferSelect;

/** The last revision of each of the assignment's ratings, by subject; taken-back ones have a null label. */
export const ownRatings = (db: Db, assignmentId: string): Map<string, RatingRow> =>
  new Map(
    lastRatings(db)
      .all({ assignmentId })
      .map((row) => [row.subjectId, row])
  );

const lastRatings = builtOnce((db) =>
  db
    .select()
    .from(schema.rating)
    .where(and(eq(schema.rating.assignmentId, sql.placeholder('assignmentId')), isLastRating))
    .prepare()
);

const ownQuestions = (db: Db, grant: WorkGrant, roundQueryId: string): (OwnQuestion & { subjectId: string | null })[] =>
  db
    .select({
      id: schema.leadFlag.id,
      subjectId: schema.leadFlag.subjectId,
      question: schema.leadFlag.question,
      askedAt: schema.leadFlag.askedAt,
      answer: schema.leadFlag.answer
    })
    .from(schema.leadFlag)
    .where(and(eq(schema.leadFlag.roundQueryId, roundQueryId), eq(schema.leadFlag.userId, workerOf(grant).id)))
    .orderBy(asc(schema.leadFlag.askedAt))
    .all();
