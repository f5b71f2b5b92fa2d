import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { schema } from '../../server/db/client.ts';
import { adjudicationQueue, adjudicate, openSubject } from './adjudication.server.ts';
import { aQuery } from '../rounds/project.fixture.server.ts';
import { freshKey, roundScene } from '../rounds/rounds.fixture.ts';

/** Everything is adjudicated: two annotators reword the first item of each query differently. */
function adjudicated() {
  const s = roundScene({
    queries: [aQuery('q1', 'Does it name a figure?', 'Does it name a year?'), aQuery('q2', 'Does it name a source?')],
    settings: { overlap: 2 },
    people: { annotators: 2, reviewers: 2, adjudicators: 2 }
  });
  s.annotators.forEach((person, i) =>
    s.annotateAll(person, ({ key }) =>
      key === 'c1' ? { label: 'needs-modification', wording: `Does it name figure ${i} in the text?` } : 'appropriate'
    )
  );
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ key }) =>
    key === 'c1' ? { label: 'needs-modification', wording: 'Does it name that figure somewhere?' } : 'appropriate'
  );
  const grants = s.adjudicators.map((person) => s.grant(person, 'adjudicate'));
  return { ...s, grants, queue: (nth = 0) => adjudicationQueue(s.db, grants[nth]!, s.round.id) };
}

describe('the rows of an adjudication, kept between two readings', () => {
  const s = adjudicated();
  const open = () => s.queue().open.map(({ qid, key }) => `${qid} ${key}`);
  const settle = (nth: number, wording: string) => {
    const [row] = s.queue(nth).open;
    const { revision } = openSubject(s.db, s.grants[nth]!, row!.subjectId);
    return adjudicate(s.db, s.grants[nth]!, {
      ...{ subjectId: row!.subjectId, basedOn: revision, label: 'needs-modification', keep: null, wording },
      ...{ basis: 'own', sources: [], comment: '', seconds: 5, idempotencyKey: freshKey() }
    });
  };

  it('follow a decision of another person, and lead each to a subject that is open then', () => {
    expect(open()).toEqual(['q1 c1', 'q2 c1']);
    const [, second] = s.queue(1).open;
    expect(settle(0, 'Does it name a figure in euro?')).toMatchObject({ kind: 'decided', next: second!.subjectId });
    expect(open()).toEqual(['q2 c1']);
    expect(s.queue(1).adjudicated.map(({ qid }) => qid)).toEqual(['q1']);
    expect(settle(1, 'Does it name a source by title?')).toMatchObject({ kind: 'decided', next: null });
    expect(open()).toEqual([]);
  });

  it('follow a new wording, and a decision that counts no more', () => {
    const { subject } = schema;
    const [row] = s.queue().adjudicated;
    s.db
      .update(subject)
      .set({ voided: 1, revision: 2, wording: 'As the lead has it.' })
      .where(eq(subject.id, row!.subjectId))
      .run();
    expect(s.queue().open).toMatchObject([{ subjectId: row!.subjectId, wording: 'As the lead has it.' }]);
    expect(s.queue(1).open).toHaveLength(1);
  });

  it('follow what is changed of the query and of the round’s rules', () => {
    s.db.update(schema.query).set({ domain: 'Law' }).run();
    expect(new Set([...s.queue().open, ...s.queue().unanimous].map(({ domain }) => domain))).toEqual(new Set(['Law']));
    const { settings } = s.round;
    s.db
      .update(schema.verificationRound)
      .set({ settings: { ...settings, overlap: 3 } })
      .run();
    expect(s.queue().open).toHaveLength(4);
  });

  it('follow an assignment that is taken away', () => {
    const { verificationAssignment } = schema;
    const opinions = () => {
      const { open, unanimous, adjudicated } = s.queue();
      return Math.max(...[...open, ...unanimous, ...adjudicated].map((row) => row.opinions));
    };
    const before = opinions();
    s.db
      .update(verificationAssignment)
      .set({ status: 'withdrawn' })
      .where(eq(verificationAssignment.userId, s.annotators[0]!.id))
      .run();
    expect(opinions()).toBe(before - 1);
  });

  it('leave out what this person may not decide, and count it', () => {
    const { roundQuery, queryInvolvement } = schema;
    const [first] = s.db.select().from(roundQuery).orderBy(roundQuery.position).all();
    const [, other] = s.adjudicators;
    const hand = { queryId: first!.queryId, userId: other!.id, stage: 'review' as const, at: 0 };
    s.db
      .insert(queryInvolvement)
      .values(hand)
      .onConflictDoUpdate({ target: [queryInvolvement.queryId, queryInvolvement.userId], set: hand })
      .run();
    expect([s.queue(0).barred, s.queue(1).barred]).toEqual([0, 3]);
  });
});
