import { and, eq, max, sql } from 'drizzle-orm';
import { problemAt, refuse, worded } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { builtOnce } from '../../server/db/built-once.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { adjudicationRows, type AdjudicationRow } from './adjudication-rows.server.ts';
import { adjudicatorsAssignment, ownAdjudication } from '../assignments/assignments.server.ts';
import { checkedDecision, type DecisionInput } from './decisions.ts';
import { draftsOf, dropDraft, keepWorkDraft, type DraftContent } from '../work/drafts.server.ts';
import { settleQueries } from '../inspection/gate.server.ts';
import { stageOf } from '../rounds/involvement.server.ts';
import type { RatingLabel, SubjectKind } from '../vocabulary/labels.ts';
import type { Settlement } from '../records/settling.ts';
import { chipsOf, type OpinionChip } from './opinion-chips.ts';
import { soundSeconds } from '../work/ratings.ts';
import { readSubjects } from '../records/records.server.ts';
import type { DecisionBasis } from '../records/records.ts';
import { roundOf } from '../rounds/rounds.server.ts';
import { type VerificationRound } from '../rounds/round.server.ts';
import { workerOf, type WorkGrant } from '../assignments/seat.server.ts';
import { byNeed, settleSubject, type Conflict } from '../records/settling.ts';
import type { Stage } from '../vocabulary/stages.ts';
import { mergeWordings, wordDiff, type DiffPart } from '../vocabulary/word-diff.ts';
import { cleanWording } from '../vocabulary/wording.ts';

type Adjudicator = WorkGrant & { readonly access: 'adjudicate' };

export type { AdjudicationRow } from './adjudication-rows.server.ts';

export interface AdjudicationQueue {
  /** Open subjects, lowest agreement first. */
  open: AdjudicationRow[];
  /** Unanimous subjects: pre-filled, and settled unless an adjudicator decides otherwise. */
  unanimous: AdjudicationRow[];
  adjudicated: AdjudicationRow[];
  /** Subjects in which this person may not decide, having worked on the query in another stage. */
  barred: number;
}

/** The subjects of a round that are in adjudication or done, as far as this person may decide on them. */
export function adjudicationQueue(db: Db, grant: Adjudicator, roundId: string): AdjudicationQueue {
  return queueIn(db, grant, roundOf(db, grant, roundId));
}

function queueIn(db: Db, grant: Adjudicator, round: VerificationRound): AdjudicationQueue {
  const { rows, barred } = adjudicationRows(db, workerOf(grant).id, round, ['adjudication', 'done']);
  return {
    open: rows.filter(({ state }) => state === 'open').sort(byNeed),
    unanimous: rows.filter(({ state }) => state === 'unanimous'),
    adjudicated: rows.filter(({ state }) => state === 'adjudicated'),
    barred
  };
}

interface AdjudicationView {
  subjectId: string;
  round: { number: number; name: string; status: 'open' | 'paused' | 'finalised' };
  writable: boolean;
  qid: string;
  queryText: string;
  domain: string | null;
  category: string | null;
  kind: SubjectKind;
  key: string;
  origin: 'benchmark' | 'appended';
  wording: string;
  /** The other items of the query, for judging redundancy. */
  siblings: { key: string; wording: string; state: Settlement }[];
  chips: OpinionChip[];
  /** Pairs of proposed wordings with their difference, and both put together if they change different words. */
  wordingPairs: { a: string; b: string; diff: DiffPart[]; merged: string | null }[];
  state: Settlement;
  conflicts: Conflict[];
  agreement: number | null;
  /** Initial values of the form: the last decision, else the unanimous opinion, else empty. */
  prefilled: { label: RatingLabel; keep: boolean; wording: string } | null;
  decision: {
    label: RatingLabel;
    keep: boolean;
    wording: string;
    basis: DecisionBasis;
    comment: string;
    at: number;
    own: boolean;
  } | null;
  /** To be sent back with a decision: 0 before the first. */
  revision: number;
  draft: DraftContent | null;
  /** Next open subject in the queue; null at its end. */
  next: string | null;
  queue: AdjudicationQueue;
}

/**
 * Opens a subject for decision; notes that the adjudicator has worked on the query. Refuses people who have worked on it in
 * another stage.
 */
export function openSubject(db: Db, grant: Adjudicator, subjectId: string): AdjudicationView {
  write(db, (tx) => place(tx, grant, subjectId));
  return readSubject(db, grant, subjectId);
}

/** The same without noting anything: for pages, which may be fetched ahead. Deciding and drafting note the hand as well. */
export function readSubject(db: Db, grant: Adjudicator, subjectId: string): AdjudicationView {
  const { subject, siblings, round, roundQuery } = subjectAt(db, grant, subjectId);
  const assignment = ownAdjudication(db, grant, roundQuery.id);
  const settled = settleSubject(subject, round.settings);
  const queue = queueIn(db, grant, round);
  const here = queue.open.findIndex((row) => row.subjectId === subjectId);
  const proposals = [...new Set(chipsOf(subject).flatMap(({ wording }) => (wording === null ? [] : [wording])))];
  const person = workerOf(grant);
  return {
    subjectId,
    round: { number: round.number, name: round.name, status: round.status },
    writable: round.status === 'open',
    qid: subject.qid,
    queryText: siblings.find(({ kind }) => kind === 'query')?.wording ?? '',
    domain: subject.domain,
    category: subject.category,
    kind: subject.kind,
    key: subject.key,
    origin: subject.origin,
    wording: subject.wording,
    siblings: siblings
      .filter(({ id, kind }) => kind === 'item' && id !== subjectId)
      .map((one) => ({ key: one.key, wording: one.wording, state: settleSubject(one, round.settings).state })),
    chips: chipsOf(subject),
    wordingPairs: proposals.flatMap((a, i) =>
      proposals.slice(i + 1).map((b) => ({
        a,
        b,
        diff: wordDiff(a, b),
        merged: mergeWordings(subject.wording, a, b)
      }))
    ),
    state: settled.state,
    conflicts: settled.conflicts,
    agreement: settled.agreement,
    prefilled: settled.label === null ? null : { label: settled.label, keep: settled.keep, wording: settled.wording },
    decision: subject.decision && {
      label: subject.decision.label,
      keep: subject.decision.keep,
      wording: subject.decision.wording,
      basis: subject.decision.basis,
      comment: subject.decision.comment,
      at: subject.decision.at,
      own: subject.decision.userId === person.id
    },
    revision: subject.decisions,
    draft: (assignment && draftsOf(db, assignment.id).get(subjectId)) ?? null,
    next: (here >= 0 ? queue.open[here + 1] : queue.open[0])?.subjectId ?? null,
    queue
  };
}

const queryOfSubject = builtOnce((db) =>
  db
    .select({ roundQuery: schema.roundQuery })
    .from(schema.subject)
    .innerJoin(schema.roundQuery, eq(schema.roundQuery.id, schema.subject.roundQueryId))
    .innerJoin(schema.verificationRound, eq(schema.verificationRound.id, schema.roundQuery.roundId))
    .where(
      and(
        eq(schema.subject.id, sql.placeholder('subjectId')),
        eq(schema.verificationRound.projectId, sql.placeholder('projectId'))
      )
    )
    .prepare()
);

function place(tx: Db, grant: Adjudicator, subjectId: string) {
  const at = subjectAt(tx, grant, subjectId);
  return { ...at, assignment: adjudicatorsAssignment(tx, grant, at.roundQuery) };
}

function subjectAt(tx: Db, grant: Adjudicator, subjectId: string) {
  const of = { subjectId, projectId: grant.resource.id };
  const row = queryOfSubject(tx).get(of)?.roundQuery ?? refuse.notFound('item to decide');
  const siblings = readSubjects(tx, { roundQueryIds: [row.id] });
  const subject = siblings.find(({ id }) => id === subjectId) ?? refuse.notFound('item to decide');
  const round = roundOf(tx, grant, row.roundId);
  const held = stageOf(tx, subject.queryId, workerOf(grant).id);
  if (held !== null && held !== 'adjudication') refuse.stageConflict(subject.qid, held);
  if (subject.stage !== 'adjudication' && subject.stage !== 'done') refuse.stageOrder(subject.qid, subject.stage);
  return { subject, siblings, round, roundQuery: row };
}

export type { DecisionInput } from './decisions.ts';
export type { OpinionChip } from './opinion-chips.ts';

export type DecisionOutcome =
  | { kind: 'decided'; revision: number; repeated: boolean; stage: Stage; next: string | null }
  /** Another adjudicator decided since: nothing was written, and this person's text is kept as a draft. */
  | {
      kind: 'conflict';
      theirs: { label: RatingLabel; keep: boolean; wording: string; comment: string; by: string; at: number };
      diff: DiffPart[];
      /** To be sent as `basedOn` when deciding again. */
      revision: number;
    };

/**
 * Settles a subject. Each decision is a further row that names the one it is based on: of two people who decide at once, the
 * second is told what the first decided instead of overwriting it.
 */
export function adjudicate(db: Db, grant: Adjudicator, input: DecisionInput): DecisionOutcome {
  const result = write(
    db,
    (tx): Decided | Extract<DecisionOutcome, { kind: 'conflict' }> | { refused: () => never } => {
      const { subject, round, roundQuery, assignment } = place(tx, grant, input.subjectId);
      const { adjudication } = schema;
      const person = workerOf(grant);
      const before = tx.select().from(adjudication).where(eq(adjudication.idempotencyKey, input.idempotencyKey)).get();
      if (before) {
        if (before.userId !== person.id || before.subjectId !== input.subjectId || before.label !== input.label)
          refuse.conflict(worded('keyReused'));
        return { kind: 'decided', revision: before.revision, repeated: true, stage: subject.stage, round };
      }
      const { label, keep, wording, basis, comment } = input;
      const mine = { label, keep, wording, basis, comment, sources: [...input.sources] };
      if (round.status !== 'open') {
        keepWorkDraft(tx, assignment.id, input.subjectId, mine);
        return { refused: () => refuse.roundClosed(round.name, round.status) };
      }
      const current = subject.decision;
      if (subject.decisions !== input.basedOn && current) {
        keepWorkDraft(tx, assignment.id, input.subjectId, mine);
        const by = tx
          .select({ name: schema.user.name })
          .from(schema.user)
          .where(eq(schema.user.id, current.userId))
          .get();
        return {
          kind: 'conflict',
          theirs: {
            label: current.label,
            keep: current.keep,
            wording: current.wording,
            comment: current.comment,
            by: by!.name,
            at: current.at
          },
          diff: wordDiff(current.wording, cleanWording(wording ?? '') || subject.wording),
          revision: current.revision
        };
      }
      const row = checkedDecision(subject, round.settings.keepUnnecessary, input);
      const last = tx
        .select({ revision: max(adjudication.revision) })
        .from(adjudication)
        .where(eq(adjudication.subjectId, input.subjectId))
        .get();
      const revision = (last?.revision ?? 0) + 1;
      const id = newId();
      tx.insert(adjudication)
        .values({
          ...row,
          id,
          subjectId: input.subjectId,
          revision,
          userId: person.id,
          seconds: soundSeconds(input.seconds),
          idempotencyKey: input.idempotencyKey,
          decidedAt: Date.now()
        })
        .run();
      dropDraft(tx, assignment.id, input.subjectId);
      record(tx, person, {
        projectId: grant.resource.id,
        action: 'adjudication.decide',
        entity: 'adjudication',
        entityId: id,
        detail: {
          round: round.number,
          qid: subject.qid,
          key: subject.key,
          revision,
          label: row.label,
          keep: row.keep,
          basis: row.basis
        }
      });
      settleQueries(tx, round, [roundQuery.id]);
      const stage = tx
        .select({ stage: schema.roundQuery.stage })
        .from(schema.roundQuery)
        .where(and(eq(schema.roundQuery.id, roundQuery.id)))
        .get()!.stage;
      return { kind: 'decided', revision, repeated: false, stage, round };
    }
  );
  if ('refused' in result) return result.refused();
  if (result.kind === 'conflict') return result;
  const { round, ...decided } = result;
  return { ...decided, next: queueIn(db, grant, round).open[0]?.subjectId ?? null };
}

/** A decision before the search for the next subject. */
type Decided = Omit<Extract<DecisionOutcome, { kind: 'decided' }>, 'next'> & { round: VerificationRound };

/** Keeps what an adjudicator has typed. */
export function saveDecisionDraft(db: Db, grant: Adjudicator, subjectId: string, content: DraftContent): void {
  if (JSON.stringify(content).length > 60_000)
    refuse.invalid(worded('draftNotSaved'), [problemAt('content', worded('atMostCharacters', { most: 60_000 }))]);
  write(db, (tx) => keepWorkDraft(tx, place(tx, grant, subjectId).assignment.id, subjectId, content));
}
