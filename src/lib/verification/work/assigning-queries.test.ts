import { and, eq, ne, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorize } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { seededRandom } from '../../stats/numbers/rng.ts';
import { openBundle } from './annotation-view.server.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { putOffQuery } from '../assignments/later.server.ts';
import { ownQueue, ownQueues } from '../assignments/own-queues.server.ts';
import { reassign } from '../assignments/reassigning.server.ts';
import { dealEvenly, inDomains } from '../assignments/dealing.ts';
import { recordInvolvement } from '../rounds/involvement.server.ts';
import { aQuery, scene } from '../rounds/project.fixture.server.ts';
import { commitRating, finishBundle, resumeBundle } from './ratings.server.ts';
import { finishReview } from './reviews.server.ts';
import { ratingInput, roundScene, stagesNow, type RoundScene } from '../rounds/rounds.fixture.ts';
import { ownRoundSeat } from '../assignments/seat.server.ts';

const some = (n: number, items = 1) =>
  Array.from({ length: n }, (_, i) => aQuery(`q${i + 1}`, ...Array.from({ length: items }, (_, k) => `Item ${k}?`)));

/** How many people stand on each query in annotation. */
const standing = (db: Db): number[] => {
  const { verificationAssignment: a } = schema;
  return db
    .select({ n: sql<number>`count(distinct ${a.userId})` })
    .from(a)
    .where(and(eq(a.stage, 'annotation'), ne(a.status, 'withdrawn')))
    .groupBy(a.roundQueryId)
    .all()
    .map(({ n }) => n);
};

describe('handing out queries to 50 annotators at once', () => {
  let s: RoundScene;
  const grants = () => s.annotators.map((person) => s.grant(person, 'annotate'));

  beforeAll(() => {
    s = roundScene({ queries: some(40), settings: { overlap: 3, batchSize: 10 }, people: { annotators: 50 } });
    const random = seededRandom(7);
    const people = grants();
    const done = new Set<number>();
    // A random person takes, rates or finishes one step: every order of steps can happen.
    for (let step = 0; done.size < people.length; step++) {
      const at = random.below(people.length);
      if (done.has(at)) continue;
      const id = nextAssignment(s.db, people[at]!, s.round, 'annotation');
      if (id === null) {
        done.add(at);
        continue;
      }
      // Now and then a lead withdraws the query before it is done, and the next person gets it.
      if (step % 11 === 0) {
        reassign(s.db, s.lead, id, null);
        continue;
      }
      if (random.below(3) === 0) continue;
      for (const subject of openBundle(s.db, people[at]!, id).subjects)
        commitRating(s.db, people[at]!, ratingInput(id, subject));
      finishBundle(s.db, people[at]!, id);
    }
  });

  it('gives every query to exactly as many different people as the overlap says', () => {
    expect(standing(s.db)).toEqual(Array.from({ length: 40 }, () => 3));
  });

  it('sends every query on once all of them are done, and no earlier', () => {
    for (const grant of grants())
      for (let id = nextAssignment(s.db, grant, s.round, 'annotation'); id;) {
        for (const subject of openBundle(s.db, grant, id).subjects) commitRating(s.db, grant, ratingInput(id, subject));
        finishBundle(s.db, grant, id);
        id = nextAssignment(s.db, grant, s.round, 'annotation');
      }
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['review']));
    expect(standing(s.db)).toEqual(Array.from({ length: 40 }, () => 3));
  });

  it('is held by the database too: a slot cannot be given twice', () => {
    const { verificationAssignment: a } = schema;
    const [row] = s.db.select().from(a).where(eq(a.status, 'done')).all();
    expect(() =>
      s.db
        .insert(a)
        .values({ ...row!, id: 'another', userId: s.adjudicators[0]!.id })
        .run()
    ).toThrow(/UNIQUE/);
  });
});

describe('a person in two stages of the same query', () => {
  it('is refused by the function and by the table', () => {
    const s = roundScene({ queries: some(1), settings: { overlap: 1 } });
    s.annotateAll(s.annotators[0]!);
    const [held] = s.db.select().from(schema.queryInvolvement).all();
    expect(held).toMatchObject({ userId: s.annotators[0]!.id, stage: 'annotation' });
    expect(() => recordInvolvement(s.db, held!.queryId, held!.userId, 'review')).toThrow(/stage conflict/);
    expect(() =>
      s.db
        .insert(schema.queryInvolvement)
        .values({ ...held!, stage: 'review' })
        .run()
    ).toThrow(/UNIQUE/);
    expect(() => s.db.update(schema.queryInvolvement).set({ stage: 'review' }).run()).toThrow(/append-only/);
  });

  it('gets no review of a query that they annotated, whatever roles they are given', () => {
    const s = roundScene({ queries: some(2), settings: { overlap: 1 }, people: { annotators: 1 } });
    const [both] = s.annotators;
    s.annotateAll(both!);
    both!.roles = new Map([[s.project.id, ['annotator', 'reviewer', 'adjudicator']]]);
    expect(s.reviewAll(both!)).toEqual([]);
    expect(s.reviewAll(s.reviewers[0]!)).toHaveLength(2);
  });
});

describe('assignments', () => {
  it('are for annotators only, and one of another person is as good as absent', () => {
    const s = roundScene({ queries: some(1) });
    const [one, other] = s.annotators.map((person) => s.grant(person, 'annotate'));
    const id = nextAssignment(s.db, one!, s.round, 'annotation')!;
    expect(() => openBundle(s.db, other!, id)).toThrow(/no such assignment/);
    expect(() => authorize(s.reviewers[0]!, { kind: 'project', id: s.project.id }, 'annotate')).toThrow(/annotators/);
    expect(() => authorize(s.lead.actor, { kind: 'project', id: s.project.id }, 'review')).toThrow(/reviewers/);
    expect(() => ownRoundSeat(s.db, s.grant(s.reviewers[0]!, 'review'), id)).toThrow(/no such assignment/);
  });

  it('are not for a person who can read the ratings of others: a lead with a second role is not blind', () => {
    const s = roundScene({ queries: some(1) });
    const [ana] = s.annotators;
    ana!.roles = new Map([[s.project.id, ['annotator', 'lead']]]);
    const grant = s.grant(ana!, 'annotate');
    expect(() => nextAssignment(s.db, grant, s.round, 'annotation')).toThrow(/would not be blind/);
    expect(ownQueues(s.db, grant)).toEqual([]);
  });

  it('are given back in hand before a new one is taken', () => {
    const s = roundScene({ queries: some(3) });
    const grant = s.grant(s.annotators[0]!, 'annotate');
    const first = nextAssignment(s.db, grant, s.round, 'annotation');
    expect(nextAssignment(s.db, grant, s.round, 'annotation')).toBe(first);
    expect(nextAssignment(s.db, grant, s.round, 'annotation', first!)).not.toBe(first);
    expect(ownQueue(s.db, grant, s.round, 'annotation')).toMatchObject({ done: 0, free: 1, open: [{}, {}] });
    expect(ownQueues(s.db, grant)).toHaveLength(1);
  });

  it('by domain, keep people to their domains and leave a domain without annotators to all', () => {
    const rule = { assignment: 'by-domain', domains: { ana: ['Law'], bo: ['Health'] } } as const;
    expect(inDomains('Law', 'ana', rule)).toBe(true);
    expect(inDomains('Law', 'bo', rule)).toBe(false);
    expect(inDomains('Media', 'bo', rule)).toBe(true);
    expect(inDomains(null, 'ana', rule)).toBe(true);
    expect(inDomains('Law', 'bo', { ...rule, assignment: 'random' })).toBe(true);
  });

  it('dealt ahead are exact and even, and no annotator finds a free one after', () => {
    const s = roundScene({
      queries: some(30, 2),
      settings: { overlap: 2, handOut: 'ahead' },
      people: { annotators: 4 }
    });
    expect(standing(s.db)).toEqual(Array.from({ length: 30 }, () => 2));
    const loads = s.annotators.map((person) => ownQueue(s.db, s.grant(person, 'annotate'), s.round, 'annotation'));
    expect(loads.map(({ open, free }) => [open.length, free])).toEqual(Array.from({ length: 4 }, () => [15, 0]));
  });

  it('dealt ahead, counted and given are to people who can work: no closed accounts, no leads', () => {
    const base = scene();
    const [closed, lead] = [base.as('annotator'), base.as('annotator')];
    base.db.update(schema.user).set({ disabledAt: 1 }).where(eq(schema.user.id, closed.id)).run();
    base.db
      .insert(schema.membership)
      .values({ projectId: base.project.id, userId: lead.id, role: 'lead', createdAt: 0 })
      .run();
    const options = { in: base, queries: some(4), people: { annotators: 2 } };
    const s = roundScene({ ...options, settings: { overlap: 2, handOut: 'ahead' } });
    const held = s.db.select().from(schema.verificationAssignment).all();
    expect(new Set(held.map(({ userId }) => userId))).toEqual(new Set(s.annotators.map(({ id }) => id)));
    expect(() => reassign(s.db, s.lead, held[0]!.id, closed.id)).toThrow(/is not an annotator/);
    const few = { ...options, people: { annotators: 0 }, in: scene() };
    few.in.db
      .update(schema.user)
      .set({ disabledAt: 1 })
      .where(eq(schema.user.id, few.in.as('annotator').id))
      .run();
    expect(() => roundScene({ ...few, settings: { overlap: 1 } })).toThrow(/was not opened/);
  });

  it('dealt out are as many as may have the query if those are fewer than the overlap', () => {
    const dealt = dealEvenly(
      [
        { id: 'law', weight: 3 },
        { id: 'any', weight: 1 }
      ],
      ['ana', 'bo'],
      2,
      ({ id }, person) => id === 'any' || person === 'ana',
      seededRandom(1)
    );
    expect([dealt.get('law'), dealt.get('any')?.length]).toEqual([['ana'], 2]);
  });
});

describe('a reassignment', () => {
  it('loses nothing: what the first person did is there when they get the query back', () => {
    const s = roundScene({ queries: some(1, 3), settings: { overlap: 1 } });
    const [ana, bo] = s.annotators.map((person) => s.grant(person, 'annotate'));
    const id = nextAssignment(s.db, ana!, s.round, 'annotation')!;
    const [query, item] = openBundle(s.db, ana!, id).subjects;
    commitRating(s.db, ana!, ratingInput(id, query!));
    commitRating(s.db, ana!, ratingInput(id, item!, { label: 'not-appropriate', comment: 'Not asked.' }));
    const rows = () => s.db.select().from(schema.rating).all();
    const before = rows();

    const { assignmentId } = reassign(s.db, s.lead, id, s.annotators[1]!.id);
    expect(() => openBundle(s.db, ana!, id)).toThrow(/is closed: a lead reassigned it/);
    const given = openBundle(s.db, bo!, assignmentId!);
    expect(given.subjects.map(({ rating }) => rating)).toEqual([null, null, null, null]);
    expect(nextAssignment(s.db, ana!, s.round, 'annotation')).toBeNull();

    const back = reassign(s.db, s.lead, assignmentId!, s.annotators[0]!.id);
    expect(back.assignmentId).toBe(id);
    expect(openBundle(s.db, ana!, id).subjects.map(({ rating }) => rating?.label ?? null)).toEqual([
      'appropriate',
      'not-appropriate',
      null,
      null
    ]);
    expect(rows()).toEqual(before);
    expect(standing(s.db)).toEqual([1]);
  });

  it('keeps the text that an annotator was typing when the query was taken away', () => {
    const s = roundScene({ queries: some(1, 1), settings: { overlap: 1 } });
    const [ana] = s.annotators.map((person) => s.grant(person, 'annotate'));
    const id = nextAssignment(s.db, ana!, s.round, 'annotation')!;
    const [, item] = openBundle(s.db, ana!, id).subjects;
    const { assignmentId } = reassign(s.db, s.lead, id, s.annotators[1]!.id);
    const said = ratingInput(id, item!, { label: 'not-appropriate', comment: 'Half a thought.' });
    expect(() => commitRating(s.db, ana!, said)).toThrow(/a lead reassigned it; your text is saved/);
    for (const act of [finishBundle, resumeBundle, putOffQuery])
      expect(() => act(s.db, ana!, id), act.name).toThrow(/a lead reassigned it/);
    reassign(s.db, s.lead, assignmentId!, s.annotators[0]!.id);
    expect(openBundle(s.db, ana!, id).subjects[1]!.draft).toMatchObject({ comment: 'Half a thought.' });
    expect(s.db.select().from(schema.rating).all()).toEqual([]);
  });

  it('is what a reviewer is told who finishes a query that was taken away', () => {
    const s = roundScene({ queries: some(1), settings: { overlap: 1 } });
    s.annotateAll(s.annotators[0]!);
    const reviewer = s.grant(s.reviewers[0]!, 'review');
    const id = nextAssignment(s.db, reviewer, s.round, 'review')!;
    reassign(s.db, s.lead, id, null);
    expect(() => finishReview(s.db, reviewer, id)).toThrow(/a lead reassigned it/);
  });

  it('is refused to a person without the role, to the same person, and to a person who has worked on the query in another stage', () => {
    const s = roundScene({ queries: some(1), settings: { overlap: 1 } });
    const [ana] = s.annotators.map((person) => s.grant(person, 'annotate'));
    const id = nextAssignment(s.db, ana!, s.round, 'annotation')!;
    expect(() => reassign(s.db, s.lead, id, s.reviewers[0]!.id)).toThrow(/is not an annotator/);
    expect(() => reassign(s.db, s.lead, id, s.annotators[0]!.id)).toThrow(/already/);
    for (const subject of openBundle(s.db, ana!, id).subjects) commitRating(s.db, ana!, ratingInput(id, subject));
    finishBundle(s.db, ana!, id);
    const review = nextAssignment(s.db, s.grant(s.reviewers[0]!, 'review'), s.round, 'review')!;
    s.db
      .insert(schema.membership)
      .values({ projectId: s.project.id, userId: s.annotators[0]!.id, role: 'reviewer', createdAt: 0 })
      .run();
    expect(() => reassign(s.db, s.lead, review, s.annotators[0]!.id)).toThrow(/in the stage annotation/);
    expect(() => reassign(s.db, s.lead, id, s.annotators[1]!.id)).toThrow(/no longer in this stage/);
  });
});
