import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { authorize, type Person } from '../../server/auth/authorize.ts';
import { schema } from '../../server/db/client.ts';
import { archiveThing } from '../../server/managing/archiving.ts';
import { deleteThing } from '../../server/managing/deleting.ts';
import { thingOf } from '../../server/managing/managed-thing.ts';
import { openBundle } from '../work/annotation-view.server.ts';
import { nextAssignment } from '../assignments/assignments.server.ts';
import { inspectionReport, listBatches, noteInspection, startInspection } from './inspections.server.ts';
import { aQuery, auditActions } from '../rounds/project.fixture.server.ts';
import { pageOfOwnQueries } from '../work/own-queries.server.ts';
import { returnedWork } from '../work/returns.server.ts';
import { editWording } from '../vocabulary/wordings.server.ts';
import { roundAgreement, roundBoard, roundThroughput } from '../monitoring/board.server.ts';
import { queryDossier } from '../monitoring/query-dossier.server.ts';
import { reassign } from '../assignments/reassigning.server.ts';
import { finaliseRound, reopenQuery, versionLineage } from '../release/finalise.server.ts';
import { commitReview, finishReview, openReview } from '../work/reviews.server.ts';
import { commitRating, finishBundle } from '../work/ratings.server.ts';
import { freshKey, ratingInput, roundScene, stagesNow } from '../rounds/rounds.fixture.ts';

const queries = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ ...aQuery(`q${i + 1}`, 'Who is it?', 'When was it?'), domain: 'Law' }));

describe('a review', () => {
  const reviewed = () => {
    const s = roundScene({ queries: queries(1), settings: { overlap: 2 } });
    s.annotateAll(s.annotators[0]!, ({ kind }) =>
      kind === 'query' ? { label: 'modify', wording: 'Better?' } : 'appropriate'
    );
    s.annotateAll(s.annotators[1]!);
    const worker = s.grant(s.reviewers[0]!, 'review');
    const id = nextAssignment(s.db, worker, s.round, 'review')!;
    return { ...s, worker, id, open: () => openReview(s.db, worker, id) };
  };
  const input = (assignmentId: string, ratingId: string) => ({
    assignmentId,
    ratingId,
    agrees: true,
    label: null,
    wording: null,
    comment: '',
    seconds: 4,
    idempotencyKey: freshKey()
  });

  it('is blind: ratings have letters, and neither names nor ids of people', () => {
    const { open, annotators } = reviewed();
    const shown = JSON.stringify(open());
    for (const { id, email } of annotators) {
      expect(shown).not.toContain(id);
      expect(shown).not.toContain(email);
    }
    expect(open().subjects.map(({ ratings }) => ratings.map(({ alias }) => alias))).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'B']
    ]);
    const reworded = open().subjects[0]!.ratings.find(({ label }) => label === 'modify');
    expect(reworded?.diff?.some(({ kind, text }) => kind === 'added' && text.startsWith('Better'))).toBe(true);
  });

  it('agrees or says what instead; a disagreement that repeats the rating is refused', () => {
    const { db, worker, id, open } = reviewed();
    const [query, item] = open().subjects;
    const same = query!.ratings.find(({ label }) => label === 'appropriate')!;
    const disagree = (ratingId: string, label: 'appropriate' | 'not-appropriate', comment = '') =>
      commitReview(db, worker, { ...input(id, ratingId), agrees: false, label, comment });
    expect(() => disagree(same.ratingId, 'appropriate')).toThrow(/not saved/);
    expect(() => disagree(item!.ratings[0]!.ratingId, 'not-appropriate')).toThrow(/not saved/);
    expect(disagree(item!.ratings[0]!.ratingId, 'not-appropriate', 'Not asked.')).toMatchObject({
      revision: 1,
      left: 5
    });
    expect(commitReview(db, worker, input(id, item!.ratings[0]!.ratingId))).toMatchObject({ revision: 2, left: 5 });
    expect(() => finishReview(db, worker, id)).toThrow(/not finished/);
    expect(() => db.delete(schema.review).run()).toThrow(/append-only/);
  });

  it('arrives once, and sends the query on when all ratings have one', () => {
    const { db, worker, id, open, ...s } = reviewed();
    const once = input(id, open().subjects[0]!.ratings[0]!.ratingId);
    commitReview(db, worker, once);
    expect(commitReview(db, worker, once)).toMatchObject({ repeated: true, left: 5 });
    for (const { ratings } of open().subjects)
      for (const { ratingId, review } of ratings) if (!review) commitReview(db, worker, input(id, ratingId));
    expect(finishReview(db, worker, id)).toEqual({ stage: 'inspection', repeated: false });
    expect(stagesNow({ db, ...s } as never)).toEqual({ q1: 'inspection' });
  });
});

describe('an inspection', () => {
  /** Ten queries in two batches, annotated by one person each and reviewed. */
  const ready = (say: (key: string, who: number) => 'appropriate' | 'not-appropriate' = () => 'appropriate') => {
    const s = roundScene({ queries: queries(10), settings: { overlap: 2, batchSize: 5 } });
    s.annotators.forEach((person, who) =>
      s.annotateAll(person, ({ key }) => {
        const label = say(key, who);
        return label === 'appropriate' ? label : { label, comment: 'No.' };
      })
    );
    s.reviewAll(s.reviewers[0]!);
    return s;
  };

  it('waits until its whole batch is reviewed', () => {
    const s = roundScene({ queries: queries(10), settings: { overlap: 1, batchSize: 5 } });
    const [first] = listBatches(s.db, s.lead, s.round.id);
    expect(first).toMatchObject({ queries: 5, obstacle: { kind: 'unreviewed', n: 5 } });
    expect(() => startInspection(s.db, s.lead, first!.id)).toThrow(/cannot be inspected yet/);
  });

  it('is drawn by the server from the seed: the same data give the same sample', () => {
    const drawn = () => {
      const s = ready();
      s.startInspections();
      return s.db
        .select()
        .from(schema.inspectionUnit)
        .all()
        .map(({ subjectId }) => {
          const subject = s.db
            .select()
            .from(schema.subject)
            .all()
            .find(({ id }) => id === subjectId)!;
          return `${subject.kind} ${subject.key} ${subject.wording}`;
        });
    };
    const once = drawn();
    // 5 queries × 3 subjects × 2 ratings = 30 in a batch: by acceptance 22 of them.
    expect(once.length % 2).toBe(0);
    expect(once).toEqual(drawn());
  });

  it('shows the inspector nothing that was said before, and asks only for what was drawn', () => {
    const s = ready((key) => (key === 'c2' ? 'not-appropriate' : 'appropriate'));
    s.startInspections();
    const worker = s.grant(s.reviewers[1]!, 'review');
    const id = nextAssignment(s.db, worker, s.round, 'inspection')!;
    const bundle = openBundle(s.db, worker, id);
    expect(bundle.subjects.every(({ rating }) => rating === null)).toBe(true);
    expect(JSON.stringify(bundle)).not.toMatch(/not-appropriate|No\./);
    expect(bundle.progress.asked).toBe(bundle.subjects.filter(({ asked }) => asked).length);
  });

  it('is not done by the reviewer of the query, and says so if there is no other person', () => {
    const s = ready();
    s.startInspections();
    expect(nextAssignment(s.db, s.grant(s.reviewers[0]!, 'review'), s.round, 'inspection')).toBeNull();
    const alone = roundScene({
      queries: queries(1),
      settings: { overlap: 1, batchSize: 1 },
      people: { reviewers: 2 }
    });
    // Nor does a person whose account is closed.
    alone.db.update(schema.user).set({ disabledAt: 1 }).where(eq(schema.user.id, alone.reviewers[1]!.id)).run();
    alone.annotateAll(alone.annotators[0]!);
    alone.reviewAll(alone.reviewers[0]!);
    const [batch] = listBatches(alone.db, alone.lead, alone.round.id);
    expect(() => startInspection(alone.db, alone.lead, batch!.id)).toThrow(/Invite one more reviewer/);
  });

  it('passes a batch in which nothing disagrees on to adjudication, where unanimous queries are done', () => {
    const s = ready();
    expect(s.startInspections()).toBe(2);
    s.inspectAll(s.reviewers[1]!);
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['done']));
    const [batch] = listBatches(s.db, s.lead, s.round.id);
    expect(batch!.inspections[0]).toMatchObject({ status: 'passed', verdict: { passes: true, disagreements: 0 } });
  });

  it('keeps what was drawn until it has ended', () => {
    const s = ready();
    s.startInspections();
    const drawn = s.db.select().from(schema.inspectionUnit).all().map(({ subjectId }) => subjectId); // prettier-ignore
    const item = s.db.select().from(schema.subject).all().find(({ id, itemId }) => itemId !== null && drawn.includes(id))!; // prettier-ignore
    archiveThing(s.db, s.lead, 'item', item.itemId!);
    const { name } = thingOf(s.db, s.lead, 'item', item.itemId!);
    const deleting = () => deleteThing(s.db, s.lead, 'item', item.itemId!, name);
    expect(deleting).toThrow(/^The batch of the query q\d+ is under inspection/);
    s.inspectAll(s.reviewers[1]!);
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['done']));
    expect(deleting).not.toThrow();
  });

  it('sends a batch back with the bound and where disagreements gather, keeps all work, and is drawn anew', () => {
    // The second annotator calls every second item not appropriate, and the reviewer lets it pass.
    const s = ready((key, who) => (who === 1 && key === 'c2' ? 'not-appropriate' : 'appropriate'));
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['annotation']));
    const [batch] = listBatches(s.db, s.lead, s.round.id);
    const report = inspectionReport(s.db, s.lead, batch!.inspections[0]!.id);
    const { verdict } = report;
    expect(report.status).toBe('returned');
    expect(verdict!.disagreements).toBe(report.disagreements.length);
    expect(verdict!.disagreements).toBeGreaterThan(0);
    expect(verdict!.upperBound).toBeGreaterThanOrEqual(verdict!.disagreements);
    expect(report.disagreements[0]).toMatchObject({ key: 'c2', rated: 'not-appropriate', inspected: 'appropriate' });
    expect(report.concentrations[0]).toMatchObject({ factor: 'label', level: 'not-appropriate' });

    noteInspection(s.db, s.lead, report.id, 'Item c2 was asked for.');
    const worker = s.grant(s.annotators[1]!, 'annotate');
    const id = nextAssignment(s.db, worker, s.round, 'annotation')!;
    const bundle = openBundle(s.db, worker, id);
    expect(bundle).toMatchObject({ status: 'open', progress: { rated: 3, asked: 3 } });
    expect(bundle.returned).toMatchObject({ inspection: 1 });
    // All of it stands, and all of it waits to be looked at again.
    expect(bundle.subjects.map(({ again }) => again)).toEqual([true, true, true]);
    commitRating(s.db, worker, ratingInput(id, bundle.subjects[0]!));
    expect(openBundle(s.db, worker, id).subjects.map(({ again }) => again)).toEqual([false, true, true]);

    const ratings = s.db.select().from(schema.rating).all().length;
    s.annotateAll(s.annotators[0]!);
    s.annotateAll(s.annotators[1]!);
    expect(s.db.select().from(schema.rating).all()).toHaveLength(ratings);
    const reviewer = s.grant(s.reviewers[0]!, 'review');
    const review = openReview(s.db, reviewer, nextAssignment(s.db, reviewer, s.round, 'review')!);
    expect(review.returned).toEqual({ inspection: 1, note: 'Item c2 was asked for.' });
    expect(new Set(review.subjects.flatMap((one) => one.ratings.map(({ again }) => again)))).toContain(true);
    s.reviewAll(s.reviewers[0]!);
    expect(s.startInspections()).toBe(2);
    const again = listBatches(s.db, s.lead, s.round.id)[0]!.inspections;
    expect(again.map(({ number }) => number)).toEqual([2, 1]);
    expect(auditActions(s.db)).toEqual(
      expect.arrayContaining(['inspection.start', 'inspection.return', 'inspection.note'])
    );
    expect(() => s.db.update(schema.inspectionUnit).set({ position: 0 }).run()).toThrow(/immutable/);
  });

  it('that passed a batch which had come back says nothing more of that to people whose query a lead opens again', () => {
    const s = ready((key, who) => (who === 1 && key === 'c2' ? 'not-appropriate' : 'appropriate'));
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    const [person, worker] = [s.annotators[1]!, s.grant(s.annotators[1]!, 'annotate')];
    const returned = () => returnedWork(s.db, person, s.project.id).map(({ queries }) => queries);
    expect(returned()).toEqual([5, 5]);
    for (let id; (id = nextAssignment(s.db, worker, s.round, 'annotation')); finishBundle(s.db, worker, id))
      for (const one of openBundle(s.db, worker, id).subjects) commitRating(s.db, worker, ratingInput(id, one));
    s.annotateAll(s.annotators[0]!);
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    expect(new Set(Object.values(stagesNow(s)))).toEqual(new Set(['done']));
    reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'q1', stage: 'annotation' });
    const bundle = openBundle(s.db, worker, nextAssignment(s.db, worker, s.round, 'annotation')!);
    expect([bundle.qid, bundle.returned, returned()]).toEqual(['q1', null, []]);
  });

  it('that has ended keeps its inspectors: their work goes to no other person, also once the query is to be inspected again', () => {
    const s = ready((key, who) => (who === 1 && key === 'c2' ? 'not-appropriate' : 'appropriate'));
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    for (const person of s.annotators) s.annotateAll(person);
    s.reviewAll(s.reviewers[0]!);
    const { rows } = roundBoard(s.db, s.lead, s.round.id);
    const { qid, stage, assignments } = rows.find((row) => row.assignments.some((one) => one.stage === 'inspection'))!;
    const { assignmentId } = assignments.find((one) => one.stage === 'inspection')!;
    expect(stage).toBe('inspection');
    expect(() => reassign(s.db, s.lead, assignmentId, null)).toThrow(`The query ${qid} is no longer in this stage.`);
    const dossier = queryDossier(s.db, s.lead, s.round, qid);
    expect(dossier.assignments.map(({ takers }) => takers)).toEqual(assignments.map(() => null));
    const [ended] = listBatches(s.db, s.lead, s.round.id)[0]!.inspections;
    const report = inspectionReport(s.db, s.lead, ended!.id);
    expect(report.disagreements).toHaveLength(report.verdict!.disagreements);
  });

  it('of an earlier wording is no conflict with what people say of the wording that replaced it', () => {
    const s = roundScene({ queries: [aQuery('a', 'Who?')], settings: { overlap: 1 }, people: { annotators: 1 } });
    const inspect = (label: 'appropriate' | 'not-appropriate') => {
      s.annotateAll(s.annotators[0]!);
      s.reviewAll(s.reviewers[0]!);
      s.startInspections();
      s.inspectAll(s.reviewers[1]!, ({ kind }) =>
        kind === 'query' ? 'appropriate' : { label, comment: 'It names no person.' }
      );
    };
    inspect('not-appropriate');
    expect(stagesNow(s)).toEqual({ a: 'annotation' });
    const { id } = s.db.select().from(schema.subject).where(eq(schema.subject.kind, 'item')).get()!;
    editWording(s.db, s.lead, { roundId: s.round.id, subjectId: id, basedOn: 1, text: 'Who was it?', reason: '' });
    inspect('appropriate');
    expect(stagesNow(s)).toEqual({ a: 'done' });
    const agreed = roundAgreement(s.db, s.lead, s.round.id).find(
      ({ stage, kind }) => stage === 'inspection' && kind === 'item'
    );
    // The first inspection disagreed with what people had said of the earlier wording.
    expect(agreed).toMatchObject({ units: 2, observed: { value: 0.5 } });
  });

  /** A round whose batch came back once. */
  const cameBack = () => {
    const s = roundScene({ queries: [aQuery('a', 'Who?')], settings: { overlap: 1 }, people: { annotators: 1 } });
    const missed = { label: 'not-appropriate', comment: 'It names no person.' } as const;
    const said = ({ kind }: { kind: string }) => (kind === 'query' ? 'appropriate' : missed);
    s.annotateAll(s.annotators[0]!);
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    s.inspectAll(s.reviewers[1]!, said);
    const worker = s.grant(s.annotators[0]!, 'annotate');
    const id = nextAssignment(s.db, worker, s.round, 'annotation')!;
    for (const one of openBundle(s.db, worker, id).subjects)
      commitRating(s.db, worker, ratingInput(id, one, said(one)));
    finishBundle(s.db, worker, id);
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    s.inspectAll(s.reviewers[1]!, said);
    return s;
  };

  it('is compared with the labels that were drawn, also after those of a returned batch were corrected', () => {
    const s = cameBack();
    const verdicts = listBatches(s.db, s.lead, s.round.id)[0]!.inspections.map(({ verdict }) => verdict!.disagreements);
    const agreed = roundAgreement(s.db, s.lead, s.round.id).filter(({ stage }) => stage === 'inspection');
    expect(verdicts).toEqual([0, 1]);
    expect(agreed.map(({ kind, units, observed }) => [kind, units, observed.value])).toEqual([
      ['query', 2, 1],
      ['item', 2, 0.5]
    ]);
    const { version } = finaliseRound(s.db, s.lead, s.round.id);
    const lineage = versionLineage(s.db, s.lead, version.number);
    expect(lineage.map(({ inspections }) => inspections.map(({ disagrees }) => disagrees))).toEqual([
      [false, false],
      [true, false]
    ]);
  });

  it('leaves a reviewer with one review of each rating, also after a batch that came back was reviewed again', () => {
    const s = cameBack();
    const [reviewer] = s.reviewers as [Person];
    const { people } = roundThroughput(s.db, s.lead, s.round.id);
    const held = roundBoard(s.db, s.lead, s.round.id).rows.flatMap(({ assignments }) => assignments);
    const own = pageOfOwnQueries(s.db, authorize(reviewer, s.lead.resource, 'enter'), {
      ...{ search: '', sort: 'qid', descending: false, filters: {}, page: 1, size: 50 }
    });
    expect(people.find(({ stage }) => stage === 'review')!.committed).toBe(2);
    expect(held.find(({ stage }) => stage === 'review')!.committed).toBe(2);
    expect(own.rows.map(({ given }) => given)).toEqual([2]);
  });

  it('lets no query of its batch come back that would pass without being drawn from', () => {
    const settings = { overlap: 1, batchSize: 2 };
    const s = roundScene({ queries: [aQuery('a', 'Who?'), aQuery('b', 'When?')], settings, people: { annotators: 1 } });
    s.annotateAll(s.annotators[0]!);
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    s.inspectAll(s.reviewers[1]!);
    reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'a', stage: 'review' });
    s.reviewAll(s.reviewers[0]!);
    s.startInspections();
    expect(() => reopenQuery(s.db, s.lead, { roundId: s.round.id, qid: 'b', stage: 'review' })).toThrow(
      'The batch of the query b is under inspection. Wait until the inspection ends.'
    );
    expect(stagesNow(s)).toEqual({ a: 'inspection', b: 'done' });
  });
});
