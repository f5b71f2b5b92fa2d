import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../errors.ts';
import { auditFacets, countAudit, readAudit } from '../../server/audit/audit-trail.ts';
import { schema } from '../../server/db/client.ts';
import { adjudicationQueue, adjudicate, openSubject } from '../adjudication/adjudication.server.ts';
import { openBundle } from '../work/annotation-view.server.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { finaliseRound, reopenQuery } from '../release/finalise.server.ts';
import { listBatches, startInspection } from '../inspection/inspections.server.ts';
import { aQuery, problemsOf, scene } from '../rounds/project.fixture.server.ts';
import { commitRating, finishBundle } from '../work/ratings.server.ts';
import { commitReview, finishReview, openReview } from '../work/reviews.server.ts';
import { freshKey, ratingInput, roundScene, stagesNow } from '../rounds/rounds.fixture.ts';
import { changeSettings, pauseRound } from '../rounds/rounds.server.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
  return 'nothing was refused';
};

const lenient = {
  ...{ reading: 'acceptance' as const, limit: 0.5, acceptNumber: 50, risk: 0.5 },
  ...{ halfWidth: 0.05, onReturn: 'annotation' as const }
};
const settings = { overlap: 1, inspection: lenient };
const people = { annotators: 1, reviewers: 2, adjudicators: 1 };

/** One query in review: annotated, and in a reviewer's hands. */
function inReview() {
  const s = roundScene({ queries: [aQuery('a', 'Who?')], settings, people });
  const annotator = s.grant(s.annotators[0]!, 'annotate');
  const seat = nextAssignment(s.db, annotator, s.round, 'annotation')!;
  const bundle = openBundle(s.db, annotator, seat);
  s.annotateAll(s.annotators[0]!, ({ kind }) =>
    kind === 'item' ? { label: 'needs-modification', wording: 'Who was it?' } : 'appropriate'
  );
  const reviewer = s.grant(s.reviewers[0]!, 'review');
  const id = nextAssignment(s.db, reviewer, s.round, 'review')!;
  const [rating] = openReview(s.db, reviewer, id).subjects[0]!.ratings;
  const review = (ratingId = rating!.ratingId) =>
    commitReview(s.db, reviewer, {
      ...{ assignmentId: id, ratingId, agrees: true, label: null, wording: null, comment: '' },
      ...{ seconds: 3, idempotencyKey: freshKey() }
    });
  return { ...s, annotator, seat, bundle, reviewer, id, review, ratingId: rating!.ratingId };
}

describe('a review', () => {
  it('of anything but a rating of the query is refused, without a draft', () => {
    const s = inReview();
    pauseRound(s.db, s.lead, s.round.id, true);
    expect(codeOf(() => s.review('x'))).toBe('not-found');
    expect(codeOf(() => s.review())).toBe('closed');
    const drafts = s.db.select().from(schema.verificationDraft).all();
    expect(drafts.map(({ about }) => about)).toEqual([s.ratingId]);
  });
});

describe('stages follow one another', () => {
  it('nothing is committed to a stage that a query has not reached, or has left', () => {
    const s = inReview();
    const adjudicator = s.grant(s.adjudicators[0]!, 'adjudicate');
    const query = s.bundle.subjects[0]!;
    // Left: annotation is over.
    expect(codeOf(() => commitRating(s.db, s.annotator, ratingInput(s.seat, query)))).toBe('conflict');
    expect(codeOf(() => finishBundle(s.db, s.annotator, s.seat))).toBe('nothing was refused');
    // Not reached: inspection and adjudication.
    expect(codeOf(() => startInspection(s.db, s.lead, listBatches(s.db, s.lead, s.round.id)[0]!.id))).toBe('conflict');
    expect(nextAssignment(s.db, s.grant(s.reviewers[1]!, 'review'), s.round, 'inspection')).toBeNull();
    expect(adjudicationQueue(s.db, adjudicator, s.round.id)).toMatchObject({ open: [], unanimous: [] });
    const decision = {
      ...{ subjectId: query.id, basedOn: 0, label: 'appropriate' as const, keep: null, wording: null },
      ...{ basis: 'as-it-was' as const, sources: [], comment: '', seconds: 1, idempotencyKey: freshKey() }
    };
    expect(codeOf(() => adjudicate(s.db, adjudicator, decision))).not.toBe('nothing was refused');
    // Nor does a query continue half reviewed, get opened for a later stage, or become part of a version.
    s.review();
    expect(problemsOf(() => finishReview(s.db, s.reviewer, s.id))).toMatchObject([{ column: 'item c1' }]);
    expect(codeOf(() => reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'adjudication' }))).toBe(
      'conflict'
    );
    expect(codeOf(() => finaliseRound(s.db, s.lead, s.round.id, { includeOpen: false }))).not.toBe(
      'nothing was refused'
    );
    expect(stagesNow(s)).toEqual({ a: 'review' });
    // Once reviewed, a review of it is refused too.
    s.reviewAll(s.reviewers[0]!);
    expect(stagesNow(s)).toEqual({ a: 'inspection' });
    expect(codeOf(s.review)).toBe('conflict');
  });
});

describe('what is committed', () => {
  it('is appended, and neither changed nor removed by anything, with an entry of its own in the audit trail', () => {
    const s = inReview();
    s.reviewAll(s.reviewers[0]!, (rating) => (rating.label === 'appropriate' ? 'agree' : 'appropriate'));
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    s.adjudicateAll(s.adjudicators[0]!);
    const settler = s.grant(s.adjudicators[0]!, 'adjudicate');
    const decided = adjudicationQueue(s.db, settler, s.round.id).adjudicated[0]!.subjectId;
    expect(openSubject(s.db, settler, decided).revision).toBe(1);
    finaliseRound(s.db, s.lead, s.round.id, { includeOpen: false });
    const { rating, review, adjudication, inspectionUnit, subjectWording, queryInvolvement, datasetVersion, audit } =
      schema;
    for (const table of [
      rating,
      review,
      adjudication,
      inspectionUnit,
      subjectWording,
      queryInvolvement,
      datasetVersion,
      audit
    ]) {
      expect(s.db.select().from(table).all().length).toBeGreaterThan(0);
      expect(() => s.db.delete(table).run()).toThrow(/append-only|immutable/);
    }
    for (const table of [rating, review, adjudication])
      expect(() => s.db.update(table).set({ comment: 'otherwise' }).run()).toThrow(/append-only/);

    const committed = s.db.select().from(rating).all().length;
    expect(countAudit(s.db, s.lead, { action: 'rating.commit' })).toBe(committed);
    expect(countAudit(s.db, s.lead, { action: 'review.commit' })).toBe(s.db.select().from(review).all().length);
    expect(auditFacets(s.db, s.lead).actions).toEqual(
      expect.arrayContaining(
        'round.open verification-assignment.take verification-assignment.open rating.commit review.commit inspection.start inspection.pass adjudication.decide round.finalise'.split(
          ' '
        )
      )
    );
  });
});

describe('the audit trail', () => {
  it('is filtered by person, act, thing and period, and read page by page in both directions', () => {
    const s = inReview();
    const other = roundScene({ queries: [aQuery('x', 'Who?')], settings, people, in: scene(s.db) });
    const all = readAudit(s.db, s.lead);
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
    const mine = readAudit(s.db, s.lead, { actor: s.annotators[0]!.id });
    expect(new Set(mine.map(({ actorId }) => actorId))).toEqual(new Set([s.annotators[0]!.id]));
    expect(mine).toHaveLength(countAudit(s.db, s.lead, { actor: s.annotators[0]!.id }));
    expect(readAudit(s.db, s.lead, { actor: '-command line' })).toEqual([]);
    const ratings = { actor: s.annotators[0]!.id, action: 'rating.commit' };
    expect(readAudit(s.db, s.lead, ratings)).toHaveLength(2);
    const round = readAudit(s.db, s.lead, { entity: 'verification-round', entityId: s.round.id });
    expect(round.map(({ action }) => action)).toEqual(['round.open']);
    expect(readAudit(s.db, s.lead, { entityId: other.round.id })).toEqual([]);
    const now = all[0]!.at;
    expect(readAudit(s.db, s.lead, { from: now + 1 })).toEqual([]);
    expect(countAudit(s.db, s.lead, { to: now + 1 })).toBe(all.length);
    const older = readAudit(s.db, s.lead, { before: all[1]!.id, limit: 2 });
    expect(older).toEqual(all.slice(2, 4));
    expect(readAudit(s.db, s.lead, { after: older[0]!.id, limit: 2 })).toEqual(all.slice(0, 2));
    // The command line is an actor without an account.
    expect(auditFacets(s.db, s.lead).actors).toContainEqual({ value: 'name:command line', name: 'command line' });
    expect(readAudit(s.db, s.lead, { actor: 'name:command line' }).map(({ action }) => action)).toEqual([
      'project.create'
    ]);
  });
});

describe('settings of a round in progress', () => {
  it('change later assignments and draws, not earlier ones; no person loses a query; a finalised round has none', () => {
    const queries = ['Law', 'Health'].map((domain, i) => ({ ...aQuery(`q${i}`, 'Who?'), domain }));
    const s = roundScene({ queries, settings, people: { annotators: 2, reviewers: 2, adjudicators: 1 } });
    const [ada, ben] = s.annotators.map((person) => s.grant(person, 'annotate'));
    const held = nextAssignment(s.db, ada!, s.round, 'annotation')!;
    const { qid } = openBundle(s.db, ada!, held);
    const free = queries.find((one) => one.qid !== qid)!;
    const taken = queries.find((one) => one.qid === qid)!;
    // The free query's domain becomes Ada's, the one in her hands Ben's.
    const domains = { [s.annotators[0]!.id]: [free.domain], [s.annotators[1]!.id]: [taken.domain] };
    const changed = changeSettings(s.db, s.lead, s.round.id, {
      ...{ assignment: 'by-domain', domains, deadline: '2027-01-31' },
      inspection: { ...lenient, limit: 0.4 }
    });
    expect(changed.settings).toMatchObject({ overlap: 1, deadline: '2027-01-31', inspection: { limit: 0.4 } });
    expect(nextAssignment(s.db, ben!, s.round, 'annotation')).toBeNull();
    expect(openBundle(s.db, ada!, held).qid).toBe(qid);
    s.annotateAll(s.annotators[0]!);
    expect(stagesNow(s)).toEqual({ q0: 'review', q1: 'review' });
    expect(
      problemsOf(() =>
        changeSettings(s.db, s.lead, s.round.id, { deadline: 'soon', inspection: { ...lenient, limit: 2 } })
      )
    ).toMatchObject([{ column: 'deadline' }, { column: 'limit' }]);
    expect(readAudit(s.db, s.lead, { action: 'round.settings' })).toMatchObject([
      { detail: { changes: { deadline: '2027-01-31' } } }
    ]);
    finaliseRound(s.db, s.lead, s.round.id, { includeOpen: true });
    expect(codeOf(() => changeSettings(s.db, s.lead, s.round.id, { deadline: null }))).toBe('closed');
    expect(codeOf(() => pauseRound(s.db, s.lead, s.round.id, true))).toBe('closed');
  });
});
